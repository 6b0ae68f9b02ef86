"""Which table a command means, and which move somebody typed."""

from collections.abc import Iterator
from typing import Final

from bot.rules import cards, tiles
from bot.rules.catalogue import Catalogue
from bot.rules.errors import NotationError, RuleError
from bot.rules.moves import Move
from bot.rules.registry import text_for
from bot.rules.scene import Choice
from bot.tables.errors import TableError
from bot.tables.model import Status, Table
from bot.tables.repository import TableRepository
from bot.tables.snapshot import TableSnapshot
from cogs.glyphs import plainly
from cogs.names import plain_name
from cogs.services import Interaction

_CARDS: Final[tuple[cards.Card, ...]] = (
    *(cards.card(rank, suit) for suit in cards.Suit for rank in cards.Rank if rank is not cards.Rank.KNIGHT),
    cards.KNIGHT,
)


async def table_meant(interaction: Interaction, number: int | None, *, seated: bool = True) -> TableSnapshot:
    """The open table a command is about: the one named, else the person's in this channel, else
    the person's only one, else (`seated` False) the channel's only one. Raises TableError.
    """
    repository = interaction.client.services.tables.repository
    if number is not None:
        snapshot = await repository.fresh(number)
        if interaction.guild_id not in (None, snapshot.table.guild_id):
            raise TableError("not-on-server", table=number)
        return snapshot
    user_id, channel_id = interaction.user.id, interaction.channel_id
    mine = list(await repository.open_tables(user_id=user_id))
    here = [table for table in mine if table.channel_id == channel_id]
    candidates = here or mine
    if not seated and not here:
        candidates = await _tables_of(repository, channel_id)
    if not candidates:
        raise TableError("nowhere-seated" if seated else "none-here")
    if len(candidates) > 1:
        raise TableError("which", tables=", ".join(str(table.id) for table in candidates))
    return await repository.fresh(candidates[0].id)


async def _tables_of(repository: TableRepository, channel_id: int | None) -> list[Table]:
    return list(await repository.open_tables(channel_id=channel_id)) if channel_id else []


def seat_to_move(snapshot: TableSnapshot, user_id: int) -> int:
    """The seat that person moves for now, or the one they sit in. Raises TableError."""
    chair = snapshot.table.seat_of(user_id)
    if chair is None or snapshot.table.status is not Status.PLAYING:
        raise TableError("no-cards")
    return next(iter(snapshot.awaited_of(chair)), chair)


def offered_moves(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue) -> Iterator[Choice]:
    """The moves that seat may make, for somebody who has `typed` so much: those on the panel, then others."""
    view, text = snapshot.view(seat), text_for(snapshot.table.game, words)
    on_panel = [c for c in text.scene(view, snapshot.names(plain_name)).choices if c.enabled]
    shown = {choice.move for choice in on_panel}
    others = [move for move in view.legal if typed and str(move) not in shown]
    wanted = typed.casefold()
    for choice in (*on_panel, *text.choices(view, others, snapshot.names(plain_name))):
        if any(wanted in name.casefold() for name in (choice.label, choice.words, choice.move)):
            yield choice


def typed_move(snapshot: TableSnapshot, seat: int, typed: str, words: Catalogue) -> Move:
    """What somebody typed: `qh`, `Q♥`, `queen of hearts`, `cut 20`. Raises RuleError.

    It may be a move that cannot be made just now, for the rules say best why.
    """
    view, text, wanted = snapshot.view(seat), text_for(snapshot.table.game, words), _plain(typed)
    for move in view.legal:
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
        "notation", "I do not know {typed}; write it as on your panel, a card as QH or Q♥.", typed=repr(typed)
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
