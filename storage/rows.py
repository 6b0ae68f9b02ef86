"""Tables, moves and posts as rows, and rows as those again."""

from typing import Any

from sqlalchemy import RowMapping

from bot.tables.state.board import Board
from bot.tables.state.chouette import Chouette, Rotation
from bot.tables.state.posts import Post
from bot.tables.state.preferences import Calls, Pace, ServerSettings, UserSettings
from bot.tables.state.table import (
    BoardPlay,
    Deferred,
    HandPanel,
    LoggedMove,
    Motion,
    Outcome,
    PanelState,
    Person,
    Posting,
    Proposal,
    Seal,
    Seat,
    Status,
    Table,
    TableMessage,
    Tenure,
    TurnCall,
)
from storage.post_items import items_from_json, items_to_json, occupant_from_json, occupant_to_json
from storage.schema import OPEN

Row = dict[str, Any]
_OPEN = frozenset(status.value for status in OPEN)


def fields_of(item: BoardPlay | HandPanel | Outcome | TableMessage | TurnCall) -> Row:
    """What is stored under the names of its own fields."""
    return {name: getattr(item, name) for name in item.__slots__}


def user_settings_row(settings: UserSettings) -> Row:
    """A person's settings as a row of `user_settings`."""
    row = {name: getattr(settings, name) for name in settings.__slots__}
    return row | {"calls": settings.calls.value, "pace": settings.pace.value}


def user_settings_of(row: RowMapping) -> UserSettings:
    """The settings a row of `user_settings` holds."""
    return UserSettings(**{**row, "calls": Calls(row["calls"]), "pace": Pace(row["pace"])})


def server_settings_row(settings: ServerSettings) -> Row:
    """A server's settings as a row of `server_settings`."""
    row = {name: getattr(settings, name) for name in settings.__slots__}
    return row | {
        "channels": list(settings.channels),
        "posting": settings.posting.value,
        "options": {game: dict(options) for game, options in settings.options.items()},
        "levels": dict(settings.levels),
        "roles": list(settings.roles),
    }


def server_settings_of(row: RowMapping) -> ServerSettings:
    """The settings a row of `server_settings` holds."""
    lists = {name: tuple(row[name]) for name in ("channels", "roles")}
    return ServerSettings(**{**row, **lists, "posting": Posting(row["posting"])})


def panel_row(panel: HandPanel) -> Row:
    """A hand panel as a row of `hand_panels`."""
    return {**fields_of(panel), "state": panel.state.value}


def panel_of(row: RowMapping) -> HandPanel:
    """The hand panel a row of `hand_panels` holds."""
    return HandPanel(**{**row, "state": PanelState(row["state"])})


def table_row(table: Table) -> Row:
    """The columns of a table, without its id."""
    return {
        "guild_id": table.guild_id,
        "channel_id": table.channel_id,
        "host_id": table.host_id,
        "game": table.game,
        "options": dict(table.options),
        "seats": [_seat_payload(seat) for seat in table.seats],
        "created_at": table.created_at,
        "turn_seconds": table.turn_seconds,
        "status": table.status.value,
        "version": table.version,
        "deals": table.deals,
        "deadline": table.deadline,
        "reminded": table.reminded,
        "invited": list(table.invited),
        "waiting": [_seat_payload(Seat(person)) for person in table.waiting],
        "rubbers": {str(user_id): number for user_id, number in table.rubbers.items()},
        "hints": table.hints,
        "arrivals": list(table.arrivals),
        "level": table.level,
        "removed": list(table.removed),
        "seen": {str(user_id): chair for user_id, chair in table.seen.items()},
        "marked": {str(chair): move for chair, move in table.marked.items()},
        "paused": table.paused,
        "proposal": _proposal_payload(table.proposal),
        "tenures": [
            {
                "deal": tenure.deal,
                "chair": tenure.chair,
                "told": tenure.told,
                **occupant_to_json(tenure.occupant),
            }
            for tenure in table.tenures
        ],
        "next_table": table.next_table,
        "posting": table.posting.value,
        "ceremony": table.ceremony,
        "thread_id": table.thread_id,
        "chouette": _chouette_payload(table.chouette),
        "board": _board_play_payload(table.board),
        "shared_chairs": list(table.shared_chairs),
        "bots_turn": table.bots_turn,
        "deferred": {str(seat): [move.step, move.at] for seat, move in table.deferred.items()},
        "deferred_until": min((move.at for move in table.deferred.values()), default=None),
    }


def table_of(row: RowMapping) -> Table:
    """The table a row of `tables` holds."""
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        game=row["game"],
        options=row["options"],
        seats=tuple(_seat_of(payload) for payload in row["seats"]),
        created_at=row["created_at"],
        turn_seconds=row["turn_seconds"],
        status=Status(row["status"]),
        version=row["version"],
        deals=row["deals"],
        deadline=row["deadline"],
        reminded=row["reminded"],
        invited=tuple(row["invited"]),
        waiting=tuple(Person(payload["user"], payload["name"]) for payload in row["waiting"]),
        rubbers={int(user_id): number for user_id, number in row["rubbers"].items()},
        hints=row["hints"],
        arrivals=tuple(row["arrivals"]),
        level=row["level"],
        removed=tuple(row["removed"]),
        seen={int(user_id): chair for user_id, chair in row["seen"].items()},
        marked={int(chair): move for chair, move in row["marked"].items()},
        paused=row["paused"],
        proposal=_proposal_of(row["proposal"]),
        tenures=tuple(_tenure_of(payload) for payload in row["tenures"]),
        next_table=row["next_table"],
        posting=Posting(row["posting"]),
        ceremony=row["ceremony"],
        thread_id=row["thread_id"],
        chouette=_chouette_of(row["chouette"]),
        board=None if row["board"] is None else BoardPlay(**row["board"]),
        shared_chairs=tuple(row["shared_chairs"]),
        bots_turn=row["bots_turn"],
        deferred={int(seat): Deferred(*payload) for seat, payload in row["deferred"].items()},
    )


