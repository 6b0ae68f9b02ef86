"""The hand panel of a board. It is all that its players see: no table message shows the course of the hand,
and the session, or the day, says what follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from cogs.opening.lobby import heading
from cogs.result.course import draw_course
from cogs.result.replay_button import latest_replay
from cogs.result.result import lay_latest
from cogs.ui.layout import Button, Layout
from cogs.ui.names import safe_name


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a board is played for, as a person's panel says it.

    `boards` is the number of boards in all, 0 if unknown. `after` says what follows the board, and `buttons`
    can be pressed then.
    """

    boards: int = 0
    after: str = ""
    buttons: Sequence[Button] = ()


NO_OCCASION = Occasion()


class Occasions(Protocol):
    """Says what boards are played for: a Duplicate session, or the board of the day."""

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        """What that person is playing, or has played, this board for; None if it is no board of this kind."""


def board_heading(snapshot: TableSnapshot, words: Catalogue, boards: int) -> str:
    """The first line of a board's panel: its number of how many, and its table."""
    play = snapshot.table.board
    if play is None or not boards:
        return heading(snapshot, words)
    if snapshot.table.telling.private:
        game = text_for(snapshot.table.game, words).name
        said = words.gettext(
            "{game} · board {board} of {boards}", game=game, board=play.number, boards=boards
        )
    else:
        said = words.gettext(
            "Board {board} of {boards} · table {table}", board=play.number, boards=boards, table=play.table
        )
    return f"### {said}"


def company_line(snapshot: TableSnapshot, seat: int, words: Catalogue) -> str:
    """Where the person sits, with whom and against whom."""
    names, seating = snapshot.names(safe_name, words), snapshot.seating
    partners, own = seating.partners_of(seat), seating.side_of(seat)
    others = [names[other] for other in range(len(seating)) if seating.side_of(other) != own]
    values = {"place": words.pgettext("seat", seating.names[seat]), "others": words.listed(others)}
    if not partners:
        return words.gettext("You sit **{place}** against {others}.", **values)
    partner = words.listed([names[other] for other in partners])
    return words.gettext("You sit **{place}** with {partner} against {others}.", partner=partner, **values)


def lay_board_course(layout: Layout, snapshot: TableSnapshot, words: Catalogue) -> None:
    """Add the course of the hand, since no table message shows it."""
    if snapshot.table.telling.posting is Posting.PANELS:
        draw_course(layout, snapshot, words, small=True)


async def draw_board_over(
    layout: Layout,
    snapshot: TableSnapshot,
    seat: int | None,
    occasion: Occasion,
    words: Catalogue,
    *,
    with_pictures: bool,
) -> None:
    """A finished board: its result, its course, and what follows."""
    lines = [board_heading(snapshot, words, occasion.boards)]
    if seat is not None:
        lines.append("-# " + company_line(snapshot, seat, words))
    layout.text("\n".join(lines))
    if snapshot.table.status is Status.FINISHED:
        await lay_latest(layout, snapshot, words, with_pictures=with_pictures)
    else:
        layout.text(broken_off(words))
    layout.text(f"**{occasion.after}**" if occasion.after else "")
    layout.buttons([*occasion.buttons, *latest_replay(snapshot, words)])
    draw_course(layout, snapshot, words, small=True)


def broken_off(words: Catalogue) -> str:
    """The line for a board that was not played to its end."""
    return words.gettext("This board was broken off.")
