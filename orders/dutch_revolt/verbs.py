"""The verbs of the Dutch Revolt."""

from __future__ import annotations

from typing import Final

from orders.dutch_revolt import reading
from orders.language import Verb

VERBS: Final = (
    Verb(
        "GARRISON", "orange_squares", "GARRISON region", ("GARRISON Flanders",), reading.garrison,
        ("helyőrség", "Besatzung", "garnizoen", "garnison"),
    ),
    Verb(
        "TAX", "city_tax", "TAX level", ("TAX 2",), reading.tax,
        ("taxes", "adó", "adóztat", "Steuer", "Steuern", "belasting", "impôt"), lists=False,
    ),
    Verb(
        "SUPPORT", "move_support", "SUPPORT number box [MAP|TREASURY|BOTH] TO province|TREASURY",
        ("SUPPORT 2 French Support TO Artois", "SUPPORT 3 Spanish Treasury TO TREASURY",
        "SUPPORT 1 London Merchants BOTH TO Zeeland"),
        reading.support, ("támogatás", "támogat", "Unterstützung", "unterstützen", "steun", "soutien"),
    ),
    Verb(
        "ROB", "rob", "ROB number|ALL [faction]", ("ROB 2 Catholics", "ROB ALL Habsburgs", "ROB ALL"), reading.rob,
        ("rabol", "rablás", "rauben", "Raub", "beroof", "voler"),
    ),
    Verb(
        "KEEP", "upkeep", "KEEP [number] region", ("KEEP Holland", "KEEP 2 Holland"), reading.keep,
        ("megtart", "tart", "behalten", "halten", "behoud", "garder"),
    ),
    Verb(
        "DISBAND", "upkeep", "DISBAND [number] region", ("DISBAND Holland",), reading.disband,
        ("feloszlat", "leszerel", "auflösen", "ontbind", "dissoudre"),
    ),
    Verb(
        "RELEASE", "upkeep", "RELEASE region [SPARE | PLUNDER TOWN IN province | PLUNDER faction IN town|province]",
        ("RELEASE Holland", "RELEASE Holland SPARE", "RELEASE Holland PLUNDER TOWN IN Zeeland",
         "RELEASE Holland PLUNDER Nobility IN Delft", "RELEASE Holland PLUNDER Nobility IN Holland"),
        reading.release, ("elbocsát", "elenged", "entlassen", "ontsla", "licencier"),
    ),
    Verb(
        "RECRUIT", "recruit", "RECRUIT [number] region", ("RECRUIT Holland", "RECRUIT 2 Holland",
        "RECRUIT Holland ELSE Utrecht"),
        reading.recruit, ("toboroz", "toborzás", "rekrutieren", "werben", "anwerben", "werf", "recruter"),
    ),
    Verb(
        "BESIEGE", "begin_siege", "BESIEGE city", ("BESIEGE Haarlem",), reading.besiege,
        ("siege", "ostrom", "ostromol", "belagern", "belagere", "Belagerung", "beleger", "assiéger"),
    ),
    Verb(
        "HIRE", "sea_beggars", "HIRE number region", ("HIRE 2 Holland", "HIRE 1 Utrecht"), reading.hire,
        ("felbérel", "bérel", "anheuern", "heuern", "huur", "engager"),
    ),
    Verb(
        "DESTROY", "sea_beggars", "DESTROY [faction IN] region [BESIEGING city | FREE | RELEASED]",
        ("DESTROY Holland", "DESTROY Catholics IN Holland BESIEGING Haarlem", "DESTROY Catholics IN Holland FREE"),
        reading.destroy, ("elpusztít", "megsemmisít", "vernichten", "vernietig", "détruire"),
    ),
    Verb(
        "RELIEVE", "sea_beggars", "RELIEVE city", ("RELIEVE Haarlem",), reading.relieve,
        ("felment", "entsetzen", "ontzet", "secourir"),
    ),
    Verb(
        "RAID", "sea_beggars", "RAID province", ("RAID Zeeland",), reading.raid,
        ("plunder", "portya", "fosztogat", "plündern", "überfallen", "plunderen", "piller"),
    ),
    Verb(
        "BLOCKADE", "sea_beggars", "BLOCKADE city", ("BLOCKADE Haarlem",), reading.blockade,
        ("blokád", "blokádol", "zárlat", "blockieren", "blokkade", "blokkeer", "bloquer", "blocus"),
    ),
    Verb(
        "SPARE", "sea_beggars", "SPARE faction", ("SPARE Catholics",), reading.spare,
        ("megkímél", "kímél", "verschonen", "spaar", "épargner"),
    ),
    Verb(
        "MOVE", "move_army", "MOVE [number] region TO region", ("MOVE Holland TO Utrecht", "MOVE 2 Holland TO Utrecht"),
        reading.move, ("mozog", "mozgat", "lép", "ziehen", "bewegen", "verplaats", "déplacer"),
    ),
    Verb(
        "INFLUENCE", "influence", "INFLUENCE town|province [faction|NEUTRAL]",
        ("INFLUENCE Delft", "INFLUENCE Holland Nobility", "INFLUENCE Holland NEUTRAL"), reading.influence,
        ("befolyás", "befolyásol", "Einfluss", "beeinflussen", "invloed"),
    ),
    Verb(
        "PLACE", "new_units", "PLACE number province|box [MAP|TREASURY|BOTH]",
        ("PLACE 5 Holland", "PLACE 1 London Merchants", "PLACE 1 Huguenots MAP"), reading.place,
        ("put", "lerak", "letesz", "helyez", "elhelyez", "platzieren", "setzen", "plaats", "placer"),
    ),
    Verb(
        "NEUTRALS", "neutrals", "NEUTRALS province, province ...", ("NEUTRALS Holland, Zeeland",), reading.neutrals,
        ("semlegesek", "neutrale", "Neutralen", "neutralen", "neutres"),
    ),
    Verb(
        "OVERFLOW", "overflow", "OVERFLOW [number] province TO province, province ...",
        ("OVERFLOW 2 Holland TO Utrecht", "OVERFLOW Holland TO Utrecht, Gelderland"), reading.overflow,
        ("túlcsordul", "túlfolyik", "áramlik", "Überlauf", "überlaufen", "overloop", "déborder"), lists=False,
    ),
    Verb(
        "ARRANGE", "arrange", "ARRANGE province: number [faction|NEUTRAL] place|countryside TO place|countryside",
        ("ARRANGE Holland: 1 countryside TO Amsterdam", "ARRANGE Holland: 1 Nobility Delft TO countryside",
         "ARRANGE Holland: 1 countryside TO Delft, 2 NEUTRAL Amsterdam TO countryside"),
        reading.arrange, ("rearrange", "rendez", "átrendez", "elrendez", "ordnen", "anordnen", "schik", "arranger"),
        lists=False,
    ),
    Verb(
        "SACK", "siege_end", "SACK city, city ...", ("SACK Haarlem, Brussel",), reading.sack,
        ("bevesz", "elfoglal", "einnehmen", "stürmen", "inneem", "saccager"),
    ),
    Verb(
        "CONVERT", "siege_end", "CONVERT faction, faction ...", ("CONVERT Reformers, Nobility",), reading.convert,
        ("áttérít", "átállít", "bekehren", "bekeer", "convertir"),
    ),
    Verb(
        "PAY", "loyalty", "PAY number city", ("PAY 2 Köln",), reading.pay,
        ("fizet", "fizetés", "zahlen", "zahle", "bezahlen", "betaal", "payer"),
    ),
    Verb(
        "LAY", "turn_order", "LAY FIRST|LAST|BEFORE faction|AFTER faction",
        ("LAY FIRST", "LAY BEFORE Catholics ELSE LAST", "LAY AFTER Nobility", "LAY LAST"), reading.lay,
        ("kijátszik", "kirak", "auslegen", "legen", "leg", "poser"), lists=False,
    ),
)  # fmt: skip
