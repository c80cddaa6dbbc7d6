"""Words for the judge in five languages: commands, and header lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from orders.typography import fold


class Commands:
    """The names of the commands. WAIT is also written HOLD, in games that have a verb WAIT only so."""

    CLEAR: Final = "clear"
    STATUS: Final = "status"
    HELP: Final = "help"
    REPORT: Final = "report"
    FORM: Final = "form"
    READY: Final = "ready"
    WAIT: Final = "wait"
    ABSENT: Final = "absent"
    BACK: Final = "back"
    RECORD: Final = "record"


@dataclass(frozen=True, slots=True)
class Command:
    """A wish to the judge. `argument`: CLEAR a kind, HELP a verb, REPORT a number; empty: all, or the newest. ABSENT
    has a number of days, or one or two dates as written."""

    name: str
    argument: str = ""


COMMANDS: Final[Mapping[str, str]] = {
    word: name
    for name, words in {
        Commands.CLEAR: "clear torol torles torold loschen losche wis effacer borrar",
        Commands.STATUS: "status statusz allapot allas stand statut estado",
        Commands.HELP: "help sugo segitseg hilfe aide hulp ayuda",
        Commands.REPORT: "report jelentes bericht rapport verslag informe",
        Commands.FORM: "form urlap formular formulaire formulier formulario",
        Commands.READY: "ready kesz fertig pret klaar listo",
        Commands.WAIT: "wait varj varok varakozas warten warte attendre wacht hold tartsd zuruckhalten retenir retener",
        Commands.ABSENT: "absent away tavol tavollet abwesend absence afwezig ausente",
        Commands.BACK: "back visszajottem zuruck retour terug",
        Commands.RECORD: "record jegyzokonyv protokoll proces-verbal dossier acta",
    }.items()
    for word in words.split()
}
HEADERS: Final[Mapping[str, str]] = {
    word: name
    for name, words in {
        "game": "game jatek spiel spel partie",
        "turn": "turn fordulo kor runde beurt tour turno",
        "faction": "faction frakcio fraktion factie",
        "report": "report jelentes bericht rapport verslag informe",
    }.items()
    for word in words.split()
}
_DATE: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b", re.ASCII)
_BESIDE_DATES: Final = frozenset(
    ["from", "until", "to", "till", "and", "tol", "ig", "bis", "von", "du", "au", "van", "tot"]
)
_DAYS: Final = frozenset(["day", "days", "nap", "napig", "tag", "tage", "jour", "jours", "dag", "dagen"])


def absence(rest: str) -> Command | None:
    """ABSENT 12, ABSENT 12 DAYS, ABSENT UNTIL 2027-02-01, ABSENT 2027-01-20 TO 2027-02-01."""
    dates = _DATE.findall(rest)
    if dates:
        left = fold(_DATE.sub(" ", rest)).split()
        known = len(dates) <= 2 and set(left) <= _BESIDE_DATES
        return Command(Commands.ABSENT, " ".join(dates)) if known else None
    words = fold(rest).split()
    if 1 <= len(words) <= 2 and words[0].isdecimal() and len(words[0]) < 4 and set(words[1:]) <= _DAYS:
        return Command(Commands.ABSENT, words[0])
    return None
