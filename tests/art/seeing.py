"""What the tests of pictures share: how to open one and how to compare two."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageChops, ImageFilter

from bot.art import ORDINARY, Board, Place, PlayedTrick, board_picture
from bot.art.canvas import Canvas, Shape

SIZE_LIMIT = 60_000
HAND = ["AS", "KS", "QS", "BS", "9S", "7S", "3S", "KH", "BH", "8D", "2D", "6C", "N"]
TILES = [f"{one}-{other}" for one in range(7) for other in range(one + 1)]


def opened(data: bytes) -> Image.Image:
    """The picture in PNG bytes, every chunk of them checked."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    with Image.open(BytesIO(data)) as checked:
        checked.verify()
    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGBA")


def laid(shape: Shape, *, dimmed: bool = False) -> Image.Image:
    """A stamp on a clear ground."""
    canvas = Canvas(shape.width, shape.height)
    canvas.lay(shape, (shape.margin, shape.margin), dimmed=dimmed)
    return opened(canvas.png())


def over(picture: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    """The picture as seen on a plain ground."""
    seen = Image.new("RGBA", picture.size, ground)
    seen.alpha_composite(picture)
    return seen.convert("RGB")


def differing(one: bytes, other: bytes, least: int = 24) -> tuple[int, int, int, int] | None:
    """The box of what differs by more than the rounding of colours, which may change a pixel by itself."""
    pair = [over(opened(data), (49, 51, 56)) for data in (one, other)]
    unlike = ImageChops.difference(*pair).convert("L").point(lambda level: 255 * (level > least))
    return unlike.filter(ImageFilter.MedianFilter(3)).getbbox()


def played(
    plays: Sequence[tuple[str, str]],
    *,
    winner: int | None = None,
    trump: str | None = None,
    pack: str = ORDINARY,
) -> bytes:
    """A board with that trick on it, of pairs of a player's name and a card; two places at the least."""
    names = [name for name, _ in plays] + ["Somebody"] * (2 - len(plays))
    trick = PlayedTrick(tuple((place, card) for place, (_, card) in enumerate(plays)), winner)
    board = Board(tuple(Place("", name) for name in names), trick, trump=trump)
    return board_picture(board, pack=pack)
