"""The names of Heads of State, and the words of its orders that are no names, in five languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.heads_of_state.board import Board
from engine.heads_of_state.terms import ANY, BLIND, DOUBLE
from orders import words
from orders.words import Lexicon, all_aliases


class Sort(words.Sort):
    """What a name may name."""

    COLOUR = "colour"
    RANK = "rank"
    AREA = "area"
    ATTRIBUTE = "attribute"
    TREASON = "treason"
    COUNTRY = "country"
    BLIND = "blind"
    ANY = "any"


_COLOURS: Final[Mapping[str, tuple[str, ...]]] = {
    "red": ("rot", "rote", "roter", "roten", "rotem", "rouge", "rojo", "roja", "piros", "vörös"),
    "yellow": ("gelb", "gelbe", "gelber", "gelben", "gelbem", "jaune", "amarillo", "amarilla", "sárga"),
    "blue": ("blau", "blaue", "blauer", "blauen", "blauem", "bleu", "bleue", "azul", "kék"),
    "green": ("grün", "grüne", "grüner", "grünen", "grünem", "vert", "verte", "verde", "zöld"),
    "black": ("schwarz", "schwarze", "schwarzer", "schwarzen", "schwarzem",
        "noir", "noire", "negro", "negra", "fekete"),
}  # fmt: skip
_WISHES: Final[Mapping[Sort, Mapping[str, tuple[str, ...]]]] = {
    Sort.BLIND: {
        BLIND: ("pile", "deck", "verdeckt", "Stapel", "blind", "aveugle", "pioche", "ciego", "a ciegas", "mazo", "vak",
        "vakon", "húzás", "pakli"),
    },
    Sort.ANY: {
        ANY: ("default", "anything", "beliebig", "irgendeine", "egal", "n'importe", "n importe laquelle", "quelconque",
        "cualquiera", "bármi", "bármelyik", "alap", "alapértelmezett", "Vorgabe", "Standard", "défaut"),
    },
}  # fmt: skip
_PLURALS: Final[Mapping[str, tuple[str, ...]]] = {
    "assassin": ("assassins", "Assassinen", "asesinos", "orgyilkosok", "bérgyilkos"),
    "gold": ("golds",),
    "title": ("titles", "titres", "títulos"),
    "troops": ("troop", "troupe", "tropa", "csapat", "csapatok", "katonák", "katonaság"),
    "castle": ("castles", "Schlösser", "castillos", "várkastély"),
    "palace": ("palaces", "paloták"),
    "bishop": ("bishops",),
    "courtesan": ("courtesans", "Kurtisanen", "courtisanes", "cortesanas", "kurtizánok"),
}  # fmt: skip

CARDS: Final = (Sort.ATTRIBUTE, Sort.TREASON)
WISH: Final = (Sort.BLIND, Sort.ANY)

_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "london": ("Londonban",),
    "scotland": ("Skóciában",),
    "ireland": ("Írországban",),
    "paris": ("Párizsban",),
    "brittany": ("Bretagne-ban",),
    "burgundy": ("Burgundiában",),
    "aquitaine": ("Aquitániában",),
    "provence": ("Provence-ban",),
    "madrid": ("Madridban",),
    "aragon": ("Aragóniában",),
    "andalusia": ("Andalúziában",),
    "galicia": ("Galíciában",),
    "berlin": ("Berlinben",),
    "bavaria": ("Bajorországban",),
    "saxony": ("Szászországban",),
    "hanover": ("Hannoverben",),
}
"""Areas as Hungarian names them behind a rank: the receipts write them so."""

# ------------------------------------------------------------------ words that are no names

IF: Final = frozenset({"if", "wenn", "falls", "si", "ha"})
ELSE: Final = frozenset({"else", "otherwise", "kulonben", "egyebkent", "sonst", "ansonsten", "sinon", "sino"})
OR: Final = frozenset({"or", "vagy", "oder", "ou", "o"})
AND: Final = frozenset({"and", "und", "et", "y", "es", "plus"})
PLUS: Final = frozenset({"+", "plus", "with", "und", "mit", "et", "avec", "y", "con", "es", "meg", "and"})
"""Between the two cards of a pair (9.1)."""
SILENT: Final = frozenset({"i", "i ve", "ich", "je", "j", "yo", "en", "the"})
"""Between IF and its condition."""
HAVE: Final = frozenset({"have", "habe", "hab", "ai", "tengo", "van"})
LACK: Final = frozenset({"lack", "lacks", "fehlt", "manque", "falta", "nincs"})
FREE: Final = frozenset(
    {"free", "empty", "vacant", "frei", "leer", "libre", "vide", "vacio", "vacia", "szabad", "ures"}
)
DONE: Final = frozenset({"done", "succeeds", "worked", "getan", "erledigt", "gelingt", "fait", "reussit", "hecho",
    "kesz", "megvan", "sikerul", "sikerult", "megtortent"})  # fmt: skip
FAILS: Final = frozenset({"fails", "failed", "misslingt", "scheitert", "fehlschlag", "echoue", "echec", "falla",
    "fracasa", "sikertelen", "kudarc", "elbukik"})  # fmt: skip
AT: Final = frozenset({"at", "in", "on", "im", "zu", "bei", "auf", "a", "au", "aux", "en", "dans", "itt", "ott",
    "helyen", "teruleten", "ban", "ben"})  # fmt: skip
ON: Final = frozenset({"on", "against", "auf", "gegen", "sur", "contre", "contra", "sobre", "ellen", "celpont"})
FOR: Final = frozenset({"for", "as", "fur", "als", "pour", "comme", "por", "para", "como", "helyett", "helyette",
    "mint", "instead", "of"})  # fmt: skip
NO: Final = frozenset({"no", "without", "keine", "ohne", "sans", "pas", "sin", "nincs", "nelkul"})
COURTESAN: Final = frozenset({"courtesan", "kurtisane", "courtisane", "cortesana", "kurtizan", "joker"})
"""How she may be called behind a comma; in her own place the names of the data file count."""
REPLACE: Final = frozenset({"replace", "replacing", "ersetzen", "ersetze", "remplacer", "remplace", "reemplazar",
    "reemplaza", "sustituir", "potol", "potold", "potlas", "csere", "cserel", "lecserel"})  # fmt: skip
LEAVE: Final = frozenset({"leave", "leer", "lassen", "leerlassen", "laisser", "laisse", "dejar", "deja", "hagy",
    "hagyd", "uresen"})  # fmt: skip
REVOLUTION: Final = frozenset({"revolution", "revolucion", "forradalom", "forradalomkor", "forradalomnal",
    "forradalomra"})  # fmt: skip
CONTINUE: Final = frozenset({"continue", "go", "weiter", "weitermachen", "fortsetzen", "continuer", "continuar",
    "sigue", "seguir", "folytat", "folytasd", "tovabb"})  # fmt: skip
WAIT: Final = frozenset({"wait", "stop", "pause", "warten", "warte", "halt", "attendre", "attends", "esperar",
    "espera", "var", "varj", "varok", "megall"})  # fmt: skip
EXCHANGE: Final = frozenset({"exchange", "swap", "x", "tausch", "tauschen", "austausch", "echange", "echanger",
    "cambio", "cambiar", "csere", "cserel", "cserevel"})  # fmt: skip
PLAIN: Final = frozenset({"plain", "normal", "einfach", "simple", "sima"})
COMPOUNDS: Final[Mapping[tuple[str, ...], str]] = {
    ("not", "have"): "lack",
    ("have", "no"): "lack",
    ("do", "not", "have"): "lack",
    ("don t", "have"): "lack",
    ("nicht", "habe"): "lack",
    ("habe", "kein"): "lack",
    ("habe", "keine"): "lack",
    ("n ai", "pas"): "lack",
    ("no", "tengo"): "lack",
    ("j ai",): "ai",
    ("i have",): "have",
    ("is", "done"): "done",
    ("it", "fails"): "fails",
    ("es", "misslingt"): "misslingt",
    ("nem", "sikerul"): "sikertelen",
    ("nem", "sikerult"): "sikertelen",
    ("n importe", "laquelle"): "n importe laquelle",
    ("a", "ciegas"): "a ciegas",
    ("si", "no"): "sino",
}
"""Several words that are read as one, by the letters that count."""


class HeadsLexicon(Lexicon):
    """All names of one board of Heads of State."""

    def __init__(self, board: Board) -> None:
        super().__init__(
            Sort,
            seats=Sort.COLOUR,
            places=(Sort.AREA, Sort.RANK),
            known=(Sort.AREA, Sort.RANK, Sort.ATTRIBUTE, Sort.TREASON, Sort.COUNTRY, Sort.COLOUR),
            fillers=frozenset(
                {"card", "cards", "karte", "karten", "carte", "cartes", "carta", "cartas", "lap", "noble"}
            ),
            signs=frozenset("+/"),
            whole_first=True,
        )
        self.board = board
        for colour in board.colours:
            self.enter(Sort.COLOUR, colour, colour, _COLOURS.get(colour, ()))
        for rank in board.ranks.values():
            self.enter(Sort.RANK, rank.id, rank.id, aliases=rank.aliases)
        for area in board.areas.values():
            self.enter(Sort.AREA, area.id, area.name, _IN.get(area.id, ()), code=area.code, aliases=area.aliases)
        for attribute in board.attributes.values():
            plurals = _PLURALS.get(attribute.id, ())
            self.enter(Sort.ATTRIBUTE, attribute.id, attribute.id, plurals, aliases=attribute.aliases)
        for card in board.treason.values():
            names = (*all_aliases(card.aliases), *_PLURALS.get(card.id, ()))
            if card.kind == DOUBLE:
                self.enter_whole(Sort.TREASON, card.id, names[0] if names else card.id, names)
            else:
                self.enter(Sort.TREASON, card.id, card.id, _PLURALS.get(card.id, ()), aliases=card.aliases)
        for country in board.countries.values():
            self.enter(Sort.COUNTRY, country.id, country.name, aliases=country.aliases)
        for sort, wishes in _WISHES.items():
            for ident, names in wishes.items():
                self.enter(sort, ident, ident.upper(), names)

    def double(self, first: str, second: str) -> str | None:
        """The double card of two singles, in either order."""
        cards = self.board.treason
        wanted = {*cards[first].countries, *cards[second].countries}
        doubles = (card for card in cards.values() if card.kind == DOUBLE)
        return next((card.id for card in doubles if set(card.countries) == wanted and len(wanted) == 2), None)


def board_of(lexicon: Lexicon) -> Board:
    """The board whose names these are."""
    assert isinstance(lexicon, HeadsLexicon)
    return lexicon.board
