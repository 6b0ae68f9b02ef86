"""The course of a hand as the channel is shown it: short names, and lines that end well."""

from dataclasses import replace

import pytest

from bot.rules.events import Event
from bot.tables.state.chairs import House
from bot.tables.state.messages import Removal
from cogs.result.course import finished_course, whole_tail
from cogs.ui.names import SHORT_NAME, short_names
from tests.discord.test_hand import dealt, play_hand_by_dm
from tests.discord.world import World
from tests.present import present
from tests.tables.fakes import Room, play_out
from tests.tables.test_fair_deals import started

PLACES = ("North", "East", "South", "West")


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann", "Bob", "Christopher", "Dan"), ("Ann", "Bob", "Christopher", "Dan")),
        (
            ("Alexander the Great", "Alexander the Small", "Bob", "Alexander"),
            ("Alexa…Great", "Alexa…Small", "Bob", "Alexander"),
        ),
        (("Ann of Green Gables", "Ann", "Bob", "Dan"), ("Ann of Gre…", "Ann", "Bob", "Dan")),
        (("A" * 32, "A" * 32, "Bob", "Dan"), ("North", "East", "Bob", "Dan")),
        (("日本語の名前はとても長い", "Ann", "Bob", "Dan"), ("日本語の名…", "Ann", "Bob", "Dan")),
    ],
)
def test_long_names_are_shortened_so_that_nobody_is_taken_for_another(
    names: tuple[str, ...], short: tuple[str, ...]
) -> None:
    assert short_names(names, PLACES) == short
    assert max(map(len, short)) <= SHORT_NAME


def test_no_line_ends_in_a_lonely_number_and_no_domino_is_broken() -> None:
    said = "*Mrs Battle* declares marriage in clubs, K♣ Q♣: +20, now 40."
    assert whole_tail(said).endswith(" +20,\u00a0now\u00a040.")
    assert whole_tail(said).replace("\u00a0", " ") == said
    assert whole_tail("33 pips left (2-2 2-0)") == "33 pips left\u00a0(2\u20112\u00a02\u20110)"
    assert whole_tail("10.") == "10."


async def test_a_hand_in_the_channel_is_a_line_a_trick(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world)
    record = next(message for message in world.messages() if "1\\. " in message.text)
    tricks = [line for line in record.text.split("\n") if "\\. " in line]
    assert len(tricks) == 13
    assert not any("takes" in line or "North" in line for line in tricks)


async def test_a_message_replaced_hands_later_still_tells_its_hand() -> None:
    room, courses = Room(), dict[int, tuple[Event, ...]]()
    snapshot = await started(room, "bingo", 2)
    while (deals := snapshot.table.dealt.deals) < 4:
        snapshot = await play_out(room, snapshot, 1)
        if snapshot.table.dealt.deals > deals:
            courses[deals] = snapshot.last_course
    assert len(set(courses.values())) == 3
    for hand, course in courses.items():
        assert finished_course(snapshot, Removal(1, 20, 60, None, hand)) == course
    assert finished_course(snapshot, Removal(1, 20, 60, None)) == ()


async def test_a_trick_keeps_the_name_of_who_took_it_when_the_chair_changes_hands(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 4)
    (line,) = (line for line in world.table_message().text.split("\n") if line.startswith("1\\. "))
    winner = line.rpartition("**")[0].rpartition("**")[2]
    assert winner in world.people, line
    await world.slash(winner, "table leave", settle=True)
    seat = next(s for s in (await world.snapshot()).table.chairs if isinstance(s.occupant, House))
    assert line in world.table_message().text
    assert isinstance(seat.occupant, House)
    assert seat.occupant.name not in line


async def test_a_hand_whose_table_message_was_refused_until_the_end_is_posted_after_it(world: World) -> None:
    await world.table()
    await world.start()
    posts = world.bot.parts.publisher.posts
    shown = present(await posts.table_message(1))
    # As it is when Discord has the new message, and its answer was lost.
    await posts.save_table_message(replace(shown, deal=shown.deal - 1))
    await world.close("Ann")
    await world.env.settle()
    now = present(await posts.table_message(1))
    assert now.message_id != shown.message_id
    assert now.deal == shown.deal
