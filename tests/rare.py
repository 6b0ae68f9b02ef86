"""Forty rare states in which faults hide. The soak counts them, and fails if one is never reached."""

from collections import Counter
from collections.abc import Collection
from enum import Enum


class Rare(Enum):
    """A state that needs two things to meet. The first are reached by matches, the others by schedules."""

    DEALT_WHILE_RETRIED = "a hand is dealt while a panel is retried"
    HAND_ENDS_IN_SEND = "a hand ends while a message is being sent"
    MATCH_ENDS_IN_EDIT = "the match ends while a message is being edited"
    OVERTAKEN = "a move is made while the table message is being edited"
    REPEATED = "a post is sent again under its nonce"
    REPEATED_BY_NEXT = "a post is sent again by the process that follows"
    ANSWER_LOST = "the answer to a press is lost after it was taken"
    ANSWER_LATE = "a press is answered too late"
    ANSWERED_TOGETHER = "two presses are answered at once"
    TOKEN_REFUSED = "a token edits no more"
    TOKEN_ENDS = "a message is edited with a token of its last minutes"
    DIED_IN_CALL = "the process dies within a call"
    DIED_BESIDE_CALL = "the process dies while other calls are under way"
    DIED_BEFORE_COMMIT = "the process dies before a commit"
    DIED_AFTER_COMMIT = "the process dies between a commit and what follows from it"
    DIED_BETWEEN_HANDS = "the process dies between two hands"
    DIED_TWICE = "the process dies twice within a minute"
    LOCKED_IN_PRESS = "the database is locked while a press waits"
    NOT_STORED = "a write fails because the database is locked for too long"
    PANEL_GONE = "a panel is gone when it is edited"
    MESSAGE_GONE = "the table message is gone when it is edited"
    DMS_CLOSED = "a person's DMs are closed"
    OUTAGE = "a call fails four times in a row"

    LEASE_LOST = "a lease is lost between a commit and its notification"
    BOTH_COMMIT = "two processes commit to a table within a second"
    BUSY = "a press meets three conflicts in a row"
    JOINED_ANEW = "a process counts as dead and joins anew"
    FENCED = "a process that holds leases cannot be sure of them"
    KILLED_AFTER_COMMIT = "a process is killed between a commit and its answer"
    COMMIT_UNKNOWN = "the connection breaks between a commit and its answer"
    SENT_BY_FORMER = "a post is sent by a process that has lost the table"
    SENT_BY_BOTH = "two processes send one post"
    UNDO_AFTER_HAND = "an undo is asked for when the hand has ended"
    UNDO_CARRIED = "an undo is carried"
    MOVE_MEETS_UNDO = "a move meets an undo that is proposed"
    EXPIRED_IN_VOTE = "a proposal's time ends while an answer is under way"
    CLAIM_MEETS_CLOCK = "the clock acts while a claim is being proved"
    CLAIM_TOO_LATE = "a claim finds that the table has moved on"
    STOOD_IN = "the house stands in for people while a press is under way"
    MARKED = "a card is marked ahead of its turn"


def table(reached: Counter[Rare]) -> list[str]:
    """A line for each state that was reached: how often."""
    return [f"{reached[rare]:8} {rare.value}" for rare in Rare if reached[rare]]


def missed(reached: Collection[Rare]) -> list[str]:
    """The states that were never reached."""
    return [rare.value for rare in Rare if rare not in reached]
