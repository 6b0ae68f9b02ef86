"""Numbers that follow from an id and a secret: pseudonyms of erased people, for where they must still be
recognised for a while, and lots.

A pseudonym is an HMAC-SHA256 of what it is for and the person's id, with a secret in the database. Numbers
of two contests or tables do not show that they are the same person's.
"""

import hashlib
import hmac
import secrets
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connection.upserts import insert_new
from storage.schema.people import erasure_secret

HIGHEST: Final = -(2**62)  # pseudonyms are the numbers from -2**63 to this one, which nothing else uses

SECRET: Final = select(erasure_secret.c.secret).order_by(erasure_secret.c.id).limit(1)
"""Queries the secret, which is made when it is first needed."""

_ONLY: Final = 1
_BITS: Final = 62


def for_day(day: int, game: str) -> str:
    """The scope of pseudonyms on the boards of a day."""
    return f"day {day} {game}"


def for_contest(contest_id: int) -> str:
    """The scope of pseudonyms in a contest that is no day."""
    return f"contest {contest_id}"


def for_pools(day: int) -> str:
    """The purpose of lots that say who plays which pool of a day."""
    return f"pool {day}"


def for_table(table_id: int) -> str:
    """The scope of pseudonyms at a table."""
    return f"table {table_id}"


def pseudonym(secret: str, purpose: str, user_id: int) -> int:
    """The person's pseudonym in that scope."""
    return HIGHEST - lot(secret, purpose, user_id)


def lot(secret: str, purpose: str, whose: int) -> int:
    """A number from 0 on for that id and purpose, which nobody can foresee without the secret."""
    digest = hmac.digest(secret.encode(), f"{purpose}:{whose}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big") >> 64 - _BITS


async def secret_of(connection: AsyncConnection) -> str:
    """The secret; it is made if there is none."""
    await insert_new(connection, erasure_secret, [{"id": _ONLY, "secret": secrets.token_hex()}])
    found: str = (await connection.execute(SECRET)).scalar_one()
    return found
