"""Matador: a line of dominoes whose touching halves make seven (RULES H2; Matador, rules 1-8)."""

from dataclasses import replace
from typing import Final

from bot.rules.dominoes.events import TilesDealt
from bot.rules.dominoes.matador import events as ev
from bot.rules.dominoes.matador import scoring
from bot.rules.dominoes.matador.line import MATADORS, laid, lays, open_half
from bot.rules.dominoes.matador.moves import ENDS, Lay
from bot.rules.dominoes.matador.options import MatadorOptions
from bot.rules.dominoes.matador.state import Match, Over, Playing, State, View, Wanted
from bot.rules.dominoes.moves import DeckOfTiles, DrawTile
from bot.rules.dominoes.preliminaries import CUT, UNCUT, DominoPreliminaries
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import Chance, Game, Ranking, Result, Step
from bot.rules.match import GameResult, RubberWon, Score
from bot.rules.moves import Cut, Move, vocabulary
from bot.rules.preliminaries.phases import PRELIMINARY, CutPack, PackReady, Shuffle
from bot.rules.seats import TWO_ALONE, Seating
from bot.rules.tiles import Tile
from bot.rules.turns import require_turn

NEVER_DRAWN: Final = 2  # the last two tiles of the stock stay where they are (rule 2)


class Matador(Game[MatadorOptions, State, View]):
    """The Spanish game of dominoes, for two."""

    key = "matador"
    ranking = Ranking.SHARE
    options_type = MatadorOptions
    verbs = vocabulary(DeckOfTiles, Cut, Lay, DrawTile)

    def seating(self, options: MatadorOptions) -> Seating:
        return TWO_ALONE

    def begin(self, options: MatadorOptions, dealer: int | None) -> State:
        """Nothing drawn yet. `dealer=None`: the tiles say who leads; else the dealer's adversary does."""
        players = len(self.seating(options))
        before = Match(options, Score.start(players), None if dealer is None else (dealer + 1) % players)
        return _preliminaries(before).begin(before, before.dealer if dealer is None else dealer)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        match state:
            case Playing():
                return (state.turn,)
            case Over():
                return ()
        return _preliminaries(state.match).to_act(state)

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        if isinstance(state, PRELIMINARY):
            return _preliminaries(state.match).legal(state, seat)
        if not isinstance(state, Playing) or seat != state.turn:
            return ()
        drawing = (DrawTile(),) if _drawable(state) else ()
        return (*_lays(state), *drawing)

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        match state, move:
            case Over(), _:
                raise RuleError("over", "The match is over.")
            case Shuffle() | CutPack(), _:
                _preliminaries(state.match).verify(state, seat, move)
            case Playing(), Lay():
                require_turn(seat, state.turn)
                _verify_lay(state, move)
            case Playing(), DrawTile():
                require_turn(seat, state.turn)
                if not _drawable(state):
                    raise RuleError("stock", "The last two dominoes of the stock are never drawn.")
            case Playing(), _:
                raise RuleError("phase", "The deal is being played; play a domino instead.")

    def apply(self, state: State, seat: int | None, move: Move) -> Step[State]:
        if isinstance(state, PRELIMINARY):
            before = state.match
            after, events = _preliminaries(before).apply(state, seat, move, before.score.hand)
            return _deal(before, after) if isinstance(after, PackReady) else Step(after, events)
        self.verify(state, seat, move)
        match state, move:
            case Playing(), Lay():
                return _lay(state, move)
            case Playing(), DrawTile():
                return _draw(state)
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        options, score = state.match.options, state.match.score
        if isinstance(state, PRELIMINARY):
            cutter = _preliminaries(state.match).view(state).actor
            legal = () if seat is None else self.legal(state, seat)
            return View(options, seat, score, () if cutter is None else (cutter,), legal, cutter)
        if isinstance(state, Over):
            return View(options, seat, score, winner=state.winner)
        return View(
            options=options,
            seat=seat,
            score=score,
            to_act=(state.turn,),
            legal=() if seat is None else self.legal(state, seat),
            hand=() if seat is None else state.hands[seat],
            held=tuple(map(len, state.hands)),
            stock=len(state.stock),
            drawable=_drawable(state),
            line=state.line,
            drawn=state.drawn,
            must_lead=state.must_lead,
            wants=state.wants,
            last=state.last,
        )

    def result(self, state: State) -> Result | None:
        if not isinstance(state, Over):
            return None
        return Result(state.match.score.points, state.match.score.games, state.winner)


def _preliminaries(before: Match) -> DominoPreliminaries:
    return CUT if before.options.cut else UNCUT


def _drawable(deal: Playing) -> int:
    return max(0, len(deal.stock) - NEVER_DRAWN)


def _lays(deal: Playing) -> tuple[Lay, ...]:
    if deal.must_lead is not None and not deal.line:
        return (Lay(deal.must_lead),)
    return tuple(lay for tile in deal.hands[deal.turn] for lay in lays(deal.line, tile))


