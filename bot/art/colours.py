"""The colours every picture shares."""

from .shapes import Colour

PAPER: Colour = (255, 252, 243)
BORDER: Colour = (190, 182, 163)
GOLD: Colour = (222, 164, 32)
INDIGO: Colour = (52, 48, 150)
RED: Colour = (205, 22, 44)
BLACK: Colour = (24, 24, 31)
BACK: Colour = (140, 20, 42)
BACK_LINE: Colour = (176, 58, 74)
BAIZE: Colour = (28, 104, 70)
BAIZE_EDGE: Colour = (19, 77, 51)
BAIZE_LINE: Colour = (66, 138, 102)
THREAD: Colour = (158, 210, 182)
WHITE: Colour = (255, 255, 255)
LIGHT_GOLD: Colour = (255, 206, 84)
