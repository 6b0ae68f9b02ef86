"""Bingo, or Domino Sixty-Six: tricks with dominoes, for two (RULES I; Bingo hints 2-7)."""

from dataclasses import replace

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo import play, scoring
from bot.rules.dominoes.bingo.moves import PLAYS, CallDoubles, DrawForLead, PlayTile, TurnDown
from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.state import Deal, DrawingForLead, Match, Over, Phase, Playing, State, View
from bot.rules.dominoes.bingo.tricks import spots
from bot.rules.dominoes.moves import DeckOfTiles
from bot.rules.dominoes.preliminaries import CUT
from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import Chance, Game, Result, Step
from bot.rules.match import GameResult, Score, leader
from bot.rules.moves import Cut, Move, vocabulary
from bot.rules.preliminaries.phases import PRELIMINARY, CutPack, PackReady, Shuffle
from bot.rules.seats import TWO_ALONE, Seating
from bot.rules.tiles import Tile
from bot.rules.turns import require_chance, require_turn


class Bingo(Game[BingoOptions, State, View]):
    """Bingo, reconstructed: the chapter has lost its beginning."""

    key = "bingo"
    options_type = BingoOptions
    verbs = vocabulary(DrawForLead, DeckOfTiles, Cut, PlayTile, CallDoubles, TurnDown)

    def seating(self, options: BingoOptions) -> Seating:
        return TWO_ALONE

    def begin(self, options: BingoOptions, dealer: int | None) -> State:
        """Nothing dealt yet. `dealer=None`: tiles are drawn for the lead; else the other seat leads."""
        players = len(self.seating(options))
        if dealer is None:
            return DrawingForLead(Match(options, Score.start(players), 0))
        return CUT.begin(Match(options, Score.start(players), 1 - dealer), dealer)

    def to_act(self, state: State) -> tuple[int, ...] | Chance:
        match state:
            case DrawingForLead():
                return Chance(DrawForLead.verb, CUT.texts, len(state.match.score.points), secret=False)
            case Playing():
                return (state.deal.turn,)
            case Over():
                return ()
        return CUT.to_act(state)

    def legal(self, state: State, seat: int) -> tuple[Move, ...]:
        match state:
            case CutPack():
                return CUT.legal(state, seat)
            case Playing() if seat == state.deal.turn:
                return play.legal(state.match.options, state.deal)
        return ()

    def plays_held(self, state: State, seat: int) -> tuple[Move, ...]:
        return tuple(PLAYS[tile] for tile in state.deal.hands[seat]) if isinstance(state, Playing) else ()

    def verify(self, state: State, seat: int | None, move: Move) -> None:
        match state, move:
            case Over(), _:
                raise RuleError("over", "The match is over.")
            case DrawingForLead(), DrawForLead(pieces):
                require_chance(seat)
                _require_drawn(pieces, len(state.match.score.points))
            case Shuffle() | CutPack(), _:
                CUT.verify(state, seat, move)
            case Playing(), PlayTile() | CallDoubles() | TurnDown():
                require_turn(seat, state.deal.turn)
                play.verify(state.match.options, state.deal, move)
            case DrawingForLead(), _:
                raise RuleError("phase", "Dominoes have first to be drawn for the lead.")
            case Playing(), _:
                raise RuleError("phase", "The deal is being played; play a domino instead.")

    def apply(self, state: State, seat: int | None, move: Move) -> Step[State]:
        if isinstance(state, PRELIMINARY):
            before = state.match
            after, events = CUT.apply(state, seat, move, before.score.hand)
            if not isinstance(after, PackReady):
                return Step(after, events)
            dealt = play.deal_out(before, after.packets_exchanged, after.lift)
            return Step(Playing(before, dealt.deal), dealt.events)
        self.verify(state, seat, move)
        match state, move:
            case DrawingForLead(before), DrawForLead(pieces):
                lead = leader([spots(tile) for tile in pieces])
                drawn = ev.LeadDrawn(pieces, lead)
                if lead is None:
                    return Step(state, (drawn,))
                before = replace(before, lead=lead)
                return Step(Shuffle(before, before.dealer), (drawn,))
            case Playing(before, deal), TurnDown():
                closed = play.turn_down(deal)
                return Step(Playing(before, closed.deal), closed.events)
            case Playing(before, deal), PlayTile() | CallDoubles():
                return _play(before, deal, move)
        raise AssertionError(move)

    def view(self, state: State, seat: int | None) -> View:
        before = state.match
        options, score, lead = before.options, before.score, before.lead
        legal = () if seat is None else self.legal(state, seat)
        if isinstance(state, PRELIMINARY):
            cutting = isinstance(state, CutPack)
            phase, due = (Phase.CUTTING, (lead,)) if cutting else (Phase.SHUFFLE, ())
            return View(options, seat, score, phase, lead, due, legal)
        match state:
            case DrawingForLead():
                return View(options, seat, score, Phase.LEAD, lead)
            case Over():
                return View(options, seat, score, Phase.OVER, lead, winner=state.winner)
        deal = state.deal
        return View(
            options=options,
            seat=seat,
            score=score,
            phase=Phase.PLAYING,
            lead=lead,
            to_act=(deal.turn,),
            legal=legal,
            hand=() if seat is None else deal.hands[seat],
            held=tuple(map(len, deal.hands)),
            stock=len(deal.stock),
            turn_up=deal.turn_up,
            trump=deal.trump,
            leader=deal.leader,
            table=deal.table,
            tricks=deal.tricks,
            made=deal.made,
            waiting=tuple(
                0 if taken else called for taken, called in zip(deal.taken, deal.called, strict=True)
            ),
            taken=deal.taken,
            shown=deal.shown,
            spent=deal.spent,
            closing=deal.closing,
            bingo=deal.bingo,
        )

    def result(self, state: State) -> Result | None:
        if not isinstance(state, Over):
            return None
        return Result(state.match.score.points, state.match.score.games, state.winner)


