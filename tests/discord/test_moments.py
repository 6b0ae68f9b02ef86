"""How somebody played a hand, told to them alone by the button below its result and by /moments."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.house import jobs
from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit
from bot.rules.registry import GAMES
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.result.moments import moments_text
from tests.discord.test_analysis import OnePlace, a_hand, restart, result, shown
from tests.discord.test_commands import refused
from tests.discord.test_daily import Shifted
from tests.discord.test_translation import at_table
from tests.discord.world import World, private
from tests.rules.play import random_match

BUTTON = "How did I play?"
TITLE = "Hand 1: how you played"
LESSON = "### Problem: Your first tricks\n"
RULE = 'Bob Short 29: "When in doubt, win the trick".'


class Reviewing(OnePlace):
    """Finds at once that another card of the first trick would have been better, and nothing else."""

    async def run(self, job: Any, *arguments: Any, **terms: Any) -> Any:
        if job not in (jobs.glance_at, jobs.review_move):
            return await super().run(job, *arguments, **terms)
        _, view, made, _ = arguments
        SEATS.append(view.seat)
        if job is jobs.review_move:
            return better_than(made, view)
        return 0.5 if len(view.hand) == 13 and isinstance(made, Play) else 0.0


SEATS: list[int | None] = []


def better_than(made: Move, view: Any) -> Hint:
    other = next(move for move in view.legal if isinstance(move, Play) and move != made)
    return Hint(other, RULE, Cost(made, 0.61, Unit.POINTS, Judged.TRIED))


@pytest.fixture
def reviewing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.MeasuredWorkers", Reviewing)
    SEATS.clear()


async def seat_of(world: World, name: str) -> int | None:
    return (await world.snapshot()).table.chairs.seat_of(world.people[name].id)


def everybody_saw(world: World) -> str:
    return "\n".join(message.text for message in world.messages())


@pytest.mark.usefixtures("reviewing")
async def test_each_who_asks_is_told_alone_how_they_played(world: World) -> None:
    await a_hand(world, analyse=False)
    start = next(i for i, sent in enumerate(world.env.http_requests) if BUTTON in str(sent.json))
    bobs = shown(await world.press("Bob", result(world), BUTTON, settle=True))
    assert bobs.text.startswith(f"### {TITLE}\n**Trick 1**: you played ")
    assert "would have been better by about 0.6 points." in bobs.text
    assert RULE in bobs.text
    assert "Judged by what you could know at that moment" in bobs.text
    assert set(SEATS) == {await seat_of(world, "Bob")}, "only what his seat saw was looked at"
    looked = len(SEATS)
    page = shown(await world.press("Bob", bobs, "Look at trick 1"))
    assert "Hand 1" in page.text
    typed = shown(await world.slash("Bob", "moments", hand=1))
    assert typed.text == bobs.text
    assert len(SEATS) == looked, "it is found once"
    assert TITLE not in everybody_saw(world)
    anns = shown(await world.press("Ann", result(world), BUTTON, settle=True))
    assert anns.text != bobs.text
    eves = private(await world.press("Eve", result(world), BUTTON))
    assert eves.startswith("You did not play hand 1 of that table from its first card to its last")
    assert "Hand 2 of that table is not over." in private(await world.slash("Ann", "moments", hand=2))
    assert not refused(world, start)


@pytest.mark.usefixtures("reviewing")
async def test_what_was_found_is_told_after_a_restart_and_in_the_reading_mode(world: World) -> None:
    await a_hand(world, analyse=False)
    await restart(world, house_workers=0)
    off = private(await world.press("Ann", result(world), BUTTON))
    assert off == "Counting a hand out needs the house's worker processes, which are switched off here."
    await restart(world, house_workers=1)
    found = shown(await world.press("Ann", result(world), BUTTON, settle=True)).text
    await restart(world, house_workers=0)
    assert shown(await world.press("Ann", result(world), BUTTON)).text == found
    with world.env.time_context():
        users = world.bot.services.tables.users
        await users.save(replace(await users.settings(world.people["Ann"].id), reading=True))
    read = shown(await world.press("Ann", result(world), BUTTON)).text
    assert read.startswith(f"### {TITLE}\n**Trick 1**: you played ")
    assert not set("♠♥♦♣") & set(read)
    assert " of " in read


def told(snapshot: TableSnapshot, *moments: Moment, decision: Decision) -> list[str]:
    return moments_text(moments, {decision.step: decision}, "Hand 2", snapshot, ENGLISH).splitlines()


def test_moments_in_words() -> None:
    game = GAMES["american-whist"]
    at, view, plays = next(
        (at_table("american-whist", step.after, Status.PLAYING), game.view(step.after, due[0]), found)
        for step in random_match(game, game.options({}), 0, 4, most=60)
        if isinstance(due := game.to_act(step.after), tuple) and due
        if len(found := [move for move in game.legal(step.after, due[0]) if isinstance(move, Play)]) > 5
    )
    made, *others = plays[:6]
    decision = Decision(7, 2, view, made)
    faces, moves = [play.card.face for play in others], [str(play) for play in others]
    one = Moment(7, (moves[0],), 1.04, "tricks", RULE, "Bob Short is a pen name.")
    judged = (
        "-# Judged by what you could know at that moment, on the average over many ways in which the hidden "
        "cards may have lain."
    )
    assert told(at, one, decision=decision) == [
        "### Hand 2: how you played",
        f"**Trick 2**: you played {made.card.face}. **{faces[0]}** would have been better by about 1 trick.",
        RULE,
        "-# Bob Short is a pen name.",
        judged,
    ]
    three, five = (Moment(7, tuple(moves[:number]), 0.44, "points") for number in (3, 5))
    better = f"**{faces[0]}, {faces[1]} or {faces[2]}** would have been better by about 0.4 points."
    assert told(at, three, decision=decision)[1].endswith(better)
    better = f"**{faces[0]}, {faces[1]} or 3 other cards** would have been better by about 0.4 points."
    assert told(at, five, decision=decision)[1:] == [
        f"**Trick 2**: you played {made.card.face}. {better}",
        judged,
    ]
    assert told(at, decision=decision) == [
        "### Hand 2: how you played",
        "Nothing you played cost you much, by what you could know when you played it.",
    ]


@pytest.mark.usefixtures("reviewing")
async def test_what_was_found_is_asked_again_and_answered_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_hand(world, analyse=False)
    assert shown(await world.slash("Bob", "problem")).text.startswith(LESSON)
    found = shown(await world.press("Bob", result(world), BUTTON, settle=True)).text
    played = re.search(r"you played (\S+)\. \*\*(\S+)\*\* would", found)
    assert played is not None
    made, better = played.groups()
    asked = shown(await world.slash("Bob", "problem"))
    assert asked.text.startswith("### Problem: Hand 1\n")
    assert {made, better} <= set(asked.buttons)
    assert RULE not in asked.text
    wrong = shown(await world.press("Bob", asked, made))
    assert wrong.text.startswith("### Another card is better\n**Trick 1**: you played ")
    assert RULE in wrong.text
    assert re.search(r"This problem comes again <t:\d+:R>\.", wrong.text)
    assert shown(await world.press("Bob", wrong, "Next problem")).text.startswith(LESSON)
    clock = world.bot.services.tables.problems.clock
    monkeypatch.setattr(clock, "now", Shifted(clock, days=1).now)
    again = shown(await world.slash("Bob", "problem"))
    right = shown(await world.press("Bob", again, better))
    assert right.text.startswith("### Right\n**Trick 1**: you played ")
    assert "Hand 1" in shown(await world.press("Bob", right, "Look at trick 1")).text
    assert shown(await world.slash("Ann", "problem")).text.startswith(LESSON)
    everybody = everybody_saw(world)
    assert "Problem:" not in everybody
    assert RULE not in everybody


class OfOtherGames(OnePlace):
    """Finds at once that another move was better than any that drew a card, or led a domino."""

    async def run(self, job: Any, *arguments: Any, **terms: Any) -> Any:
        if job not in (jobs.glance_at, jobs.review_move):
            return await super().run(job, *arguments, **terms)
        key, view, made, _ = arguments
        if job is jobs.glance_at:
            return 30.0 if key == "bingo" or str(made) == "take" else 0.0
        other = next(move for move in view.legal if move != made)
        return Hint(other, "", Cost(made, 31.0, Unit.POINTS, Judged.TRIED))


async def a_hand_at(world: World, key: str) -> None:
    """Ann and Bob have played one of that game, always the last move that they may make."""
    await restart(world, house_workers=1)
    await world.slash("Ann", "table open", game=key)
    await world.slash("Bob", "table join")
    await world.start()
    tables = world.bot.services.tables
    while (snapshot := await world.snapshot()).finished_hand(1) is None:
        seat = snapshot.awaited[0]
        who = snapshot.table.chairs[snapshot.game.player_of(snapshot.state, seat)].occupant
        assert isinstance(who, Person)
        move = str(snapshot.game.legal(snapshot.state, seat)[-1])
        async with world.env.as_bot():
            await tables.play.act(1, Actor(who, sees=True, sends=True), move, snapshot.step)


@pytest.mark.parametrize(
    ("key", "pattern"),
    [
        ("bezique", r"you chose “(Draw a card)”\. \*\*(.+?)\*\* would have been better by about 31 points"),
        (
            "bingo",
            r"you (?:played|chose) “?(.+?)”?\. \*\*(.+?)\*\* would have been better by about 31 points",
        ),
    ],
)
async def test_other_games_tell_moments_and_ask_problems(
    world: World, key: str, pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.MeasuredWorkers", OfOtherGames)
    await a_hand_at(world, key)
    told = next(message for message in world.messages() if BUTTON in message.buttons)
    found = shown(await world.press("Ann", told, BUTTON, settle=True)).text
    *_, moment = re.finditer(pattern, found)
    asked = shown(await world.slash("Ann", "problem"))
    assert set(moment.groups()) <= set(asked.buttons), "the latest is asked first"
    right = shown(await world.press("Ann", asked, moment[2]))
    assert right.text.startswith("### Right\n")
    assert moment[0] in right.text
