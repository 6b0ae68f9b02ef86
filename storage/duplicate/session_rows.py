"""Converts sessions of Duplicate to rows and back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, get_args

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from sqlalchemy import RowMapping

from bot.duplicate.sessions.items import SessionItem, SessionPost
from bot.duplicate.sessions.session import BoardAtTable, Session
from storage.conversion import converter
from storage.tables.rows import Row


@cache
def _converter() -> Converter:
    # Fields and columns have the same names, with two exceptions.
    made = converter().copy()
    renamed: dict[type, dict[str, Any]] = {
        Session: {"tables": override(rename="least_tables")},
        BoardAtTable: {"table": override(rename="place")},
    }
    apart: dict[type, dict[str, Any]] = {Session: {name: override(omit=True) for name in ("id", "dealt")}}
    for kind, names in renamed.items():
        made.register_structure_hook(kind, make_dict_structure_fn(kind, made, **names))
        written = {**names, **apart.get(kind, {})}
        made.register_unstructure_hook(kind, make_dict_unstructure_fn(kind, made, **written))
    return made


def session_row(session: Session) -> Row:
    """The columns of a session, without its id."""
    row: Row = _converter().unstructure(session)
    return row


def session_of(row: RowMapping, boards: Sequence[RowMapping]) -> Session:
    """The session of a row of `sessions` and its rows of `session_boards`."""
    session = _converter().structure({**row, "dealt": {}}, Session)
    dealt = [_converter().structure(board, BoardAtTable) for board in boards]
    return replace(session, dealt={one.key: one for one in dealt})


def people_of(session: Session) -> frozenset[int]:
    """The people by whom an open session is found: its host, who has entered, who was asked."""
    if not session.open:
        return frozenset()
    asked = (entry.asked for entry in session.entries if entry.asked is not None)
    return frozenset(person.user_id for person in (session.host, *session.people, *asked))


def board_at_table_row(session_id: int, one: BoardAtTable) -> Row:
    """A board at a table as a row of `session_boards`."""
    return {"session_id": session_id, **_converter().unstructure(one)}


def session_post_row(post: SessionPost) -> Row:
    """A post of a session as a row of `session_posts`."""
    return {
        "session_id": post.session_id,
        "number": post.number,
        "items": [{"item": type(item).__name__, **converter().unstructure(item)} for item in post.items],
        "at": post.at,
        "message_id": None,
    }


def session_post_of(row: RowMapping) -> SessionPost:
    """The post that a row of `session_posts` holds."""
    items = (converter().structure(item, _item_classes()[item["item"]]) for item in row["items"])
    return SessionPost(row["session_id"], row["number"], tuple(items), row["at"])


@cache
def _item_classes() -> Mapping[str, type[SessionItem]]:
    return {kind.__name__: kind for kind in get_args(SessionItem)}
