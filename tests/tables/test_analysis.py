import asyncio
from typing import Any

import pytest

from bot.rules.record import Analysis, Slip
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names
from bot.tables.analysis import Analyses, played_hands
from bot.tables.errors import TableError
from bot.tables.findings import MOST_SLIPS, in_words
from bot.tables.live import Live
from bot.tables.model import CountedOut
from bot.tables.ports import Analyst
from tests.tables.fakes import Room, person, play_out

pytestmark = pytest.mark.asyncio

NAMES = Names(FOUR_IN_PARTNERSHIP, ("Ann", "Bob", "Cleo", "Dan"))


def found(**fields: Any) -> Analysis:
    blank = Analysis(hand=1, unit="points", counted_from=1, best=0, made=0, losses=[0, 0, 0, 0], slips=[])
    return blank.model_copy(update=fields)


class Counter:
    """An analyst who finds nothing wrong. `open` lets it go on; `no` is why it does not."""

    def __init__(self) -> None:
        self.hands: list[tuple[int, int, bool]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.no: str | None = None
        self.finds: dict[str, Any] = {}

    def refusal(self, game: str, options: Any) -> str | None:
        return self.no

    async def analyse(
        self, game: str, options: Any, hand: int, trump: Any, tricks: Any, *, asked: bool
    ) -> Analysis:
        self.hands.append((hand, len(tricks), asked))
        await self.open.wait()
        return found(hand=hand, **self.finds)


class Shelf:
    """Analyses in memory; whether one has been told is known from the room's posts."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.kept: dict[tuple[int, int], CountedOut] = {}

    async def analysis(self, table_id: int, hand: int) -> Analysis | None:
        kept = self.kept.get((table_id, hand))
        return kept.analysis if kept else None

    async def analyses(self, table_id: int) -> list[Analysis]:
        return [kept.analysis for key, kept in sorted(self.kept.items()) if key[0] == table_id]

    async def save_analysis(self, counted: CountedOut) -> None:
        assert (counted.table_id, counted.analysis.hand) not in self.kept
        self.kept[counted.table_id, counted.analysis.hand] = counted

    async def analysis_post(self, table_id: int, hand: int) -> int | None:
        posts = [p for p in self.room.store.posts if p.kind == "analysis" and p.hand == hand]
        assert len(posts) < 2
        return posts[0].number if posts else None

    async def given_away(self, user_id: int, *, guild_id: int | None) -> list[Any]:
        return []


class Den:
    """A room where four people have played, and whatever counts their hands out."""

    def __init__(self, *, unasked: bool = False) -> None:
        self.room = Room()
        self.counter = Counter()
        self.shelf = Shelf(self.room)
        analyst: Analyst = self.counter
        self.analyses = Analyses(self.room.tables.floor, analyst, self.shelf, unasked=unasked)

    async def play(self, moves: int = 53) -> Live:
        live = await self.room.full(match="game")
        return await play_out(self.room, await self.room.tables.play.start(live.table.id, 1), moves)

    def told(self) -> list[str]:
        return [post.text for post in self.room.store.posts if post.kind == "analysis"]


async def test_the_hands_that_are_over_with_their_tricks() -> None:
    live = await Den().play(53 + 20)
    hands = played_hands(live)
    assert list(hands) == [1]
    assert [trick.number for trick in hands[1].tricks] == list(range(1, 14))
    assert all(len(trick.cards) == 4 for trick in hands[1].tricks)
    assert hands[1].trump is not None


async def test_asked_it_is_counted_out_and_told_once() -> None:
    den = Den()
    live = await den.play()
    table_id = live.table.id
    (result,) = [post for post in den.room.store.posts if post.kind == "hand"]
    assert result.hand == 1
    assert await den.analyses.which(table_id, None) == 1
    den.counter.open.clear()
    asking = [asyncio.create_task(den.analyses.post(table_id, 1)) for _ in range(3)]
    await asyncio.sleep(0.05)
    assert den.told() == []
    den.counter.open.set()
    await asyncio.gather(*asking)
    await den.analyses.post(table_id, 1)
    assert den.counter.hands == [(1, 13, True)]
    (text,) = den.told()
    assert text.startswith("### Hand 1: what was best")
    assert await den.analyses.posted(table_id, 1)
    assert [one.hand for one in await den.analyses.known(table_id)] == [1]
    assert den.shelf.kept[table_id, 1].lost == {1: 0, 2: 0, 3: 0, 4: 0}
    # Another process need not count again.
    await Analyses(den.room.tables.floor, den.counter, den.shelf, unasked=False).post(table_id, 1)
    assert len(den.counter.hands) == 1


async def test_what_cannot_be_asked() -> None:
    den = Den()
    live = await den.play(30)
    with pytest.raises(TableError, match="No hand has been played to its end"):
        await den.analyses.which(live.table.id, None)
    live = await play_out(den.room, live, 23)
    for hand in (0, 2):
        with pytest.raises(TableError, match=f"Hand {hand} of that table is not over"):
            await den.analyses.which(live.table.id, hand)
    with pytest.raises(TableError, match="Hand 2 of that table is not over"):
        await den.analyses.post(live.table.id, 2)
    den.counter.no = "There is nobody who counts."
    with pytest.raises(TableError, match="nobody who counts"):
        await den.analyses.which(live.table.id, 1)
    with pytest.raises(TableError, match="nobody who counts"):
        await den.analyses.post(live.table.id, 1)
    assert not den.analyses.offered(live)
    assert den.told() == []


async def test_what_is_known_is_told_by_whoever_cannot_count() -> None:
    den = Den(unasked=True)
    live = await den.play()
    await asyncio.sleep(0.05)
    den.counter.no = "There is nobody who counts."
    assert await den.analyses.which(live.table.id, 1) == 1
    await den.analyses.post(live.table.id, 1)
    assert len(den.told()) == 1


async def test_unasked_hands_are_counted_out_and_not_told() -> None:
    den = Den(unasked=True)
    live = await den.play(53 + 53)
    await asyncio.sleep(0.05)
    assert den.counter.hands == [(1, 13, False), (2, 13, False)]
    assert sorted(den.shelf.kept) == [(live.table.id, 1), (live.table.id, 2)]
    assert den.told() == []
    quiet = Den()
    await quiet.play()
    assert quiet.counter.hands == []


async def test_what_is_broken_off_is_taken_up_again() -> None:
    den = Den(unasked=True)
    den.counter.open.clear()
    live = await den.play()
    asking = asyncio.create_task(den.analyses.post(live.table.id, 1))
    await asyncio.sleep(0.05)
    await den.analyses.settle()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert den.shelf.kept == {}
    den.counter.open.set()
    await den.analyses.post(live.table.id, 1)
    assert len(den.told()) == 1


async def test_what_the_house_played_for_somebody_away_is_not_theirs() -> None:
    den = Den()
    live = await den.play(53)
    seat = live.awaited[0]
    away = live.table.seats[seat].user_id
    den.room.clock.time += 1e6
    await den.room.tables.play.tick(live.table.id)
    den.room.clock.time += 1e6
    await den.room.tables.play.tick(live.table.id)
    await den.room.settle()
    await den.analyses.post(live.table.id, 1)
    assert set(den.shelf.kept[live.table.id, 1].lost) == {1, 2, 3, 4} - {away}


async def test_it_names_those_who_sat_there_and_not_who_came_later() -> None:
    den = Den(unasked=True)
    den.counter.finds = {"losses": [2, 0, 0, 0], "slips": [SLIP]}
    live = await den.play()
    await asyncio.sleep(0.05)
    before = [seat.occupant.name for seat in live.table.seats if seat.occupant]
    assert den.shelf.kept[live.table.id, 1].analysis.players == before
    chair = SLIP.seat
    newcomer = person(5)
    await den.room.tables.lobby.substitute(live.table.id, 1, True, chair, newcomer)
    await den.analyses.post(live.table.id, 1)
    (text,) = den.told()
    assert all(name in text for name in before)
    assert newcomer.name not in text


@pytest.mark.parametrize(("counted_from", "lost"), [(1, 5), (2, 5), (3, None)])
async def test_the_first_trick_counts_for_nobody(counted_from: int, lost: int | None) -> None:
    den = Den(unasked=True)
    slips = [SLIP.model_copy(update={"trick": trick, "loss": trick}) for trick in (1, 2, 3)]
    den.counter.finds = {"counted_from": counted_from, "losses": [6, 0, 0, 0], "slips": slips}
    live = await den.play()
    await asyncio.sleep(0.05)
    assert den.shelf.kept[live.table.id, 1].lost.get(1) == lost


SLIP = Slip(trick=5, seat=0, card="KS", loss=2, better=["9H"])


async def test_in_words() -> None:
    said = in_words(found(best=3, made=-1, losses=[2, 0, 0, 0], slips=[SLIP]), NAMES)
    assert "With best play by all four from the deal: Ann and Cleo 3 points ahead." in said
    assert "As it was played: Bob and Dan 1 point ahead." in said
    assert "- Trick 5: Ann played K♠, which gave away 2 points; 9♥ kept them." in said
    assert "Given away in all, in points: Ann 2, Bob nothing, Cleo nothing and Dan nothing." in said
    assert "By side: Ann and Cleo 2; Bob and Dan nothing." in said
    level = in_words(found(), NAMES)
    assert "both sides level" in level
    assert "Nobody gave anything away." in level


async def test_in_words_where_tricks_count_and_the_first_were_too_long() -> None:
    slips = [SLIP.model_copy(update={"loss": 1, "better": better, "trick": 6 + n}) for n, better in enumerate(
        ([], ["9H", "N"], ["2C", "3C", "4C", "5C"])
    )]  # fmt: skip
    said = in_words(found(unit="tricks", counted_from=3, best=8, made=1, slips=slips), NAMES)
    assert "The first two tricks were too long to count out" in said
    assert "from trick 3 on: Ann and Cleo 8 tricks, Bob and Dan 5." in said
    assert "As it was played: Ann and Cleo 1 trick, Bob and Dan 12." in said
    assert "Trick 6: Ann played K♠, which gave away 1 trick.\n" in said
    assert "; 9♥ or a knight kept it." in said
    assert "; 2♣, 3♣ or 2 other cards kept it." in said
    assert "The first trick was too long" in in_words(found(counted_from=2), NAMES)


async def test_only_the_costliest_are_told() -> None:
    slips = [SLIP.model_copy(update={"trick": n, "loss": 1 + (n == 13)}) for n in range(1, 14)]
    said = in_words(found(slips=slips, losses=[14, 0, 0, 0]), NAMES)
    assert said.count("which gave away") == MOST_SLIPS
    assert "Trick 13" in said
    assert "and 7 plays more" in said
    # Discord takes 4,000 characters, and a name in bold has 36 at most.
    longest = Names(FOUR_IN_PARTNERSHIP, tuple(f"**{32 * letter}**" for letter in "ABCD"))
    assert len(in_words(found(slips=slips, losses=[14, 0, 0, 0]), longest)) < 2000
    assert said.index("Trick 5") < said.index("Trick 13")
