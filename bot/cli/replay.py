"""`python -m bot replay FILE`: play a record through and print it."""

import argparse
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.rules.record import Record, RecordError, play_record, read_record
from bot.rules.registry import text_for


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how to print it."""
    parser.add_argument("file", metavar="FILE", help="a cardinal-record/1 file; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object per event")


def main(arguments: argparse.Namespace) -> int:
    """Print the events; 1 on the first thing that is wrong, named in one line."""
    name = "standard input" if arguments.file == "-" else arguments.file
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
    except BrokenPipeError:
        raise
    except (RecordError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        print(f"replay: {name}: {reason}", file=sys.stderr)
        return 1
    return 0


def lines_of(record: Record, *, as_json: bool) -> Iterator[str]:
    """Every event of the record as a line of words or of JSON. Raises RecordError at a fault."""
    for happening in play_record(record):
        if as_json:
            yield json.dumps(happening.event.to_json(happening.names), ensure_ascii=False)
        else:
            yield text_for(record.game).describe_event(happening.event, happening.names)
    if record.seals and not as_json:
        packs = "pack matches the seal" if len(record.seals) == 1 else "packs match the seals"
        yield f"{len(record.seals)} {packs} published before the cut."


def _text(file: str) -> str:
    # JSON is UTF-8 whatever the locale; some editors put a byte order mark before it.
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("it is not UTF-8 text, so it is no record.") from None
