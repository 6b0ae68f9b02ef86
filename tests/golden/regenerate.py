"""Writes the transcripts beside the golden records: `python -m tests.golden.regenerate`.

Read the difference before you commit it: a transcript changes only when the rules, or the words,
were meant to.
"""

from pathlib import Path

from bot.cli.replay import lines_of
from bot.rules.records.record import read_record

HERE = Path(__file__).parent


def transcripts(record: Path) -> dict[Path, str]:
    """What should stand beside a record: its events in words and as JSON lines."""
    read = read_record(record.read_text())
    return {
        record.with_suffix(".txt"): "\n".join(lines_of(read, as_json=False)) + "\n",
        record.with_suffix(".jsonl"): "\n".join(lines_of(read, as_json=True)) + "\n",
    }


def main() -> None:
    """Rewrite every transcript."""
    for record in sorted(HERE.glob("*.json")):
        for path, text in transcripts(record).items():
            path.write_text(text)


if __name__ == "__main__":
    main()
