"""Old Maid as it looks to one seat or to the room."""

from bot.rules.cards import Card
from bot.rules.old_maid import words
from bot.rules.old_maid.state import Phase, View, pairs_in
from bot.rules.scene import Choice, Place, Row, Scene
from bot.rules.seats import Names
from bot.rules.tricks import cards_row
from bot.rules.wording import counted


def draw_scene(view: View, names: Names) -> Scene:
    """The scene of `view`: with the hand and choices of its seat, or without for a spectator."""
    mine = view.seat is not None and view.seat in view.to_act
    return Scene(
        title=_title(view, names),
        facts=_facts(view, names),
        places=tuple(_place(view, seat) for seat in range(view.options.players)),
        rows=_rows(view, names),
        scores=(f"Pairs on the table: {sum(view.pairs)} of 24",),
        hand=_hand(view, mine),
        prompt=_prompt(view, names) if mine else "",
        choices=_choices(view, mine),
    )


def _title(view: View, names: Names) -> str:
    match view.phase:
        case Phase.OVER:
            assert view.maid is not None
            return f"{names[view.maid]} is the Old Maid"
        case Phase.PLAYING if view.throwing:
            return "Pairs are thrown on the table"
        case Phase.PLAYING:
            left = sum(1 for number in view.held if number)
            return f"{counted(left, 'player')} and {counted(sum(view.held), 'card')} left"
    return "Cutting for the deal"


def _facts(view: View, names: Names) -> tuple[str, ...]:
    return (words.last_draw(view.last, names),) if view.last and view.phase is Phase.PLAYING else ()


def _place(view: View, seat: int) -> Place:
    notes = []
    if view.phase is not Phase.FORMING:
        notes = ["dealer"] if seat == view.dealer else []
        if seat in view.out:
            notes.append("out")
        elif view.held[seat]:
            notes.append(counted(view.held[seat], "card"))
        if view.pairs[seat]:
            notes.append(counted(view.pairs[seat], "pair"))
    return Place(seat, tuple(notes), seat in view.to_act)


def _rows(view: View, names: Names) -> tuple[Row, ...]:
    if view.giver is None:
        return ()
    number = view.held[view.giver]
    faces = tuple(str(place) for place in range(1, number + 1))
    return (Row(f"{names[view.giver]}'s cards, face down", ("??",) * number, faces),)


def _hand(view: View, mine: bool) -> Row | None:
    if view.seat is None or not view.hand:
        return None
    if not (mine and view.throwing):
        return cards_row("Your hand", view.hand)
    paired = {card for pair in pairs_in(view.hand) for card in pair}
    return cards_row("Your hand", view.hand, tuple(card in paired for card in view.hand))


def _prompt(view: View, names: Names) -> str:
    if view.throwing:
        return "You hold a pair: throw it on the table."
    assert view.giver is not None
    return f"Your turn: draw a card from {names[view.giver]}, any one you like."


def _choices(view: View, mine: bool) -> tuple[Choice, ...]:
    if view.throwing:
        pairs = pairs_in(view.hand) if mine else ()
        return tuple(Choice(_throw(pair), _faces(pair), _words(pair)) for pair in pairs)
    if view.giver is None or not (mine or view.seat is None) or not view.to_act:
        return ()
    # All cards look alike from behind, so the whole room may see these.
    places = range(1, view.held[view.giver] + 1)
    return tuple(Choice(f"take {place}", f"Card {place}", f"draw card {place}") for place in places)


def _throw(pair: tuple[Card, Card]) -> str:
    return f"throw {pair[0].text} {pair[1].text}"


def _faces(pair: tuple[Card, Card]) -> str:
    return f"{pair[0].face} {pair[1].face}"


def _words(pair: tuple[Card, Card]) -> str:
    return f"throw the {pair[0].words} and the {pair[1].words}"
