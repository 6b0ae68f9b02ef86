"""Matador: a line of dominoes whose touching halves make seven (RULES H2; Matador, rules 1-8)."""

from dataclasses import replace
from typing import Final

from bot.rules.dealing import require_pack
from bot.rules.dominoes.moves import DrawTile, Shuffle
from bot.rules.dominoes.tiles import SET, Tile
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import Chance, Game, Page, Result, Step
from bot.rules.matador import events as ev
from bot.rules.matador import scoring, words
from bot.rules.matador.guide import PAGES
from bot.rules.matador.line import MATADORS, laid, lays, open_half
from bot.rules.matador.moves import ENDS, Lay
from bot.rules.matador.options import MatadorOptions
from bot.rules.matador.scene import draw_scene
from bot.rules.matador.state import Phase, Play, Score, State, View, Wanted
from bot.rules.moves import Move, vocabulary
from bot.rules.scene import Scene
from bot.rules.seats import TWO_ALONE, Names, Seating
from bot.rules.turns import require_chance, require_turn

NEVER_DRAWN: Final = 2
"""The last two tiles of the stock stay where they are (rule 2)."""

_SET_TEXT: Final = tuple(tile.text for tile in SET)


class Matador(Game[MatadorOptions, State, View]):
    """The Spanish game of dominoes, for two."""

    key = "matador"
    name = "Matador"
    summary = "Dominoes whose touching ends must make seven; four wild matadors."
    match_word = "rubber"
    options_type = MatadorOptions
    verbs = vocabulary(Shuffle, Lay, DrawTile)

    def seating(self, options: MatadorOptions) -> Seating:
        """Two players, each for himself."""
        return TWO_ALONE

    def begin(self, options: MatadorOptions, dealer: int | None) -> State:
        """Nothing drawn yet. `dealer=None`: the tiles say who leads; else the dealer's adversary does."""
        if dealer not in (None, 0, 1):
            raise RuleError("dealer", f"Seat {dealer} cannot deal: the seats are 0 and 1.")
        return State(options, Phase.SHUFFLING, Score(), None if dealer is None else 1 - dealer)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        """The seat in turn, or chance for the shuffle."""
        if state.play is not None:
            return (state.play.turn,)
        if state.phase is Phase.SHUFFLING:
            return Chance(Shuffle.verb, _SET_TEXT, len(_SET_TEXT), secret=True)
        return ()

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        """Every way to lay a tile, and drawing while there is something to draw (rules 5 and 7)."""
        play = state.play
        if play is None or seat != play.turn:
            return ()
        drawing = (DrawTile(),) if _drawable(play) else ()
        return (*_lays(play), *drawing)

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        """Raise RuleError unless it is that seat's turn, for that kind of move, within the rules."""
        match state.phase, move:
            case Phase.OVER, _:
                raise RuleError("over", "The match is over.")
            case Phase.SHUFFLING, Shuffle(pieces):
                require_chance(seat)
                require_pack(pieces, SET, "dominoes of the set")
            case Phase.PLAYING, Lay():
                assert state.play
                require_turn(seat, state.play.turn)
                _verify_lay(state.play, move)
            case Phase.PLAYING, DrawTile():
                assert state.play
                require_turn(seat, state.play.turn)
                if not _drawable(state.play):
                    raise RuleError("stock", "The last two dominoes of the stock are never drawn.")
            case phase, _:
                raise RuleError("phase", f"{_WAITING[phase]} '{move.verb}' does not fit here.")

    def apply(self, state: State, seat: int | None, move: Move) -> Step:
        """Make the move, having verified it."""
        self.verify(state, seat, move)
        match move:
            case Shuffle(pieces):
                return _deal(state, pieces)
            case Lay():
                return _lay(state, move)
            case DrawTile():
                return _draw(state)
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        """The seat's own tiles, the line, and how many there are elsewhere."""
        play = state.play
        due = self.to_act(state)
        return View(
            options=state.options,
            phase=state.phase,
            seat=seat,
            score=state.score,
            hand=play.hands[seat] if play and seat is not None else (),
            held=(len(play.hands[0]), len(play.hands[1])) if play else (0, 0),
            stock=len(play.stock) if play else 0,
            drawable=_drawable(play) if play else 0,
            line=play.line if play else (),
            to_act=due if isinstance(due, tuple) else (),
            drawn=play.drawn if play else 0,
            must_lead=play.must_lead if play else None,
            wants=play.wants if play else (),
            last=play.last if play else None,
            winner=state.winner,
        )

    def result(self, state: State) -> Result | None:
        """Games and the points of the last game."""
        if state.phase is not Phase.OVER:
            return None
        return Result(state.score.points, state.score.games, state.winner)

    def scene(self, view: View, names: Names) -> Scene:
        """See `draw_scene`."""
        return draw_scene(view, names)

    def say(self, event: Event, names: Names) -> str:
        """The event in the words of the game."""
        return words.say(event, names)

    def last_trick(self, view: View, names: Names) -> str | None:
        """The play made last: who laid what, and where."""
        return words.say(view.last, names) if view.last else None

    def guide(self) -> tuple[Page, ...]:
        """The game in a three-minute read."""
        return PAGES


