"""Texts of a Duplicate session: pairs, where they play, what comes next, and its posts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.duplicate.sessions.items import (
    BoardBrokenOff,
    BoardRuled,
    PairIn,
    PairLeft,
    SessionCancelled,
    SessionItem,
    SessionOver,
    SessionPost,
    SessionStarted,
    TableLate,
)
from bot.duplicate.sessions.movements import Sitting
from bot.duplicate.sessions.session import BoardAtTable, Entry, Kind, Scoring, Session, Status
from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.registry import text_for
from bot.tables.state.chairs import Occupant, level_name
from cogs.ui.names import mention, safe_name, write_name
from cogs.words.values import fields_in_words

MINUTE = 60
_SCORED: Final = {
    Scoring.MATCHPOINTS: gettext_noop(
        "Scored by matchpoints: for each pair you beat on a board, in per cent of all"
    ),
    Scoring.AVERAGE: gettext_noop("Scored by the average: how far above or below the mean of all tables"),
    Scoring.TOTAL: gettext_noop("Scored by the difference between the two tables, board by board"),
}


def heading(session: Session, words: Catalogue) -> str:
    """The first line of a message about a session."""
    game = text_for(session.game, words).name
    if session.kind is Kind.TEAMS:
        return "### " + words.gettext("Duplicate: a match of teams · {game}", game=game)
    return "### " + words.gettext("Duplicate: pairs · {game}", game=game)


def idea(session: Session, words: Catalogue) -> str:
    """What Duplicate is, in two lines."""
    if session.kind is Kind.TEAMS:
        return words.gettext(
            "The same hands are played at two tables, each team sitting one way here and the other way "
            "there.\nGood cards help nobody: what counts is what you make of them and the others did not."
        )
    return words.gettext(
        "The same hands are played at every table, and you are compared with the pairs that held your cards."
        "\nGood cards help nobody: what counts is what you make of them and the others did not."
    )


def scoring_line(session: Session, words: Catalogue) -> str:
    """How the boards are compared."""
    return words.gettext(_SCORED[session.scoring])


def boards_text(number: int, words: Catalogue) -> str:
    """So many boards."""
    return words.npgettext("amount", "{number} board", "{number} boards", number)


def settings_line(session: Session, words: Catalogue) -> str:
    """The number of boards, and the clocks."""
    parts = [
        boards_text(session.boards, words),
        words.ngettext("{number} minute a board", "{number} minutes a board", session.clock // MINUTE),
        words.ngettext("{number} second a turn", "{number} seconds a turn", session.turn_seconds),
    ]
    if session.level:
        parts.append(words.gettext("the house plays as {level}", level=level_name(session.level)))
    if session.kind is Kind.PAIRS and session.status is Status.ENTERING:
        parts.append(words.ngettext("at least {number} table", "at least {number} tables", session.tables))
        if session.sit_out:
            parts.append(words.gettext("an odd pair sits out"))
    return " · ".join(parts)


def pair_text(players: Sequence[Occupant], write: Callable[[Occupant], str] = write_name) -> str:
    """A pair: `Ann & Clay`."""
    return " & ".join(map(write, players))


def entry_text(entry: Entry, words: Catalogue) -> str:
    """An entry before the start: a pair, or somebody who awaits a partner."""
    if entry.complete:
        return pair_text(entry.players)
    name = write_name(entry.players[0])
    if entry.asked is not None:
        return words.gettext(
            "{name}, who asks {partner} to be their partner", name=name, partner=mention(entry.asked.user_id)
        )
    return words.gettext("{name}, whose partner is whoever comes next", name=name)


def team_name(team: int, words: Catalogue) -> str:
    """A team of a match, 0 or 1."""
    return words.pgettext("side", "Team {number}", number=team + 1)


def sitting_at(session: Session, table: int) -> Sitting | None:
    """The current or next sitting at that table; None once it has finished."""
    return next((s for s in session.sittings() if s.table == table and not session.over(s)), None)


def holders(session: Session, sitting: Sitting) -> tuple[Entry, ...]:
    """The pairs of that sitting, North and South first."""
    found = (session.holder(pair, sitting.round) for pair in sitting.pairs)
    return tuple(entry for entry in found if entry is not None)


def playing(session: Session, entry: Entry, besides: tuple[int, int] | None = None) -> BoardAtTable | None:
    """The board that entry is playing; `besides` is a board known to be over."""
    for one in session.dealt.values():
        if not one.done and one.key != besides and entry.number in (one.ns, one.ew):
            return one
    return None


def next_board(
    session: Session, entry: Entry, besides: tuple[int, int] | None = None
) -> tuple[Sitting, int] | None:
    """The next board of that entry, and its sitting; None after the last."""
    for sitting in session.sittings():
        if entry not in holders(session, sitting):
            continue
        for board in sitting.boards:
            if not session.done(sitting.table, board) and (sitting.table, board) != besides:
                return sitting, board
    return None


def next_text(
    session: Session, user_id: int, words: Catalogue, besides: tuple[int, int] | None = None
) -> str:
    """What comes next for that person; `besides` is the table and board they have just finished."""
    gettext = words.gettext
    if session.status is Status.CANCELLED:
        return gettext("The session has been called off.")
    if session.status is Status.OVER:
        return gettext("The session is over; its result is in {channel}.", channel=f"<#{session.channel_id}>")
    if session.status is Status.ENTERING:
        return gettext("The session has not begun yet; your cards come when it does.")
    entry = session.entry_of(user_id)
    if entry is None:
        return gettext("You do not play in this session.")
    if entry.place is None:
        return gettext("You come in with the next round that begins.")
    found = next_board(session, entry, besides)
    if found is None:
        channel = f"<#{session.channel_id}>"
        return gettext(
            "You have played all your boards. The result comes in {channel} once the others have.",
            channel=channel,
        )
    sitting, board = found
    lines = [*_sits_out(session, entry, sitting, words), _meets(session, entry, sitting, board, words)]
    return " ".join([*lines, *_waits_for(session, entry, sitting, words, besides)])


def _sits_out(session: Session, entry: Entry, sitting: Sitting, words: Catalogue) -> Iterator[str]:
    first = max(1, session.round, entry.since)
    for number in range(first, sitting.round):
        if entry in session.sitting_out(number):
            yield words.gettext("You sit out round {round}.", round=number)


def _meets(session: Session, entry: Entry, sitting: Sitting, board: int, words: Catalogue) -> str:
    (others,) = [other for other in holders(session, sitting) if other != entry]
    return words.gettext(
        "Next: board {board} at table {table} against {others}.",
        board=board,
        table=sitting.table,
        # The whole line is bold.
        others=pair_text(others.players, safe_name),
    )


def _waits_for(
    session: Session, entry: Entry, sitting: Sitting, words: Catalogue, besides: tuple[int, int] | None
) -> Iterator[str]:
    for other in holders(session, sitting):
        one = playing(session, other, besides)
        if other != entry and one is not None and (one.table, one.round) != (sitting.table, sitting.round):
            yield words.gettext(
                "Waiting for table {table} to finish board {board}.", table=one.table, board=one.board
            )


def post_lines(post: SessionPost, words: Catalogue) -> list[str]:
    """The lines of a post that the session's message does not contain."""
    return [line for item in post.items if (line := _line(item, words))]


