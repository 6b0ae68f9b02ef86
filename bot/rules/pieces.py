"""What is common to every playing piece, card or domino."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Piece(Protocol):
    """One card or one domino. Pieces are interned: equal pieces are the same object."""

    @property
    def text(self) -> str:
        """The piece in the notation: `QH`, `6-4`."""

    @property
    def face(self) -> str:
        """How a person reads it: `Q♥`, `6-4`."""

    @property
    def words(self) -> str:
        """How it is read aloud: `queen of hearts`, `six-four`."""
