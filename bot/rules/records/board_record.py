"""A board of Duplicate and a whole session as data: deals, plays and scores.

Their JSON Schemas are `BoardRecord.model_json_schema()` and `SessionRecord.model_json_schema()`. Fields that
follow from others, such as the hands from the opening moves, are checked on reading.
"""

import json
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.rules.errors import RuleError
from bot.rules.escaping import shown
from bot.rules.records.history import History
from bot.rules.records.record import Record, RecordError, Seal, play_record, read_record
from bot.rules.registry import game_named

_EXACT = r"^-?[0-9]+(/[0-9]+)?$"
_FORMAT_BOARD, _FORMAT_SESSION = "cardinal-board/1", "cardinal-session/1"


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Par(_Data):
    """The value of a board with all four hands open and best play by all, and one line of such play."""

    value: int = Field(description="The score of North and South: tricks, or points less those of E-W.")
    line: list[str] = Field(default=[], description="The cards as played, trick by trick.")


class BoardPlayed(_Data):
    """A board as it was played at one table."""

    table: int = Field(ge=1, description="The table's number.")
    score: int | None = Field(
        description="Of North and South, or of who played alone, as it counts; null: none."
    )
    ns: str | None = Field(default=None, pattern=_EXACT, description="Its worth to North and South, exact.")
    ew: str | None = Field(default=None, pattern=_EXACT, description="Its worth to East and West, exact.")
    ruled: bool = Field(default=False, description="Whether the director has ruled of it.")
    record: Record | None = Field(default=None, description="The moves; null where they are not kept.")


class BoardRecord(_Data):
    """A board: the deal, and how it was played at each table. `hands` are those of the chairs in order,
    North's first. Where a worth is a share of the matchpoints it is from 0 to 1, else a difference of tricks
    or points."""

    format: Literal["cardinal-board/1"]
    game: str
    options: dict[str, str | int | bool] = {}
    number: int = Field(ge=1)
    dealer: int = Field(ge=0, description="The seat that dealt: 0 is North, 1 East, and so on.")
    opening: list[tuple[int | None, str]] = Field(description="The moves that deal it, as in a record.")
    seal: Seal = Field(description="The commitment to the pack, published before it was played.")
    trump: str | None = Field(description="The trump suit: S, H, D or C; null: none at the deal.")
    hands: list[list[str]]
    double_dummy: Par | None = None
    played: list[BoardPlayed] = []

    @property
    def chairs(self) -> tuple[str, ...]:
        """Whose the hands are. Raises RuleError for a game or options that there are not."""
        game = game_named(self.game)
        return game.seating(game.options(self.options)).names


class RankedPair(_Data):
    """A pair, or a team, in the ranking."""

    rank: int | None = Field(ge=1, description="null: it has played too few boards to be ranked.")
    tied: bool = False
    players: list[str]
    boards: int = Field(ge=0, description="How many of its boards count.")
    total: str = Field(pattern=_EXACT, description="The mean of shares, or the sum of differences.")


class RankedField(_Data):
    """A field of pairs ranked against each other."""

    direction: Literal["ns", "ew", "all"]
    ranked: list[RankedPair]


class EntryRecord(_Data):
    """A pair that entered, and the team it played for in a match of teams."""

    number: int = Field(ge=1)
    players: list[str]
    team: int | None = Field(default=None, ge=0, le=1, description="0 or 1 in a match of teams.")


class SessionRecord(_Data):
    """A session of Duplicate, with what everybody may know of it."""

    format: Literal["cardinal-session/1"]
    kind: Literal["teams", "pairs"]
    scoring: Literal["matchpoints", "average", "total"]
    game: str
    options: dict[str, str | int | bool] = {}
    entries: list[EntryRecord]
    boards: list[BoardRecord]
    ranking: list[RankedField]


AnyRecord = Record | BoardRecord | SessionRecord


def read_any(text: str) -> AnyRecord:
    """The record, board or session written as JSON in `text`, checked. Raises RecordError."""
    kind = _format(text)
    if kind not in (_FORMAT_BOARD, _FORMAT_SESSION):
        return read_record(text)
    try:
        if kind == _FORMAT_BOARD:
            board = BoardRecord.model_validate_json(text)
            _check(board)
            return board
        session = SessionRecord.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        at = f" at {shown(where)}" if where else ""
        raise RecordError(f"not a {kind}{at}: {first['msg']}") from None
    for board in session.boards:
        _check(board)
    return session


def _format(text: str) -> str:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        # `read_record` says what is wrong.
        return ""
    written = read.get("format") if isinstance(read, dict) else None
    return written if isinstance(written, str) else ""


def _check(board: BoardRecord) -> None:
    """Raise RecordError unless the board is dealt as it says and its tables played it."""
    name = f"board {board.number}"
    try:
        pack = Record(
            format="cardinal-record/1",
            game=board.game,
            options=board.options,
            seats=list(board.chairs),
            dealer=board.dealer,
            moves=board.opening,
            seals=[board.seal],
        )
        for _ in play_record(pack):
            pass
        game = game_named(board.game)
        dealt = History.begin(game, game.options(board.options), board.dealer)
        for seat, text in board.opening:
            dealt = dealt.apply(seat, dealt.parse(text)).history
        hands, trump = dealt_hands(dealt, len(board.chairs))
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    except RuleError as error:
        raise RecordError(f"{name}: {error.reason}") from None
    if hands != board.hands or trump != board.trump:
        raise RecordError(f"{name}: its opening moves deal other hands, or other trumps, than it says.")
    for one in board.played:
        _check_deal(one, board)


def dealt_hands(dealt: History, chairs: int) -> tuple[list[list[str]], str | None]:
    """The cards of each hand of a board that has been dealt, and the trump suit if there is one."""
    views = [dealt.game.view(dealt.state, seat) for seat in range(chairs)]
    trump = getattr(views[0], "trump", None)
    return [[card.text for card in view.hand] for view in views], trump.value if trump else None


def _check_deal(one: BoardPlayed, board: BoardRecord) -> None:
    record = one.record
    if record is None:
        return
    deals = record.moves[: len(board.opening)] == board.opening
    same = (record.game, record.options, record.dealer) == (board.game, board.options, board.dealer)
    if not (deals and same):
        raise RecordError(f"board {board.number}, table {one.table}: another deal was played there.")
