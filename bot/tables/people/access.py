"""Who may do what at a table: the one place where it is decided.

A surface finds out how somebody stands to the table's channel (`Actor`) and asks `require` before it shows or
does anything; the use cases ask again inside their transaction, of the table as it then is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status, Table


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who asks for something, and what Discord says of them at this moment.

    `sees` and `sends`: they may view the table's channel, and send messages there. `manages`: they may
    manage the server. `direct`: they ask in a DM. `gone`: there is no such channel any more.
    """

    person: Person
    sees: bool
    sends: bool
    manages: bool = False
    direct: bool = False
    gone: bool = False

    @property
    def user_id(self) -> int:
        return self.person.user_id


class Relation(Enum):
    """What somebody must be at a table."""

    ANYONE = "anyone"
    SAT = "sat"  # sits there, or has sat there in this match
    BELONGS = "belongs"
    SEATED = "seated"
    SHOWN = "shown"  # is shown a hand: sits there, or advises somebody who does
    KEEPER = "keeper"  # the host or who stands in for them, or a manager of the server


class Action(Enum):
    """What a person may want to do at a table."""

    LOOK = "look"  # its message, house rules, score, last trick, record, analyses, replays
    ANALYSE = "analyse"
    WHAT_IF = "what-if"  # play on from a position of a hand that is over
    SHARE = "share"  # what was best in a hand, or its replay, with the channel
    OPEN = "open"
    PLAY_AGAIN = "play-again"
    SIT = "sit"
    WAIT = "wait"
    CHOUETTE = "chouette"  # declare it, play alone at it, choose the deal
    ASK_CHOUETTE = "ask-chouette"  # ask for it, as somebody without a chair
    LEAVE = "leave"
    INVITE = "invite"
    HAND = "hand"
    MOVE = "move"
    HINT = "hint"
    NEXT_HAND = "next"
    COME_BACK = "come-back"
    PROPOSE = "propose"
    VOTE = "vote"
    WITHDRAW = "withdraw"
    START = "start"
    REMOVE = "remove"
    CALL_HOUSE = "call-house"
    OPTIONS = "options"
    CLOCK = "clock"
    ALLOW_HINTS = "hints"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Rule:
    """What an action takes: a relation to the table, and for some the right to send messages there."""

    relation: Relation
    sends: bool = False


_KEEPER: Final = Rule(Relation.KEEPER, sends=True)
RULES: Final[Mapping[Action, Rule]] = {
    Action.LOOK: Rule(Relation.ANYONE),
    Action.ANALYSE: Rule(Relation.ANYONE, sends=True),
    Action.WHAT_IF: Rule(Relation.ANYONE),
    Action.SHARE: Rule(Relation.ANYONE, sends=True),
    Action.OPEN: Rule(Relation.ANYONE, sends=True),
    Action.PLAY_AGAIN: Rule(Relation.SAT, sends=True),
    Action.SIT: Rule(Relation.ANYONE, sends=True),
    Action.WAIT: Rule(Relation.ANYONE, sends=True),
    Action.LEAVE: Rule(Relation.BELONGS),
    Action.INVITE: Rule(Relation.SEATED, sends=True),
    Action.CHOUETTE: Rule(Relation.BELONGS, sends=True),
    Action.ASK_CHOUETTE: Rule(Relation.ANYONE, sends=True),
    Action.HAND: Rule(Relation.SHOWN),
    Action.MOVE: Rule(Relation.SEATED),
    Action.HINT: Rule(Relation.SEATED),
    Action.NEXT_HAND: Rule(Relation.SEATED),
    Action.COME_BACK: Rule(Relation.SEATED),
    Action.PROPOSE: Rule(Relation.SEATED),
    Action.VOTE: Rule(Relation.SEATED),
    # A candidate for a chair sits nowhere yet.
    Action.WITHDRAW: Rule(Relation.ANYONE),
    Action.START: _KEEPER,
    Action.REMOVE: _KEEPER,
    Action.CALL_HOUSE: _KEEPER,
    Action.OPTIONS: _KEEPER,
    Action.CLOCK: _KEEPER,
    Action.ALLOW_HINTS: _KEEPER,
    Action.CLOSE: _KEEPER,
}

_NOT_REMOVED: Final = (Action.SIT, Action.WAIT, Action.ASK_CHOUETTE, Action.PLAY_AGAIN)
"""What somebody who was taken out of a chair does no more: the next table, too, is for others to open."""

_NOT_SEATED: Final[Mapping[Action, str]] = {
    Action.MOVE: "not-playing",
    Action.HINT: "not-playing",
    Action.NEXT_HAND: "not-playing",
    Action.COME_BACK: "not-playing",
}


_AT_BOARDS: Final = frozenset(
    {
        Action.LOOK,
        Action.ANALYSE,
        Action.WHAT_IF,
        Action.HAND,
        Action.MOVE,
        Action.COME_BACK,
        Action.PROPOSE,
        Action.VOTE,
        Action.WITHDRAW,
    }
)
"""What can be done at a table that plays a board; who sits there is for its session to say."""


