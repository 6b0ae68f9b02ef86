"""Which table a command means, and what a typed move means."""

from bot.rules.errors import NotationError, RuleError
from bot.rules.scene import Choice
from bot.tables.errors import TableError
from bot.tables.live import Live
from bot.tables.model import Table
from bot.tables.service import Tables
from cogs.glyphs import plainly
from cogs.items import Interaction


async def table_meant(
    tables: Tables, interaction: Interaction, number: int | None, *, seated: bool = True
) -> Live:
    """The open table a command is about: the one named, else the person's in this channel, else
    the person's only one, else (`seated` False) the channel's only one. Raises TableError.
    """
    if number is not None:
        live = await tables.floor.fresh(number)
        if interaction.guild_id not in (None, live.table.guild_id):
            raise TableError("no-table", f"There is no table {number} on this server.")
        return live
    store, user_id, channel_id = tables.floor.store, interaction.user.id, interaction.channel_id
    mine = list(await store.open_tables(user_id=user_id))
    here = [table for table in mine if table.channel_id == channel_id]
    candidates = here or mine
    if not seated and not here:
        candidates = list(await store.open_tables(channel_id=channel_id)) if channel_id else []
    if not candidates:
        raise TableError(
            "no-table",
            "You do not sit at any table; open one with /table open or look around with /table list."
            if seated
            else "No table is open in this channel; open one with /table open.",
        )
    if len(candidates) > 1:
        raise TableError("which", f"Which table? Name its number: {_numbers(candidates)}.")
    return await tables.floor.fresh(candidates[0].id)


def _numbers(candidates: list[Table]) -> str:
    return ", ".join(str(table.id) for table in candidates)


def typed_choices(live: Live, seat: int) -> tuple[Choice, ...]:
    """The moves that person might type now: those on the panel, and no others."""
    view = live.view(seat)
    return live.game.scene(view, live.plain_names).choices


def typed_move(live: Live, seat: int, text: str) -> str:
    """The notation of what somebody typed: `qh`, `Q♥`, `queen of hearts`, `cut 20`. Raises RuleError."""
    wanted = _plain(text)
    for choice in typed_choices(live, seat):
        arguments = choice.move.partition(" ")[2]
        spellings = (choice.move, arguments, choice.label, choice.words, choice.label.split(" ×")[0])
        if wanted in map(_plain, spellings):
            return choice.move
    for move in live.game.legal(live.state, seat):
        if wanted == str(move).casefold():
            return str(move)
    # What cannot be done just now is passed on, for the rules say best why.
    for candidate in (text, f"play {text.upper()}"):
        try:
            return str(live.game.parse(candidate.strip()))
        except NotationError:
            continue
    raise RuleError("notation", f"I do not know {text!r}; write it as on your panel, a card as QH or Q♥.")


def _plain(text: str) -> str:
    return plainly(text).strip().casefold().removeprefix("the ")
