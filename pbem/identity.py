"""Whose letter is it? The secret reply addresses: how they are found, how long they count, how they change.

Looked for in this order: To, Cc, Delivered-To, X-Original-To, Envelope-To (the plus part of the judge's address),
Subject (`[game#secret]`, for mailboxes without plus-addressing), In-Reply-To, References. The last two name a letter of
ours by its Message-ID, which is as hard to guess as a secret; since they travel with quotes and forwards they count
only for a letter from the registered address.

A secret counts for everything until some days after it was replaced by another (`JudgeConfig.token_grace_days`).
Later it still brings what is harmless, since that goes to the registered address alone: STATUS, HELP, FORM, REPORT.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from pbem.desk import Desk
from pbem.mail.authentication import is_authentic
from pbem.mail.letter import Letter
from pbem.playing import Sitting
from pbem.store import games, seated
from pbem.store.models import Game, LetterOut, OldToken, Player, SeatRow

_IN_SUBJECT = re.compile(r"\[([^\[\]#]{1,100})(?:#([0-9A-Za-z]{8,64}))?\]")
LOOKED_AT = 20
"""So many secrets and Message-IDs of one letter are looked up at most."""


@dataclass(frozen=True, slots=True)
class Known:
    """A letter whose writer is known. `expired`: only what is harmless is done. `elsewhere`: names of further games
    of the same player whose addresses the letter names too; it is read for the first only."""

    seat: SeatRow
    expired: bool = False
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A letter that nothing is done with. `why` is no_secret, conflict, not_authentic or several_senders; `owner` is
    the player whose secret it has."""

    why: str
    owner: Player | None = None
    token: str = ""


@dataclass(frozen=True, slots=True)
class _Claim:
    seat: SeatRow
    player: Player
    token: str
    until: datetime | None = None


async def identify(desk: Desk, db: AsyncSession, letter: Letter) -> Known | Unknown:
    """Whose letter it is, by the policy of this judge."""
    now = desk.clock.now()
    claims = await _claims(db, _tokens(desk, letter))
    if len({claim.player.address for claim in claims}) > 1:
        return Unknown("conflict")  # an answer to all, say: which of them wrote it can't be known
    if claims:
        return await _by_token(desk, db, letter, claims, now)
    found = await _by_thread(desk, db, letter, now)
    if found is None and desk.config.policy == "address":
        found = await _by_address(db, letter)
    if found is None:
        return Unknown("several_senders" if len(letter.senders) > 1 else "no_secret")
    player = await db.get(Player, found.seat.player)
    return found if player is not None and _authentic(desk, letter, player) else Unknown("not_authentic", player)


async def _by_token(
    desk: Desk, db: AsyncSession, letter: Letter, claims: list[_Claim], now: datetime
) -> Known | Unknown:
    living = [claim for claim in claims if claim.until is None or claim.until > now]
    claim = (living or claims)[0]
    for sender in letter.senders:
        if sender == claim.player.address:
            continue
        rival = next((p for p in await games.players(db, claim.player.game) if p.address == sender), None)
        if rival is not None and rival.id != claim.player.id:
            return Unknown("conflict", claim.player, claim.token)
    if not _authentic(desk, letter, claim.player):
        return Unknown("not_authentic", claim.player)
    others = dict.fromkeys(one.player.game for one in claims if one.player.game != claim.player.game)
    names = [game.name for number in others if (game := await db.get(Game, number)) is not None]
    return Known(claim.seat, expired=not living, elsewhere=tuple(names))


def _authentic(desk: Desk, letter: Letter, player: Player) -> bool:
    """Whether the policy lets this letter speak for this player."""
    if desk.config.policy != "token+dmarc":
        return True
    return letter.senders == (player.address,) and is_authentic(
        letter.authentication, desk.config.authserv_id, player.address
    )


# ---------------------------------------------------------------------- finding


def _tokens(desk: Desk, letter: Letter) -> list[str]:
    config = desk.config
    secret = re.compile(rf"{re.escape(config.local)}\+([0-9a-z]{{8,64}})@{re.escape(config.domain)}")
    found = [match[1] for address in letter.recipients if (match := secret.fullmatch(address))]
    found += [token.lower() for _, token in _IN_SUBJECT.findall(letter.subject) if token]
    return list(dict.fromkeys(found))[:LOOKED_AT]