_SENTENCES: Final[Mapping[type[SessionItem], str]] = {
    TableLate: gettext_noop(
        "Table {table} has not finished board {board} in time: turns are short there from now on, and the "
        "house plays for {waited} until they are back."
    ),
    BoardBrokenOff: gettext_noop(
        "Board {board} was broken off at table {table}; it is an average for both sides unless the director "
        "rules otherwise."
    ),
    PairLeft: gettext_noop("{person} has left; {house} of the house plays on."),
    PairIn: gettext_noop("{players} come in from round {round} on."),
    BoardRuled: gettext_noop("{by} has ruled on board {board} at table {table}."),
    SessionCancelled: gettext_noop("{by} has called off the session."),
}


def _line(item: SessionItem, words: Catalogue) -> str:
    values = fields_in_words(item, words)
    match item:
        case TableLate(waited=waited):
            people = words.listed([mention(person.user_id) for person in waited])
            values["waited"] = people or words.gettext("whoever keeps it waiting")
        case PairIn(players):
            values["players"] = pair_text(players)
        case SessionCancelled(None):
            return words.gettext("The session is called off, for nobody has started it.")
    return words.gettext(_SENTENCES[type(item)], **values) if type(item) in _SENTENCES else ""


def called_by(post: SessionPost) -> list[int]:
    """The ids of the users whom a post mentions."""
    return [person.user_id for item in post.items if isinstance(item, TableLate) for person in item.waited]


def begins(post: SessionPost) -> bool:
    """Whether the post announces the start, which the reposted message of the session shows."""
    return any(isinstance(item, SessionStarted) for item in post.items)


def ends(post: SessionPost) -> bool:
    """Whether all boards are played with it, so that the results are posted."""
    return any(isinstance(item, SessionOver) for item in post.items)
