"""The events of whist in words."""

from bot.rules.events import Event, Told
from bot.rules.seats import Names
from bot.rules.tricks import played_line
from bot.rules.whist import events as ev
from bot.rules.whist.reckoning import BOOK, GAMES_IN_RUBBER, OFFENCE_POINTS, REVOKE_POINTS, REVOKE_TRICKS
from bot.rules.wording import counted

_VALUES = {1: "a single", 2: "a double", 3: "a treble"}


def say(event: Event, names: Names) -> str:
    """The event in words; public and private events alike, for whoever may see them."""
    match event:
        case ev.TrickTaken():
            return f"{played_line(event.trick, names)}\n{_taken(event, names)}"
        case Told():
            return event.say(names)
        case ev.TurnedUp(hand, cutter, dealer, lift, card):
            assert card.suit
            return (
                f"Hand {hand}: {names[cutter]} lifts {lift}, {names[dealer]} deals and turns up the last "
                f"card, {card.face}: {card.suit.symbol} {card.suit.word} are trumps."
            )
        case ev.PenaltyTaken():
            return _penalty(event, names)
        case ev.Asked(seat, granted):
            partner = names[(seat + 2) % 4]
            answer = f"{partner} can: three honours." if granted else f"{partner} cannot."
            return f"{names[seat]}, at eight with two honours, asks for a third; {answer}"
        case ev.Conceded(seat, points):
            other = names.side(1 - seat % 2)
            return (
                f"{names[seat]} throws down the cards: the game, and {counted(points, 'point')}, to {other}."
            )
        case ev.HonoursCalled(seat, points, total):
            return (
                f"{names[seat]} calls the honours: {points} to {names.side(seat % 2)}. {_score(total, names)}"
            )
        case ev.HandScored():
            return _hand(event, names)
        case ev.GameWon():
            return _game(event, names)
        case ev.RubberWon():
            return _rubber(event, names)
    raise TypeError(f"no words for {event!r}")


def _taken(event: ev.TrickTaken, names: Names) -> str:
    side = event.trick.winner % 2
    text = f"Taken by {names[event.trick.winner]}."
    over = event.won.taken[side] - BOOK
    return f"{text} {counted(over, 'trick')} over six for {names.side(side)}." if over > 0 else text


def _penalty(event: ev.PenaltyTaken, names: Names) -> str:
    revoke = event.offence == "revoke"
    points = counted(REVOKE_POINTS if revoke else OFFENCE_POINTS, "point")
    other = names.side(1 - event.seat % 2)
    exacted = {
        "add": f"{points} to {other}",
        "deduct": f"{points} off",
        "tricks": f"{REVOKE_TRICKS} tricks to {other}",
    }[event.exacted]
    what = "a revoke" if revoke else "a breach of the laws"
    return f"{names[event.seat]} is charged with {what}: {exacted} at the end of the hand."


def _hand(event: ev.HandScored, names: Names) -> str:
    count = event.count
    lines = [f"Hand {event.number} is over."]
    for side in (0, 1):
        parts = [counted(count.taken[side], "trick")]
        if count.honours[side]:
            parts.append(f"honours {count.honours[side]}")
        if count.penalties[side]:
            parts.append(f"penalties {count.penalties[side]:+d}")
        lines.append(f"{names.side(side)}: {', '.join(parts)}: {count.points[side]:+d}")
    lines.append(f"Score to {event.target}: {_score(count.total, names)}")
    if event.callable_side is not None:
        lines.append("Any honours must be called before the next trump is turned.")
    return "\n".join(lines)


def _score(total: tuple[int, int], names: Names) -> str:
    return ", ".join(f"{names.side(side)} {total[side]}" for side in (0, 1)) + "."


def _game(event: ev.GameWon, names: Names) -> str:
    assert event.winner is not None
    scored = f"{event.points[event.winner]} to {event.points[1 - event.winner]}"
    worth = f": {_VALUES[event.value]}" if event.value else ""
    return f"{names.side(event.winner)} win game {event.number}, {scored}{worth}."


def _rubber(event: ev.RubberWon, names: Names) -> str:
    assert event.winner is not None
    games = f"{GAMES_IN_RUBBER} games to {event.games[1 - event.winner]}"
    text = f"{names.side(event.winner)} win the rubber, {games}."
    if not event.worth:
        return text
    gained = " + ".join(map(str, event.gains))
    less = "".join(f", less {value} for the game lost" for value in event.losses)
    points = counted(event.worth, "point")
    return f"{text}\nTheir games {gained}, 2 for the rubber{less}: {points}."
