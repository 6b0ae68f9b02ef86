"""What everybody has seen played in the hand in progress, suit by suit: what players must remember."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.rules import cards, tiles
from bot.rules.cards import Card, Rank, Suit
from bot.rules.catalogue import Catalogue
from bot.rules.errors import NotationError
from bot.rules.events import Event
from bot.rules.presentation.scene import Layout, Scene
from bot.rules.trick_taking.trick import TrickTaken


@dataclass(frozen=True, slots=True)
class Gone:
    """What has been played of one suit, rank or number: `key` tells it from the others, `label` is its name,
    and `words` say it in one line."""

    key: str
    label: str
    words: str


def card_of(piece: str) -> Card | None:
    """The card in that notation, whatever pack it is from; None for other pieces."""
    try:
        return cards.parse(piece.partition("/")[0])
    except NotationError:
        return None


def gone_by_suit(words: Catalogue, course: Sequence[Event], scene: Scene) -> tuple[Gone, ...]:
    """The cards of the tricks of the hand, the one in progress included, by suits; then those without one."""
    pieces = [piece.text for event in course if isinstance(event, TrickTaken) for piece in event.trick.pieces]
    if scene.board is not None:
        pieces += [piece for trick in scene.board.tricks for piece in trick.pieces]
    fallen = [card for piece in pieces if (card := card_of(piece)) is not None]
    told = []
    for suit in Suit:
        name = words.suit(suit)
        of_suit = [card for card in fallen if card.suit is suit]
        told.append(Gone(suit.value, name, _ranks(words, name, of_suit)))
    if knights := [card for card in fallen if card.suit is None]:
        line = words.ngettext("{number} knight has gone.", "{number} knights have gone.", len(knights))
        told.append(Gone(Rank.KNIGHT.value, words.pgettext("card", "knights"), line))
    return tuple(told)


def gone_by_rank(words: Catalogue, pairs: Iterable[tuple[Card, Card]]) -> tuple[Gone, ...]:
    """Pairs that were thrown, by ranks."""
    thrown = list(pairs)
    told = []
    for rank in (rank for rank in Rank if rank not in (Rank.BISHOP, Rank.KNIGHT)):
        name = words.rank(rank)
        of_rank = [f"{words.piece(one)}, {words.piece(other)}" for one, other in thrown if one.rank is rank]
        line = words.gettext("{name}: no pair has been thrown.", name=name)
        if of_rank:
            line = words.ngettext(
                "{name}, {number} pair thrown: {pairs}.",
                "{name}, {number} pairs thrown: {pairs}.",
                len(of_rank),
                name=name,
                pairs=words.semicolons(of_rank),
            )
        told.append(Gone(rank.value, name, line))
    return tuple(told)


def gone_by_half(words: Catalogue, scene: Scene) -> tuple[Gone, ...]:
    """The dominoes of the line, by the numbers on their halves."""
    line = [_upright(piece) for row in scene.rows if row.layout is Layout.LINE for piece in row.pieces]
    told = []
    for half in range(tiles.HIGHEST + 1):
        name = words.half(half)
        lying = [words.piece(tile) for tile in line if half in (tile.high, tile.low)]
        said = words.gettext("{name}: none lies in the line.", name=name)
        if lying:
            said = words.gettext(
                "{name}, {number} of {all} in the line: {dominoes}.",
                name=name,
                number=len(lying),
                all=tiles.HIGHEST + 1,
                dominoes=", ".join(lying),
            )
        told.append(Gone(str(half), name, said))
    return tuple(told)


def _upright(lying: str) -> tiles.Tile:
    # In the line a tile is written as it lies, its left half first.
    low, high = sorted(lying.split("-"))
    return tiles.parse(f"{high}-{low}")


def _ranks(words: Catalogue, suit: str, fallen: Sequence[Card]) -> str:
    if not fallen:
        return words.gettext("{suit}: none has gone.", suit=suit)
    order = list(Rank)
    ordered = sorted(fallen, key=lambda card: order.index(card.rank))
    ranks = ", ".join(words.rank(card.rank) for card in ordered)
    return words.gettext("{suit}, {number} gone: {ranks}.", suit=suit, number=len(fallen), ranks=ranks)
