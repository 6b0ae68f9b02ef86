"""Dominoes, pieces spread on the table, and the line."""

from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageChops

from bot.art import hand_picture, line_picture, spread_picture
from bot.art.hands import hand_layout, hand_spots
from bot.art.lines import HALVES, MOST_HEIGHT, MOST_TILES, line_layout
from bot.art.pieces import Form, parse
from bot.art.spreads import WIDTHS, spread_size, spread_spots
from bot.art.sprites import STRIP, face, height_of, sprite
from tests.art.seeing import HAND, SIZE_LIMIT, TILES, differing, laid, opened, over

DOUBLES = [f"{pips}-{pips}" for pips in range(7)]
PLAIN = [tile for tile in TILES if tile not in DOUBLES]
LINE = ["6-4", "4-4", "4-1", "1-0", "0-0", "0-5"]


def spots_in(half: Image.Image) -> int:
    """How many pips there are in the picture of half a domino."""
    dark = half.convert("L").resize((48, 48)).point(lambda level: 255 * (level < 128))
    found = 0
    for x in range(48):
        for y in range(48):
            if dark.getpixel((x, y)):
                found += 1
                todo = [(x, y)]
                while todo:
                    at = todo.pop()
                    if 0 <= at[0] < 48 and 0 <= at[1] < 48 and dark.getpixel(at):
                        dark.putpixel(at, 0)
                        todo += [(at[0] + dx, at[1] + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return found


@pytest.mark.parametrize("tile", TILES)
def test_each_half_has_as_many_pips_as_are_written_whichever_way_it_lies(tile: str) -> None:
    for text in (tile, tile[::-1]):
        assert parse(text).halves == (int(text[0]), int(text[2]))
        stands = over(face(text, 150), (255, 255, 255))
        lies = over(face(text, 300, form=Form.LYING), (255, 255, 255))
        assert stands.size == (150, 300)
        assert lies.size == (300, 150)
        halves = [(10, 10, 140, 138), (10, 162, 140, 290)], [(10, 10, 138, 140), (162, 10, 290, 140)]
        for picture, boxes in zip((stands, lies), halves, strict=True):
            assert "-".join(str(spots_in(picture.crop(box))) for box in boxes) == text


def test_only_a_double_is_a_double() -> None:
    assert [tile for tile in TILES if parse(tile).double] == DOUBLES
    assert not parse("AS").double
    assert not parse("??").double


def test_all_dominoes_differ_in_grey_on_a_phone() -> None:
    small = {tile: laid(sprite(tile, 64)).convert("L").resize((24, 45)).tobytes() for tile in TILES}
    assert len(set(small.values())) == len(TILES)


def test_a_domino_face_down_lies_among_dominoes_as_one_of_them() -> None:
    assert opened(hand_picture(["6-4", "??"])).size == opened(hand_picture(["6-4", "5-3"])).size
    hand = hand_layout(2, Form.TILE)
    spot = hand_spots(2, Form.TILE)[1]
    changed = differing(hand_picture(["6-4", "??"]), hand_picture(["6-4", "5-3"]))
    assert changed is not None
    assert changed[0] >= spot.left
    assert changed[2] <= spot.left + hand.width


@pytest.mark.parametrize("pieces", [[*HAND, "??", "KH", "KH"], TILES[:16]])
@pytest.mark.parametrize("count", range(1, 17))
def test_a_spread_of_any_length_is_a_png_of_the_size_said(count: int, pieces: list[str]) -> None:
    form = Form.TILE if "-" in pieces[0] else Form.CARD
    data = spread_picture("Ann: declared cards", pieces[:count])
    assert opened(data).size == spread_size(count, form)
    assert opened(data).width == 1000
    assert opened(data).height <= (420 if count <= 8 else 720)
    assert len(data) < SIZE_LIMIT


@pytest.mark.parametrize("form", [Form.CARD, Form.TILE])
@pytest.mark.parametrize("count", range(3, 17))
def test_the_pieces_of_a_spread_lie_inside_and_show_their_corners(count: int, form: Form) -> None:
    width, height = spread_size(count, form)
    wide, high = WIDTHS[form], height_of(WIDTHS[form], form)
    spots = spread_spots(count, form)
    assert len(spots) == count
    assert all(30 <= spot.left <= width - wide - 30 for spot in spots)
    assert all(80 <= spot.top <= height - high - 24 for spot in spots)
    seen = wide * STRIP / form.width if form is Form.CARD else wide
    for one, after in pairwise(spots):
        assert after.top >= one.top + high or after.left - one.left >= seen


@pytest.mark.parametrize("count", [0, 17])
def test_a_spread_of_no_cards_or_too_many_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 16 pieces"):
        spread_picture("Ann", ["2C"] * count)


@pytest.mark.parametrize("pieces", [TILES, PLAIN, DOUBLES * 4, ["6-4"] * 28, ["3-3", "3-2"] * 14])
@pytest.mark.parametrize("count", range(1, MOST_TILES + 1))
def test_a_line_of_any_length_is_laid_in_order_without_touching_a_label_or_an_edge(
    count: int, pieces: list[str]
) -> None:
    tiles = pieces[:count]
    for titled in (False, True):
        line = line_layout(tiles, titled=titled)
        assert len(line.tiles) == len(tiles)
        assert line.height <= MOST_HEIGHT
        assert line.tiles[0].width >= HALVES[-1] - 2
        for text, tile in zip(tiles, line.tiles, strict=True):
            assert tile.form is (Form.TILE if parse(text).double else Form.LYING)
            assert 106 <= tile.left < tile.right <= 894
            assert (80 if titled else 30) <= tile.top < tile.bottom <= line.height - 30
        for one, after in pairwise(line.tiles):
            if after.row == one.row:
                assert abs(one.middle - after.middle) <= 1
                assert 1 <= after.left - one.right <= 4
            else:
                assert after.row == one.row + 1
                assert after.left < one.right
        for upper, lower in pairwise(list(row) for _, row in groupby(line.tiles, lambda tile: tile.row)):
            assert min(tile.top for tile in lower) - max(tile.bottom for tile in upper) >= 30


def test_the_longest_lines_can_be_read_on_a_phone() -> None:
    assert all(line_layout(tiles[:28], titled=True).tiles[1].width >= 120 for tiles in (TILES, PLAIN + PLAIN))


@pytest.mark.parametrize("count", [1, 2, 7, 15, 28])
@pytest.mark.parametrize("title", ["", "The line"])
def test_a_line_is_a_png_of_the_size_said(count: int, title: str) -> None:
    data = line_picture(TILES[:count], title=title)
    assert opened(data).size == (1000, line_layout(TILES[:count], titled=bool(title)).height)
    assert len(data) < SIZE_LIMIT


@pytest.mark.parametrize("count", [0, MOST_TILES + 1])
def test_a_line_of_no_dominoes_or_too_many_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 28 dominoes"):
        line_picture(["6-4"] * count)


def test_a_double_stands_crosswise() -> None:
    line = line_layout(LINE)
    sizes = [(tile.right - tile.left, tile.bottom - tile.top) for tile in line.tiles]
    assert [wide < high for wide, high in sizes] == [False, True, False, False, True, False]
    assert len({tuple(sorted(size)) for size in sizes}) == 1
    picture = opened(line_picture(LINE))
    double, plain = line.tiles[1], line.tiles[2]
    for tile, shown in ((double, True), (plain, False)):
        near = picture.getpixel((tile.left + 12, double.top + 6))
        assert (min(near[:3]) > 220) is shown  # type: ignore[index]


def tinted(picture: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether the paper in `box` is gilt: much less blue than red."""
    red, _, blue, _ = picture.crop(box).resize((1, 1), Image.Resampling.BOX).split()
    return red.getextrema()[0] - blue.getextrema()[0] > 50  # type: ignore[operator]


@pytest.mark.parametrize(
    ("tiles", "gilt"),
    [
        (["6-4", "4-2", "2-1"], {(0, 0), (2, 1)}),
        (["6-6", "6-2", "2-2"], {(0, 0), (0, 1), (2, 0), (2, 1)}),
        (["6-4"], {(0, 0), (0, 1)}),
        (["0-0"], {(0, 0), (0, 1)}),
        ([*PLAIN], {(0, 0), (20, 1)}),
    ],
)
def test_the_open_halves_and_no_others_are_gilt(tiles: list[str], gilt: set[tuple[int, int]]) -> None:
    picture = opened(line_picture(tiles))
    found: set[tuple[int, int]] = set()
    for place, tile in enumerate(line_layout(tiles).tiles):
        middle = (tile.left + tile.right) // 2
        halves = (
            [
                (tile.left, tile.top, tile.right, tile.middle),
                (tile.left, tile.middle, tile.right, tile.bottom),
            ]
            if tile.form is Form.TILE
            else [(tile.left, tile.top, middle, tile.bottom), (middle, tile.top, tile.right, tile.bottom)]
        )
        for half, (left, top, right, bottom) in enumerate(halves):
            inner = (left + 12, top + 12, right - 12, bottom - 12)
            if tinted(picture, inner):
                found.add((place, half))
    assert found == gilt


@pytest.mark.parametrize("count", [1, 3, 28])
def test_the_ends_are_labelled_beside_the_open_halves(count: int) -> None:
    tiles = TILES[:count]
    line = line_layout(tiles)
    picture = over(opened(line_picture(tiles)), (49, 51, 56))
    first, last = line.tiles[0], line.tiles[-1]
    left = picture.crop((first.left - 84, first.middle - 40, first.left - 12, first.middle + 40))
    right = picture.crop((last.right + 12, last.middle - 40, last.right + 88, last.middle + 40))
    for label in (left, right):
        golden = ImageChops.subtract(label.getchannel("R"), label.getchannel("B")).point(
            lambda level: 255 * (level > 120)
        )
        assert golden.histogram()[255] > 300
    assert ImageChops.difference(left, right.resize(left.size)).getbbox() is not None


def test_the_order_and_the_way_of_the_tiles_matter() -> None:
    assert len({line_picture(tiles) for tiles in (["6-4", "4-1"], ["4-6", "4-1"], ["4-1", "6-4"])}) == 3


def test_rows_are_joined_by_a_thread() -> None:
    line = line_layout(PLAIN)
    ends = [one for one, after in pairwise(line.tiles) if one.row != after.row]
    assert ends
    picture = over(opened(line_picture(PLAIN)), (49, 51, 56))
    for tile in ends:
        assert min(picture.getpixel((tile.right + 18, tile.middle))) > 120  # type: ignore[arg-type]
