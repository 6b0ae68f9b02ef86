"""`./cardinal replay FILE`: replay a record and print it."""

import argparse
import io
import json
import sys
from collections.abc import Iterator
from typing import Final

from bot.cli.console import failed, named_file
from bot.rules.escaping import MOST_SHOWN, escaped, is_unprintable, shortened, shown
from bot.rules.records.board_record import AnyRecord, BoardRecord, SessionRecord, read_any
from bot.rules.records.record import Record, RecordError, play_record
from bot.rules.registry import text_for
from bot.rules.seats import Names

MOST_BYTES: Final = 16 * 1024 * 1024  # the size of the largest record that is read

_DEALT: Final = {"number", "game", "dealer", "trump", "double_dummy"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how to print it."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a cardinal-record/1, cardinal-board/1 or cardinal-session/1 file; - for standard input",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per event")


def main(arguments: argparse.Namespace) -> int:
    """Print the events; 1 on the first thing that is wrong, named in one line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every terminal can write the suits' signs.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        record = read_any(_text(arguments.file))
        try:
            for line in _lines(record, as_json=arguments.json):
                print(line)
        finally:
            # What was played before a fault comes before the line that names it.
            sys.stdout.flush()
    except RecordError as error:
        return failed("replay", f"{_name(arguments.file)}: {error}")
    return 0


def _name(file: str) -> str:
    if file == "-":
        return "standard input"
    name = escaped(file) or "''"
    # Of a long path the end says more.
    return name if len(name) <= MOST_SHOWN else "…" + name[1 - MOST_SHOWN :]


def _lines(record: AnyRecord, *, as_json: bool) -> Iterator[str]:
    match record:
        case Record():
            yield from lines_of(record, as_json=as_json)
        case BoardRecord():
            yield from lines_of_board(record, as_json=as_json)
        case SessionRecord():
            for board in record.boards:
                yield from lines_of_board(board, as_json=as_json)


def lines_of_board(board: BoardRecord, *, as_json: bool) -> Iterator[str]:
    """The board as it was dealt, then every event of each table that has its moves, as lines of words or of
    JSON. Raises RecordError at a fault."""
    if as_json:
        dealt = {"event": "board", **board.model_dump(include=_DEALT), "hands": _by_seat(board)}
        yield _as_json(dealt)
    else:
        yield f"Board {board.number}, trumps {board.trump}."
        yield from (f"{seat}: {' '.join(hand)}" for seat, hand in _by_seat(board).items())
    for played in board.played:
        score = "none" if played.score is None else played.score
        if as_json:
            yield _as_json({"event": "table", **played.model_dump(exclude={"record"})})
        else:
            yield f"Table {played.table}, score of North and South: {score}."
        if played.record is not None:
            try:
                yield from lines_of(played.record, as_json=as_json)
            except RecordError as error:
                raise RecordError(f"board {board.number}, table {played.table}: {error}") from None


def _by_seat(board: BoardRecord) -> dict[str, list[str]]:
    return dict(zip(board.chairs, board.hands, strict=True))


def lines_of(record: Record, *, as_json: bool) -> Iterator[str]:
    """Every event of the record as a line of words or of JSON. Raises RecordError at a fault."""
    for happening in play_record(record):
        names = happening.names
        if as_json:
            names = Names(names.seating, tuple(map(shortened, names.seats)))
            yield _as_json(happening.event.to_json(names))
        else:
            names = Names(names.seating, tuple(map(shown, names.seats)))
            yield text_for(record.game).describe_event(happening.event, names)
    if record.seals and not as_json:
        packs = "pack matches the seal" if len(record.seals) == 1 else "packs match the seals"
        yield f"{len(record.seals)} {packs} published before the cut."


def _as_json(event: object) -> str:
    # The same data, whose strings do nothing to a terminal.
    text = json.dumps(event, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(json.dumps(letter)[1:-1] if is_unprintable(letter) else letter for letter in text)


def _text(file: str) -> str:
    try:
        content = _content(file)
    except OSError as error:
        raise RecordError(error.strerror or str(error)) from None
    if len(content) > MOST_BYTES:
        raise RecordError(f"it is larger than {MOST_BYTES // 1024**2} MB, so it is no record.")
    # JSON is UTF-8 whatever the locale; some editors put a byte order mark before it.
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("it is not UTF-8 text, so it is no record.") from None


def _content(file: str) -> bytes:
    # Never more than is needed to tell that it is too much, for a pipe or a device may have no end.
    if file != "-":
        if not file or "\0" in file:
            raise RecordError("no file can have such a name.")
        with named_file(file).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise RecordError("it is closed.")
    return sys.stdin.buffer.read(MOST_BYTES + 1)
