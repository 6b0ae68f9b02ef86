"""The board of the day, as people play it: by DM, on a server, over midnight, after a restart."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.duplicate.contests.comparison import compared
from bot.duplicate.contests.contests import PersonalBoard
from bot.duplicate.contests.days import BOARDS, day_at, start_of
from bot.duplicate.contests.ports import Entry, Score
from bot.rules.catalogue import ENGLISH
from bot.rules.records.board_record import BoardRecord, read_any
from bot.rules.records.record import Analysis, Slip
from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import Status
from cogs.contests.words import board_line
from cogs.daily.views import draw_best
from tests.discord.test_hand import playable
from tests.discord.test_one_panel import drawn
from tests.discord.test_privacy import delete
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, private, seen

WHIST = "english-whist"
NOT_MOVES = ("Next board", "The day's result", "Today's boards", "The four hands")
CARD = re.compile(r"[♠♥♦♣]|of (spades|hearts|diamonds|clubs)")


class Shifted:
    """The bot's clock, some days on."""

    def __init__(self, clock: Any, days: int = 0) -> None:
        self._now = clock.now
        self.days = days

    def now(self) -> float:
        return float(self._now()) + self.days * 86_400


async def to_next_day(world: World) -> None:
    """It is the same time tomorrow, and the bot has noticed."""
    contests = world.bot.services.daily.contests
    clock = contests.clock
    shifted = clock if isinstance(clock, Shifted) else Shifted(clock)
    shifted.days += 1
    contests.clock = shifted  # type: ignore[assignment]
    await world.env.advance_time(31)


def moves(panel: Seen) -> list[str]:
    return [label for label in playable(panel) if label not in NOT_MOVES]


class Player:
    """Somebody who plays their boards in one message: in a DM, or on the server."""

    def __init__(self, world: World, name: str, *, dm: bool) -> None:
        self.world, self.name, self.dm = world, name, dm
        self.message_id = 0

    async def daily(self, **options: Any) -> Any:
        person = self.world.people[self.name]
        if self.dm:
            result = await person.user.slash("daily", **options)
        else:
            result = await person.slash(self.world.channel, "daily", **options)
        assert result.acknowledged
        shown = [message for message in (result.response, *result.followups) if message is not None]
        if shown:
            self.message_id = seen(shown[-1]).id
        return result

    @property
    def panel(self) -> Seen:
        place = self.world.people[self.name].user.dm_channel if self.dm else self.world.channel
        return seen(self.world.env.backend.messages[place.id][self.message_id])

    async def press(self, label: str) -> Any:
        return await self.world.press(self.name, self.panel, label, dm=self.dm)

    async def board(self) -> None:
        while "Next board" not in self.panel.buttons and "The day's result" not in self.panel.buttons:
            await self.press(moves(self.panel)[0])

    async def whole_day(self, game: str = WHIST) -> None:
        """All four boards, in one message, and what they came to."""
        await self.daily(game=game)
        for number in range(1, BOARDS + 1):
            assert f"board {number} of 4" in self.panel.text
            await self.board()
            if number < BOARDS:
                await self.press("Next board")
        await self.press("The day's result")


async def made(world: World, name: str, day: int, scores: Sequence[int]) -> None:
    """That person has played that day, with those scores."""
    daily, user_id = world.bot.services.daily, world.people[name].id
    store, contest = daily.contests.store, (await daily.boards_of(day, WHIST, 0))[0].contest.id
    await store.enter(Entry(contest, user_id, world.guild.id, name, 1.0))
    for number, score in enumerate(scores, 1):
        await store.record(Score(contest, number, user_id, score, number, 1.0))


def tells_of_a_day_alone(text: str) -> None:
    assert "Board of the day · English Whist" in text
    for number in range(1, BOARDS + 1):
        made = rf"\*\*Board {number}: \d+ tricks?\*\* · Hoyle in your chair \d+ tricks? · nobody else yet"
        assert re.search(made, text)
    assert re.search(r"You made \d+ tricks in all, Hoyle in your chair \d+ tricks", text)
    assert "so there is no place yet" in text
    assert "%" not in text, "one person is no percentage"
    assert "average" not in text
    assert "Percent" not in text


async def test_a_whole_day_is_played_in_one_message_and_posted_without_percentages(world: World) -> None:
    ann = Player(world, "Ann", dm=False)
    await ann.whole_day()
    tells_of_a_day_alone(ann.panel.text)
    assert not world.messages(), "the channel hears nothing"
    assert not world.messages(world.people["Ann"].user.dm_channel), "nothing is sent"
    lost = private(await ann.press("Where it was lost"))
    assert "cannot be" in lost or "off" in lost, "without workers"
    await ann.press("Post it here")
    (card,) = world.messages()
    assert "First of the day" in card.text
    assert "%" not in card.text
    assert not CARD.search(card.text)


