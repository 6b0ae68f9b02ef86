"""The SVG templates: a card, a domino, a back, and other things on the table.

Every file in `templates/` is a complete drawing that any SVG editor can open. A template shows spades; the
code replaces the symbol `sign` with another suit's drawing from `signs/`. The colour of a sign's file is the
ink of its suit. See the README there.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .pieces import USUAL, Form, Piece, Style

FOLDER = Path(__file__).parent / "templates"
SVG = "http://www.w3.org/2000/svg"
LARGE_CORNER = {"x": "12", "y": "139", "width": "86", "height": "86"}
ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _opened(name: str) -> Element:
    return ElementTree.fromstring(_source(name))


def _written(drawing: Element, width: int, height: int) -> str:
    drawing.attrib |= {"width": str(width), "height": str(height), "preserveAspectRatio": "none"}
    return ElementTree.tostring(drawing, encoding="unicode")


def _part(drawing: Element, name: str) -> Element | None:
    return drawing.find(f".//*[@id='{name}']")


def _replace(drawing: Element, symbol: str, other: Element) -> Element:
    """Replace what a symbol shows with the drawing `other`. Returns the symbol."""
    place = _part(drawing, symbol)
    if place is None:
        raise ValueError(f"the template has no symbol {symbol!r}")
    place[:] = list(other)
    return place


def _choose(drawing: Element, tucked: bool) -> None:
    for parent in list(drawing.iter()):
        for child in list(parent):
            if child.get("id") == ("open" if tucked else "tucked"):
                parent.remove(child)
            elif tucked and child.get("id") == "tucked":
                child.attrib.pop("display", None)
                child.attrib.pop("style", None)  # how editors mark a hidden group


@lru_cache(maxsize=64)
def _outline(letter: str) -> str:
    name = f"letters/{letter}.svg"
    drawn = _part(_opened(name), "index") if (FOLDER / name).is_file() else None
    return "" if drawn is None else drawn.attrib["d"]


def _enlarge(drawing: Element, piece: Piece) -> None:
    index, corner = _part(drawing, "index"), _part(drawing, "corner")
    if index is not None and corner is not None:
        across = 1.1 if piece.rank == "T" else 1.24  # two figures fill the strip already
        index.attrib["transform"] = f"translate(59 74) scale({across} 1.28) translate(-59 -59)"
        corner.attrib |= LARGE_CORNER


@lru_cache(maxsize=256)
def card_file(rank: str, suit: str, pack: str) -> str:
    """The file name of a card's template: the pack's own, one for its suit alone, or that of its rank."""
    names = (f"cards/{pack}/{rank}.svg", f"cards/{rank}{suit}.svg", f"cards/{rank}.svg")
    return next((name for name in names if (FOLDER / name).is_file()), names[-1])


@lru_cache(maxsize=64)
def narrows(name: str) -> bool:
    """Whether that card looks different when all but its left strip is covered."""
    return _part(_opened(name), "open") is not None


def file_of(piece: Piece, form: Form, pack: str) -> str:
    """The file name of a piece's template on that blank."""
    if piece.kind == "back":
        return "cards/back.svg" if form is Form.CARD else "dominoes/back.svg"
    if piece.kind == "domino":
        return "dominoes/domino.svg"
    return card_file(piece.rank, piece.suit, pack)


def sign_file(suit: str, style: Style) -> str:
    """The file name of a suit's sign."""
    own = f"signs/four-colours/{suit}.svg"
    return own if style.four_colours and (FOLDER / own).is_file() else f"signs/{suit}.svg"


def piece_svg(
    piece: Piece, name: str, width: int, height: int, *, tucked: bool = False, style: Style = USUAL
) -> str:
    """The face of a piece, from the template `name`, as SVG of that size; a domino stands. `tucked` shows
    everything important on the left strip of a card."""
    drawing = _opened(name)
    if piece.kind == "domino":
        for symbol, pips in zip(("first", "second"), piece.halves, strict=True):
            half = _opened(f"dominoes/{pips}.svg")
            _replace(drawing, symbol, half).attrib["color"] = half.attrib["color"]
    elif piece.suit:
        sign = _opened(sign_file(piece.suit, style))
        _replace(drawing, "sign", sign)
        drawing.attrib["color"] = sign.attrib["color"]  # not the symbol's: the castle has it in white
    index = _part(drawing, "index")
    letter = style.letter(piece.rank)
    if index is not None and letter != piece.rank and (outline := _outline(letter)):
        index.attrib["d"] = outline
    if style.large_index:
        _enlarge(drawing, piece)
    _choose(drawing, tucked)
    return _written(drawing, width, height)


def emoji_svg(suit: str, size: int, *, style: Style = USUAL) -> str:
    """A small tile with the sign of a suit, or the knight's horse for no suit, as SVG of that size."""
    drawing = _opened("emojis/suit.svg" if suit else "emojis/knight.svg")
    if suit:
        sign = _opened(sign_file(suit, style))
        _replace(drawing, "sign", sign)
        drawing.attrib["color"] = sign.attrib["color"]
    return _written(drawing, size, size)


def plain_svg(name: str, width: int, height: int) -> str:
    """A template without variable parts, as SVG of that size."""
    return _written(_opened(name), width, height)
