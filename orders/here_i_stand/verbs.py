"""The verbs of Here I Stand: those of an impulse (11.1), of the answers to others, of the other phases."""

from __future__ import annotations

from typing import Final

from orders.here_i_stand import answers, choosing, deals, reading, reforming
from orders.here_i_stand import keywords as w
from orders.here_i_stand.forces import knows
from orders.here_i_stand.talk import is_alone, is_answer, is_back, is_built, is_condition, is_meant, is_targeted
from orders.here_i_stand.words import Sort
from orders.language import Stands, Verb
from orders.phrase import Phrase
from orders.typography import fold
from orders.words import Lexicon

IMPULSE: Final = "impulse"
_AT_SEA: Final = {"INTERCEPT": "CHASE", "AVOID": "EVADE", "WINTER": "HARBOUR"}
"""Verbs of land units -> those that are meant where the rest of the line speaks of ships."""
_MEN: Final = "units, leaders"


def _at_sea(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    return _AT_SEA[verb] if answers.is_at_sea(rest, lexicon) else ""


def _of_absolution(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    return "ABSOLUTION" if deals.is_of_absolution(rest) else ""


def _against_nobody(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    return "OPPOSE" if deals.names_nobody(rest) else ""


def _holy(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    """BUILD St Peter's, BUILD university IN Cologne."""
    return "PETERS" if reforming.is_cathedral(rest) else "FOUND" if reforming.is_university(rest) else ""


def _of_diet(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    return "DIET" if reforming.is_card(rest, lexicon) else ""


def _of_foreign_war(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    return "CAMPAIGN" if _names_war(rest, lexicon) else ""


def _names_war(rest: Phrase, lexicon: Lexicon) -> bool:
    return knows(rest, lexicon, Sort.CARD) or any(word.key in w.FOREIGN for word in rest)


def _fights(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """FIGHT alone, or a foreign war behind it."""
    return is_alone(word, rest, lexicon) or _names_war(rest, lexicon)


_IMPULSE: Final = (
    Verb(
        "PLAY", IMPULSE, "PLAY card CP | PLAY card EVENT [A|B|C|D]",
        ("PLAY Janissaries CP", "PLAY 88 EVENT", "PLAY Six Wives EVENT B"), reading.play,
        ("spielen", "spiele", "ausspielen", "kijátszik", "kijátszom", "játszik", "játszd", "játsz", "játszom", "pelaa",
         "pelaan", "сыграть", "играть", "играю"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "PASS", IMPULSE, "PASS", ("PASS",), reading.passing,
        ("passe", "passen", "passz", "passzol", "passzolok", "passaa", "ohita", "пас", "пасую"),
        lists=False, whole=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "MOVE", IMPULSE, f"MOVE {_MEN}|ALL FROM space TO space[, space ...]",
        ("MOVE Suleiman, Ibrahim, 7 regulars, 1 cavalry FROM Pressburg TO Vienna",
         "MOVE ALL FROM Istanbul TO Edirne, Sofia, Nezh", "MOVE 4 regulars, NO LEADER FROM Vienna TO Graz"),
        reading.move,
        ("march", "bewegen", "bewege", "ziehen", "ziehe", "marschieren", "mozgat", "mozog", "lép", "vonul", "siirrä",
         "liiku", "marssi", "двигать", "двинуть", "переместить", "идти"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "SAIL", IMPULSE, "SAIL number|ALL FROM port|sea TO port|sea [WITH leader] [AND number FROM ...]",
        ("SAIL 2 FROM Messina TO Ionian Sea WITH Doria AND 1 FROM Naples TO Tyrrhenian Sea",
        "SAIL ALL FROM Rhodes TO Aegean Sea",
         "SAIL 2 squadrons, 3 corsairs FROM Algiers TO Barbary Coast WITH Barbarossa"),
        reading.sail,
        ("segeln", "segle", "hajózik", "hajóz", "vitorlázik", "purjehdi", "purjehtii", "плыть", "отплыть", "плыви"),
        lists=False, whole=False, undivided=True, meant=is_meant,
    ),
    Verb(
        "TRANSPORT", IMPULSE, f"TRANSPORT {_MEN} FROM port VIA sea[, sea] TO port",
        ("TRANSPORT 4 regulars, Brandon FROM London VIA North Sea TO Calais",), reading.transport,
        ("ship", "verschiffen", "transportieren", "szállít", "átszállít", "behajóz", "kuljeta", "laivaa", "перевезти",
         "транспорт"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "ASSAULT", IMPULSE, f"ASSAULT space [WITH {_MEN}]", ("ASSAULT Vienna",
        "ASSAULT Vienna WITH Suleiman, 6 regulars"),
        reading.assault,
        ("storm", "stürmen", "Sturm", "roham", "rohamoz", "megrohamoz", "rynnäköi", "rynnäkkö", "штурм", "штурмовать"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "CONTROL", IMPULSE, "CONTROL space", ("CONTROL Lyon",), reading.control,
        ("kontrollieren", "besetzen", "ellenőriz", "elfoglal", "birtokba", "hallitse", "valtaa", "контроль", "занять"),
        whole=False, meant=is_meant,
    ),
    Verb(
        "CALM", IMPULSE, "CALM space", ("CALM Brussels",), reading.calm,
        ("remove", "beruhigen", "csillapít", "lecsendesít", "rauhoita", "успокоить", "усмирить"),
        whole=False, meant=is_meant,
    ),
    Verb(
        "BUILD", IMPULSE, "BUILD [number] unit IN space | FOR foreign war",
        ("BUILD 2 regulars IN Vienna", "BUILD squadron IN Genoa", "BUILD 2 regulars FOR War in Persia"), reading.build,
        ("raise", "recruit", "buy", "bauen", "baue", "anwerben", "ausheben", "épít", "toboroz", "rakenna", "värvää",
         "построить", "нанять", "набрать"),
        split=reading.build_parts, whole=False, instead=_holy, meant=is_meant,
    ),
    Verb(
        "PIRACY", IMPULSE, "PIRACY IN sea AGAINST power", ("PIRACY IN Ionian Sea AGAINST Hapsburgs",), reading.piracy,
        ("Piraterie", "kapern", "kalózkodás", "kalózkodik", "merirosvous", "ryöstä", "пиратство"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "IF", IMPULSE, "IF DONE|FAILS : line | IF CP number : line [ELSE line]",
        ("IF FAILS : BUILD regular IN Vienna", "IF CP 2 : ASSAULT Vienna ELSE BUILD regular IN Graz",
        "IF DONE : CONTROL Lyon"),
        reading.nothing, ("wenn", "falls", "ha", "jos", "если"), whole=False, stands=Stands.CONDITION,
        meant=is_condition,
    ),
    Verb(
        "WAIT", IMPULSE, "WAIT", ("WAIT",), reading.wait,
        ("warten", "warte", "várj", "várok", "várakozás", "odota", "ждать", "жду"),
        lists=False, whole=False, ends=True, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "FINISH", IMPULSE, "FINISH", ("FINISH",), reading.finish,
        ("beenden", "abschließen", "befejez", "befejezem", "lezár", "lopeta", "päätä", "закончить", "завершить"),
        lists=False, whole=False, ends=True, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "DEFAULT", IMPULSE, "DEFAULT", ("DEFAULT",), reading.nothing,
        ("defaults", "Vorgabe", "Standard", "alap", "alapértelmezett", "alapértelmezés", "oletus", "умолчание"),
        lists=False, stands=Stands.FOR_ALL, meant=is_alone,
    ),
    Verb(
        "CHOOSE", "choice", "CHOOSE name[, name ...] | CHOOSE number [unit] IN space | CHOOSE card name | CHOOSE NONE",
        ("CHOOSE Leipzig, Erfurt", "CHOOSE 2 IN Edinburgh", "CHOOSE Vienna 2, Graz 1", "CHOOSE card 88", "CHOOSE NONE"),
        choosing.choose,
        ("pick", "wählen", "wähle", "választ", "választok", "válassz", "valitse", "выбрать", "выбираю"),
        lists=False, reads_none=True, joins=IMPULSE, idle=True, meant=is_meant,
    ),
)  # fmt: skip

_FAITH: Final = (
    Verb(
        "PUBLISH", IMPULSE, "PUBLISH zone [WITH debater]", ("PUBLISH German", "PUBLISH French WITH Calvin"),
        reforming.publish,
        ("treatise", "veröffentlichen", "veröffentliche", "Traktat", "kiad", "közzétesz", "értekezés", "julkaise",
         "traktaatti", "издать", "опубликовать", "трактат"),
        whole=False, meant=is_meant,
    ),
    Verb(
        "TRANSLATE", IMPULSE, "TRANSLATE zone [number CP] [WITH debater]",
        ("TRANSLATE German 2 CP WITH Luther", "TRANSLATE French"), reforming.translate,
        ("translation", "übersetzen", "übersetze", "Übersetzung", "fordít", "lefordít", "fordítás", "käännä",
         "käännös", "перевести", "переводить", "перевод"),
        whole=False, meant=is_meant,
    ),
    Verb(
        "BURN", IMPULSE, "BURN BOOKS IN zone [WITH debater]", ("BURN BOOKS IN German WITH Tetzel", "BURN English"),
        reforming.burn,
        ("verbrennen", "verbrenne", "Bücherverbrennung", "éget", "elégeti", "könyvégetés", "polta", "сжечь", "жечь"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "DEBATE", IMPULSE, "DEBATE zone [AGAINST committed|uncommitted]",
        ("DEBATE German AGAINST committed", "DEBATE French"), reforming.debate,
        ("dispute", "disputation", "disputieren", "hitvita", "vitázik", "vita", "väittely", "väittele", "диспут"),
        lists=False, whole=False, meant=is_meant,
    ),
    Verb(
        "PETERS", IMPULSE, "PETERS number CP | BUILD ST PETER'S number CP", ("PETERS 3 CP",), reforming.cathedral,
        ("st", "saint", "sankt", "szent", "basilica", "cathedral", "Petersdom", "Peterskirche", "bazilika",
         "pietarinkirkko", "собор"),
        lists=False, whole=False, meant=is_built,
    ),
    Verb(
        "FOUND", IMPULSE, "FOUND UNIVERSITY IN space [WITH Loyola]",
        ("FOUND university IN Cologne", "FOUND university IN Cologne WITH Loyola"), reforming.found,
        ("university", "gründen", "gründe", "Universität", "alapít", "egyetem", "perusta", "yliopisto", "основать",
         "университет"),
        whole=False, meant=is_meant,
    ),
    Verb(
        "EXPLORE", IMPULSE, "EXPLORE", ("EXPLORE",), reforming.explore,
        ("erkunden", "erforschen", "felfedez", "felfedezés", "tutki", "löytöretki", "исследовать", "открыть"),
        lists=False, whole=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "COLONIZE", IMPULSE, "COLONIZE", ("COLONIZE",), reforming.colonize,
        ("colonise", "colony", "kolonisieren", "besiedeln", "gyarmatosít", "gyarmat", "asuta", "siirtokunta",
         "колонизировать", "колония"),
        lists=False, whole=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "CONQUER", IMPULSE, "CONQUER", ("CONQUER",), reforming.conquer,
        ("conquest", "erobern", "Eroberung", "hódít", "meghódít", "hódítás", "valloita", "valloitus", "завоевать",
         "завоевание"),
        lists=False, whole=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "CAMPAIGN", IMPULSE, "CAMPAIGN card | FIGHT card", ("CAMPAIGN War in Persia", "CAMPAIGN FOREIGN WAR"),
        reforming.campaign,
        ("Feldzug", "hadjárat", "sotaretki", "поход"), lists=False, whole=False, meant=_fights,
    ),
    Verb(
        "CONVERT", "convert", "CONVERT space [WITH debater], space ... | CONVERT ANY",
        ("CONVERT Leipzig, Erfurt", "CONVERT Basel OR Zürich WITH Bucer", "CONVERT Leipzig, ANY"), reforming.convert,
        ("konvertieren", "bekehren", "bekehre", "térít", "megtérít", "téríts", "käännytä", "обратить", "обращать"),
        joins=IMPULSE, idle=True, meant=is_targeted,
    ),
    Verb(
        "COMMIT", "debater_bonus", "COMMIT debater", ("COMMIT Cranmer",), reforming.commit,
        ("einsetzen", "bevet", "beveti", "bevetem", "sitouta", "задействовать"), lists=False, meant=is_meant,
    ),
    Verb(
        "DIET", "diet", "DIET card", ("DIET Fuggers", "DIET card 88"), reforming.diet,
        ("Reichstag", "birodalmi", "gyűlés", "gyűlésre", "valtiopäivät", "сейм"), lists=False, meant=is_meant,
    ),
)  # fmt: skip

_RESPONSES: Final = (
    Verb(
        "INTERCEPT", "intercept", f"INTERCEPT {_MEN}|ALL FROM space [IF condition]",
        ("INTERCEPT 4 regulars, Charles FROM Vienna", "INTERCEPT ALL FROM Vienna IF INTO Graz AND STRENGTH <= 6"),
        answers.intercept,
        ("abfangen", "elfog", "feltartóztat", "torju", "sieppaa", "перехват", "перехватить"),
        lists=False, instead=_at_sea, meant=is_meant,
    ),
    Verb(
        "AVOID", "avoid_battle", f"AVOID [WITH {_MEN}] TO space", ("AVOID TO York", "AVOID WITH 3 regulars TO York"),
        answers.avoid,
        ("ausweichen", "weiche", "kitér", "elkerül", "väistä", "vältä", "уклониться", "избежать"),
        lists=False, instead=_at_sea, meant=is_meant,
    ),
    Verb(
        "WITHDRAW", "withdraw", "WITHDRAW", ("WITHDRAW",), answers.withdraw,
        ("zurückziehen", "behúzódik", "visszahúzódik", "vetäydy", "укрыться", "отойти"),
        lists=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "FIGHT", "withdraw", "FIGHT", ("FIGHT",), answers.fight,
        ("kämpfen", "kämpfe", "harcol", "harcolok", "megütközik", "taistele", "сражаться"),
        lists=False, instead=_of_foreign_war, stands=Stands.ALONE, meant=_fights,
    ),
    Verb(
        "CONTINUE", "not_outnumbered", "CONTINUE [VIA sea] TO space", ("CONTINUE TO Graz",
        "CONTINUE VIA North Sea TO London"),
        answers.go_on, ("weiterziehen", "weiter", "folytat", "továbbvonul", "jatka", "продолжить"),
        lists=False, meant=is_meant,
    ),
    Verb(
        "FALL", "not_outnumbered", "FALL BACK", ("FALL BACK",), answers.fall_back,
        ("fallback", "zurückfallen", "visszafordul", "palaa", "вернуться"), lists=False, meant=is_back,
    ),
    Verb(
        "JOIN", "relief", f"JOIN ALL|NONE|{_MEN}", ("JOIN ALL", "JOIN 3 regulars, Charles V", "JOIN NONE"),
        answers.join,
        ("anschließen", "ausfallen", "csatlakozik", "kitör", "liity", "присоединиться"),
        lists=False, reads_none=True, meant=is_meant,
    ),
    Verb(
        "LOSE", "losses", "LOSE unit, unit ...", ("LOSE mercenaries, cavalry, regulars", "LOSE Venetian regulars",
        "LOSE RELIEF regulars"),
        answers.lose, ("verlieren", "verliere", "veszít", "feláldoz", "menetä", "потерять"), meant=is_meant,
    ),
    Verb(
        "RETREAT", "retreat", f"RETREAT TO space [INSIDE number|{_MEN}]",
        ("RETREAT TO Buda", "RETREAT TO Buda INSIDE 4", "RETREAT TO Buda INSIDE 2 regulars, 1 cavalry, Suleiman"),
        answers.retreat,
        ("zurückweichen", "Rückzug", "visszavonul", "peräänny", "отступить", "отступление"),
        lists=False, meant=is_meant,
    ),
    Verb(
        "CHASE", "naval_intercept", "CHASE number|ALL [unit, leader] FROM port|sea [IF condition]",
        ("CHASE 2 squadrons, Doria FROM Naples", "CHASE ALL FROM Naples IF POWER ottoman"), answers.chase,
        ("pursue", "naval-intercept", "sea-intercept", "jagen", "verfolgen", "üldöz", "takaa-aja", "преследовать"),
        lists=False, meant=is_meant,
    ),
    Verb(
        "EVADE", "naval_avoid", "EVADE TO port|sea", ("EVADE TO Messina",), answers.evade,
        ("naval-avoid", "sea-avoid", "entkommen", "elhajózik", "kisiklik", "pakene", "уйти", "ускользнуть"),
        lists=False, meant=is_meant,
    ),
    Verb(
        "AWARD", "piracy_award", "AWARD [number] squadron|vp|card, ...", ("AWARD squadron, vp, card",
        "AWARD 1 squadron, card"),
        answers.award, ("Beute", "jutalom", "zsákmány", "palkinto", "saalis", "награда", "добыча"),
    ),
    Verb(
        "RESPOND", "response", "RESPOND card [A|B] [AGAINST leader|power] [PLACING space number, ...] [IF condition]",
        ("RESPOND Foul Weather", "RESPOND Gout AGAINST Suleiman", "RESPOND Landsknechts PLACING Vienna 2, Graz 2",
         "RESPOND Professional Rowers PLUS", "RESPOND Foul Weather IF WINDOW land_move_declared AND POWER ottoman"),
        answers.respond,
        ("antworten", "reagieren", "válasz", "válaszol", "reagál", "vastaa", "reagoi", "ответ", "ответить"),
        lists=False, meant=is_meant,
    ),
    Verb(
        "COMBAT", "combat", "COMBAT card [A|B] [PICK power number, ...], card ... [IF condition]",
        ("COMBAT Arquebusiers", "COMBAT Arquebusiers, Field Artillery", "COMBAT Surprise Attack IF ODDS < 0"),
        answers.combat,
        ("Kampf", "Kampfkarte", "harci", "harcikártya", "csata", "taistelukortti", "бой", "битва"),
        split=answers.combats, meant=is_meant,
    ),
    Verb(
        "DISCARD", "discard", "DISCARD card, card ...", ("DISCARD Fuggers, 88",), answers.discard,
        ("abwerfen", "wirf", "eldob", "dobd", "hylkää", "сбросить", "сброс"), meant=is_meant,
    ),
)  # fmt: skip

_OTHER_PHASES: Final = (
    Verb(
        "ENTER", "leader_enters", "ENTER space", ("ENTER Wittenberg",), answers.enter,
        ("erscheinen", "belép", "megérkezik", "saavu", "появиться"), lists=False, meant=is_meant,
    ),
    Verb(
        "PROPOSE", "propose", "PROPOSE [number] TO power[, power]: item; item ...",
        ("PROPOSE TO France: alliance; lend 2 squadrons FROM Portsmouth; 1 random card",
         "PROPOSE 2 TO France, Papacy: France cedes Avignon TO Papacy; England gives 2 mercenaries TO France",
         "PROPOSE TO Hapsburgs: end war; return Francis; lift excommunication; divorce"),
        deals.propose,
        ("offer", "vorschlagen", "anbieten", "javasol", "javaslat", "ajánl", "ehdota", "предложить", "предлагаю"),
        split=deals.proposals, undivided=True, meant=is_meant,
    ),
    Verb(
        "ACCEPT", "ratify", "ACCEPT number, number ...", ("ACCEPT 3", "ACCEPT 1, 3"), deals.accept,
        ("annehmen", "elfogad", "elfogadom", "hyväksy", "принять", "принимаю"), meant=is_meant,
    ),
    Verb(
        "REFUSE", "ratify", "REFUSE number", ("REFUSE 2",), deals.refuse,
        ("reject", "ablehnen", "elutasít", "elutasítom", "kieltäydy", "отклонить", "отказать"), meant=is_meant,
    ),
    Verb(
        "GIVE", "give_units", "GIVE number FROM space | GIVE TO space", ("GIVE 2 FROM Vienna", "GIVE TO Wittenberg"),
        deals.give,
        ("geben", "átad", "anna", "дать"), instead=_of_diet, meant=is_meant,
    ),
    Verb(
        "SUE", "peace", "SUE FOR PEACE WITH power [WITH Diplomatic Marriage]",
        ("SUE FOR PEACE WITH Ottomans", "SUE FOR PEACE WITH France, Diplomatic Marriage"), deals.sue,
        ("Friedensgesuch", "békekérés", "békét", "rauhanpyyntö", "просить", "мириться"), lists=False, meant=is_meant,
    ),
    Verb(
        "DISBAND", "peace_terms", "DISBAND [number] unit IN space", ("DISBAND 2 mercenaries IN Lyon",), deals.disband,
        ("auflösen", "feloszlat", "kotiuta", "распустить"), lists=False, meant=is_meant,
    ),
    Verb(
        "REGAIN", "peace_terms", "REGAIN key | space, space | leader FOR vp|card",
        ("REGAIN Metz FOR vp", "REGAIN Nice, Turin FOR card", "REGAIN Francis FOR card"), deals.regain,
        ("zurückgewinnen", "visszaszerez", "visszavesz", "lunasta", "вернуть"), lists=False, meant=is_meant,
    ),
    Verb(
        "RANSOM", "ransom", "RANSOM leader", ("RANSOM Francis",), deals.ransom,
        ("auslösen", "Lösegeld", "kivált", "váltságdíj", "lunnaat", "выкуп", "выкупить"), meant=is_meant,
    ),
    Verb(
        "ABSOLUTION", "absolution", "ABSOLUTION", ("ABSOLUTION",), deals.absolution,
        ("Lossprechung", "feloldozás", "synninpäästö", "отпущение"), lists=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "DECLARE", "war", "DECLARE WAR ON power", ("DECLARE WAR ON France", "DECLARE WAR ON France, Venice"),
        deals.declare,
        ("erkläre", "erklären", "Kriegserklärung", "hadüzenet", "hadat", "julista", "объявить", "объявляю"),
        instead=_against_nobody, meant=is_meant,
    ),
    Verb(
        "INTERVENE", "intervene", "INTERVENE WITH 2 CP | INTERVENE WITH card",
        ("INTERVENE WITH 2 CP", "INTERVENE WITH Auld Alliance"), deals.intervene,
        ("eingreifen", "beavatkozik", "beavatkozás", "puutu", "вмешаться"), lists=False, meant=is_meant,
    ),
    Verb(
        "PAY", "payment", "PAY WITH card, card ...", ("PAY WITH 65, Fuggers",), deals.pay,
        ("zahlen", "bezahlen", "fizet", "fizetek", "maksa", "платить", "заплатить"), instead=_of_absolution,
        meant=is_meant,
    ),
    Verb(
        "OPPOSE", "minor_activated", "OPPOSE", ("OPPOSE",), deals.oppose,
        ("entgegentreten", "szembeszáll", "vastusta", "воспротивиться"),
        lists=False, stands=Stands.ALONE, meant=is_alone,
    ),
    Verb(
        "DEPLOY", "spring_deployment", f"DEPLOY {_MEN}|ALL [FROM capital] TO space [WITH Spring Preparations]",
        ("DEPLOY Suleiman, 8 regulars FROM Istanbul TO Edirne",
        "DEPLOY ALL FROM Paris TO Lyon WITH Spring Preparations",
         "DEPLOY WITH Spring Preparations"),
        answers.deploy,
        ("aufmarschieren", "felvonul", "kivonul", "sijoita", "развернуть"), lists=False, meant=is_meant,
    ),
    Verb(
        "WINTER", "winter_land", f"WINTER {_MEN}|ALL FROM space TO space", ("WINTER ALL FROM Lyon TO Paris",),
        answers.winter,
        ("überwintern", "telel", "teleltet", "talvehdi", "зимовать"), lists=False, instead=_at_sea, meant=is_meant,
    ),
    Verb(
        "HARBOUR", "winter_ships", "HARBOUR number|ALL [unit, leader] FROM port|sea TO port",
        ("HARBOUR 2 squadrons FROM Ionian Sea TO Naples",), answers.harbour,
        ("harbor", "ankern", "kiköt", "satamaan", "гавань", "зимуют"), lists=False, meant=is_meant,
    ),
    Verb(
        "STOP", "stop", "STOP YES", ("STOP YES",), answers.stop,
        ("aufhören", "abbahagy", "leállít", "pysäytä", "прекратить"), lists=False, meant=is_answer,
    ),
)  # fmt: skip

_ALL_STANDING: Final = ("choice", "convert", "debater_bonus", *(verb.kind for verb in _RESPONSES))


def _stands(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """STANDING INTERCEPT, not "standing in the rain"."""
    return bool(len(rest)) and rest.words[0].key in _MAY_STAND


_STANDING: Final = Verb(
    "STANDING", "response", "STANDING answer [IF condition AND condition ...]",
    ("STANDING RESPOND Foul Weather IF WINDOW land_move_declared AND POWER ottoman",
     "STANDING INTERCEPT ALL FROM Vienna IF INTO Graz AND STRENGTH <= 6", "STANDING WITHDRAW IF STRENGTH > 4",
     "STANDING LOSE mercenaries, cavalry"),
    reading.nothing,
    ("always", "ständig", "dauerhaft", "immer", "állandó", "mindig", "pysyvä", "aina", "постоянно", "всегда"),
    stands=Stands.STANDING, meant=_stands,
)  # fmt: skip

VERBS: Final = (*_IMPULSE, *_FAITH, *_RESPONSES, *_OTHER_PHASES, _STANDING)
_MAY_STAND: Final = frozenset(
    fold(word)
    for verb in VERBS
    if verb.kind in (*_ALL_STANDING, "intervene", "minor_activated")
    for word in (verb.name, *verb.synonyms)
)
