"""A match as data: the record format, and playing a record.

A record may stop anywhere. Its JSON Schema is `Record.model_json_schema()`.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.rules.errors import RuleError
from bot.rules.escaping import escaped, shortened, shown
from bot.rules.events import Event
from bot.rules.game import Chance
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import Seated
from bot.rules.records.history import History, Undo
from bot.rules.registry import game_named
from bot.rules.seats import Names

_LARGEST_NUMBER = 10**12  # the largest number that is quoted with all its digits

# Before 1.0.0 a declared card was named by what it had been declared in, now by an index: `KH/m`, `KH/1`.
_OLD_MARKS = re.compile(r"\b[2-9TJQKA][SHDC]/[a-z]")


class RecordError(ValueError):
    """A record that cannot be read or played; the text is one line."""

    def __init__(self, reason: str) -> None:
        # Names and moves are quoted, and those of a broken record may hold anything.
        super().__init__(escaped(reason))


class Seal(BaseModel):
    """The commitment to one shuffled pack: SHA-256 of salt + newline + its move text."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    move: int = Field(ge=0, description="Index in `moves` of the shuffle this belongs to.")
    salt: str
    sha256: str


class Slip(BaseModel):
    """A play that lost something: with all hands open, another card was worth more."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    trick: int = Field(ge=1, description="Number of the trick.")
    seat: int = Field(ge=0, description="Who played, as in `moves`.")
    card: str
    loss: int = Field(ge=1, description="What it cost the player's side, in the analysis's unit.")
    better: list[str] = Field(description="The cards that would have kept it; empty if not analysed.")


class Analysis(BaseModel):
    """A double-dummy analysis of a hand, that is with all cards open.

    Values are those of the first side (of seat 0): at `points` those of the hand less the other
    side's, at `tricks` the tricks it takes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    hand: int = Field(ge=1, description="Number of the hand in the match.")
    unit: Literal["points", "tricks"]
    counted_from: int = Field(ge=1, description="The first trick analysed; 1: the whole hand was.")
    best: int = Field(description="With best play by all from the first trick analysed.")
    made: int = Field(description="As it was played.")
    losses: list[int] = Field(description="What each seat gave away in the tricks analysed.")
    slips: list[Slip] = Field(description="The plays that gave something away, in the order played.")
    players: list[str] = Field(
        default=[], description="Who sat where when it was analysed; others may sit there now."
    )
    estimated: bool = Field(
        default=False,
        exclude_if=lambda estimated: not estimated,
        description="Whether `best` and `losses` are an estimate, because the first trick took too long to "
        "analyse in full: its plays that were not analysed are taken to have given nothing away.",
    )


class Record(BaseModel):
    """One match. A move is the seat index, or null for chance, and its text; `undo` takes back the last move
    of that seat and all made after it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal["cardinal-record/1"]
    game: str
    options: dict[str, str | int | bool] = {}
    seats: list[str] = Field(description="Names of the players, clockwise, before any cut for partners.")
    dealer: int | None = Field(default=None, description="Seat of the first dealer; null: cut for.")
    moves: list[tuple[int | None, str]]
    seals: list[Seal] = Field(default=[], description="Commitments published before the cuts.")
    analysis: list[Analysis] = Field(
        default=[], description="Analyses of its hands; a replay has no need of them."
    )


def seal_digest(salt: str, deck_move: str) -> str:
    """The commitment to a pack: hex SHA-256 of the salt, a newline and the deck move's text."""
    return hashlib.sha256(f"{salt}\n{deck_move}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of a record, with the names as people sit at that moment."""

    move_number: int
    event: Event
    names: Names


def read_record(text: str) -> Record:
    """The record written as JSON in `text`; its moves are not played. Raises RecordError."""
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        at = f" at {shown(where)}" if where else ""
        raise RecordError(f"not a cardinal-record/1{at}: {first['msg']}") from None


def play_record(record: Record) -> Iterator[Happening]:
    """Play the record, event by event.

    Raises RecordError on the first fault, with its number in the record.
    """
    try:
        game = game_named(record.game)
        options = game.options(record.options)
        seating = game.seating(options)
        history = History.begin(game, options, record.dealer)
    except RuleError as error:
        raise RecordError(_reason(error)) from None
    if len(record.seats) != len(seating):
        raise RecordError(f"{game.key} has {len(seating)} seats, the record names {len(record.seats)}.")
    if len(set(record.seats)) != len(record.seats):
        raise RecordError("two seats have the same name.")
    names = Names(seating, tuple(record.seats))
    _check_seals(record)
    for number, (seat, text) in enumerate(record.moves, 1):
        try:
            history, events = history.apply(seat, _read(history, seat, text, len(seating)))
        except RuleError as error:
            raise _fault(record, number, names, error) from None
        for event in events:
            yield Happening(number, event, names)
            if isinstance(event, Seated):
                names = names.reseated(event.order)


def _fault(record: Record, number: int, names: Names, error: RuleError) -> RecordError:
    seat, text = record.moves[number - 1]
    who = "chance" if seat is None else names[seat] if seat in range(len(names.seats)) else f"seat {seat}"
    reason = _reason(error)
    if _OLD_MARKS.search(text):
        reason = "this is a record from before Cardinal 1.0.0, which can no longer be played."
    return RecordError(f"move {number} ({shown(who)}: {shown(text)}): {reason}")


def _reason(error: RuleError) -> str:
    # It quotes what was written, however long that is.
    values = {name: _shortened(value) for name, value in error.values.items()}
    return RuleError(error.code, error.message, **values).reason


def _shortened(value: object) -> object:
    if isinstance(value, str):
        return shortened(value)
    # A number of a record may have thousands of digits.
    return shortened(str(value)) if isinstance(value, int) and abs(value) > _LARGEST_NUMBER else value


def _read(history: History, seat: int | None, text: str, seats: int) -> Move:
    if seat is not None and seat not in range(seats):
        raise RuleError(
            "seat", "there is no seat {seat}; the seats are 0 to {last}.", seat=seat, last=seats - 1
        )
    move = history.parse(text)
    due = history.game.to_act(history.state)
    if seat is None and isinstance(due, tuple) and due and move.by_chance:
        raise RuleError("not-your-turn", "it is a player's turn, not chance's.")
    if seat is not None and isinstance(due, Chance) and not isinstance(move, Undo):
        raise RuleError("not-your-turn", "a '{verb}' by chance comes first.", verb=due.verb)
    return move


def _check_seals(record: Record) -> None:
    sealed: set[int] = set()
    for seal in record.seals:
        if seal.move >= len(record.moves):
            number = _shortened(seal.move) if seal.move > _LARGEST_NUMBER else seal.move + 1
            raise RecordError(f"a seal belongs to move {number}, which the record does not have.")
        if record.moves[seal.move][0] is not None:
            raise RecordError(f"a seal belongs to move {seal.move + 1}, which is no shuffle.")
        if seal.move in sealed:
            raise RecordError(f"move {seal.move + 1} has two seals.")
        sealed.add(seal.move)
        if seal_digest(seal.salt, record.moves[seal.move][1]) != seal.sha256:
            raise RecordError(
                f"move {seal.move + 1}: the pack does not match the seal published before the cut."
            )
