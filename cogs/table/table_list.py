"""The open tables of a server, one a line."""

from collections.abc import Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.table import Status, Table
from cogs.ui.glyphs import as_text
from cogs.ui.names import write_name

MOST_TABLES = 20
_ROOM = 1900
"""The characters available for the lines, variation selectors included."""


def table_list_text(tables: Sequence[Table], words: Catalogue) -> str:
    """Where they are, their games and their players."""
    if not tables:
        return words.gettext("No table is open; open one with /table open.")
    lines = [_line(table, words) for table in tables[:MOST_TABLES]]
    while sum(len(as_text(line)) + 1 for line in lines) > _ROOM:
        lines.pop()
    if left := len(tables) - len(lines):
        lines.append(words.ngettext("… and {number} more.", "… and {number} more.", left))
    return "\n".join(lines)


def _line(table: Table, words: Catalogue) -> str:
    who = ", ".join(write_name(seat.occupant) for seat in table.chairs if seat.occupant)
    if table.status is Status.PLAYING:
        state = words.gettext("playing")
    else:
        free = sum(seat.occupant is None for seat in table.chairs)
        state = words.gettext("{number} free", number=free)
    line = words.gettext(
        "Table {table} in {channel}: {game}, {state}",
        table=table.id,
        channel=f"<#{table.telling.channel_id}>",
        game=text_for(table.game, words).name,
        state=state,
    )
    return f"{line} · {who}"
