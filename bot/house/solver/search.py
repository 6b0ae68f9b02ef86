"""The search: can North and South reach a target, all cards being known?

It is written once and compiled for each game (`Variant`), whose functions are inlined into it. An
answer comes with its reason, the relevant ranks: the cards whose rank decided it.
"""

from collections.abc import Callable

from bot.house.solver import bishops, plain
from bot.house.solver.equals import with_equals
from bot.house.solver.memory import (
    FRAME_BEST,
    FRAME_CARD,
    FRAME_COUNT,
    FRAME_HEIGHT,
    FRAME_LEFT,
    FRAME_MOVES,
    FRAME_NEXT,
    FRAME_PROOF,
    FRAME_REASON,
    FRAME_SKIP,
    FRAME_WINNER,
    FRAME_WORDS,
    LAST_BEST,
    LIMIT,
    LOSING_LEADS,
    MOVE_CARD,
    NODES,
    PLAYED,
    PROVED,
    TRUMP,
    add_move,
    frame,
    hand_of,
    played_card,
)
from bot.house.solver.native import by_address, compiled_for, inlined, load, ones, store
from bot.house.solver.table import HINT, Key, key_of, look_up, remember
from bot.house.solver.variant import Variant


@inlined
def _next_move(m: int, at: int) -> int:
    # The card of the frame's next move by weight, passing over those to skip; -1 if there are no more.
    moves = at + FRAME_MOVES
    index = load(m, at + FRAME_NEXT)
    count = load(m, at + FRAME_COUNT)
    skip = load(m, at + FRAME_SKIP)
    while index < count:
        best = index
        move = load(m, moves + index)
        for other in range(index + 1, count):
            if load(m, moves + other) > move:
                move = load(m, moves + other)
                best = other
        if best != index:
            store(m, moves + best, load(m, moves + index))
            store(m, moves + index, move)
        index += 1
        card = move & MOVE_CARD
        if (skip >> card) & 1 == 0:
            store(m, at + FRAME_NEXT, index)
            return card
    return -1


@inlined
def _open_frame(
    m: int, at: int, left: int, height: int, best: int, winner: int, count: int, reason: int, proof: int
) -> None:
    store(m, at + FRAME_LEFT, left)
    store(m, at + FRAME_REASON, reason)
    store(m, at + FRAME_SKIP, 0)
    store(m, at + FRAME_HEIGHT, height)
    store(m, at + FRAME_BEST, best)
    store(m, at + FRAME_WINNER, winner)
    store(m, at + FRAME_PROOF, proof)
    store(m, at + FRAME_NEXT, 0)
    store(m, at + FRAME_COUNT, count)


@inlined
def _known(
    m: int, game: Variant, key: Key, left: int, leader: int, n: int, target: int, trump: int
) -> tuple[int, int]:
    # The answer if it needs no search, as of `Variant.quick_tricks`; and the lead to try first, or -1.
    answer = look_up(m, game, key, target, left)
    if answer & game.UNKNOWN == 0:
        return answer, -1
    return game.quick_tricks(m, left, leader, n, target, trump), (answer & HINT) - 1


@inlined
def _open_replies(
    m: int,
    game: Variant,
    at: int,
    rest: int,
    left: int,
    n: int,
    seat: int,
    turn: int,
    led: int,
    height: int,
    best: int,
    winner: int,
    played: int,
    trump: int,
) -> None:
    if played_card(played, turn) >= 0:
        add_move(m, at + FRAME_MOVES, 0, played_card(played, turn), 0)
        count = 1
    else:
        partners = winner == (seat + 2) & 3
        count = game.list_replies(m, at + FRAME_MOVES, rest, left, seat, led, height, partners, turn, trump)
    _open_frame(m, at, rest, height, best, winner, count, 0, game.first_proof(n, seat))


@inlined
def _note_failure(m: int, game: Variant, at: int, left: int, seat: int, reason: int, proof: int) -> None:
    # The card tried in the frame failed, for that reason.
    if load(m, at + FRAME_NEXT) < load(m, at + FRAME_COUNT):
        hand = hand_of(m, load(m, at + FRAME_LEFT), seat)
        useless = game.useless(load(m, at + FRAME_CARD), reason, hand, left)
        store(m, at + FRAME_SKIP, load(m, at + FRAME_SKIP) | useless)
    store(m, at + FRAME_REASON, load(m, at + FRAME_REASON) | reason)
    if game.KEEPS_PROOF:
        store(m, at + FRAME_PROOF, game.joined_proof(load(m, at + FRAME_PROOF), proof, seat))


