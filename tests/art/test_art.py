"""The pictures: what every one of them must be, and what must differ between two."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.art import hand_picture, trick_picture
from bot.art.faces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN,
    RANKS,
    SUITS,
    face,
    height_of,
    lettering,
    parse,
    sprite,
)
from bot.art.hands import HAND_WIDTH, MOST_CARDS, RAISE, hand_size, hand_spots
from bot.art.names import plain
from bot.art.shapes import GLYPHS, flatten
from bot.art.tricks import trick_size

ALL = [*(rank + suit for suit in SUITS for rank in RANKS), "N", "??"]
HAND = ["AS", "KS", "QS", "BS", "9S", "7S", "3S", "KH", "BH", "8D", "2D", "6C", "N"]
UNKNOWN = ["", "A", "SA", "as", "1S", "AX", "10S", "NN", "NS", "?", "???", "6-4", "A S", "AS\n"]
SIZE_LIMIT = 200_000


def opened(data: bytes) -> Image.Image:
    """The picture in PNG bytes, every chunk of them checked."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    with Image.open(BytesIO(data)) as checked:
        checked.verify()
    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGBA")


def over(picture: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    """The picture as seen on a plain ground."""
    seen = Image.new("RGBA", picture.size, ground)
    seen.alpha_composite(picture)
    return seen.convert("RGB")


def differing(one: bytes, other: bytes, least: int = 24) -> tuple[int, int, int, int] | None:
    """The box of the pixels that differ by more than the rounding of colours."""
    pair = [over(opened(data), (49, 51, 56)) for data in (one, other)]
    return ImageChops.difference(*pair).convert("L").point(lambda level: 255 * (level > least)).getbbox()


@pytest.mark.parametrize("count", range(1, MOST_CARDS + 1))
def test_a_hand_of_any_length_is_a_png_of_the_size_said(count: int) -> None:
    data = hand_picture((HAND + ALL)[:count], playable=["AS", "N"])
    picture = opened(data)
    assert picture.size == hand_size(count)
    assert picture.width == HAND_WIDTH
    assert picture.width * 10 >= picture.height * 11, "a phone would have to shrink it below 330 pixels wide"
    assert len(data) < SIZE_LIMIT


@pytest.mark.parametrize("count", range(1, MOST_CARDS + 1))
def test_the_cards_of_a_hand_lie_inside_and_show_their_corners(count: int) -> None:
    width, height = hand_size(count)
    spots = hand_spots(count)
    assert len(spots) == count
    for spot in spots:
        assert MARGIN <= spot.left <= width - CARD_WIDTH - MARGIN
        assert MARGIN + RAISE <= spot.top <= height - CARD_HEIGHT - MARGIN
    for one, after in pairwise(spots):
        assert after.top > one.top or after.left - one.left >= 118
        assert after.top == one.top or after.top - RAISE - one.top >= 204


@pytest.mark.parametrize("count", [0, MOST_CARDS + 1])
def test_a_hand_of_no_cards_or_too_many_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 21 cards"):
        hand_picture(["2C"] * count)


def test_a_hand_stands_on_a_clear_ground() -> None:
    picture = opened(hand_picture(HAND))
    for at in [(0, 0), (2, 2), (HAND_WIDTH - 1, picture.height - 1)]:
        assert picture.getpixel(at) == (0, 0, 0, 0)


@pytest.mark.parametrize("place", [0, 3, 6, 7, 12])
def test_dimming_one_card_changes_that_card_alone(place: int) -> None:
    playable = set(HAND)
    changed = differing(
        hand_picture(HAND, playable=playable), hand_picture(HAND, playable=playable - {HAND[place]})
    )
    spot = hand_spots(len(HAND))[place]
    assert changed is not None
    assert changed[0] >= spot.left - MARGIN
    assert changed[1] >= spot.top - RAISE - MARGIN
    assert changed[2] <= spot.left + CARD_WIDTH + MARGIN
    assert changed[3] <= spot.top + CARD_HEIGHT + MARGIN


def test_playable_cards_are_bright_and_raised_and_the_others_dim() -> None:
    picture = opened(hand_picture(["KH", "2C"], playable={"KH"}))
    king, two = hand_spots(2)
    middle = CARD_WIDTH // 2
    paper = [picture.getpixel((spot.left + middle, spot.top + 10)) for spot in (king, two)]
    assert min(paper[0]) > 235  # type: ignore[arg-type]
    assert max(paper[1][:3]) < 200  # type: ignore[index]
    above = [picture.getpixel((spot.left + middle, spot.top - RAISE + 8)) for spot in (king, two)]
    assert above[0][3] == 255  # type: ignore[index]
    assert above[1][3] == 0  # type: ignore[index]


def test_nobodys_turn_is_neither_all_nor_none_playable() -> None:
    kinds = {hand_picture(HAND), hand_picture(HAND, playable=HAND), hand_picture(HAND, playable=())}
    assert len(kinds) == 3


def test_the_order_and_the_duplicates_of_a_hand_are_kept() -> None:
    assert hand_picture(["2C", "3C"]) != hand_picture(["3C", "2C"])
    assert opened(hand_picture(["N", "N", "N", "N"])).size == hand_size(4)


@pytest.mark.parametrize("tucked", [False, True])
def test_every_face_differs_from_every_other_in_its_corner(tucked: bool) -> None:
    corners = {card: sprite(card, tucked=tucked).crop((14, 14, 132, 218)).tobytes() for card in ALL}
    assert len(set(corners.values())) == len(ALL)


def test_suits_of_one_colour_differ_in_shape_on_a_phone() -> None:
    for one, other in combinations(SUITS, 2):
        pair = [
            sprite("7" + suit).crop((30, 130, 120, 225)).convert("L").resize((26, 28))
            for suit in (one, other)
        ]
        unlike = ImageChops.difference(*pair).point(lambda level: 255 * (level > 60)).histogram()[255]
        assert unlike > 50


def test_corner_letters_are_over_70_pixels_tall() -> None:
    for card in ALL[:-1]:
        corner = over(face(card), (255, 255, 255)).convert("L").crop((8, 8, 116, 116))
        box = corner.point(lambda level: 255 * (level < 128)).getbbox()
        assert box is not None
        assert box[3] - box[1] > 70


def test_different_pieces_have_different_pictures() -> None:
    assert len({hand_picture([card]) for card in ALL}) == len(ALL)


@pytest.mark.parametrize("card", UNKNOWN)
def test_an_unknown_piece_is_refused_in_one_line(card: str) -> None:
    for draw in (
        lambda: hand_picture(["AS", card]),
        lambda: trick_picture([("Ann", card)]),
        lambda: parse(card),
    ):
        with pytest.raises(ValueError, match=r"^unknown piece") as refusal:
            draw()
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("count", range(13))
@pytest.mark.parametrize("trump", [None, "D"])
def test_a_trick_of_any_length_is_a_png_of_the_size_said(count: int, trump: str | None) -> None:
    plays = [(f"Player of seat {place}", card) for place, card in enumerate(HAND[:count])]
    data = trick_picture(plays, winner=count - 1 if count else None, trump=trump)
    assert opened(data).size == trick_size(count, trump=trump is not None)
    assert len(data) < SIZE_LIMIT


def test_the_winner_is_marked_and_with_more_than_colour() -> None:
    plays = [("Ann", "KH"), ("Bob", "N"), ("Cat", "BH"), ("Dan", "9H")]
    pictures = [trick_picture(plays), *(trick_picture(plays, winner=place) for place in range(4))]
    assert len(set(pictures)) == 5
    grey = [over(opened(data), (0, 0, 0)).convert("L") for data in pictures[:2]]
    assert ImageChops.difference(*grey).getextrema()[1] > 100  # type: ignore[operator]


def test_each_trump_suit_is_shown() -> None:
    assert len({trick_picture([("Ann", "KH")], trump=suit) for suit in (None, *SUITS)}) == 5


@pytest.mark.parametrize("trump", ["", "N", "s", "SH", "X"])
def test_an_unknown_trump_suit_is_refused(trump: str) -> None:
    with pytest.raises(ValueError, match=r"^unknown suit"):
        trick_picture([("Ann", "KH")], trump=trump)


@pytest.mark.parametrize("winner", [-1, 1])
def test_a_winner_who_did_not_play_is_refused(winner: int) -> None:
    with pytest.raises(ValueError, match="not one of 1 plays"):
        trick_picture([("Ann", "KH")], winner=winner)


def test_too_many_plays_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 12 plays"):
        trick_picture([("Ann", "KH")] * 13)


NAMES = [
    "Ann", "", " ", "W" * 32, "i" * 32, "Ann\nBob\tCat", "Zoë Ångström",
    "Мария", "Ελένη", "김민준", "さくら", "李小龙", "محمد", "שרה", "สมชาย", "नमस्ते",
    "🎉👩\u200d👩\u200d👧", "𝓙𝓸𝓱𝓷", "\u202eevil", "\x00\x1b[31m", "\ud800", "Z\u0334\u0353algo", "ﷺ" * 32,
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_gives_a_picture_and_a_label(name: str) -> None:
    for others in range(5):
        plays = [(name, "KH"), *[("Bob", "2C")] * others]
        assert opened(trick_picture(plays, winner=0)).size == trick_size(1 + others)
    label = plain(name, 3)
    assert label.isascii()
    assert label.isprintable()
    assert label.strip() == label != ""


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Zoë Ångström", "Zoe Angstrom"), ("Мария", "Mariya"), ("Щука", "Shchuka"), ("Ελένη", "Eleni"),
        ("김민준", "Gimminjun"), ("さがら", "Sagara"), ("𝓙𝓸𝓱𝓷", "John"), ("Ａｎｎ", "Ann"), ("Ann 🎉", "Ann"),
        ("O’Neil", "O'Neil"), ("Straße", "Strasse"), ("Łukasz", "Lukasz"), ("42", "42"),
        ("李小龙", "Player 3"), ("محمد", "Player 3"), ("🎉", "Player 3"),
        ("", "Player 3"), ("--", "Player 3"),
    ],
)  # fmt: skip
def test_names_are_spelt_in_plain_letters(name: str, label: str) -> None:
    assert plain(name, 3) == label