async def test_a_newcomer_is_told_what_it_is_and_chooses_a_game(world: World) -> None:
    ann = Player(world, "Ann", dm=False)
    assert (await ann.daily()).response.ephemeral
    assert "the same four for everybody" in ann.panel.text
    assert "Yesterday" not in ann.panel.buttons
    await ann.press("Bishops Whist")
    assert "Bishops Whist · board 1 of 4" in ann.panel.text
    again = Player(world, "Ann", dm=False)
    await again.daily()
    assert "Bishops Whist · board 1 of 4" in again.panel.text, "the game played last"


async def test_with_dms_closed_it_is_played_on_the_server(world: World) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await world.set_me("Ann", "Cards by DM")
    ann = Player(world, "Ann", dm=False)
    await ann.daily(game="american-whist")
    await ann.board()
    assert "American Whist · board 1 of 4" in ann.panel.text
    assert "Next board" in ann.panel.buttons


async def test_it_is_left_and_gone_on_with_after_a_restart(world: World) -> None:
    ann = Player(world, "Ann", dm=True)
    await ann.daily(game=WHIST)
    await ann.board()
    await ann.press("Next board")
    for _ in range(3):
        await ann.press(moves(ann.panel)[0])
    await restart(world)
    await world.env.advance_time(1)
    await ann.press(moves(ann.panel)[0])
    assert "board 2 of 4" in ann.panel.text
    again = Player(world, "Ann", dm=True)
    await again.daily(game=WHIST)
    assert "board 2 of 4" in again.panel.text
    await again.board()
    assert "Next board" in again.panel.buttons


async def test_nobody_else_can_find_out_anything_of_a_board_in_play_and_midnight_closes_it(
    world: World,
) -> None:
    ann = Player(world, "Ann", dm=False)
    await ann.daily(game=WHIST)
    await ann.board()
    await ann.press("Next board")
    eve = world.people["Eve"]
    for command, options in (
        ("table list", {}),
        ("record", {"table": 1}),
        ("record", {"table": 2}),
        ("score", {"table": 2}),
        ("trick", {"table": 2}),
        ("hand", {"table": 2}),
        ("analysis", {"table": 1}),
        ("table join", {"table": 2}),
    ):
        result = await eve.slash(world.channel, command, **options)
        told = private(result)
        assert not CARD.search(told), command
        assert "table 1" not in told.casefold(), command
        for shown in (result.response, *result.followups):
            assert shown is None or not getattr(shown, "attachments", []), command
    assert "board 2 of 4" not in world.transcript()
    own = private(await world.slash("Ann", "analysis", table=1))
    assert "you will be told of it once all have" in own, "not even one's own, while others play"
    await ann.press(moves(ann.panel)[0])
    await to_next_day(world)
    assert (await world.snapshot(2)).table.status is Status.CLOSED
    assert "does not count" in ann.panel.text
    await ann.press("Today's boards")
    assert "board 1 of 4" in ann.panel.text
    assert (await world.snapshot(3)).table.status is Status.PLAYING


async def test_who_was_deleted_is_dealt_the_boards_of_no_day_twice(world: World) -> None:
    ann = Player(world, "Ann", dm=True)
    await ann.daily(game=WHIST)
    await ann.board()
    await ann.press("Next board")
    await delete(world, "Ann")
    said = "You began today's boards of this game before you were deleted"
    assert said in seen((await ann.daily(game=WHIST)).response).text
    # The game they played last is not known any more, so that the games are offered.
    await ann.daily()
    result = await ann.press(next(label for label in ann.panel.buttons if label.startswith("English")))
    assert said in seen(result.followups[-1] if result.followups else result.response).text
    await to_next_day(world)
    await ann.daily(game=WHIST)
    assert moves(ann.panel)


async def test_hints_undo_and_closing_are_off_and_it_goes_on_by_dm_once_the_message_is_old(
    world: World,
) -> None:
    ann = Player(world, "Ann", dm=False)
    await ann.daily(game=WHIST)
    await ann.press(moves(ann.panel)[0])
    assert "Hint" not in ann.panel.buttons
    for command in ("hint", "table close", "table leave"):
        assert "A board is being played here" in private(await world.slash("Ann", command)), command
    assert "nothing can be taken back" in private(await world.slash("Ann", "undo"))
    await world.env.advance_time(13 * 60 + 40)
    assert "Show it here" in ann.panel.buttons or "My hand" in ann.panel.buttons
    panel = world.dm("Ann")
    assert "board 1 of 4" in panel.text
    await world.press("Ann", panel, moves(panel)[0], dm=True)
    assert len(moves(world.dm("Ann"))) >= 1


