"""Composes the golden records of bezique for three and for four: `python -m tests.golden.compose_several`,
then regenerate.

Whole games are played by the house; Cady's examples are laid into hands in which they come about.
"""

from bot.rules.bezique.moves import DrawCards, PlayHeld
from bot.rules.bezique.variant import whole_pack
from bot.rules.cards import Card, parse
from bot.rules.game import AnyGame
from bot.rules.moves import Move
from bot.rules.registry import GAMES
from tests.golden.compose_bezique import Moves, by_the_house
from tests.golden.compose_whist import save

THREE, FOUR = GAMES["three-handed-bezique"], GAMES["four-handed-bezique"]
LIFT = 20
PACKETS = (3, 2, 3)
LOW_TO_HIGH = "789JQKTA"


def pack_for(packs: int, hands: tuple[str, ...], turned: str, draws: tuple[str, ...]) -> tuple[Card, ...]:
    """A pack that deals these hands, the first to the dealer's left, turns that card up, and then gives each
    in turn these draws, as long as the same player wins; what is not named is the lowest left."""
    players = len(hands)
    rest = list(whole_pack(packs))
    for text in " ".join((*hands, turned, *draws)).split():
        rest.remove(parse(text))
    rest.sort(key=lambda card: LOW_TO_HIGH.index(card.rank.value))
    low = iter(rest)
    dealt = [[parse(text) for text in hand.split()] for hand in hands]
    for hand in dealt:
        hand += [next(low) for _ in range(8 - len(hand))]
    pack: list[Card] = []
    top = 0
    for packet in PACKETS:
        for hand in dealt:
            pack += hand[top : top + packet]
        top += packet
    pack.append(parse(turned))
    drawn = [[parse(text) for text in draw.split()] for draw in draws]
    for number in range(max(map(len, drawn))):
        for seat in range(players):
            own = drawn[seat] if seat < len(drawn) else []
            pack.append(own[number] if number < len(own) else next(low))
    return (*pack, *low)


def declared(game: AnyGame, name: str, pack: tuple[Card, ...], script: list[tuple[int, str]]) -> None:
    """The last seat deals. What the script does not say is done by whoever is due: the lowest card, and
    nothing declared."""
    seats = len(game.seating(game.options({})))
    dealer = seats - 1
    whole = (*pack[len(pack) - LIFT :], *pack[: len(pack) - LIFT])
    high, *others = [parse(text) for text in ("AS", "KS", "QS", "JS")[:seats]]
    cuts = " ".join(card.text for card in (high, *others))
    moves: Moves = [(None, f"draw {cuts}"), (0, f"dealer {dealer}")]
    moves += [(None, f"deck {' '.join(card.text for card in whole)}"), (dealer - 1, f"cut {LIFT}")]
    state = game.begin(game.options({}), None)
    for seat, text in moves:
        state = game.apply(state, seat, game.parse(text)).state
    for seat, text in script:
        while True:
            due = game.to_act(state)
            assert isinstance(due, tuple)
            if seat in due:
                break
            reply = min(game.legal(state, due[0]), key=_lowest)
            moves.append((due[0], str(reply)))
            state = game.apply(state, due[0], reply).state
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    save(game, name, moves, {})


def _lowest(move: Move) -> int:
    if not isinstance(move, PlayHeld):
        return len(LOW_TO_HIGH) + (not isinstance(move, DrawCards))
    return LOW_TO_HIGH.index(move.named.card.rank.value)


def main() -> None:
    """Write every record."""
    by_the_house("three-handed-bezique-game", 3, key=THREE.key, target="one-thousand")
    by_the_house("four-handed-bezique-game", 4, key=FOUR.key)
    by_the_house("four-handed-bezique-alone", 5, key=FOUR.key, partners="alone", target="one-thousand")
    declared(
        THREE,
        "three-handed-bezique-triple",
        pack_for(3, ("AH AH AH TH QS JD QS JD", "", ""), "9H", ("QS JD TH",)),
        [
            (0, "play AH"),
            (0, "declare bezique QS JD"),
            (0, "take"),
            (0, "play AH"),
            (0, "declare double QS QS/1 JD JD/1"),
            (0, "take"),
            (0, "play AH"),
            (0, "declare triple QS QS/1 QS/2 JD JD/1 JD/2"),
        ],
    )
    declared(
        FOUR,
        "four-handed-bezique-joined",
        pack_for(4, ("AH AH AH TH QS JD KC", "", "QS JD KS KH KD", ""), "9H", ("QH",)),
        [
            (0, "play AH"),
            (0, "declare bezique QS JD"),
            (0, "take"),
            (0, "play AH"),
            (0, "take"),
            (2, "declare bezique QS JD"),
            (0, "play AH"),
            (0, "declare double QS/1 QS/2 JD/1 JD/2"),
            (0, "take"),
        ],
    )


if __name__ == "__main__":
    main()
