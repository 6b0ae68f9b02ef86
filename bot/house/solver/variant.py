"""What the search must know of a game: a module for each, whose functions become part of its code."""

from typing import Protocol

Cards = int  # a set of cards
Answer = int
"""REACHED or not, and the relevant ranks: the cards whose rank decided it. Or UNKNOWN, or STOPPED."""


class Variant(Protocol):
    """The rules of one game as the search sees them: `plain` and `bishops` are such modules.

    The search asks one question at a time: can North and South (seats 0 and 2) reach a target with the
    tricks left? What a target is, the game says. `m` is the address of the memory, `left` the cards
    left at the start of the trick, `n` the tricks left with it, `trump` the suit's number.
    """

    @property
    def REACHED(self) -> int:
        """The bit of an answer that says that North and South can."""

    @property
    def UNKNOWN(self) -> int:
        """The bit of an answer that says that it is none."""

    @property
    def STOPPED(self) -> int:
        """The answer, in place of any other, when too many positions have been looked at."""

    @property
    def RELEVANT(self) -> int:
        """The part of an answer that holds the relevant ranks, and flags."""

    @property
    def FLAGS(self) -> int:
        """The flags among them."""

    @property
    def KEEPS_PROOF(self) -> bool:
        """Whether a proof is more than the answer to what was asked."""

    @property
    def SUIT(self) -> int:
        """The cards of one suit that have ranks, in their lane."""

    def height(self, card: int, led: int, trump: int, /) -> int:
        """How high a card is in a trick, 0 if it cannot win it; of equals the first wins."""

    def list_leads(
        self, m: int, moves: int, left: Cards, leader: int, n: int, trump: int, losing: int, hint: int, /
    ) -> int:
        """List the leads worth trying; their number."""

    def list_replies(
        self,
        m: int,
        moves: int,
        left: Cards,
        start: Cards,
        seat: int,
        led: int,
        height: int,
        partners: bool,
        turn: int,
        trump: int,
        /,
    ) -> int:
        """List the cards a seat may play to a trick; their number."""

    def clipped(self, target: int, n: int, left: Cards, /) -> int:
        """The target in the form in which the table keeps it."""

    def at_sight(self, m: int, left: Cards, n: int, target: int, /) -> Answer:
        """The answer for a target that anything reaches, or nothing; UNKNOWN for any other."""

    def last_trick(self, m: int, left: Cards, leader: int, trump: int, target: int, /) -> Answer:
        """The answer when every hand has one card."""

    def context(self, w0: int, w1: int, w2: int, w3: int, n: int, leader: int, /) -> int:
        """What must be the same in positions that are looked up besides the suits' lengths (31 bits).

        `w0` to `w3` are the facts of the suits (`memory.suit_facts`).
        """

    def absolute(self, w0: int, w1: int, w2: int, w3: int, /) -> int:
        """What may be relevant of the cards left besides their order in the suits."""

    def differs(self, absolute: int, entry: int, /) -> int:
        """0 if an entry holds for a position with that in this respect."""

    def entry_of(self, absolute: int, answer: Answer, c0: int, c1: int, c2: int, c3: int, /) -> int:
        """What an entry of the table keeps of it; `c0` to `c3`: the relevant cards of each suit."""

    def decides(self, m: int, reached: int, proof: int, target: int, /) -> Answer:
        """Whether an entry that proved this answers for the target: REACHED, 0 or UNKNOWN."""

    def quick_tricks(self, m: int, left: Cards, leader: int, n: int, target: int, trump: int, /) -> Answer:
        """The answer if no search is needed; else UNKNOWN with why LOSING_LEADS are such."""

    def target_after(self, target: int, winner: int, trick: Cards, /) -> int:
        """The target for the rest once `winner` has taken the trick."""

    def settled(self, target: int, n: int, /) -> Answer:
        """The answer for the rest after a trick, n - 1 tricks, if a look at the target is enough."""

    def trick_relevance(self, left: Cards, trick: Cards, best: int, led: int, trump: int, /) -> Answer:
        """The relevant ranks and flags of a trick, won by the card `best`."""

    def useless(self, card: int, reason: Answer, hand: Cards, left: Cards, /) -> Cards:
        """The cards of the hand that fail as this one did, for that reason."""

    def first_proof(self, n: int, seat: int, /) -> int:
        """What a seat has proved that has tried no card yet."""

    def proof_before(self, m: int, reached: int, n: int, winner: int, trick: Cards, rest: Cards, /) -> int:
        """What the last proof, for the cards `rest`, is worth before the trick."""

    def joined_proof(self, one: int, other: int, seat: int, /) -> int:
        """What two plays of a seat that failed have proved together."""

    def proof(self, reached: int, proved: int, n: int, target: int, /) -> int:
        """What the table is to keep as proved."""

    def hint(self, card: int, /) -> int:
        """The card by which the lead is remembered that was right."""
