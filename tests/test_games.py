"""A part of a game's name, in English or another language, finds the game, and so do its other names."""

import gettext

import pytest

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from bot.tables.state.errors import TableError
from cogs.words.games import by_family, found, meant


class Foreign(gettext.NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return {"Old Maid": "Schwarze Dame", "Matador": "Mátador"}.get(message, message)


FOREIGN = [Catalogue(Foreign())]


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_meant_by_its_key_its_name_and_its_other_names(key: str) -> None:
    text = text_for(key)
    for name in (key, text.name, text.name.upper(), *text.profile.aliases):
        assert meant(name) == [key]


@pytest.mark.parametrize(
    ("typed", "key"),
    [("bazz", "bezique"), ("bézique", "bezique"), ("maid", "old-maid"), ("bish", "bishops-whist"),
     ("bishop's whist", "bishops-whist"), ("eng wh", "english-whist"), ("domino", "matador")],
)  # fmt: skip
def test_a_part_of_a_name_is_enough(typed: str, key: str) -> None:
    assert found(typed)[0] == key
    assert meant(typed) == [key]


def test_another_languages_name_finds_it() -> None:
    assert meant("schwarze dame", FOREIGN) == ["old-maid"]
    assert found("mátad", FOREIGN) == ["matador"]
    with pytest.raises(TableError):
        meant("schwarze dame")


def test_what_is_in_several_names_leaves_the_choice() -> None:
    assert found("whist")[0] == "american-whist", "it is called that, too"
    assert meant("whist") == ["american-whist"]
    several = meant("whis")
    assert len(several) > 1
    assert all("whist" in key for key in several)


def test_nothing_typed_is_every_game_and_nonsense_none() -> None:
    assert found(" ") == list(GAMES)
    with pytest.raises(TableError) as refused:
        meant("poker")
    assert refused.value.code == "unknown-game"


def test_families_hold_every_game_once_and_lonely_ones_come_last() -> None:
    families = by_family(GAMES, text_for("bezique").words)
    assert sorted(key for _, keys in families for key in keys) == sorted(GAMES)
    alone = [name for name, keys in families if len(keys) == 1]
    assert alone in ([], [families[-1][0]]), "at most one is alone, and last"
