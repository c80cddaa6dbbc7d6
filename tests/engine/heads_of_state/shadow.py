"""A second referee, written from the rules alone: it follows the events of a turn from the position before it and says
where one of them is against the rules, or where the position behind the turn is another than the events make it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from engine.core.events import Event
from engine.heads_of_state.board import Board

LOW_TO_HIGH = ("baron", "count", "earl", "marquis", "duke", "prince", "king")
WILD = "courtesan"


class Shadow:
    """The position as JSON, one turn long. A wrong event is an AssertionError that names its rule."""

    def __init__(self, board: Board, before: Any) -> None:
        self.board, self.p = board, before
        self.seat: str = before["active"]
        self.option = ""
        self.takes, self.plots, self.shuffled = 0, 0, False
        self.struck: set[tuple[str, str, str]] = set()
        self.open: list[tuple[str, str]] = []
        self.done, self.ended, self.refilled = False, False, False
        self.seen: Counter[str] = Counter()

    # ------------------------------------------------------------------ what the rules say

    def boxes(self) -> Iterator[tuple[str, str, str | None]]:
        for area, owners in self.p["boxes"].items():
            for rank, owner in zip(self.board.areas[area].boxes, owners, strict=True):
                yield area, rank, owner

    def me(self) -> Any:
        return self.p["families"][self.seat]

    def ways(self, rank: str) -> list[Counter[str]]:
        """10.2, 10.3"""
        data = self.board.ranks[rank]
        ways = [Counter(data.cost)]
        if rank not in ("baron", "king"):
            ways += [Counter(data.cost) - Counter([kind]) + Counter([WILD]) for kind in data.cost]
        return ways

    def all_filled(self, ranks: Sequence[str], cards: Counter[str], tiles: Mapping[str, int]) -> bool:
        """8.6 by trying everything."""
        if not ranks:
            return True
        first, rest = ranks[0], ranks[1:]
        if tiles[first] < 1:
            return False
        fewer = {**tiles, first: tiles[first] - 1}
        return any(not way - cards and self.all_filled(rest, cards - way, fewer) for way in self.ways(first))

    def covered(self, ranks: Sequence[str]) -> bool:
        """8.6 All of these boxes but one."""
        cards, tiles = Counter(self.me()["hand"]), self.me()["supply"]
        return len(ranks) < 2 or any(
            self.all_filled(some, cards, tiles) for some in combinations(ranks, len(ranks) - 1)
        )

    def home(self, seat: str, country: str) -> bool:
        """11.4, R16"""
        takers = self.p["squares"][country]
        return self.board.switches.R16_return_dead_when_useless and (seat in takers or len(takers) == 2)

    def order(self, country: str) -> list[tuple[Any, str, int]]:
        """14.4 Best first: key, seat, influence."""
        found = []
        areas = [area for area in self.board.areas.values() if area.country == country]
        for number, seat in enumerate(self.p["order"]):
            points, nobles = 0, []
            for area in areas:
                there = [
                    (LOW_TO_HIGH.index(rank), owner)
                    for rank, owner in zip(area.boxes, self.p["boxes"][area.id], strict=True)
                    if owner is not None
                ]
                high = 4 if area.capital else 2
                for place, (rank, owner) in enumerate(sorted(there, reverse=True)):
                    if owner == seat:
                        points += high if place == 0 else high // 2
                        nobles.append((area.hex, rank))
            if points:
                hexes = sorted({area.id: area.hex for area in areas if seat in self.p["boxes"][area.id]}.values())
                ranks = sorted((rank for _, rank in nobles), reverse=True)
                key = (points, ranks[0], hexes[::-1], max(nobles)[1], ranks, number)
                found.append((key, seat, points))
        return sorted(found, reverse=True)

    # ------------------------------------------------------------------ following

    def follow(self, events: Sequence[Event]) -> None:
        """All events of a turn."""
        self.events = [event for event in events if event.kind not in ("order_skipped", "turn_waits", "defaults_used")]
        self.at = 0
        while self.at < len(self.events):
            event = self.events[self.at]
            self.at += 1
            self.seen[event.kind] += 1
            getattr(self, f"on_{event.kind}")(dict(event.facts))

    def next(self, kind: str, **facts: Any) -> None:
        """What must be told now."""
        assert self.at < len(self.events), f"{kind} {facts} is not told"
        event = self.events[self.at]
        self.at += 1
        self.seen[event.kind] += 1
        told = {name: event.facts.get(name) for name in facts}
        assert (event.kind, told) == (kind, facts), f"told {event}, due is {kind} {facts}"

    def on_turn_begins(self, f: Any) -> None:
        p = self.p
        assert f == {"turn": p["number"], "seat": self.seat, "round": self.board.rounds[p["round"]]}
        assert self.seat == p["order"][(p["number"] - 1) % p["players"]], "12.5"
        self.me()["turns"] += 1
        assert self.me()["turns"] == (p["number"] - 1) // p["players"] + 1

    def on_option_chosen(self, f: Any) -> None:
        assert not self.option
        self.option, first = f["option"], self.me()["turns"] == 1
        table = {2: (2, 3), 3: (1, 2, 3), 4: (1, 1, 2, 3), 5: (1, 1, 2, 2, 3)}
        self.takes, self.plots = {"1": (3, 0), "1x": (1, 0), "2": (1, 1)}[self.option]
        if first:
            assert self.option == "1" or (self.option == "1x" and self.board.switches.R2_first_turn_exchange), "6.2"
            if self.option == "1":
                self.takes = table[self.p["players"]][self.p["order"].index(self.seat)]
        if self.option == "1x":
            assert len(self.p["draw_pile"]) >= 6, "7.1"
            new = [self.p["draw_pile"].pop() for _ in range(6)]
            self.next("row_exchanged", seat=self.seat, cards=self.p["row"], new=new)
            self.p["aside"], self.p["row"] = self.p["row"], new

    def attribute(self, card: str, row: list[str] | None) -> None:
        assert self.takes > 0, "6.1"
        assert not self.done
        self.takes -= 1
        if row is None:
            self.draw(card)
        else:
            row.remove(card)
        self.me()["hand"].append(card)

    def on_card_taken(self, f: Any) -> None:
        self.attribute(f["card"], self.p["row"])

    def pile(self) -> list[str]:
        """5.4"""
        piles: list[str] = self.p["draw_pile"] or self.p["revolution_pile"]
        return piles

    def draw(self, card: str) -> None:
        """5.4 From the top; behind a shuffle, from anywhere."""
        pile = self.pile()
        assert self.shuffled or pile[-1] == card, "5.4"
        if self.shuffled and card not in pile:
            other = self.p["revolution_pile"]
            other[other.index(card)] = pile[0]
            pile[0] = card
        if pile[-1] == card:
            pile.pop()
        else:
            pile.remove(card)

    def on_card_drawn(self, f: Any) -> None:
        self.attribute(f["card"], None)

    def plot(self, card: str, pile: list[str]) -> None:
        assert self.option == "2", "7.5"
        assert self.plots == 1, "8.2"
        assert not self.done
        self.plots = 0
        pile.remove(card)
        self.me()["treason"].append(card)

    def on_treason_taken(self, f: Any) -> None:
        self.plot(f["card"], self.p["treason_row"])

    def on_treason_drawn(self, f: Any) -> None:
        self.plot(f["card"], self.p["treason_pile"])

    def on_treason_reshuffled(self, f: Any) -> None:
        assert not self.p["treason_pile"], "16.2"
        assert f["count"] == len(self.p["treason_discard"])
        self.p["treason_pile"], self.p["treason_discard"] = self.p["treason_discard"], []

    def on_noble_placed(self, f: Any) -> None:
        rank, area, me = f["rank"], f["area"], self.me()
        assert self.option
        assert self.takes == self.plots == 0, "7.4, 8.3"
        assert not self.ended, "12.1"
        index = self.board.areas[area].boxes.index(rank)
        assert self.p["boxes"][area][index] is None, "10.1"
        if self.option == "2":
            assert (area, rank) in self.open, "8.4"
            self.open.remove((area, rank))
        paid = Counter(f["cards"])
        assert paid in self.ways(rank), "10.2"
        assert not paid - Counter(me["hand"])
        me["hand"] = list((Counter(me["hand"]) - paid).elements())
        self.p["discard"] += f["cards"]
        assert me["supply"][rank] > 0, "16.4"
        me["supply"][rank] -= 1
        self.p["boxes"][area][index] = self.seat
        me["brought"][rank] = me["brought"].get(rank, 0) + 1
        if self.p["noble_cards_left"][rank]:
            self.p["noble_cards_left"][rank] -= 1
            me["noble_cards"][rank] = me["noble_cards"].get(rank, 0) + 1
            self.next("noble_card", seat=self.seat, rank=rank)
        else:
            self.next("no_noble_card", seat=self.seat, rank=rank)
        self.bonuses(area)
        assert self.covered([emptied for _, emptied in self.open]), "8.6"
        self.done = True

    def bonuses(self, area: str) -> None:
        """10.5"""
        me, country, p = self.me(), self.board.areas[area].country, self.p
        if area not in p["hex_taken"]:
            p["hex_taken"][area] = self.seat
            self.score("hex", self.board.areas[area].hex)
            self.next("hex_scored", area=area, points=self.board.areas[area].hex)
        everywhere = all(
            self.seat in p["boxes"][a.id] or any(noble["seat"] == self.seat for noble in p["dead"][a.id])
            for a in self.board.areas.values()
            if a.country == country
        )
        takers = p["squares"][country]
        if everywhere and self.seat not in takers and len(takers) < 2:
            points = self.board.countries[country].square[len(takers)]
            takers.append(self.seat)
            self.score("square", points)
            self.next("square_scored", country=country, points=points)
            for seat in p["order"]:
                if seat == self.seat or self.home(seat, country):
                    self.bring_home(seat, country)
        markers = (16, 8) if p["players"] == 2 else (16, 12, 8)
        full = all(me["brought"].get(rank) for rank in LOW_TO_HIGH)
        if full and self.seat not in p["large"] and len(p["large"]) < len(markers):
            points = markers[len(p["large"])]
            p["large"].append(self.seat)
            self.score("full_set", points)
            self.next("full_set_scored", points=points)

    def bring_home(self, seat: str, country: str) -> None:
        ranks = []
        for area, nobles in self.p["dead"].items():
            if self.board.areas[area].country == country:
                ranks += [noble["rank"] for noble in nobles if noble["seat"] == seat]
                nobles[:] = [noble for noble in nobles if noble["seat"] != seat]
        for rank in ranks:
            self.p["families"][seat]["supply"][rank] += 1
        if ranks:
            self.next("dead_return", seat=seat, country=country, ranks=ranks)

    def score(self, part: str, points: int, seat: str | None = None) -> None:
        self.p["families"][seat or self.seat]["score"][part] += points

    def on_treason_played(self, f: Any) -> None:
        cards, rival, rank, area = f["cards"], f["rival"], f["rank"], f["area"]
        data = self.board.areas[area]
        assert self.option == "2", "7.5"
        assert self.takes == self.plots == 0, "8.3"
        assert not self.ended
        assert rival != self.seat, "9.2"
        assert self.p["boxes"][area][data.boxes.index(rank)] == rival, "9.2"
        assert (area, rank, rival) not in self.struck, "9.2"
        self.struck.add((area, rank, rival))
        assert len(cards) == (2 if data.capital else 1), "9.3"
        by_bag = all(card == "assassin" for card in cards)
        assert by_bag or all(data.country in self.board.treason[card].countries for card in cards), "9.3"
        me = self.me()
        assert self.covered([*(emptied for _, emptied in self.open), rank]), "8.6"
        for card in cards:
            me["treason"].remove(card)
            self.p["treason_discard"].append(card)
        self.done = True
        if by_bag:
            success = self.events[self.at].facts["success"]
            self.next("assassination", seat=self.seat, rival=rival, rank=rank, area=area, success=success)
            if not success:
                return
        self.p["boxes"][area][data.boxes.index(rank)] = None
        self.open.append((area, rank))
        to = "supply" if self.home(rival, data.country) else "hex"
        if to == "hex":
            self.p["dead"][area].append({"seat": rival, "rank": rank})
        else:
            self.p["families"][rival]["supply"][rank] += 1
        self.next("noble_killed", rival=rival, rank=rank, area=area, to=to)

    def on_cards_discarded(self, f: Any, attributes: int = 10, treason: int = 4) -> None:
        """12.1 at the end of a turn, 13.3c at a change of round."""
        if (attributes, treason) == (10, 4):
            assert f["seat"] == self.seat
            assert self.takes == self.plots == 0
            self.ended = True
        family = self.p["families"][f["seat"]]
        assert len(f["cards"]) == max(0, len(family["hand"]) - attributes)
        assert len(f["treason"]) == max(0, len(family["treason"]) - treason)
        for card in f["cards"]:
            family["hand"].remove(card)
        for card in f["treason"]:
            family["treason"].remove(card)
        self.p["discard"] += f["cards"]
        self.p["treason_discard"] += f["treason"]

    def end(self) -> None:
        """Before 12.3."""
        assert self.takes == self.plots == 0, "6.1"
        assert len(self.open) < 2, "8.5"
        assert len(self.me()["hand"]) <= 10, "12.1"
        assert len(self.me()["treason"]) <= 4, "12.1"
        self.ended = True
        if self.p["aside"]:
            self.p["draw_pile"] += self.p["aside"]
            self.p["aside"], self.shuffled = [], True

    def on_treason_row_refilled(self, f: Any) -> None:
        self.end()
        assert not self.refilled, "R6"
        assert len(self.p["treason_row"]) + len(f["cards"]) == 2, "12.3"
        for card in f["cards"]:
            self.p["treason_pile"].remove(card)
        self.p["treason_row"] += f["cards"]

    def on_row_refilled(self, f: Any) -> None:
        self.end()
        for card in f["cards"]:
            self.draw(card)
            self.p["row"].append(card)
        self.refilled = True

    def on_revolution(self, f: Any) -> None:
        p, last = self.p, self.p["round"] == 2
        assert f["round"] == self.board.rounds[p["round"]]
        assert not p["draw_pile"], "5.4"
        assert "revolution" in p["revolution_pile"], "13.5"
        p["revolution_pile"].remove("revolution")
        if f["how"] == "refill":
            self.end()
            assert len(p["row"]) < 6, "12.4"
        else:
            assert self.takes > 0, "13.4"
        for country, data in self.board.countries.items():
            ranked = self.order(country)
            first = ranked[0][1] if ranked else None
            second = ranked[1][1] if len(ranked) > 1 else None
            for seat, points in ((first, data.round_first), (second, data.round_second)):
                if seat:
                    self.score("round_end", points, seat)
            p["small"].append({"round": p["round"], "country": country, "first": first, "second": second})
            influence = {seat: points for _, seat, points in ranked}
            self.next("country_scored", country=country, winner=first, second=second, influence=influence)
        if last:
            self.finish()
            return
        p["round"] += 1
        self.next("round_begins", round=self.board.rounds[p["round"]])
        for seat in p["order"]:
            family = p["families"][seat]
            if len(family["hand"]) > 6 or len(family["treason"]) > 2:
                event = self.events[self.at]
                assert (event.kind, event.facts["seat"]) == ("cards_discarded", seat), event
                self.at += 1
                self.on_cards_discarded(dict(event.facts), 6, 2)
        p["treason_discard"] += p["treason_row"]
        left: list[str] = []
        if self.events[self.at].kind == "treason_reshuffled":
            left, p["treason_pile"] = p["treason_pile"], []
            assert len(left) < 2, "16.2"
            self.next("treason_reshuffled", count=len(p["treason_discard"]))
            p["treason_pile"], p["treason_discard"] = p["treason_discard"], []
        event: Any = self.events[self.at]
        self.next("rows_dealt")
        lying = Counter([*p["draw_pile"], *p["revolution_pile"], *p["row"], *p["aside"], *p["discard"]])
        assert len(event.facts["cards"]) == 6
        assert not Counter(event.facts["cards"]) - lying
        cards = list((lying - Counter(event.facts["cards"])).elements())
        p["row"], p["aside"], p["discard"] = list(event.facts["cards"]), [], []
        p["draw_pile"], p["revolution_pile"], self.shuffled = cards[10:], [*cards[:10], "revolution"], True
        p["treason_row"] = list(event.facts["treason"])
        assert len(p["treason_row"]) == 2
        assert p["treason_row"][: len(left)] == left
        for card in p["treason_row"][len(left) :]:
            p["treason_pile"].remove(card)

    def finish(self) -> None:
        """14.5, 15"""
        p, least = self.p, self.board.switches.R23_minimum_cards
        for rank, bonus in zip(LOW_TO_HIGH, (4, 6, 8, 10, 12, 14, 16), strict=True):
            cards = {seat: p["families"][seat]["noble_cards"].get(rank, 0) for seat in p["order"]}
            best = [seat for seat in p["order"] if cards[seat] == max(cards.values())]
            if max(cards.values()) < least or len(best) > 2:
                best = []
            for seat in best:
                self.score("final", bonus // len(best), seat)
            self.next("rank_scored", rank=rank, seats=best, points=bonus // len(best) if best else 0)
        key = {}
        for seat in p["order"]:
            counts = Counter(p["families"][seat]["noble_cards"])
            if self.board.switches.R25_winner_tie_counts == "nobles_on_map":
                counts = Counter(rank for _, rank, owner in self.boxes() if owner == seat)
            key[seat] = (sum(p["families"][seat]["score"].values()), [counts[rank] for rank in LOW_TO_HIGH[::-1]])
        self.next("game_ends", winners=[seat for seat in p["order"] if key[seat] == max(key.values())])
        p["over"] = True

    # ------------------------------------------------------------------ the end

    def compare(self, after: Any) -> None:
        """The position behind the turn is what the events have made."""
        p = self.p
        if not p["over"]:
            self.end()
        for name in ("round", "boxes", "dead", "hex_taken", "squares", "large", "small", "noble_cards_left", "row",
                     "treason_row", "aside", "over"):  # fmt: skip
            assert p[name] == after[name], name
        for name in ("draw_pile", "revolution_pile", "discard", "treason_pile", "treason_discard"):
            exact = name in ("discard", "treason_discard") or (name.endswith("e_pile") and not self.shuffled)
            mine, theirs = p[name], after[name]
            assert mine == theirs if exact and name != "treason_pile" else len(mine) == len(theirs), name
        undrawn = ("draw_pile", "revolution_pile")
        assert Counter(p[undrawn[0]] + p[undrawn[1]]) == Counter(after[undrawn[0]] + after[undrawn[1]])
        assert Counter(p["treason_pile"]) == Counter(after["treason_pile"])
        for seat, family in p["families"].items():
            other = after["families"][seat]
            for name in ("supply", "noble_cards", "brought", "score", "turns"):
                assert family[name] == other[name], (seat, name)
            for name in ("hand", "treason"):
                assert Counter(family[name]) == Counter(other[name]), (seat, name)
        if not p["over"]:
            assert after["number"] == p["number"] + 1
            assert after["active"] == p["order"][(p["order"].index(self.seat) + 1) % p["players"]], "12.5"
            assert len(after["row"]) == 6, "12.4"
            assert len(after["treason_row"]) == 2, "12.3"
