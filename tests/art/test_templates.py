"""The templates: each is a drawing that can be opened by itself, and shows what the bot makes of it."""

from collections.abc import Iterator
from string import ascii_uppercase
from xml.etree import ElementTree

import pytest

from bot.art import templates
from bot.art.pieces import BISHOPS, ORDINARY, PIPS, RANKS, SUITS, Form, Style, parse
from bot.art.raster import raster
from bot.art.sprites import face
from bot.art.templates import FOLDER, card_file, file_of, piece_svg, sign_file
from bot.art.text import fonts_for

FILES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.svg"))
SIZES = {
    "cards": (260, 350),
    "dominoes": (150, 150),
    "signs": (100, 100),
    "emojis": (128, 128),
    "letters": (118, 118),
}
TILES = ("dominoes/domino.svg", "dominoes/back.svg")


@pytest.fixture(autouse=True)
def read_anew() -> Iterator[None]:
    """What one test makes of a template is not kept for the next."""
    yield
    templates._source.cache_clear()
    templates.narrows.cache_clear()


def test_there_is_a_template_for_every_piece_and_none_is_left_over() -> None:
    packs = (ORDINARY, BISHOPS)
    cards = {card_file(rank, suit, pack) for rank in RANKS for suit in SUITS for pack in packs}
    cards.add(card_file("N", "", ORDINARY))
    dominoes = {f"dominoes/{pips}.svg" for pips in PIPS} | {*TILES}
    table = {f"table/{name}.svg" for name in ("cloth", "crown", "arrow", "compass")}
    styles = (Style(), Style(four_colours=True))
    signs = {sign_file(suit, style) for suit in SUITS for style in styles}
    emojis = {"emojis/suit.svg", "emojis/knight.svg"}
    letters = {f"letters/{letter}.svg" for letter in ascii_uppercase}
    assert {*FILES} == letters | cards | dominoes | table | signs | emojis | {"cards/back.svg"}


@pytest.mark.parametrize("name", FILES)
def test_every_template_can_be_opened_by_itself(name: str) -> None:
    source = (FOLDER / name).read_text()
    picture = raster(source, fonts_for("TRUMP"))
    kind = name.split("/", maxsplit=1)[0]
    if kind in SIZES:
        assert picture.size == ((150, 300) if name in TILES else SIZES[kind])
    assert (picture.getbbox() is None) is (name == "dominoes/0.svg")
    root = ElementTree.fromstring(source)
    assert root.findtext("{http://www.w3.org/2000/svg}title")
    for element in root.iter():
        for key, value in element.items():
            assert not key.endswith("href") or value.startswith("#"), "it would need another file"


@pytest.mark.parametrize("pack", [ORDINARY, BISHOPS])
@pytest.mark.parametrize("rank", RANKS)
def test_a_rank_opens_as_its_card_of_spades(rank: str, pack: str) -> None:
    opened = raster((FOLDER / card_file(rank, "S", pack)).read_text())
    assert opened.tobytes() == face(f"{rank}S", pack=pack).tobytes()


def test_the_queen_of_spades_has_a_face_of_her_own_and_the_others_one_between_them() -> None:
    assert card_file("Q", "S", ORDINARY) == "cards/QS.svg"
    assert {card_file("Q", suit, ORDINARY) for suit in "HDC"} == {"cards/Q.svg"}
    opened = raster((FOLDER / "cards/Q.svg").read_text())
    assert opened.tobytes() == face("QH").tobytes()


def test_the_blank_of_the_dominoes_opens_as_one_of_them() -> None:
    opened = raster((FOLDER / "dominoes/domino.svg").read_text())
    assert opened.tobytes() == face("6-4", 150).tobytes()


def edited(monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str) -> None:
    """Make the code see a template as someone has edited it."""
    source = templates._source

    def read(asked: str) -> str:
        text = source(asked)
        assert asked != name or old in text
        return text.replace(old, new) if asked == name else text

    read.cache_clear = source.cache_clear  # type: ignore[attr-defined]
    monkeypatch.setattr(templates, "_source", read)
    templates.narrows.cache_clear()


@pytest.mark.parametrize("suit", SUITS)
def test_a_sign_that_is_edited_changes_its_suit_everywhere_and_no_other(
    suit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [rank + other for rank in "A75J" for other in SUITS]
    before = {card: face(card).tobytes() for card in cards}
    ink = ElementTree.fromstring(templates._source(f"signs/{suit}.svg")).attrib["color"]
    edited(monkeypatch, f"signs/{suit}.svg", f'color="{ink}"', 'color="#00f"')
    for card in cards:
        after = face(card)
        assert (after.tobytes() == before[card]) is (card[1] != suit)
        if card[1] == suit:
            assert (0, 0, 255, 255) in {colour for _, colour in after.getcolors(99999) or ()}


def test_a_group_may_be_hidden_as_editors_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [face("KH", tucked=tucked).tobytes() for tucked in (False, True)]
    assert before[0] != before[1]
    edited(monkeypatch, "cards/K.svg", 'display="none"', 'style="display:none"')
    assert [face("KH", tucked=tucked).tobytes() for tucked in (False, True)] == before


def test_a_template_without_what_is_looked_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    edited(monkeypatch, "cards/K.svg", 'id="sign"', 'id="symbol1"')
    with pytest.raises(ValueError, match="no symbol 'sign'"):
        face("KH")


def test_a_face_is_stretched_to_the_size_asked_for() -> None:
    piece = parse("KH")
    name = file_of(piece, Form.CARD, ORDINARY)
    assert raster(piece_svg(piece, name, 131, 350)).size == (131, 350)
