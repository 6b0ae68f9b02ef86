"""Claims of tricks in words."""

from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Sense
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names
from bot.rules.trick_taking.claiming import Claimed


def claim_words(words: Catalogue, tricks: int) -> MoveText:
    """A claim as a choice."""
    if not tricks:
        return MoveText(
            words.gettext("Concede the tricks left"),
            words.gettext("lay down your hand and give up the rest"),
            sense=Sense.RISKY,
        )
    label = words.ngettext("Claim {number} trick", "Claim {number} tricks", tricks)
    sentence = words.ngettext(
        "lay down your hand and claim {number} of the tricks left",
        "lay down your hand and claim {number} of the tricks left",
        tricks,
    )
    return MoveText(label, sentence)


def claimed_words(words: Catalogue, event: Claimed, names: Names) -> str:
    """A claim that has been made."""
    name, hand = names[event.seat], words.faces(event.hand)
    if not event.tricks:
        return words.gettext(
            "{name} lays down {hand} and concedes the rest: {tricks}.",
            name=name,
            hand=hand,
            tricks=words.npgettext("amount", "{number} trick", "{number} tricks", event.left),
        )
    if event.tricks == event.left:
        sentence = words.gettext(
            "{name} lays down {hand} and claims the rest: {tricks}.",
            name=name,
            hand=hand,
            tricks=words.npgettext("amount", "{number} trick", "{number} tricks", event.tricks),
        )
    else:
        sentence = words.gettext(
            "{name} lays down {hand} and claims {number} of the {left} tricks left.",
            name=name,
            hand=hand,
            number=event.tricks,
            left=event.left,
        )
    if not event.line:
        return sentence
    return f"{sentence} " + words.gettext("The line: {cards}.", cards=words.faces(event.line))
