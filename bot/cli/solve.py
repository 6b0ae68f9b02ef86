"""`./cardinal solve`: what a hand is worth with all cards open and best play on all sides."""

import argparse
import importlib.util
import io
import json
import sys

from bot.cli.console import failed
from bot.house.registry import SOLVED
from bot.house.solver import Kind, Position, Solution, solve_fully, warm_up
from bot.rules.cards import KNIGHT, Card, Suit, parse, parse_suit
from bot.rules.errors import NotationError
from bot.rules.escaping import shortened, shown

_NO_TRUMPS = ("N", "NT", "none", "-")
_SUITS = tuple(Suit)
_SEATS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the cards, the trump suit and who leads."""
    # What they say is checked in `main`, which refuses it in one line and without the usage.
    parser.add_argument("--game", default="bishops-whist", help=f"{', '.join(SOLVED)} (default: %(default)s)")
    parser.add_argument(
        "--deal",
        required=True,
        metavar="HANDS",
        help="four hands clockwise, NAME:SPADES.HEARTS.DIAMONDS.CLUBS each, at Bishops Whist .KNIGHTS "
        "after them (their number), as in 'S:AQ.KB7..92.1 W:… N:… E:…'; - or nothing for no card",
    )
    parser.add_argument("--trump", required=True, metavar="SUIT", help="S, H, D or C; N for no trumps")
    parser.add_argument("--leader", required=True, metavar="NAME", help="who leads, by the name in the deal")
    parser.add_argument(
        "--taken",
        default="",
        metavar="T,T[,B,B]",
        help="tricks, and bishops, that the first hand's side and the other have taken already",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def main(arguments: argparse.Namespace) -> int:
    """Solve and print; 1 for what cannot be solved."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every terminal can write the suits' signs.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        position, names = _position(arguments)
    except ValueError as error:
        return failed("solve", _sentence(str(error)))
    if importlib.util.find_spec("numba") is None:
        return failed("solve", "numba is not installed; pip install -r requirements/run.txt")
    # Compiling is not solving.
    warm_up()
    solution = solve_fully(position)
    names = [shown(name) for name in names]
    side = f"{names[solution.seat]}-{names[(solution.seat + 2) % _SEATS]}"
    print(_as_json(solution, side) if arguments.json else _in_words(solution, side, position, names))
    return 0


def _position(arguments: argparse.Namespace) -> tuple[Position, list[str]]:
    # No game and no suit is longer than what is shown of it.
    game, suit = shortened(arguments.game), shortened(arguments.trump)
    try:
        kind = SOLVED[game]
    except KeyError:
        raise ValueError(f"--game {game!r} is not one of {', '.join(SOLVED)}.") from None
    try:
        trump = None if suit in _NO_TRUMPS else parse_suit(suit)
    except NotationError as error:
        raise ValueError(f"--trump: {str(error).removesuffix('.')}, or N for no trumps.") from None
    names, hands = _deal(arguments.deal, kind)
    if arguments.leader not in names:
        raise ValueError(
            f"--leader {shortened(arguments.leader)!r} is not one of {', '.join(map(shown, names))}."
        )
    tricks, bishops = _taken(arguments.taken, kind, game)
    leader = names.index(arguments.leader)
    return Position(kind, hands, trump, leader, (), tricks, bishops), names


def _deal(text: str, kind: Kind) -> tuple[list[str], tuple[tuple[Card, ...], ...]]:
    parts = text.split()
    if len(parts) != _SEATS:
        raise ValueError(f"--deal has {len(parts)} hands; write four, with spaces between.")
    names, hands = [], []
    for part in parts:
        name, colon, cards = part.partition(":")
        if not colon or not name:
            raise ValueError(f"--deal: {shortened(part)!r} is not NAME:SPADES.HEARTS.DIAMONDS.CLUBS.")
        if name in names:
            raise ValueError(f"--deal names {shown(name)} twice.")
        names.append(name)
        hands.append(_hand(name, cards, kind))
    return names, tuple(hands)


def _hand(name: str, text: str, kind: Kind) -> tuple[Card, ...]:
    name, suits = shown(name), text.split(".")
    knights = suits.pop() if kind is Kind.BISHOPS and len(suits) == len(_SUITS) + 1 else "0"
    if len(suits) != len(_SUITS):
        raise ValueError(
            f"--deal: {name} has {len(suits)} suits; write SPADES.HEARTS.DIAMONDS.CLUBS"
            + (" and .KNIGHTS." if kind is Kind.BISHOPS else ".")
        )
    if knights in ("", "-"):
        knights = "0"
    if not (knights.isascii() and knights.isdigit() and len(knights) == 1):
        raise ValueError(f"--deal: {name}: {shortened(knights)!r} is not a number of knights.")
    cards = []
    for suit, ranks in zip(_SUITS, suits, strict=True):
        for rank in ranks.replace("-", ""):
            try:
                cards.append(parse(rank + suit.value))
            except NotationError:
                raise ValueError(f"--deal: {name}: {rank!r} is not a rank.") from None
    return (*cards, *(KNIGHT,) * int(knights))


def _taken(text: str, kind: Kind, game: str) -> tuple[tuple[int, int], tuple[int, int]]:
    numbers = text.split(",") if text else ["0", "0"]
    if len(numbers) not in (2, 4) or not all(n.isascii() and n.isdigit() and len(n) < 3 for n in numbers):
        raise ValueError(f"--taken {shortened(text)!r} is not T,T or T,T,B,B.")
    if len(numbers) == 4 and kind is not Kind.BISHOPS:
        raise ValueError(f"--taken {text!r}: there are no bishops in {game}; write T,T.")
    tricks, bishops = [int(n) for n in numbers[:2]], [int(n) for n in numbers[2:]] or [0, 0]
    return (tricks[0], tricks[1]), (bishops[0], bishops[1])


def _sentence(text: str) -> str:
    return text if text.startswith("--") else f"--deal: {text}"


def _as_json(solution: Solution, side: str) -> str:
    report = {
        "side": side,
        "value": solution.value,
        "leads": {card.text: value for card, value in solution.leads.items()},
        "line": [card.text for card in solution.line],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }
    return json.dumps(report)


def _in_words(solution: Solution, side: str, position: Position, names: list[str]) -> str:
    plain = position.kind is Kind.PLAIN
    value = f"{solution.value} tricks" if plain else f"{solution.value:+} points"
    lines = [f"{side}, {names[solution.seat]} to lead: {value}", "Leads:"]
    for worth in sorted(set(solution.leads.values()), reverse=True):
        cards = " ".join(card.face for card, value in solution.leads.items() if value == worth)
        lines.append(f"  {worth if plain else f'{worth:+}'}: {cards}")
    tricks = [solution.line[at : at + _SEATS] for at in range(0, len(solution.line), _SEATS)]
    lines.append("A line of best play:")
    lines += [f"  {' '.join(card.face for card in trick)}" for trick in tricks]
    lines.append(f"{solution.nodes:,} positions in {solution.seconds:.3f} s")
    return "\n".join(lines)
