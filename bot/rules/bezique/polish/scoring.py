"""What cards just won make with those that lie open, and in which order it pays most (RULES F5.44, F6.52).

What can be scored falls into contests that do not touch one another: the fours of a rank, what is made of one
suit, and the beziques. Of combinations that differ only in cards of one name, the less useful are left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bot.rules.bezique.combinations import (
    BEZIQUE,
    DOUBLE,
    FOURS,
    MARRIAGE,
    QUADRUPLE,
    SEQUENCE,
    TRIPLE,
    Class,
    Material,
    Meld,
    OneSuit,
    Pairs,
    SameRank,
    with_pair,
)
from bot.rules.bezique.declaring import Combination, in_order
from bot.rules.bezique.named import Named, unseen
from bot.rules.bezique.state import Deal, Declaration, View
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Suit, parse

Piles: TypeAlias = Mapping[str, Sequence[Named]]  # open cards by the notation of their name
Part: TypeAlias = tuple[tuple[str, ...], int]  # so many cards of any of these names
Levels: TypeAlias = Mapping[Named, int]  # the highest level at which each card has served in a class; 0: none

_SUITED: Final = (MARRIAGE, SEQUENCE)
_BEZIQUES: Final = (BEZIQUE, DOUBLE, TRIPLE, QUADRUPLE)


@dataclass(frozen=True, eq=False)
class Contest:
    """Kinds of a class that may want the same cards: the parts of each by its key, the least first, and the
    names of all the cards."""

    group: Class
    parts: Mapping[str, tuple[Part, ...]]
    names: tuple[str, ...]


class Lying(NamedTuple):
    """What a seat may declare of: its open cards, those of its partner where they may be joined to double
    bezique and above, and the cards just won, of which one at least must be in a combination."""

    variant: Variant
    trump: Suit | None
    own: Piles
    partner: Piles
    fresh: Sequence[Named]
    declarations: Sequence[Declaration]


def lying(variant: Variant, table: Deal | View, seat: int) -> Lying:
    """What lies open for a seat that has won a trick."""
    seating, cards = variant.seating, table.open_cards
    side = seating.side_of(seat)
    joined, common = variant.won_cards == "joined", variant.won_cards == "common"
    partners = [cards[partner] for partner in seating.partners_of(seat)] if joined or common else []
    return Lying(
        variant,
        table.trump,
        piles(cards[seat], *partners) if common else piles(cards[seat]),
        piles(*partners) if joined else {},
        table.fresh,
        [declaration for declaration in table.declarations if declaration.side == side],
    )


def with_cards(lies: Lying, *cards: Card) -> Lying:
    """The same with these cards just won besides."""
    won = tuple(unseen(card) for card in cards)
    own = dict(lies.own)
    for named in won:
        own[named.card.text] = [*own.get(named.card.text, ()), named]
    return lies._replace(own=own, fresh=(*lies.fresh, *won))


def piles(*lots: Sequence[Named]) -> Piles:
    """Cards by name."""
    found: dict[str, list[Named]] = {}
    for lot in lots:
        for named in lot:
            found.setdefault(named.card.text, []).append(named)
    return found


def combinations(lies: Lying) -> list[Combination]:
    """Everything that may be declared now, by classes."""
    found: list[Combination] = []
    for contest in _of_use(lies):
        levels = _levels(lies, contest)
        for kind in _kinds(lies, contest):
            found += [(kind, cards) for cards in _found(lies, contest, kind, levels)]
    return found


def with_one_more(lies: Lying) -> Mapping[str, int]:
    """What one card of each name would score, were it won now by itself; names that score nothing are left
    out."""
    scores: dict[str, int] = {}
    for contest in dict.fromkeys(c for each in _known(lies).values() for c in each):
        own = {name: lies.own[name] for name in contest.names if name in lies.own}
        fours = contest.group == "fours"
        levels: Levels | None = None
        # Of a rank one is as good as another.
        for name in contest.names[:1] if fours else contest.names:
            won = unseen(parse(name))
            more = lies._replace(own={**own, name: (*own.get(name, ()), won)}, fresh=(won,))
            if not _enough(more.own, next(iter(contest.parts.values()))):
                continue
            levels = levels or _levels(lies, contest)
            points = _best(more, contest, tuple(_kinds(lies, contest)), {**levels, won: 0}, {}).points
            for like in contest.names if fours and points else (name,) if points else ():
                scores[like] = scores.get(like, 0) + points
    return scores


def several(lies: Lying, found: Sequence[Combination]) -> bool:
    """Whether more than one of what was found can be scored now."""
    if len(found) > 1 and len({_apart(kind, cards) for kind, cards in found}) > 1:
        return True
    if len(found) == 1:
        # To score the kind again takes another card just won.
        ranks = {named.card.rank for named in found[0][1]}
        if len([named for named in lies.fresh if named.card.rank in ranks]) == 1:
            return False
    return len(best_order(lies)) > 1


def best_order(lies: Lying) -> list[Combination]:
    """What is to be declared, one after the other, to score most: the lower before the higher."""
    found: list[Combination] = []
    for contest in _of_use(lies):
        best = _best(lies, contest, tuple(_kinds(lies, contest)), _levels(lies, contest), {})
        found += best.steps
    return found


def may_join(lies: Lying, combination: Combination) -> bool:
    """Whether cards of the partner among these may be added to the own: where they are not common, beziques
    alone to beziques (F6.52)."""
    kind, cards = combination
    mine = [named for named in cards if named in lies.own.get(named.card.text, ())]
    if len(mine) == len(cards):
        return True
    numbers = Counter(named.card for named in mine)
    return kind.group == "beziques" and len(numbers) == 2 and len({*numbers.values()}) == 1


def points_of(lies: Lying, combination: Combination) -> int:
    """What that combination scores."""
    kind, cards = combination
    return kind.points_for(cards[0].card.suit if kind.suited else None, lies.trump)


def _apart(kind: Meld, cards: Sequence[Named]) -> tuple[Class, Suit | None, str]:
    return kind.group, kind.suit_of([cards[0].card]), kind.key if kind.group == "fours" else ""


def _known(lies: Lying) -> Mapping[str, tuple[Contest, ...]]:
    return _contests(lies.variant.bezique_pair(lies.trump), lies.trump)


def _of_use(lies: Lying) -> list[Contest]:
    # Where the cards just won are of use, if there are cards enough to make the least of it.
    known, own = _known(lies), lies.own
    touched = dict.fromkeys([contest for named in lies.fresh for contest in known.get(named.card.text, ())])
    return [contest for contest in touched if _enough(own, next(iter(contest.parts.values())))]


def _enough(own: Piles, parts: tuple[Part, ...]) -> bool:
    for names, number in parts:
        if number > 1:
            if sum([len(own[name]) for name in names if name in own]) < number:
                return False
        elif names[0] not in own:
            return False
    return True


def _kinds(lies: Lying, contest: Contest) -> list[Meld]:
    # The lower first, which takes nothing from the higher (Cady, Declaring 4).
    known = lies.variant.by_key
    return [known[key] for key in contest.parts if key in known]


def _levels(lies: Lying, contest: Contest) -> Levels:
    lots = (lies.own, lies.partner)
    levels = dict.fromkeys([n for lot in lots for name in contest.names for n in lot.get(name, ())], 0)
    for declaration in lies.declarations:
        kind = declaration.kind
        if kind.group == contest.group:
            for named in declaration.cards:
                if levels.get(named, kind.level) < kind.level:
                    levels[named] = kind.level
    return levels


def _found(lies: Lying, contest: Contest, kind: Meld, levels: Levels) -> Iterator[tuple[Named, ...]]:
    parts = contest.parts[kind.key]
    fresh = lies.fresh
    for cards in _made(lies.own, parts, kind, levels, fresh):
        yield in_order(cards)
    if not lies.partner or contest.group != "beziques":
        return
    # Beziques that a card just won completes, with the partner's.
    number = parts[0][1]
    for own in range(1, number):
        here = tuple((names, own) for names, _ in parts)
        there = tuple((names, number - own) for names, _ in parts)
        for mine in _made(lies.own, here, kind, levels, fresh):
            for theirs in _made(lies.partner, there, kind, levels, None):
                yield in_order((*mine, *theirs))


def _made(
    lot: Piles, parts: tuple[Part, ...], kind: Meld, levels: Levels, fresh: Sequence[Named] | None
) -> Iterator[tuple[Named, ...]]:
    # With one fresh card at least, unless there are none to ask for.
    choices: list[list[_Pick]] = []
    level = kind.level
    for names, number in parts:
        own = [n for name in names if name in lot for n in lot[name] if levels[n] < level]
        if len(own) < number:
            return
        choices.append(_picks(own, number, levels, fresh or ()))
    for picked in product(*choices):
        new = sum([pick.new for pick in picked])
        if fresh is None or (new and not (new > 1 and any(pick.spares for pick in picked))):
            yield tuple([named for pick in picked for named in pick.cards])


class _Pick(NamedTuple):
    """Cards for a part, so many of them `new`; `spares`: an old card would do as well as one of these."""

    cards: tuple[Named, ...]
    new: int
    spares: bool


def _picks(own: list[Named], number: int, levels: Levels, fresh: Sequence[Named]) -> list[_Pick]:
    # Cards that have served most come first: what is left can do more.
    if len(own) == number:
        return [_Pick(tuple(own), sum([named in fresh for named in own]), False)]
    own.sort(key=lambda named: (-levels[named], named.order))
    old = [named for named in own if named not in fresh]
    new = [named for named in own if named in fresh]
    picks: list[_Pick] = []
    for count in range(max(0, number - len(old)), min(number, len(new)) + 1):
        kept = number - count
        spares = count > 0 and kept < len(old) and levels[old[kept]] >= levels[new[count - 1]]
        picks.append(_Pick((*old[:kept], *new[:count]), count, spares))
    return picks


class _Best(NamedTuple):
    points: int
    steps: tuple[Combination, ...]


def _best(
    lies: Lying,
    contest: Contest,
    kinds: tuple[Meld, ...],
    levels: Levels,
    known: dict[tuple[int, ...], _Best],
) -> _Best:
    # Every choice is tried, a kind as often as it goes and then the next higher.
    if not kinds:
        return _Best(0, ())
    state = (len(kinds), *levels.values())
    if state in known:
        return known[state]
    kind = kinds[0]
    best = _best(lies, contest, kinds[1:], levels, known)
    for cards in _found(lies, contest, kind, levels):
        raised = {**levels, **dict.fromkeys(cards, kind.level)}
        rest = _best(lies, contest, kinds, raised, known)
        points = points_of(lies, (kind, cards)) + rest.points
        if points > best.points:
            best = _Best(points, ((kind, cards), *rest.steps))
    known[state] = best
    return best


@cache
def _contests(pair: tuple[str, str], trump: Suit | None) -> Mapping[str, tuple[Contest, ...]]:
    # By the name of each card what it can be of use in.
    contests = [_contest((kind,)) for kind in FOURS]
    contests += [_contest(_SUITED if suit is trump else _SUITED[:1], suit) for suit in Suit]
    contests.append(_contest([with_pair(kind, pair) for kind in _BEZIQUES]))
    found: dict[str, tuple[Contest, ...]] = {}
    for contest in contests:
        for name in contest.names:
            found[name] = (*found.get(name, ()), contest)
    return found


def _contest(kinds: Iterable[Meld], suit: Suit | None = None) -> Contest:
    parts = {kind.key: _parts(kind.material, suit) for kind in kinds}
    names = dict.fromkeys(name for each in parts.values() for part, _ in each for name in part)
    return Contest(next(iter(kinds)).group, parts, tuple(names))


def _parts(material: Material, suit: Suit | None) -> tuple[Part, ...]:
    match material:
        case SameRank(rank, size):
            return ((tuple(rank.value + each.value for each in Suit), size),)
        case OneSuit(ranks) if suit is not None:
            return tuple(((rank.value + suit.value,), 1) for rank in ranks)
        case Pairs(number, pair):
            return tuple(((name,), number) for name in pair)
    raise TypeError(f"no parts of {material}")
