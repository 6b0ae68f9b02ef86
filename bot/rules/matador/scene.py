"""Matador as it looks to one seat or to the room."""

from bot.rules.dominoes.tiles import half_word
from bot.rules.matador.line import SEVEN, lays, open_half
from bot.rules.matador.moves import ENDS, Lay
from bot.rules.matador.scoring import GAME, is_zapatero
from bot.rules.matador.state import Phase, View
from bot.rules.scene import Choice, Layout, Place, Row, Scene
from bot.rules.seats import Names
from bot.rules.wording import counted


def draw_scene(view: View, names: Names) -> Scene:
    """The scene of `view`: with the hand and choices of its seat, or without for a spectator."""
    mine = view.seat is not None and view.seat in view.to_act
    possible = _lays(view) if mine else ()
    return Scene(
        title=_title(view, names),
        facts=_facts(view),
        places=tuple(_place(view, seat) for seat in (0, 1)),
        rows=_rows(view),
        scores=tuple(_score(view, names, seat) for seat in (0, 1)),
        hand=_hand(view, possible, mine),
        prompt=_prompt(view, possible) if mine else "",
        choices=_choices(view, possible) if mine else (),
    )


def _lays(view: View) -> tuple[Lay, ...]:
    if view.must_lead is not None and not view.line:
        return (Lay(view.must_lead),)
    return tuple(lay for tile in view.hand for lay in lays(view.line, tile))


def _title(view: View, names: Names) -> str:
    score = view.score
    if view.winner is not None:
        won = f"{names[view.winner]} has won the {view.options.match}"
        if is_zapatero(score.points):
            return f"{won} with a Zapatero, {max(score.points)} to 0"
        return f"{won}, {max(score.games)} games to {min(score.games)}" if max(score.games) > 1 else won
    game = f"Game {score.game}, " if view.options.match == "rubber" else ""
    return f"{game}deal {score.deal}".capitalize()


def _facts(view: View) -> tuple[str, ...]:
    if view.phase is not Phase.PLAYING:
        return ()
    ends = (
        [f"{end.capitalize()} end: {_wanted(open_half(view.line, end))}" for end in ENDS] if view.line else []
    )
    stock = f"Stock: {counted(view.stock, 'domino', 'dominoes')}, {view.drawable} may still be drawn"
    return (*ends, stock)


def _wanted(half: int) -> str:
    return f"{half}, wants a {SEVEN - half} or a matador" if half else "blank, wants a matador"


def _place(view: View, seat: int) -> Place:
    notes = [counted(view.held[seat], "domino", "dominoes")] if view.phase is Phase.PLAYING else []
    return Place(seat, tuple(notes), seat in view.to_act)


def _rows(view: View) -> tuple[Row, ...]:
    if not view.line:
        return ()
    lying = tuple(tile.text for tile in view.line)
    return (Row("The line", lying, lying, Layout.LINE),)


def _score(view: View, names: Names, seat: int) -> str:
    line = f"{names[seat]}: {view.score.points[seat]} of {GAME}"
    return f"{line}, {counted(view.score.games[seat], 'game')}" if any(view.score.games) else line


def _hand(view: View, possible: tuple[Lay, ...], mine: bool) -> Row | None:
    if not view.hand:
        return None
    texts = tuple(tile.text for tile in view.hand)
    fitting = {lay.tile for lay in possible}
    return Row("Your dominoes", texts, texts, live=tuple(t in fitting for t in view.hand) if mine else ())


def _prompt(view: View, possible: tuple[Lay, ...]) -> str:
    if not view.line:
        if view.must_lead is not None:
            return f"Your turn: lead the {view.must_lead.words}."
        return "Your turn: lead any domino."
    if possible:
        draw = ", or draw" if view.drawable else ""
        return f"Your turn: lay a domino that makes seven with an end, or a matador{draw}."
    return "Your turn: none of your dominoes fits, so draw from the stock."


def _choices(view: View, possible: tuple[Lay, ...]) -> tuple[Choice, ...]:
    laying = tuple(Choice(str(lay), _label(lay), _words(lay)) for lay in possible)
    if not view.drawable:
        return laying
    return (*laying, Choice("draw", "Draw a domino", "draw a domino from the stock", group="Or"))


def _label(lay: Lay) -> str:
    if lay.end is None:
        return f"Lead {lay.tile.face}"
    outward = f", {lay.outward or 'blank'} outward" if lay.outward is not None else ""
    return f"{lay.tile.face} {lay.end}{outward}"


def _words(lay: Lay) -> str:
    if lay.end is None:
        return f"lead the {lay.tile.words}"
    outward = f" with the {half_word(lay.outward)} outward" if lay.outward is not None else ""
    return f"lay the {lay.tile.words} at the {lay.end} end{outward}"
