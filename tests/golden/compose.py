"""Composes the golden records: `python -m tests.golden.compose`, then regenerate the transcripts.

The printed examples show single tricks. Around each a whole deal is laid that makes it legal.
Searches are seeded, so the same records come out every time.
"""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot.rules.cards import KNIGHT, Card, Suit, parse
from bot.rules.game import Chance
from bot.rules.registry import GAMES
from bot.rules.whist.bishops.pack import PACK
from bot.rules.whist.state import Playing

HERE = Path(__file__).parent
GAME: Any = GAMES["bishops-whist"]
LIFT = 20
SEATS = ["A", "B", "C", "D"]
DEALER = 3

Moves = list[tuple[int | None, str]]
Hands = list[list[Card]]


def save(name: str, moves: Moves, **fields: Any) -> None:
    """Write one record."""
    record = {
        "format": "cardinal-record/1",
        "game": GAME.key,
        "options": {},
        "seats": SEATS,
        "dealer": DEALER,
        **fields,
    }
    head = json.dumps(record, indent=1)[:-2]
    lines = ",\n  ".join(json.dumps(move) for move in moves)
    (HERE / f"{name}.json").write_text(f'{head},\n "moves": [\n  {lines}\n ]\n}}\n')


def deal_of(hands: Sequence[Sequence[Card]], turned: Card, dealer: int = DEALER) -> Moves:
    """The shuffle and the cut that give these hands, `turned` being the dealer's trump card."""
    piles = [list(hand) for hand in hands]
    piles[dealer].remove(turned)
    stock = [piles[(dealer + 1 + i) % 4].pop(0) for i in range(51)]
    pack = [*stock[51 - LIFT :], turned, *stock[: 51 - LIFT]]
    return [(None, f"deck {' '.join(map(str, pack))}"), ((dealer + 3) % 4, f"cut {LIFT}")]


def around(held: Sequence[Sequence[str]], void: dict[int, Suit], seed: int = 0) -> Hands:
    """Whole hands with the cards `held` in them; the seats in `void` hold no other of that suit."""
    rng = random.Random(seed)
    for _ in range(1000):
        hands = [[parse(text) for text in cards] for cards in held]
        left = list(PACK)
        for card in (card for hand in hands for card in hand):
            left.remove(card)
        rng.shuffle(left)
        left.sort(key=lambda card: card.suit in void.values(), reverse=True)
        for card in left:
            room = [
                s for s in range(4) if len(hands[s]) < 13 and (card is KNIGHT or void.get(s) is not card.suit)
            ]
            if not room:
                break
            hands[min(room, key=lambda s: (len(hands[s]), rng.random()))].append(card)
        else:
            return hands
    raise RuntimeError(f"no hands around {held}")


def one_trick(name: str, trump: str, plays: str) -> None:
    """A record of one trick, led by A, trick 1 of a hand that D dealt."""
    cards = [parse(text) for text in plays.split()]
    led = cards[0].suit
    void = {s: led for s, card in enumerate(cards) if led and card.suit is not led}
    suit = next(s for s in Suit if s.value == trump)
    turned = next(
        card
        for card in reversed(PACK)
        if card.suit is suit
        and card not in cards
        and (void.get(3) is not suit)
        and card.rank.value not in "AKQB"
    )
    held = [[str(card)] for card in cards]
    held[DEALER].append(str(turned))
    hands = around(held, void)
    save(name, [*deal_of(hands, turned), *((s, f"play {card}") for s, card in enumerate(cards))])


def play_towards(
    hands: Hands, turned: Card, kept: Sequence[Sequence[str]], until: int, leader: int, tries: int = 20_000
) -> Moves:
    """Play at random, holding the `kept` cards back, until only they are left and `leader` leads."""
    start = deal_of(hands, turned)
    state = GAME.begin(GAME.options({}), DEALER)
    for seat, text in start:
        state = GAME.apply(state, seat, GAME.parse(text)).state
    for attempt in range(tries):
        rng = random.Random(attempt)
        played: Moves = []
        now = state
        while len(now.tally.tricks) < until:
            seat = GAME.to_act(now)[0]
            legal = [m for m in GAME.legal(now, seat) if not _last(m.card, kept[seat], now.hands[seat])]
            if not legal:
                break
            move = rng.choice(legal)
            played.append((seat, str(move)))
            now = GAME.apply(now, seat, move).state
        else:
            if now.leader == leader:
                return [*start, *played]
    raise RuntimeError("no way found")


def _last(card: Card, kept: Sequence[str], hand: Sequence[Card]) -> bool:
    return str(card) in kept and list(hand).count(card) <= list(kept).count(str(card))