def _verify_lay(deal: Playing, move: Lay) -> None:
    if move.tile not in deal.hands[deal.turn]:
        raise RuleError("not-held", "You do not hold the {tile}.", tile=move.tile)
    if move in _lays(deal):
        return
    if not deal.line:
        if deal.must_lead not in (None, move.tile):
            raise RuleError("lead", "The {tile} gave you the lead and must be led.", tile=deal.must_lead)
        raise RuleError("lead", "Lead a domino by itself, without naming an end.")
    if move.end is None:
        raise RuleError("end", "Say at which end, left or right.")
    if move.tile in MATADORS:
        raise RuleError(
            "matador", "A matador lies either way: say which half points outward, as in '4-3 left 3'."
        )
    if move.outward is not None:
        raise RuleError("outward", "Only a matador may lie either way; leave out the half.")
    half = open_half(deal.line, move.end)
    if half == 0:
        raise RuleError("blank", "Only a matador may be laid to a blank.")
    raise RuleError(
        "seven", "That end shows {half}: lay a {other} to it, or a matador.", half=half, other=7 - half
    )


def _deal(before: Match, ready: PackReady) -> Step[State]:
    pieces = ready.packets_exchanged
    size, players = before.options.tiles, len(before.score.points)
    hands = tuple(_arranged(pieces[size * seat : size * (seat + 1)]) for seat in range(players))
    lead, by = before.lead, None
    if lead is None:
        # The highest double, else the heaviest tile, the higher half deciding between equals.
        by = max((tile for hand in hands for tile in hand), key=lambda t: (t.double, t.pips, t.high))
        lead = next(seat for seat, hand in enumerate(hands) if by in hand)
    must = by if before.options.opening == "that" else None
    after = replace(before, lead=(lead + 1) % players)
    deal = Playing(after, hands, pieces[size * players :], (), lead, must_lead=must)
    begun = ev.DealBegun(before.score.hand, lead, by, must=must is not None, lift=ready.lift)
    drawn = tuple(TilesDealt(seat, hand) for seat, hand in enumerate(hands))
    return Step(deal, (begun, *drawn))


def _arranged(hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(hand, key=lambda tile: (-tile.high, -tile.low)))


def _lay(deal: Playing, move: Lay) -> Step[State]:
    seat = deal.turn
    line = laid(deal.line, move)
    hand = tuple(tile for tile in deal.hands[seat] if tile is not move.tile)
    at = line[0] if move.end == ENDS[0] else line[-1]
    last = ev.TileLaid(seat, move, at, len(hand))
    events: tuple[Event, ...] = (last,)
    if deal.drawn:
        events = (ev.DrawingOver(seat, deal.drawn, move.tile), *events)
    after = replace(
        deal,
        hands=deal.hands_with(hand),
        line=line,
        turn=deal.following,
        drawn=0,
        must_lead=None,
        last=last,
        passed=deal.passed - {seat},
    )
    return _go_on(after, events) if hand else _end_deal(after, seat, events)


def _draw(deal: Playing) -> Step[State]:
    seat, tile = deal.turn, deal.stock[0]
    hand = _arranged((*deal.hands[seat], tile))
    wants = deal.wants if deal.drawn or not deal.line else (*deal.wants, _want(deal))
    after = replace(
        deal, hands=deal.hands_with(hand), stock=deal.stock[1:], drawn=deal.drawn + 1, wants=wants
    )
    events = (ev.TileDrawn(seat, len(after.stock)), TilesDealt(seat, (tile,)))
    return _go_on(after, events)


def _want(deal: Playing) -> Wanted:
    return Wanted(deal.turn, tuple(open_half(deal.line, end) for end in ENDS))


def _go_on(deal: Playing, events: tuple[Event, ...]) -> Step[State]:
    # Who can neither lay nor draw is passed over; when that is everybody, the game is blocked (rule 5).
    for _ in deal.hands:
        if _lays(deal) or _drawable(deal):
            return Step(deal, events)
        if deal.drawn:
            events = (*events, ev.DrawingOver(deal.turn, deal.drawn, None))
        again = deal.turn in deal.passed
        events = (*events, ev.PassedAgain(deal.turn) if again else ev.Passed(deal.turn))
        deal = replace(
            deal,
            turn=deal.following,
            drawn=0,
            wants=(*deal.wants, _want(deal)),
            passed=deal.passed | {deal.turn},
        )
    return _end_deal(deal, None, events)


def _end_deal(deal: Playing, out: int | None, events: tuple[Event, ...]) -> Step[State]:
    score = deal.match.score
    count = scoring.Count(out, tuple(map(scoring.pips_in, deal.hands)))
    points = count.points
    total = tuple(had + made for had, made in zip(score.points, points, strict=True))
    # A hand may be won without a point: the adversary holds the double blank alone.
    winner = count.winner if any(points) else None
    hand = ev.HandScored(score.hand, points, winner, count, deal.hands, total)
    after = replace(deal.match, score=score.after_hand(total))
    game_winner = scoring.game_winner(total)
    if game_winner is None:
        return Step(Shuffle(after, after.dealer), (*events, hand))
    ended = _end_game(after, game_winner)
    return Step(ended.state, (*events, hand, *ended.events))


def _end_game(before: Match, winner: int) -> Step[State]:
    score = before.score
    zapatero = scoring.is_zapatero(score.points)
    game = GameResult(winner)
    after = score.after_game(game)
    won = ev.MatadorGameWon(score.game, score.points, winner, after.games, zapatero)
    rubber = before.options.match == "rubber"
    if rubber and not zapatero and max(after.games) < scoring.GAMES_IN_RUBBER:
        return Step(Shuffle(replace(before, score=after), before.dealer), (won,))
    over = Over(replace(before, score=replace(after, points=score.points)), winner)
    if not rubber:
        return Step(over, (won,))
    return Step(over, (won, RubberWon(1, score.points, winner, after.games)))
