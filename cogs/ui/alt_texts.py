"""Alt texts of the board, of a hand and of everything else on the table.

The trick and the playable cards come first, since Discord cuts alt texts after 1024 characters.
"""

from collections.abc import Iterable, Sequence

from bot.rules import cards, tiles
from bot.rules.cards import parse_suit
from bot.rules.catalogue import Catalogue
from bot.rules.errors import NotationError
from bot.rules.presentation.gone import card_of
from bot.rules.presentation.scene import Board, Layout, Row, Scene
from bot.rules.seats import Names
from cogs.ui.names import HOUSE_MARK


def said(piece: str, face: str, words: Catalogue) -> str:
    """A piece as it is read aloud; its face if it has no name."""
    try:
        return words.piece((tiles if "-" in piece else cards).parse(piece.partition("/")[0]))
    except NotationError:
        return face


def house_in_words(text: str, words: Catalogue) -> str:
    """The text with a word in place of the mark of house players in pictures (`cogs.ui.names.drawn_name`)."""
    return text.replace(f"{HOUSE_MARK}\u00a0", words.pgettext("player", "house player") + " ")


def open_rows(scene: Scene) -> tuple[Row, ...]:
    """The rows of open cards in front of players."""
    return tuple(row for row in scene.rows if row.owners)


def counted(face: str, number: int, words: Catalogue) -> str:
    """A piece with its number unless it is one: `K♥ ×3`."""
    return face if number == 1 else words.pgettext("card", "{card}\u00a0×{number}", card=face, number=number)


def board_alt(scene: Scene, names: Names, words: Catalogue, *, with_open_cards: bool = True) -> str:
    """The alt text of the board: whose turn it is, the trick, trumps, remarks, tricks taken, the last trick,
    the stock, and any open cards on it."""
    board, gettext, pgettext = scene.board, words.gettext, words.pgettext
    if board is None:
        return ""
    to_act = [names[place.seat] for place in scene.places if place.to_act]
    lines = [gettext("To act: {people}.", people=words.listed(to_act))] if to_act else []
    lines += _tricks(board, names, words)
    if scene.trump is not None:
        lines.append(pgettext("line", "Trumps: {suit}.", suit=trump_words(scene.trump, words)))
    for side, tally in enumerate(board.tallies):
        lines.append(pgettext("line", "{side}: {tally}.", side=words.side(names, side), tally=tally))
    lines += [
        pgettext("line", "{side}: {tally}.", side=names[place.seat], tally=place.remark)
        for place in scene.places
        if place.remark
    ]
    lines += [_last(last, names, words) for last in board.taken]
    if board.stock is not None:
        lines.append(_stock(board, board.stock, words))
    if board.turn_up is not None:
        lines.append(gettext("Turned up: {card}.", card=said(*board.turn_up, words)))
    if with_open_cards:
        lines += [row_alt(row, names, words) for row in open_rows(scene)]
    return "\n".join(lines)


def trump_words(trump: str, words: Catalogue) -> str:
    """Trumps in a word: a suit by its letter, or dominoes by their number."""
    return words.dominoes_with(int(trump)) if trump.isdecimal() else words.suit(parse_suit(trump))


def _stock(board: Board, number: int, words: Catalogue) -> str:
    if board.turn_up is not None and "-" in board.turn_up[0]:
        return words.ngettext("Stock: {number} domino.", "Stock: {number} dominoes.", number)
    return words.ngettext("Stock: {number} card.", "Stock: {number} cards.", number)


def hand_alt(row: Row, words: Catalogue) -> str:
    """The alt text of a hand: its suits and, on its owner's turn, the playable cards."""
    pieces = words.semicolons(by_suit(row, words, together=False))
    lines = [words.pgettext("line", "{title}: {pieces}.", title=row.title, pieces=pieces)]
    if row.playable:
        allowed = [piece for piece, may in zip(_said(row, words), row.playable, strict=True) if may]
        distinct = list(dict.fromkeys(allowed))
        if not distinct:
            lines.append(words.gettext("You may play none of them."))
        elif all(row.playable):
            lines.append(words.gettext("You may play any of them."))
        else:
            lines.append(words.gettext("You may play: {pieces}.", pieces=", ".join(distinct)))
        lines.reverse()
    return "\n".join(lines)


