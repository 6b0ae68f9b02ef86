"""The messages that show a table: in its channel, and the hand panels in DMs."""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class TableMessage:
    """The message that shows a table in its channel, and the version it shows."""

    table_id: int
    channel_id: int
    message_id: int
    posted_at: float
    version: int
    deal: int


class PanelState(Enum):
    """What a hand panel says about the person it was sent to."""

    TURN = "turn"  # it is their turn
    HAND = "hand"  # they hold cards, or wait for some; it is not their turn
    RESULT = "result"  # what came of the hand, until the next is dealt
    PAUSED = "paused"  # the match is paused
    AWAY = "away"  # the house plays for them
    ASIDE = "aside"  # their hand is shown elsewhere, under My hand
    LEFT = "left"  # they sit at the table no more
    OVER = "over"  # the match is over
    GONE = "gone"  # nothing: they share no server with the bot, so no panel of the deal could be sent
    UNKNOWN = "unknown"  # perhaps something older than is stored: it was sent twice, and the first stands


@dataclass(frozen=True, slots=True)
class HandPanel:
    """The DM that shows a person their hand at a table, or says where it is shown.

    `deal` is the latest that it has shown, or was to. `version` is the table's when the panel was last drawn
    with what `state` says and `cards`, a checksum of the cards in it (0 for none). Where it could not be sent
    (`PanelState.GONE`), `channel_id` and `message_id` are 0.
    """

    table_id: int
    user_id: int
    channel_id: int
    message_id: int
    deal: int
    version: int
    state: PanelState = PanelState.UNKNOWN
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Removal:
    """A message that a newer one has replaced: the hand panel of `user_id`, to be laid aside, or (None) a
    table message. One that shows the finished `hand` of that number is drawn in its last form and stays;
    another (0) is to be deleted."""

    table_id: int
    channel_id: int
    message_id: int
    user_id: int | None
    hand: int = 0


@dataclass(frozen=True, slots=True)
class TurnCall:
    """The message that calls a person for their turn; `step` are the moves the table had made."""

    table_id: int
    user_id: int
    step: int
    channel_id: int
    message_id: int
