"""The boards of contests when they have been played: the four hands, everybody's results, and best play."""

from collections.abc import Callable, Mapping, Sequence

from bot.art import Style
from bot.duplicate.contests.comparison import worths
from bot.duplicate.contests.contests import Opened
from bot.duplicate.sessions.results import BoardResult
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis
from bot.tables.state.board import Board
from bot.tables.state.deals import deal_of
from cogs.contests.words import best_line, percent, slip_lines
from cogs.result.board_result import board_picture, board_title, hands_text, line_text, par_text
from cogs.ui.actions import STYLE
from cogs.ui.layout import BAIZE, Button, Drawing, Layout
from cogs.words.amounts import mean_figure, score_words

_MOST_SCORES = 8
_MOST_NAMED = 5


async def lay_opened(
    layout: Layout, opened: Opened, of: str, words: Catalogue, *, with_pictures: bool, style: Style
) -> None:
    """Add a board that is open: its hands, everybody's results and best play; `of` says of what contest."""
    shown = BoardResult(opened.board, par=opened.par)
    layout.text(f"### {board_title(shown, words)} · {of}")
    if with_pictures and deal_of(opened.board).whole:
        layout.picture(await board_picture(shown, words, style))
    else:
        layout.text(hands_text(shown, words))
    layout.text("\n".join(_made(opened, words)))
    if opened.par is None and not opened.solvable:
        return
    if opened.par is None:
        layout.text(
            words.gettext("Double-dummy: being worked out; press the board's button again in a while.")
        )
    else:
        layout.text(par_text(shown, words))
        layout.text(line_text(shown, words))


def board_buttons(
    boards: Sequence[Opened], shown: Opened, button: Callable[..., Button], words: Catalogue
) -> list[Button]:
    """A button to each board; that of the one shown can be pressed again until its best play is known."""
    complete = shown if shown.par is not None else None
    return [
        button(
            str(one.board.number)
            if len(boards) > _MOST_NAMED
            else words.pgettext("heading", "Board {number}", number=one.board.number),
            STYLE.primary if one is complete else STYLE.secondary,
            number=one.board.number,
            disabled=one is complete,
        )
        for one in boards
    ]


def draw_given_away(
    title: str,
    found: Mapping[int, Analysis | None],
    game: str,
    words: Catalogue,
    *,
    again: Button,
    back: Button,
) -> Drawing:
    """The best play at each board by number, and what one gave away; None is being worked out."""
    layout = Layout(BAIZE)
    layout.text(f"### {title}")
    for number, analysis in found.items():
        head = words.pgettext("heading", "**Board {number}**", number=number)
        if analysis is None:
            layout.text(words.gettext("{board}: being worked out; press **Again** in a while.", board=head))
        else:
            layout.text(
                "\n".join(
                    [words.line(head, best_line(analysis, game, words)), *slip_lines(analysis, game, words)]
                )
            )
    layout.buttons([again, back] if None in found.values() else [back])
    layout.small(words.gettext("Counted out with all four hands open, which nobody at the table could see."))
    return layout.drawing()


def _made(opened: Opened, words: Catalogue) -> list[str]:
    # The traveller by scores, the best first.
    gettext, pgettext, game = words.gettext, words.pgettext, opened.board.game
    if not opened.counts:
        return [gettext("Nobody has played this board."), *_hoyle(opened, words)]
    if opened.people == 1 or opened.average is None:
        head = gettext("{chairs}, played by one person", chairs=_side(opened.board, words))
    else:
        head = words.ngettext(
            "{chairs}, played by {number} person: average {average}",
            "{chairs}, played by {number} people: average {average}",
            opened.people,
            chairs=_side(opened.board, words),
            average=mean_figure(opened.average, game, words),
        )
    lines, worth = [f"**{head}**"], worths(opened.counts)
    told = sorted(opened.counts, reverse=True)
    kept = set(sorted(told, key=lambda score: -opened.counts[score])[:_MOST_SCORES]) | {opened.mine}
    for score in told:
        if score not in kept:
            continue
        values = {"score": score_words(score, game, words), "percent": percent(worth[score], words)}
        line = words.ngettext(
            "{score}: {number} person, {percent}",
            "{score}: {number} people, {percent}",
            opened.counts[score],
            **values,
        )
        if opened.people == 1:
            line = values["score"]
        you = pgettext("player", "(you)")
        lines.append(f"- **{line}** {you}" if score == opened.mine else f"- {line}")
    return [*lines, *_hoyle(opened, words)]


def _side(board: Board, words: Catalogue) -> str:
    # The chairs of whose score it is.
    seating = board.seating
    chairs = seating.sides[seating.side_of(seating.alone)]
    return words.listed([words.pgettext("seat", seating.names[chair]) for chair in chairs])


def _hoyle(opened: Opened, words: Catalogue) -> list[str]:
    if opened.hoyle is None:
        return []
    made, seating = score_words(opened.hoyle, opened.board.game, words), opened.board.seating
    chair = words.pgettext("seat", seating.names[seating.alone])
    return [words.gettext("Hoyle in {chair}'s chair: {score}", chair=chair, score=made)]
