"""A table as it looks from one seat, put in words once for every version of it, seat and language."""

from functools import lru_cache
from typing import Final

from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Choice, Scene
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.state.snapshot import NameWriter, TableSnapshot
from cogs.ui.names import plain_name, write_name

_SCENES_KEPT: Final = 512  # those of the last changes of some hundred tables


def scene_of(
    snapshot: TableSnapshot, seat: int | None, words: Catalogue, write: NameWriter = write_name
) -> Scene:
    """The table as that seat, or a spectator, sees it, with the names as `write` writes them."""
    return unnamed_scene(snapshot, seat, words).named(snapshot.names(write, words))


def choices_of(snapshot: TableSnapshot, seat: int | None, words: Catalogue) -> tuple[Choice, ...]:
    """The moves of that seat, with plain names, since labels are not Markdown."""
    names = snapshot.names(plain_name, words)
    return tuple(choice.named(names) for choice in unnamed_scene(snapshot, seat, words).choices)


@lru_cache(maxsize=_SCENES_KEPT)
def unnamed_scene(snapshot: TableSnapshot, seat: int | None, words: Catalogue) -> Scene:
    """The same with marks in place of the names (`Names.marks`)."""
    text = text_for(snapshot.table.game, words)
    return text.scene(snapshot.view(seat), Names.marks(snapshot.seating))
