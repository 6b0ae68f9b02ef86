"""The events of bezique in words."""

from bot.rules.bezique import events as ev
from bot.rules.bezique import scoring
from bot.rules.bezique.combinations import MARRIAGE, ROYAL_POINTS, Kind
from bot.rules.cards import Suit, faces
from bot.rules.events import Event, Told
from bot.rules.seats import Names
from bot.rules.tricks import played_line
from bot.rules.wording import counted


def say(event: Event, names: Names) -> str:
    """The event in words; public and private events alike, for whoever may see them."""
    match event:
        case ev.TrickTaken():
            return _trick(event, names)
        case Told():
            return event.say(names)
        case ev.ChoiceOfDeal(seat):
            return f"{names[seat]} cut the higher card and has the choice of the deal."
        case ev.DealChosen(seat, dealer):
            return f"{names[seat]} deals." if seat == dealer else f"{names[seat]} lets {names[dealer]} deal."
        case ev.TurnedUp():
            return _turned_up(event, names)
        case ev.Declared():
            return _declared(event, names)
        case ev.SevenScored(seat, seven, taken, points, total):
            did = f"exchanges {seven.face} for {taken.face}" if taken else f"shows {seven.face}"
            return f"{names[seat]} {did}: +{points}, now {total[seat]}."
        case ev.Drawn(stock):
            return f"Both draw; {counted(stock, 'card')} left face down."
        case ev.StockOut():
            return _stock_out(event, names)
        case ev.HandScored():
            return _hand(event, names)
        case ev.GameWon():
            return _game(event, names)
        case ev.PartieWon(winner=winner, games=games):
            assert winner is not None
            return f"{names[winner]} wins the partie, {games[winner]} games to {games[1 - winner]}."
    raise TypeError(f"no words for {event!r}")


def combination(kind: Kind, suit: Suit | None, points: int) -> str:
    """A combination in words: `royal marriage in hearts`, `four kings`."""
    if suit is None:
        return kind.words
    royal = "royal " if kind is MARRIAGE and points == ROYAL_POINTS else ""
    return f"{royal}{kind.words} in {suit.word}"


def _turned_up(event: ev.TurnedUp, names: Names) -> str:
    head = f"Hand {event.hand}: {names[event.dealer]} deals"
    if event.card is None:
        return f"{head}; the first marriage or sequence scored will make trumps."
    assert event.card.suit
    text = (
        f"{head} and turns up {event.card.face}: {event.card.suit.symbol} {event.card.suit.word} are trumps."
    )
    return f"{text} A seven: +{event.points} for {names[event.dealer]}." if event.points else text


def _trick(event: ev.TrickTaken, names: Names) -> str:
    winner = event.trick.winner
    text = f"{played_line(event.trick, names)}\nTaken by {names[winner]}"
    if event.brisques:
        text += f" with {counted(event.brisques, 'brisque')}"
    if event.last:
        text += ", the last trick"
    return f"{text}: +{event.points}, now {event.total[winner]}." if event.points else f"{text}."


def _declared(event: ev.Declared, names: Names) -> str:
    who, what = names[event.seat], combination(event.combination, event.suit, event.points)
    if event.again:
        text = f"{who} scores the {what} kept from before: +{event.points}, now {event.total[event.seat]}."
    elif event.scored:
        text = f"{who} declares {what}, {faces(event.cards)}: +{event.points}, now {event.total[event.seat]}."
    else:
        text = f"{who} shows {what}, {faces(event.cards)}: {event.points} to score."
    if event.trump:
        text += f" {event.trump.symbol} {event.trump.word.capitalize()} are trumps."
    return text


def _stock_out(event: ev.StockOut, names: Names) -> str:
    got = f" {names[1 - event.leader]} takes {event.turn_up.face}." if event.turn_up else ""
    return (
        f"The stock is out.{got} No more declarations; in the last eight tricks follow suit, win if you "
        f"can, or trump. {names[event.leader]} leads."
    )


def _hand(event: ev.HandScored, names: Names) -> str:
    lines = [f"Hand {event.number} is over."]
    for seat in (0, 1):
        late = f", {counted(event.brisques[seat], 'brisque')} among them" if any(event.brisques) else ""
        lines.append(f"{names[seat]}: +{event.points[seat]}{late}")
    total = ", ".join(f"{names[seat]} {event.total[seat]}" for seat in (0, 1))
    lines.append(f"Score to {scoring.GAME:,}: {total}.")
    return "\n".join(lines)


def _game(event: ev.GameWon, names: Names) -> str:
    if event.winner is None:
        return f"Game {event.number} is void, {event.points[0]} all; it is played again."
    high, low = event.points[event.winner], event.points[1 - event.winner]
    text = f"{names[event.winner]} wins game {event.number}, {high} to {low}"
    return f"{text}: under {scoring.DOUBLE_UNDER}, it counts double." if event.worth > 1 else f"{text}."
