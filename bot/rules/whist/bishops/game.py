"""Bishops Whist: where it differs from whist (RULES A)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bot.rules.achievements import Achievement
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.cards import card as card_of
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored
from bot.rules.match import leader
from bot.rules.moves import Cut, Deck, Draw, NameTrump, Play, vocabulary
from bot.rules.preliminaries.phases import PackReady
from bot.rules.trick_taking.claiming import Claim
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.bishops import events as ev
from bot.rules.whist.bishops import scoring
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.bishops.pack import BISHOPS, HEIGHT, PACK, SUITED
from bot.rules.whist.bishops.play import LAST_TRICK, KnightsRule, winning_play
from bot.rules.whist.events import Counted
from bot.rules.whist.laws import LawsOfWhist
from bot.rules.whist.moves import LAW_MOVES, Penalize
from bot.rules.whist.pack import reading_order
from bot.rules.whist.state import Deal, PlayedHand, Playing, Tally

LEAST_LEFT: Final = 4  # cards that must stay under the lift (AMB-A3, after Law 34)

_BISHOPS: Final = frozenset(BISHOPS)


class BishopsWhist(LawsOfWhist[BishopsWhistOptions]):
    """A. T. Dana's game of 1899, as its rule sheet reads it."""

    key = "bishops-whist"
    skill_estimated = True
    options_type = BishopsWhistOptions
    verbs = vocabulary(Deck, Draw, Cut, NameTrump, Play, Claim, *LAW_MOVES)
    pack = PACK
    reading = (*reading_order(SUITED), KNIGHT)
    legality = KnightsRule()
    correction = "exposed"
    penalties = frozenset((offence, "") for offence in scoring.PENALTY_POINTS)

    def target(self, options: BishopsWhistOptions) -> int:
        """25 points; a board has none (RULES E2)."""
        return 0 if options.board else scoring.GAME

    def cut_order(self, options: BishopsWhistOptions) -> Mapping[Rank, int]:
        """As in play, the ace high (Dana, Forming the Table)."""
        return HEIGHT

    def lifts(self, options: BishopsWhistOptions) -> range:
        """More than four, or four (AMB-A3)."""
        return range(options.least_lift, len(PACK) - LEAST_LEFT + 1)

    def order_of_deal(self, ready: PackReady) -> tuple[Card, ...]:
        """The top card of the lower packet is turned up before the deal, and the dealer draws it in when
        the others have gone round (Dana, Cutting the Trump Card)."""
        turned, *stock = ready.packets_exchanged
        return (*stock, turned)

    def turned_up(self, hand: int, cutter: int, ready: PackReady, card: Card) -> ev.TurnedUp:
        return ev.TurnedUp(hand, cutter, ready.dealer, ready.lift, card)

    def winning(self, options: BishopsWhistOptions, cards: tuple[Card, ...], trump: Suit, number: int) -> int:
        """By RULES A6."""
        return winning_play(cards, trump, number, options.led_knight)

    def trick_taken(self, deal: Deal[BishopsWhistOptions], tally: Tally) -> ev.TrickTaken:
        trick = tally.tricks[-1]
        guarding = _guarding(tally.tricks) if KNIGHT in trick.pieces else ()
        return ev.TrickTaken(trick, deal.trump, tally.taken, guarding)

    def penalty_taken(self, options: BishopsWhistOptions, move: Penalize) -> ev.PenaltyTaken:
        points = scoring.PENALTY_POINTS[move.offence]
        return ev.PenaltyTaken(move.seat, move.offence, points, not options.scores_below_zero)

    def count(self, hand: PlayedHand[BishopsWhistOptions]) -> Counted:
        """Tricks, bishops and the bishop cut, less penalties; 25 wins, and the higher score."""
        deal, tally = hand.play.deal, hand.play.tally
        options, score = deal.match.options, deal.match.score
        saved, captured = self._saved_and_captured(hand)
        cut, dealers = deal.turned in _BISHOPS, self.chairs.side_of(deal.dealer)
        sides = range(len(self.chairs.sides))
        count = scoring.Count(
            self.taken(hand),
            tuple(map(sum, zip(saved, captured, strict=True))),
            tuple(int(cut and side == dealers) for side in sides),
        )
        penalties = tuple(
            -sum(scoring.PENALTY_POINTS[p.offence] for p in tally.penalties if p.side == side)
            for side in sides
        )
        total = scoring.total_after(score.points, count.points, tally.penalties, options.scores_below_zero)
        made = tuple(after - before for after, before in zip(total, score.points, strict=True))
        stopped = tuple(
            side
            for side in sides
            if total[side] == scoring.GAME - 1 and made[side] < count.points[side] + penalties[side]
        )
        scored = ev.HandScored(
            score.hand,
            made,
            leader(made),
            total,
            self.target(options),
            again=False,
            count=count,
            saved=saved,
            captured=captured,
            penalties=penalties,
            stopped=stopped,
        )
        winner = scoring.game_winner(total)
        tied = winner is None and max(total) >= scoring.GAME
        return Counted(scored, winner, void=tied and options.tie == "void")

    def details(self, scored: Scored, hand: Sequence[Event], seat: int) -> Mapping[str, int]:
        if not isinstance(scored, ev.HandScored):
            return {}
        side = self.chairs.side_of(seat)
        return {"saved": scored.saved[side], "captured": scored.captured[side]}

    def achievements(
        self, options: BishopsWhistOptions, scored: Scored, hand: Sequence[Event], seat: int
    ) -> Collection[Achievement]:
        if not isinstance(scored, ev.HandScored):
            return ()
        side, count = self.chairs.side_of(seat), scored.count
        found = {
            Achievement.SLAM: count.tricks[side] == self._tricks,
            Achievement.FOUR_BISHOPS: count.bishops[side] == len(BISHOPS),
            Achievement.SIXTEEN: count.points[side] == scoring.MOST,
            Achievement.KNIGHT: any(
                isinstance(told, ev.TrickTaken) and told.trick.winner == seat and _knight_takes_ace(told)
                for told in hand
            ),
        }
        return [achievement for achievement, done in found.items() if done]

    def claims(self, play: Playing[BishopsWhistOptions]) -> range:
        """All the tricks left or none, as long as bishops are to be played: a claim does not say which tricks
        they would be in (GAP-A1)."""
        left = len(play.hands[play.seat])
        bishops = any(not _BISHOPS.isdisjoint(cards) for cards in (play.cards, *play.hands))
        return range(0, left + 1, left if bishops else 1)

    def claim_refusal(self, left: int) -> RuleError:
        return RuleError(
            "claim",
            "Claim from 0 to {left}, the tricks left; as long as bishops are to be played, {left} or 0.",
            left=left,
        )

    def _saved_and_captured(
        self, hand: PlayedHand[BishopsWhistOptions]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        saved, captured = ([0] * len(self.chairs.sides) for _ in range(2))
        play = hand.play
        rows = [(self._side[trick.winner], trick.leader, trick.pieces) for trick in play.tally.tricks]
        if hand.claimed is not None:
            # Bishops that have not been played go with the tricks, which then are all one side's.
            mine = self._side[play.seat]
            side = mine if hand.claimed else 1 - mine
            rows.append((side, play.leader, play.cards))
            rows += ((side, seat, (card,)) for seat, cards in enumerate(play.hands) for card in cards)
        for side, first, cards in rows:
            if _BISHOPS.isdisjoint(cards):
                continue
            for turn, card in enumerate(cards):
                if card in _BISHOPS:
                    holder = self._side[(first + turn) % len(self.chairs)]
                    tally = saved if holder == side else captured
                    tally[side] += 1
        return tuple(saved), tuple(captured)


def _knight_takes_ace(event: ev.TrickTaken) -> bool:
    trick, trump = event.trick, event.trump
    if trick.number < LAST_TRICK or KNIGHT not in trick.pieces or trump is None:
        return False
    return card_of(Rank.ACE, trump) in trick.pieces


def _guarding(tricks: Sequence[Trick[Card]]) -> tuple[int, ...]:
    trick, led = tricks[-1], tricks[-1].led.suit
    if led is None:
        return ()
    bishop = card_of(Rank.BISHOP, led)
    if any(bishop in other.pieces for other in tricks):
        return ()
    void = {
        seat
        for other in tricks[:-1]
        if other.led.suit is led
        for seat, card in other.plays
        if card.suit is not led and card is not KNIGHT
    }
    return tuple(seat for seat, card in trick.plays if card is KNIGHT and seat not in void)
