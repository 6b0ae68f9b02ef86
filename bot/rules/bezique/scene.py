"""Bezique as it looks to one seat or to the room."""

from collections import Counter
from typing import Final

from bot.rules.bezique import scoring, words
from bot.rules.bezique.combinations import BY_KEY, SEVEN_POINTS, points_for, suit_of
from bot.rules.bezique.held import Named, read_named
from bot.rules.bezique.pack import PACK
from bot.rules.bezique.play import second_wins
from bot.rules.bezique.state import Phase, View
from bot.rules.cards import Card
from bot.rules.dealing import cut_choices
from bot.rules.scene import Choice, Place, Row, Scene
from bot.rules.seats import Names
from bot.rules.tricks import cards_row, last_row, table_row
from bot.rules.wording import counted

_MANY: Final = 18
"""So many moves fit a sheet as buttons; beyond that like declarations are offered once."""

DECLARE: Final = "Declare"
_BARE: Final = {
    "exchange": (
        f"Exchange the seven: {SEVEN_POINTS}",
        "exchange the seven of trumps for the turned-up card",
        DECLARE,
    ),
    "seven": (f"Show the seven: {SEVEN_POINTS}", "show the seven of trumps", DECLARE),
    "take": ("Draw a card", "declare nothing more and draw", "Or"),
}


def draw_scene(view: View, names: Names) -> Scene:
    """The scene of `view`: with the hand and choices of its seat, or without for a spectator."""
    mine = view.seat is not None and view.seat in view.to_act
    return Scene(
        title=_title(view, names),
        facts=_facts(view),
        places=tuple(_place(view, seat) for seat in (0, 1)),
        rows=_rows(view, names),
        scores=tuple(_score(view, names, seat) for seat in (0, 1)),
        hand=_hand(view, mine),
        prompt=_prompt(view, names) if mine else "",
        trump=view.trump.value if view.trump else None,
        choices=_choices(view, names, mine),
    )


def _title(view: View, names: Names) -> str:
    standing, match = view.standing, view.options.match
    if view.winner is not None:
        games = f", {max(standing.games)} games to {min(standing.games)}" if match == "partie" else ""
        return f"{names[view.winner]} has won the {match}{games}"
    match view.phase:
        case Phase.FORMING:
            return "Cutting for the deal"
        case Phase.CHOOSING:
            return "Who deals first?"
    head = f"Game {standing.game}, hand {standing.deal}" if match == "partie" else f"Hand {standing.deal}"
    if view.phase in (Phase.SHUFFLING, Phase.CUTTING):
        return head
    number = len(view.tricks) + (view.phase is Phase.PLAYING)
    return f"{head}, trick {min(number, len(PACK) // 2)} of {len(PACK) // 2}"


def _facts(view: View) -> tuple[str, ...]:
    if view.phase not in (Phase.PLAYING, Phase.DECLARING):
        return ()
    if view.trump is None:
        trumps = "No trumps yet: the first marriage or sequence scored makes them"
    else:
        lies = f" ({view.turn_up.face} lies open)" if view.turn_up else ""
        trumps = f"Trumps: {view.trump.symbol} {view.trump.word}{lies}"
    if view.to_follow:
        return (trumps, "The stock is out: follow suit, win if you can, or trump")
    return (trumps, f"Stock: {counted(view.stock, 'card')}{' and the turn-up' if view.turn_up else ''}")


def _place(view: View, seat: int) -> Place:
    notes = ["dealer"] if seat == view.dealer and view.phase not in (Phase.FORMING, Phase.CHOOSING) else []
    if view.brisques[seat]:
        notes.append(counted(view.brisques[seat], "brisque"))
    return Place(seat, tuple(notes), seat in view.to_act)


def _rows(view: View, names: Names) -> tuple[Row, ...]:
    rows: list[Row] = []
    if view.cards:
        rows.append(table_row(view.cards, view.leader, 2, 0))
    elif view.tricks:
        rows.append(last_row(view.tricks[-1]))
    elif view.turn_up:
        rows.append(cards_row("Turned up", (view.turn_up,)))
    for seat in (0, 1):
        if view.declared[seat]:
            cards = tuple(name.card for name in view.declared[seat])
            rows.append(cards_row(f"{names[seat]}'s declared cards", cards))
    return tuple(rows)


def _score(view: View, names: Names, seat: int) -> str:
    line = f"{names[seat]}: {view.standing.points[seat]} of {scoring.GAME:,}"
    if any(view.standing.games):
        line += f", {counted(view.standing.games[seat], 'game')}"
    if view.made[seat]:
        line += f" · this hand {view.made[seat]}"
    for owed in view.owed[seat]:
        kind = BY_KEY[owed.key]
        line += f" · {owed.points} to score: {words.combination(kind, owed.suit, owed.points)}"
    return line


