"""Which table is meant, whether the person may, and which move somebody typed."""

from collections.abc import Iterable, Iterator
from typing import Final

import discord

from bot.rules import cards, tiles
from bot.rules.catalogue import Catalogue
from bot.rules.errors import NotationError, RuleError
from bot.rules.moves import Move
from bot.rules.registry import text_for
from bot.rules.scene import Choice
from bot.tables.people.access import Action, Actor, may, may_mean, require
from bot.tables.play.move_policy import markable
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from cogs.answering.services import Interaction
from cogs.ui.glyphs import fitted, plainly
from cogs.ui.names import plain_name

_CARDS: Final[tuple[cards.Card, ...]] = (
    *(cards.card(rank, suit) for suit in cards.Suit for rank in cards.Rank if rank is not cards.Rank.KNIGHT),
    cards.KNIGHT,
)
_LONGEST_QUOTED: Final = 60
LARGEST_NUMBER: Final = 2**63 - 1
"""What a database can look up."""


async def at_table(interaction: Interaction, table_id: int, action: Action) -> tuple[TableSnapshot, Actor]:
    """The table as it is now, and who asks, if they may do that there. Every click and every command comes
    through here. Raises TableError.
    """
    services = interaction.client.services
    if not 0 < table_id <= LARGEST_NUMBER:
        raise TableError("no-table")
    snapshot = await services.tables.repository.fresh(table_id)
    table = snapshot.table
    actor = await services.actors.of_table(interaction, table)
    if actor.direct and not actor.sees and table.chairs.belongs(actor.user_id):
        # They may have left the server, of which nothing tells the bot.
        services.tables.absence.suspect(table_id, [actor.person])
    require(actor, action, table)
    await spend(interaction, actor, action, table.guild_id)
    interaction.extras["table"] = table_id
    return snapshot, actor


async def spend(interaction: Interaction, actor: Actor, action: Action, guild_id: int) -> None:
    """Count that against what a person may do a minute on that server. Raises TableError."""
    tables = interaction.client.services.tables
    if tables.rates.limited(action):
        tables.rates.spend(actor.user_id, action, (await tables.servers.settings(guild_id)).rate)


async def require_open_here(interaction: Interaction, guild_id: int, channel_id: int) -> None:
    """Raise TableError unless the server lets tables open there: in the channel, or in that of a thread."""
    channel = interaction.channel
    parent = (
        channel.parent_id if isinstance(channel, discord.Thread) and channel.id == channel_id else channel_id
    )
    await interaction.client.services.tables.servers.require_channel(guild_id, channel_id, parent)


async def table_meant(
    interaction: Interaction, number: int | None, action: Action, *, seated: bool = True
) -> tuple[TableSnapshot, Actor]:
    """The open table a command is about, and who asks: the table named, else the person's in this channel,
    else the person's only one, else (`seated` False) the channel's only one. Raises TableError.
    """
    if number is None:
        number = await _number_meant(interaction, action, seated=seated)
    return await at_table(interaction, number, action)


async def _number_meant(interaction: Interaction, action: Action, *, seated: bool) -> int:
    repository = interaction.client.services.tables.repository
    user_id, channel_id, guild_id = interaction.user.id, interaction.channel_id, interaction.guild_id
    all_mine = await repository.open_tables(guild_id=guild_id, user_id=user_id)
    # If there is nothing else, it is said why that cannot be done at a board.
    mine = _meant(all_mine, user_id, action) or list(all_mine)
    here = [table for table in mine if channel_id in (table.telling.channel_id, table.telling.thread_id)]
    candidates = here or mine
    if not seated and not here and channel_id is not None:
        candidates = _meant(await repository.open_tables(channel_id=channel_id), user_id, action) or mine
    if not candidates:
        raise TableError("nowhere-seated" if seated else "none-here")
    if len(candidates) > 1:
        numbers = ", ".join(str(table.id) for table in candidates)
        raise TableError("which", tables=numbers, choices=candidates)
    return candidates[0].id