_WAITING = {
    Phase.SHUFFLING: "The dominoes have first to be shuffled.",
    Phase.PLAYING: "The deal is being played.",
}


def _drawable(play: Play) -> int:
    return max(0, len(play.stock) - NEVER_DRAWN)


def _lays(play: Play) -> tuple[Lay, ...]:
    if play.must_lead is not None and not play.line:
        return (Lay(play.must_lead),)
    return tuple(lay for tile in play.hands[play.turn] for lay in lays(play.line, tile))


def _verify_lay(play: Play, move: Lay) -> None:
    if move.tile not in play.hands[play.turn]:
        raise RuleError("not-held", f"You do not hold the {move.tile.words}.")
    if move in _lays(play):
        return
    if not play.line:
        if play.must_lead not in (None, move.tile):
            raise RuleError("lead", f"The {play.must_lead.words} gave you the lead and must be led.")
        raise RuleError("lead", "Lead a domino by itself, without naming an end.")
    if move.end is None:
        raise RuleError("end", "Say at which end, left or right.")
    if move.tile in MATADORS:
        raise RuleError(
            "matador",
            "A matador lies either way: say which half points outward, as in '4-3 left 3'.",
        )
    if move.outward is not None:
        raise RuleError("outward", "Only a matador may lie either way; leave out the half.")
    half = open_half(play.line, move.end)
    if half == 0:
        raise RuleError("blank", "Only a matador may be laid to a blank.")
    raise RuleError("seven", f"That end shows {half}: lay a {7 - half} to it, or a matador.")


def _deal(state: State, pieces: tuple[Tile, ...]) -> Step:
    size = state.options.tiles
    hands = (_arranged(pieces[:size]), _arranged(pieces[size : 2 * size]))
    lead, by = state.lead, None
    if lead is None:
        # The highest double, else the heaviest tile, the higher half deciding between equals.
        by = max((*hands[0], *hands[1]), key=lambda t: (t.double, t.pips, t.high))
        lead = 0 if by in hands[0] else 1
    must = by if by is not None and state.options.opening == "that" else None
    play = Play(hands, pieces[2 * size :], (), lead, must_lead=must)
    begun = ev.DealBegun(state.score.deal, lead, by)
    drawn = tuple(ev.TilesDealt(seat, hand) for seat, hand in enumerate(hands))
    return Step(replace(state, phase=Phase.PLAYING, play=play, lead=1 - lead), (begun, *drawn))


def _arranged(hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(hand, key=lambda tile: (-tile.high, -tile.low)))