def _require_drawn(pieces: tuple[Tile, ...], players: int) -> None:
    if len(pieces) != players or len({*pieces}) != players:
        raise RuleError("drawn", "Each player draws one domino, and no two the same.")


def _play(before: Match, deal: Deal, move: PlayTile | CallDoubles) -> Step[State]:
    options = before.options
    deal, events = play.play(options, deal, move)
    if isinstance(move, CallDoubles) and max(deal.made) >= options.target:
        # A call that makes enough ends the deal before the trick is played out.
        return _end_deal(before, deal, events)
    if len(deal.table) < len(deal.hands):
        return Step(Playing(before, deal), events)
    deal, taken = play.take_trick(options, deal)
    events = (*events, *taken)
    if _bingo_wins(before, deal) or max(deal.made) >= options.target or not any(deal.hands):
        return _end_deal(before, deal, events)
    if not deal.drawing:
        return Step(Playing(before, deal), events)
    deal, drawn = play.draw(options, deal)
    return Step(Playing(before, deal), (*events, *drawn))


def _bingo_wins(before: Match, deal: Deal) -> bool:
    if before.options.bingo_with_deal:
        return False
    return scoring.game_winner(_added(before.score.points, deal.bingo)) is not None


def _end_deal(before: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State]:
    score = before.score
    count = scoring.settle(
        before.options, deal.made, deal.taken, deal.closing, deal.bingo, game_won=_bingo_wins(before, deal)
    )
    total = _added(score.points, count.points)
    hand = ev.HandScored(score.hand, count.points, count.winner, count, deal.hands, total)
    after = replace(before, score=score.after_hand(total), lead=_next_lead(before, count.winner))
    winner = scoring.game_winner(total)
    if winner is None:
        return Step(Shuffle(after, after.dealer), (*events, hand))
    games = after.score.after_game(GameResult(winner))
    won = ev.BingoGameWon(score.game, total, winner, games.games)
    over = Over(replace(after, score=replace(games, points=total)), winner)
    return Step(over, (*events, hand, won))


def _next_lead(before: Match, winner: int | None) -> int:
    if before.options.winner_leads and winner is not None:
        return winner
    return 1 - before.lead


def _added(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, points, more))
