"""The course of one deal: dealing, playing, calling, turning down, drawing (RULES I2-I6)."""

from typing import NamedTuple

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo.moves import PLAYS, CallDoubles, PlayTile, TurnDown
from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.scoring import Closing, call_value
from bot.rules.dominoes.bingo.state import Deal, Match
from bot.rules.dominoes.bingo.tricks import BINGO, FollowHigherHalf, count, double_of, higher_half, takes
from bot.rules.dominoes.events import TilesDealt
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.moves import Move
from bot.rules.tiles import Tile
from bot.rules.trick_taking.hands import with_hand, without
from bot.rules.trick_taking.trick import Trick

HAND = 7


class DealStep(NamedTuple):
    """A deal after a move, and the events."""

    deal: Deal
    events: tuple[Event, ...]


def deal_out(match: Match, pieces: tuple[Tile, ...], lift: int) -> DealStep:
    """The deal of a set that has been cut: seven to the leader, seven to the other, who turns up the next."""
    lead, second = match.lead, 1 - match.lead
    dealt = (in_order(pieces[:HAND]), in_order(pieces[HAND : 2 * HAND]))
    hands = dealt if lead == 0 else dealt[::-1]
    turn_up, stock = pieces[2 * HAND], pieces[2 * HAND + 1 :]
    deal = Deal(hands, stock, turn_up, higher_half(turn_up), lead)
    turned = ev.TrumpTurned(match.score.hand, lead, second, turn_up, deal.trump, lift)
    return DealStep(deal, (turned, *(TilesDealt(seat, hand) for seat, hand in enumerate(hands))))