def _lay(state: State, move: Lay) -> Step:
    play = state.play
    assert play
    seat = play.turn
    line = laid(play.line, move)
    hand = tuple(tile for tile in play.hands[seat] if tile is not move.tile)
    hands = (hand, play.hands[1]) if seat == 0 else (play.hands[0], hand)
    at = line[0] if move.end == ENDS[0] else line[-1]
    last = ev.TileLaid(seat, move, at, len(hand))
    told: tuple[Event, ...] = (last,)
    if play.drawn:
        told = (ev.DrawingOver(seat, play.drawn, move.tile), *told)
    passed = None if play.passed == seat else play.passed
    after = Play(hands, play.stock, line, 1 - seat, wants=play.wants, last=last, passed=passed)
    if not hand:
        return _end_deal(state, after, seat, told)
    return _go_on(state, after, told)


def _draw(state: State) -> Step:
    play = state.play
    assert play
    seat, tile = play.turn, play.stock[0]
    hand = _arranged((*play.hands[seat], tile))
    hands = (hand, play.hands[1]) if seat == 0 else (play.hands[0], hand)
    wants = play.wants if play.drawn or not play.line else (*play.wants, _want(play))
    after = replace(play, hands=hands, stock=play.stock[1:], drawn=play.drawn + 1, wants=wants)
    told = (ev.TileDrawn(seat, len(after.stock)), ev.TilesDealt(seat, (tile,)))
    return _go_on(state, after, told)


def _want(play: Play) -> Wanted:
    return Wanted(play.turn, tuple(open_half(play.line, end) for end in ENDS))


def _go_on(state: State, play: Play, told: tuple[Event, ...]) -> Step:
    # Who can neither lay nor draw is passed over; when that is both, the game is blocked (rule 5).
    for _ in range(2):
        if _lays(play) or _drawable(play):
            return Step(replace(state, play=play), told)
        if play.drawn:
            told = (*told, ev.DrawingOver(play.turn, play.drawn, None))
        again = play.passed == play.turn
        told = (*told, ev.PassedAgain(play.turn) if again else ev.Passed(play.turn))
        wants = (*play.wants, _want(play))
        play = replace(play, turn=1 - play.turn, drawn=0, wants=wants, passed=play.turn)
    return _end_deal(state, play, None, told)


def _end_deal(state: State, play: Play, out: int | None, told: tuple[Event, ...]) -> Step:
    score = state.score
    count = scoring.Count(out, (scoring.pips_in(play.hands[0]), scoring.pips_in(play.hands[1])))
    points = count.points
    total = (score.points[0] + points[0], score.points[1] + points[1])
    winner = None if points == (0, 0) else int(points[1] > 0)
    hand = ev.HandScored(score.deal, points, winner, count, play.hands, total)
    after = replace(score, points=total, deal=score.deal + 1)
    going_on = replace(state, phase=Phase.SHUFFLING, play=None, score=after)
    game_winner = scoring.game_winner(total)
    if game_winner is None:
        return Step(going_on, (*told, hand))
    ended = _end_game(going_on, game_winner)
    return Step(ended.state, (*told, hand, *ended.events))


def _end_game(state: State, winner: int) -> Step:
    score = state.score
    zapatero = scoring.is_zapatero(score.points)
    games = (score.games[0] + (winner == 0), score.games[1] + (winner == 1))
    won = ev.GameWon(score.game, score.points, winner, games, zapatero)
    if state.options.match == "game":
        return Step(_over(state, games, winner), (won,))
    if not zapatero and max(games) < scoring.GAMES_IN_RUBBER:
        after = Score((0, 0), games, score.deal, score.game + 1)
        return Step(replace(state, score=after), (won,))
    rubber = ev.RubberWon(1, score.points, winner, games)
    return Step(_over(state, games, winner), (won, rubber))


def _over(state: State, games: tuple[int, int], winner: int) -> State:
    return replace(state, phase=Phase.OVER, score=replace(state.score, games=games), winner=winner)
