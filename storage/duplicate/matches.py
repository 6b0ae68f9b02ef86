"""Stores matches between servers."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duplicate.contests.match_ports import Match, Offer, Side
from bot.duplicate.contests.ports import Contest, Entry
from bot.tables.state.board import Board
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import upsert
from storage.duplicate.contests import CONTEST, add_contest, contest_in, enter, entry_in
from storage.schema.duplicate import contest_entries, contests, match_offers, match_sides

_SIDES: Final = (
    select(match_sides, *CONTEST)
    .join(contests, contests.c.id == match_sides.c.contest_id)
    .order_by(match_sides.c.contest_id, match_sides.c.side)
)
_PLACE: Final = ("guild_id", "name", "channel_id", "language")


class SqlMatchStore(SqlStore):
    """The `MatchStore` of a database."""

    async def offer(self, offer: Offer) -> None:
        await self._database.write(_offer, offer)

    async def offered(self, code: str, now: float) -> Offer | None:
        query = select(match_offers).where(match_offers.c.code == code, match_offers.c.expires_at > now)
        for row in (await self._database.read(query))[0]:
            side = Side(row.guild_id, row.name, row.channel_id, language=row.language)
            return Offer(code, side, row.game, row.boards, row.people, row.expires_at)
        return None

    async def withdraw(self, guild_id: int) -> None:
        await self._database.write(_withdraw, guild_id)

    async def accept(
        self, offer: Offer, side: Side, contest: Contest, drawn: Sequence[Board]
    ) -> Match | None:
        match_id = await self._database.write(_accept, (offer, side, contest, drawn))
        return None if match_id is None else await self.match(match_id)

    async def match(self, match_id: int) -> Match | None:
        (rows,) = await self._database.read(_SIDES.where(match_sides.c.contest_id == match_id))
        if not rows:
            return None
        row, sides = rows[0], [Side(*(one._mapping[name] for name in Side.__slots__)) for one in rows]
        return Match(contest_in(row), row.people, sides)

    async def latest(self, guild_id: int) -> Match | None:
        latest = select(func.max(match_sides.c.contest_id)).where(match_sides.c.guild_id == guild_id)
        ((row,),) = await self._database.read(latest)
        return None if row[0] is None else await self.match(row[0])

    async def enter(self, entry: Entry, most: int) -> Entry | None:
        return await self._database.write(_enter, (entry, most))

    async def owed(self, edited_before: float) -> Sequence[int]:
        behind = or_(
            match_sides.c.message_id.is_(None), match_sides.c.edited_at <= edited_before, contests.c.closed
        )
        (rows,) = await self._database.read(_SIDES.where(~match_sides.c.told, behind).order_by(None))
        return [2 * row.contest_id + row.side for row in rows]

    async def posted(self, number: int, message_id: int, at: float, *, told: bool) -> None:
        await self._database.write(_posted, (number, message_id, at, told))


def _place(side: Side) -> dict[str, Any]:
    return {name: getattr(side, name) for name in _PLACE}


@each
async def _offer(connection: AsyncConnection, offer: Offer) -> None:
    terms = {name: getattr(offer, name) for name in ("code", "game", "boards", "people", "expires_at")}
    await upsert(connection, match_offers, [_place(offer.side) | terms])


@each
async def _withdraw(connection: AsyncConnection, guild_id: int) -> None:
    await connection.execute(delete(match_offers).where(match_offers.c.guild_id == guild_id))


@each
async def _accept(
    connection: AsyncConnection, item: tuple[Offer, Side, Contest, Sequence[Board]]
) -> int | None:
    offer, side, contest, drawn = item
    taken = await connection.execute(delete(match_offers).where(match_offers.c.code == offer.code))
    if not taken.rowcount:
        return None
    ((first, *_),) = await add_contest(connection, [(contest, drawn)])
    row = {"contest_id": first.contest.id, "people": offer.people, "edited_at": 0.0, "told": False}
    sides = [row | {"side": at} | _place(one) for at, one in enumerate((offer.side, side))]
    await connection.execute(insert(match_sides), sides)
    return int(first.contest.id)


@each
async def _enter(connection: AsyncConnection, item: tuple[Entry, int]) -> Entry | None:
    entry, most = item
    # Two people at once may want the last place.
    this = select(match_sides.c.side).where(match_sides.c.contest_id == entry.contest_id)
    await connection.execute(this.with_for_update())
    of_match = select(contest_entries).where(contest_entries.c.contest_id == entry.contest_id)
    entered = (await connection.execute(of_match)).all()
    for row in entered:
        if row.user_id == entry.user_id:
            return entry_in(row)
    if sum(row.guild_id == entry.guild_id for row in entered) >= most:
        return None
    return await enter(connection, entry)


@each
async def _posted(connection: AsyncConnection, item: tuple[int, int, float, bool]) -> None:
    number, message_id, at, told = item
    values = {"message_id": message_id, "edited_at": at, "told": told}
    await connection.execute(update(match_sides).where(_side(number)).values(values))


def _side(number: int) -> ColumnElement[bool]:
    match_id, side = divmod(number, 2)
    return and_(match_sides.c.contest_id == match_id, match_sides.c.side == side)
