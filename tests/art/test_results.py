"""The picture of a result."""

import io

import pytest
from PIL import Image

from bot.art import ResultSide, result_picture
from bot.art.results import SIDE_COLOURS

ANN = ResultSide(0, "Ann and Cleo", (("8 tricks", ""), ("2 tricks over six", "+2")), "+2", "5 of 7", 3, 5, 7)
BOB = ResultSide(1, "Bob and Dan", (("5 tricks", ""),), "0", "4 of 7", 4, 4, 7)
TAKEN = (0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def colours(picture: Image.Image) -> set[tuple[int, ...]]:
    found = picture.convert("RGB").getcolors(1 << 20)
    assert found is not None
    return {colour for _, colour in found if isinstance(colour, tuple)}


def near(colour: tuple[int, ...], found: set[tuple[int, ...]]) -> bool:
    return any(
        max(abs(one - other) for one, other in zip(colour, pixel, strict=True)) < 24 for pixel in found
    )


def test_it_is_a_thousand_pixels_wide_and_shows_the_colours_of_its_sides() -> None:
    picture = opened(result_picture("Hand 1", "Ann and Cleo win the hand.", [ANN, BOB], taken=TAKEN, turn=11))
    assert picture.width == 1000
    assert near(SIDE_COLOURS[0], colours(picture))
    assert near(SIDE_COLOURS[1], colours(picture))
    assert picture.getpixel((0, 0))[3] == 0, "its corners are clear"  # type: ignore[index]
    assert picture.getpixel((500, 20))[3] == 255  # type: ignore[index]


def test_the_same_result_is_the_same_picture_and_another_is_another() -> None:
    first = result_picture("Hand 1", "Ann wins.", [ANN, BOB], taken=TAKEN)
    assert first == result_picture("Hand 1", "Ann wins.", [ANN, BOB], taken=TAKEN)
    assert first != result_picture("Hand 1", "Ann wins.", [ANN, BOB], taken=TAKEN, turn=11)
    assert first != result_picture("Hand 2", "Ann wins.", [ANN, BOB], taken=TAKEN)


@pytest.mark.parametrize("sides", [1, 2, 3, 4, 5, 6])
def test_up_to_six_sides_have_room(sides: int) -> None:
    drawn = [
        ResultSide(n, f"Player {n}", (("out first", ""),), pieces=("QS",) * (n == 1)) for n in range(sides)
    ]
    picture = opened(result_picture("The end", "It is over!", drawn))
    assert (picture.width, picture.height > 200) == (1000, True)


def test_a_full_result_with_long_names_stays_below_eighty_kilobytes() -> None:
    parts = tuple((f"royal marriage in hearts {n}", f"+{n * 10}") for n in range(12))
    name, total = "Wolfgang Amadeus of the Card Club", "1340 of 1000"
    full = [
        ResultSide(n, name, parts, "+1340", total, after=1340, target=1000, note="2 games", crowned=True)
        for n in range(2)
    ]
    headline = "Wolfgang Amadeus of the Card Club wins the partie, 3 games to 2."
    data = result_picture("Hand 12 · Game 5 · The partie", headline, full, taken=(0, 1) * 16, turn=30)
    assert len(data) < 80_000


@pytest.mark.parametrize("number", [11, 12, 13, 20])
def test_every_part_of_a_side_is_drawn(number: int) -> None:
    parts = [(f"four queens {n}", f"+{n}") for n in range(number)]
    fewer, all_of_them, other = (
        opened(result_picture("Hand 1", "Ann wins.", [ResultSide(0, "Ann", tuple(shown))]))
        for shown in (parts[:-1], parts, [*parts[:-1], ("four knaves", "+999")])
    )
    assert all_of_them.height > fewer.height
    assert all_of_them.tobytes() != other.tobytes()


LONG = "Alexander the Great of Macedonia and Christopher Columbus the {}"


@pytest.mark.parametrize("where", ["title", "headline", "name", "part", "turn"])
def test_no_name_and_no_title_is_cut(where: str) -> None:
    def drawn(which: str) -> bytes:
        said = {key: LONG.format("x") for key in ("title", "headline", "name", "part", "turn")}
        said[where] = LONG.format(which)
        side = ResultSide(0, said["name"], ((said["part"], "+10"),), crowned=True)
        return result_picture(
            said["title"], said["headline"], [side], taken=(0,), turn=1, turn_words=said["turn"]
        )

    assert opened(drawn("x")).tobytes() != opened(drawn("y")).tobytes()


def test_dominoes_left_are_drawn_in_rows() -> None:
    few = opened(result_picture("Deal 1", "Ann is out.", [ResultSide(0, "Ann", pieces=("6-6",) * 3)]))
    many = opened(result_picture("Deal 1", "Ann is out.", [ResultSide(0, "Ann", pieces=("6-6",) * 20)]))
    assert many.height > few.height + 100


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 6 sides"):
        result_picture("", "", [])
    with pytest.raises(ValueError, match="there is not"):
        result_picture("", "", [ANN], taken=(1,))
    with pytest.raises(ValueError, match="there is not"):
        result_picture("", "", [ResultSide(9, "Zed")])
    with pytest.raises(ValueError):  # noqa: PT011
        result_picture("", "", [ResultSide(0, "Ann", pieces=("XX",))])