def test_every_plain_character_is_in_the_font() -> None:
    missing = lettering("\uffff", 40).tobytes()
    assert all(lettering(chr(code), 40).tobytes() != missing for code in [*range(33, 127), ord("…")])


def test_a_long_name_stays_in_its_column() -> None:
    short, long = (
        trick_picture([("Ann", "KH"), (name, "N"), ("Cat", "BH"), ("Dan", "9H")])
        for name in ("Bob", "W" * 32)
    )
    changed = differing(short, long)
    assert changed is not None
    assert changed[0] >= 12 + 244
    assert changed[2] <= 12 + 2 * 244


def test_threads_draw_what_one_thread_draws() -> None:
    def drawn(number: int) -> tuple[bytes, bytes]:
        turned = HAND[number % 13 :] + HAND[: number % 13]
        plays = [(f"Näme {place}", card) for place, card in enumerate(turned[:4])]
        return (
            hand_picture(turned, playable=turned[:5]),
            trick_picture(plays, winner=number % 4, trump="SHDC"[number % 4]),
        )

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(drawn, range(26)))
    assert together == [drawn(number) for number in range(26)]


def test_drawing_leaves_the_shared_sprites_alone() -> None:
    before = sprite("KH").tobytes()
    hand_picture(HAND, playable=())
    trick_picture([("Ann", "KH")], winner=0)
    assert sprite("KH").tobytes() == before
    assert sprite("KH", dimmed=True).tobytes() != before
    assert sprite("KH").tobytes() == before


def test_outlines_stay_in_their_box_or_nearly() -> None:
    for glyph in GLYPHS.values():
        for _, polygon in glyph:
            assert len(polygon) >= 3
            assert all(-3 <= x <= 103 and -3 <= y <= 103 for x, y in polygon)


@pytest.mark.parametrize("path", ["A 1 2", "M 1", "C 1 2 3 4", "1 2"])
def test_path_data_that_is_not_understood_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="path command"):
        flatten(path)


def test_cards_keep_their_proportions() -> None:
    assert height_of(CARD_WIDTH) == CARD_HEIGHT
    assert face("N", 130).size == (130, 175)
