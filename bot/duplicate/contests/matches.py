"""Matches between two servers: people of each play the same sealed boards, each alone against the house.

A manager of one server offers a match and hands its code to a manager of the other, who accepts it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bot.duplicate.contests.comparison import Counts, worths
from bot.duplicate.contests.contests import Contests
from bot.duplicate.contests.match_ports import Match, MatchStore, Offer, Side
from bot.duplicate.contests.ports import Contest, Entry, Kind
from bot.rules.registry import game_named
from bot.tables.people.access import Actor
from bot.tables.people.users import Users
from bot.tables.seating.boards import board_options, draw_boards
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.ports import Dealer

FEWEST_BOARDS: Final = 4
USUAL_BOARDS: Final = 8
MOST_BOARDS: Final = 16
MOST_PEOPLE: Final = 8  # on each side

PLAY_SECONDS: Final = 3 * 86_400.0  # how long the boards can be played
OFFER_SECONDS: Final = 7 * 86_400.0  # how long an offer can be accepted

_CODE_DIGITS: Final = 20


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match and who plays in it, in the order they entered; who is not to be named has no name here."""

    match: Match
    entries: Sequence[Entry]

    def of(self, side: int) -> list[Entry]:
        """Those who play for that side."""
        return [entry for entry in self.entries if entry.guild_id == self.match.sides[side].guild_id]

    def through(self, side: int) -> int:
        """How many of them have played all boards."""
        return sum(bool(entry.scores) for entry in self.of(side))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What the two sides made: of each board, and in all.

    The worth of a board is the mean of a side's people among those of both sides, None if nobody of the side
    has played it. A total is the mean of the boards that both sides have played, None if there are none.
    """

    boards: Sequence[tuple[Fraction | None, ...]]
    totals: tuple[Fraction, ...] | None


@dataclass(eq=False)
class Matches:
    """The matches between servers. A server plays one at a time."""

    contests: Contests
    store: MatchStore
    users: Users
    chance: Dealer

    async def offer(self, actor: Actor, side: Side, game: str, boards: int, people: int) -> Offer:
        """Offer a match, in place of what the server has offered before. Raises TableError, also `no-boards`
        for a game that is not played on boards."""
        require_manager(actor, side)
        if not (FEWEST_BOARDS <= boards <= MOST_BOARDS and 1 <= people <= MOST_PEOPLE):
            raise TableError("not-offered")
        board_options(game, {})
        await self._require_free(side)
        code, end = self.chance.salt()[:_CODE_DIGITS], self.contests.clock.now() + OFFER_SECONDS
        offer = Offer(code, side, game, boards, people, end)
        await self.store.offer(offer)
        return offer

    async def withdraw(self, actor: Actor, side: Side) -> None:
        """Withdraw what that server has offered. Raises TableError."""
        require_manager(actor, side)
        await self.store.withdraw(side.guild_id)

    async def accept(self, actor: Actor, side: Side, code: str) -> Match:
        """Agree to the match with that code, which begins now. Raises TableError."""
        require_manager(actor, side)
        now, typed = self.contests.clock.now(), "".join(code.split()).lower()
        offer = await self.store.offered(typed, now)
        if offer is None:
            raise TableError("match-code")
        if offer.side.guild_id == side.guild_id:
            raise TableError("match-own-code")
        for one in (side, offer.side):
            await self._require_free(one)
        usual = game_named(offer.game).options_type.of_new_table()
        contest = Contest(0, Kind.MATCH, offer.game, offer.boards, now, now + PLAY_SECONDS)
        drawn = draw_boards(offer.game, usual, offer.boards, self.chance)
        match = await self.store.accept(offer, side, contest, drawn)
        if match is None:
            raise TableError("match-code")
        return match

    async def meant(self, guild_id: int | None, match_id: int | None = None) -> tuple[Match, int]:
        """The match of a server with that number, or its latest one, and which side the server is. Raises
        TableError (`no-match`) also for a match of other servers."""
        store, match = self.store, None
        if guild_id is not None:
            match = await (store.latest(guild_id) if match_id is None else store.match(match_id))
        side = None if match is None else match.side_of(guild_id or 0)
        if match is None or side is None:
            raise TableError("no-match")
        return match, side

    async def play(self, person: Person, match: Match, side: int) -> TableSnapshot | None:
        """The table at which that person plays their next board for that side, as `Contests.play`. Raises
        TableError, also `match-full` and `match-other-side`."""
        contests, guild_id = self.contests, match.sides[side].guild_id
        if await contests.store.erased(match.contest, person.user_id):
            raise TableError("contest-erased")
        entry = await contests.store.entry(match.id, person.user_id)
        if entry is None:
            contests.require_open(match.contest)
            asked = Entry(match.id, person.user_id, guild_id, person.name, contests.clock.now())
            entry = await self.store.enter(asked, match.people)
        if entry is None:
            raise TableError("match-full", most=match.people)
        if guild_id != entry.guild_id:
            raise TableError("match-other-side", server=Person(0, match.sides[1 - side].name))
        return await contests.play(person, await contests.store.boards(match.id), guild_id)

    async def state(self, match: Match) -> MatchState:
        """Who plays in a match."""
        entries = []
        for entry in await self.contests.store.entries(match.id):
            hidden = entry.user_id > 0 and (await self.users.settings(entry.user_id)).hidden
            entries.append(replace(entry, name="") if hidden else entry)
        return MatchState(match, entries)

    async def result(self, match: Match) -> MatchResult:
        """What both sides made. Raises TableError (`match-not-over`)."""
        if not match.over:
            raise TableError("match-not-over")
        fields = await self.contests.store.fields(match.id, *(side.guild_id for side in match.sides))
        return result_of(match.contest.boards, [field.counts for field in fields])

    async def going(self, guild_id: int) -> Sequence[MatchState]:
        """The match of a server that is not over, if there is one."""
        match = await self.store.latest(guild_id)
        return [] if match is None or match.over else [await self.state(match)]

    async def _require_free(self, side: Side) -> None:
        if await self.going(side.guild_id):
            raise TableError("match-going", server=Person(0, side.name))


def require_manager(actor: Actor, side: Side) -> None:
    """Raises TableError unless that person may agree on a match for that server, to be told in that channel.
    Anybody there may play and see how it stands."""
    if not actor.manages:
        raise TableError("match-managers")
    if not actor.sends:
        raise TableError("no-sending", channel=side.channel_id)


def result_of(boards: int, sides: Sequence[Mapping[int, Counts]]) -> MatchResult:
    """The result of so many boards, from how often each side made each score of them, by number; pure."""
    made = []
    for number in range(1, boards + 1):
        counts = [side.get(number, {}) for side in sides]
        worth = worths(Counter(score for one in counts for score in Counter(one).elements()))
        made.append(tuple(_mean(worth, one) for one in counts))
    both = [worth for worth in made if None not in worth]
    totals = tuple(sum(one, Fraction()) / len(both) for one in zip(*both, strict=True)) if both else None
    return MatchResult(made, totals)


def _mean(worth: Mapping[int, Fraction], counts: Counts) -> Fraction | None:
    total = sum((worth[score] * people for score, people in counts.items()), Fraction())
    return total / sum(counts.values()) if counts else None
