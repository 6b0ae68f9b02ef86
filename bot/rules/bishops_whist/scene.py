"""Bishops Whist as it looks to one seat or to the room."""

from bot.rules.bishops_whist import scoring
from bot.rules.bishops_whist.pack import BISHOPS, PACK
from bot.rules.bishops_whist.state import Phase, View
from bot.rules.bishops_whist.tricks import playable, winning_play
from bot.rules.cards import KNIGHT, Card, Suit
from bot.rules.dealing import cut_choices
from bot.rules.scene import Choice, Place, Row, Scene
from bot.rules.seats import Names
from bot.rules.tricks import cards_row, last_row, table_row
from bot.rules.wording import counted


def draw_scene(view: View, names: Names) -> Scene:
    """The scene of `view`: with the hand and choices of its seat, or without for a spectator."""
    mine = view.seat is not None and view.seat in view.to_act
    return Scene(
        title=_title(view, names),
        facts=_facts(view, names),
        places=_places(view),
        rows=_rows(view),
        scores=_scores(view, names),
        hand=_hand(view, mine),
        prompt=_prompt(view, names) if mine else "",
        trump=view.trump.value if view.trump else None,
        choices=_choices(view, mine),
    )


def _title(view: View, names: Names) -> str:
    if view.phase is Phase.OVER:
        games, match = view.score.games, view.options.match
        winner = 0 if games[0] > games[1] else 1
        tally = f", {max(games)} games to {min(games)}" if match == "rubber" else ""
        return f"{names.side(winner)} have won the {match}{tally}"
    game = f"Game {view.score.game}, " if view.options.match == "rubber" else ""
    if view.phase is Phase.FORMING:
        return "Cutting for the deal"
    if view.phase is not Phase.PLAYING:
        return f"{game}hand {view.score.hand}".capitalize()
    return f"{game}hand {view.score.hand}, trick {min(13, len(view.tricks) + 1)} of 13".capitalize()


def _facts(view: View, names: Names) -> tuple[str, ...]:
    dealer = names[view.dealer]
    if view.trump is None or view.turned is None:
        return (f"A knight was turned: {dealer} names trumps",) if view.turned is KNIGHT else ()
    if view.turned is KNIGHT:
        how = f"named by {dealer}, who turned a knight"
    elif view.turned_lies:
        how = f"{view.turned.face} lies open before {dealer}"
    else:
        how = f"{dealer} turned {view.turned.face}"
    return (f"Trumps: {view.trump.symbol} {view.trump.word} ({how})",)


def _places(view: View) -> tuple[Place, ...]:
    tricks = [sum(1 for trick in view.tricks if trick.winner == seat) for seat in range(4)]
    return tuple(
        Place(
            seat,
            tuple(
                note
                for note, shown in (
                    ("dealer", seat == view.dealer and view.phase is not Phase.FORMING),
                    (counted(tricks[seat], "trick"), tricks[seat] > 0),
                )
                if shown
            ),
            seat in view.to_act,
        )
        for seat in range(4)
    )


def _rows(view: View) -> tuple[Row, ...]:
    if not view.cards:
        if view.tricks:
            return (last_row(view.tricks[-1]),)
        return (cards_row("Turned up", (view.turned,)),) if view.turned else ()
    assert view.trump
    number = len(view.tricks) + 1
    best = winning_play(view.cards, view.trump, number, view.options.led_knight)
    return (table_row(view.cards, view.leader, 4, best),)


def _hand(view: View, mine: bool) -> Row | None:
    if view.seat is None or not view.hand:
        return None
    allowed = _playable(view) if mine else ()
    return cards_row("Your hand", view.hand, tuple(card in allowed for card in view.hand) if mine else ())


def _playable(view: View) -> tuple[Card, ...]:
    return playable(view.hand, view.cards[0] if view.cards else None)


def _scores(view: View, names: Names) -> tuple[str, ...]:
    lines = []
    for side in (0, 1):
        line = f"{names.side(side)}: {view.score.points[side]} of {scoring.GAME}"
        if view.turned in BISHOPS and side == view.dealer % 2:
            line += f" and {scoring.BISHOP_CUT_POINTS} for the bishop cut"
        if any(view.score.games):
            line += f", {counted(view.score.games[side], 'game')}"
        if view.tricks:
            won = [trick for trick in view.tricks if trick.winner % 2 == side]
            bishops = sum(1 for trick in won for card in trick.cards if card in BISHOPS)
            line += f" · this hand {counted(len(won), 'trick')}, {counted(bishops, 'bishop')}"
        lines.append(line)
    return tuple(lines)


def _prompt(view: View, names: Names) -> str:
    match view.phase:
        case Phase.CUTTING:
            return f"Cut the pack for {names[view.dealer]}: lift as many cards as you like."
        case Phase.NAMING:
            return "You turned a knight: name the trump suit before the cards are dealt."
    if not view.cards:
        return "Your turn: you lead, play any card."
    led = view.cards[0]
    if led is KNIGHT:
        return "Your turn: a knight was led, play any card."
    assert led.suit
    allowed = _playable(view)
    if any(card.suit is led.suit for card in allowed):
        if KNIGHT in allowed:
            return f"Your turn: play the bishop of {led.suit.word}, or a knight to keep him back."
        return f"Your turn: follow with {led.suit.symbol} {led.suit.word}."
    return f"Your turn: you have no {led.suit.word}, play any card."


def _choices(view: View, mine: bool) -> tuple[Choice, ...]:
    # Cutting and naming tell nothing of a hand, so the whole room may see those choices.
    if view.phase is Phase.CUTTING and (mine or view.seat is None):
        return cut_choices(len(PACK))
    if view.phase is Phase.NAMING and (mine or view.seat is None):
        return tuple(Choice(f"trump {s.value}", f"{s.symbol} {s.word.capitalize()}", s.word) for s in Suit)
    if view.phase is Phase.PLAYING and view.seat is not None:
        allowed = _playable(view) if mine else ()
        held = dict.fromkeys(view.hand)
        return tuple(Choice(f"play {c.text}", _label(c, view), c.words, c in allowed) for c in held)
    return ()


def _label(card: Card, view: View) -> str:
    number = view.hand.count(card)
    return card.face if number == 1 else f"{card.face} ×{number}"
