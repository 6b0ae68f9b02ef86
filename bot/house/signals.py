"""Convention cards: what the house tells its partner by the cards it plays, and reads in its partner's."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Signal:
    """A play, what it tells, and the source. `maxims` are those by which Hoyle gives or heeds it."""

    play: str
    tells: str
    source: str
    maxims: tuple[str, ...] = ()


WHIST: Final = (
    Signal(
        "a low card led", "a long suit", "Bob Short 1", ("lead_from_your_strong_suit", "return_partners_lead")
    ),
    Signal("the top of a sequence led", "the cards below it", "Bob Short 3", ("highest_of_a_sequence",)),
    Signal(
        "partner's suit returned with the best card",
        "no more than three at first",
        "Bob Short 9",
        ("return_partners_lead",),
    ),
    Signal(
        "a card, then a lower one, in a plain suit that the enemy wins",
        "four trumps or more, and that they are wanted",
        "American Whist, Signal",
        ("call_for_trumps", "answer_the_call"),
    ),
    Signal(
        "a first small card thrown away",
        "weakness in its suit",
        "whist, at large",
        ("keep_your_strong_suit", "leave_what_partner_threw"),
    ),
)

BISHOPS_WHIST: Final = (
    Signal(
        "a low card led", "the bishop of its suit", "Dana, Methods of Play", ("low_from_your_own_bishop",)
    ),
    Signal(
        "a castle-ace or king led",
        "not the bishop of its suit",
        "Dana, Methods of Play",
        ("swing_high_to_catch_the_bishop",),
    ),
    Signal(
        "a card thrown away", "not the bishop of its suit", "Dana, Discard", ("not_from_your_own_bishop",)
    ),
)