async def test_a_day_is_compared_and_posted_without_a_card(world: World) -> None:
    ann, day = Player(world, "Ann", dm=False), world.bot.services.daily.today
    await ann.whole_day()
    await made(world, "Bob", day, (7, 6, 5, 9))
    await ann.press("Refresh")
    assert re.search(r"beats [\d.]+% of 1 · average", ann.panel.text)
    assert "of 2" in ann.panel.text
    await ann.press("Post it here")
    (card,) = world.messages()
    assert "Ann" in card.text
    assert "lace " in card.text
    assert not CARD.search(card.text)
    assert "trick" not in card.text, "what was made of a deal tells something of it"
    assert "board 1 of 4" in private(await world.press("Cleo", card, "Play them, too"))
    assert world.messages()[0].text == card.text


async def test_a_streak_is_posted_only_if_its_owner_wishes(world: World) -> None:
    ann, users = Player(world, "Ann", dm=False), world.bot.services.tables.users
    for _ in range(2):
        await made(world, "Ann", world.bot.services.daily.today, (7, 8, 5, 11))
        await to_next_day(world)
    await ann.daily(day="yesterday", game=WHIST)
    await ann.press("The day's result")
    assert "Streak: 2 days" in ann.panel.text
    for streaks in (False, True):
        await users.save(UserSettings(world.people["Ann"].id, streaks=streaks))
        await ann.press("Post it here")
        assert ("Streak 2" in world.messages()[-1].text) is streaks


async def test_seals_are_told_beforehand_and_opened_afterwards(world: World) -> None:
    ann = Player(world, "Ann", dm=False)
    await ann.daily()
    told = private(await ann.press("Seals"))
    seals = re.findall(r"\b[0-9a-f]{64}\b", told)
    assert len(set(seals)) == 2 * BOARDS, "of today and tomorrow"
    assert "deck" not in told
    await to_next_day(world)
    assert "the seal holds" in private(await ann.daily(day="yesterday", game=WHIST))
    opened = private(await ann.press("Seals"))
    assert opened.count("the seal holds") == BOARDS
    assert all(seal in opened for seal in seals[:BOARDS])


async def test_next_board_pressed_after_midnight_deals_todays(world: World) -> None:
    ann = Player(world, "Ann", dm=True)
    await ann.daily(game=WHIST)
    await ann.board()
    await to_next_day(world)
    await ann.press("Next board")
    table = (await world.snapshot(2)).table
    assert table.board is not None
    daily = world.bot.services.daily
    found = await daily.contests.which(table.board.board)
    assert found is not None
    assert (found.number, found.contest.begins_at) == (1, start_of(daily.today))


async def test_a_whole_day_is_played_in_one_dm_and_yesterday_tells_everything(world: World) -> None:
    ann = Player(world, "Ann", dm=False)
    refused = await ann.daily(day="yesterday", game=WHIST)
    assert "no boards on that day" in private(refused)
    by_dm = Player(world, "Ann", dm=True)
    await by_dm.whole_day()
    tells_of_a_day_alone(by_dm.panel.text)
    assert "Post it here" not in by_dm.panel.buttons
    assert len(world.messages(world.people["Ann"].user.dm_channel)) == 1, "nothing is sent besides"
    assert not world.messages(), "and the channel hears nothing"
    await to_next_day(world)
    bob = Player(world, "Bob", dm=False)
    await bob.daily(day="yesterday", game=WHIST)
    for number in range(1, BOARDS + 1):
        if number > 1:
            await bob.press(f"Board {number}")
        text = bob.panel.text
        assert f"Board {number} · English Whist" in text
        for chair in ("North", "East", "South", "West"):
            assert chair in text
        assert CARD.search(text)
        assert "played by one person" in text
        assert "Hoyle in South's chair: " in text
        assert "%" not in text
        assert "average" not in text
        assert "the seal holds" in text
    assert "(you)" not in bob.panel.text
    await ann.daily(day="yesterday", game=WHIST)
    assert "(you)" in ann.panel.text
    for name, plays in (("Ann", 1), ("Bob", 0)):
        result = await world.slash(name, "record", yesterday=WHIST, board=2)
        record = read_any((await result.response.attachments[0].read()).decode())
        assert isinstance(record, BoardRecord)
        assert (record.number, len(record.played)) == (2, plays)
        assert all(one.record is not None and len(one.record.moves) == 54 for one in record.played)
    assert "no board of the day of that game" in private(
        await world.slash("Ann", "record", yesterday="bezique")
    )
    await ann.press("The day's result")
    assert "so there is no place." in ann.panel.text
    assert "The four hands" in ann.panel.buttons


