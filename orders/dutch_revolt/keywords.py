"""Words of the Dutch Revolt's orders that are no names, and what is taken from a phrase by them."""

from __future__ import annotations

from typing import Final

from orders.dutch_revolt.words import Sort
from orders.phrase import Phrase
from orders.words import Lexicon

BESIEGING: Final = frozenset({"besieging", "sieging", "ostromlo", "belagernd", "belagert", "belegerend", "assiegeant"})
FREE: Final = frozenset({"free", "szabad", "frei", "vrij", "libre"})
RELEASED: Final = frozenset({"released", "elbocsatott", "entlassen", "ontslagen", "licencie"})
PLUNDER: Final = frozenset(
    {
        "plunder",
        "plundering",
        "fosztogat",
        "fosztogatas",
        "kirabol",
        "plundern",
        "plundert",
        "plunderen",
        "pille",
        "pillage",
    }
)
SPARE: Final = frozenset(
    {"spare", "sparing", "kimel", "kimelve", "verschonen", "verschont", "sparen", "spaar", "epargne"}
)
TOWN: Final = frozenset({"town", "towns", "varos", "stadt", "stad", "ville"})
OWN: Final = frozenset({"own", "mine", "my", "sajat", "eigen", "eigene", "eigenen", "propre"})
FIRST: Final = frozenset({"first", "elso", "elsonek", "elsokent", "erster", "zuerst", "eerst", "eerste", "premier"})
LAST: Final = frozenset(
    {"last", "utolso", "utolsonak", "utolsokent", "letzter", "zuletzt", "laatst", "laatste", "dernier"}
)
BEFORE: Final = frozenset({"before", "ele", "elott", "elotte", "vor", "voor", "avant"})
AFTER: Final = frozenset({"after", "moge", "utan", "nach", "na", "apres"})


def take_faction(phrase: Phrase, lexicon: Lexicon) -> tuple[str | None, Phrase]:
    """A faction or NEUTRAL in front or at the end, and the rest; OWN and nothing give None."""
    if len(phrase) < 2:
        return None, phrase
    sorts = (Sort.FACTION, Sort.NEUTRAL)
    for word, rest in ((phrase.words[-1], phrase.part(0, -1)), (phrase.words[0], phrase.part(1))):
        if word.key in OWN:
            return None, rest
        if lexicon.exact(word.text, sorts):
            return lexicon.find(word.text, sorts), rest
    for word, rest in ((phrase.words[-1], phrase.part(0, -1)), (phrase.words[0], phrase.part(1))):
        if lexicon.is_name(word.text, sorts) and not lexicon.is_name(str(phrase.names), (*_SPOTS,)):
            return lexicon.find(word.text, sorts), rest
    return None, phrase


_SPOTS: Final = (Sort.CITY, Sort.TOWN, Sort.PROVINCE)
