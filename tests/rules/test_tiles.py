"""The double-six set."""

import pickle

import pytest

from bot.rules.errors import NotationError
from bot.rules.pieces import Piece
from bot.rules.tiles import SET, half_word, parse


def test_h2_5_28_tiles_and_168_pips() -> None:
    assert len(SET) == len(set(SET)) == 28
    assert sum(tile.pips for tile in SET) == 168
    assert sum(tile.double for tile in SET) == 7


def test_a_tile_is_written_with_its_higher_half_first_and_read_either_way() -> None:
    assert parse("6-4") is parse("4-6")
    assert str(parse("4-6")) == parse("4-6").face == "6-4"
    for tile in SET:
        assert parse(tile.text) is tile
        assert pickle.loads(pickle.dumps(tile)) is tile
        assert isinstance(tile, Piece)
    for wrong in ("7-1", "64", "", "6-"):
        with pytest.raises(NotationError, match="is not a domino"):
            parse(wrong)


def test_how_tiles_are_read_aloud() -> None:
    assert parse("6-4").words == "six-four"
    assert parse("5-0").words == "five-blank"
    assert parse("0-0").words == "double blank"
    assert half_word(0) == "blank"


def test_halves() -> None:
    assert parse("6-4").halves == (6, 4)
    assert parse("3-3").halves == (3,)
    assert (parse("6-4").other(4), parse("3-3").other(3)) == (6, 3)
