"""Names and titles: finds what can be drawn of a text, and draws a line of it.

Only the fonts in `fonts/` are used, so pictures are the same everywhere. `coverage.txt` there lists the
characters of each font, so that a line loads only the one or two it needs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import ceil
from pathlib import Path
from re import Match, findall, sub
from unicodedata import bidirectional, category, normalize

from PIL import Image, ImageFont

from .canvas import Shape, mask
from .raster import raster
from .templates import SVG

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "Noto Sans"
PLAIN = "NotoSans-Regular.ttf"
SPACE = 0.26
"""The width of a space, as a share of the size."""
METRICS = 200  # the size in which we measure how far letters stand apart
CAPITAL = 0.714  # the height of a capital, as a share of the size of the font
ASCENT, DESCENT = 0.95, 0.41
"""The room above and below the base line, as shares of the size; taller scripts are shrunk."""
STROKE = 0.035  # the width of the letters' outline, as a share of the size: they are white or gold on green
HEIGHTS = (30, 27, 24)
"""Heights of capitals to try for a text, largest first; a text that does not fit in the last is wrapped."""
SMALLEST = 8  # the least height of capitals on several lines; a text that does not fit is cut
LONGEST = 300  # how many characters of a text we look at: no picture has room for more
PITCH = 0.86  # the distance between two lines of a wrapped text, as a share of the height of a line
SPARE = 0.25  # the margin of a wrapped line's width, in sizes: widths are measured a little short
MOST_MARKS = 4  # the most combining marks on a letter: scripts that stack them need no more
NO_BREAK = "\u00a0"  # a space that never ends a line
NARROW = "\u202f"  # the one in French numbers, which the plain font lacks
JOINERS = "\u200c\u200d"
STRONG = ("L", "R", "AL")
"""The bidirectional classes of letters."""
FLAGS = range(0x1F1E6, 0x1F200)  # two of these letters make a flag


@lru_cache(maxsize=1)
def _coverage() -> tuple[list[int], list[int], list[str]]:
    """The start and end of each run of characters, in order, and the font that draws it."""
    runs = []
    for line in (FOLDER / "coverage.txt").read_text(encoding="ascii").splitlines():
        font, *spans = line.split()
        for span in spans:
            start, _, end = span.partition("-")
            runs.append((int(start, 16), int(end or start, 16), font))
    runs.sort()
    return [run[0] for run in runs], [run[1] for run in runs], [run[2] for run in runs]


def font_of(character: str) -> str | None:
    """The file name of the font that draws a character, if any."""
    starts, ends, fonts = _coverage()
    place = bisect_right(starts, ord(character)) - 1
    return fonts[place] if place >= 0 and ord(character) <= ends[place] else None


def _nearest(character: str) -> str:
    """A character as it can be drawn: itself, or its plain form; else "…" for a letter, "" for others."""
    kind = category(character)
    if character in (NO_BREAK, NARROW):
        return NO_BREAK
    if kind.startswith("Z") or character in "\t\n\r":
        return " "
    if character in JOINERS:
        return character
    if kind.startswith("C") or "\ufe00" <= character <= "\ufe0f":
        return ""
    if ord(character) in FLAGS:
        return chr(ord("A") + ord(character) - FLAGS.start)
    for form in (character, normalize("NFKC", character), normalize("NFKD", character)[:1]):
        if form and all(map(font_of, form)):
            return form
    return "…" if character.isalnum() else ""


def _joiner(joiner: Match[str]) -> str:
    """A joiner that shapes letters; nothing between emoji, which are drawn side by side."""
    around = (joiner.string[: joiner.start()][-1:], joiner.string[joiner.end() :][:1])
    return joiner[0][0] if all(side and category(side)[0] in "LM" for side in around) else ""


@lru_cache(maxsize=512)
def drawable(text: str) -> str:
    """A text on one line, without undrawable characters: letters become "…", others are dropped. A flag
    becomes its two letters, and joined emoji are drawn side by side."""
    found: list[str] = []
    marks = 0
    for character in normalize("NFC", text[:LONGEST]):
        marks = marks + 1 if category(character) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            found.append(_nearest(character))
    line = sub(f"[{JOINERS}]+", _joiner, "".join(found))
    return " ".join(part for part in sub("…+", "…", line).split(" ") if part.strip())


def label(name: str, place: int) -> str:
    """A player's name as it is drawn; "Player `place`" if no character of it can be."""
    found = drawable(name)
    return found if any(category(character)[0] in "LNS" for character in found) else f"Player {place}"


