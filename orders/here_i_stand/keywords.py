"""Words of the orders of Here I Stand that are no names, by the letters that count: English, German, Hungarian,
Finnish, Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from orders import phrase
from orders.typography import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in text.split())


FROM: Final = _words("from out von aus ab honnan innen mistä lähtö из от откуда")
TO: Final = phrase.TO | _words("then minne kohti dann majd в во на к куда")
VIA: Final = _words("via over through across über durch át keresztül kautta через")
IN: Final = phrase.IN | _words("auf bei zu itt hol ott missä в во на у")
WITH: Final = _words("with using mit samt vele val vel együtt kanssa mukana с со вместе")
AGAINST: Final = _words("against on gegen auf ellen vastaan против на")
FOR: Final = _words("for of für részére számára varten puolesta для")
OF: Final = _words("of")
"""Stands in names too: Gulf of Lyon."""
AND: Final = _words("and und és ja и plus") | {"+"}
ALL: Final = phrase.ALL | _words("minden mindent kaikki kaikkia все всё всех ganz")
NO: Final = _words("no without none ohne kein keine keinen nélkül nincs ilman ei без нет")
LEADERS: Final = _words(
    "leader leaders anführer feldherr feldherren vezér vezérek vezérrel johtaja johtajat päällikkö лидер лидеры "
    "полководец полководцы полководца"
)
SHIPS: Final = _words(
    "ship ships fleet fleets schiffe schiff flotte hajók hajó flotta laivat laiva laivasto корабли флот"
)
UNITS: Final = _words(
    "unit units troops army einheit einheiten truppen egység egységek csapat joukot yksikkö отряды войска"
)
INSIDE: Final = _words("inside in within drinnen hinein bent belül sisällä sisään внутри внутрь")
CP: Final = _words(
    "cp cps points point kp punkte punkt pp pp-ért pont pontért parancspont piste pisteet komentopiste оп ко очки очков"
)
EVENT: Final = _words("event ereignis esemény eseményként tapahtuma tapahtumana событие событием")
WAY: Final = _words("way option weise módon mód tavalla способ вариант")
MODES: Final = {"a": "a", "b": "b", "c": "c", "d": "d", "а": "a", "в": "b", "с": "c", "б": "b"}
"""Letters of the ways of a card; Cyrillic ones that look like them too."""
PLACING: Final = _words("placing place placed removing setze platziere elhelyez lerak sijoita размещение разместить")
CHOOSING: Final = _words("choosing pick picking wähle választva valiten выбор")
POWER: Final = _words("power macht hatalom valta держава")
IF: Final = _words("if wenn falls ha jos если")
ELSE: Final = _words("else otherwise sonst ansonsten különben egyébként muuten muutoin иначе")
OR: Final = _words("or oder vagy tai или")
SILENT: Final = _words("i ich en minä я it es the still még ez")
ME: Final = _words("me us mir uns nekem nekünk minulle meille мне нам")
DONE: Final = _words(
    "done succeeds succeeded worked gelingt getan erledigt kész megvan sikerül sikerült onnistuu onnistui tehty "
    "удалось сделано успех"
)
FAILS: Final = _words(
    "fails failed misslingt scheitert fehlschlag sikertelen kudarc epäonnistuu epäonnistui провал неудача"
)
COMPOUNDS: Final[Mapping[tuple[str, ...], str]] = {
    ("not", "done"): "fails",
    ("nem", "sikerul"): "sikertelen",
    ("nem", "sikerult"): "sikertelen",
    ("nicht", "gelingt"): "misslingt",
    ("ei", "onnistu"): "epaonnistuu",
    ("не", "удалось"): "провал",
}
"""Several words that are read as one, by the letters that count."""
YES: Final = _words("yes agree ja igen egyetért kyllä suostun да согласен")
RELIEF: Final = _words("relief relieving entsatz felmentő felmentők vapautus подкрепление деблокада")
JOINED: Final = _words("joined joiners inside besieged ausfall kitörők bentiek piiritetyt осаждённые вылазка")
PACKAGE: Final = _words("deal package number no handel paket csomag alku sopimus сделка пакет")
BY: Final = _words("by durch által taholta")
BETWEEN: Final = _words("between zwischen között közt välillä между")
GIVES: Final = _words("give gives giving grant grants gibt geben ad adja adjon antaa anna даёт дать")
LEND: Final = _words(
    "lend lends loan loans leiht leihen kölcsön kölcsönöz kölcsönad lainaa laina одолжить заём одалживает"
)
LIFT: Final = _words("lift lifts aufheben hebt feloldja felold feloldás kumoaa снять снимает")
EXCOMMUNICATION: Final = _words("excommunication bann exkommunikation kiközösítés pannajulistus pannan отлучение")
DIVORCE: Final = _words("divorce scheidung válás avioero развод")
PEACE: Final = _words(
    "peace end war frieden friedensschluss béke békét háború vége kriegsende rauha rauhaa rauhan мир мира"
)
WHITE: Final = _words("white weisser fehér valkoinen белый the")
ALLIANCE: Final = _words("alliance ally bündnis szövetség liitto liittouma союз альянс")
RETURN: Final = _words(
    "return returns free zurückgeben freilassen visszaad szabadon palauttaa palauta вернуть возвращает освободить"
)
CEDE: Final = _words("cede cedes abtreten tritt átad átenged luovuttaa luovuta уступить уступает")
CONTROL: Final = _words("control of kontrolle ellenőrzését hallinta контроль")
DRAWS: Final = _words(
    "draw draws random zufällige ziehung húzás véletlen satunnainen satunnaista nosto случайная случайные"
)
WAR: Final = _words("war krieg háború háborút sota sotaa война войну")
ABSOLUTION: Final = _words(
    "absolution excommunication bann lossprechung feloldozás kiközösítés synninpäästö pannajulistus отпущение отлучение"
)
BACK: Final = _words("back zurück vissza takaisin назад")
SQUADRON: Final = _words(
    "squadron squadrons ship ships geschwader schiff hajóraj hajó laivue laiva эскадра эскадру корабль"
)
CARD: Final = _words("card cards karte kártya lap kártyát lapot kortti kortin карта карту")
VP: Final = _words("vp vps sp gyp győzelmi pont voittopiste по очко очки победы")
TREATISE: Final = _words("treatise treatises traktat traktate értekezés értekezést traktaatti traktaatin трактат a")
BOOKS: Final = _words("book books bücher buch könyv könyvek könyveket kirjat kirjoja книги книг")
SCRIPTURE: Final = _words(
    "bible scripture testament new full bibel schrift neues biblia bibliát szentírás újszövetség raamattu testamentti "
    "библию библия писание новый завет"
)
UNCOMMITTED: Final = _words(
    "uncommitted free fresh unused unverbraucht unverbrauchte freie frei szabad szabadok friss vapaa vapaat vapaita "
    "sitoutumaton sitoutumattomat свободный свободных свободные свободного"
)
COMMITTED: Final = _words(
    "committed used verbraucht verbrauchte eingesetzt eingesetzte lekötött lekötöttek bevetett sidottu sidotut "
    "sidottuja sitoutunut sitoutuneet занятый занятых занятые занятого использованный"
)
DEBATERS: Final = _words(
    "debater debaters disputant disputanten vitázó vitázók hitvitázó hitvitázók väittelijä väittelijät väittelijää "
    "диспутант диспутанты диспутантов"
)
PETER: Final = _words(
    "st saint san peter peters peter's pietro basilica cathedral dom petersdom peterskirche szent sankt péter péternek "
    "bazilika pyhän pietarin pietarinkirkko kirkko собор святого петра"
)
BEST: Final = _words("any best beste bester beliebig legjobb bármely paras любая лучшая любой")
UNIVERSITY: Final = _words(
    "university universities jesuit universität jesuitenuniversität jezsuita egyetem egyetemet jesuiitta "
    "jesuiittayliopisto yliopisto yliopiston иезуитский университет"
)
FOREIGN: Final = _words("foreign fremd fremden idegen vieras иностранная")
BEFORE_NAMES: Final = FROM | TO | VIA | WITH | AGAINST | {",", ";", "+"}
"""A name follows these, so that what is written like OR behind them is none."""
