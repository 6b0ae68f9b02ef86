"""The rows of a scene that show cards: a trick in progress, the last trick, cards side by side."""

from collections import Counter
from collections.abc import Collection, Sequence

from bot.rules.cards import KNIGHT, Suit
from bot.rules.catalogue import Catalogue
from bot.rules.pieces import Piece
from bot.rules.presentation.scene import Layout, Row
from bot.rules.seats import Names
from bot.rules.trick_taking.trick import Trick


def trick_row(words: Catalogue, pieces: tuple[Piece, ...], leader: int, players: int, best: int) -> Row:
    """The trick in progress, its best piece so far (an index in `pieces`) marked."""
    seats = ((leader + turn) % players for turn in range(len(pieces)))
    return plays_row(words, tuple(zip(seats, pieces, strict=True)), best)


def plays_row(words: Catalogue, plays: Sequence[tuple[int, Piece]], best: int) -> Row:
    """The same of seats and pieces in the order played, where not all play to the trick."""
    owners, pieces = tuple(seat for seat, _ in plays), tuple(piece for _, piece in plays)
    return _row(words, words.gettext("On the table"), pieces, owners, best, words.pgettext("state", "best"))


def last_trick_row(words: Catalogue, trick: Trick[Piece]) -> Row:
    """The trick last taken, with the piece that took it marked."""
    owners = tuple(seat for seat, _ in trick.plays)
    marked = owners.index(trick.winner)
    return _row(
        words,
        words.pgettext("heading", "Last trick"),
        trick.pieces,
        owners,
        marked,
        words.pgettext("state", "taken by"),
    )


def pieces_row(
    words: Catalogue, title: str, pieces: tuple[Piece, ...], playable: tuple[bool, ...] = ()
) -> Row:
    """Pieces side by side: a hand, a turned-up card."""
    return Row(title, tuple(p.text for p in pieces), tuple(map(words.face, pieces)), playable=playable)


def played_line(words: Catalogue, trick: Trick[Piece], names: Names) -> str:
    """Who played what: `Trick 3: Ann K♠ · Bob 2♠`."""
    played = " · ".join(f"{names[seat]} {words.face(piece)}" for seat, piece in trick.plays)
    return words.gettext("Trick {number}: {played}", number=trick.number, played=played)


def trick_line(
    words: Catalogue,
    trick: Trick[Piece],
    names: Names,
    *,
    trump: Suit | None = None,
    struck: Collection[Piece] = (),
    gained: str = "",
) -> str:
    """A trick in one short line of Markdown: the suit led, the ranks in the order played, cards of other
    suits with theirs, and who took it: `3. ♠ **A** 3 7 5 · Ann`.

    What took it is bold, trumps are underlined, and the pieces of `struck` struck out. `gained` is what it
    brought.
    """
    led = getattr(trick.led, "suit", None)
    shown = [_underlined(led.symbol, led is trump)] if led else []
    for seat, piece in trick.plays:
        suit = getattr(piece, "suit", None)
        face = _brief(words, piece, led)
        face = _underlined(face, suit is not None and suit is trump and suit is not led)
        face = f"~~{face}~~" if piece in struck else face
        shown.append(f"**{face}**" if seat == trick.winner else face)
    line = words.gettext(
        "{number}. {played} · {winner}",
        number=trick.number,
        played=" ".join(shown),
        winner=names[trick.winner],
    )
    return f"{line} {gained}" if gained else line


def _brief(words: Catalogue, piece: Piece, led: Suit | None) -> str:
    if piece is KNIGHT:
        return "♘"
    return words.face(piece).removesuffix(led.symbol) if led else words.face(piece)


def _underlined(text: str, trump: bool) -> str:
    return f"__{text}__" if trump else text


def look_again(words: Catalogue, trick: Trick[Piece], names: Names) -> str:
    """A trick that has been taken: who played what and who took it (Law 91)."""
    return words.gettext(
        "{played}. Taken by {winner}.", played=played_line(words, trick, names), winner=names[trick.winner]
    )


def taken_line(words: Catalogue, trick: Trick[Piece], names: Names) -> str:
    """A trick to be read aloud: `3. Ann takes with K♠`."""
    return words.gettext(
        "{number}. {name} takes with {card}",
        number=trick.number,
        name=names[trick.winner],
        card=words.face(dict(trick.plays)[trick.winner]),
    )


def _row(
    words: Catalogue, title: str, pieces: tuple[Piece, ...], owners: tuple[int, ...], marked: int, mark: str
) -> Row:
    texts, faces = tuple(p.text for p in pieces), tuple(map(words.face, pieces))
    return Row(title, texts, faces, Layout.TRICK, owners, marked, mark)


def tricks_taken(words: Catalogue, tricks: Sequence[Trick[Piece]], names: Names) -> str:
    """How many of these tricks, of which there is at least one, each player has taken, in one sentence."""
    first, last = tricks[0].number, tricks[-1].number
    taken = by_name(words, Counter(trick.winner for trick in tricks), names)
    if first == last:
        return words.gettext("Trick {number}: {taken}.", number=first, taken=taken)
    return words.gettext("Tricks {first} to {last}: {taken}.", first=first, last=last, taken=taken)


def by_name(words: Catalogue, of_seats: Counter[int], names: Names) -> str:
    """A number for each seat that has one: `Ann 3, Bob 1`."""
    return ", ".join(f"{names[seat]} {words.number(of_seats[seat])}" for seat in sorted(of_seats))