def in_order(hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles as they are read: Bingo, the other doubles, then by their higher pips."""
    return tuple(sorted(hand, key=lambda tile: (tile is not BINGO, not tile.double, -tile.high, -tile.low)))


def rules_of(options: BingoOptions, trump: int) -> FollowHigherHalf:
    """What must be played to a trick once nobody draws."""
    return FollowHigherHalf(trump, options.suits, options.bingo_suit)


def playable(options: BingoOptions, deal: Deal) -> tuple[Tile, ...]:
    """What the seat in turn may play: anything while both draw."""
    hand = deal.hands[deal.turn]
    if not deal.table or deal.drawing:
        return hand
    return rules_of(options, deal.trump).playable(hand, deal.table[0])


def callable_doubles(
    options: BingoOptions, hand: tuple[Tile, ...], spent: frozenset[Tile]
) -> tuple[Tile, ...]:
    """The doubles of a hand that may be called together; empty where they are too few (I6, GAP-I6)."""
    doubles = tuple([tile for tile in hand if tile.double])
    fresh = tuple([tile for tile in doubles if tile not in spent])
    called = doubles if options.again and fresh else fresh
    return called if len(called) > 1 else ()


def may_turn_down(options: BingoOptions, deal: Deal) -> bool:
    """Whether the seat in turn may turn the trump down (I4, GAP-I5)."""
    if not deal.drawing or not deal.taken[deal.turn]:
        return False
    return options.either_closes or not deal.table


def legal(options: BingoOptions, deal: Deal) -> tuple[Move, ...]:
    """Every move of the seat in turn: plays, calls with the double that is played, turning down."""
    allowed = playable(options, deal)
    called = callable_doubles(options, deal.hands[deal.turn], deal.spent)
    moves: list[Move] = [PLAYS[tile] for tile in allowed]
    moves += [CallDoubles(tile) for tile in called if tile in allowed]
    if may_turn_down(options, deal):
        moves.append(TurnDown())
    return tuple(moves)


def verify(options: BingoOptions, deal: Deal, move: PlayTile | CallDoubles | TurnDown) -> None:
    """Raise RuleError with the reason unless the seat in turn may make the move."""
    if isinstance(move, TurnDown):
        _verify_turning_down(options, deal)
        return
    hand, tile = deal.hands[deal.turn], move.tile
    rules = rules_of(options, deal.trump)
    if tile not in hand:
        raise rules.not_held(tile)
    if deal.table and not deal.drawing:
        rules.verify(hand, deal.table[0], tile, None)
    if isinstance(move, CallDoubles) and tile not in callable_doubles(options, hand, deal.spent):
        if not tile.double:
            raise RuleError("call", "Only doubles are called: play one of yours with the call.")
        if tile in deal.spent:
            raise RuleError("call", "The {tile} has been called; play it without a call.", tile=tile)
        raise RuleError("call", "A call takes two doubles at least; play the {tile} without one.", tile=tile)


def _verify_turning_down(options: BingoOptions, deal: Deal) -> None:
    if deal.closing is not None:
        raise RuleError("closed", "The trump has been turned down already; play a domino.")
    if deal.turn_up is None:
        raise RuleError("stock", "The trump has been drawn, so it cannot be turned down; play a domino.")
    if not deal.taken[deal.turn]:
        raise RuleError("no-trick", "You may turn the trump down once you have won a trick.")
    if deal.table and not options.either_closes:
        raise RuleError("lead", "Only the player who is to lead may turn the trump down; play a domino.")


def turn_down(deal: Deal) -> DealStep:
    """The trump lies face down: nobody draws any more."""
    closing = Closing(deal.turn, not deal.taken[1 - deal.turn])
    return DealStep(deal._replace(closing=closing), (ev.TrumpTurnedDown(deal.turn),))


def play(options: BingoOptions, deal: Deal, move: PlayTile | CallDoubles) -> DealStep:
    """Plays the tile, with a call; a complete trick has still to be taken."""
    seat, tile = deal.turn, move.tile
    hand = without(deal.hands[seat], tile)
    events: tuple[Event, ...] = (ev.TilePlayed(seat, tile),)
    shown = with_hand(deal.shown, seat, tuple([other for other in deal.shown[seat] if other is not tile]))
    after = deal._replace(hands=with_hand(deal.hands, seat, hand), shown=shown)
    if isinstance(move, CallDoubles):
        called = callable_doubles(options, deal.hands[seat], deal.spent)
        others, points = without(called, tile), call_value(called)
        lying = tuple([other for other in hand if other in others or other in shown[seat]])
        after = after._replace(
            called=_added(deal.called, seat, points),
            shown=with_hand(shown, seat, lying),
            spent=deal.spent | {*called},
        )
        counts = bool(deal.taken[seat])
        events = (*events, ev.DoublesCalled(seat, tile, others, points, counts, after.made[seat]))
    return DealStep(after._replace(table=(*deal.table, tile), turn=1 - seat), events)


def take_trick(options: BingoOptions, deal: Deal) -> DealStep:
    """The complete trick goes to its winner, who is to lead; a point is made if Bingo takes the double of
    trumps."""
    led, reply = deal.table
    leader = deal.leader
    rules = None if deal.drawing else rules_of(options, deal.trump)
    winner = 1 - leader if takes(reply, led, rules, deal.trump, options) else leader
    trick = Trick(len(deal.tricks) + 1, leader, deal.table, winner)
    points = count(led, deal.trump) + count(reply, deal.trump)
    bingo = BINGO in deal.table and deal.trump != 0 and double_of(deal.trump) in deal.table
    first = not deal.taken[winner]
    after = deal._replace(
        turn=winner,
        table=(),
        tricks=(*deal.tricks, trick),
        counted=_added(deal.counted, winner, points),
        taken=_added(deal.taken, winner, 1),
        bingo=_added(deal.bingo, winner, int(bingo)),
    )
    calls = deal.called[winner] if first else 0
    taken = ev.TrickTaken(
        trick, None, points, calls, after.made[winner], bingo, bingo and not options.bingo_with_deal
    )
    return DealStep(after, (taken,))


def draw(options: BingoOptions, deal: Deal) -> DealStep:
    """Both draw, the winner of the trick first; the turn-up goes last (I2-I3, GAP-I2)."""
    winner, loser = deal.turn, 1 - deal.turn
    if len(deal.stock) > 1:
        drawn = {winner: deal.stock[0], loser: deal.stock[1]}
        after = deal._replace(hands=_with(deal, drawn), stock=deal.stock[2:])
        dealt = tuple(TilesDealt(seat, (tile,)) for seat, tile in drawn.items())
        return DealStep(after, (*dealt, ev.Drawn(len(after.stock))))
    turn_up = deal.turn_up
    if turn_up is None:
        raise AssertionError("nothing is left to draw")
    taker = winner if options.winner_takes_turn_up else loser
    after = deal._replace(
        hands=_with(deal, {taker: turn_up, 1 - taker: deal.stock[0]}), stock=(), turn_up=None
    )
    return DealStep(after, (TilesDealt(1 - taker, deal.stock), ev.StockOut(taker, turn_up)))


def _with(deal: Deal, drawn: dict[int, Tile]) -> tuple[tuple[Tile, ...], ...]:
    return tuple(in_order((*hand, drawn[seat])) for seat, hand in enumerate(deal.hands))


def _added(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(value + more if at == seat else value for at, value in enumerate(values))
