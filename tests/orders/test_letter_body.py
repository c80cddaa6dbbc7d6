"""Letters as mail programs send them: only the player's own words are offered as orders, and nothing is lost."""
# ruff: noqa: E501  (tables read best with one case a line)

from __future__ import annotations

import re

import pytest

from orders.letter_body import CUT_MARK, Aside, read, subject_without_marks
from orders.typography import plain

ORDER = "MOVE Holland TO Utrecht"
STALE = "TAX 3"

QUOTES = {
    "english": f"{ORDER}\n\nOn Mon, 4 Jan 2027 at 10:12, Judge <judge@example.org> wrote:\n> {STALE}\n",
    "english, wrapped": f"{ORDER}\n\nOn Monday, the 4th of January 2027 at 10:12 in the morning,\nJudge <judge@example.org> wrote:\n> {STALE}",
    "german": f"{ORDER}\n\nAm 04.01.2027 um 10:12 schrieb Judge:\n> {STALE}",
    "hungarian": f"{ORDER}\n\nJudge <judge@example.org> ezt írta (időpont: 2027. jan. 4., H, 10:12):\n\n> {STALE}",
    "french": f"{ORDER}\n\nLe lun. 4 janv. 2027 à 10:12, Judge <judge@example.org> a écrit :\n> {STALE}",
    "dutch": f"{ORDER}\n\nOp ma 4 jan. 2027 om 10:12 schreef Judge <judge@example.org>:\n\n> {STALE}",
    "spanish": f"{ORDER}\n\nEl lun, 4 ene 2027 a las 10:12, Judge (<judge@example.org>) escribió:\n> {STALE}",
    "italian": f"{ORDER}\n\nIl giorno lun 4 gen 2027 alle ore 10:12 Judge <judge@example.org> ha scritto:\n> {STALE}",
    "finnish": f"{ORDER}\n\nma 4. tammik. 2027 klo 10.12 Judge (judge@example.org) kirjoitti:\n> {STALE}",
    "russian": f"{ORDER}\n\nпн, 4 янв. 2027 г. в 10:12, Judge <judge@example.org>:\n\n> {STALE}",
    "polish": f"{ORDER}\n\npon., 4 sty 2027 o 10:12 Judge <judge@example.org> napisał(a):\n> {STALE}",
    "czech": f"{ORDER}\n\npo 4. 1. 2027 v 10:12 odesílatel Judge <judge@example.org> napsal:\n> {STALE}",
    "swedish": f"{ORDER}\n\nDen mån 4 jan. 2027 kl 10:12 skrev Judge <judge@example.org>:\n> {STALE}",
    "portuguese": f"{ORDER}\n\nEm seg., 4 de jan. de 2027 às 10:12, Judge <judge@example.org> escreveu:\n> {STALE}",
    "japanese": f"{ORDER}\n\n2027年1月4日(月) 10:12 Judge <judge@example.org>:\n> {STALE}",
    "any language": f"{ORDER}\n\nXyz 04.01.2027 blah <judge@example.org> foo:\n> {STALE}",
    "initials": f"{ORDER}\nJU> {STALE}\n",
    "bar": f"{ORDER}\n| {STALE}\n",
    "nested": f"{ORDER}\n>> {STALE}\n> > {STALE}\n",
    "top posting, outlook": f"{ORDER}\n\nFrom: Judge <judge@example.org>\nSent: Monday, January 4, 2027 10:12\nTo: anna@example.org\nSubject: gouda\n\n{STALE}\n",
    "german outlook": f"{ORDER}\n\nVon: Judge <judge@example.org>\nGesendet: Montag, 4. Januar 2027 10:12\nAn: anna@example.org\nBetreff: gouda\n\n{STALE}",
    "hungarian outlook": f"{ORDER}\n\nFeladó: Judge <judge@example.org>\nElküldve: 2027. január 4., hétfő 10:12\nCímzett: anna@example.org\nTárgy: gouda\n\n{STALE}",
    "finnish outlook": f"{ORDER}\n\nLähettäjä: Judge\nLähetetty: maanantai 4. tammikuuta 2027\nVastaanottaja: anna\nAihe: gouda\n\n{STALE}",
    "russian outlook": f"{ORDER}\n\nОт: Judge\nОтправлено: 4 января 2027 г.\nКому: anna\nТема: gouda\n\n{STALE}",
    "norwegian outlook": f"{ORDER}\n\nFra: Judge\nSendt: mandag 4. januar 2027\nTil: anna\nEmne: gouda\n\n{STALE}",
    "french outlook": f"{ORDER}\n\nDe : Judge\nEnvoyé : lundi 4 janvier 2027\nÀ : anna\nObjet : gouda\n\n{STALE}",
    "italian outlook": f"{ORDER}\n\nDa: Judge\nInviato: lunedì 4 gennaio 2027\nA: anna\nOggetto: gouda\n\n{STALE}",
    "spanish outlook": f"{ORDER}\n\nDe: Judge\nEnviado: lunes, 4 de enero de 2027\nPara: anna\nAsunto: gouda\n\n{STALE}",
    "dutch outlook": f"{ORDER}\n\nVan: Judge\nVerzonden: maandag 4 januari 2027\nAan: anna\nOnderwerp: gouda\n\n{STALE}",
    "swedish outlook": f"{ORDER}\n\nFrån: Judge\nSkickat: den 4 januari 2027\nTill: anna\nÄmne: gouda\n\n{STALE}",
    "polish outlook": f"{ORDER}\n\nOd: Judge\nWysłano: poniedziałek, 4 stycznia 2027\nDo: anna\nTemat: gouda\n\n{STALE}",
    "czech outlook": f"{ORDER}\n\nOd: Judge\nOdesláno: pondělí 4. ledna 2027\nKomu: anna\nPředmět: gouda\n\n{STALE}",
    "turkish outlook": f"{ORDER}\n\nKimden: Judge\nGönderildi: 4 Ocak 2027\nKime: anna\nKonu: gouda\n\n{STALE}",
    "greek outlook": f"{ORDER}\n\nΑπό: Judge\nΣτάλθηκε: Δευτέρα, 4 Ιανουαρίου 2027\nΠρος: anna\nΘέμα: gouda\n\n{STALE}",
    "hungarian, wrapped": f"{ORDER}\n\nJudge <judge@example.org> ezt írta (időpont: 2027. jan. 4., H,\n10:12):\n\n{STALE}",
    "hungarian, thunderbird": f"{ORDER}\n\n2027. 01. 04. 10:12 keltezéssel, Judge írta:\n{STALE}",
    "german, gmail": f"{ORDER}\n\nJudge <judge@example.org> schrieb am Mo., 4. Jan. 2027, 10:12:\n\n{STALE}",
    "danish": f"{ORDER}\n\nDen man. 4. jan. 2027 kl. 10.12 skrev Judge <judge@example.org>:\n\n{STALE}",
    "norwegian": f"{ORDER}\n\nman. 4. jan. 2027 kl. 10:12 skrev Judge <judge@example.org>:\n\n{STALE}",
    "russian, no verb, no marks": f"{ORDER}\n\nпн, 4 янв. 2027 г. в 10:12, Judge <judge@example.org>:\n\n{STALE}",
    "ukrainian": f"{ORDER}\n\nпн, 4 січ. 2027 р. о 10:12 Judge <judge@example.org> пише:\n\n{STALE}",
    "romanian": f"{ORDER}\n\nÎn lun., 4 ian. 2027 la 10:12, Judge <judge@example.org> a scris:\n\n{STALE}",
    "turkish": f"{ORDER}\n\nJudge <judge@example.org>, 4 Oca 2027 Pzt, 10:12 tarihinde şunu yazdı:\n\n{STALE}",
    "greek": f"{ORDER}\n\nΣτις Δευ 4 Ιαν 2027 στις 10:12 π.μ., ο χρήστης Judge <judge@example.org> έγραψε:\n\n{STALE}",
    "slovak": f"{ORDER}\n\npo 4. 1. 2027 o 10:12 Judge <judge@example.org> napísal(a):\n\n{STALE}",
    "croatian": f"{ORDER}\n\npon, 4. sij 2027. u 10:12 Judge <judge@example.org> napisao je:\n\n{STALE}",
    "slovenian": f"{ORDER}\n\nV V pon., 4. jan. 2027 ob 10:12 je oseba Judge <judge@example.org> napisala:\n\n{STALE}",
    "catalan": f"{ORDER}\n\nMissatge de Judge <judge@example.org> del dia dl., 4 de gen. 2027 a les 10:12:\n\n{STALE}",
    "chinese": f"{ORDER}\n\nJudge <judge@example.org> 于2027年1月4日周一 10:12写道：\n\n{STALE}",
    "japanese, no marks": f"{ORDER}\n\n2027年1月4日(月) 10:12 Judge <judge@example.org>:\n\n{STALE}",
    "korean": f"{ORDER}\n\n2027년 1월 4일 (월) 오전 10:12, Judge <judge@example.org>님이 작성:\n\n{STALE}",
    "hebrew": f"{ORDER}\n\nבתאריך יום ב׳, 4 בינו׳ 2027 ב-10:12 מאת Judge <judge@example.org>:\n\n{STALE}",
    "arabic": f"{ORDER}\n\nفي الاثنين، 4 يناير 2027 في 10:12 ص تمت كتابة ما يلي بواسطة Judge <judge@example.org>:\n\n{STALE}",
    "bulgarian": f"{ORDER}\n\nНа пн, 4.01.2027 г. в 10:12 Judge <judge@example.org> написа:\n\n{STALE}",
    "estonian": f"{ORDER}\n\nKuupäev E, 4. jaanuar 2027 kell 10:12 kirjutas Judge <judge@example.org>:\n\n{STALE}",
    "polish, thunderbird": f"{ORDER}\n\nW dniu 04.01.2027 o 10:12, Judge pisze:\n{STALE}",
    "outlook, a language not known": f"{ORDER}\n\n________________________________\nXx: Judge <judge@example.org>\nYy: Monday, 4 January 2027\nZz: Anna\nWw: x\n\n{STALE}",
    "forwarded, gmail": f"{ORDER}\n\n---------- Forwarded message ---------\nFrom: Judge <judge@example.org>\nDate: Mon, Jan 4, 2027\nSubject: x\nTo: <anna@example.org>\n\n\n{STALE}",
    "pasted report": f"{ORDER}\n\n1. Orders due\n-------------\nnone\n\n2. Order form (copy, change, send back)\n---------------------------------------\n{STALE}\nEND\n",
    "cut mark, over three lines": f"{ORDER}\n\n=-=-= pbem\ncut here\n=-=-=\n{STALE}",
    "cut mark, quoted and wrapped": f"{ORDER}\n\n> =-=-= pbem cut\n> here =-=-=\n> {STALE}",
    "bold heads": f"{ORDER}\n\n*From:* Judge <judge@example.org>\n*Date:* Monday\n*Subject:* gouda\n\n{STALE}",
    "original message": f"{ORDER}\n\n-----Original Message-----\n{STALE}",
    "eredeti üzenet": f"{ORDER}\n\n-------- Eredeti üzenet --------\n{STALE}",
    "forwarded": f"{ORDER}\n\nBegin forwarded message:\n\n{STALE}",
    "no marks": f"{ORDER}\n\nOn Mon, 4 Jan 2027 at 10:12, Judge <judge@example.org> wrote:\n\n{STALE}",
    "cut mark": f"{ORDER}\n\n{CUT_MARK}\n{STALE}\n",
    "cut mark, wrapped": f"{ORDER}\n\n=-=-= pbem cut\nhere =-=-=\n{STALE}\n",
    "cut mark, in dashes": f"{ORDER}\n\n--- =−=−=  PBEM cut here =−=−= ---\n{STALE}\n",
    "signature": f"{ORDER}\n-- \nAnna\n{STALE}",
    "end": f"{ORDER}\nEND\n{STALE}",
    "end with a mark": f"{ORDER}\n- END.\n{STALE}",
}  # fmt: skip


