"""Whist as it looks to one seat or to the room."""

from typing import Any

from bot.rules.dealing import cut_choices
from bot.rules.scene import Choice, Place, Row, Scene
from bot.rules.seats import Names
from bot.rules.tricks import cards_row, last_row, table_row
from bot.rules.whist.pack import PACK
from bot.rules.whist.play import TRICKS, winning_play
from bot.rules.whist.state import Phase, View
from bot.rules.wording import counted

_BESIDES = {
    "honours": ("Call honours", "call the honours your side held in the last hand"),
    "ask": ("Can you one?", "ask your partner for a third honour"),
    "concede": ("Concede the game", "throw down your cards and give up the game"),
}


def draw_scene(view: View[Any], names: Names) -> Scene:
    """The scene of `view`: with the hand and choices of its seat, or without for a spectator."""
    mine = view.seat is not None and view.seat in view.to_act
    live = tuple(card in view.playable for card in view.hand) if mine and view.hand else ()
    return Scene(
        title=_title(view, names),
        facts=_facts(view, names),
        places=tuple(_place(view, seat) for seat in range(4)),
        rows=_rows(view),
        scores=_scores(view, names),
        hand=cards_row("Your hand", view.hand, live) if view.hand else None,
        prompt=_prompt(view, names) if mine else "",
        trump=view.trump.value if view.trump else None,
        choices=_choices(view, mine),
    )


def _title(view: View[Any], names: Names) -> str:
    score, match = view.score, view.options.match
    if view.phase is Phase.OVER:
        winner = 0 if score.games[0] > score.games[1] else 1
        tally = f", {max(score.games)} games to {min(score.games)}" if match == "rubber" else ""
        return f"{names.side(winner)} have won the {match}{tally}"
    if view.phase is Phase.FORMING:
        return "Cutting for the deal"
    game = f"Game {score.game}, hand {score.hand}" if match == "rubber" else f"Hand {score.hand}"
    if view.phase is not Phase.PLAYING:
        return game
    return f"{game}, trick {min(TRICKS, len(view.tricks) + 1)} of {TRICKS}"


def _facts(view: View[Any], names: Names) -> tuple[str, ...]:
    if view.trump is None or view.turned is None:
        return ()
    dealer = names[view.dealer]
    lies = not view.tricks
    how = f"{view.turned.face} lies open before {dealer}" if lies else f"{dealer} turned {view.turned.face}"
    return (f"Trumps: {view.trump.symbol} {view.trump.word} ({how})",)


def _place(view: View[Any], seat: int) -> Place:
    taken = sum(1 for trick in view.tricks if trick.winner == seat)
    notes = ["dealer"] if seat == view.dealer and view.phase is not Phase.FORMING else []
    if taken:
        notes.append(counted(taken, "trick"))
    return Place(seat, tuple(notes), seat in view.to_act)


def _rows(view: View[Any]) -> tuple[Row, ...]:
    if view.cards:
        assert view.trump
        return (table_row(view.cards, view.leader, 4, winning_play(view.cards, view.trump)),)
    if view.tricks:
        return (last_row(view.tricks[-1]),)
    return (cards_row("Turned up", (view.turned,)),) if view.turned else ()


def _scores(view: View[Any], names: Names) -> tuple[str, ...]:
    lines = []
    for side in (0, 1):
        line = f"{names.side(side)}: {view.score.points[side]} of {view.target}"
        if view.score.won:
            line += f", {counted(view.score.games[side], 'game')}"
        if view.tricks:
            taken = sum(1 for trick in view.tricks if trick.winner % 2 == side)
            line += f" · this hand {counted(taken, 'trick')}"
        lines.append(line)
    return tuple(lines)


def _prompt(view: View[Any], names: Names) -> str:
    if view.phase is Phase.CUTTING:
        cuts = view.seat == (view.dealer + 3) % 4
        cut = f"Cut the pack for {names[view.dealer]}: lift as many cards as you like."
        call = "Your side held honours: call them before the next trump is turned."
        return f"{call} {cut}" if view.may and cuts else call if view.may else cut
    if not view.cards:
        return "Your turn: you lead, play any card."
    suit = view.cards[0].suit
    assert suit
    if view.playable[0].suit is suit:
        return f"Your turn: follow with {suit.symbol} {suit.word}."
    return f"Your turn: you have no {suit.word}, play any card."


def _choices(view: View[Any], mine: bool) -> tuple[Choice, ...]:
    besides = tuple(Choice(move, *_BESIDES[move], group="Or") for move in view.may)
    if view.phase is Phase.CUTTING:
        cuts = view.seat is None or (mine and view.seat == (view.dealer + 3) % 4)
        return (*(cut_choices(len(PACK)) if cuts else ()), *besides)
    plays = tuple(Choice(f"play {c.text}", c.face, c.words, mine and c in view.playable) for c in view.hand)
    return (*plays, *besides)
