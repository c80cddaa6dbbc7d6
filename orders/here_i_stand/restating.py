"""Orders of Here I Stand as sentences of the catalogue, for receipts: keys and facts, sentences inside sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.decision import Json
from engine.core.options import Alternative
from engine.here_i_stand.terms import Power
from orders.here_i_stand.forces import LAND, NAVAL, NO_LEADER
from orders.language import Said

_FACTS: Final[Mapping[str, str]] = {
    "from": "from_space", "to": "to_space", "space": "space", "sea": "sea", "card": "card", "power": "power",
    "count": "count", "leader": "leader", "unit": "unit",
}  # fmt: skip
"""Field -> the fact of a sentence."""
OF_SEVERAL_WAYS: Final = frozenset({1, 3, 5, 7, 30, 32, 34, 38, 42, 68, 69, 72, 73, 86, 108, 112, 115})
"""Cards whose text can be used in several ways; a test compares them with the data."""


def _facts(order: Alternative, *fields: str) -> dict[str, Json | Said]:
    return {_FACTS[field]: order.get(field) for field in fields}


def _ids(listed: object) -> list[Json]:
    return [one.strip() for one in str(listed or "").split(",") if one.strip()]


def _chain(parts: Sequence[Said], key: str = "order.force.list") -> Said:
    """Several sentences as one, with commas between them."""
    first, *rest = parts
    return Said(key, {"one": first, "more": _chain(rest, key)}) if rest else first


# ------------------------------------------------------------------ forces


def _counted(unit: str, count: int) -> Said:
    return Said(f"order.unit.{unit}", {"count": count})


def _force(order: Alternative) -> Said:
    """Units and leaders of a formation or a fleet."""
    fields = {**LAND, **NAVAL}
    parts = [_counted(unit, int(str(order[field]))) for unit, field in fields.items() if order.get(field)]
    for listed in _ids(order.get("minors")):
        owner, _, count = str(listed).partition(" ")
        if int(count or 0):
            parts.append(Said("order.unit.minor", {"power": owner, "count": int(count)}))
    named = any(order.get(field) is not None for field in (*fields.values(), "minors"))
    if not parts:
        at_sea = "squadrons" in order and "regulars" not in order
        parts = [Said("order.force.none" if named else f"order.force.{'ships' if at_sea else 'all'}", {})]
    if order.get("leaders") == NO_LEADER:
        return _chain([*parts, Said("order.force.no_leader", {})])
    leaders = [Said("order.force.leader", {"leader": leader}) for leader in _ids(order.get("leaders"))]
    return _chain([*parts, *leaders])


def _names_force(order: Alternative) -> bool:
    return any(order.get(field) is not None for field in (*LAND.values(), "minors", "leaders"))


# ------------------------------------------------------------------ 11 impulse


def _play(order: Alternative) -> Said:
    if order["mode"] == "cp":
        return Said("order.impulse.play.cp", _facts(order, "card"))
    return _with_way("order.impulse.play.event", order, _facts(order, "card"))


def _with_way(key: str, order: Alternative, facts: dict[str, Json | Said]) -> Said:
    if order.get("mode") and order["card"] in OF_SEVERAL_WAYS:
        return Said(f"{key}_way", {**facts, "way": str(order["mode"]).upper()})
    return Said(key, facts)


def _move(order: Alternative) -> Said:
    return Said("order.impulse.move", {**_facts(order, "from"), "force": _force(order), "spaces": _ids(order["to"])})


def _transport(order: Alternative) -> Said:
    facts = {**_facts(order, "from", "to"), "force": _force(order), "seas": _ids(order["via"])}
    return Said("order.impulse.transport", facts)


def _sail(order: Alternative) -> Said:
    legs = [_leg(leg.strip()) for leg in str(order["moves"]).split(";") if leg.strip()]
    return Said("order.impulse.sail", {"legs": _chain(legs, "order.leg.list")})


def _leg(text: str) -> Said:
    way, *details = text.split(":")
    start, _, end = way.partition(">")
    ships = next((one for one in details if one.replace("/", "").isdecimal()), "")
    squadrons, _, corsairs = ships.partition("/")
    owner = next((one for one in details if one in list(Power)), "")
    others = [one for one in details if one and one not in (ships, owner)]
    fleet: Alternative = {
        "squadrons": int(squadrons) if ships else None, "corsairs": int(corsairs or 0) if ships else None,
        "leaders": ",".join(one.replace("+", ",") for one in others) or None,
    }  # fmt: skip
    force = Said("order.force.of", {"power": owner, "force": _force(fleet)}) if owner else _force(fleet)
    return Said("order.leg.one", {"force": force, "from_space": start, "to_space": end})


def _assault(order: Alternative) -> Said:
    facts = _facts(order, "space")
    if not _names_force(order):
        return Said("order.impulse.assault", facts)
    return Said("order.impulse.assault_with", {**facts, "force": _force(order)})


def _build(order: Alternative) -> Said:
    count = order.get("count")
    force = _counted(str(order["unit"]), count if isinstance(count, int) else 1)
    if order.get("power") is not None:
        force = Said("order.force.of", {**_facts(order, "power"), "force": force})
    if order.get("space") is None:
        return Said("order.impulse.build.for_war", {**_facts(order, "card"), "force": force})
    return Said("order.impulse.build", {**_facts(order, "space"), "force": force})


def _campaign(order: Alternative) -> Said:
    if order.get("card") is None:
        return Said("order.impulse.fight.only", {})
    return Said("order.impulse.fight", _facts(order, "card"))


def _choose(order: Alternative) -> Said:
    if order.get("pick") == "none":
        return Said("order.choice.none", {})
    parts = [Said("order.choice.things", {"things": _things(order["pick"])})] if order.get("pick") is not None else []
    for field in ("count", "unit", "card", "space", "to", "power"):
        if order.get(field) is not None:
            parts.append(Said(f"order.choice.{field}", _facts(order, field)))
    return Said("order.choice.choose", {"what": _chain(parts)}) if parts else Said("order.choice.none", {})


def _things(ids: object) -> list[Json]:
    return _ids(ids)


# ------------------------------------------------------------------ 18


def _with_debater(key: str, order: Alternative, field: str, facts: dict[str, Json | Said]) -> Said:
    """A sentence, and around it who is committed for it."""
    said = Said(key, facts)
    debaters = _ids(order.get(field))
    return Said("order.with_debaters", {"order": said, "debaters": debaters}) if debaters else said


def _publish(order: Alternative) -> Said:
    return _with_debater("order.impulse.publish", order, "leaders", {"zone": order["pick"]})


def _translate(order: Alternative) -> Said:
    facts: dict[str, Json | Said] = {"zone": order["pick"]}
    if order.get("count") is not None:
        return _with_debater("order.impulse.translate.cp", order, "leaders", {**facts, **_facts(order, "count")})
    return _with_debater("order.impulse.translate", order, "leaders", facts)


def _burn(order: Alternative) -> Said:
    if order.get("pick") is None:
        return _with_debater("order.impulse.burn.all", order, "leaders", {})
    return _with_debater("order.impulse.burn", order, "leaders", {"zone": order["pick"]})


def _debate(order: Alternative) -> Said:
    pool = f".{order['mode']}" if order.get("mode") is not None else ""
    return Said(f"order.impulse.dispute{pool}", {"zone": order["pick"]})


def _cathedral(order: Alternative) -> Said:
    known = order.get("count") is not None
    return Said(f"order.impulse.saint_peters{'.cp' if known else ''}", _facts(order, "count") if known else {})


def _found(order: Alternative) -> Said:
    return _with_debater("order.impulse.university", order, "leaders", _facts(order, "space"))


def _convert(order: Alternative) -> Said:
    if order.get("space") is None:
        return _with_debater("order.convert.any", order, "pick", {})
    return _with_debater("order.convert.convert", order, "pick", _facts(order, "space"))


def _commit(order: Alternative) -> Said:
    return Said("order.debater_bonus.commit", {"debater": order["pick"]})


# ------------------------------------------------------------------ answers


def _avoid(order: Alternative) -> Said:
    key = "order.avoid_battle.avoid" + ("_with" if _names_force(order) else "")
    return Said(key, {**_facts(order, "to"), **({"force": _force(order)} if _names_force(order) else {})})


def _intercept(order: Alternative) -> Said:
    return Said("order.intercept.intercept", {**_facts(order, "from"), "force": _force(order)})


def _chase(order: Alternative) -> Said:
    return Said("order.naval_intercept.intercept", {**_facts(order, "from"), "force": _force(order)})


def _over_sea(order: Alternative) -> Said:
    return Said("order.not_outnumbered.transport", {**_facts(order, "to"), "seas": _ids(order["via"])})


def _lose(order: Alternative) -> Said:
    parts = [Said(f"order.losses.{order['pick']}", {})] if order.get("pick") is not None else []
    for field in ("power", "unit"):
        if order.get(field) is not None:
            parts.append(Said(f"order.losses.{field}", _facts(order, field)))
    return Said("order.losses.lose", {"what": _chain(parts)})


def _retreat(order: Alternative) -> Said:
    inside = order.get("count") is not None or _names_force(order)
    goal = order.get("to") is not None
    facts = _facts(order, "to") if goal else {}
    if not inside:
        return Said("order.retreat.to", facts)
    if order.get("count") is not None:
        force = _chain([Said("order.unit.any", _facts(order, "count")), *_leaders(order)])
    else:
        force = _force(order)
    return Said("order.retreat.to_and_inside" if goal else "order.retreat.inside", {**facts, "force": force})


def _leaders(order: Alternative) -> list[Said]:
    if order.get("leaders") == NO_LEADER:
        return [Said("order.force.no_leader", {})]
    return [Said("order.force.leader", {"leader": leader}) for leader in _ids(order.get("leaders"))]


def _award(order: Alternative) -> Said:
    if order.get("count") is not None:
        return Said(f"order.piracy_award.{order['award']}_at_most", _facts(order, "count"))
    return Said(f"order.piracy_award.{order['award']}", {})


def _respond(order: Alternative) -> Said:
    said = _with_way("order.response.respond", order, _facts(order, "card"))
    for field in ("leader", "power", "space"):
        if order.get(field) is not None:
            said = Said(f"order.response.{field}", {"order": said, **_facts(order, field)})
    for field in ("placing", "pick"):
        if order.get(field) is not None:
            said = Said(f"order.response.{field}", {"order": said, "things": _things(order[field])})
    return said


def _combat(order: Alternative) -> Said:
    said = _with_way("order.combat.combat", order, _facts(order, "card"))
    if order.get("power") is not None:
        said = Said("order.response.power", {"order": said, **_facts(order, "power")})
    if order.get("pick") is not None:
        said = Said("order.response.pick", {"order": said, "things": _things(order["pick"])})
    return said


# ------------------------------------------------------------------ other phases


def _propose(order: Alternative) -> Said:
    facts: dict[str, Json | Said] = {"powers": _ids(order["to"]), "item": _item(order)}
    if order.get("package") is None:
        return Said("order.propose.propose", facts)
    return Said("order.propose.numbered", {**facts, "package": order["package"]})


def _item(order: Alternative) -> Said:
    giver, _, receiver = str(order.get("power") or "").partition(",")
    item = str(order["item"])
    facts: dict[str, Json | Said] = {}
    match item:
        case "loan":
            facts = {**_facts(order, "space"), "force": _lent(order)}
        case "return_leader":
            facts = _facts(order, "leader")
        case "cede":
            facts = _facts(order, "space")
        case "draws" | "mercenaries":
            facts = _facts(order, "count")
    unplaced = item == "loan" and order.get("space") is None
    said = Said("order.deal.loan_from_there" if unplaced else f"order.deal.{item}", facts)
    if item in ("alliance", "end_war") and giver:
        between: list[Json] = [giver, receiver]
        if receiver:
            return Said("order.deal.between", {"powers": between, "item": said})
        return Said("order.deal.with", {"power": giver, "item": said})
    if giver:
        said = Said("order.deal.by", {"power": giver, "item": said})
    if receiver:
        said = Said("order.deal.for", {"power": receiver, "item": said})
    return said


def _lent(order: Alternative) -> Said:
    ships = order["squadrons"]
    if isinstance(ships, int):
        parts = [_counted("squadron", ships)]
    else:
        pairs = [str(one).partition(" ") for one in _ids(ships)]
        parts = [
            Said("order.force.of", {"power": owner, "force": _counted("squadron", int(count))})
            for owner, _, count in pairs
        ]
    leaders = [Said("order.force.leader", {"leader": leader}) for leader in _ids(order.get("leader"))]
    return _chain([*parts, *leaders])


def _give(order: Alternative) -> Said:
    return Said(
        f"order.give_units.{order['do']}", _facts(order, *(("space", "count") if order["do"] == "give" else ("space",)))
    )


def _sue(order: Alternative) -> Said:
    return Said("order.peace.sue_with", _facts(order, "power", "card")) if order.get("card") is not None else Said(
        "order.peace.sue", _facts(order, "power")
    )  # fmt: skip


def _disband(order: Alternative) -> Said:
    count = order.get("count")
    force = _counted(str(order["unit"]), count if isinstance(count, int) else 1)
    if str(order["space"]).isdecimal():
        return Said("order.peace_terms.disband_at_war", {"card": int(str(order["space"])), "force": force})
    return Said("order.peace_terms.disband", {**_facts(order, "space"), "force": force})


def _regain(order: Alternative) -> Said:
    if order.get("leader") is not None:
        return Said(f"order.peace_terms.regain_leader.{order['price']}", _facts(order, "leader"))
    return Said(f"order.peace_terms.regain.{order['price']}", {"spaces": _ids(order["space"])})


def _intervene(order: Alternative) -> Said:
    card = order.get("card") is not None
    return Said("order.intervene.card", _facts(order, "card")) if card else Said("order.intervene.cp", {})


def _deploy(order: Alternative) -> Said:
    card = order.get("card") is not None
    if order.get("to") is None:
        return Said("order.spring_deployment.card", _facts(order, "card"))
    facts = {**_facts(order, "to"), "force": _force(order)}
    start = "_from" if order.get("from") is not None else ""
    facts |= _facts(order, "from") if start else {}
    said = Said(f"order.spring_deployment.deploy{start}", facts)
    return Said("order.spring_deployment.with_card", {"order": said, **_facts(order, "card")}) if card else said


def _winter(order: Alternative) -> Said:
    return Said("order.winter_land.go", {**_facts(order, "from", "to"), "force": _force(order)})


def _harbour(order: Alternative) -> Said:
    force = _force(order)
    if order.get("power") is not None:
        force = Said("order.force.of", {**_facts(order, "power"), "force": force})
    return Said("order.winter_ships.go", {**_facts(order, "from", "to"), "force": force})


def _relief(order: Alternative) -> Said:
    return Said("order.relief.join", {"force": _force(order)})


def _deal(order: Alternative) -> Said:
    return Said(f"order.ratify.{order['do']}", {"n": order["package"]})


_OWN: Final[Mapping[tuple[str, str], Callable[[Alternative], Said]]] = {
    ("impulse", "play"): _play,
    ("impulse", "move"): _move,
    ("impulse", "transport"): _transport,
    ("impulse", "sail"): _sail,
    ("impulse", "assault"): _assault,
    ("impulse", "build"): _build,
    ("impulse", "choose"): _choose,
    ("impulse", "publish"): _publish,
    ("impulse", "translate"): _translate,
    ("impulse", "burn"): _burn,
    ("impulse", "dispute"): _debate,
    ("impulse", "saint_peters"): _cathedral,
    ("impulse", "university"): _found,
    ("impulse", "convert"): _convert,
    ("impulse", "fight"): _campaign,
    ("convert", "convert"): _convert,
    ("debater_bonus", "commit"): _commit,
    ("choice", "choose"): _choose,
    ("avoid_battle", "avoid"): _avoid,
    ("intercept", "intercept"): _intercept,
    ("naval_intercept", "intercept"): _chase,
    ("not_outnumbered", "transport"): _over_sea,
    ("losses", "lose"): _lose,
    ("retreat", "retreat"): _retreat,
    ("relief", "join"): _relief,
    ("piracy_award", "award"): _award,
    ("response", "respond"): _respond,
    ("combat", "combat"): _combat,
    ("propose", "propose"): _propose,
    ("ratify", "accept"): _deal,
    ("ratify", "refuse"): _deal,
    ("give_units", "give"): _give,
    ("give_units", "place"): _give,
    ("peace", "sue"): _sue,
    ("peace_terms", "disband"): _disband,
    ("peace_terms", "regain"): _regain,
    ("intervene", "intervene"): _intervene,
    ("spring_deployment", "deploy"): _deploy,
    ("winter_land", "go"): _winter,
    ("winter_ships", "go"): _harbour,
}
_PLAIN: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("impulse", "pass"): (),
    ("impulse", "control"): ("space",),
    ("impulse", "calm"): ("space",),
    ("impulse", "piracy"): ("sea", "power"),
    ("impulse", "wait"): (),
    ("impulse", "end"): (),
    ("impulse", "explore"): (),
    ("impulse", "colonize"): (),
    ("impulse", "conquer"): (),
    ("diet", "give"): ("card",),
    ("withdraw", "inside"): (),
    ("withdraw", "fight"): (),
    ("not_outnumbered", "continue"): ("to",),
    ("not_outnumbered", "fall_back"): (),
    ("naval_avoid", "avoid"): ("to",),
    ("discard", "discard"): ("card",),
    ("leader_enters", "enter"): ("space",),
    ("ransom", "ransom"): ("leader",),
    ("absolution", "pay"): (),
    ("war", "declare"): ("power",),
    ("payment", "pay"): ("card",),
    ("minor_activated", "declare"): (),
    ("stop", "agree"): (),
}
"""Kind and do-word -> the fields that its one sentence names."""


def restate(kind: str, order: Alternative) -> Said:
    """The catalogue's sentence for an alternative, and its facts; conditions stand around it."""
    key = (kind, str(order["do"]))
    said = _OWN[key](order) if key in _OWN else Said(f"order.{kind}.{order['do']}", _facts(order, *_PLAIN[key]))
    if order.get("cp") is not None:
        said = _if(Said("order.if.cp", {"count": order["cp"]}), said)
    if order.get("after") is not None:
        said = _if(Said(f"order.if.{order['after']}", {}), said)
    return said


