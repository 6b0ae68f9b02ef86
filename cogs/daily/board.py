"""A board of a past day: its hands, everybody's results, double-dummy analysis and seal."""

from collections.abc import Sequence
from functools import partial

from bot.art import Style
from bot.duplicate.contests.comparison import worths
from bot.duplicate.contests.contests import Opened
from bot.duplicate.sessions.results import BoardResult
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import seal_digest
from cogs.daily.words import day_name, percent
from cogs.result.board_result import board_picture, board_title, hands_text, line_text, par_text
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.words.amounts import mean_figure, score_words

_MOST_SCORES = 8


async def draw_opened(
    boards: Sequence[Opened], day: int, number: int, words: Catalogue, *, with_pictures: bool, style: Style
) -> Drawing:
    """A board of a past day, with buttons to the other boards."""
    gettext, layout = words.gettext, Layout(BAIZE)
    opened = boards[min(number, len(boards)) - 1]
    shown, game = BoardResult(opened.board, par=opened.par), opened.board.game
    layout.text(f"### {board_title(shown, words)} · {day_name(day, words)}")
    if with_pictures:
        layout.picture(await board_picture(shown, words, style))
    else:
        layout.text(hands_text(shown, words))
    layout.text("\n".join(_made(opened, words)))
    if opened.par is None:
        layout.text(gettext("Double-dummy: being worked out; press the board's button again in a while."))
    else:
        layout.text(par_text(shown, words))
        layout.text(line_text(shown, words))
    layout.text(f"-# {_seal(opened, words)}")
    button = partial(PERSON.button, game=game, day=day, number=0)
    complete = opened if opened.par is not None else None
    layout.buttons(
        button(
            "daily-board",
            gettext("Board {number}", number=one.board.number),
            STYLE.primary if one is complete else STYLE.secondary,
            number=one.board.number,
            disabled=one is complete,
        )
        for one in boards
    )
    below = [
        button("daily-seals", gettext("Seals")),
        button("daily-play", gettext("Today's boards"), STYLE.success, day=day + 1),
    ]
    if any(one.mine is not None for one in boards):
        below.insert(0, button("daily-result", gettext("The day's result")))
    layout.buttons(below)
    return layout.drawing()


def _made(opened: Opened, words: Catalogue) -> list[str]:
    # The traveller by scores, the best first.
    gettext, game = words.gettext, opened.board.game
    if not opened.counts:
        return [gettext("Nobody has played this board."), *_hoyle(opened, words)]
    if opened.people == 1 or opened.average is None:
        head = gettext("North and South, played by one person")
    else:
        head = words.ngettext(
            "North and South, played by {number} person: average {average}",
            "North and South, played by {number} people: average {average}",
            opened.people,
            average=mean_figure(opened.average, game),
        )
    lines, worth = [f"**{head}**"], worths(opened.counts)
    told = sorted(opened.counts, reverse=True)
    kept = set(sorted(told, key=lambda score: -opened.counts[score])[:_MOST_SCORES]) | {opened.mine}
    for score in told:
        if score not in kept:
            continue
        values = {"score": score_words(score, game, words), "percent": percent(worth[score])}
        line = words.ngettext(
            "{score}: {number} person, {percent}",
            "{score}: {number} people, {percent}",
            opened.counts[score],
            **values,
        )
        if opened.people == 1:
            line = values["score"]
        you = gettext("(you)")
        lines.append(f"- **{line}** {you}" if score == opened.mine else f"- {line}")
    return [*lines, *_hoyle(opened, words)]


def _hoyle(opened: Opened, words: Catalogue) -> list[str]:
    if opened.hoyle is None:
        return []
    made = score_words(opened.hoyle, opened.board.game, words)
    return [words.gettext("Hoyle in South's chair: {score}", score=made)]


def _seal(opened: Opened, words: Catalogue) -> str:
    seal, pack = opened.board.seal, opened.board.opening[0][1]
    values = {"seal": f"`{seal.sha256[:12]}…`"}
    if seal_digest(seal.salt, pack) == seal.sha256:
        return words.gettext("Sealed the day before as {seal}, and the seal holds.", **values)
    return words.gettext("The seal {seal} does not hold.", **values)