def knights_trick(name: str, last: Sequence[str]) -> None:
    """A thirteenth trick led by A, clubs trumps."""
    for seed in range(200):
        hands = around([[card] for card in last[:3]] + [[last[3], "2C"]], {}, seed)
        try:
            moves = play_towards(hands, parse("2C"), [[card] for card in last], 12, 0, tries=300)
        except RuntimeError:
            continue
        save(name, [*moves, *((s, f"play {card}") for s, card in enumerate(last))])
        return
    raise RuntimeError(name)


def twelfth_trick() -> None:
    """Dana's study: B leads to trick 12, A holds the bishop of clubs and a knight."""
    kept = [["BC", "N"], ["6D", "BH"], ["5D", "BD"], ["KH", "N"]]
    for seed in range(500):
        hands = around([*kept[:3], [*kept[3], "2S"]], {}, seed)
        try:
            moves = play_towards(hands, parse("2S"), kept, 11, 1, tries=300)
        except RuntimeError:
            continue
        first: Moves = [*moves, (1, "play 6D"), (2, "play 5D"), (3, "play KH")]
        knight: Moves = [(0, "play N"), (0, "play BC"), (1, "play BH"), (2, "play BD"), (3, "play N")]
        bishop: Moves = [(0, "play BC"), (1, "play BH"), (2, "play BD"), (3, "play N"), (0, "play N")]
        save("twelfth-trick-knight-played", first + knight)
        save("twelfth-trick-bishop-thrown", first + bishop)
        return
    raise RuntimeError("twelfth trick")


def random_hand(dealer: int, seed: int, better: int) -> tuple[tuple[int, int], Moves]:
    """A hand played at random by one side and by the highest card by the other: points, moves."""
    rng = random.Random(seed)
    state = GAME.begin(GAME.options({}), dealer)
    moves: Moves = []
    while state.match.score.hand == 1:
        due = GAME.to_act(state)
        if isinstance(due, Chance):
            pieces = list(due.pieces)
            rng.shuffle(pieces)
            seat, move = None, GAME.parse(" ".join([due.verb, *pieces]))
        else:
            seat = due[0]
            legal = GAME.legal(state, seat)
            high = isinstance(state, Playing) and seat % 2 == better
            move = legal[0] if high else rng.choice(legal)
        moves.append((seat, str(move)))
        state = GAME.apply(state, seat, move).state
    return state.match.score.points, moves


def ending() -> None:
    """24-22, then a hand of 2 and 7: the side with 29 wins (Dana, The Game)."""
    pool = {
        dealer: [random_hand(dealer, seed, seed % 2) for seed in range(1000 * dealer, 1000 * dealer + 150)]
        for dealer in range(4)
    }
    reached: dict[tuple[int, tuple[int, int]], Moves] = {(0, (0, 0)): []}
    for hands_played in range(6):
        for (count, total), moves in list(reached.items()):
            if count != hands_played:
                continue
            for points, more in pool[(DEALER + count) % 4]:
                after = (total[0] + points[0], total[1] + points[1])
                if after == (26, 29) and total == (24, 22):
                    save("ending-24-22", moves + more, options={"match": "game"})
                    return
                if max(after) < 25:
                    reached.setdefault((count + 1, after), moves + more)
    raise RuntimeError("24-22")


def match(name: str, dealer: int | None, seed: int, wanted: Callable[[Any], bool], **fields: Any) -> None:
    """A match played at random until `wanted` of a state."""
    rng = random.Random(seed)
    state = GAME.begin(GAME.options(fields.get("options", {})), dealer)
    moves: Moves = []
    while not wanted(state):
        due = GAME.to_act(state)
        if isinstance(due, Chance):
            pieces = list(due.pieces)
            rng.shuffle(pieces)
            seat, move = None, GAME.parse(" ".join([due.verb, *pieces[: due.take]]))
        else:
            seat, move = due[0], rng.choice(GAME.legal(state, due[0]))
        moves.append((seat, str(move)))
        state = GAME.apply(state, seat, move).state
    save(name, moves, dealer=dealer, **fields)


def turned_up(name: str, turned: str, after: Moves) -> None:
    """A hand in which `turned` is turned up; what comes `after` is followed by random play."""
    rng = random.Random(turned)
    stock = list(PACK)
    stock.remove(parse(turned))
    rng.shuffle(stock)
    pack = [*stock[:LIFT], parse(turned), *stock[LIFT:]]
    moves: Moves = [(None, f"deck {' '.join(map(str, pack))}"), (2, f"cut {LIFT}"), *after]
    state = GAME.begin(GAME.options({}), DEALER)
    for seat, text in moves:
        state = GAME.apply(state, seat, GAME.parse(text)).state
    while state.match.score.hand == 1:
        (seat,) = GAME.to_act(state)
        move = rng.choice(GAME.legal(state, seat))
        moves.append((seat, str(move)))
        state = GAME.apply(state, seat, move).state
    save(name, moves)


