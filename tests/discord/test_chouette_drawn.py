"""Every message of a chouette fits what Discord takes, and says everything in the reader's language."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.registry import GAMES
from bot.tables.seating.consulting import for_two
from bot.tables.state.chairs import Person
from bot.tables.state.chouette import MOST_ADVISERS, Chouette, Rotation
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.panel import draw_hand_panel
from cogs.hand.read_panel import draw_read_panel
from cogs.opening.chouette import chouette_lines, draw_offer
from cogs.table.table_message import draw_table_message
from cogs.ui.layout import Drawing
from tests.discord.test_limits import at_table as full_table
from tests.discord.test_limits import check
from tests.discord.test_translation import at_table, left_in, said
from tests.rules.play import random_match
from tests.stored_tables import changed
from tests.test_messages import PSEUDO

OF_TWO = sorted(key for key in GAMES if for_two(at_table(key, None, Status.LOBBY).table))
CHOUETTES = (
    Chouette(Rotation.VOLUNTEER),
    Chouette(Rotation.VOLUNTEER, 1, deals=True, games=2),
    Chouette(Rotation.CUT_IN),
    Chouette(Rotation.CUT_IN, 1, games=1),
)


def with_advisers(
    snapshot: TableSnapshot, chouette: Chouette, *people: Person, late: int = 0
) -> TableSnapshot:
    """Those people advise, but for so many who have come late."""
    begun = chouette.begun([person.user_id for person in people[: len(people) - late]])
    return replace(snapshot, table=changed(snapshot.table, chouette=begun, waiting=people))


async def drawn(snapshot: TableSnapshot, words: Catalogue, *, pictures: bool) -> list[Drawing]:
    found = [await draw_table_message(snapshot, words, with_pictures=pictures), draw_offer(snapshot, words)]
    for seat in range(2):
        found.append(await draw_hand_panel(snapshot, seat, words, with_pictures=pictures, advises=True))
        found.append(draw_read_panel(snapshot, seat, words, advises=True))
    return found


def states(key: str) -> Iterator[tuple[Any, Status]]:
    game, last = GAMES[key], None
    for number, step in enumerate(random_match(game, game.options({}), None, 3, most=60)):
        last = step.after
        if number % 7 == 0:
            yield last, Status.PLAYING
    yield None, Status.LOBBY
    yield last, Status.CLOSED


@pytest.mark.parametrize("chouette", CHOUETTES)
@pytest.mark.parametrize("key", OF_TWO)
def test_all_of_it_fits(key: str, chouette: Chouette) -> None:
    crowd = [Person(10**18 + number, f"Wolfeschlegelstein the {number}th") for number in range(MOST_ADVISERS)]
    for state, status in states(key):
        for people in ((), crowd[:2], crowd):
            table = full_table(GAMES[key], {}, state, status)
            snapshot = with_advisers(table, chouette, *people, late=len(people) // 3)
            for drawing in asyncio.run(drawn(snapshot, ENGLISH, pictures=False)):
                check(drawing)


@pytest.mark.parametrize("chouette", CHOUETTES)
def test_all_of_it_is_said_in_the_language_of_the_reader(chouette: Chouette) -> None:
    people = [Person(number, name) for number, name in ((5, "Eve"), (6, "Flo"), (8, "Hal"))]
    for state, status in states("bezique"):
        for number in range(4):
            table = at_table("bezique", state, status)
            snapshot = with_advisers(table, chouette, *people[:number], late=int(number == 3))
            for drawing in asyncio.run(drawn(snapshot, PSEUDO, pictures=False)):
                assert not left_in(*said(drawing))
            assert not left_in(*chouette_lines(snapshot, PSEUDO))