def _hand(view: View, mine: bool) -> Row | None:
    if view.seat is None or not view.held[view.seat]:
        return None
    lying = view.declared[view.seat]
    cards = tuple(name.card for name in view.hand)
    if not cards:
        # Everything lies declared; the panel still shows what can be played.
        return cards_row("Your declared cards", tuple(name.card for name in lying))
    if not (mine and view.phase is Phase.PLAYING):
        return cards_row("Your hand", cards)
    return cards_row("Your hand", cards, tuple(f"play {name}" in view.moves for name in view.hand))


def _prompt(view: View, names: Names) -> str:
    match view.phase:
        case Phase.CHOOSING:
            return "You cut the higher card: say who deals first. The other leads."
        case Phase.CUTTING:
            return f"Cut the pack for {names[view.dealer]}: lift as many cards as you like."
        case Phase.DECLARING if view.scored:
            return "You may show more, to score after a later trick, or draw."
        case Phase.DECLARING:
            return "You won the trick: declare something, or draw."
    if not view.cards:
        return "Your turn: you lead, play any card."
    if not view.to_follow:
        return f"Your turn: beat {view.cards[0].face} or throw a card away; you need not follow suit."
    return f"Your turn: {_duty(view, view.cards[0])}"


def _duty(view: View, led: Card) -> str:
    assert led.suit
    allowed = [read_named(move.split()[1]).card for move in view.moves]
    if allowed[0].suit is not led.suit:
        trumping = view.trump is not None and all(card.suit is view.trump for card in allowed)
        return f"you have no {led.suit.word}, {'so trump' if trumping else 'play any card'}."
    if second_wins(led, allowed[0], view.trump):
        return f"you can beat {led.face}, so you must."
    return f"follow with {led.suit.symbol} {led.suit.word}."


def _choices(view: View, names: Names, mine: bool) -> tuple[Choice, ...]:
    if not mine and view.seat is not None:
        return _plays(view, enabled=False)
    match view.phase:
        case Phase.CHOOSING:
            return tuple(
                Choice(f"dealer {seat}", f"{names[seat]} deals", f"{names[seat]} deals first")
                for seat in (0, 1)
            )
        case Phase.CUTTING:
            return cut_choices(len(PACK))
    if view.seat is None:
        return ()
    if view.phase is Phase.PLAYING:
        return _plays(view, enabled=True)
    return _declarations(view)


def _plays(view: View, *, enabled: bool) -> tuple[Choice, ...]:
    if view.phase not in (Phase.PLAYING, Phase.DECLARING) or view.seat is None:
        return ()
    numbers = Counter((*view.hand, *view.declared[view.seat]))
    return tuple(
        Choice(
            f"play {name}",
            name.face if number == 1 else f"{name.face} ×{number}",
            name.words,
            enabled and f"play {name}" in view.moves,
        )
        for name, number in numbers.items()
    )


def _declarations(view: View) -> tuple[Choice, ...]:
    choices: list[Choice] = []
    told: set[str] = set()
    for move in _best_first(view):
        if move in _BARE:
            choices.append(Choice(move, *_BARE[move][:2], group=_BARE[move][2]))
            continue
        choice = _combination(view, move)
        if len(view.moves) > _MANY and choice.label in told:
            continue
        if choice.label in told:
            named = ", ".join(read_named(text).face for text in move.split()[2:])
            choice = Choice(
                move, f"{choice.label} ({named})"[:80], f"{choice.words} with {named}", True, DECLARE
            )
        told.add(choice.label)
        choices.append(choice)
    return tuple(choices)


def _best_first(view: View) -> list[str]:
    # What was kept comes first, then by points; of like ones that which shows fewest new cards.
    order = {key: place for place, key in enumerate(BY_KEY)}

    def rank(move: str) -> tuple[bool, bool, int, int, int]:
        if move in _BARE:
            return (True, False, 0, 0, 0)
        verb, key, *cards = move.split()
        suit = suit_of(BY_KEY[key], tuple(read_named(text).card for text in cards))
        points = points_for(BY_KEY[key], suit, view.trump)
        new = sum(1 for text in cards if "/" not in text)
        return (False, verb != "score", -points, order[key], new)

    return sorted(view.moves, key=rank)


def _combination(view: View, move: str) -> Choice:
    verb, key, *texts = move.split()
    kind = BY_KEY[key]
    named: tuple[Named, ...] = tuple(map(read_named, texts))
    suit = suit_of(kind, tuple(name.card for name in named))
    points = points_for(kind, suit, view.trump)
    what = words.combination(kind, suit, points)
    if verb == "score":
        return Choice(
            move, f"Score the {what}: {points}", f"score the {what} kept from before", True, DECLARE
        )
    if view.scored:
        label = f"Show {what}: {points} to score later"
        return Choice(move, label, f"show {what}, {points} to score later", True, DECLARE)
    return Choice(move, f"{what.capitalize()}: {points}", f"declare {what} for {points}", True, DECLARE)