@pytest.mark.parametrize("text", QUOTES.values(), ids=QUOTES.keys())
def test_only_own_words_are_read(text: str) -> None:
    body = read(text)
    assert [line.text for line in body.orders] == [ORDER]
    assert any(STALE in line.text for line in body.asides)


OWN = {
    "above": f"{ORDER}\n> {STALE}",
    "below": f"> {STALE}\n\n{ORDER}",
    "between": f"On 2027-01-04 10:12 Judge <judge@example.org> wrote:\n> {STALE}\n\n{ORDER}\n\n> {STALE}",
    "below a quoted cut mark": f"> {CUT_MARK}\n> {STALE}\n\n{ORDER}",
    "dash": f"- {ORDER}", "star": f"* {ORDER}", "bullet": f"• {ORDER}", "number": f"1. {ORDER}", "bracket": f"(2) {ORDER}",
    "bold": f"*{ORDER}*", "no space": f"-{ORDER}", "spaces": f"   {ORDER}   ", "en dash": f"– {ORDER}",
    "comment": f"{ORDER}  # my best army",
    "the form with its heading": f"11. Order form (copy, change, send back)\n----------------------------------------\n{ORDER}\nEND",
    "directly above an attribution": f"{ORDER}\nOn Mon, 4 Jan 2027 at 10:12, Judge <judge@example.org> wrote:\n> {STALE}",
}  # fmt: skip