def _if(condition: Said, order: Said) -> Said:
    return Said("order.if.so", {"condition": condition, "order": order})


VARIANTS: Final[tuple[str, ...]] = (
    *(f"order.{kind}.{do}" for kind, do in _PLAIN),
    *(f"order.impulse.{name}" for name in (
        "play.cp", "play.event", "play.event_way", "move", "transport", "sail", "assault", "assault_with", "build",
    )),
    *(f"order.impulse.{name}" for name in (
        "publish", "translate", "translate.cp", "burn", "burn.all", "dispute", "dispute.committed",
        "dispute.uncommitted", "fight", "fight.only", "build.for_war", "saint_peters", "saint_peters.cp", "university",
    )),
    "order.with_debaters", "order.convert.convert", "order.convert.any", "order.debater_bonus.commit",
    *(f"order.choice.{name}" for name in (
        "choose", "none", "things", "count", "unit", "card", "space", "to", "power",
    )),
    *(f"order.force.{name}" for name in ("all", "ships", "none", "leader", "no_leader", "list", "of")),
    *(f"order.unit.{unit}" for unit in (*LAND, *NAVAL, "minor", "any")),
    "order.leg.one", "order.leg.list", "order.avoid_battle.avoid", "order.avoid_battle.avoid_with",
    "order.intercept.intercept", "order.naval_intercept.intercept", "order.not_outnumbered.transport",
    *(f"order.losses.{name}" for name in ("lose", "relief", "joined", "power", "unit")),
    "order.retreat.to", "order.retreat.inside", "order.retreat.to_and_inside", "order.relief.join",
    *(f"order.piracy_award.{award}{how}" for award in ("squadron", "card", "vp") for how in ("", "_at_most")),
    *(f"order.response.{name}" for name in (
        "respond", "respond_way", "leader", "power", "space", "placing", "pick",
    )),
    "order.combat.combat", "order.combat.combat_way", "order.propose.propose", "order.propose.numbered",
    *(f"order.deal.{whose}" for whose in ("by", "for", "with", "between")),
    *(f"order.deal.{item}" for item in (
        "end_war", "alliance", "loan", "loan_from_there", "return_leader", "cede", "draws", "mercenaries", "divorce",
        "lift_excommunication",
    )),
    "order.ratify.accept", "order.ratify.refuse", "order.give_units.give", "order.give_units.place",
    "order.peace.sue", "order.peace.sue_with", "order.peace_terms.disband", "order.peace_terms.disband_at_war",
    *(f"order.peace_terms.{what}.{price}" for what in ("regain", "regain_leader") for price in ("vp", "card")),
    "order.intervene.card", "order.intervene.cp",
    *(f"order.spring_deployment.{name}" for name in ("card", "deploy", "deploy_from", "with_card")),
    "order.winter_land.go", "order.winter_ships.go", "order.if.so", "order.if.done", "order.if.failed", "order.if.cp",
    "order.default",
)  # fmt: skip
"""Every key that `restate` gives, and that of DEFAULT; a test compares them with the catalogues."""
