"""What is common to every playing piece, card or domino."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@runtime_checkable
class Piece(Protocol):
    """One card or one domino. Pieces are interned: equal pieces are the same object."""

    @property
    def text(self) -> str:
        """The piece in the notation: `QH`, `6-4`."""

    @property
    def face(self) -> str:
        """How it is shown in English: `Q♥`, `6-4`."""

    @property
    def words(self) -> str:
        """How it is read aloud: `queen of hearts`, `six-four`."""


@dataclass(frozen=True, slots=True)
class Face:
    """A value of a message that is put in as the piece is shown, `Q♥`, not as it is read aloud."""

    piece: Piece

    def __str__(self) -> str:
        return self.piece.face
