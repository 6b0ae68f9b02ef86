"""Lessons as people take them: by the command, by buttons alone, and as problems."""

from dataclasses import replace

import pytest
import simcord
from discord import ui

from bot.rules.catalogue import ENGLISH
from bot.rules.lessons.courses import COURSES, LESSONS
from bot.rules.lessons.lesson import Lesson
from bot.tables.play.continuations import Continuation
from bot.tables.state.moments import Tried
from cogs.replay.lessons import draw_answer, draw_line, draw_stop
from cogs.ui.actions import find
from tests.discord.test_analysis import shown
from tests.discord.test_daily import Shifted
from tests.discord.test_replay_pages import ALOUD, MOST_PICTURES, PLAIN, texts
from tests.discord.world import Seen, World

(TITLE, WHIST), *_ = COURSES
FIRST, SECOND = WHIST[:2]


def in_words(text: str) -> str:
    return ENGLISH.gettext(text).splitlines()[0]


async def pressed(world: World, page: Seen, *labels: str) -> Seen:
    """What stands there after Eve's presses, which cost no call with the bot's token."""
    for label in labels:
        start = len(world.env.http_requests)
        page = shown(await world.press("Eve", page, label))
        assert not world.requests(start)
    return page


async def solved(world: World) -> list[str]:
    overview = shown(await world.slash("Eve", "lesson"))
    return [menu["placeholder"] for menu in overview.menus]


async def test_a_newcomer_takes_the_first_lesson_and_goes_on_to_the_next(world: World) -> None:
    start = shown(await world.slash("Eve", "lesson"))
    assert start.menus[0]["placeholder"] == f"{TITLE}: 0 of {len(WHIST)} solved"
    page = await pressed(world, start, TITLE)
    assert page.text.startswith(f"### Lesson: {FIRST.title}\n-# {TITLE}, lesson 1 of {len(WHIST)}")
    assert in_words(FIRST.said[0]) in page.text
    page = await pressed(world, page, "Next", "Next")
    assert in_words(FIRST.said[2]) in page.text
    assert {"4♥", "2♥", "K♣"} <= set(page.buttons)
    wrong = await pressed(world, page, "K♣")
    assert wrong.text.startswith("### Another card is better\n" + in_words(FIRST.amiss))
    assert FIRST.maxim in wrong.text
    assert "This question comes again <t:" in wrong.text
    right = await pressed(world, wrong, "Try again", "2♥")
    assert right.text.startswith("### Right\n" + in_words(FIRST.why))
    assert "South" in right.text, "the trick goes on"
    assert (await solved(world))[0] == f"{TITLE}: 0 of {len(WHIST)} solved", "it was missed"
    page = await pressed(world, right, "Next lesson", "Next", "Q♣", "All lessons")
    assert page.menus[0]["placeholder"] == f"{TITLE}: 1 of {len(WHIST)} solved"
    again = shown(await choose_lesson(world, page))
    assert again.text.startswith(f"### Lesson: {FIRST.title}\n")
    assert not [message for message in world.messages() if "Lesson" in message.text], "nobody else sees it"


async def choose_lesson(world: World, page: Seen) -> object:
    menu = page.menus[0]
    message = simcord.ResponseMessage(world.env, page.raw)
    return await world.people["Eve"].select(message, [FIRST.key], custom_id=menu["custom_id"])


async def test_the_hand_of_a_lesson_can_be_played_to_its_end(world: World) -> None:
    start = shown(await world.slash("Eve", "lesson"))
    page = await pressed(world, start, TITLE, "Next", "Next", "2♥", "Play on")
    for _ in range(12):
        cards = [label for label in page.open_buttons if label not in ("Next lesson", "All lessons")]
        if not cards:
            break
        page = await pressed(world, page, cards[0])
    assert "is over" in page.text
    assert page.open_buttons == ["Next lesson", "All lessons"]


async def test_a_lesson_is_a_problem_where_no_hand_of_ones_own_makes_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = shown(await world.slash("Eve", "problem"))
    assert asked.text.startswith(f"### Problem: {FIRST.title}\n")
    following = await pressed(world, asked, "K♣", "Next problem")
    assert following.text.startswith(f"### Problem: {SECOND.title}\n")
    clock = world.bot.services.tables.lessons.clock
    monkeypatch.setattr(clock, "now", Shifted(clock, days=1).now)
    again = shown(await world.slash("Eve", "problem"))
    assert again.text.startswith(f"### Problem: {FIRST.title}\n")
    await pressed(world, again, "4♥")
    assert (await solved(world))[0].startswith(f"{TITLE}: 1 of")


async def test_a_lesson_is_read_aloud_without_signs(world: World) -> None:
    with world.env.time_context():
        users = world.bot.services.tables.users
        await users.save(replace(await users.settings(world.people["Eve"].id), reading=True))
    page = shown(await world.slash("Eve", "lesson"))
    for label in (TITLE, "Next", "Next"):
        page = shown(await world.press("Eve", page, label))
        assert not set("♠♥♦♣") & set(page.text)
    assert "King of diamonds" in page.text or "king of diamonds" in page.text


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
async def test_each_stop_and_each_answer_is_drawn_within_discords_limits(lesson: Lesson) -> None:
    pages, last = lesson.pages, len(lesson.said) - 1
    start, tried = Continuation.start(pages, pages.last), Tried(0, 86_400.0)
    drawings = [await draw_stop(lesson, last, ALOUD, asked=True)]
    for viewer in (PLAIN, ALOUD):
        drawings += [await draw_stop(lesson, stop, viewer) for stop in range(last + 1)]
        for move in start.legal:
            right, line = lesson.is_right(str(move)), start.after(move)
            answered = await draw_answer(lesson, line, tried, viewer, right=right, asked=not right)
            assert texts(answered).startswith("### Right" if right else "### Another card is better")
            drawings += [answered, await draw_line(lesson, line, viewer)]
    for drawing in drawings:
        parts = list(drawing.view.walk_children())
        ids = [part.custom_id for part in parts if isinstance(part, ui.Button | ui.Select)]
        assert len(ids) == len(set(ids))
        assert all(find(custom_id or "") for custom_id in ids)
        assert len(parts) <= 40 - MOST_PICTURES