def fonts_for(text: str) -> Sequence[str]:
    """The font files of a text; the first, with the plain letters, is always included."""
    needed = {font for character in text if (font := font_of(character))}
    return [str(FOLDER / font) for font in (PLAIN, *sorted(needed - {PLAIN}))]


def _ink(text: str, size: float, room: int) -> tuple[Image.Image, float]:
    """The mask of a text in letters of that size, `room` pixels wide with ample height, and its base line."""
    base, fonts = round(1.6 * size), fonts_for(text)
    if len(fonts) > 1:
        # The rasteriser drops a character of another font beside a ligature.
        text = sub("f(?=[fijl])", "f\u200c", text)
    style = (
        f'font-family="{FAMILY}" font-size="{size:.2f}" fill="#fff"'
        f' stroke="#fff" stroke-width="{STROKE * size:.2f}" stroke-linejoin="round"'
    )
    whole = raster(
        f'<svg xmlns="{SVG}" width="{room}" height="{base + round(size)}">'
        f'<text x="{size / 2}" y="{base}" {style}>{escape(text)}</text></svg>',
        fonts,
    )
    return whole.getchannel("A"), base


def _words(text: str) -> list[str]:
    """What is drawn by itself, so that it is drawn once: words and figures of a text in plain letters. A
    space stands before what follows a space."""
    plain = len(fonts_for(text)) == 1 and not any(category(character)[0] in "MC" for character in text)
    return (findall(r" ?(?:\d|[^\s\d]+)", " ".join(text.split())) if plain else []) or [text]


@lru_cache(maxsize=1)
def _metrics() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / PLAIN, METRICS, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=512)
def _bearings(letter: str) -> tuple[float, float]:
    """The distances in sizes from a plain letter's ink to its neighbours."""
    drawn, (shift, _) = _metrics().getmask2(letter)
    box = drawn.getbbox() or (0, 0, 0, 0)
    return (shift + box[0]) / METRICS, (_metrics().getlength(letter) - shift - box[2]) / METRICS


def _gaps(words: Sequence[str]) -> list[float]:
    """The distances in sizes between the ink of words."""
    return [
        _bearings(one[-1])[1] + after.startswith(" ") * SPACE + _bearings(after.strip()[0])[0] - STROKE
        for one, after in pairwise(words)
    ]


@lru_cache(maxsize=2048)
def _word_width(word: str) -> float:
    size = 24
    box = _ink(word, size, (2 * len(word) + 10) * size)[0].getbbox()
    return (box[2] - box[0] - 1) / size if box else 0


def _width(text: str) -> float:
    words = _words(text)
    return sum(_word_width(word.strip()) for word in words) + sum(_gaps(words))


@lru_cache(maxsize=2048)
def _word(word: str, height: int) -> Image.Image:
    """The mask of a word, or of a text in another script, in capitals `height` pixels tall; less for a tall
    script."""
    size, room = height / CAPITAL, _word_width(word) + 2
    above, below = round(ASCENT * size), round(DESCENT * size)
    ink, base = _ink(word, size, round(room * size))
    box = ink.getbbox()
    if box and (base - box[1] > above or box[3] - base > below):
        less = max(0.6, min(above / (base - box[1] + 1), below / max(1, box[3] - base + 1)))
        ink, base = _ink(word, size * less, round(room * size))
        box = ink.getbbox()
    left, right = (box[0], box[2]) if box else (0, 1)
    return ink.crop((left, base - above, right, base + below))


def _line(text: str, height: int) -> Image.Image:
    """The mask of a text in capitals `height` pixels tall."""
    words = _words(text)
    masks = [_word(word, height) for word in map(str.strip, words)]
    size, lefts = height / CAPITAL, [0]
    for word, gap in zip(masks, _gaps(words), strict=False):
        lefts.append(lefts[-1] + word.width + round(gap * size) + 1)
    line = Image.new("L", (lefts[-1] + masks[-1].width, line_height(height)))
    for left, word in zip(lefts, masks, strict=True):
        line.paste(word, (left, 0))
    return line


def _shortened(text: str, count: int) -> str:
    """The first `count` characters and "…"; no mark or joiner loses its letter."""
    while 0 < count < len(text) and (category(text[count])[0] == "M" or text[count - 1] in JOINERS):
        count -= 1
    start = text[:count].rstrip()
    to_the_left = next((way for way in map(bidirectional, reversed(start)) if way in STRONG), "L") != "L"
    return start + "…" + "\u200f" * to_the_left