def row_alt(row: Row, names: Names, words: Catalogue) -> str:
    """The alt text of any other row. A trick names who played each card; equal open cards are counted."""
    if row.layout is Layout.TRICK:
        return words.pgettext(
            "line", "{title}: {pieces}.", title=row.title, pieces=", ".join(_plays(row, names, words))
        )
    if row.owners:
        shown = words.semicolons(by_suit(row, words))
    else:
        shown = ", ".join(line_pieces(row, words) if row.layout is Layout.LINE else _said(row, words))
    line = words.pgettext("line", "{title}: {pieces}.", title=row.title, pieces=shown)
    return f"{line} {row.note}." if row.note else line


def line_pieces(row: Row, words: Catalogue) -> list[str]:
    """The dominoes of a line, each as it lies, its left half first; doubles by their names."""
    return [_as_it_lies(piece, words) for piece in row.pieces]


def _as_it_lies(piece: str, words: Catalogue) -> str:
    left, right = map(int, piece.split("-"))
    if left == right:
        return words.piece(tiles.parse(piece))
    return f"{words.half(left)}-{words.half(right)}"


def by_suit(row: Row, words: Catalogue, *, together: bool = True) -> Iterable[str]:
    """Each suit of a row with its ranks, equal ones counted if `together`; then pieces without a suit."""
    suits: dict[str, list[str]] = {}
    rest: list[str] = []
    each = [(piece, face, 1) for piece, face in zip(row.pieces, row.faces, strict=True)]
    for piece, face, number in row.groups if together else each:
        card = card_of(piece)
        if card is None or card.suit is None:
            rest.append(counted(said(piece, face, words), number, words))
        else:
            rank = counted(words.rank(card.rank), number, words)
            suits.setdefault(words.suit(card.suit), []).append(rank)
    for suit, ranks in suits.items():
        yield words.pgettext("line", "{suit} {ranks}", suit=suit, ranks=_run(ranks))
    if rest:
        yield _run(rest)


def _tricks(board: Board, names: Names, words: Catalogue) -> list[str]:
    lines = [] if board.trick is None else _trick(board.trick, names, words)
    for duel in board.duels:
        one, other = duel.seats
        lines.append(words.gettext("{name} plays against {other}.", name=names[one], other=names[other]))
        if duel.trick is not None:
            lines += _trick(duel.trick, names, words)
        elif duel.leader is not None:
            lines.append(words.gettext("To lead: {name}.", name=names[duel.leader]))
    if not board.duels:
        lines += [words.gettext("To lead: {name}.", name=names[leader]) for leader in board.to_lead]
    return lines


def _trick(trick: Row, names: Names, words: Catalogue) -> list[str]:
    said = ", ".join(_plays(trick, names, words))
    lines = [words.gettext("This trick, in the order played: {plays}.", plays=said)]
    if trick.marked is not None and len(trick.pieces) > 1:
        best = _plays(trick, names, words)[trick.marked]
        lines.append(words.gettext("Best so far: {play}.", play=best))
    return lines


def _last(trick: Row, names: Names, words: Catalogue) -> str:
    plays = ", ".join(_plays(trick, names, words))
    if trick.marked is None:
        return words.gettext("Last trick: {plays}.", plays=plays)
    winner = names[trick.owners[trick.marked]]
    return words.gettext("Last trick, taken by {name}: {plays}.", name=winner, plays=plays)


def _plays(row: Row, names: Names, words: Catalogue) -> list[str]:
    return [
        words.pgettext("line", "{name} {card}", name=names[seat], card=piece)
        for seat, piece in zip(row.owners, _said(row, words), strict=True)
    ]


def _said(row: Row, words: Catalogue) -> list[str]:
    return [said(piece, face, words) for piece, face in zip(row.pieces, row.faces, strict=True)]


def _run(items: Sequence[str]) -> str:
    return ", ".join(items)