@inlined
def _keep(
    m: int, game: Variant, key: Key, left: int, n: int, target: int, answer: int, proof: int, lead: int
) -> None:
    # Puts the answer into the table, with the lead that was right, or -1.
    hint = 0
    if lead >= 0:
        hint = game.hint(lead) + 1
        store(m, LAST_BEST + n, lead)
    kept = game.proof(1 if answer & game.REACHED else 0, proof, n, target)
    remember(m, game, key, left, answer, kept, hint)


def _search(game: Variant) -> Callable[[int, int, int, int], int]:
    @compiled_for("int64(int64, int64, int64, int64)")
    def search(m: int, left: int, leader: int, target: int) -> int:
        played = load(m, PLAYED)
        n = ones(hand_of(m, left, leader))
        trump = load(m, TRUMP)
        reason = 0
        proof = game.first_proof(n, leader)
        if played:
            store(m, PLAYED, 0)
        else:
            store(m, NODES, load(m, NODES) + 1)
            if load(m, NODES) > load(m, LIMIT):
                return game.STOPPED
            target = game.clipped(target, n, left)
            answer = game.at_sight(m, left, n, target)
            if answer != game.UNKNOWN:
                return answer
        if n == 1:
            return game.last_trick(m, left, leader, trump, target)
        key = key_of(m, game, left, leader, n)
        at = frame(n, 0)
        if played:
            add_move(m, at + FRAME_MOVES, 0, played_card(played, 0), 0)
            count = 1
        else:
            answer, hint = _known(m, game, key, left, leader, n, target, trump)
            if answer & game.UNKNOWN == 0:
                return answer
            reason = answer & ~game.UNKNOWN
            proof = load(m, PROVED)
            losing = load(m, LOSING_LEADS)
            count = game.list_leads(m, at + FRAME_MOVES, left, leader, n, trump, losing, hint)
        _open_frame(m, at, left, 0, 0, leader, count, reason, proof)
        turn = led = 0
        # What this hand finds: the cards left, how high the best card is, that card, whose it is.
        before = left
        height = best = 0
        winner = leader
        while True:
            # Whatever the side whose turn it is tries fails, unless it has its way further on.
            seat = (leader + turn) & 3
            card = _next_move(m, at)
            if card < 0:
                reason = with_equals(load(m, at + FRAME_REASON), hand_of(m, before, seat), left)
                proof = load(m, at + FRAME_PROOF)
                if turn < 2:
                    break
                # So the play before was right, and the one before that failed.
                turn -= 2
                at -= 2 * FRAME_WORDS
            else:
                store(m, at + FRAME_CARD, card)
                rest = before ^ (1 << card)
                if turn == 0:
                    led = card
                own = game.height(card, led, trump)
                if own > height:
                    height, best, winner = own, card, seat
                if turn < 3:
                    turn += 1
                    at += FRAME_WORDS
                    seat = (seat + 1) & 3
                    _open_replies(
                        m, game, at, rest, left, n, seat, turn, led, height, best, winner, played, trump
                    )
                    before = rest
                    continue
                trick = left ^ rest
                wanted = game.target_after(target, winner, trick)
                answer = game.settled(wanted, n)
                if answer == game.UNKNOWN:
                    answer = search(m, rest, winner, wanted)
                    if answer == game.STOPPED:
                        return answer
                reached = 1 if answer & game.REACHED else 0
                reason = answer & game.RELEVANT | game.trick_relevance(left, trick, best, led, trump)
                proof = game.proof_before(m, reached, n, winner, trick, rest)
                if reached == leader & 1:
                    # The fourth hand has its way, and the third hand's play failed.
                    turn -= 1
                    at -= FRAME_WORDS
            _note_failure(m, game, at, left, (leader + turn) & 3, reason, proof)
            before = load(m, at + FRAME_LEFT)
            height = load(m, at + FRAME_HEIGHT)
            best = load(m, at + FRAME_BEST)
            winner = load(m, at + FRAME_WINNER)
        # Turn 0: all leads failed; turn 1: the other side's replies to the last one did.
        answer = reason | (game.REACHED if turn != leader & 1 else 0)
        store(m, PROVED, proof)
        if not played:
            _keep(m, game, key, left, n, target, answer, proof, led if turn else -1)
        return answer

    return search


plain_search = by_address(_search(plain), "plain")
"""Whether seats 0 and 2 reach a target with the tricks left, and why: an `Answer` of the game.

Takes the memory, the cards left, the seat on lead and the target. Cards already played to this trick
stand in the word PLAYED and count as left.
"""
bishops_search = by_address(_search(bishops), "bishops")  # the same at Bishops Whist
