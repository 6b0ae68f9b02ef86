"""Composes the golden records of Rubicon bezique: `python -m tests.golden.compose_rubicon`, then regenerate.

Whole hands are played by the house; for the examples of the settlement a referee brings the scores of such a
hand to those of the book before the last card. What is declared by a script is laid into a hand in which it
comes about.
"""

import random
from collections.abc import Sequence
from typing import Any

from bot.house.registry import player_for
from bot.rules.bezique.moves import PlayHeld
from bot.rules.bezique.rubicon.events import HandSettled
from bot.rules.bezique.rubicon.game import RubiconBezique
from bot.rules.bezique.state import Declaring, Playing
from bot.rules.cards import Card, parse
from bot.rules.game import Chance
from tests.golden.compose_whist import save

GAME = RubiconBezique()
HOYLE = player_for(GAME.key)
PACK = GAME.variant(GAME.options({})).pack
LIFT = 20
Moves = list[tuple[int | None, str]]


def by_the_house(
    seed: int,
    scores: tuple[int, int] | None = None,
    brisques: tuple[int, int] | None = None,
    entered: Sequence[str] = (),
    **options: Any,
) -> Moves | None:
    """A match between house players. Before the last card the referee enters `entered`, and brings both to
    these `scores`, the last trick included; None if the brisques come out otherwise."""
    rng, moves = random.Random(seed), Moves()
    state = GAME.begin(GAME.options(options), None)
    while GAME.result(state) is None:
        due = GAME.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat, text = due[0], str(HOYLE.choose(GAME.view(state, due[0]), rng))
        if scores is not None and isinstance(state, Playing) and sum(map(len, state.deal.hands)) == 1:
            last, won = _as_it_ends(state, seat, text)
            if brisques not in (None, won):
                return None
            for penalty in entered:
                moves.append((None, penalty))
                state = GAME.apply(state, None, GAME.parse(penalty)).state
            for player in (0, 1):
                if more := scores[player] - last[player]:
                    moves.append((None, f"mark {player} {more}"))
                    state = GAME.apply(state, None, GAME.parse(f"mark {player} {more}")).state
        moves.append((seat, text))
        state = GAME.apply(state, seat, GAME.parse(text)).state
    return moves


def _as_it_ends(state: Any, seat: int | None, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # The scores and the brisques with the last trick.
    for event in GAME.apply(state, seat, GAME.parse(text)).events:
        if isinstance(event, HandSettled):
            return event.scores, event.brisques
    raise AssertionError("that was not the last card")


def example(
    name: str, scores: tuple[int, int], brisques: tuple[int, int] | None, *entered: str, **options: Any
) -> None:
    """A hand that ends with these scores; the first seed whose brisques fall so."""
    for seed in range(1, 1000):
        if moves := by_the_house(seed, scores, brisques, entered, **options):
            save(GAME, name, moves, options)
            return
    raise AssertionError(f"no hand for {name}")


def pack_for(mine: str, draws: str) -> tuple[Card, ...]:
    """A pack that deals `mine` to the non-dealer and gives him `draws` as long as he wins every trick. The
    dealer gets what is lowest, so that he does."""
    rest = list(PACK)
    for text in f"{mine} {draws}".split():
        rest.remove(parse(text))
    rest.sort(key=lambda card: "789JQKTA".index(card.rank.value))
    low = iter(rest)
    first, pack = list(map(parse, mine.split())), list[Card]()
    for number in (0, 3, 6):
        pack += [*first[number : number + 3], next(low), next(low), next(low)]
    for text in draws.split():
        pack += [parse(text), next(low)]
    return (*pack, *low)


def declared(name: str, pack: tuple[Card, ...], script: list[str]) -> None:
    """Ann, who wins every trick, plays and declares by the script; Bob throws away his lowest card."""
    whole = (*pack[128 - LIFT :], *pack[: 128 - LIFT])
    moves: Moves = [(None, f"draw {PACK[8]} {PACK[7]}"), (0, "dealer 1")]
    moves += [(None, f"deck {' '.join(card.text for card in whole)}"), (0, f"cut {LIFT}")]
    state = GAME.begin(GAME.options({}), None)
    for seat, text in moves:
        state = GAME.apply(state, seat, GAME.parse(text)).state
    for text in script:
        while GAME.to_act(state) == (1,):
            plays = [move for move in GAME.legal(state, 1) if isinstance(move, PlayHeld)]
            reply = min(plays, key=lambda play: "789JQKTA".index(play.named.card.rank.value))
            moves.append((1, str(reply)))
            state = GAME.apply(state, 1, reply).state
        if text.startswith("play") and isinstance(state, Declaring):
            moves.append((0, "take"))
            state = GAME.apply(state, 0, GAME.parse("take")).state
        moves.append((0, text))
        state = GAME.apply(state, 0, GAME.parse(text)).state
    save(GAME, name, moves, {})


def main() -> None:
    """Write every record."""
    whole = by_the_house(4, again="any-set")
    save(GAME, "rubicon-bezique-game", whole or [], {"again": "any-set"})
    example("rubicon-bezique-brisques-decide", (1120, 1160), (20, 12), again="any-set")
    example("rubicon-bezique-rubicon", (1520, 640), None)
    example("rubicon-bezique-last-trick", (1120, 680), None)
    example("rubicon-bezique-too-many-cards", (1200, 950), None, "penalty too-many 1")
    declared(
        "rubicon-bezique-aces-again",
        pack_for("AH AS AC AD AH TS TC 9S 9C", "7H 8H 9H 7D"),
        ["play TS", "declare aces AS AH AC AD", "play AD/1", "declare aces AS/1 AH/1 AH AC/1"],
    )
    declared(
        "rubicon-bezique-ladder",
        pack_for("AS QS QS QS QS JD JD JD JD", "AS AS AS AC"),
        [
            "play AS",
            "declare bezique QS JD",
            "play AS",
            "declare double QS QS/1 JD JD/1",
            "play AS",
            "declare triple QS QS/1 QS/2 JD JD/1 JD/2",
            "play AS",
            "declare quadruple QS QS/1 QS/2 QS/3 JD JD/1 JD/2 JD/3",
        ],
    )
    declared(
        "rubicon-bezique-carte-blanche",
        pack_for("AS TS 9S 8S 7S AC TC 9C 8C", "7C KS 9H"),
        ["blanche", "play AS", "blanche", "play TS", "play AC"],
    )


if __name__ == "__main__":
    main()
