"""The forms of `/duplicate teams` and of a ruling."""

from functools import cache
from typing import Any, Final

from discord import ui

from bot.duplicate.scores import shared
from bot.duplicate.sessions.movements import LEAST_BOARDS, MOST_BOARDS
from bot.duplicate.sessions.session import Session
from bot.duplicate.sessions.sessions import MOST_POINTS
from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from cogs.ui.actions import SESSION, Namespace
from cogs.ui.layout import Answer, labelled, menu

USUAL_BOARDS: Final = 8

NO_SESSION: Final = Namespace("b:", between=":")  # an action that no session offers


@cache
def games_on_boards() -> tuple[str, ...]:
    """The games that are played on boards."""
    return tuple(key for key, game in GAMES.items() if game.board_total is not None)


class TeamsForm(ui.Modal):
    """Asks for the game and number of boards of a match of teams; it keeps the command's other options."""

    def __init__(self, game: str, boards: int, level: str, minutes: int, turn: int, words: Catalogue) -> None:
        custom_id = NO_SESSION.form_id("teams", level=level, minutes=minutes, turn=turn)
        super().__init__(title=words.gettext("A match of two teams"), custom_id=custom_id)
        texts = {key: text_for(key, words) for key in games_on_boards()}
        games = [Answer(key, text.name, key == game, text.summary) for key, text in texts.items()]
        numbers = [
            Answer(str(number), words.ngettext("{number} board", "{number} boards", number), number == boards)
            for number in sorted({boards, *range(LEAST_BOARDS, MOST_BOARDS + 1, LEAST_BOARDS)})
        ]
        self.add_item(labelled(words.gettext("Which game?"), menu("game", games)))
        self.add_item(labelled(words.gettext("How many boards?"), menu("boards", numbers)))


class ScoreForm(ui.Modal):
    """Asks for the score of North and South; `told`: the director may see the present one."""

    def __init__(self, session: Session, place: int, board: int, words: Catalogue, *, told: bool) -> None:
        title = words.gettext("Board {board} at table {table}", board=board, table=place)
        custom_id = SESSION.form_id("scored", session=session.id, place=place, board=board)
        super().__init__(title=title, custom_id=custom_id)
        if tricks := shared(session.game):
            asked = words.gettext("Tricks of North and South, 0 to {most}", most=tricks)
        else:
            asked = words.gettext("Points of North–South less East–West, −{most} to {most}", most=MOST_POINTS)
        one = session.dealt.get((place, board))
        stands = "" if not told or one is None or one.line.score is None else str(one.line.score)
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id="score", default=stands or None, min_length=1, max_length=3
        )
        self.add_item(labelled(asked, field))