def require(actor: Actor, action: Action, table: Table) -> None:
    """Raises TableError unless that person may do that at the table now: `no-table` for those who may not
    know of it, and else the reason."""
    rule = RULES[action]
    belongs = table.chairs.belongs(actor.user_id)
    if actor.gone and not table.open and action is Action.LOOK and table.sat(actor.user_id):
        # They cannot be kept out of a deleted channel, and the match is theirs.
        require_told(table, actor.user_id)
        return
    if not actor.sees or (actor.direct and not table.sat(actor.user_id)):
        if not belongs:
            raise TableError("no-table")
        if action is not Action.LEAVE:
            raise TableError("no-channel", table=table.id)
    if table.board is not None and action not in _AT_BOARDS:
        raise TableError("board-table")
    if action in (Action.ANALYSE, Action.WHAT_IF):
        require_open_board(table)
    require_told(table, actor.user_id)
    if rule.sends and not actor.sends:
        raise TableError("no-sending", channel=table.telling.channel_id)
    if action in _NOT_REMOVED and actor.user_id in table.chairs.removed:
        raise TableError("removed")
    _require_relation(actor, action, rule.relation, table)


def may(actor: Actor, action: Action, table: Table) -> bool:
    """Whether `require` passes."""
    try:
        require(actor, action, table)
    except TableError:
        return False
    return True


def require_place(actor: Actor, channel_id: int) -> None:
    """Raises TableError unless that person may open a table in that channel."""
    if actor.direct:
        raise TableError("servers-only")
    if not (actor.sees and actor.sends):
        raise TableError("no-sending", channel=channel_id)


def may_take_at_once(table: Table, user_id: int, chair: int) -> bool:
    """Whether that person may hold the cards of that chair now, without having to wait for the next deal.

    Who has seen a hand of this deal comes back to that chair only; a stranger to the deal waits, unless
    no pack has been shuffled yet. A person's own chair is kept for them.
    """
    if table.status is not Status.PLAYING or not table.dealt.deals:
        return True
    kept_for = table.chairs[chair].kept_for
    if user_id in table.dealt.seen:
        return table.dealt.seen[user_id] == chair
    return kept_for is not None and kept_for.user_id == user_id


def visible_seat(table: Table, user_id: int) -> int | None:
    """The chair whose hand that person is shown: their own, or in a chouette the one they advise on. None:
    none."""
    mine = table.chairs.seat_of(user_id)
    return table.advised_by(user_id) if mine is None else mine


def may_be_told(table: Table, user_id: int) -> bool:
    """Whether that person may be told what happens, or has happened, at that table: at a board that others
    have still to play, only whoever plays it there or has played it to its end. Who got up before that, or
    was taken out, has not. What they are told while they play is their view."""
    return not table.secret or table.chairs.seat_of(user_id) is not None


def require_told(table: Table, user_id: int) -> None:
    """Raises TableError (`board-closed`) unless that person may be told of the table."""
    if not may_be_told(table, user_id):
        raise _closed_board(table)


def require_open_board(table: Table) -> None:
    """Raises TableError (`board-closed`) if the table plays a board that others have still to play."""
    if table.secret:
        raise _closed_board(table)


def may_mean(table: Table, user_id: int, action: Action) -> bool:
    """Whether a command that names no table may mean this one."""
    return table.board is None or (action in _AT_BOARDS and may_be_told(table, user_id))


def may_hold(table: Table, user_id: int, chair: int) -> bool:
    """Whether that person may hold that chair's cards in this match: in a chouette nobody changes sides who
    has advised, or played, on the other one (F7.59)."""
    if table.chouette is None or table.status is not Status.PLAYING:
        return True
    held = {
        tenure.chair
        for tenure in table.dealt.tenures
        if isinstance(tenure.occupant, Person) and tenure.occupant.user_id == user_id
    }
    return held | {table.chouette.advisers.get(user_id, chair)} <= {chair}


def _closed_board(table: Table) -> TableError:
    return TableError("board-closed", board=table.board.number if table.board else 0)


def _require_relation(actor: Actor, action: Action, relation: Relation, table: Table) -> None:
    user_id = actor.user_id
    match relation:
        case Relation.SAT if not (table.sat(user_id) or actor.manages):
            raise TableError("not-sat")
        case Relation.BELONGS if not table.chairs.belongs(user_id):
            raise TableError("not-seated")
        case Relation.SEATED if table.chairs.seat_of(user_id) is None:
            if table.chairs.incoming_at(user_id) is not None:
                raise TableError("next-deal")
            if (chair := table.advised_by(user_id)) is not None:
                raise TableError("adviser", player=table.chairs[chair].occupant)
            raise TableError(_NOT_SEATED.get(action, "not-seated"))
        case Relation.SHOWN if visible_seat(table, user_id) is None:
            if table.chairs.incoming_at(user_id) is not None:
                raise TableError("next-deal")
            raise TableError("advises-later" if table.chouette and table.chairs.waits(user_id) else "no-hand")
        case Relation.KEEPER if not (
            user_id in (table.chairs.host_id, table.chairs.keeper_id) or actor.manages
        ):
            raise TableError("not-host", host=table.chairs.keeper_id, action=action.value)
