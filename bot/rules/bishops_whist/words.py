"""The events of Bishops Whist in the game's own words."""

from bot.rules.bishops_whist import events as ev
from bot.rules.bishops_whist import scoring
from bot.rules.bishops_whist.pack import BISHOPS
from bot.rules.bishops_whist.tricks import LAST_TRICK, is_irregular
from bot.rules.cards import KNIGHT, Card, Suit
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
        case ev.TurnedUp():
            return _turned_up(event, names)
        case ev.TrumpNamed(dealer, suit):
            return f"{names[dealer]} names {suit.symbol} {suit.word} as trumps."
        case ev.PenaltyTaken(seat, offence, points):
            what = "an exposed card" if offence == "exposed" else "a revoke"
            return f"{names[seat]} is charged with {what}: {points} points off at the end of the hand."
        case ev.HandScored():
            return _hand(event, names)
        case ev.GameWon():
            return _game(event, names)
        case ev.RubberWon(winner=winner, games=games):
            assert winner is not None
            return f"{names.side(winner)} win the rubber, {games[winner]} games to {games[1 - winner]}."
    raise TypeError(f"no words for {event!r}")


def _turned_up(event: ev.TurnedUp, names: Names) -> str:
    head = f"Hand {event.hand}: {names[event.cutter]} lifts {event.lift}, {names[event.dealer]} turns up"
    if event.trump is None:
        return f"{head} a knight and names the trump suit before anything is dealt."
    text = f"{head} {event.card.face}: {event.trump.symbol} {event.trump.word} are trumps."
    if event.bishop_cut:
        text += f" A bishop cut: 1 point to {names.side(event.dealer % 2)}."
    return text


def _trick(event: ev.TrickTaken, names: Names) -> str:
    trick = event.trick
    played = played_line(trick, names)
    remarks = [*_remarks(event, names), *_worth(event, names)]
    end = f" {' '.join(remarks)}" if remarks else ""
    if trick.number == LAST_TRICK and KNIGHT in trick.cards:
        return f"{played}\nFortune's trick to {names[trick.winner]}.{end}"
    if is_irregular(trick.cards, trick.number):
        return f"{played}\nAn irregular trick, taken by {names[trick.winner]}.{end}"
    return f"{played}\nTaken by {names[trick.winner]}.{end}"


def _remarks(event: ev.TrickTaken, names: Names) -> list[str]:
    trick = event.trick
    led, said = trick.cards[0], []
    if led.suit and trick.number != LAST_TRICK:
        # Only the player knows whether he is void or keeps the bishop back, so it is not told.
        said += [
            f"Knight's revoke? {names[seat]} puts a knight on {led.suit.word}."
            if event.bishop_out and not event.known_void(seat)
            else f"{names[seat]} throws in a knight."
            for seat, card in trick.plays
            if card is KNIGHT
        ]
    for seat, card in trick.plays:
        if card in BISHOPS:
            who = "The cardinal" if card.suit is event.won.trump else f"The bishop of {_suit(card).word}"
            saved = seat % 2 == trick.winner % 2
            said.append(f"{who} is saved." if saved else f"{who} falls.")
    return said


def _worth(event: ev.TrickTaken, names: Names) -> list[str]:
    side = event.trick.winner % 2
    bishops = sum(1 for card in event.trick.cards if card in BISHOPS)
    points = scoring.BISHOP_POINTS * bishops + (event.won.taken[side] > scoring.BOOK)
    return [f"+{points} to {names.side(side)}."] if points else []


def _hand(event: ev.HandScored, names: Names) -> str:
    lines = [f"Hand {event.number} is over."]
    for side in (0, 1):
        bishops = _bishops(event.saved[side], event.captured[side])
        cut = ", bishop cut" if event.count.bishop_cut[side] else ""
        tricks = f"{event.count.tricks[side]} tricks"
        lines.append(f"{names.side(side)}: {tricks}, {bishops}{cut}: {event.points[side]:+d}")
    score = ", ".join(f"{names.side(side)} {event.total[side]}" for side in (0, 1))
    lines.append(f"Score to {scoring.GAME}: {score}.")
    return "\n".join(lines)


def _bishops(saved: int, captured: int) -> str:
    if not saved and not captured:
        return "no bishops"
    parts = [f"{saved} saved"] * bool(saved) + [f"{captured} captured"] * bool(captured)
    return f"{counted(saved + captured, 'bishop')} ({', '.join(parts)})"


def _game(event: ev.GameWon, names: Names) -> str:
    if event.winner is None:
        return f"Game {event.number} is void, {event.points[0]} all; it is played again."
    high, low = max(event.points), min(event.points)
    return f"{names.side(event.winner)} win game {event.number}, {high} to {low}."


def _suit(card: Card) -> Suit:
    assert card.suit
    return card.suit