async def _claims(db: AsyncSession, tokens: Iterable[str]) -> list[_Claim]:
    claims = []
    for token in tokens:
        if (owned := await games.owner_of_token(db, token)) is not None:
            claims.append(_Claim(*owned, token))
        elif (old := await db.get(OldToken, token)) is not None:
            seat = await db.get(SeatRow, old.seat)
            player = await db.get(Player, seat.player) if seat is not None else None
            if seat is not None and player is not None:
                claims.append(_Claim(seat, player, token, old.until))
    return claims


async def _by_thread(desk: Desk, db: AsyncSession, letter: Letter, now: datetime) -> Known | None:
    """A reply to a letter of ours, from the address that we had sent it to."""
    ids = list(dict.fromkeys([letter.in_reply_to, *reversed(letter.references)]))
    ours = [one for one in ids if one.endswith(f"@{desk.config.domain}>")][:LOOKED_AT]
    if not ours or len(letter.senders) != 1:
        return None
    query = select(col(LetterOut.message_id), col(LetterOut.player), col(LetterOut.made)).where(
        col(LetterOut.message_id).in_(ours), col(LetterOut.recipient) == letter.senders[0],
        col(LetterOut.player).is_not(None),
    )  # fmt: skip
    rows = sorted((await db.execute(query)).all(), key=lambda row: ours.index(row[0]))
    for _, number, made in rows:
        player = await db.get(Player, number)
        # What was written to somebody else about a player's game is no secret of that player.
        if player is None or player.address != letter.senders[0]:
            continue
        lifetime = timedelta(days=desk.config.token_days + desk.config.token_grace_days)
        return Known(await _first_seat(db, player), expired=bool(desk.config.token_days) and now - made > lifetime)
    return None


async def _by_address(db: AsyncSession, letter: Letter) -> Known | None:
    """For groups that trust the From line: the player of that address; in several games, the one the subject names."""
    if len(letter.senders) != 1:
        return None
    players = await games.players_of_address(db, letter.senders[0])
    if len(players) > 1:
        marks = _IN_SUBJECT.findall(letter.subject)
        named = [game for name, _ in marks if (game := await games.game(db, name)) is not None]
        players = [player for player in players if any(player.game == game.id for game in named)]
    return Known(await _first_seat(db, players[0])) if len(players) == 1 else None


async def _first_seat(db: AsyncSession, player: Player) -> SeatRow:
    return next(row for row in await games.seats(db, player.game) if row.player == player.id)


# ---------------------------------------------------------------------- changing


async def change_if_due(desk: Desk, sitting: Sitting, player: int) -> str:
    """The secret for a player's next report: a new one when the present one is old enough."""
    row = next(row for row in sitting.seats.values() if row.player == player)
    age = sitting.now - (row.token_since or sitting.game.created)
    if desk.config.token_days and age >= timedelta(days=desk.config.token_days):
        _keep_old(sitting.db, row.token, row.id, sitting.now + timedelta(days=desk.config.token_grace_days))
        await seated.write_seat(sitting.db, row, {"token": desk.token(), "token_since": sitting.now})
    return row.token


async def revoke(desk: Desk, db: AsyncSession, player: Player, token: str) -> bool:
    """Replace a secret that somebody else knows, at once; False when it does not count any more anyway."""
    now = desk.clock.now()
    old = await db.get(OldToken, token)
    if old is not None:
        was_good = old.until > now
        old.until = min(old.until, now)
        db.add(old)
        return was_good
    row = await games.seat_of_token(db, token)
    if row is None:
        return False
    assert row.id is not None
    _keep_old(db, row.token, row.id, now)
    row.token, row.token_since = desk.token(), now
    db.add(row)
    return True


def _keep_old(db: AsyncSession, token: str, seat: int, until: datetime) -> None:
    """A secret that is replaced counts until then."""
    db.add(OldToken(token=token, seat=seat, until=until))
