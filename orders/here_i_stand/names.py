"""Names that stand in no data file: powers, leaders, units, language zones, and the cards most often written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Names: TypeAlias = Mapping[str, tuple[str, ...]]
"""Language -> names, the one first that its readers are shown."""


def _names(en: str = "", de: str = "", hu: str = "", fi: str = "", ru: str = "") -> Names:
    """Names with commas between them."""
    every = {"en": en, "de": de, "hu": hu, "fi": fi, "ru": ru}
    return {language: tuple(one.strip() for one in text.split(",")) for language, text in every.items() if text}


POWERS: Final[Mapping[str, Names]] = {
    "ottoman": _names(
        "Ottomans, Ottoman, Turks, Turkish, Ottoman Empire, Turkey",
        "Osmanen, Osmanisch, Osmanische, Osmanisches Reich, Türken",
        "Oszmánok, oszmán, törökök, török, Oszmán Birodalom",
        "Osmanit, osmani, turkkilaiset, turkki, Osmanien valtakunta",
        "Османы, Османская империя, османский, османские, турки, Турция",
    ),
    "hapsburg": _names(
        "Hapsburgs, Hapsburg, Habsburg, Habsburgs, Imperial, Imperials, Empire",
        "Habsburger, Habsburgisch, Habsburgische, Kaiser",
        "Habsburgok, habsburg, császáriak, császár", "Habsburgit, habsburgilaiset, keisari",
        "Габсбурги, габсбургский, габсбургские, император",
    ),
    "england": _names(
        "England, English", "England, Engländer, englisch, englische", "Anglia, angolok, angol",
        "Englanti, englantilaiset",
        "Англия, англичане, английский, английские",
    ),
    "france": _names(
        "France, French", "Frankreich, Franzosen, französisch, französische", "Franciaország, franciák, francia",
        "Ranska, ranskalaiset", "Франция, французы, французский, французские",
    ),
    "papacy": _names(
        "Papacy, Papal, Pope, Papal States", "Papsttum, Papst, päpstlich, päpstliche, Kirchenstaat",
        "Pápaság, pápa, pápai, Pápai Állam", "Paavi, paavius, paavilliset, Kirkkovaltio",
        "Папство, Папа, папский, папские",
    ),
    "protestant": _names(
        "Protestants, Protestant", "Protestanten, protestantisch, protestantische", "Protestánsok, protestáns",
        "Protestantit, protestantti", "Протестанты, протестантский, протестантские",
    ),
    "genoa": _names(
        "Genoa, Genoese", "Genua, Genuesen, genuesisch, genuesische", "Genova, genovaiak, genovai",
        "Genova, genovalaiset",
        "Генуя, генуэзцы, генуэзский, генуэзские",
    ),
    "hungary": _names(
        "Hungary, Hungary-Bohemia, Hungary Bohemia, Hungarian, Hungarians, Bohemia",
        "Ungarn, Ungarn-Böhmen, ungarisch, ungarische", "Magyarország, Magyarország-Csehország, magyarok, magyar",
        "Unkari, Unkari-Böömi, unkarilaiset", "Венгрия, Венгрия-Богемия, венгры, венгерский, венгерские",
    ),
    "scotland": _names(
        "Scotland, Scots, Scottish", "Schottland, Schotten, schottisch, schottische", "Skócia, skótok, skót",
        "Skotlanti, skotlantilaiset, skotit", "Шотландия, шотландцы, шотландский, шотландские",
    ),
    "venice": _names(
        "Venice, Venetian, Venetians", "Venedig, Venezianer, venezianisch, venezianische",
        "Velence, velenceiek, velencei",
        "Venetsia, venetsialaiset", "Венеция, венецианцы, венецианский, венецианские",
    ),
    "independent": _names(
        "independent, independents, neutral, neutrals", "Unabhängige, unabhängig, neutral, Neutrale",
        "Függetlenek, független, semleges, semlegesek", "Itsenäiset, itsenäinen, puolueeton, puolueettomat",
        "Независимые, независимый, нейтральный, нейтральные",
    ),
}  # fmt: skip

LEADERS: Final[Mapping[str, Names]] = {
    "suleiman": _names(
        "Suleyman, Süleyman", "Süleyman, Suleiman", "Szulejmán, Szolimán, Szuleimán", "Suleiman, Süleyman",
        "Сулейман",
    ),
    "ibrahim_pasha": _names(
        "Ibrahim", "Ibrahim Pascha", "Ibrahim pasa, Ibrahim nagyvezír", "Ibrahim-paša, Ibrahim paša, Ibrahim Pasha",
        "Ибрагим-паша, Ибрагим",
    ),
    "charles_v": _names("Charles, Emperor Charles", "Karl V, Karl", "V. Károly, Károly", "Kaarle V, Kaarle",
    "Карл V, Карл"),
    "duke_of_alva": _names(
        "Alba, Duke of Alba", "Herzog von Alba", "Alba hercege, Alba herceg", "Alban herttua", "герцог Альба, Альба"
    ),
    "ferdinand": _names("", "Ferdinand, Ferdinand I", "Ferdinánd, I. Ferdinánd", "Ferdinand", "Фердинанд"),
    "henry_viii": _names("", "Heinrich VIII", "VIII. Henrik", "Henrik VIII", "Генрих VIII"),
    "charles_brandon": _names(
        "Suffolk, Duke of Suffolk", "Karl Brandon", "Brandon Károly", "Charles Brandon",
        "Чарльз Брендон, Брендон, Брэндон"
    ),
    "dudley": _names("", "Johann Dudley", "Dudley János", "John Dudley", "Джон Дадли, Дадли"),
    "francis_i": _names("Francis", "Franz I, Franz", "I. Ferenc, Ferenc", "Frans I, Frans", "Франциск I, Франциск"),
    "montmorency": _names("Anne de Montmorency", "", "Montmorency", "Montmorency", "Монморанси"),
    "henry_ii": _names("", "Heinrich II", "II. Henrik", "Henrik II", "Генрих II"),
    "john_frederick": _names(
        "Elector of Saxony", "Johann Friedrich", "János Frigyes", "Juhana Fredrik", "Иоганн Фридрих, Иоганн-Фридрих"
    ),
    "philip_of_hesse": _names(
        "Philip", "Philipp von Hessen, Philipp", "Hesseni Fülöp, Fülöp", "Filip Hesseniläinen, Filip",
        "Филипп Гессенский, Филипп",
    ),
    "maurice_of_saxony": _names(
        "Maurice", "Moritz von Sachsen, Moritz", "Szász Móric, Móric", "Moritz Saksilainen, Moritz",
        "Мориц Саксонский, Мориц",
    ),
    "renegade": _names(
        "Charles Bourbon, Bourbon, Renegade Leader", "Abtrünniger, Karl von Bourbon", "Renegát, Bourbon Károly",
        "Luopio, Kaarle Bourbon", "Ренегат, Шарль Бурбон, Бурбон",
    ),
    "andrea_doria": _names("Doria", "Doria", "Doria", "Doria", "Андреа Дориа, Дориа, Дория"),
    "barbarossa": _names("Hayreddin, Hayreddin Barbarossa", "Barbarossa", "Barbarossa", "Barbarossa", "Барбаросса"),
    "dragut": _names("Turgut, Turgut Reis", "Dragut", "Dragut, Turgut", "Dragut", "Драгут, Тургут"),
}  # fmt: skip

UNITS: Final[Mapping[str, Names]] = {
    "regular": _names(
        "regulars, reg, regs", "Regulärer, Reguläre, regulär, regulären",
        "sorkatona, sorkatonák, reguláris, regulárisok, katona",
        "vakinainen, vakinaiset, vakinaista, vakinaisia",
        "регуляр, регуляры, регулярный, регулярных, регулярные, регуляров",
    ),
    "mercenary": _names(
        "mercenaries, mercs, merc", "Söldner, Söldnern", "zsoldos, zsoldosok, zsoldost",
        "palkkasoturi, palkkasoturit, palkkasoturia",
        "наёмник, наёмники, наёмников, наёмника",
    ),
    "cavalry": _names(
        "cav, horse, sipahi, sipahis", "Reiterei, Kavallerie, Reiter", "lovasság, lovas, lovasok",
        "ratsuväki, ratsuväkeä",
        "кавалерия, кавалерии, конница, конницы",
    ),
    "squadron": _names(
        "squadrons, sq", "Geschwader, Geschwadern", "hajóraj, hajórajok, hajórajt",
        "laivue, laivueet, laivuetta, eskaaderi",
        "эскадра, эскадры, эскадр, эскадру",
    ),
    "corsair": _names(
        "corsairs, pirate, pirates", "Korsar, Korsaren", "kalózhajó, kalózhajók, kalóz, kalózok, kalózt",
        "korsaari, korsaarit, korsaaria, merirosvo",
        "корсар, корсары, корсаров, корсара, пират, пираты",
    ),
}  # fmt: skip

ZONES: Final[Mapping[str, Names]] = {
    "english": _names(
        "English zone, English", "englische Zone, Englisch", "angol zóna, angol", "englannin alue, englanti",
        "английская зона, английский",
    ),
    "french": _names(
        "French zone, French", "französische Zone, Französisch", "francia zóna, francia", "ranskan alue, ranska",
        "французская зона, французский",
    ),
    "german": _names(
        "German, German zone", "deutsch, deutsche Zone", "német, német zóna", "saksa, saksan alue",
        "немецкая, немецкая зона, немецкий",
    ),
    "italian": _names(
        "Italian, Italian zone", "italienisch, italienische Zone", "olasz, olasz zóna", "italia, italian alue",
        "итальянская, итальянская зона, итальянский",
    ),
    "spanish": _names(
        "Spanish, Spanish zone", "spanisch, spanische Zone", "spanyol, spanyol zóna", "espanja, espanjan alue",
        "испанская, испанская зона, испанский",
    ),
}  # fmt: skip

WAYS: Final[Mapping[str, Names]] = {
    "stay": _names("stay", "bleiben, bleibt", "marad, maradjon", "jää, jääköön", "остаться"),
    "along": _names("along, come along, goes along", "mitkommen", "vele tart, megy", "mukaan", "вместе"),
    "draw": _names("draw", "ziehen", "húz, húzás", "nosta", "тянуть"),
    "discard": _names("discard", "abwerfen", "eldob, eldobás", "hylkää", "сбросить"),
    "keep": _names("keep", "behalten", "megtart", "pidä", "оставить"),
    "take": _names("take", "nehmen", "elvesz, vesz", "ota", "взять"),
    "leave": _names("leave", "lassen", "hagy", "jätä", "не брать"),
    "plus": _names("plus, add", "plus", "plusz", "plus, lisää", "плюс"),
    "minus": _names("minus, subtract", "minus", "mínusz", "miinus", "минус"),
    "attacker": _names("attacker", "Angreifer", "támadó", "hyökkääjä", "атакующий, нападающий"),
    "defender": _names("defender", "Verteidiger", "védő", "puolustaja", "защищающийся, обороняющийся"),
    "committed": _names("committed", "verbraucht, eingesetzt", "lekötött, bevetett", "sidottu", "занятый, занятые"),
    "uncommitted": _names("uncommitted", "unverbraucht, frei", "szabad", "sitoutumaton, vapaa", "свободный, свободные"),
    "debate": _names("debate", "Disputation, Disput", "hitvita, vita", "väittely", "диспут"),
    "retrieve": _names(
        "retrieve", "zurückholen", "visszavesz, visszavétel", "ota takaisin, hae", "взять обратно, вернуть карту"
    ),
    "exploration": _names(
        "exploration", "Erkundung, Entdeckungsfahrt", "felfedezőút, felfedezés", "löytöretki", "экспедиция"
    ),
    "conquest": _names(
        "conquest", "Eroberung, Eroberungszug", "hódító út, hódítás", "valloitus, valloitusretki", "завоевание"
    ),
    "governor": _names("governor, Colonial Governor", "Gouverneur", "kormányzó", "kuvernööri", "губернатор"),
    "uprising": _names("uprising, Native Uprising", "Aufstand", "felkelés", "kapina", "восстание"),
    "cp": _names("cp, command points", "KP", "PP, parancspont", "KP", "ОП"),
    "a": _names("way a", "", "", "", "а"),
    "b": _names("way b", "", "", "", "б"),
    "c": _names("way c", "", "", "", ""),
    "d": _names("way d", "", "", "", ""),
}
"""What an event lets a power choose between that is no thing of the board."""

CARDS: Final[Mapping[str, Names]] = {
    "janissaries": _names("", "Janitscharen", "Janicsárok", "Janitsaarit", "Янычары"),
    "holy_roman_emperor": _names(
        "Emperor, HRE", "Heiliger Römischer Kaiser, Kaiserkarte", "Német-római császár",
        "Saksalais-roomalainen keisari",
        "Император Священной Римской империи, Священный римский император",
    ),
    "six_wives_of_henry_viii": _names(
        "Six Wives", "Sechs Frauen Heinrichs VIII, Sechs Frauen", "VIII. Henrik hat felesége, Hat feleség",
        "Henrik VIII:n kuusi vaimoa, Kuusi vaimoa", "Шесть жён Генриха VIII, Шесть жён",
    ),
    "patron_of_the_arts": _names(
        "Patron", "Förderer der Künste", "A művészetek pártfogója, Műpártoló", "Taiteiden suojelija",
        "Покровитель искусств"
    ),
    "papal_bull": _names("Bull", "Päpstliche Bulle, Bulle", "Pápai bulla, Bulla", "Paavin bulla, Bulla",
    "Папская булла, Булла"),
    "leipzig_debate": _names(
        "", "Leipziger Disputation", "Lipcsei hitvita", "Leipzigin väittely", "Лейпцигский диспут"
    ),
    "here_i_stand": _names("", "Hier stehe ich", "Itt állok", "Tässä seison", "На том стою"),
    "arquebusiers": _names("", "Arkebusiere", "Szakállasok, Puskások", "Arkebusierit", "Аркебузиры"),
    "field_artillery": _names("Artillery", "Feldartillerie", "Tábori tüzérség", "Kenttätykistö", "Полевая артиллерия"),
    "mercenaries_bribed": _names(
        "", "Bestochene Söldner", "Megvesztegetett zsoldosok", "Lahjotut palkkasoturit", "Подкуп наёмников"
    ),
    "mercenaries_grow_restless": _names(
        "Grow Restless", "Unruhige Söldner", "Nyugtalan zsoldosok", "Levottomat palkkasoturit", "Волнения наёмников"
    ),
    "siege_mining": _names("Mining", "Minenkrieg", "Aknaharc", "Piiritysmiinat", "Осадные мины"),
    "surprise_attack": _names("Surprise", "Überraschungsangriff", "Meglepetésszerű támadás", "Yllätyshyökkäys",
    "Внезапная атака"),
    "tercios": _names("", "Tercios", "Terciók", "Terciot", "Терции"),
    "foul_weather": _names("", "Unwetter, Schlechtes Wetter", "Viharos idő, Rossz idő", "Huono sää", "Ужасная погода"),
    "gout": _names("", "Gicht", "Köszvény", "Kihti", "Подагра"),
    "landsknechts": _names("", "Landsknechte", "Landsknechtek", "Landsknehdit, Landsknecht", "Ландскнехты"),
    "professional_rowers": _names("Rowers", "Berufsruderer, Ruderer", "Hivatásos evezősök, Evezősök",
        "Ammattisoutajat, Soutajat", "Профессиональные гребцы, Гребцы"),
    "siege_artillery": _names("", "Belagerungsartillerie", "Ostromtüzérség", "Piiritystykistö", "Осадная артиллерия"),
    "swiss_mercenaries": _names("Swiss", "Schweizer Söldner, Schweizer", "Svájci zsoldosok, Svájciak",
        "Sveitsiläiset palkkasoturit, Sveitsiläiset", "Швейцарские наёмники, Швейцарцы"),
    "the_wartburg": _names("Wartburg", "Die Wartburg, Wartburg", "Wartburg", "Wartburg", "Вартбург"),
    "halleys_comet": _names("Halley, Comet", "Halleyscher Komet, Komet", "Halley-üstökös, Üstökös",
    "Halleyn komeetta, Komeetta",
        "Комета Галлея, Комета"),
    "diplomatic_marriage": _names(
        "", "Diplomatische Heirat", "Diplomáciai házasság", "Diplomaattinen avioliitto", "Дипломатический брак"
    ),
    "auld_alliance": _names("", "Auld Alliance", "Auld Alliance, Régi szövetség", "Vanha liitto", "Старый союз"),
    "venetian_alliance": _names(
        "", "Venezianisches Bündnis", "Velencei szövetség", "Venetsian liitto", "Венецианский союз"
    ),
    "spring_preparations": _names(
        "", "Frühjahrsvorbereitungen", "Tavaszi előkészületek", "Kevätvalmistelut", "Весенние приготовления"
    ),
    "venetian_informant": _names(
        "", "Venezianischer Informant", "Velencei informátor", "Venetsialainen tiedonantaja",
        "Венецианский осведомитель"
    ),
    "fuggers": _names("", "Fugger", "Fuggerek", "Fuggerit", "Фуггеры"),
    "peasants_war": _names("", "Bauernkrieg", "Parasztháború", "Talonpoikaissota", "Крестьянская война"),
}  # fmt: skip
"""Home, combat and response cards, and those that answer a question of their own; the others have their number."""

DEBATERS: Final[Mapping[str, Names]] = {
    "luther": _names("Martin Luther", "Luther, Martin Luther", "Luther, Luther Márton", "Luther, Martti Luther",
        "Лютер, Мартин Лютер"),
    "melanchthon": _names("Melanchton", "Melanchthon", "Melanchthon", "Melanchthon", "Меланхтон"),
    "bucer": _names("Butzer", "Bucer, Butzer", "Bucer", "Bucer", "Буцер"),
    "carlstadt": _names("Karlstadt", "Karlstadt", "Karlstadt", "Karlstadt", "Карлштадт"),
    "zwingli": _names("Zwingly", "Zwingli", "Zwingli", "Zwingli", "Цвингли"),
    "oekolampadius": _names("Oecolampadius", "Oekolampad, Ökolampad", "Oecolampadius, Ökolampadiusz",
        "Oekolampadius", "Эколампадий"),
    "bullinger": _names("", "Bullinger", "Bullinger", "Bullinger", "Буллингер"),
    "calvin": _names("John Calvin", "Calvin", "Kálvin, Kálvin János", "Calvin", "Кальвин"),
    "farel": _names("", "Farel", "Farel", "Farel", "Фарель"),
    "cop": _names("", "Cop", "Cop", "Cop", "Коп"),
    "olivetan": _names("", "Olivetan", "Olivétan", "Olivetan", "Оливетан"),
    "tyndale": _names("", "Tyndale", "Tyndale", "Tyndale", "Тиндейл"),
    "cranmer": _names("Thomas Cranmer", "Cranmer", "Cranmer", "Cranmer", "Кранмер"),
    "coverdale": _names("", "Coverdale", "Coverdale", "Coverdale", "Ковердейл"),
    "latimer": _names("", "Latimer", "Latimer", "Latimer", "Латимер"),
    "wishart": _names("", "Wishart", "Wishart", "Wishart", "Уишарт"),
    "knox": _names("John Knox", "Knox", "Knox", "Knox", "Нокс"),
    "eck": _names("Johann Eck", "Eck", "Eck", "Eck", "Экк"),
    "campeggio": _names("", "Campeggio", "Campeggio", "Campeggio", "Кампеджо"),
    "aleander": _names("", "Aleander", "Aleander", "Aleander", "Алеандр"),
    "tetzel": _names("", "Tetzel", "Tetzel", "Tetzel", "Тецель"),
    "cajetan": _names("Cajetanus", "Cajetan", "Cajetanus, Kajetán", "Cajetan", "Каэтан"),
    "contarini": _names("", "Contarini", "Contarini", "Contarini", "Контарини"),
    "pole": _names("Reginald Pole", "Pole", "Pole", "Pole", "Поул"),
    "caraffa": _names("Carafa", "Carafa", "Carafa", "Carafa", "Караффа"),
    "loyola": _names("Ignatius", "Loyola", "Loyola, Loyolai Ignác", "Loyola", "Лойола"),
    "faber": _names("", "Faber", "Faber", "Faber", "Фабер"),
    "canisius": _names("", "Canisius", "Canisius", "Canisius", "Канизий"),
    "gardiner": _names("Stephen Gardiner", "Gardiner", "Gardiner", "Gardiner", "Гардинер"),
}  # fmt: skip

PRIZES: Final[Mapping[str, Names]] = {
    "st_lawrence": _names("Saint Lawrence, St Lawrence, St Lawrence River", "Sankt-Lorenz-Strom", "Szent Lőrinc-folyó",
        "Saint Lawrence", "Святой Лаврентий"),
    "great_lakes": _names("Lakes", "Große Seen", "Nagy-tavak", "Suuret järvet", "Великие озёра"),
    "mississippi": _names("", "Mississippi", "Mississippi", "Mississippi", "Миссисипи"),
    "amazon": _names("Amazonas", "Amazonas", "Amazonas", "Amazon, Amazonas", "Амазонка"),
    "pacific_strait": _names("Strait, Strait of Magellan, Pacific", "Pazifische Straße, Magellanstraße",
        "Csendes-óceáni szoros, Magellán-szoros", "Tyynenmeren salmi", "Пролив, Магелланов пролив"),
    "circumnavigation": _names("Around the world", "Weltumsegelung", "Föld körülhajózása, körülhajózás",
        "Maailmanympäripurjehdus", "Кругосветное плавание"),
    "maya": _names("Mayas", "Maya", "maják, maja", "mayat", "майя"),
    "aztecs": _names("Aztec", "Azteken", "aztékok, azték", "atsteekit", "ацтеки"),
    "inca": _names("Incas", "Inka", "inkák, inka", "inkat", "инки"),
}  # fmt: skip
"""Discoveries and conquests of the New World."""