def sitting(status: str, seats: list[Row], waiting: list[Row]) -> frozenset[int]:
    """The people at a table as its row has it, if it is open: what `seated` holds of it."""
    if status not in _OPEN:
        return frozenset()
    there = (*seats, *waiting, *(payload["incoming"] for payload in seats if "incoming" in payload))
    return frozenset(payload["user"] for payload in there if "user" in payload)


def board_row(board: Board) -> Row:
    """The columns of a board, without its id."""
    return {
        "game": board.game,
        "options": dict(board.options),
        "number": board.number,
        "dealer": board.dealer,
        "opening": [list(move) for move in board.opening],
        "salt": board.seal.salt,
        "sha256": board.seal.sha256,
    }


def board_of(row: RowMapping) -> Board:
    """The board a row of `boards` holds."""
    return Board(
        row["id"],
        row["game"],
        row["options"],
        row["number"],
        row["dealer"],
        tuple((seat, text) for seat, text in row["opening"]),
        Seal(row["salt"], row["sha256"]),
    )


def move_row(table_id: int, logged: LoggedMove) -> Row:
    """A move as a row of `moves`."""
    return {
        "table_id": table_id,
        "number": logged.number,
        "seat": logged.seat,
        "text": logged.text,
        "at": logged.at,
        "salt": logged.seal.salt if logged.seal else None,
        "sha256": logged.seal.sha256 if logged.seal else None,
    }


def move_of(row: RowMapping) -> LoggedMove:
    """The move a row of `moves` holds."""
    seal = None if row["sha256"] is None else Seal(row["salt"], row["sha256"])
    return LoggedMove(row["number"], row["seat"], row["text"], row["at"], seal)


def post_row(post: Post) -> Row:
    """A post as a row of `posts`, still owed."""
    return {
        "table_id": post.table_id,
        "number": post.number,
        "kind": post.kind,
        "items": items_to_json(post.items),
        "seats": [occupant_to_json(occupant) for occupant in post.seats],
        "message_id": None,
        "hand": post.hand,
    }


def post_of(row: RowMapping) -> Post:
    """The post a row of `posts` holds."""
    seats = tuple(occupant_from_json(payload) for payload in row["seats"])
    return Post(row["table_id"], row["number"], items_from_json(row["items"]), seats)


def _seat_payload(seat: Seat) -> Row:
    payload = occupant_to_json(seat.occupant)
    if seat.away:
        payload["away"] = True
    if seat.called:
        payload["called"] = True
    for name, person in (("incoming", seat.incoming), ("kept_for", seat.kept_for)):
        if person is not None:
            payload[name] = occupant_to_json(person)
    return payload


def _seat_of(payload: Row) -> Seat:
    return Seat(
        occupant_from_json(payload),
        payload.get("away", False),
        _person_of(payload.get("incoming")),
        _person_of(payload.get("kept_for")),
        payload.get("called", False),
    )


def _person_of(payload: Row | None) -> Person | None:
    return None if payload is None else Person(payload["user"], payload["name"])


def _chouette_payload(chouette: Chouette | None) -> Row | None:
    if chouette is None:
        return None
    return {
        "rotation": chouette.rotation.value,
        "alone": chouette.alone,
        "deals": chouette.deals,
        "order": list(chouette.order),
        "advisers": {str(user_id): chair for user_id, chair in chouette.advisers.items()},
        "games": chouette.games,
    }


def _chouette_of(payload: Row | None) -> Chouette | None:
    if payload is None:
        return None
    return Chouette(
        Rotation(payload["rotation"]),
        payload["alone"],
        payload["deals"],
        tuple(payload["order"]),
        {int(user_id): chair for user_id, chair in payload["advisers"].items()},
        payload["games"],
    )


def _board_play_payload(play: BoardPlay | None) -> Row | None:
    return None if play is None else fields_of(play)


def _tenure_of(payload: Row) -> Tenure:
    occupant = occupant_from_json(payload)
    if occupant is None:
        raise ValueError("a chair is held by nobody")
    return Tenure(payload["deal"], payload["chair"], occupant, payload["told"])


def _proposal_payload(proposal: Proposal | None) -> Row | None:
    if proposal is None:
        return None
    return {
        "motion": proposal.motion.value,
        "by": occupant_to_json(proposal.by),
        "deadline": proposal.deadline,
        "chair": proposal.chair,
        "step": proposal.step,
        "move": proposal.move,
        "agreed": list(proposal.agreed),
        "turn_deadline": proposal.turn_deadline,
    }


def _proposal_of(payload: Row | None) -> Proposal | None:
    if payload is None:
        return None
    return Proposal(
        Motion(payload["motion"]),
        Person(payload["by"]["user"], payload["by"]["name"]),
        payload["deadline"],
        payload["chair"],
        payload["step"],
        payload["move"],
        tuple(payload["agreed"]),
        payload["turn_deadline"],
    )
