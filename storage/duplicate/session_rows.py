"""Converts sessions of Duplicate to rows and back."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast, get_args

from sqlalchemy import RowMapping

from bot.duplicate.items import SessionItem, SessionPost
from bot.duplicate.scoring import Award
from bot.duplicate.session import BoardAtTable, Entry, Kind, Ruling, Scoring, Session, Status
from bot.tables.state.chairs import Occupant, Person
from storage.tables.post_items import converter, occupant_from_json, occupant_to_json
from storage.tables.rows import Row


def session_row(session: Session) -> Row:
    """The columns of a session, without its id."""
    return {
        "guild_id": session.guild_id,
        "channel_id": session.channel_id,
        "host": occupant_to_json(session.host),
        "kind": session.kind.value,
        "game": session.game,
        "options": dict(session.options),
        "boards": session.boards,
        "scoring": session.scoring.value,
        "clock": session.clock,
        "turn_seconds": session.turn_seconds,
        "created_at": session.created_at,
        "level": session.level,
        "least_tables": session.tables,
        "sit_out": session.sit_out,
        "status": session.status.value,
        "version": session.version,
        "deadline": session.deadline,
        "entries": [_entry_payload(entry) for entry in session.entries],
        "board_ids": list(session.board_ids),
        "movement_tables": session.movement_tables,
        "opened": list(session.opened),
        "posts": session.posts,
    }


def session_of(row: RowMapping, boards: Sequence[RowMapping]) -> Session:
    """The session of a row of `sessions` and its rows of `session_boards`."""
    dealt = [board_at_table_of(board) for board in boards]
    return Session(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host=_person_of(row["host"]),
        kind=Kind(row["kind"]),
        game=row["game"],
        options=row["options"],
        boards=row["boards"],
        scoring=Scoring(row["scoring"]),
        clock=row["clock"],
        turn_seconds=row["turn_seconds"],
        created_at=row["created_at"],
        level=row["level"],
        tables=row["least_tables"],
        sit_out=row["sit_out"],
        status=Status(row["status"]),
        version=row["version"],
        deadline=row["deadline"],
        entries=tuple(map(_entry_of, row["entries"])),
        board_ids=tuple(row["board_ids"]),
        movement_tables=row["movement_tables"],
        dealt={one.key: one for one in dealt},
        opened=tuple(row["opened"]),
        posts=row["posts"],
    )


def people_of(session: Session) -> frozenset[int]:
    """The people by whom an open session is found: its host, who has entered, who was asked."""
    if not session.open:
        return frozenset()
    asked = (entry.asked for entry in session.entries if entry.asked is not None)
    return frozenset(person.user_id for person in (session.host, *session.people, *asked))


def board_at_table_row(session_id: int, one: BoardAtTable) -> Row:
    """A board at a table as a row of `session_boards`."""
    return {
        "session_id": session_id,
        "place": one.table,
        "board": one.board,
        "round": one.round,
        "ns": one.ns,
        "ew": one.ew,
        "players": [occupant_to_json(player) for player in one.players],
        "at": one.at,
        "table_id": one.table_id,
        "done": one.done,
        "late": one.late,
        "away": list(one.away),
        "score": one.score,
        "ruling": _ruling_payload(one.ruling),
    }


def board_at_table_of(row: RowMapping) -> BoardAtTable:
    """The board at a table that a row of `session_boards` holds."""
    return BoardAtTable(
        round=row["round"],
        table=row["place"],
        board=row["board"],
        ns=row["ns"],
        ew=row["ew"],
        players=cast(tuple[Occupant, Occupant, Occupant, Occupant], _players_of(row["players"])),
        at=row["at"],
        table_id=row["table_id"],
        done=row["done"],
        late=row["late"],
        away=tuple(row["away"]),
        score=row["score"],
        ruling=_ruling_of(row["ruling"]),
    )


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


def _entry_payload(entry: Entry) -> Row:
    return {
        "number": entry.number,
        "players": [occupant_to_json(player) for player in entry.players],
        "asked": occupant_to_json(entry.asked),
        "team": entry.team,
        "place": entry.place,
        "since": entry.since,
        "until": entry.until,
        "gone": entry.gone,
    }


def _entry_of(payload: Row) -> Entry:
    return Entry(
        number=payload["number"],
        players=_players_of(payload["players"]),
        asked=_person_of(payload["asked"]) if payload["asked"] else None,
        team=payload["team"],
        place=payload["place"],
        since=payload["since"],
        until=payload["until"],
        gone=payload["gone"],
    )


def _players_of(payloads: Sequence[Row]) -> tuple[Occupant, ...]:
    return tuple(player for payload in payloads if (player := occupant_from_json(payload)) is not None)


def _person_of(payload: Row) -> Person:
    person = occupant_from_json(payload)
    assert isinstance(person, Person)
    return person


def _ruling_payload(ruling: Ruling | None) -> Row | None:
    if ruling is None:
        return None
    return {
        "by": occupant_to_json(ruling.by),
        "at": ruling.at,
        "score": ruling.score,
        "ns": None if ruling.ns is None else ruling.ns.value,
        "ew": None if ruling.ew is None else ruling.ew.value,
    }


def _ruling_of(payload: Row | None) -> Ruling | None:
    if payload is None:
        return None
    ns, ew = (None if payload[side] is None else Award(payload[side]) for side in ("ns", "ew"))
    return Ruling(_person_of(payload["by"]), payload["at"], payload["score"], ns, ew)
