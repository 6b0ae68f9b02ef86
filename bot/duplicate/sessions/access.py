"""Who may do what in a session of Duplicate, and who may be told what: the one place where it is decided."""

from enum import Enum
from typing import Final

from bot.duplicate.sessions.session import BoardAtTable, Session
from bot.tables.people.access import Actor
from bot.tables.state.errors import TableError


class Action(Enum):
    """What a person may want of a session."""

    LOOK = "look"  # its message, who has entered, the ranking and the travellers that may be told
    ENTER = "enter"
    ANSWER = "answer"  # a person who asked them to be their partner
    LEAVE = "leave"
    SET_UP = "set-up"
    START = "start"
    CLOSE = "close"
    RULE = "rule"


_KEEPER: Final = (Action.SET_UP, Action.START, Action.CLOSE)
_SENDS: Final = (Action.ENTER, Action.SET_UP, Action.START, Action.CLOSE, Action.RULE)


def require(actor: Actor, action: Action, session: Session) -> None:
    """Nothing, if that person may do that in the session as it stands.

    The host opens, starts and closes it, and so may whoever manages the server. The director is whoever
    manages the server, and the host unless they play in it themselves.
    Raises TableError: `no-session` to those who may not know of it, and else why not.
    """
    entered = session.entry_of(actor.user_id) is not None
    if not (actor.sees or (entered and action is Action.LEAVE)):
        raise TableError("no-session")
    if action in _SENDS and not actor.sends:
        raise TableError("no-sending", channel=session.channel_id)
    if action is Action.LEAVE and not entered:
        raise TableError("not-entered")
    hosts = actor.user_id == session.host.user_id
    if action in _KEEPER and not (hosts or actor.manages):
        raise TableError("not-session-host", host=session.host)
    if action is Action.RULE and not actor.manages and (entered or not hosts):
        raise TableError("not-director")


def may(actor: Actor, action: Action, session: Session) -> bool:
    """Whether `require` passes."""
    try:
        require(actor, action, session)
    except TableError:
        return False
    return True


def own_board(session: Session, user_id: int, board: int) -> BoardAtTable | None:
    """The board as that person has played it themselves, of whose score they may know at once; None: they
    have not finished it."""
    for one in session.dealt.values():
        if one.board == board and one.done and any(_is(player, user_id) for player in one.players):
            return one
    return None


def may_be_told(session: Session, user_id: int, board: int) -> bool:
    """Whether that person may be told of the board's cards: those who have finished it, and everybody once
    nobody has it still to play. What was made of it elsewhere nobody is told before that."""
    return board in session.told or own_board(session, user_id, board) is not None


def _is(player: object, user_id: int) -> bool:
    return getattr(player, "user_id", None) == user_id
