"""The last tricks as two duels, for every game of the family whose partners part (RULES F3.27, F6.52)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.duels import Dueling, DuelingGame
from bot.rules.bezique.moves import DrawCards
from bot.rules.bezique.named import unseen
from bot.rules.bezique.ordinary.game import ordinary
from bot.rules.bezique.ordinary.options import BeziqueOptions
from bot.rules.bezique.state import Deal, Declaring, Duel, Match
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Suit, parse
from bot.rules.errors import RuleError
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.records.history import History, Undo
from bot.rules.registry import text_for
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names
from tests.rules.play import Taken, random_match

NAMES = Names(FOUR_IN_PARTNERSHIP, ("Ann", "Bob", "Cleo", "Dan"))
TEXT = text_for("bezique")


class Parting(DuelingGame[BeziqueOptions]):
    """A game for four in partnership whose partners part."""

    key = "parting"
    options_type = BeziqueOptions

    def __init__(self, **differs: Any) -> None:
        plain = ordinary(BeziqueOptions(match="game"))
        self.made = replace(plain, seating=FOUR_IN_PARTNERSHIP, packs=4, target=2000, parts=True, **differs)

    def variant(self, options: BeziqueOptions) -> Variant:
        return self.made


class ToTheEnd(Parting):
    """One whose winner is asked after every trick of a duel, though there is nothing to declare."""

    def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
        return (DrawCards(),)


PARTING = Parting()
TO_THE_END = ToTheEnd(declares_to_the_end=True)
both = pytest.mark.parametrize("game", [PARTING, TO_THE_END], ids=["plain", "declaring to the end"])


def duels_of(game: Parting, seed: int) -> Iterator[Taken]:
    for step in random_match(game, BeziqueOptions(), None, seed):
        if isinstance(step.before, Dueling) or isinstance(step.after, Dueling):
            yield step


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse, text.split()))


def dueling(ann: str, bob: str, cleo: str, dan: str, game: Parting | None = None) -> tuple[Parting, Any]:
    """Nothing is drawn any more, and Ann has won the last trick; hearts are trumps."""
    deal = Deal(
        dealer=3,
        hands=tuple(tuple(map(unseen, cards(hand))) for hand in (ann, bob, cleo, dan)),
        stock=(),
        turn_up=None,
        trump=Suit.HEARTS,
        turn=0,
        made=(0, 0),
        brisques=(0, 0),
        reached=(None, None),
    )
    played = game or PARTING
    return played, played.drawn(Match(played.made, Score((0, 0))), deal, ()).state


def do(game: Parting, state: Any, *moves: tuple[int, str]) -> tuple[Any, list[Any]]:
    told: list[Any] = []
    for seat, move in moves:
        state, events = game.apply(state, seat, game.parse(move))
        told += events
    return state, told


@both
def test_the_winner_of_the_last_trick_leads_to_the_left_and_the_partner_to_the_other_amb_f7(game: Parting):
    begun = [step for step in duels_of(game, 1) if not isinstance(step.before, Dueling)]
    assert begun
    for step in begun:
        (parted,) = [event for event in step.events if isinstance(event, ev.Parted)]
        winner = step.after.deal.tricks[-1].winner
        left, partner, right = ((winner + turn) % 4 for turn in (1, 2, 3))
        assert parted.duels == ((winner, left), (partner, right))
        assert game.to_act(step.after) == (winner, partner)
        leads = f"{NAMES[winner]} leads to {NAMES[left]} and {NAMES[partner]} leads to {NAMES[right]}"
        assert leads in TEXT.describe_event(parted, NAMES)
        assert parted.to_json(NAMES)["duels"][0] == [NAMES[winner], NAMES[left]]


@both
def test_every_card_is_played_in_its_own_duel_and_eight_tricks_are_taken_in_each(game: Parting) -> None:
    hands = 0
    taken: Counter[tuple[int, ...]] = Counter()
    for step in duels_of(game, 2):
        if isinstance(step.after, Dueling):
            deal = step.after.deal
            held = [named.card for hand in deal.hands for named in hand]
            gone = [card for trick in deal.tricks for card in trick.pieces]
            lying = [card for duel in step.after.duels for card in duel.table]
            assert Counter([*held, *gone, *lying]) == Counter(game.made.pack)
        for event in step.events:
            if isinstance(event, ev.TrickTaken) and event.trick.seats:
                taken[tuple(sorted(event.trick.seats))] += 1
                assert event.to_json(NAMES)["seats"] == [NAMES[seat] for seat, _ in event.trick.plays]
                assert event.last == (taken[tuple(sorted(event.trick.seats))] == 8)
            if isinstance(event, ev.HandScored):
                hands += 1
                if max(event.total) < 2000:
                    assert sorted(taken.values()) == [8, 8]
                taken.clear()
    assert hands > 1


@both
def test_tricks_of_both_duels_are_numbered_as_they_are_taken(game: Parting) -> None:
    for step in duels_of(game, 3):
        if isinstance(step.after, Dueling):
            numbers = [trick.number for trick in step.after.deal.tricks]
            assert numbers == list(range(1, len(numbers) + 1))


def test_each_duel_goes_on_by_itself_and_the_seat_due_in_each_is_to_act() -> None:
    game, state = dueling("AS 7D", "KS 8D", "AC 9D", "KC TD")
    assert game.to_act(state) == (0, 2)
    state, _ = do(game, state, (0, "play AS"), (1, "play KS"))
    assert game.to_act(state) == (0, 2)
    state, _ = do(game, state, (0, "play 7D"))
    assert game.to_act(state) == (1, 2)
    state, events = do(game, state, (1, "play 8D"))
    assert game.to_act(state) == (2,), "the first duel is over"
    assert [event.points for event in events if isinstance(event, ev.TrickTaken)] == [10]
    state, events = do(game, state, (2, "play 9D"), (3, "play TD"), (3, "play KC"), (2, "play AC"))
    assert not isinstance(state, Dueling)
    last = [event for event in events if isinstance(event, ev.TrickTaken)][-1]
    assert (last.last, last.points, last.trick.winner) == (True, 20, 2), "10 in each duel (GAP-F4)"
    (hand,) = [event for event in events if isinstance(event, ev.HandScored)]
    assert hand.points == (30, 20)


def test_a_duel_is_an_ending_for_two() -> None:
    game, state = dueling("KS 7D", "AS 7S 7H", "AC", "AH")
    state, _ = do(game, state, (0, "play KS"))
    assert [str(move) for move in game.legal(state, 1)] == ["play AS"], "follow suit, and win"
    with pytest.raises(RuleError, match="beat K"):
        game.apply(state, 1, game.parse("play 7S"))
    state, _ = do(game, state, (2, "play AC"))
    assert [str(move) for move in game.legal(state, 3)] == ["play AH"]
    assert game.legal(state, 0) == game.legal(state, 2) == ()
    for seat in (0, 2, None):
        with pytest.raises(RuleError, match="not your turn"):
            game.apply(state, seat, game.parse("play 7D"))


def test_whoever_is_out_first_has_won_though_the_other_duel_is_not_over() -> None:
    game, state = dueling("AS 7D", "KS 8D", "AC 9D", "KC TD")
    state = replace(state, match=replace(state.match, score=Score((1995, 0))))
    state, events = do(game, state, (0, "play AS"), (1, "play KS"))
    assert game.result(state) is not None
    (hand,) = [event for event in events if isinstance(event, ev.HandScored)]
    assert hand.points == (10, 0)


def test_the_winner_of_a_duels_trick_may_declare_while_the_other_goes_on() -> None:
    game, state = dueling("AS 7D", "KS 8D", "AC 9D", "KC TD", TO_THE_END)
    state, _ = do(game, state, (0, "play AS"), (1, "play KS"))
    assert [str(move) for move in game.legal(state, 0)] == ["take"]
    assert game.to_act(state) == (0, 2)
    assert game.view(state, 0).phase.value == "declaring"
    assert game.view(state, 2).phase.value == "playing"
    state, _ = do(game, state, (2, "play AC"), (3, "play KC"))
    assert game.to_act(state) == (0, 2)
    state, _ = do(game, state, (0, "take"), (0, "play 7D"), (1, "play 8D"))
    assert game.to_act(state) == (1, 2)
    state, _ = do(game, state, (2, "take"), (2, "play 9D"), (3, "play TD"), (3, "take"))
    assert game.to_act(state) == (1,), "the hand is not over before its last winner has declared"
    state, events = do(game, state, (1, "take"))
    assert any(isinstance(event, ev.HandScored) for event in events)


def test_what_is_declared_in_one_duel_is_looked_at_anew_in_the_other() -> None:
    class Once(ToTheEnd):
        def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
            return () if deal.shown else (game.parse("declare bezique QS JD"), DrawCards())

    hands = ("AS QS JD", "KS 8D 8C", "AC QS JD", "KC TD 8C")
    game, state = dueling(*hands, Once(declares_to_the_end=True))
    state, _ = do(game, state, (0, "play AS"), (1, "play KS"), (2, "play AC"), (3, "play KC"))
    assert state.moves[0]
    assert state.moves[2]
    state, _ = do(game, state, (0, "declare bezique QS JD"))
    assert not any(state.moves)
    assert game.to_act(state) == (0, 2)


@both
def test_a_seat_sees_its_own_duel_and_everybody_both_tricks(game: Parting) -> None:
    for step in list(duels_of(game, 4))[:70]:
        state = step.after
        if not isinstance(state, Dueling):
            continue
        for seat in (None, 0, 1, 2, 3):
            view, scene = game.view(state, seat), TEXT.scene(game.view(state, seat), NAMES)
            assert view.duels == state.duels
            assert scene.board is not None
            assert (scene.board.trick, scene.board.last, scene.board.leader) == (None, None, None)
            assert [duel.seats for duel in scene.board.duels] == [duel.seats for duel in state.duels]
            tables = [duel.table for duel in state.duels if duel.table]
            assert [row.pieces for row in scene.board.tricks] == [
                tuple(card.text for card in table) for table in tables
            ]
            for row in scene.board.tricks:
                assert row.owners in [duel.seats_in_turn[: len(row.pieces)] for duel in state.duels]
            assert bool(scene.prompt) == (seat in view.to_act)
            if seat is not None:
                own = next(duel for duel in state.duels if seat in duel.seats)
                assert (view.cards, view.leader) == (own.table, own.leader)
                trick = TEXT.last_trick(view, NAMES)
                mine = [t for t in state.deal.tricks if seat in t.seats]
                assert trick is not None
                assert not mine or NAMES[seat] in trick


def test_a_move_is_taken_back_with_what_the_other_duel_did_after_it() -> None:
    state = dueling("AS 7D", "KS 8D", "AC 9D", "KC TD")[1]
    history = replace(History.begin(PARTING, BeziqueOptions(), 0), made=())
    history = replace(history, position=replace(history.position, state=state))
    for seat, move in ((0, "play AS"), (2, "play AC"), (3, "play KC"), (1, "play KS")):
        history = history.apply(seat, history.parse(move)).history
    assert [made.seat for made in history.undoable(2)] == [2, 3, 1]
    back, _ = history.apply(2, Undo())
    assert PARTING.to_act(back.state) == (1, 2)
    assert back.state.duels[0].table == cards("AS")
    assert back.state.duels[1] == Duel((2, 3), 2)
    again = back.apply(2, back.parse("play 9D")).history
    assert PARTING.to_act(again.state) == (1, 3)


def test_ordinary_tricks_say_nothing_of_seats() -> None:
    steps = list(random_match(PARTING, BeziqueOptions(), 0, 1, most=80))
    tricks = [event for step in steps for event in step.events if isinstance(event, ev.TrickTaken)]
    assert tricks
    assert all(event.to_json(NAMES).keys() == {"event", "number", "winner", "cards"} for event in tricks)
    assert any(isinstance(step.after, Declaring) for step in steps)