def _meant(found: Iterable[Table], user_id: int, action: Action) -> list[Table]:
    return [table for table in found if may_mean(table, user_id, action)]


async def tables_in_sight(interaction: Interaction) -> list[Table]:
    """The open tables a person may know of: in a DM their own, on a server those in channels they see."""
    services, guild_id = interaction.client.services, interaction.guild_id
    mine = interaction.user.id if guild_id is None else None
    seen: dict[int, Actor] = {}
    in_sight = []
    for table in await services.tables.repository.open_tables(guild_id=guild_id, user_id=mine):
        if table.telling.private:
            continue  # it is one person's, who has it in their panel
        if table.telling.channel_id not in seen:
            seen[table.telling.channel_id] = await services.actors.at(
                interaction, table.guild_id, table.telling.channel_id
            )
        if may(seen[table.telling.channel_id], Action.LOOK, table):
            in_sight.append(table)
    return in_sight


def seat_to_move(snapshot: TableSnapshot, user_id: int) -> int:
    """The seat that person moves for now, or the one they sit in. Raises TableError."""
    chair = snapshot.table.chairs.seat_of(user_id)
    if chair is None or snapshot.table.status is not Status.PLAYING:
        raise TableError("no-cards")
    return snapshot.seat_for(chair)


def offered_moves(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue) -> Iterator[Choice]:
    """The moves that seat may make, for somebody who has `typed` so much: those on the panel, then others."""
    view, text = snapshot.view(seat), text_for(snapshot.table.game, words)
    on_panel = [c for c in text.scene(view, snapshot.names(plain_name)).choices if c.enabled]
    shown = {choice.move for choice in on_panel}
    others = [
        move for move in (*view.legal, *snapshot.optional_moves(seat)) if typed and str(move) not in shown
    ]
    names = snapshot.names(plain_name)
    choices = [*on_panel, *text.choices(view, others, names)]
    # Not at one's turn, those that may be marked.
    for one in snapshot.played_by(snapshot.game.player_of(snapshot.state, seat)):
        choices += text.choices(snapshot.view(one), markable(snapshot, one), names)
    wanted = typed.casefold()
    for choice in choices:
        if any(wanted in name.casefold() for name in (choice.label, choice.words, choice.move)):
            yield choice


def typed_move(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue) -> Move:
    """What somebody typed: `qh`, `Q♥`, `queen of hearts`, `cut 20`. Raises RuleError.

    It may be a move that cannot be made just now, for the rules say best why.
    """
    view, text, wanted = snapshot.view(seat), text_for(snapshot.table.game, words), _plain(typed)
    both = snapshot.played_by(snapshot.game.player_of(snapshot.state, seat))
    markable_now = (move for one in both for move in markable(snapshot, one))
    optional = (move for one in both for move in snapshot.optional_moves(one))
    for move in (*view.legal, *optional, *markable_now):
        described = text.describe_move(view, move, snapshot.names(plain_name))
        notation = str(move)
        arguments = notation.partition(" ")[2]
        if wanted in map(_plain, (notation, arguments, described.label, described.words)):
            return move
    piece = _piece(wanted, words)
    for candidate in (typed.strip(), f"play {typed.strip().upper()}", f"play {piece}"):
        try:
            return snapshot.game.parse(candidate)
        except NotationError:
            continue
    raise RuleError(
        "notation",
        "I do not know {typed}; write it as on your panel, a card as QH or Q♥.",
        typed=repr(fitted(typed, _LONGEST_QUOTED)),
    )


def _piece(wanted: str, words: Catalogue) -> str:
    # The notation of a piece that was written as it is drawn or read aloud.
    pieces: tuple[cards.Card | tiles.Tile, ...] = (*_CARDS, *tiles.SET)
    for piece in pieces:
        if wanted in map(_plain, (piece.face, words.piece(piece))):
            return piece.text
    return ""


def _plain(text: str) -> str:
    # A panel counts like cards: `9♥ ×2`.
    return plainly(text).partition(" ×")[0].strip().casefold().removeprefix("the ")
