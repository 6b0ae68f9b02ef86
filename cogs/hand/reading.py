"""Text for screen readers in place of pictures: one fact per line, and every card by its name."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from bot.rules.catalogue import Catalogue
from bot.rules.events import Scored
from bot.rules.presentation.course import told_in_full
from bot.rules.presentation.gone import Gone, card_of
from bot.rules.presentation.scene import Choice, Layout, Row, Scene
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.state.snapshot import TableSnapshot
from cogs.ui.alt_texts import by_suit, line_pieces, said
from cogs.ui.names import write_name
from cogs.ui.scenes import scene_of
from cogs.words.aloud import aloud
from cogs.words.news import Since


class Question(Enum):
    """Questions that players ask often; the value is part of custom_ids."""

    TURN = "turn"
    TRICK = "trick"
    LAST = "last"
    SCORE = "score"
    HAND = "hand"


def questions(game: str, words: Catalogue) -> dict[Question, str]:
    """The questions with their button labels in that game."""
    tricks, gettext, pgettext = text_for(game).in_tricks, words.gettext, words.pgettext
    return {
        Question.TURN: pgettext("button", "Whose turn"),
        Question.TRICK: pgettext("button", "This trick") if tricks else gettext("On the table"),
        Question.LAST: pgettext("button", "Last trick") if tricks else pgettext("button", "Last play"),
        Question.SCORE: gettext("Score and target"),
        Question.HAND: pgettext("button", "My hand"),
    }


def since_text(snapshot: TableSnapshot, seat: int, news: Since, words: Catalogue, *, results: bool) -> str:
    """The events as that seat has heard them, a line each; `results` may be left out."""
    text, names = text_for(snapshot.table.game, words), snapshot.names(write_name, words)
    events = [event for event in news.events if results or not isinstance(event, Scored)]
    lines = told_in_full(text, events, names, seat)
    if lines:
        lines = (words.pgettext("heading", "Since then:"), *lines)
    return aloud("\n".join((*([news.lead] if news.lead else []), *lines)), words)


def reading_text(snapshot: TableSnapshot, seat: int, scene: Scene, status: str, words: Catalogue) -> str:
    """What that seat knows, in the order in which players ask for it: whose turn it is, the current trick,
    the last trick, the score, everybody's tricks, one's own cards by suit."""
    lying = table_lines(scene, snapshot.names(write_name, words), words)
    lines = [
        status,
        *lying,
        *(line for line in _last(snapshot, seat, words) if line not in lying),
        *_score(snapshot, scene, words),
        *_hands(scene, words),
    ]
    return aloud("\n".join(lines), words)


def answer_text(snapshot: TableSnapshot, seat: int, question: Question, status: str, words: Catalogue) -> str:
    """The answer to one question; `status` says whose turn it is."""
    gettext = words.gettext
    if snapshot.state is None:
        return gettext("The game has not begun yet.")
    text, scene = text_for(snapshot.table.game, words), scene_of(snapshot, seat, words)
    lying = table_lines(scene, snapshot.names(write_name, words), words)
    answers = {
        Question.TURN: [status],
        Question.TRICK: lying or [gettext("Nothing lies on the table.")],
        Question.LAST: _last(snapshot, seat, words) or [text.no_last_trick(snapshot.view(seat))],
        Question.SCORE: _score(snapshot, scene, words),
        Question.HAND: _hands(scene, words) or [gettext("You hold nothing now.")],
    }
    return "\n".join(answers[question])


def gone_parts(snapshot: TableSnapshot, seat: int, words: Catalogue) -> tuple[Gone, ...]:
    """The cards played in the hand, by the parts one can ask for."""
    if snapshot.state is None:
        return ()
    text, scene = text_for(snapshot.table.game, words), scene_of(snapshot, seat, words)
    return tuple(replace(gone, words=aloud(gone.words, words)) for gone in text.gone(snapshot.course, scene))


def read_aloud(choices: Sequence[Choice], words: Catalogue) -> tuple[Choice, ...]:
    """The moves on offer with spoken labels; screen readers do not announce disabled buttons."""
    return tuple(
        replace(choice, label=aloud(choice.words or choice.label, words))
        for choice in choices
        if choice.enabled
    )


def table_lines(scene: Scene, names: Names, words: Catalogue) -> list[str]:
    """What lies on the table, a line for each thing, and what else everybody knows of the hand."""
    board = scene.board
    rows = scene.rows if board is None else (*board.tricks, *scene.rows)
    lines = [line for row in rows for line in _row(row, names.seats, words)]
    leaders = () if board is None else board.to_lead
    to_lead = [words.gettext("To lead: {name}.", name=names[leader]) for leader in leaders]
    return [*to_lead, *lines, *scene.facts]


def _last(snapshot: TableSnapshot, seat: int, words: Catalogue) -> list[str]:
    text = text_for(snapshot.table.game, words)
    last = text.last_trick(snapshot.view(seat), snapshot.names(write_name, words))
    return [last] if last else []


def _score(snapshot: TableSnapshot, scene: Scene, words: Catalogue) -> list[str]:
    names = snapshot.names(write_name, words).seats
    notes = [words.line(names[place.seat], ", ".join(place.notes)) for place in scene.places if place.notes]
    return [scene.title, *scene.scores, *notes]


def _row(row: Row, names: Sequence[str], words: Catalogue) -> list[str]:
    if row.layout is Layout.LINE:
        return [words.line(row.title, ", ".join(line_pieces(row, words))), *([row.note] if row.note else [])]
    if row.owners and row.layout is not Layout.TRICK:
        return [words.line(row.title, words.semicolons(by_suit(row, words)))]
    if row.layout is not Layout.TRICK:
        shown = ", ".join(said(piece, face, words) for piece, face in _pieces(row))
        return [words.line(row.title, shown)]
    lines = [words.line(row.title, "").rstrip()]
    for place, (owner, (piece, face)) in enumerate(zip(row.owners, _pieces(row), strict=True)):
        shown = said(piece, face, words)
        if place == row.marked and len(row.owners) > 1:
            shown += f" ({row.mark})"
        lines.append(words.line(names[owner], shown))
    return lines


def _hands(scene: Scene, words: Catalogue) -> list[str]:
    rows = scene.hands or ((scene.hand,) if scene.hand else ())
    return [line for row in rows for line in hand_in_words(row, words)]


def hand_in_words(row: Row, words: Catalogue) -> list[str]:
    """A hand, a line for each suit."""
    by_suit: dict[str, list[str]] = {}
    rest: list[str] = []
    for piece, face in _pieces(row):
        card = card_of(piece)
        if card is None or card.suit is None:
            rest.append(said(piece, face, words))
        else:
            by_suit.setdefault(words.suit(card.suit), []).append(words.rank(card.rank))
    lines = [words.line(row.title, "").rstrip()]
    lines += [
        words.gettext("{suit}, {number}: {ranks}", suit=suit, number=len(ranks), ranks=", ".join(ranks))
        for suit, ranks in by_suit.items()
    ]
    return [*lines, ", ".join(rest)] if rest else lines


def _pieces(row: Row) -> list[tuple[str, str]]:
    return list(zip(row.pieces, row.faces, strict=True))
