"""Cards as one person wants them: four colours, larger letters in the corner."""

from dataclasses import replace
from itertools import combinations
from string import ascii_uppercase

import numpy
import numpy.typing
import pytest
from PIL import Image

from bot.art import OpenCards, Style, hand_picture, open_picture
from bot.art.pieces import PACKS, RANKS, SUITS
from bot.art.sprites import STRIP, face, sprite
from tests.art.seeing import HAND, opened

FOUR, LARGE = Style(four_colours=True), Style(large_index=True)
PAPER, DARK = 235, 150
"""The card is lighter than the one in every colour; its frame, too, is lighter than the other."""


def ink(text: str, style: Style) -> tuple[int, ...]:
    """The darkest solid colour of a face's corner: the ink of its suit."""
    corner = numpy.asarray(face(text, style=style).convert("RGB"))[20:200, 8:STRIP].reshape(-1, 3)
    colours, counts = numpy.unique(corner[corner.min(axis=1) < PAPER], axis=0, return_counts=True)
    return tuple(int(part) for part in colours[counts.argmax()])


def over_white(text: str, style: Style, pack: str) -> numpy.typing.NDArray[numpy.uint8]:
    drawn = face(text, style=style, pack=pack, tucked=True)
    white = Image.new("RGBA", drawn.size, "white")
    white.alpha_composite(drawn)
    return numpy.asarray(white.convert("RGB"))


def printed(text: str, style: Style, pack: str) -> tuple[int, int, int, int]:
    """Where the letter in the corner begins and ends, above the sign: left, top, right, bottom."""
    strip = over_white(text, style, pack)[6:118, 4:STRIP]
    dark = strip.min(axis=2) < DARK
    rows, columns = numpy.flatnonzero(dark.any(axis=1)), numpy.flatnonzero(dark.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])


@pytest.mark.parametrize("rank", ["A", "T", "2"])
def test_in_four_colours_no_two_suits_have_one_ink(rank: str) -> None:
    inks = {suit: ink(rank + suit, FOUR) for suit in SUITS}
    for one, other in combinations(SUITS, 2):
        apart = sum(abs(a - b) for a, b in zip(inks[one], inks[other], strict=True))
        assert apart > 90, (one, other, inks)


def test_in_four_colours_spades_and_hearts_are_as_ever_and_usually_there_are_two() -> None:
    assert ink("AS", FOUR) == ink("AS", Style()) == ink("AC", Style())
    assert ink("AH", FOUR) == ink("AH", Style()) == ink("AD", Style())


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("text", [*(rank + "S" for rank in RANKS), "N"])
def test_a_large_letter_is_larger_and_stays_within_the_strip_that_is_always_seen(text: str, pack: str):
    small, large = printed(text, Style(), pack), printed(text, LARGE, pack)
    wider = 1.05 if text[0] == "T" else 1.15
    assert large[2] - large[0] > wider * (small[2] - small[0])
    assert large[0] > 0, "it is cut off by the edge of the card"
    assert large[2] < STRIP - 5


def test_a_hand_is_drawn_in_the_style_asked_for_and_in_its_usual_size() -> None:
    pictures = {
        style: hand_picture(HAND, style=style)
        for style in (Style(), FOUR, LARGE, Style(four_colours=True, large_index=True))
    }
    assert len(set(pictures.values())) == len(pictures)
    assert len({opened(data).size for data in pictures.values()}) == 1
    assert hand_picture(HAND) == pictures[Style()]


def test_dominoes_know_no_styles() -> None:
    assert hand_picture(["6-4", "3-3"], style=FOUR) == hand_picture(["6-4", "3-3"])


@pytest.mark.parametrize("letters", [tuple("ARDVFC"), tuple("AKDBLS")], ids=["French", "German"])
@pytest.mark.parametrize("style", [Style(), FOUR, LARGE])
def test_cards_have_the_letters_of_a_language(letters: tuple[str, ...], style: Style) -> None:
    there = replace(style, letters=letters)
    cards = [*(rank + suit for rank in RANKS for suit in SUITS), "N"]
    faces = {card: face(card, style=there).tobytes() for card in cards}
    assert len({*faces.values()}) == len(cards), "no two alike"
    for card, drawn in faces.items():
        other = style.letter(card[0]) != there.letter(card[0])
        assert (drawn != face(card, style=style).tobytes()) is other
        assert (sprite(card, style=there) is sprite(card, style=style)) is not other, "drawn once"
    kings = [open_picture([OpenCards((), "Ann", ("KH", "JS"))], style=one) for one in (style, there)]
    assert kings[0] != kings[1]


def test_a_letter_without_a_drawing_is_the_english_one() -> None:
    assert face("KH", style=Style(letters=tuple("AЖQJBN"))).tobytes() == face("KH").tobytes()


@pytest.mark.parametrize("letter", ascii_uppercase)
def test_every_letter_stays_within_the_strip_that_is_always_seen(letter: str) -> None:
    left, top, right, bottom = printed("KS", replace(LARGE, letters=("A", letter, *"QJBN")), PACKS[0])
    assert 0 < left < right < STRIP - 5
    assert 0 <= top < bottom
