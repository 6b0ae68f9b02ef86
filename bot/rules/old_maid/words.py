"""The events of Old Maid in words."""

from bot.rules.events import Event, Told
from bot.rules.old_maid import events as ev
from bot.rules.old_maid.state import LastDraw
from bot.rules.seats import Names
from bot.rules.wording import counted, listed

_PLACES = ("first", "second", "third", "fourth", "fifth")


def say(event: Event, names: Names) -> str:
    """The event in words; public and private events alike, for whoever may see them."""
    match event:
        case Told():
            return event.say(names)
        case ev.Started(dealer, first, held):
            cards = ", ".join(f"{names[seat]} {number}" for seat, number in enumerate(held))
            return f"{names[dealer]} deals: {cards} cards. {names[first]} draws first."
        case ev.Thrown(seat, pairs, giver):
            thrown = ", ".join(" ".join(card.face for card in pair) for pair in pairs)
            number = "a pair" if len(pairs) == 1 else counted(len(pairs), "pair")
            drew = "" if giver is None else f"draws from {names[giver]} and "
            return f"{names[seat]} {drew}throws {number}: {thrown}."
        case ev.Mixed(seat):
            return f"{names[seat]}'s cards are mixed."
        case ev.Took(seat, giver, matched):
            return last_draw(LastDraw(seat, giver, matched, None), names)
        case ev.Shown(seat, giver, card):
            return f"{names[seat]} has drawn {card.face} from {names[giver]}."
        case ev.WentOut(seat, place):
            return f"{names[seat]} is out {_PLACES[place - 1]}, and safe!"
        case ev.GameOver(maid=maid):
            safe = listed([names[seat] for seat in range(len(names.seats)) if seat != maid])
            return (
                f"{names[maid]} is the Old Maid!\n"
                f"24 pairs lie on the table, and the queen of spades Q♠ sits alone with {names[maid]}. "
                f"{safe} got away."
            )
    raise TypeError(f"no words for {event!r}")


def last_draw(draw: LastDraw, names: Names) -> str:
    """Who drew from whom, and whether it made a pair; what was drawn for those alone who know it."""
    made = "a pair" if draw.matched else "no pair"
    what = f" {draw.card.face}" if draw.card else ""
    return f"{names[draw.seat]} drew{what} from {names[draw.giver]}: {made}."
