"""The form of `/duplicate teams`: which game, and how many boards."""

import re
from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.duplicate.movements import LEAST_BOARDS, MOST_BOARDS
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from cogs.answering.taken import NUMBER
from cogs.ui.menus import Answer, options_of

TEAMS_FORM: Final = re.compile(rf"b:teams:(?P<level>[a-z-]*):(?P<minutes>{NUMBER}):(?P<turn>{NUMBER})")
"""The form's custom_id, with what the command was told besides."""


class TeamsForm(ui.Modal):
    """Which of those games, and how many boards; `besides`: level, minutes a board and seconds a turn."""

    def __init__(
        self,
        games: Sequence[str],
        game: str,
        boards: int,
        besides: tuple[str, int, int],
        words: Catalogue,
    ) -> None:
        level, minutes, turn = besides
        super().__init__(
            title=words.gettext("A match of two teams"), custom_id=f"b:teams:{level}:{minutes}:{turn}"
        )
        named = [
            Answer(key, text_for(key, words).name, key == game, text_for(key, words).summary) for key in games
        ]
        self._ask(words.gettext("Which game?"), "game", named)
        numbers = sorted({boards, *range(LEAST_BOARDS, MOST_BOARDS + 1, LEAST_BOARDS)})
        offered = [
            Answer(
                str(number),
                words.ngettext("{number} board", "{number} boards", number),
                number == boards,
            )
            for number in numbers
        ]
        self._ask(words.gettext("How many boards?"), "boards", offered)

    def _ask(self, text: str, name: str, answers: Sequence[Answer]) -> None:
        menu: ui.Select[Any] = ui.Select(custom_id=name, options=options_of(answers))
        self.add_item(ui.Label(text=text, component=menu))
