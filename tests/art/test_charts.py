"""Charts: how large they are, what is in them, and what is refused."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.art import Bar, Result, form_picture, ranking_picture
from bot.art.charts import FILL, FIRST, LOST, MOST_BARS, MOST_LINES, MOST_RESULTS, WON

NAMES = ("Ann", "W" * 32, "Дмитрий", "李小龙", "🎉🎉🎉", "", "محمد", "\u0301", "Hal", "Zoë")


def opened(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGBA").convert("RGB")


def much_of(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many pixels are of that colour, or nearly."""
    near = Image.new("1", picture.size, 1)
    for channel, wanted in zip(picture.split(), colour, strict=True):
        like = [255 if abs(level - wanted) < 12 else 0 for level in range(256)]
        near = ImageChops.logical_and(near, channel.point(like, "1"))
    return near.histogram()[255]


def ranking(bars: int = MOST_BARS, first: int = 1) -> list[Bar]:
    return [
        Bar(first + row, NAMES[row], 1 - row / 9, f"{120 - row} of 140 · +{9 - row}.5") for row in range(bars)
    ]


def test_a_ranking_is_as_wide_as_other_pictures_and_small_to_send() -> None:
    for bars in range(1, MOST_BARS + 1):
        data = ranking_picture("Bishops Whist · November 2026 · among people", ranking(bars))
        assert len(data) <= 60_000
        width, height = opened(data).size
        assert width == 1000
        assert height == 114 + 78 * bars


def test_only_the_first_place_is_gilt() -> None:
    first, second = (opened(ranking_picture("x", ranking(3, place))) for place in (1, 11))
    assert much_of(first, FIRST) > 20_000
    assert much_of(second, FIRST) < 2_000


def test_whoever_has_won_nothing_has_no_bar() -> None:
    none, some = (opened(ranking_picture("x", [Bar(2, "Ann", length, "")])) for length in (0.0, 0.5))
    assert much_of(some, FILL) - much_of(none, FILL) > 25_000


def test_a_form_goes_up_and_down_with_the_results() -> None:
    results = [Result(5, True), Result(-5, False), Result(0, None)]
    both = opened(form_picture("Ann", results, "Points", "Won 1 of 3"))
    won = opened(form_picture("Ann", [Result(5, True)] * 3, "Points", "Won 3 of 3"))
    assert much_of(both, WON) > 5_000
    assert much_of(both, LOST) > 5_000
    assert much_of(won, WON) > much_of(both, WON)
    assert much_of(won, LOST) < 500
    lines = ["Best partner: " + "W" * 32] * MOST_LINES
    twenty = [Result(n * 37 - 400, n > 10, f"{n * 37 - 400:+}") for n in range(MOST_RESULTS)]
    data = form_picture("Ann", twenty, "Points ahead, last 20 hands", "Won 9 of 20 hands", lines)
    assert len(data) <= 60_000
    assert opened(data).size == (1000, 916)


def test_figures_stand_only_where_they_say_something() -> None:
    results = [Result(1, True), Result(-1, False)]
    figures = [Result(1, True, "+1"), Result(-1, False, "−1")]
    with_figures = form_picture("Ann", figures, "Games", "Won 1 of 2")
    assert with_figures != form_picture("Ann", results, "Games", "Won 1 of 2")


def test_what_was_drawn_last_is_kept() -> None:
    assert ranking_picture("x", ranking()) is ranking_picture("x", ranking())


@pytest.mark.parametrize("number", [0, MOST_BARS + 1])
def test_too_many_or_no_bars_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 10 bars"):
        ranking_picture("x", [Bar(1, "Ann", 1.0, "")] * number)


@pytest.mark.parametrize(("results", "lines"), [(0, 0), (MOST_RESULTS + 1, 0), (1, MOST_LINES + 1)])
def test_too_many_or_no_results_are_refused(results: int, lines: int) -> None:
    with pytest.raises(ValueError, match="chart"):
        form_picture("x", [Result(1, True)] * results, "", "", [""] * lines)
