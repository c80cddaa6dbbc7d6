"""The verbs of Heads of State (19.3)."""

from __future__ import annotations

from typing import Final

from orders.heads_of_state import reading
from orders.heads_of_state.words import COURTESAN, LEAVE, NO, REPLACE
from orders.language import Stands, Verb
from orders.phrase import Phrase
from orders.typography import fold
from orders.words import Lexicon

TURN: Final = "turn"
"""The orders of a turn (19.2)."""
KEEP: Final = "keep"
"""The cards to keep at a change of round (19.5)."""

_KEEP: Final = ("behalten", "behalte", "garder", "garde", "conservar", "guardar", "guarda", "megtart", "tartsd", "tart")
_DISCARD: Final = (
    "abwerfen", "abwirf", "défausser", "défausse", "jeter", "descartar", "descarta", "eldob", "dobd", "eldobás",
)  # fmt: skip
_MAY_STAND: Final = frozenset(fold(word) for word in ("KEEP", "DISCARD", *_KEEP, *_DISCARD))


def _is_standing(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """STANDING KEEP, not "standing in the rain"."""
    return bool(len(rest)) and rest.words[0].key in _MAY_STAND


VERBS: Final = (
    Verb(
        "OPTION", TURN, "OPTION 1|1X|2", ("OPTION 1", "OPTION 1X", "OPTION 2"), reading.option,
        ("opt", "opció", "lehetőség", "választás", "választ", "Wahl", "opción", "choix"), lists=False, whole=False,
    ),
    Verb(
        "TAKE", TURN, "TAKE [number] card|BLIND|ANY [OR card|BLIND ...]",
        ("TAKE gold OR castle OR BLIND", "TAKE ANY", "TAKE 2 BLIND"), reading.take,
        ("draw", "nehmen", "nimm", "ziehen", "zieh", "prendre", "prends", "tomar", "toma", "coger", "vesz", "vegyél",
        "elvesz", "húz", "húzz"),
        counted=True, whole=False, meant=reading.is_meant,
    ),
    Verb(
        "TREASON", TURN, "TREASON card|BLIND|ANY [OR card|BLIND ...]",
        ("TREASON guillotine OR BLIND", "TREASON guillotine/gallows OR assassin OR ANY"), reading.treason,
        ("Verrat", "trahison", "traición", "árulás", "árulólap"), counted=True, whole=False, meant=reading.is_meant,
    ),
    Verb(
        "PLACE", TURN, "PLACE rank AT area [COURTESAN FOR card | NO COURTESAN] [ELSE PLACE ...]",
        ("PLACE baron AT Provence", "PLACE king AT London ELSE PLACE duke AT Bavaria",
         "PLACE duke AT Bavaria COURTESAN FOR gold", "PLACE count AT Saxony NO COURTESAN", "PLACE London"),
        reading.place,
        ("put", "setzen", "setze", "stellen", "platzieren", "placer", "place", "poser", "colocar", "coloca", "poner",
        "lerak", "letesz", "helyez", "elhelyez", "tesz"),
        whole=False, meant=reading.is_meant, tails=NO | COURTESAN,
    ),
    Verb(
        "USE", TURN, "USE card [+ card] ON colour rank AT area [REPLACE|LEAVE] [IF FAILS: line]",
        ("USE guillotine ON yellow marquis AT Burgundy REPLACE", "USE assassin + assassin ON red king AT Paris",
         "USE assassin ON red duke AT Brittany REPLACE IF FAILS: USE france ON red earl AT Brittany LEAVE",
         "USE guillotine/gallows + gallows ON black prince AT Berlin"),
        reading.use,
        ("strike", "benutzen", "benutze", "einsetzen", "spiele", "ausspielen", "utiliser", "utilise", "jouer", "joue",
        "usar", "usa", "jugar", "juega", "használ", "használd", "bevet", "bevetés", "kijátszik", "kijátszom"),
        whole=False, meant=reading.is_meant, tails=REPLACE | LEAVE,
    ),
    Verb(
        "IF", TURN, "IF HAVE|LACK card, card : line | IF FREE area rank : line | IF DONE|FAILS : line [ELSE line]",
        ("IF HAVE gold, gold : PLACE baron AT Provence", "IF FREE London king : TAKE gold OR BLIND ELSE TAKE ANY",
         "IF DONE : PLACE baron AT Galicia", "IF FAILS : USE france ON red earl AT Brittany LEAVE",
         "IF LACK title : TAKE title OR BLIND"),
        reading.nothing, ("wenn", "falls", "si", "ha"), whole=False, stands=Stands.CONDITION,
        meant=reading.is_condition,
    ),
    Verb(
        "WAIT", TURN, "WAIT", ("WAIT",), reading.wait,
        ("warten", "warte", "attendre", "attends", "esperar", "espera", "várj", "várok", "várakozás", "megáll"),
        lists=False, whole=False, ends=True, stands=Stands.ALONE, meant=reading.is_alone,
    ),
    Verb(
        "LIST", TURN, "LIST", ("LIST",), reading.listing, ("Liste", "lister", "lista", "listát", "felsorol"),
        lists=False, whole=False, idle=True, stands=Stands.ALONE, meant=reading.is_alone,
    ),
    Verb(
        "ON", TURN, "ON REVOLUTION CONTINUE|WAIT", ("ON REVOLUTION CONTINUE", "ON REVOLUTION WAIT"),
        reading.on_revolution,
        ("bei", "revolution", "révolution", "revolución", "en", "forradalom", "forradalomkor", "forradalomnál"),
        lists=False, whole=False, idle=True, meant=reading.is_of_revolution,
    ),
    Verb(
        "DEFAULT", TURN, "DEFAULT", ("DEFAULT",), reading.nothing,
        ("defaults", "Vorgabe", "Standard", "défaut", "predeterminado", "alap", "alapértelmezett", "alapértelmezés"),
        lists=False, stands=Stands.FOR_ALL, meant=reading.is_alone,
    ),
    Verb(
        "KEEP", KEEP, "KEEP card, card ... [IF ROUND 1689]",
        ("KEEP gold, title, assassin", "KEEP 2 gold, castle", "KEEP jewels, bishop IF ROUND 1689"), reading.keep,
        _KEEP,
        counted=True, joins=TURN, idle=True, meant=reading.is_meant,
    ),
    Verb(
        "DISCARD", KEEP, "DISCARD card, card ...", ("DISCARD gold, gold, axeman",), reading.discard,
        _DISCARD,
        counted=True, joins=TURN, idle=True, meant=reading.is_meant,
    ),
    Verb(
        "STANDING", KEEP, "STANDING KEEP card, card ... [IF ROUND 1689]",
        ("STANDING KEEP gold, title, assassin", "STANDING KEEP jewels IF ROUND 1689"), reading.nothing,
        ("always", "ständig", "dauerhaft", "immer", "permanent", "permanente", "toujours", "siempre", "állandó",
        "mindig"),
        stands=Stands.STANDING, meant=_is_standing,
    ),
)  # fmt: skip
