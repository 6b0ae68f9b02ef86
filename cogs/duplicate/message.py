"""The message of a Duplicate session in its channel: the entries, who plays where, and the end.

It reveals no card, and only scores of boards that nobody has still to play.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.duplicate.sessions.session import Kind, Session, Status
from bot.rules.catalogue import Catalogue
from bot.rules.registry import game_named
from cogs.duplicate.words import (
    entry_text,
    heading,
    holders,
    idea,
    pair_text,
    playing,
    scoring_line,
    settings_line,
    sitting_at,
    team_name,
)
from cogs.opening.house_rules import chosen_answer
from cogs.opening.lobby import begins_line
from cogs.ui.actions import SESSION, STYLE, Button, Menu
from cogs.ui.layout import BAIZE, Answer, Drawing, Layout
from cogs.ui.names import mention

_OF_BOARDS: Final = ("board", "match", "partners")  # options that a board determines


def draw_session(session: Session, words: Catalogue, called: Sequence[int] = ()) -> Drawing:
    """The public message of a session; `called` are mentioned at its start."""
    layout = Layout(BAIZE)
    match session.status:
        case Status.ENTERING:
            _entering(layout, session, words)
        case Status.PLAYING:
            _playing(layout, session, words, called)
        case Status.OVER | Status.CANCELLED:
            _over(layout, session, words)
    return layout.drawing()


def board_menu(session: Session, words: Catalogue) -> Menu | None:
    """The boards that are public; None if there are none."""
    numbers = sorted({line.board for line in session.lines()})
    if not numbers:
        return None
    answers = [Answer(str(n), words.pgettext("heading", "Board {number}", number=n)) for n in numbers]
    return SESSION.menu("board", words.gettext("Look at a board …"), answers, session=session.id)


def _entering(layout: Layout, session: Session, words: Catalogue) -> None:
    gettext, pgettext, button = words.gettext, words.pgettext, partial(SESSION.button, session=session.id)
    layout.text(f"{heading(session, words)}\n{idea(session, words)}")
    layout.text(begins_line(session.starts_at, words))
    layout.text("\n".join(_entries(session, words)))
    labels: list[tuple[str, int | None]]
    if session.kind is Kind.TEAMS:
        labels = [(pgettext("button", "Enter {team}", team=team_name(team, words)), team) for team in (0, 1)]
    else:
        labels = [(pgettext("button", "Enter"), None)]
    layout.buttons(
        [
            *(button("enter", label, STYLE.success, team=team) for label, team in labels),
            button("partner", gettext("Enter with a partner…"), STYLE.success),
            button("leave", pgettext("entry", "Withdraw")),
        ]
    )
    for entry in session.entries:
        if entry.asked is not None:
            layout.buttons(partner_buttons(session, entry.number, words))
    layout.buttons(
        [
            button("start", pgettext("button", "Start"), STYLE.primary),
            button("settings", pgettext("button", "Settings")),
            button("how", gettext("How it works")),
            button("close", pgettext("button", "Call off"), STYLE.danger),
        ]
    )
    small = [settings_line(session, words), scoring_line(session, words)]
    small.append(_rules_line(session, words))
    small.append(gettext("The house takes the places that are left. Cards come by DM, or under **My hand**"))
    small.append(pgettext("line", "Host: {host}", host=mention(session.host.user_id)))
    layout.text("\n".join(f"-# {line}." for line in small if line))


def _rules_line(session: Session, words: Catalogue) -> str:
    # The game's unusual house rules, except those of any board.
    options = game_named(session.game).options(session.options)
    asked = (option for option in options.described() if option.name not in _OF_BOARDS)
    unusual = [option for option in asked if getattr(options, option.name) != option.usual]
    return " · ".join(
        words.line(words.pgettext("option", option.title), chosen_answer(option, options, words))
        for option in unusual
    )


def partner_buttons(session: Session, entry: int, words: Catalogue) -> list[Button]:
    """The buttons for a person who is asked to be a partner."""
    asking, button = session.entry(entry), partial(SESSION.button, session=session.id, entry=entry)
    partner = asking.asked.name if asking.asked is not None else ""
    return [
        button("agree", words.pgettext("button", "{name} agrees", name=partner), STYLE.success),
        button("decline", words.gettext("No, thank you")),
    ]


def _entries(session: Session, words: Catalogue) -> list[str]:
    if session.kind is Kind.TEAMS:
        lines = []
        for team in (0, 1):
            entered = [entry_text(e, words) for e in session.entries if e.team == team]
            who = " · ".join(entered) or words.pgettext("player", "nobody yet")
            lines.append(words.line(f"**{team_name(team, words)}**", who))
        return lines
    if not session.entries:
        return [words.gettext("Nobody has entered yet.")]
    return [f"{number}\\. {entry_text(entry, words)}" for number, entry in enumerate(session.entries, 1)]


def _playing(layout: Layout, session: Session, words: Catalogue, called: Sequence[int]) -> None:
    gettext, pgettext = words.gettext, words.pgettext
    movement, button = session.movement, partial(SESSION.button, session=session.id)
    assert movement is not None
    layout.text("\n".join([heading(session, words), *_progress(session, words)]))
    if called:
        people = " ".join(map(mention, called))
        layout.text(gettext("{people}: it has begun. Your cards come by DM.", people=people))
    layout.text("\n".join(_table(session, table, words) for table in range(1, movement.tables + 1)))
    layout.text("\n".join(_without_a_table(session, words)))
    layout.buttons(
        [
            button("hand", pgettext("button", "My hand"), STYLE.primary),
            button("standings", pgettext("button", "Standings")),
            button("how", gettext("How it works")),
            button("director", pgettext("button", "Director")),
        ]
    )
    last = [button("leave", gettext("Leave the session"), STYLE.danger)]
    if session.open_round is not None:
        # Newcomers can enter while a round is left that has not begun.
        last = [
            button("enter", gettext("Come in late"), team=None),
            button("partner", gettext("Come in with a partner…")),
            *last,
        ]
    layout.buttons(last)
    if (menu := board_menu(session, words)) is not None:
        layout.menu(menu)
    small = [settings_line(session, words), scoring_line(session, words)]
    layout.text("\n".join(f"-# {line}." for line in small))


def _progress(session: Session, words: Catalogue) -> list[str]:
    movement = session.movement
    if movement is None or session.kind is Kind.TEAMS:
        return [words.line(f"**{team_name(team, words)}**", _team(session, team)) for team in (0, 1)]
    return [words.gettext("**Round {round} of {rounds}**", round=session.round, rounds=movement.rounds)]


def _team(session: Session, team: int) -> str:
    entries = [e for e in session.entries if e.team == team and e.place is not None and e.until is None]
    return " · ".join(pair_text(entry.players) for entry in entries)


def _table(session: Session, table: int, words: Catalogue) -> str:
    gettext, pgettext = words.gettext, words.pgettext
    played = sum(one.done for one in session.dealt.values() if one.table == table)
    sitting = sitting_at(session, table)
    if sitting is None:
        return gettext("✓ **Table {table}** has played its {number} boards.", table=table, number=played)
    ns, ew = holders(session, sitting)
    pairs = gettext("{ns} (N–S) against {ew} (E–W)", ns=pair_text(ns.players), ew=pair_text(ew.players))
    one = playing(session, ns)
    if one is not None and (one.table, one.round) == (table, sitting.round):
        said = gettext("board {board} of {boards}", board=one.board, boards=session.boards)
        said = pgettext("state", "{board} · late", board=said) if one.late else said
    else:
        board = next(board for board in sitting.boards if not session.done(table, board))
        waited = [other.table for entry in (ns, ew) if (other := playing(session, entry)) is not None]
        said = gettext("board {board} next", board=board)
        if waited:
            tables = words.listed([str(number) for number in sorted(waited)])
            said = words.ngettext(
                "board {board} once table {tables} has finished",
                "board {board} once tables {tables} have finished",
                len(waited),
                board=board,
                tables=tables,
            )
    return gettext("**Table {table}** · {board}\n{pairs}", table=table, board=said, pairs=pairs)


def _without_a_table(session: Session, words: Catalogue) -> list[str]:
    out = [pair_text(entry.players) for entry in session.sitting_out(session.round)]
    coming = [entry_text(entry, words) for entry in session.entries if entry.place is None and not entry.gone]
    lines = []
    if out:
        lines.append(words.gettext("Sitting out this round: {pairs}", pairs=words.listed(out)))
    if coming:
        lines.append(words.gettext("Coming in with the next round: {pairs}", pairs=words.listed(coming)))
    return lines


def _over(layout: Layout, session: Session, words: Catalogue) -> None:
    gettext, pgettext, lines = words.gettext, words.pgettext, [heading(session, words)]
    if session.status is Status.OVER:
        lines.append(gettext("All boards are played; the result stands further down."))
    elif session.lines():
        lines.append(gettext("This session was called off; what was played by everybody stands."))
    else:
        lines.append(gettext("This session was called off."))
    layout.text("\n".join(lines))
    if not session.lines():
        return
    layout.buttons(
        [
            SESSION.button("standings", pgettext("button", "Standings"), session=session.id),
            SESSION.button("director", pgettext("button", "Director"), session=session.id),
        ]
    )
    if (menu := board_menu(session, words)) is not None:
        layout.menu(menu)
    command = f"`/record session:{session.id}`"
    layout.small(gettext("{command} has all of it as data.", command=command))
