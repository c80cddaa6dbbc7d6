"""Conditions of standing orders: words for the facts of questions, and what their values mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from orders.here_i_stand.words import PLACES, Sort
from orders.typography import fold
from orders.words import Lexicon

_WORDS: Final[Mapping[str, str]] = {
    "power": "mover active macht hatalom valta держава",
    "rival": "against gegner ellenfél vastustaja противник",
    "target": "ziel célpont kohde цель",
    "from_space": "from origin von aus honnan mistä из откуда",
    "space": "into at in nach hova hol hely mihin missä paikka в где куда место",
    "to_space": "to ziel_feld hová minne",
    "spaces": "places felder mezők paikat",
    "sea": "meer see tenger meri море",
    "seas": "meere tengerek meret моря",
    "zone": "zóna alue зона",
    "leader": "anführer vezér johtaja лидер полководец",
    "leaders": "feldherren vezérek johtajat лидеры",
    "strength": "units stärke erő létszám vahvuus joukot сила отряды",
    "regulars": "reguläre regulárisok vakinaiset регуляры",
    "mercenaries": "söldner zsoldosok palkkasoturit наёмники",
    "cavalry": "kavallerie reiterei lovasság ratsuväki кавалерия",
    "squadrons": "geschwader hajórajok laivueet эскадры",
    "corsairs": "korsaren kalózok korsaarit корсары",
    "own": "eigene saját omat свои",
    "defenders": "verteidiger védők puolustajat защитники",
    "attackers": "angreifer támadók hyökkääjät нападающие",
    "odds": "verhältnis esély arány suhde шансы",
    "zones": "",
    "source": "cause quelle forrás lähde источник",
    "remaining": "übrig hátra jäljellä_olevat осталось_попыток",
    "count": "number anzahl losses szám veszteség määrä tappiot число потери",
    "cost": "kosten költség hinta стоимость",
    "left": "rest maradék jäljellä осталось",
    "room": "platz férőhely tila",
    "hits": "treffer találat osumat попадания",
    "vp": "sp gyp voittopisteet",
    "window": "fenster ablak ikkuna окно",
    "event": "ereignis esemény tapahtuma событие",
    "card": "karte lap kártya kortti карта",
    "mode": "way weise mód tapa способ",
    "what": "was mi mitä что",
    "minor": "kleinmacht kishatalom pikkuvalta",
    "battle": "schlacht csata taistelu битва",
    "attempt": "versuch próba yritys попытка",
    "total": "summe összeg summa сумма",
    "attacker": "",
    "defender": "",
    "value": "wert érték arvo ценность",
    "rival_value": "",
    "round": "runde kör kierros раунд",
    "difference": "unterschied különbség erotus разница",
    "attacker_strength": "", "attacker_dice": "", "attacker_hits": "", "attacker_leaders": "",
    "defender_strength": "", "defender_dice": "", "defender_hits": "", "defender_leaders": "",
}  # fmt: skip
_BATTLE: Final = (
    "window battle space attackers defenders attacker_strength attacker_dice attacker_hits attacker_leaders "
    "defender_strength defender_dice defender_hits defender_leaders odds difference cards"
)
_FORCE: Final = "strength regulars mercenaries cavalry leaders"
_LAND: Final = f"power from_space space zone defenders odds spaces {_FORCE}"
_SEA: Final = "power sea strength squadrons corsairs leaders own odds spaces"
_KNOWN: Final[Mapping[str, str]] = {
    "intercept": _LAND,
    "avoid_battle": _LAND,
    "withdraw": _LAND,
    "relief": f"power space {_FORCE}",
    "losses": "power space sea count strength squadrons corsairs",
    "retreat": f"power space sea room spaces squadrons corsairs {_FORCE}",
    "naval_intercept": _SEA,
    "naval_avoid": _SEA,
    "piracy_award": "power sea hits squadrons vp",
    "combat": _BATTLE,
    "choice": "what event card power from_space space sea count minor rival",
    "discard": "event power card count what",
    "convert": "what source power zone zones remaining event",
    "debater_bonus": "what source power zone zones count card event",
    "intervene": "window power minor count card",
    "minor_activated": "power minor",
}
"""Kind -> the facts that conditions may speak of; a response may be asked in all windows, with the facts of each."""


def facts_of(kind: str) -> dict[str, str]:
    """Word -> fact of the questions of a kind. A question that lacks the fact fails the condition."""
    able = set(_KNOWN[kind].split()) if kind in _KNOWN else _WORDS.keys()
    return {
        word: fact for fact, words in _WORDS.items() if fact in able for word in (fold(fact), *map(fold, words.split()))
    }


_SORTS: Final[Mapping[str, tuple[Sort, ...]]] = {
    **dict.fromkeys(("power", "rival", "target", "minor", "attackers"), (Sort.POWER,)),
    **dict.fromkeys(("from_space", "space", "to_space", "spaces"), PLACES),
    **dict.fromkeys(("sea", "seas"), (Sort.SEA,)),
    **dict.fromkeys(("zone", "zones"), (Sort.ZONE,)),
    **dict.fromkeys(("attacker", "defender"), (Sort.DEBATER,)),
    **dict.fromkeys(("leader", "leaders", "attacker_leaders", "defender_leaders"), (Sort.LEADER,)),
    **dict.fromkeys(("card", "event"), (Sort.CARD,)),
}


def value_of(fact: str, value: str, lexicon: Lexicon) -> str:
    """The id of what a condition names. Raises NotUnderstood, Ambiguous."""
    sorts = _SORTS.get(fact)
    return value if sorts is None else lexicon.find(value, sorts)
