"""How mail programs mark what they quote, in the languages of their users."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_WROTE_WORDS: Final = (
    r"\bwrote", r"\bwrites", r"\bschrieb", r"\bírta", r"\bírt", r"\bécrit", r"\bescribió", r"\bha scritto",
    r"\bscrisse",
    r"\bschreef", r"\bhet volgende geschreven", r"\bskrev", r"\bkirjoitti", r"\bпишет", r"\bнаписал(?:а|\(а\))?",
    r"\bписал(?:а|\(а\))?", r"\bписав", r"\bнаписав", r"\bнаписа", r"\bпише", r"\bnapisał(?:a|\(a\))?", r"\bpisze",
    r"\bnaps[aá]l(?:a|\(a\))?", r"\bnapísal(?:a|\(a\))?", r"\bescreveu", r"\ba scris", r"\byazdı", r"\bέγραψε",
    r"\bje napisa(?:o|la|l)", r"\bje pisa(?:o|la)", r"\bkirjutas", r"\brakstīja", r"\brašė", r"\bva escriure",
    r"\bskrifaði", "的?写道", "寫道", "のメール", "書きました", "님이 작성", "כתב", "كتب",
)  # fmt: skip
_WROTE: Final = re.compile("|".join(_WROTE_WORDS), re.IGNORECASE)
_MOMENT: Final = re.compile(r"@|\b(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|年")
_ADDRESS: Final = re.compile(r"[^\s<>()@:;,]+@[^\s<>()@:;,]+")
_TIME: Final = re.compile(r"\b(?:19|20)\d\d(?!\d)|\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|年")
_STARTER: Final = re.compile(
    r"^\s*(?:on|am|le|el|il|op|den|em|pe|dnia|w dniu|dne|dňa|ke|il giorno|em|на|в|у|tarihinde|στις|kuupäeval|"
    r"\d{1,4}[./-]\s?\d{1,2}|(?:mon|tue|wed|thu|fri|sat|sun)\w*|-{2,})\b",
    re.IGNORECASE,
)  # fmt: skip

_FROM: Final = (
    "from", "von", "de", "da", "van", "från", "fra", "feladó", "от", "від", "од", "lähettäjä", "od", "kimden",
    "gönderen",
    "από", "expéditeur", "mittente", "remitente", "remetente", "saatja", "nuo", "no", "frá", "afzender", "absender",
    "avsändare", "afsender", "nadawca", "odesílatel", "odosielateľ", "отправитель", "expeditor", "发件人", "寄件者",
    "差出人",
    "보낸 사람", "מאת", "من",
)  # fmt: skip
_OTHER_HEADS: Final = (
    "sent", "date", "to", "cc", "subject", "reply-to", "gesendet", "datum", "an", "betreff", "envoyé", "à", "objet",
    "inviato",
    "data", "a", "oggetto", "enviado", "enviado el", "enviada em", "para", "asunto", "assunto", "fecha", "verzonden",
    "aan",
    "onderwerp", "skickat", "till", "ämne", "sendt", "dato", "til", "emne", "elküldve", "küldve", "dátum", "címzett",
    "tárgy",
    "másolatot kap", "отправлено", "дата", "кому", "тема", "надіслано", "изпратено", "относно", "lähetetty",
    "päivämäärä",
    "päiväys", "vastaanottaja", "kopio", "aihe", "wysłano", "do", "temat", "odesláno", "komu", "předmět", "odoslané",
    "predmet", "poslano", "zadeva", "za", "gönderildi", "gönderme tarihi", "tarih", "kime", "konu", "στάλθηκε",
    "ημερομηνία",
    "προς", "θέμα", "trimis", "către", "subiect", "saadetud", "kuupäev", "kellele", "teema", "išsiųsta", "kam", "tema",
    "nosūtīts", "temats", "发送时间", "日期", "收件人", "主题", "送信日時", "日付", "宛先", "件名", "보낸 날짜",
    "받는 사람", "제목",
)  # fmt: skip
_MESSAGE: Final = re.compile(
    r"message|messaggio|mensaje|mensagem|nachricht|bericht|meddelande|melding|meddelelse|besked|üzenet|сообщени|повідомлен"
    r"|съобщение|viesti|wiadomość|zpráva|správa|mesaj|μήνυμα|poruka|sporočilo|kiri|laiškas|邮件|郵件|メッセージ|메시지|weitergeleitet"
    r"|forwarded|továbbított",
    re.IGNORECASE,
)  # fmt: skip
_SEPARATOR: Final = re.compile(r"^\s*[-_*]{3,}\s?(.{3,70}?)\s?[-_*]{3,}\s*$")
_FORWARD: Final = re.compile(
    r"^\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:transféré|réexpédié)"
    r"|továbbított levél kezdete|begin doorgestuurd bericht|inizio messaggio inoltrato|inicio del mensaje reenviado)\b",
    re.IGNORECASE,
)  # fmt: skip

_FOOTERS: Final = (
    r"sent (?:from|via|using|with) ", "get outlook for", r"mail sent ", r"this (?:e-?mail|message) was sent from",
    r"von meinem .{2,40} gesendet", r"gesendet (?:von|mit|aus|über) ",
    r"diese (?:nachricht|e-?mail) wurde von .* gesendet",
    r"hol(?:en sie sich)? outlook", r"envoyé (?:de|depuis|avec|à partir) ", "télécharge[rz] outlook", "obtenez outlook",
    r"inviato (?:da|con|dal) ", "scarica outlook", r"enviado (?:desde|do|de|a partir|com|con) ", "obtener outlook",
    "obter o outlook", r"verstuurd (?:vanaf|met|via) ", r"verzonden (?:vanaf|met|via) ", "outlook voor ",
    "skickat från ",
    "hämta outlook", "sendt fra ", "hent outlook", "küldve ", "elküldve ", r"\S+ küldve", r"(?:az )?\S*iphone\S* küld",
    r"az outlook .{0,30}beszerzése", "lähetetty ", "hanki outlook", "wysłan[oey] ", "pobierz program outlook",
    "odesláno ",
    "odosl[aá]n[eé] ", "poslano ", "poslato ", "отправлено ", "надіслано ", "изпратено ", "пратено ",
    "получите outlook",
    r"trimis (?:de|din) ", "στάλθηκε ", "αποστολή από", "saadetud ", "išsiųsta ", "nosūtīts ",
    r"\S+['’]?(?:ümden|umdan|imden|ımdan) gönderildi", r".{2,30} gönderildi", r".{0,20}から送信", "发自",
    "從我的.*傳送",
    r".*에서 보냄", "נשלח מ", "أرسلت من", r"(?:vírusmentes|virus-free|virenfrei|sans virus|virusvrij)\b",
)  # fmt: skip
_FOOTER: Final = re.compile(rf"^\W*(?:{'|'.join(_FOOTERS)})", re.IGNORECASE)
_HEADING: Final = re.compile(r"^\s{0,3}\d{1,2}\. \S")
_ARMOUR: Final = re.compile(r"^(?:-----(?:BEGIN PGP SIGNED MESSAGE|END PGP SIGNATURE)-----|Hash: SHA\d+)\s*$")
SIGNATURE_BLOCK: Final = "-----BEGIN PGP SIGNATURE-----"
_HEAD: Final = re.compile(r"^[\s*_|]*([^\W\d_][^:]{0,24}?)[*_]*\s?:(.*)$")
_FROM_SET: Final = frozenset(_FROM)
_HEAD_SET: Final = frozenset(_FROM + _OTHER_HEADS)


def is_footer(text: str) -> bool:
    """What phones and scanners write under letters; short, and never a thing to order."""
    return len(text) < 120 and _FOOTER.match(text) is not None


def is_armour(text: str) -> bool:
    """The frame of a text that was signed as it stands (OpenPGP)."""
    return _ARMOUR.match(text) is not None


def _head(text: str) -> str:
    found = _HEAD.match(text)
    return found.group(1).strip(" *_").casefold() if found else ""


def opens_quoted_letter(texts: Sequence[str], index: int) -> bool:
    """Whether a letter without quote marks begins here: its header lines, or the dashes above them."""
    text = texts[index]
    if _FORWARD.match(text):
        return True
    if (found := _SEPARATOR.match(text)) and _MESSAGE.search(found.group(1)):
        return True
    near_by = [line for line in texts[index : index + 8] if line.strip()]
    heads = [_head(line) for line in near_by]
    if not heads or not heads[0]:
        return False
    if heads[0] not in _HEAD_SET:
        # A language that is not known here: three lines of one form, and an address in one of the first two.
        return len(heads) > 2 and all(heads[:3]) and any(_ADDRESS.search(line) for line in near_by[:2])
    near = heads[1:4]
    if heads[0] in _FROM_SET:
        return any(head in _HEAD_SET for head in near)
    return sum(head in _HEAD_SET for head in near) >= 2 and any(head in _FROM_SET for head in near)


def attribution(texts: Sequence[str], index: int) -> int:
    """How many lines from here on are "On ... Anna wrote:"; 0 when none begins here.

    In a language that is not known here, an address, a date or time, and a colon at the end will do; with quote marks
    directly below, one of the first two.
    """
    first = texts[index]
    if not first.strip():
        return 0
    joined = ""
    for length in range(1, 5):
        if index + length > len(texts) or not texts[index + length - 1].strip():
            return 0
        joined += " " + texts[index + length - 1].strip()
        if length > 1 and not (
            _ADDRESS.search(first) or (_STARTER.match(first) and (len(first) > 30 or "@" in joined))
        ):
            return 0
        if not joined.endswith(":") or not _MOMENT.search(joined):
            continue
        alone = _ADDRESS.search(joined) and _TIME.search(_ADDRESS.sub("", joined))
        if alone or _WROTE.search(joined) or _quoted_below(texts, index + length):
            return length
    return 0


def opens_report(texts: Sequence[str], index: int) -> bool:
    """Whether a report of the judge begins here that was pasted without its cut mark: a numbered heading over dashes,
    and a further one below. The last heading alone is not enough: it stands over the order form, which may be copied.
    """
    return _is_heading(texts, index) and any(_is_heading(texts, i) for i in range(index + 2, len(texts) - 1))


def _is_heading(texts: Sequence[str], index: int) -> bool:
    if index + 1 >= len(texts) or _HEADING.match(texts[index]) is None:
        return False
    ruler = texts[index + 1].strip()
    return len(ruler) >= 4 and not ruler.strip("-") and abs(len(ruler) - len(texts[index].strip())) <= 2


def _quoted_below(texts: Sequence[str], index: int) -> bool:
    below = next((text for text in texts[index : index + 3] if text.strip()), "")
    return below.lstrip().startswith(">")
