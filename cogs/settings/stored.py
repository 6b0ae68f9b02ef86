"""What is stored about a person, as a file."""

import gzip
import io
import json
from collections.abc import Mapping, Sequence
from typing import Final

import discord

_MOST_BYTES: Final = 8_000_000
"""Discord accepts ten million bytes in a message."""


def file_of(user_id: int, stored: Mapping[str, Sequence[Mapping[str, object]]]) -> discord.File:
    """The rows by table as JSON, compressed if there are very many."""
    text = json.dumps({"user_id": user_id, "stored": stored}, ensure_ascii=False, indent=1).encode()
    if len(text) <= _MOST_BYTES:
        return discord.File(io.BytesIO(text), "cardinal-stored.json")
    return discord.File(io.BytesIO(gzip.compress(text)), "cardinal-stored.json.gz")
