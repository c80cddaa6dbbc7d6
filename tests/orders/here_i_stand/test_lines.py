"""Order lines of Here I Stand: what each gives, in five languages; failures; talk."""
# ruff: noqa: E501  (tables read best with one case a line)

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import IllegalOrder
from engine.core.options import Many
from engine.here_i_stand.kinds import KINDS
from orders.grammar import Command, Failed, NoOrder, Ordered, help_on, read_order
from orders.here_i_stand import ANY_TIME, LANGUAGE, PHASES, STANDING
from orders.here_i_stand.restating import OF_SEVERAL_WAYS
from orders.typography import fold
from orders.words import OrderFault
from tests.orders.here_i_stand.boards import LEXICON, given, letter, normal

WALK = {"do": "move", "from": "buda", "to": "vienna"}
CHARLES = {"do": "intercept", "from": "graz", "regulars": 4, "leaders": "charles_v"}
ALLIED = {"do": "propose", "to": "france", "item": "alliance"}
REGULAR = {"do": "build", "unit": "regular", "space": "vienna"}

LINES: list[tuple[str, Any]] = [
    # 11
    ("PLAY Janissaries CP", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("PLAY Janissaries for 5 CP", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("PLAY Janissaries, 5 CP", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("PLAY card 88 CP", [[{"do": "play", "card": 88, "mode": "cp"}]]),
    ("PLAY 88 for 3 CP", [[{"do": "play", "card": 88, "mode": "cp"}]]),
    ("JÁTSZOM Janissaries PP-ért", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("GYŰLÉS Fuggers", [[{"do": "give", "card": 79}]]),
    ("PLAY 88 EVENT", [[{"do": "play", "card": 88, "mode": "a"}]]),
    ("PLAY card 88 as event", [[{"do": "play", "card": 88, "mode": "a"}]]),
    ("PLAY Peasants War EVENT", [[{"do": "play", "card": 88, "mode": "a"}]]),
    ("PLAY Six Wives EVENT A", [[{"do": "play", "card": 3, "mode": "a"}]]),
    ("PLAY Janissaries EVENT", [[{"do": "play", "card": 1, "mode": "b"}]]),
    ("PLAY War in Persia EVENT", [[{"do": "play", "card": 110, "mode": "a"}]]),
    ("PLAY Machiavelli: The Prince CP", [[{"do": "play", "card": 40, "mode": "cp"}]]),
    ("PLAY Luther's 95 Theses", [[{"do": "play", "card": 8, "mode": "a"}]]),
    ("PLAY Clement VII", [[{"do": "play", "card": 10, "mode": "a"}]]),
    ("PLAY Fuggers FOR 3 CP ELSE Gout CP", [[{"do": "play", "card": 79, "mode": "cp"}, {"do": "play", "card": 32, "mode": "cp"}]]),
    ("PLAY Fuggers FOR 2 CP", None),
    ("PLAY Fuggers CP ELSE Gout CP", [[{"do": "play", "card": 79, "mode": "cp"}, {"do": "play", "card": 32, "mode": "cp"}]]),
    ("SPIELE Janitscharen KP", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("KIJÁTSZIK janicsárok PP", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("PELAA janitsaarit KP", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("СЫГРАТЬ Янычары ОП", [[{"do": "play", "card": 1, "mode": "cp"}]]),
    ("СЫГРАТЬ Шесть жён СОБЫТИЕ Б", [[{"do": "play", "card": 3, "mode": "b"}]]),
    ("PASS", [[{"do": "pass"}]]),
    ("ПАС", [[{"do": "pass"}]]),
    ("MOVE Suleiman, Ibrahim, 7 regulars, 1 cavalry FROM Pressburg TO Vienna", [[{"do": "move", "from": "pressburg", "to": "vienna", "regulars": 7, "cavalry": 1, "leaders": "suleiman,ibrahim_pasha"}]]),
    ("MOVE 7 regulars and 1 cavalry with Suleiman FROM Pressburg -> Vienna", [[{"do": "move", "from": "pressburg", "to": "vienna", "regulars": 7, "cavalry": 1, "leaders": "suleiman"}]]),
    ("MOVE Suleiman 7 regulars FROM Buda TO Vienna", [[{**WALK, "regulars": 7, "leaders": "suleiman"}]]),
    ("MOVE ALL FROM Buda TO Vienna", [[WALK]]),
    ("MOVE FROM Buda TO Vienna", [[WALK]]),
    ("MOVE ALL FROM Belgrade TO Buda, Pressburg, Vienna", [[{"do": "move", "from": "belgrade", "to": "buda,pressburg,vienna"}]]),
    ("MOVE ALL FROM Belgrade -> Buda -> Pressburg -> Vienna", [[{"do": "move", "from": "belgrade", "to": "buda,pressburg,vienna"}]]),
    ("MOVE ALL, Suleiman FROM Buda TO Vienna", [[{**WALK, "leaders": "suleiman"}]]),
    ("MOVE Suleiman alone FROM Buda TO Vienna", [[{**WALK, "leaders": "suleiman", "regulars": 0}]]),
    ("MOVE 4 regulars, NO LEADER FROM Buda TO Vienna", [[{**WALK, "regulars": 4, "leaders": "none"}]]),
    ("MOVE 2 mercenaries, 3 Venetian regulars, 1 regular of Genoa FROM Buda TO Vienna", [[{**WALK, "regulars": 0, "mercenaries": 2, "minors": "venice 3,genoa 1"}]]),
    ("ZIEHE 7 Reguläre, Karl V VON Ofen NACH Wien", [[{**WALK, "regulars": 7, "leaders": "charles_v"}]]),
    ("MOZGAT 7 reguláris, Szulejmán INNEN Buda IDE Bécs", [[{**WALK, "regulars": 7, "leaders": "suleiman"}]]),
    ("SIIRRÄ 7 vakinaista, Kaarle V MISTÄ Buda MINNE Wien", [[{**WALK, "regulars": 7, "leaders": "charles_v"}]]),
    ("ДВИГАТЬ 7 регуляров, Сулейман ИЗ Буда В Вена", [[{**WALK, "regulars": 7, "leaders": "suleiman"}]]),
    ("ASSAULT Vienna", [[{"do": "assault", "space": "vienna"}]]),
    ("ASSAULT Vienna WITH Suleiman, 6 regulars", [[{"do": "assault", "space": "vienna", "regulars": 6, "leaders": "suleiman"}]]),
    ("ROHAM Bécs", [[{"do": "assault", "space": "vienna"}]]),
    ("ШТУРМ Вена", [[{"do": "assault", "space": "vienna"}]]),
    ("CONTROL Lyon, Metz", [[{"do": "control", "space": "lyon"}], [{"do": "control", "space": "metz"}]]),
    ("CONTROL Lyon OR Metz", [[{"do": "control", "space": "lyon"}, {"do": "control", "space": "metz"}]]),
    ("CALM Brussels", [[{"do": "calm", "space": "brussels"}]]),
    ("REMOVE UNREST IN Brussels", [[{"do": "calm", "space": "brussels"}]]),
    ("BUILD 2 regulars IN Vienna", [[{**REGULAR, "count": 2}]]),
    ("BUILD squadron IN Genoa", [[{"do": "build", "unit": "squadron", "space": "genoa"}]]),
    ("BUILD 2 regulars, 1 cavalry IN Istanbul", [[{"do": "build", "unit": "regular", "space": "istanbul", "count": 2}], [{"do": "build", "unit": "cavalry", "space": "istanbul", "count": 1}]]),
    ("BUILD regular IN Vienna, mercenary IN Prague", [[REGULAR], [{"do": "build", "unit": "mercenary", "space": "prague"}]]),
    ("BUILD Venetian squadron IN Venice", [[{"do": "build", "unit": "squadron", "space": "venice", "power": "venice"}]]),
    ("TOBOROZ 2 reguláris ITT Bécs", [[{**REGULAR, "count": 2}]]),
    ("SAIL 2 FROM Messina TO Ionian Sea WITH Doria AND 1 FROM Naples TO Tyrrhenian Sea", [[{"do": "sail", "moves": "messina>ionian_sea:2/0:andrea_doria;naples>tyrrhenian_sea:1/0"}]]),
    ("SAIL 2 squadrons, 3 corsairs, Barbarossa FROM Algiers TO Barbary Coast", [[{"do": "sail", "moves": "algiers>barbary_coast:2/3:barbarossa"}]]),
    ("SAIL ALL FROM Rhodes TO Aegean Sea, 1 FROM Athens TO Aegean Sea", [[{"do": "sail", "moves": "rhodes>aegean_sea;athens>aegean_sea:1/0"}]]),
    ("SAIL ALL, NO LEADER FROM Rhodes TO Aegean Sea", [[{"do": "sail", "moves": "rhodes>aegean_sea::none"}]]),
    ("SAIL 1 Genoese squadron FROM Genoa TO Gulf of Lyon", [[{"do": "sail", "moves": "genoa>gulf_of_lyon:1/0::genoa"}]]),
    ("SEGELN 2 VON Rhodos NACH Ägäis", [[{"do": "sail", "moves": "rhodes>aegean_sea:2/0"}]]),
    ("TRANSPORT 4 regulars, Brandon FROM London VIA North Sea TO Calais", [[{"do": "transport", "from": "london", "via": "north_sea", "to": "calais", "regulars": 4, "leaders": "charles_brandon"}]]),
    ("TRANSPORT ALL FROM London VIA English Channel, Bay of Biscay TO Bordeaux", [[{"do": "transport", "from": "london", "via": "english_channel,bay_of_biscay", "to": "bordeaux"}]]),
    ("PIRACY IN Ionian Sea AGAINST Hapsburgs", [[{"do": "piracy", "sea": "ionian_sea", "power": "hapsburg"}]]),
    ("WAIT", [[{"do": "wait"}]]),
    ("FINISH", [[{"do": "end"}]]),
    ("ASSAULT Vienna IF FAILS: ASSAULT Vienna IF FAILS: BUILD regular IN Vienna", [[{"do": "assault", "space": "vienna"}], [{"do": "assault", "space": "vienna", "after": "failed"}], [{**REGULAR, "after": "failed"}]]),
    ("IF CP 2 : ASSAULT Vienna ELSE BUILD regular IN Vienna", [[{"do": "assault", "space": "vienna", "cp": 2}, REGULAR]]),
    ("IF FAILS AND CP 2 : ASSAULT Vienna", [[{"do": "assault", "space": "vienna", "cp": 2, "after": "failed"}]]),
    ("HA SIKERTELEN : TOBOROZ reguláris ITT Bécs", [[{**REGULAR, "after": "failed"}]]),
    ("WENN MISSLINGT : BAUE regulär IN Wien", [[{**REGULAR, "after": "failed"}]]),
    ("JOS EPÄONNISTUU : RAKENNA vakinainen MISSÄ Wien", [[{**REGULAR, "after": "failed"}]]),
    ("ЕСЛИ ПРОВАЛ : ПОСТРОИТЬ регуляр В Вена", [[{**REGULAR, "after": "failed"}]]),
    ("DEFAULT", "default"),
    # 18
    ("PUBLISH German", [[{"do": "publish", "pick": "german"}]]),
    ("PUBLISH TREATISE IN French zone WITH Calvin", [[{"do": "publish", "pick": "french", "leaders": "calvin"}]]),
    ("PUBLISH English ELSE PUBLISH German", [[{"do": "publish", "pick": "english"}, {"do": "publish", "pick": "german"}]]),
    ("TRAKTAT deutsch MIT Karlstadt", [[{"do": "publish", "pick": "german", "leaders": "carlstadt"}]]),
    ("KIAD német", [[{"do": "publish", "pick": "german"}]]),
    ("JULKAISE saksa", [[{"do": "publish", "pick": "german"}]]),
    ("ИЗДАТЬ немецкая С Карлштадт", [[{"do": "publish", "pick": "german", "leaders": "carlstadt"}]]),
    ("TRANSLATE German 2 CP WITH Luther", [[{"do": "translate", "pick": "german", "count": 2, "leaders": "luther"}]]),
    ("TRANSLATE BIBLE INTO French 3", [[{"do": "translate", "pick": "french", "count": 3}]]),
    ("TRANSLATE English", [[{"do": "translate", "pick": "english"}]]),
    ("FORDÍT 2 PP angol", [[{"do": "translate", "pick": "english", "count": 2}]]),
    ("ПЕРЕВЕСТИ французская 2 ОП", [[{"do": "translate", "pick": "french", "count": 2}]]),
    ("BURN BOOKS IN German WITH Tetzel", [[{"do": "burn", "pick": "german", "leaders": "tetzel"}]]),
    ("BURN BOOKS IN German WITH Cajetan, Tetzel", [[{"do": "burn", "pick": "german", "leaders": "cajetan,tetzel"}]]),
    ("BURN BOOKS WITH Caraffa", [[{"do": "burn", "leaders": "caraffa"}]]),
    ("BURN English", [[{"do": "burn", "pick": "english"}]]),
    ("VERBRENNE Bücher IN deutsch", [[{"do": "burn", "pick": "german"}]]),
    ("ÉGET könyveket német", [[{"do": "burn", "pick": "german"}]]),
    ("POLTA kirjat saksa", [[{"do": "burn", "pick": "german"}]]),
    ("СЖЕЧЬ книги немецкая", [[{"do": "burn", "pick": "german"}]]),
    ("DEBATE German", [[{"do": "dispute", "pick": "german"}]]),
    ("DEBATE German AGAINST committed", [[{"do": "dispute", "pick": "german", "mode": "committed"}]]),
    ("DEBATE IN French zone AGAINST uncommitted debater", [[{"do": "dispute", "pick": "french", "mode": "uncommitted"}]]),
    ("DISPUTATION deutsch GEGEN freie", [[{"do": "dispute", "pick": "german", "mode": "uncommitted"}]]),
    ("HITVITA német lekötött", [[{"do": "dispute", "pick": "german", "mode": "committed"}]]),
    ("ДИСПУТ немецкая ПРОТИВ занятых", [[{"do": "dispute", "pick": "german", "mode": "committed"}]]),
    ("PETERS 3 CP", [[{"do": "saint_peters", "count": 3}]]),
    ("BUILD ST PETER'S 3 CP", [[{"do": "saint_peters", "count": 3}]]),
    ("BUILD 2 CP St. Peter’s", [[{"do": "saint_peters", "count": 2}]]),
    ("ST PETER'S", [[{"do": "saint_peters"}]]),
    ("BAUE Petersdom 2 KP", [[{"do": "saint_peters", "count": 2}]]),
    ("SZENT PÉTER 2 PP", [[{"do": "saint_peters", "count": 2}]]),
    ("FOUND university IN Cologne", [[{"do": "university", "space": "cologne"}]]),
    ("FOUND Cologne, Mainz", [[{"do": "university", "space": "cologne"}], [{"do": "university", "space": "mainz"}]]),
    ("BUILD Jesuit university IN Cologne WITH Loyola", [[{"do": "university", "space": "cologne", "leaders": "loyola"}]]),
    ("EGYETEM Köln", [[{"do": "university", "space": "cologne"}]]),
    ("CONVERT Leipzig, Erfurt WITH Bucer", [[{"do": "convert", "space": "leipzig"}], [{"do": "convert", "space": "erfurt", "pick": "bucer"}]]),
    ("CONVERT Leipzig OR Erfurt", [[{"do": "convert", "space": "leipzig"}, {"do": "convert", "space": "erfurt"}]]),
    ("CONVERT ANY WITH Bucer", [[{"do": "convert", "pick": "bucer"}]]),
    ("CONVERT Leipzig, ANY", [[{"do": "convert", "space": "leipzig"}], [{"do": "convert"}]]),
    ("TÉRÍT Lipcse VELE Bucer", [[{"do": "convert", "space": "leipzig", "pick": "bucer"}]]),
    ("BEKEHRE Leipzig", [[{"do": "convert", "space": "leipzig"}]]),
    ("ОБРАТИТЬ Лейпциг", [[{"do": "convert", "space": "leipzig"}]]),
    ("COMMIT Cranmer", [[{"do": "commit", "pick": "cranmer"}]]),
    ("COMMIT NONE", []),
    ("DIET Fuggers", [[{"do": "give", "card": 79}]]),
    ("GIVE Fuggers", [[{"do": "give", "card": 79}]]),
    ("REICHSTAG card 88", [[{"do": "give", "card": 88}]]),
    # 20, 21.7
    ("EXPLORE", [[{"do": "explore"}]]),
    ("COLONISE", [[{"do": "colonize"}]]),
    ("CONQUER", [[{"do": "conquer"}]]),
    ("GYARMATOSÍT", [[{"do": "colonize"}]]),
    ("CAMPAIGN War in Persia", [[{"do": "fight", "card": 110}]]),
    ("CAMPAIGN FOREIGN WAR", [[{"do": "fight"}]]),
    ("BUILD 2 regulars FOR War in Persia", [[{"do": "build", "unit": "regular", "count": 2, "card": 110}]]),
    ("BUILD 1 cavalry, 2 regulars FOR card 92", [[{"do": "build", "unit": "cavalry", "count": 1, "card": 92}], [{"do": "build", "unit": "regular", "count": 2, "card": 92}]]),
    ("CHOOSE committed", [[{"do": "choose", "pick": "committed"}]]),
    ("VÁLASZT szabad", [[{"do": "choose", "pick": "uncommitted"}]]),
    ("CHOOSE exploration FOR Hapsburgs", [[{"do": "choose", "pick": "exploration", "power": "hapsburg"}]]),
    ("CHOOSE debate", [[{"do": "choose", "pick": "debate"}]]),
    ("FIGHT 92", [[{"do": "fight", "card": 92}]]),
    ("FIGHT Revolt in Ireland", [[{"do": "fight", "card": 93}]]),
    ("IF FAILS : FIGHT War in Persia", [[{"do": "fight", "card": 110, "after": "failed"}]]),
    ("CHOOSE Amazon, Great Lakes", [[{"do": "choose", "pick": "amazon,great_lakes"}]]),
    ("VÁLASZT Amazonas", [[{"do": "choose", "pick": "amazon"}]]),
    ("CHOOSE Bucer, Zwingli", [[{"do": "choose", "pick": "bucer,zwingli"}]]),
    ("CHOOSE German zone", [[{"do": "choose", "pick": "german"}]]),
    # choices
    ("CHOOSE Leipzig, Erfurt", [[{"do": "choose", "pick": "leipzig,erfurt"}]]),
    ("CHOOSE Vienna 2, Graz 1", [[{"do": "choose", "pick": "vienna 2,graz 1"}]]),
    ("CHOOSE 2 IN Edinburgh", [[{"do": "choose", "count": 2, "space": "edinburgh"}]]),
    ("CHOOSE 2 squadrons IN Naples", [[{"do": "choose", "count": 2, "unit": "squadron", "space": "naples"}]]),
    ("CHOOSE regular 1, mercenary 2", [[{"do": "choose", "pick": "regular 1,mercenary 2"}]]),
    ("CHOOSE squadron", [[{"do": "choose", "pick": "squadron"}, {"do": "choose", "unit": "squadron"}]]),
    ("CHOOSE IN Vienna FOR Ottomans", [[{"do": "choose", "space": "vienna", "power": "ottoman"}]]),
    ("CHOOSE card 88", [[{"do": "choose", "card": 88}]]),
    ("CHOOSE War in Persia", [[{"do": "choose", "card": 110}]]),
    ("CHOOSE card 88 FOR Papacy", [[{"do": "choose", "card": 88, "power": "papacy"}]]),
    ("CHOOSE Montmorency IN Edinburgh", [[{"do": "choose", "pick": "montmorency", "space": "edinburgh"}]]),
    ("CHOOSE stay", [[{"do": "choose", "pick": "stay"}]]),
    ("CHOOSE NONE", [[{"do": "choose", "pick": "none"}]]),
    ("VÁLASZT Lipcse", [[{"do": "choose", "pick": "leipzig"}]]),
    ("ВЫБРАТЬ Лейпциг", [[{"do": "choose", "pick": "leipzig"}]]),
    # 13-16
    ("INTERCEPT 4 regulars, Charles FROM Graz", [[CHARLES]]),
    ("INTERCEPT ALL FROM Graz IF FAILS: INTERCEPT ALL FROM Vienna", [[{"do": "intercept", "from": "graz"}], [{"do": "intercept", "from": "vienna", "after": "failed"}]]),
    ("INTERCEPT 2 squadrons FROM Naples", [[{"do": "intercept", "from": "naples", "squadrons": 2}]]),
    ("INTERCEPT ALL ships FROM Naples", [[{"do": "intercept", "from": "naples"}]]),
    ("CHASE 2, Doria FROM Naples", [[{"do": "intercept", "from": "naples", "squadrons": 2, "leaders": "andrea_doria"}]]),
    ("AVOID TO York", [[{"do": "avoid", "to": "york"}]]),
    ("AVOID TO Ionian Sea", [[{"do": "avoid", "to": "ionian_sea"}]]),
    ("EVADE TO Messina", [[{"do": "avoid", "to": "messina"}]]),
    ("WITHDRAW", [[{"do": "inside"}]]),
    ("FIGHT", [[{"do": "fight"}]]),
    ("CONTINUE TO Graz", [[{"do": "continue", "to": "graz"}]]),
    ("CONTINUE VIA North Sea TO London", [[{"do": "transport", "via": "north_sea", "to": "london"}]]),
    ("FALL BACK", [[{"do": "fall_back"}]]),
    ("JOIN ALL", [[{"do": "join"}]]),
    ("JOIN NONE", [[{"do": "join", "regulars": 0, "leaders": "none"}]]),
    ("LOSE mercenaries, cavalry, regulars", [[{"do": "lose", "unit": unit}] for unit in ("mercenary", "cavalry", "regular")]),
    ("LOSE Venetian regulars, RELIEF", [[{"do": "lose", "unit": "regular", "power": "venice"}], [{"do": "lose", "pick": "relief"}]]),
    ("LOSE Venice", [[{"do": "lose", "power": "venice"}]]),
    ("RETREAT TO Buda", [[{"do": "retreat", "to": "buda"}]]),
    ("RETREAT TO Buda INSIDE 4", [[{"do": "retreat", "to": "buda", "count": 4}]]),
    ("RETREAT TO Buda INSIDE 4 WITH Suleiman", [[{"do": "retreat", "to": "buda", "count": 4, "leaders": "suleiman"}]]),
    ("RETREAT INSIDE 2 regulars, 1 cavalry", [[{"do": "retreat", "regulars": 2, "cavalry": 1}]]),
    ("AWARD squadron, vp, card", [[{"do": "award", "award": what}] for what in ("squadron", "vp", "card")]),
    ("AWARD 1 squadron, card", [[{"do": "award", "award": "squadron", "count": 1}], [{"do": "award", "award": "card"}]]),
    # cards
    ("RESPOND Foul Weather", [[{"do": "respond", "card": 31, "mode": "a"}]]),
    ("RESPOND 31", [[{"do": "respond", "card": 31, "mode": "a"}]]),
    ("ОТВЕТ Ужасная погода", [[{"do": "respond", "card": 31, "mode": "a"}]]),
    ("VÁLASZ Viharos idő", [[{"do": "respond", "card": 31, "mode": "a"}]]),
    ("RESPOND Gout AGAINST Suleiman", [[{"do": "respond", "card": 32, "mode": "a", "leader": "suleiman"}]]),
    ("RESPOND Gout LEADER Charles V", [[{"do": "respond", "card": 32, "mode": mode, "leader": "charles_v"} for mode in "ab"]]),
    ("RESPOND Halley's Comet B AGAINST France", [[{"do": "respond", "card": 38, "mode": "b", "power": "france"}]]),
    ("RESPOND Professional Rowers PLUS", [[{"do": "respond", "card": 34, "mode": "a", "pick": "plus"}]]),
    ("RESPOND Rowers DEFENDER", [[{"do": "respond", "card": 34, "mode": "b", "pick": "defender"}]]),
    ("RESPOND Landsknechts PLACING Vienna 2, 2 IN Graz", [[{"do": "respond", "card": 33, "mode": "a", "placing": "vienna 2,graz 2"}]]),
    ("RESPOND Landsknechts REMOVING Vienna Hapsburgs 2", [[{"do": "respond", "card": 33, "mode": "a", "placing": "vienna hapsburg 2"}]]),
    ("RESPOND Venetian Informant AGAINST England CHOOSING Papacy", [[{"do": "respond", "card": 109, "mode": "a", "power": "england", "pick": "papacy"}]]),
    ("RESPOND NONE", []),
    ("COMBAT Arquebusiers, 25", [[{"do": "combat", "card": card, "mode": "a"}] for card in (24, 25)]),
    ("COMBAT Tercios B", [[{"do": "combat", "card": 30, "mode": "b"}]]),
    ("DISCARD Fuggers, 88", [[{"do": "discard", "card": 79}], [{"do": "discard", "card": 88}]]),
    # 9
    ("PROPOSE TO France: alliance; lend 2 squadrons FROM Portsmouth; 1 random card", [[ALLIED], [{"do": "propose", "to": "france", "item": "loan", "space": "portsmouth", "squadrons": 2}], [{"do": "propose", "to": "france", "item": "draws", "count": 1}]]),
    ("PROPOSE TO france: alliance; lend 2 squadrons; 1 random card", [[ALLIED], [{"do": "propose", "to": "france", "item": "loan", "squadrons": 2}], [{"do": "propose", "to": "france", "item": "draws", "count": 1}]]),
    ("PROPOSE TO France alliance", [[ALLIED]]),
    ("PROPOSE 2 TO France AND Papacy: alliance WITH France; end war BETWEEN France AND Papacy", [[{"do": "propose", "package": 2, "to": "france,papacy", "item": "alliance", "power": "france"}], [{"do": "propose", "package": 2, "to": "france,papacy", "item": "end_war", "power": "france,papacy"}]]),
    ("PROPOSE TO France: France gives 1 card to me", [[{"do": "propose", "to": "france", "item": "draws", "count": 1, "power": "france"}]]),
    ("PROPOSE TO France, Papacy: France cedes Avignon TO Papacy; England gives 2 mercenaries TO France", [[{"do": "propose", "to": "france,papacy", "item": "cede", "space": "avignon", "power": "france,papacy"}], [{"do": "propose", "to": "france,papacy", "item": "mercenaries", "count": 2, "power": "england,france"}]]),
    ("PROPOSE TO Hapsburgs: Hapsburgs lend 1 Genoese squadron AND 1 Venetian squadron FROM Genoa WITH Doria", [[{"do": "propose", "to": "hapsburg", "item": "loan", "space": "genoa", "squadrons": "genoa 1,venice 1", "leader": "andrea_doria", "power": "hapsburg"}]]),
    ("PROPOSE TO Papacy: divorce; lift excommunication; return Francis", [[{"do": "propose", "to": "papacy", "item": "divorce"}], [{"do": "propose", "to": "papacy", "item": "lift_excommunication"}], [{"do": "propose", "to": "papacy", "item": "return_leader", "leader": "francis_i"}]]),
    ("JAVASLAT IDE Franciaország: szövetség; 2 zsoldos", [[ALLIED], [{"do": "propose", "to": "france", "item": "mercenaries", "count": 2}]]),
    ("ACCEPT 3, 1", [[{"do": "accept", "package": 3}], [{"do": "accept", "package": 1}]]),
    ("REFUSE 2", [[{"do": "refuse", "package": 2}]]),
    ("REFUSE NONE", []),
    ("GIVE 2 FROM Vienna", [[{"do": "give", "space": "vienna", "count": 2}]]),
    ("GIVE TO Wittenberg", [[{"do": "place", "space": "wittenberg"}]]),
    ("SUE FOR PEACE WITH Ottomans", [[{"do": "sue", "power": "ottoman"}]]),
    ("SUE France WITH Diplomatic Marriage", [[{"do": "sue", "power": "france", "card": 73}]]),
    ("DISBAND 2 mercenaries IN Lyon", [[{"do": "disband", "unit": "mercenary", "space": "lyon", "count": 2}]]),
    ("DISBAND cavalry IN War in Persia", [[{"do": "disband", "unit": "cavalry", "space": "110", "count": 1}]]),
    ("REGAIN Metz FOR vp", [[{"do": "regain", "space": "metz", "price": "vp"}]]),
    ("REGAIN Nice, Turin FOR a card", [[{"do": "regain", "space": "nice,turin", "price": "card"}]]),
    ("REGAIN Francis FOR card", [[{"do": "regain", "leader": "francis_i", "price": "card"}]]),
    ("RANSOM Francis, Brandon", [[{"do": "ransom", "leader": "francis_i"}], [{"do": "ransom", "leader": "charles_brandon"}]]),
    ("PAY ABSOLUTION", [[{"do": "pay"}]]),
    ("ABSOLUTION", [[{"do": "pay"}]]),
    ("DECLARE WAR ON France, Venice", [[{"do": "declare", "power": "france"}], [{"do": "declare", "power": "venice"}]]),
    ("DECLARE WAR", [[{"do": "declare"}]]),
    ("OPPOSE", [[{"do": "declare"}]]),
    ("INTERVENE WITH 2 CP", [[{"do": "intervene"}]]),
    ("INTERVENE WITH Auld Alliance", [[{"do": "intervene", "card": 69}]]),
    ("PAY WITH 65, Fuggers", [[{"do": "pay", "card": 65}], [{"do": "pay", "card": 79}]]),
    # 8, 10, 19, 23
    ("ENTER Wittenberg", [[{"do": "enter", "space": "wittenberg"}]]),
    ("DEPLOY Suleiman, 8 regulars FROM Istanbul TO Edirne WITH Spring Preparations", [[{"do": "deploy", "from": "istanbul", "to": "edirne", "regulars": 8, "leaders": "suleiman", "card": 102}]]),
    ("DEPLOY 4 regulars TO Lyon", [[{"do": "deploy", "to": "lyon", "regulars": 4}]]),
    ("DEPLOY WITH Spring Preparations", [[{"do": "deploy", "card": 102}]]),
    ("WINTER ALL FROM Lyon TO Paris", [[{"do": "go", "from": "lyon", "to": "paris"}]]),
    ("WINTER 2 squadrons FROM Ionian Sea TO Naples", [[{"do": "go", "from": "ionian_sea", "to": "naples", "squadrons": 2}]]),
    ("HARBOUR 2 Genoese squadrons, Doria FROM Gulf of Lyon TO Genoa", [[{"do": "go", "from": "gulf_of_lyon", "to": "genoa", "squadrons": 2, "power": "genoa", "leaders": "andrea_doria"}]]),
    ("STOP YES", [[{"do": "agree"}]]),
    ("STOP NO", []),
]  # fmt: skip
KINDS_OF = [
    ("INTERCEPT 2 squadrons FROM Naples", "naval_intercept"),
    ("INTERCEPT 2 regulars FROM Naples", "intercept"),
    ("AVOID TO Ionian Sea", "naval_avoid"),
    ("AVOID TO Naples", "avoid_battle"),
    ("WINTER ALL ships FROM Rhodes TO Istanbul", "winter_ships"),
    ("DECLARE WAR", "minor_activated"),
    ("PAY ABSOLUTION", "absolution"),
    ("PAY 65", "payment"),
    ("FIGHT", "withdraw"),
    ("FIGHT War in Persia", "impulse"),
    ("BUILD St Peter's 2", "impulse"),
    ("CONVERT Leipzig", "convert"),
    ("GIVE Fuggers", "diet"),
    ("GIVE 2 FROM Vienna", "give_units"),
]


@pytest.mark.parametrize(("line", "orders"), LINES, ids=[line for line, _ in LINES])
def test_what_a_line_orders(line: str, orders: Any) -> None:
    if orders is None:
        with pytest.raises(OrderFault):
            given(line)
        return
    for written in (line, line.upper(), line.lower()):
        found = given(written)
        if orders == "default":
            assert found == orders
        else:
            assert found == [[normal(alternative) for alternative in order] for order in orders]


@pytest.mark.parametrize(("line", "kind"), KINDS_OF)
def test_which_question_a_line_answers(line: str, kind: str) -> None:
    assert read_order(line, LANGUAGE, LEXICON).kind == kind


def test_every_kind_has_a_verb_and_a_place_in_time() -> None:
    assert {verb.kind for verb in LANGUAGE.verbs} == {*KINDS, "chance_words"}
    assert PHASES.keys() | ANY_TIME == set(KINDS)
    for kind in KINDS:
        assert LANGUAGE.default_line(kind) == "DEFAULT"


def test_every_response_can_stand() -> None:
    lines = {verb.kind: verb.examples[0] for verb in LANGUAGE.verbs if verb.name != "STANDING"}
    for kind in STANDING:
        ordered = read_order(f"STANDING {lines[kind]}", LANGUAGE, LEXICON)
        assert (ordered.kind, ordered.standing) == (kind, True)
    assert {kind for kind, one in KINDS.items() if one.timing.value == "response"} == STANDING.keys()


@pytest.mark.parametrize("verb", LANGUAGE.verbs, ids=lambda verb: verb.name)
def test_every_verb_is_known_by_its_examples_and_synonyms(verb: Any) -> None:
    for example in verb.examples:
        assert example.split()[0] == verb.name
        kind = read_order(example, LANGUAGE, LEXICON).kind
        assert kind in (verb.kind, "") or verb.name == "STANDING"
    for word in verb.synonyms:
        assert LANGUAGE.verb_of_word[fold(word)] is verb
    if verb.kind in KINDS and verb.name != "STANDING" and KINDS[verb.kind].many is not Many.ANY:
        assert not verb.lists


def test_no_word_means_two_verbs_and_no_place_is_a_verb() -> None:
    words = [(fold(word), verb.name) for verb in LANGUAGE.verbs for word in (verb.name, *verb.synonyms)]
    assert len({word for word, _ in set(words)}) == len(set(words))
    nesting = LANGUAGE.nesting
    assert nesting is not None
    assert [word for word, _ in words if LEXICON.knows(word, LEXICON.places)] == []
    assert [word for word in nesting.else_words | nesting.if_words if LEXICON.knows(word, LEXICON.known)] == []


def test_cards_of_several_ways_are_those_of_the_data() -> None:
    assert {int(number) for number, card in LEXICON.cards.items() if len(card.effects) > 1} == OF_SEVERAL_WAYS


FAILURES = [
    ("PLAY Fuggers", "cp_or_event"),
    ("PLAY Fuggers FOR 2 CP", "other_cp"),
    ("PLAY Six Wives EVENT", "name_the_way"),
    ("PLAY Six Wives EVENT X", "no_such_way"),
    ("PLAY Fugers CP", "did_you_mean"),
    ("PLAY 400 CP", "did_you_mean"),
    ("MOVE 7 regulars FROM Buda", "word_missing"),
    ("MOVE regulars FROM Buda TO Vienna", "number_missing"),
    ("MOVE 7 units FROM Buda TO Vienna", "unit_type_missing"),
    ("MOVE 2 squadrons FROM Buda TO Vienna", "other_units_here"),
    ("MOVE 2 Venetian mercenaries FROM Buda TO Vienna", "minors_have_regulars"),
    ("MOVE ALL FROM Buuda TO Vienna", "did_you_mean"),
    ("MOVE ALL FROM Buda TO Ionian Sea", "wrong_sort"),
    ("MOVE Henry FROM London TO York", "ambiguous"),
    ("CONTROL Bre", "ambiguous"),
    ("BUILD 2 regulars", "word_missing"),
    ("BUILD 2 galleys IN Genoa", "not_understood"),
    ("SAIL 2 FROM Messina", "word_missing"),
    ("TRANSPORT ALL FROM London TO Calais", "word_missing"),
    ("PIRACY IN Ionian Sea", "word_missing"),
    ("PUBLISH Vienna", "wrong_sort"),
    ("BURN BOOKS", "name_missing"),
    ("TRANSLATE German 2 3", "number_missing"),
    ("FOUND university IN Colonge", "did_you_mean"),
    ("CONVERT Leipzig WITH Buecr", "did_you_mean"),
    ("COMMIT Suleiman", "wrong_sort"),
    ("CAMPAIGN Vienna", "wrong_sort"),
    ("PETERS Rome", "not_understood"),
    ("EXPLORE Amazon", "stands_alone"),
    ("IF WAR : ASSAULT Vienna", "condition_unknown"),
    ("IF CP : ASSAULT Vienna", "condition_incomplete"),
    ("IF CP many : ASSAULT Vienna", "number_missing"),
    ("IF DONE : AVOID TO York", "condition_not_here"),
    ("IF CP 2 : INTERCEPT ALL FROM Graz", "condition_not_here"),
    ("ASSAULT Vienna ELSE INTERCEPT ALL FROM Graz", "else_other_question"),
    ("INTERCEPT ALL", "word_missing"),
    ("INTERCEPT ALL FROM Vienna IF INTO Grax", "did_you_mean"),
    ("INTERCEPT ALL FROM Vienna IF WEATHER good", "standing_no_such_fact"),
    ("INTERCEPT ALL FROM Vienna IF STRENGTH <= few", "standing_no_number"),
    ("COMBAT Arquebusiers IF MINOR venice", "standing_no_such_fact"),
    ("STANDING MOVE ALL FROM Buda TO Vienna", "never_standing"),
    ("RESPOND Gout", "leader_missing"),
    ("RESPOND Halley's Comet AGAINST France", "name_the_way"),
    ("AWARD gold", "no_such_award"),
    ("RETREAT INSIDE", "word_missing"),
    ("PROPOSE alliance", "word_missing"),
    ("PROPOSE TO France:", "deal_item_missing"),
    ("PROPOSE TO France: 5 horses", "did_you_mean"),
    ("PROPOSE TO France: friendship", "no_such_deal_item"),
    ("PROPOSE TO France, Papacy: 2 cards TO Papacy", "giver_missing"),
    ("PROPOSE TO France: 1 card to me", "giver_missing"),
    ("PROPOSE TO Frnace: alliance", "did_you_mean"),
    ("ACCEPT Anna", "number_missing"),
    ("REGAIN Metz", "price_missing"),
    ("STOP PLEASE", "yes_or_no"),
    ("WAIT HERE", "stands_alone"),
    ("MVOE ALL FROM Buda TO Vienna", "verb_did_you_mean"),
]


@pytest.mark.parametrize(("line", "key"), FAILURES, ids=[line for line, _ in FAILURES])
def test_failures(line: str, key: str) -> None:
    statement = letter(line).lines[0].statement
    assert isinstance(statement, Failed)
    assert statement.reason.key.removesuffix("_near") == key
    with pytest.raises((OrderFault, IllegalOrder)):
        read_order(line, LANGUAGE, LEXICON)


@pytest.mark.parametrize(
    "line",
    [
        "Play well, everybody!", "Pass the salt", "Move on, please", "Stop it!", "Fight well", "If you like, we can talk",
        "Continue like this", "Give my regards to Anna", "Wait for me", "Always yours", "Default is fine", "Fall is here",
        "Lose no sleep over it", "Control yourself", "St Andrews was lovely", "Found it!", "Commit to it", "Pay attention", "Választ várok tőled", "Dear judge,",
    ],
)  # fmt: skip
def test_talk_is_no_order(line: str) -> None:
    assert isinstance(letter(line).lines[0].statement, NoOrder)


def test_semicolons_hold_a_proposal_together_and_part_other_orders() -> None:
    text = (
        "PROPOSE TO France: alliance; lend 2 squadrons FROM Portsmouth; 1 random card; DECLARE WAR ON Scotland\n"
        "SAIL 2 FROM Messina TO Ionian Sea; 1 FROM Naples TO Tyrrhenian Sea; ASSAULT Naples; FINISH"
    )
    lines = letter(text).orders
    assert [line.number for line in lines] == ["1a", "1d", "2a", "2c", "2d"]
    assert [len(line.statement.given) for line in lines] == [3, 1, 1, 1, 1]  # type: ignore[union-attr]


def test_wait_is_an_order_here_and_hold_a_word_to_the_judge() -> None:
    assert isinstance(letter("WAIT").lines[0].statement, Ordered)
    assert letter("HOLD").commands == (Command("wait"),)
    assert letter("CLEAR INTERCEPT").commands == (Command("clear", "intercept"),)
    assert letter("CLEAR CHASE").commands == (Command("clear", "naval_intercept"),)
    assert letter("HELP MOVE").commands == (Command("help", "MOVE"),)


def test_power_lines() -> None:
    parsed = letter("GAME rome TURN 3 POWER France\nPASS\nHATALOM oszmán\nPASS\nДЕРЖАВА Англия\nPASS")
    assert [(line.seat, line.turn) for line in parsed.orders] == [("france", 3), ("ottoman", 3), ("england", 3)]


def test_help() -> None:
    assert [said.key for said in help_on(LANGUAGE, "PLAY")] == ["help.play"]
    assert {said.key for said in help_on(LANGUAGE)} == {
        f"help.{verb.name.lower()}" for verb in LANGUAGE.verbs if verb.name != "CHANCE"
    }