def fitted(text: str, widest: int, heights: tuple[int, ...] = HEIGHTS) -> Image.Image:
    """The "L" mask of a drawable text at most `widest` pixels wide: shrunk first, then wrapped within the
    height of one line.

    It is as wide as its ink. Its height depends only on the height of letters, so that lines align; a wrapped
    text is as high as a line of the largest letters.
    """
    if (single := _single(text, widest, heights)) is not None:
        return single
    high, width = line_height(heights[0]), _width(text)
    for height in range(heights[-1] - 1, SMALLEST - 1, -1):
        # Wrapping a long word takes many measurements, so we leave out heights at which it is sure to fail.
        fewest = ceil(0.9 * width / (_most_on_a_line(widest, height) + 1))
        if _stack_height(fewest, height) > high:
            continue
        lines = _wrapped(text, widest, height)
        if _stack_height(len(lines), height) > high:
            continue
        block = _stacked(lines, height)
        if block.width <= widest:
            # Centred on the capitals of a single line.
            room = Image.new("L", (block.width, high))
            top = round((ASCENT - CAPITAL / 2) / (ASCENT + DESCENT) * high - block.height / 2)
            room.paste(block, (0, min(max(0, top), high - block.height)))
            return room
    for count in range(_most(text, widest * CAPITAL / heights[-1]), 0, -1):
        shorter = _shortened(text, count)
        found = _line(shorter, heights[-1])
        if found.width <= widest:
            return found
    return _line("…", heights[-1])


def whole(text: str, widest: int, heights: tuple[int, ...] = HEIGHTS) -> Image.Image:
    """The "L" mask of a drawable text that is never cut: shrunk first, then put on two lines, and in the
    smallest letters on as many as it takes, if there is room below."""
    if (single := _single(text, widest, heights)) is not None:
        return single
    for height in heights[1:]:
        lines = _wrapped(text, widest, height)
        if len(lines) <= 2 and (block := _stacked(lines, height)).width <= widest:
            return block
    block = _stacked(_wrapped(text, widest, heights[-1]), heights[-1])
    if (over := block.width - widest) > 0:
        block = _stacked(_wrapped(text, widest - over, heights[-1]), heights[-1])
    return block


@lru_cache(maxsize=1024)
def letters(text: str, widest: int, heights: tuple[int, ...] = HEIGHTS, *, cut: bool = True) -> Shape:
    """What `fitted` returns, or `whole` unless a text may be `cut`, to paint. Shared and cached."""
    return mask((fitted if cut else whole)(text, widest, heights))


def line_height(height: int) -> int:
    """The height of a line's mask in capitals `height` pixels tall."""
    size = height / CAPITAL
    return round(ASCENT * size) + round(DESCENT * size)


def _single(text: str, widest: int, heights: tuple[int, ...]) -> Image.Image | None:
    width = _width(text)
    for height in heights:
        if width * height / CAPITAL <= widest:
            found = _line(text, height)
            if found.width <= widest:
                return found
    return None


def _stack_height(lines: int, height: int) -> int:
    return line_height(height) + (lines - 1) * round(line_height(height) * PITCH)


def _stacked(lines: Sequence[str], height: int) -> Image.Image:
    drawn = [_line(line, height) for line in lines]
    block = Image.new("L", (max(line.width for line in drawn), _stack_height(len(lines), height)))
    for place, line in enumerate(drawn):
        block.paste(255, (0, place * round(line_height(height) * PITCH)), line)
    return block


def _wrapped(text: str, widest: int, height: int) -> list[str]:
    """The text on lines at most `widest` pixels wide in capitals of that height; long words are split."""
    most = _most_on_a_line(widest, height)
    lines: list[str] = []
    for word in (part for whole_word in text.split(" ") for part in _parts(whole_word, most)):
        if lines and _width(f"{lines[-1]} {word}") <= most:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _most_on_a_line(widest: int, height: int) -> float:
    """The width in sizes of a wrapped line."""
    return widest * CAPITAL / height - SPARE


def _parts(word: str, most: float) -> list[str]:
    parts = []
    while _width(word) > most and len(word) > 1:
        count = bisect_right(range(1, len(word)), most, key=lambda count: _width(word[:count]))
        while 1 < count < len(word) and (category(word[count])[0] == "M" or word[count - 1] in JOINERS):
            count -= 1
        parts.append(word[: max(1, count)])
        word = word[max(1, count) :]
    return [*parts, word]


def _most(text: str, widest: float) -> int:
    """How many characters of a text fit in `widest` sizes before "…", or one more."""
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        fits, too_long = (middle, too_long) if _width(_shortened(text, middle)) <= widest else (fits, middle)
    return fits
