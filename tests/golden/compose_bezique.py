"""Composes the golden records of bezique: `python -m tests.golden.compose_bezique`, then regenerate.

Whole games are played by the house, so that they read like games; the worked declarations of Cady are
laid into hands in which they come about.
"""

import random
from typing import Any

from bot.house.registry import player_for
from bot.rules.bezique.variant import whole_pack
from bot.rules.cards import Card, parse
from bot.rules.game import Chance
from bot.rules.registry import GAMES
from tests.golden.compose_whist import save

GAME = GAMES["bezique"]
Moves = list[tuple[int | None, str]]

PACK = whole_pack(2)
LIFT = 20
FIRST = (0, 1, 2, 6, 7, 10, 11, 12)
"""Places of the non-dealer's first eight cards in a pack that has been cut."""


def by_the_house(name: str, seed: int, key: str = GAME.key, **options: Any) -> None:
    """A match between house players."""
    rng, game, hoyle = random.Random(seed), GAMES[key], player_for(key)
    state = game.begin(game.options(options), None)
    moves: Moves = []
    while game.result(state) is None:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat = due[len(moves) % len(due)]
            move = hoyle.choose(game.view(state, seat), rng)
            text = str(move)
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, options)


def pack_for(mine: str, turned: str, draws: str) -> tuple[Card, ...]:
    """A pack that deals `mine` to the non-dealer, turns up `turned`, and gives him `draws` as long as he
    wins every trick. The dealer gets what is lowest, so that he does."""
    wanted = [parse(text) for text in f"{mine} {turned} {draws}".split()]
    rest = list(PACK)
    for card in wanted:
        rest.remove(card)
    rest.sort(key=lambda card: "789JQKTA".index(card.rank.value))
    low = iter(rest)
    pack: list[Card | None] = [None] * 64
    for place, text in zip(FIRST, mine.split(), strict=True):
        pack[place] = parse(text)
    pack[16] = parse(turned)
    for number, text in enumerate(draws.split()):
        pack[17 + 2 * number] = parse(text)
    return tuple(card if card is not None else next(low) for card in pack)


def declared(name: str, pack: tuple[Card, ...], script: list[str]) -> None:
    """Ann, who wins every trick, plays and declares by the script; Bob throws away his first card."""
    whole = (*pack[64 - LIFT :], *pack[: 64 - LIFT])
    moves: Moves = [(None, f"draw {PACK[8]} {PACK[7]}"), (0, "dealer 1")]
    moves += [(None, f"deck {' '.join(card.text for card in whole)}"), (0, f"cut {LIFT}")]
    state = GAME.begin(GAME.options({}), None)
    for seat, text in moves:
        state = GAME.apply(state, seat, GAME.parse(text)).state
    for text in script:
        while GAME.to_act(state) == (1,):
            reply = GAME.legal(state, 1)[-1]
            moves.append((1, str(reply)))
            state = GAME.apply(state, 1, reply).state
        if text == "take" and text not in map(str, GAME.legal(state, 0)):
            continue  # nothing was left to declare, so both have drawn
        moves.append((0, text))
        state = GAME.apply(state, 0, GAME.parse(text)).state
    save(GAME, name, moves, {})


def main() -> None:
    """Write every record."""
    by_the_house("bezique-partie", 3)
    by_the_house("bezique-game-without-turn-up", 5, match="game", trumps="declared")
    by_the_house("bezique-game-brisques-at-the-end", 6, match="game", brisques="at-the-end")
    by_the_house("bezique-game-always-asked", 7, match="game", asked="always")
    declared(
        "bezique-kings-then-bezique",
        pack_for("AH AH KS KH KD KC QS JD", "9H", "TH TH AS AC"),
        [
            "play AH",
            "declare kings KS KH KC KD",
            "take",
            "play AH",
            "declare bezique QS JD",
            "declare marriage KS/1 QS/1",
            "take",
            "play TH",
            "score marriage KS/1 QS/1",
        ],
    )
    declared(
        "bezique-single-single-double",
        pack_for("AH AH TH TH QS JD QS JD", "9H", "AS AC AD KH"),
        [
            "play AH",
            "declare bezique QS JD",
            "take",
            "play AH",
            "declare bezique QS JD",
            "take",
            "play TH",
            "declare double QS/1 QS/2 JD/1 JD/2",
        ],
    )
    declared(
        "bezique-marriage-then-sequence",
        pack_for("AH AH TH KH QH JH AS TS", "9H", "TH AC AD KD"),
        [
            "play AH",
            "declare marriage KH QH",
            "take",
            "play TH",
            "declare sequence AH TH KH/1 QH/1 JH",
        ],
    )


if __name__ == "__main__":
    main()