@pytest.mark.parametrize("text", OWN.values(), ids=OWN.keys())
def test_own_words_are_kept(text: str) -> None:
    assert ORDER in [line.text for line in read(text).orders]
    assert STALE not in [line.text for line in read(text).orders]


@pytest.mark.parametrize("text", [*QUOTES.values(), *OWN.values()])
def test_nothing_is_dropped_in_silence(text: str) -> None:
    """Every word of the letter is either offered as an order or told as an aside."""
    body = read(text)
    told = "\n".join([*(f"{x.text} {x.comment}" for x in body.orders), *(x.text for x in body.asides)])
    lost = set(re.findall(r"[^\W_]{3,}", plain(text))) - set(re.findall(r"[^\W_]{3,}", told))
    assert lost <= {"END"}


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone", "Get Outlook for Android", "Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App",
        "Verstuurd vanaf mijn iPad", "Küldve az iPhone-omról", "Lähetetty iPhonesta", "Envoyé de mon iPhone",
        "Inviato da iPhone", "Enviado desde mi iPhone", "Enviado do meu iPhone", "Skickat från min iPhone",
        "Sendt fra min iPhone", "Wysłane z iPhone'a", "Odesláno z iPhonu", "Отправлено с iPhone", "Надіслано з iPhone",
        "iPhone'umdan gönderildi", "Στάλθηκε από το iPhone μου", "iPhoneから送信", "发自我的iPhone", "나의 iPhone에서 보냄",
        "Trimis de pe iPhone-ul meu", "Poslano z iPhona",
    ],
)  # fmt: skip
def test_phone_footers_do_no_harm(footer: str) -> None:
    body = read(f"{ORDER}\n\n{footer}\n")
    assert [line.text for line in body.orders] == [ORDER]
    assert [line.why for line in body.asides] == [Aside.FOOTER]


