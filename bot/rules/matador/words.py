"""The events of Matador in words."""

from bot.rules.events import Event, Told
from bot.rules.matador import events as ev
from bot.rules.matador import scoring
from bot.rules.seats import Names
from bot.rules.wording import counted


def say(event: Event, names: Names) -> str:
    """The event in words; public and private events alike, for whoever may see them."""
    match event:
        case Told():
            return event.say(names)
        case ev.DealBegun(number, lead, by):
            why = f", having the {by.words}" if by else ""
            return f"Deal {number}: {names[lead]} leads{why}."
        case ev.TileLaid(seat, lay, at, left):
            end = f" at the {lay.end} end" if lay.end else " first"
            return f"{names[seat]} lays {at.text}{end}, {counted(left, 'domino', 'dominoes')} left."
        case ev.TileDrawn(seat, stock):
            return f"{names[seat]} draws; {stock} in the stock."
        case ev.DrawingOver(seat, number, tile):
            drew = f"{names[seat]} draws {counted(number, 'domino', 'dominoes')}"
            return f"{drew} and lays {tile.face}." if tile else f"{drew} and still cannot lay."
        case ev.PassedAgain(seat):
            return f"{names[seat]} can neither lay nor draw, and passes."
        case ev.HandScored():
            return _hand(event, names)
        case ev.GameWon():
            return _game(event, names)
        case ev.RubberWon(winner=winner, games=games):
            assert winner is not None
            if max(games) < scoring.GAMES_IN_RUBBER:
                return f"{names.side(winner)} wins the rubber at one stroke."
            return f"{names.side(winner)} wins the rubber, {games[winner]} games to {games[1 - winner]}."
    raise TypeError(f"no words for {event!r}")


def _hand(event: ev.HandScored, names: Names) -> str:
    count = event.count
    if count.out is not None:
        head = f"{names[count.out]} lays the last domino: deal {event.number} is over."
    else:
        head = f"Blocked: nobody can lay, and deal {event.number} is over."
    lines = [head]
    for seat, hand in enumerate(event.hands):
        if hand:
            left = " ".join(tile.face for tile in hand)
            lines.append(f"{names[seat]} still holds {left}: {counted(count.pips[seat], 'pip')}")
    if event.winner is None:
        lines.append("Both have the same number of pips, so nobody scores.")
    else:
        points = event.points[event.winner]
        lines.append(f"{names[event.winner]} scores {counted(points, 'point')}.")
    total = ", ".join(f"{names[seat]} {event.total[seat]}" for seat in (0, 1))
    lines.append(f"Score to {scoring.GAME}: {total}.")
    return "\n".join(lines)


def _game(event: ev.GameWon, names: Names) -> str:
    assert event.winner is not None
    high, low = event.points[event.winner], event.points[1 - event.winner]
    text = f"{names.side(event.winner)} wins game {event.number}, {high} to {low}."
    return f"{text} A Zapatero: {names[1 - event.winner]} has not made a point!" if event.zapatero else text
