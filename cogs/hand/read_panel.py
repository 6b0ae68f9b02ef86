"""The hand panel in the reading mode, which edits nothing: each panel is a new message that begins with the
events since the last one."""

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.board_panel import NO_OCCASION, Occasion, board_heading, company_line
from cogs.hand.moved import moved_text
from cogs.hand.panel import panel_buttons, place_text
from cogs.hand.panel_moves import lay_moves, lay_question
from cogs.hand.reading import (
    Question,
    answer_text,
    gone_parts,
    questions,
    read_aloud,
    reading_text,
    since_text,
)
from cogs.hand.status import idle_line, panel_status, result_of, status_text
from cogs.opening.chouette import advises_text
from cogs.opening.lobby import heading
from cogs.proposals.views import proposal_text
from cogs.result.replay_button import latest_replay
from cogs.result.result import latest_in_words, latest_text
from cogs.transport.emojis import PLAIN_SIGNS
from cogs.ui.actions import TABLE
from cogs.ui.layout import Drawing, Layout
from cogs.ui.names import safe_name
from cogs.ui.scenes import choices_of, scene_of
from cogs.words.aloud import aloud
from cogs.words.news import Since

_STYLE = discord.ButtonStyle

MOST_BUTTONS = 13
"""How many move buttons there are beside the questions: as many as there are cards in a hand of whist."""


def draw_read_panel(
    snapshot: TableSnapshot,
    seat: int,
    words: Catalogue,
    *,
    asked: str = "",
    news: Since | None = None,
    advises: bool = False,
    occasion: Occasion = NO_OCCASION,
    rest: int = 0,
) -> Drawing:
    """The events (`news`), then all that seat knows, then the moves; `asked` is a move to confirm. An adviser
    (`advises`) sees the same and can make no move. `occasion` is what a board is played for, `rest` the
    number of tricks left if they are proved to be theirs."""
    table, news = snapshot.table, news or Since()
    if table.status is not Status.PLAYING:
        return _idle(snapshot, seat, words, news, occasion)
    layout = Layout()
    layout.text(_head(snapshot, seat, occasion, words))
    if asked:
        lay_question(layout, snapshot, seat, asked, words, spoken=True)
        return layout.drawing()
    over = bool(result_of(snapshot, seat))
    layout.text(since_text(snapshot, seat, news, words, results=not over))
    if over:
        layout.text(_result(snapshot, words))
    at = snapshot.seat_for(seat)
    scene = scene_of(snapshot, at, words)
    if advises:
        layout.text(aloud(advises_text(snapshot, seat, words), words))
    status = panel_status(snapshot, seat, scene, words, advises=advises)
    layout.text(reading_text(snapshot, seat, scene, status, words))
    if not table.held and not advises:
        choices = read_aloud(choices_of(snapshot, at, words), words)
        lay_moves(layout, snapshot, seat, choices, words, PLAIN_SIGNS, MOST_BUTTONS)
    layout.text(aloud(proposal_text(snapshot, words), words))
    layout.buttons(
        TABLE.button("ask", label, table=table.id, about=question.value)
        for question, label in questions(table.game, words).items()
    )
    gone = TABLE.button("gone", words.gettext("What is gone"), table=table.id, part="")
    layout.buttons([gone, *panel_buttons(snapshot, seat, scene, words, rest, advises=advises)])
    return layout.drawing()


def _head(snapshot: TableSnapshot, seat: int, occasion: Occasion, words: Catalogue) -> str:
    table, place = snapshot.table, place_text(snapshot.table, words)
    if table.board is None:
        return f"{heading(snapshot, words)} {place}"
    head = f"{board_heading(snapshot, words, occasion.boards)} {place}"
    return aloud(f"{head}\n{company_line(snapshot, seat, words)}", words)


def answer_line(
    snapshot: TableSnapshot, seat: int, question: Question, words: Catalogue, *, spoken: bool
) -> str:
    """The answer to a question of the player of that chair; `spoken` with every card by its name."""
    status = idle_line(snapshot, words)
    if snapshot.table.status is Status.PLAYING:
        scene = scene_of(snapshot, snapshot.seat_for(seat), words)
        status = status_text(snapshot, scene, words, away=snapshot.table.chairs[seat].away)
    text = answer_text(snapshot, seat, question, status, words)
    return aloud(text, words) if spoken else text


def draw_gone(snapshot: TableSnapshot, seat: int, words: Catalogue) -> Drawing:
    """A button for each suit, rank or number whose played cards one may ask about."""
    layout, parts = Layout(), gone_parts(snapshot, seat, words)
    layout.text(words.gettext("What is gone of which?") if parts else idle_line(snapshot, words))
    layout.buttons(TABLE.button("gone", part.label, table=snapshot.table.id, part=part.key) for part in parts)
    return layout.drawing()


def done_text(before: TableSnapshot, after: TableSnapshot, seat: int, move: str, words: Catalogue) -> str:
    """Confirms a move of that chair, with its consequences and whom the table waits for; or a mark."""
    at, made = before.seat_for(seat), before.game.parse(move)
    if after.step > before.step:
        return aloud(moved_text(before, after, at, made, words), words)
    described = text_for(before.table.game, words).describe_move(
        before.view(at), made, before.names(safe_name, words)
    )
    return aloud(words.pgettext("reply", "Marked: {move}.", move=described.words), words)


def _idle(snapshot: TableSnapshot, seat: int, words: Catalogue, news: Since, occasion: Occasion) -> Drawing:
    # Before the start, and after the match.
    table, layout = snapshot.table, Layout()
    layout.text(f"{heading(snapshot, words)}\n{idle_line(snapshot, words)}")
    if table.open:
        return layout.drawing()
    if snapshot.state is not None:
        finished = table.status is Status.FINISHED
        layout.text(since_text(snapshot, seat, news, words, results=not finished))
        scene = scene_of(snapshot, None, words)
        if finished:
            layout.text(_result(snapshot, words))
        layout.text(aloud("\n".join(scene.scores), words))
    if table.board is not None:
        layout.text(aloud(occasion.after, words))
        layout.buttons([*occasion.buttons, *latest_replay(snapshot, words)])
        return layout.drawing()
    again = words.pgettext("button", "Play again")
    layout.buttons([TABLE.button("again", again, _STYLE.primary, table=table.id)])
    return layout.drawing()


def _result(snapshot: TableSnapshot, words: Catalogue) -> str:
    return aloud(latest_text(snapshot, words) or latest_in_words(snapshot, words), words)