def test_numbers_are_those_of_the_letter() -> None:
    body = read("Hello\n\nTAX 1; TAX 2 ;PLACE 1 Holland # both\n# only words\n")
    assert [line.number for line in body.orders] == ["1", "3a", "3b", "3c"]
    assert {line.comment for line in body.orders[1:]} == {"both"}
    assert [(line.number, line.text, line.why) for line in body.asides] == [("4", "only words", Aside.COMMENT)]


@pytest.mark.parametrize(
    "typed",
    ["MOVE\u00a0Holland TO Utrecht", "MOVE Hol\u00adland TO\u200b Utrecht", "ＭＯＶＥ Holland TO Utrecht", "MOVE\u2003Holland\u202fTO Utrecht\ufeff"],
)  # fmt: skip
def test_typography_is_made_plain(typed: str) -> None:
    assert [line.text for line in read(typed).orders] == [ORDER]


def test_digits_of_any_script_are_digits() -> None:
    assert [line.text for line in read("TAX ２\nTAX ٢").orders] == ["TAX 2", "TAX 2"]


def test_an_order_that_ends_in_a_colon_is_no_attribution() -> None:
    body = read("ARRANGE Holland:\n> 1 countryside TO Delft")
    assert [line.text for line in body.orders] == ["ARRANGE Holland:"]


def test_long_letters_are_cut_and_that_is_told() -> None:
    body = read("TAX 1\n" * 5000)
    assert len(body.orders) == 2000
    assert body.asides[-1].why is Aside.TOO_LONG
    assert read("x" * 5000).asides[0].why is Aside.TOO_LONG


@pytest.mark.parametrize(
    "subject", ["RE: AW: Vá: VS: Отв: gouda turn 2", "gouda turn 2", "Re[2]: gouda turn 2", "SV: TR : gouda turn 2"]
)
def test_reply_marks_of_subjects(subject: str) -> None:
    assert subject_without_marks(subject) == "gouda turn 2"


def test_talk_of_writing_hides_nothing() -> None:
    body = read(f"In 2027 I wrote to you about this at 10:30\n{ORDER}\nAnna wrote a letter\n{ORDER}")
    assert [line.text for line in body.orders if line.text == ORDER] == [ORDER, ORDER]


def test_very_long_lines_cost_little() -> None:
    for text in ("-" * 1_000_000, "> " * 500_000, "=-=" * 300_000, "a:" * 400_000, "*" * 900_000 + "x"):
        read([text] * 3)
    assert subject_without_marks("re:" * 5000 + " gouda") == "gouda"


def test_comments_of_the_form_are_the_judges_words() -> None:
    body = read("## Phase 10: place your new units\n# PLACE 5 Holland\nPLACE 1 Holland")
    assert [(line.text, line.why) for line in body.asides] == [("PLACE 5 Holland", Aside.COMMENT)]
