"""Composes the golden records of Polish bezique: `python -m tests.golden.compose_polish`, then regenerate.

Whole games are played by the house; Cady's examples are laid into hands in which they come about.
"""

import random
from typing import Any

from bot.house.registry import player_for
from bot.rules.bezique.variant import whole_pack
from bot.rules.cards import parse
from bot.rules.game import Chance
from bot.rules.registry import GAMES
from tests.golden.compose_whist import save

LIFT = 20
PACKETS = (3, 2, 3)


def by_the_house(name: str, key: str, seed: int, **options: Any) -> None:
    """A match between house players."""
    game, hoyle, rng = GAMES[key], player_for(key), random.Random(seed)
    state = game.begin(game.options(options), None)
    moves: list[tuple[int | None, str]] = []
    while game.result(state) is None:
        due = game.to_act(state)
        if isinstance(due, Chance):
            seat, text = None, " ".join([due.verb, *rng.sample(due.pieces, due.take)])
        else:
            seat = due[0]
            text = str(hoyle.choose(game.view(state, seat), rng))
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, options)


def pack_for(whole: list[str], hands: list[str], turned: str) -> list[str]:
    """A pack that deals these cards, seat 0 first, and turns that one up; the rest fills the hands and the
    stock, the lowest cards first."""
    places: list[list[int]] = [[] for _ in hands]
    top = 0
    for packet in PACKETS:
        for held in places:
            held += range(top, top + packet)
            top += packet
    pack: dict[int, str] = {top: turned}
    for held, hand in zip(places, hands, strict=True):
        pack.update(zip(held, hand.split(), strict=False))
    rest = list(whole)
    for card in pack.values():
        rest.remove(card)
    rest.sort(key=lambda text: "789JQKTA".index(parse(text).rank.value))
    low = iter(rest)
    return [pack[place] if place in pack else next(low) for place in range(len(whole))]


def example(name: str, key: str, packs: int, hands: list[str], turned: str, script: list[str]) -> None:
    """The last seat deals, and the moves are made as they are written, each by whoever is to act."""
    game = GAMES[key]
    state = game.begin(game.options({}), None)
    pack = pack_for([card.text for card in whole_pack(packs)], hands, turned)
    high_to_low = [f"{rank}S" for rank in reversed("AKQJ"[: len(hands)])]
    before = (
        f"draw {' '.join(high_to_low)}",
        f"dealer {len(hands) - 1}",
        f"deck {' '.join([*pack[-LIFT:], *pack[:-LIFT]])}",
        f"cut {LIFT}",
    )
    moves: list[tuple[int | None, str]] = []
    for text in (*before, *script):
        due = game.to_act(state)
        seat = None if isinstance(due, Chance) else due[0]
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, {})


def main() -> None:
    """Write every record."""
    by_the_house("polish-bezique-game", "polish-bezique", 4)
    by_the_house("polish-bezique-three-packs", "polish-bezique", 2, packs="three", target="2000")
    by_the_house("four-handed-polish-bezique-game", "four-handed-polish-bezique", 1)
    by_the_house("four-handed-polish-bezique-common", "four-handed-polish-bezique", 2, manner="common")
    example(
        "polish-bezique-king-of-trumps",
        "polish-bezique",
        2,
        ["AH TH QH JH KH", "7C 7C 8C 8C 7D 7D 8D 8D"],
        "9H",
        [
            *("play AH", "play 7C", "play TH", "play 7C", "play QH", "play 8C"),
            *("play JH", "play 8C", "play KH", "play 7D", "declare-all"),
        ],
    )
    example(
        "four-handed-polish-bezique-joined",
        "four-handed-polish-bezique",
        4,
        ["QS QS 9H", "JD 7C 7C", "AS 8C 8S", "7S JD 9S"],
        "8H",
        [
            *("play QS", "play JD", "play AS", "play 7S", "declare bezique QS/1 JD/1"),
            *("play 8C", "play JD", "play 9H", "play 7C"),
            *("play QS", "play 7C", "play 8S", "play 9S", "declare-all"),
        ],
    )


if __name__ == "__main__":
    main()