async def test_days_stand_in_the_table_of_the_week_and_the_month(world: World) -> None:
    for _ in range(3):
        day = world.bot.services.daily.today
        await made(world, "Ann", day, (7, 8, 5, 11))
        await made(world, "Bob", day, (7, 6, 5, 9))
        await to_next_day(world)
    table = seen((await world.slash("Eve", "leaderboard", by="daily")).response)
    assert "Board of the day · English Whist" in table.text
    assert re.findall(r"^(\d)\. <@(\d+)>: (.*)$", table.text, re.MULTILINE) == [
        ("1", str(world.people["Ann"].id), "75% over 3 days"),
        ("2", str(world.people["Bob"].id), "25% over 3 days"),
    ]
    for label in ("Last seven days", "All time", "American Whist"):
        await world.press("Eve", world.messages()[-1], label)
        assert ("over 3 days" in world.messages()[-1].text) is (label != "American Whist"), label
    await world.press("Eve", world.messages()[-1], "Tables of this server")
    assert "Nobody has finished a hand at a table yet" in world.messages()[-1].text
    await world.bot.services.tables.users.save(UserSettings(world.people["Bob"].id, hidden=True))
    again = seen((await world.slash("Eve", "leaderboard", by="daily")).response)
    assert len(re.findall(r"over 3 days", again.text)) == 1


async def test_it_is_played_in_the_reading_mode(world: World) -> None:
    await world.set_me("Ann", "Reading mode")
    ann = Player(world, "Ann", dm=True)
    await ann.daily(game=WHIST)
    assert "board 1 of 4" in ann.panel.text
    for _ in range(13):
        panel = world.dm("Ann")
        choices = [label for label in panel.open_buttons if label.startswith("Play ") or "of" in label]
        if not choices:
            break
        await world.press("Ann", panel, choices[0], dm=True)
    assert (await world.snapshot(1)).step > 4


async def test_days_are_counted_in_utc(world: World) -> None:
    with world.env.time_context():
        assert world.bot.services.daily.today == day_at(world.env.now().timestamp())


def analysed(**fields: Any) -> Analysis:
    blank = Analysis(hand=1, unit="tricks", counted_from=1, best=8, made=6, losses=[1, 0, 2, 1], slips=[])
    return blank.model_copy(update=fields)


def told_of(game: str, found: dict[int, Analysis | None]) -> Seen:
    return drawn(draw_best(game, 20_000, found, ENGLISH))


async def test_what_was_lost_is_told_board_by_board_with_the_plays_of_south_alone() -> None:
    slips = [
        Slip(trick=2, seat=0, card="2H", loss=1, better=["3H"]),
        Slip(trick=5, seat=2, card="9H", loss=2, better=["QH", "KH"]),
    ]
    found = told_of(WHIST, {1: analysed(slips=slips), 2: None})
    assert "with best play by all from the deal 8 tricks; you made 6 tricks." in found.text
    assert "You gave away 2 tricks." in found.text
    assert "Your partner gave away 1 trick." in found.text
    assert "Trick 5: 9♥ cost 2; better was Q♥ or K♥." in found.text
    assert "2♥" not in found.text
    assert "Board 2**: being worked out" in found.text
    assert "Again" in found.buttons


async def test_where_nothing_was_lost_that_is_said() -> None:
    found = told_of("bishops-whist", {1: analysed(unit="points", best=-3, made=-3, losses=[0] * 4)})
    assert "from the deal −3 points; you made −3 points." in found.text
    assert "You gave nothing away." in found.text
    assert "Again" not in found.buttons
    estimate = told_of("bishops-whist", {1: analysed(unit="points", best=-3, made=-3, estimated=True)})
    assert "from the deal, as estimated, −3 points; you made −3 points." in estimate.text


def test_a_score_in_a_board_of_bishops_whist_is_a_difference() -> None:
    shown = PersonalBoard(2, -4, compared(-4, {-4: 1, 3: 1}), None, par=1)
    line = board_line(shown, "bishops-whist", ENGLISH)
    assert line == "**Board 2: −4 points** · beats 0% of 1 · average −0.5 · best play +1 point"
    with_hoyle = replace(shown, hoyle=2, everywhere=compared(-4, {-4: 1}))
    line = board_line(with_hoyle, "bishops-whist", ENGLISH)
    assert (
        line
        == "**Board 2: −4 points** · Hoyle in your chair +2 points · nobody else yet · best play +1 point"
    )