SPECIMEN_PACK = (
    "KC 2S 6C QC 4C 4S 7C KS BS 6S QS 5S N N 3S 7S N N 8S 9S 5C QH KH AH 2H BH 4H 9H 3H AD 7H 6H KD BD "
    "8H 5H QD 4D 2D 8D 3D 8C 6D 9D 5D 9C 7D BC AC AS 2C 3C"
)
SPECIMEN_TRICKS = (
    "A QH 4H 5H 2H", "A AS 3S 5S N", "A 4D 2D 8D 3D", "B KS N 2S 8S", "B AH 3H N 8H", "B 9S BS 6S QS",
    "D KH 6H 4C BH", "C AC 8C 2C 3C", "C KC 9C 7C QC", "C KD AD 7D 9D", "A 4S 6C 7S 5D", "D 7H 9H 5C BD",
    "C QD N 6D BC",
)  # fmt: skip


def specimen() -> None:
    """Dana's specimen hand; clockwise A, D, B, C, dealer C (RULES A9)."""
    seats = ["A", "D", "B", "C"]
    moves: Moves = [(None, f"deck {SPECIMEN_PACK}"), (2, "cut 20")]
    for trick in SPECIMEN_TRICKS:
        leader, *cards = trick.split()
        first = seats.index(leader)
        moves += [((first + turn) % 4, f"play {card}") for turn, card in enumerate(cards)]
    save("specimen-hand", moves, seats=seats, dealer=3)
    # The same with an exposed card of A's and a revoke of D's entered by the referee (RULES A8).
    charged: Moves = [*moves[:10], (None, "penalty exposed 0"), *moves[10:30], (None, "penalty revoke 1")]
    save("referee-penalties", [*charged, *moves[30:]], seats=seats, dealer=3)
    # The same in which A takes the queen led back when two have played to it, leads the ace and takes that
    # back too; and B takes back the last card of all, which had ended the hand.
    back: Moves = [*moves[:5], (0, "undo"), (0, "play AS"), (0, "undo"), *moves[2:], (2, "undo"), moves[-1]]
    save("cards-taken-back", back, seats=seats, dealer=3)


TRICKS = (
    ("simple-1", "H", "3D N 8D AS"),
    ("simple-1-ace", "H", "3D N 8D AD"),
    ("simple-1-king", "H", "3D N 8D KD"),
    ("simple-1-queen", "H", "3D N 8D QD"),
    ("simple-1-bishop", "H", "3D N 8D BD"),
    ("simple-2", "H", "6S QC N N"),
    ("simple-2-queen", "H", "6S QS N N"),
    ("simple-2-bishop", "H", "6S BS N N"),
    ("simple-2-king", "H", "6S KS N N"),
    ("simple-2-ace", "H", "6S AS N N"),
    ("simple-3", "C", "5H N 4H 2C"),
    ("simple-4", "C", "6S N BS 4S"),
    ("simple-4-queen", "C", "6S N BS QS"),
    ("irregular-1", "C", "N BD KH AS"),
    ("irregular-2", "C", "N BD QH QS"),
    ("irregular-3", "D", "N QC QH 2D"),
    ("irregular-3-small", "D", "N QC QH 2S"),
    ("irregular-3-knight", "D", "N QC QH N"),
    ("irregular-3-king", "D", "N QC QH KS"),
    ("no-establishing-a-suit", "S", "9D N 2D 3D"),
    ("no-establishing-trumps", "S", "4S N 2S 3S"),
)
"""The illustrated tricks and their variations: trump suit and cards in order (RULES A10)."""


def main() -> None:
    """Write every record."""
    specimen()
    for name, trump, plays in TRICKS:
        one_trick(f"trick-{name}", trump, plays)
    knights_trick("trick-knights", ["AC", "N", "BH", "N"])
    knights_trick("trick-knights-without", ["AC", "KH", "BH", "9S"])
    twelfth_trick()
    ending()
    save(
        "cut-7-n-n-k",
        [(None, "draw 7C N N KH"), (None, "draw 9H 4D")],
        options={"partners": "cut"},
        dealer=None,
    )
    turned_up("knight-turned", str(KNIGHT), [(3, "trump S")])
    turned_up("bishop-cut", "BH", [])
    match("rubber", None, 6, lambda state: GAME.result(state) is not None, options={"partners": "cut"})


if __name__ == "__main__":
    main()
