"""A day's boards worth posting: scores, what they are compared with, the rank; and no card."""

from dataclasses import replace

import pytest

from bot.art import Day, DayBoard, DayMark, day_picture
from bot.art.days import DAY_WIDTH, MOST_BOARDS
from tests.art.seeing import SIZE_LIMIT, differing, opened

BOARD = DayBoard("Board 1", "8", (DayMark("Hoyle", "7", 1), DayMark("mean", "8.2", -1)))
DAY = Day("American Whist", "Ольга", (BOARD,) * 4, "22 Nov", ("7th of 23", "5 days in a row"))


@pytest.mark.parametrize("count", [1, 2, 4, 5, MOST_BOARDS])
def test_a_day_of_so_many_boards_is_sent_at_once(count: int) -> None:
    crowded = replace(BOARD, name="W" * 40, score="−15")
    day = replace(DAY, boards=(crowded,) * count, name="李雷" * 16, facts=("W" * 60,) * 3)
    data = day_picture(day)
    assert opened(data).width == DAY_WIDTH
    assert len(data) < SIZE_LIMIT


@pytest.mark.parametrize(
    "other",
    [
        replace(DAY, name="Li Lei"),
        replace(DAY, facts=("8th of 23", "5 days in a row")),
        replace(DAY, facts=("7th of 23", "6 days in a row")),
        replace(DAY, note="23 Nov"),
        replace(DAY, boards=(replace(BOARD, score="9"), *DAY.boards[1:])),
        replace(DAY, boards=(replace(BOARD, score=""), *DAY.boards[1:])),
        replace(DAY, boards=(replace(BOARD, marks=(DayMark("Hoyle", "7", -1),)), *DAY.boards[1:])),
    ],
)
def test_whatever_it_says_is_drawn(other: Day) -> None:
    assert differing(day_picture(DAY), day_picture(other)) is not None


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (replace(DAY, boards=()), "1 to 16 boards"),
        (replace(DAY, boards=(BOARD,) * (MOST_BOARDS + 1)), "1 to 16 boards"),
        (replace(DAY, boards=(replace(BOARD, marks=BOARD.marks * 2),)), "at most 3"),
        (replace(DAY, facts=("",) * 4), "at most 3"),
    ],
)
def test_what_is_no_day_is_refused_in_one_line(given: Day, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        day_picture(given)
