"""`python -m bot replay FILE`: play a record through and print it."""

import argparse
import io
import json
import sys
from collections.abc import Iterator
from typing import Final

from bot.cli.console import failed
from bot.rules.escaping import MOST_SHOWN, escaped, is_unprintable, shortened, shown
from bot.rules.record import Record, RecordError, play_record, read_record
from bot.rules.registry import text_for
from bot.rules.seats import Names

MOST_BYTES: Final = 16 * 1024 * 1024
"""The size of the largest record that is read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how to print it."""
    parser.add_argument("file", metavar="FILE", help="a cardinal-record/1 file; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object per event")


def main(arguments: argparse.Namespace) -> int:
    """Print the events; 1 on the first thing that is wrong, named in one line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every terminal can write the suits' signs.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        record = read_record(_text(arguments.file))
        try:
            for line in lines_of(record, as_json=arguments.json):
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
        if "\0" in file:
            raise RecordError("no file can have such a name.")
        with open(file, "rb") as opened:
            return opened.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise RecordError("it is closed.")
    return sys.stdin.buffer.read(MOST_BYTES + 1)
