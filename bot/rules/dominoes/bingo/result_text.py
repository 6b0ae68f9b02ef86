"""The result sheet of a deal and a game of Bingo."""

from collections.abc import Iterator, Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo import scoring
from bot.rules.events import Event, Scored
from bot.rules.presentation.result import Part, ResultSheet, SideResult, ahead_from, taken_in
from bot.rules.seats import Names


def bingo_sheet(
    words: Catalogue, events: Sequence[Scored], names: Names, course: Sequence[Event]
) -> ResultSheet | None:
    """The sheet of a deal that is over, and of the game that ended with it."""
    hand = next((event for event in events if isinstance(event, ev.HandScored)), None)
    game = next((event for event in events if isinstance(event, ev.BingoGameWon)), None)
    if hand is None:
        return None
    titles = [words.pgettext("heading", "Deal {deal}", deal=hand.number)]
    if game:
        titles.append(words.pgettext("heading", "Game {game}", game=game.number))
    turn = ahead_from(_after_each(course, len(names.seats)))
    return ResultSheet(
        title=" · ".join(titles),
        opening=words.gettext("Deal {deal} is over.", deal=hand.number),
        headline=_headline(words, hand, game, names),
        sides=tuple(_side(words, seat, hand, game, names, course) for seat in range(len(names.seats))),
        target=scoring.GAME,
        taken=taken_in(course, names),
        turn=turn,
        turn_words=_turn_words(words, turn, hand, names),
        notes=tuple(_notes(words, hand, names)),
        story=outcome(words, hand, names) if game else "",
    )


def outcome(words: Catalogue, hand: ev.HandScored, names: Names) -> str:
    """How the deal ended, in a sentence."""
    gettext, count = words.gettext, hand.count
    closer = "" if count.closer is None else names[count.closer]
    if count.winner is None:
        return gettext("The dominoes are played out and nobody has enough, so nobody scores.")
    name, made = names[count.winner], count.made[count.winner]
    match count.end:
        case "reached" if count.closer is None:
            return gettext("{name} has {points} and wins the deal.", name=name, points=made)
        case "reached":
            return gettext(
                "{name} turned the trump down, has {points} and wins the deal.", name=name, points=made
            )
        case "failed":
            return gettext(
                "{closer} turned the trump down and has not enough: {name} wins the deal.",
                closer=closer,
                name=name,
            )
        case "more":
            return gettext(
                "The dominoes are played out and nobody has enough; {name} has more, {points}.",
                name=name,
                points=made,
            )
    return gettext("Bingo has taken the double of trumps, and the point wins {name} the game.", name=name)


def _headline(words: Catalogue, hand: ev.HandScored, game: ev.BingoGameWon | None, names: Names) -> str:
    if game is None or game.winner is None:
        return outcome(words, hand, names)
    return words.gettext(
        "{name} wins the game, {points} to {others}.",
        name=names[game.winner],
        points=game.points[game.winner],
        others=game.points[1 - game.winner],
    )


def _side(
    words: Catalogue,
    seat: int,
    hand: ev.HandScored,
    game: ev.BingoGameWon | None,
    names: Names,
    course: Sequence[Event],
) -> SideResult:
    count = hand.count
    parts = [Part(words.gettext("{points} counted in the deal", points=count.made[seat]))]
    called = sum(e.points for e in course if isinstance(e, ev.DoublesCalled) and e.seat == seat)
    if called and count.tricks[seat]:
        parts.append(Part(words.gettext("{points} of them for doubles", points=called)))
    elif called:
        parts.append(Part(words.gettext("{points} called in vain", points=called)))
    if count.winner == seat and count.worth:
        parts.append(Part(words.pgettext("score", "the deal"), count.worth))
    if count.bingo[seat]:
        parts.append(Part(words.gettext("Bingo took the double of trumps"), count.bingo[seat]))
    return SideResult(
        seat,
        names[seat],
        winner=game is not None and game.winner == seat,
        tricks=count.tricks[seat],
        parts=tuple(parts),
        gained=hand.points[seat],
        total=hand.total[seat],
        games=None if game is None else game.games[seat],
    )


def _after_each(course: Sequence[Event], seats: int) -> list[tuple[int, ...]]:
    # What each seat had counted after each trick, and the calls upon it.
    made = [0] * seats
    found: list[tuple[int, ...]] = []
    for event in course:
        if isinstance(event, ev.TrickTaken):
            made[event.trick.winner] = event.total
            found.append(tuple(made))
        elif isinstance(event, ev.DoublesCalled) and event.counts and found:
            made[event.seat] = event.total
            found[-1] = tuple(made)
    return found


def _turn_words(words: Catalogue, turn: int | None, hand: ev.HandScored, names: Names) -> str:
    if turn is None:
        return ""
    ahead = names[hand.count.made.index(max(hand.count.made))]
    if turn == 1:
        return words.gettext("{name} was ahead from the first trick on.", name=ahead)
    return words.gettext("{name} was ahead in points from trick {number} on.", name=ahead, number=turn)


def _notes(words: Catalogue, hand: ev.HandScored, names: Names) -> Iterator[str]:
    count = hand.count
    if count.winner is None:
        return
    name, other = names[count.winner], names[1 - count.winner]
    if count.end == "failed" and count.worth == 3:
        yield words.gettext("The closing failed, and {name} had no trick: three points.", name=name)
    elif count.end == "failed":
        yield words.gettext("A closing that fails gives the other two points.")
    elif count.end == "reached" and count.worth == 3:
        yield words.gettext("{name} has not won a trick: three points.", name=other)
    elif count.end == "reached" and count.worth == 2:
        yield words.gettext("{name} has less than {half}: two points.", name=other, half=scoring.HALF)
