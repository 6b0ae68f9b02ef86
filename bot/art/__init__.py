"""Card faces, hands and tables as PNG pictures, drawn with Pillow alone.

A piece is a short string: a rank letter of `A K Q B J T 9 8 7 6 5 4 3 2` and a suit letter of `S H D C`,
or `N` for a knight, or `??` for a card face down. All functions are pure and may be called from any
thread; all raise `ValueError` with a one-line reason for a piece they do not know.
"""

from .hands import hand_picture
from .tricks import trick_picture

__all__ = ["hand_picture", "trick_picture"]
