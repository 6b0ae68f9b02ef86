"""A match of every game under every answer to every option: played once, with all checks at each step."""

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache, cached_property
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import pytest

from bot import art
from bot.rules.cards import Card
from bot.rules.catalogue import ENGLISH
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Scored
from bot.rules.game import Chance
from bot.rules.moves import Move
from bot.rules.presentation.scene import Row, Scene
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.rules.tiles import Tile
from bot.tables.state.chairs import Person
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Proposal, ProposalKind, Status
from cogs.hand.panel import draw_hand_panel
from cogs.opening.house_rules import RulesForm, draw_options
from cogs.proposals.views import draw_more
from cogs.table.table_message import draw_table_message
from tests.discord.test_limits import at_table, check, check_form
from tests.discord.world import walk
from tests.rules.matches import CASES, Match
from tests.rules.play import Taken
from tests.test_messages import PEOPLE, PSEUDO, untranslated

NOBODY = None


@dataclass(frozen=True)
class Look:
    """A step of a match, with what several checks ask of it."""

    match: Match
    number: int
    step: Taken

    @cached_property
    def seats(self) -> range:
        return range(len(self.match.names.seats))

    @cached_property
    def awaited(self) -> tuple[int, ...]:
        """The seats to move after the step; none where chance is."""
        due = self.match.game.to_act(self.step.after)
        return due if isinstance(due, tuple) else ()

    @cached_property
    def views(self) -> dict[int | None, Any]:
        return {seat: self.match.game.view(self.step.after, seat) for seat in (NOBODY, *self.seats)}

    @cached_property
    def snapshot(self) -> TableSnapshot:
        return at_table(self.match.game, self.match.chosen, self.step.after)


Check = Callable[[Look], Any]
CHECKS: list[tuple[Check, int, int, int]] = []
ALL = 10**9


def looks(first: int = ALL, every: int = 1, otherwise: int | None = None) -> Callable[[Check], Check]:
    """A check of the first steps: of one in `every`, or in `otherwise` where an answer is not usual."""

    def entered(function: Check) -> Check:
        CHECKS.append((function, first, every, otherwise or every))
        return function

    return entered


@pytest.mark.parametrize("match", CASES)
async def test_a_match(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    for drawn in ("board_picture", "hand_picture", "line_picture", "open_picture", "spread_picture"):
        monkeypatch.setattr(art, drawn, lambda *_, **__: b"")
    game, again, last = match.game, match.game.begin(match.options, None), None
    first_moves, told_apart = set[tuple[int | None, Move]](), False
    for number, step in enumerate(match.play()):
        assert game.result(step.before) is None
        # A match is its log.
        again, events = game.apply(again, step.seat, game.parse(str(step.move)))
        assert events == step.events
        assert again == step.after
        last, look = step, Look(match, number, step)
        told_apart |= any(event.seen_by is not None for event in step.events)
        if number < 70:
            first_moves.add((step.seat, step.move))
        for function, first, usual, otherwise in CHECKS:
            if number < first and number % (otherwise if match.chosen else usual) == 0:
                found = function(look)
                if inspect.isawaitable(found):
                    await found
    assert last is not None
    assert game.to_act(last.after) == ()
    assert game.result(last.after) is not None
    assert any(isinstance(event, Scored) for event in last.events)
    assert told_apart, "somebody was dealt to"
    for seat, move in first_moves:
        with pytest.raises(RuleError) as refusal:
            game.apply(last.after, seat, move)
        assert refusal.value.code == "over"
    assert all(game.legal(last.after, seat) == () for seat in range(len(match.names.seats)))


# Rules and notation.


@looks(first=400)
def legal_moves_come_back_from_their_notation_and_verify(look: Look) -> None:
    game, state = look.match.game, look.step.after
    for seat in look.awaited:
        legal = game.legal(state, seat)
        assert legal
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert game.parse(str(move)) == move
            assert len(str(move)) <= 60
            game.verify(state, seat, move)
        assert set(game.automatic_moves(state, seat)) <= set(legal)
        assert game.formality(state, seat) in (None, *legal)


@looks(first=400)
def optional_moves_come_back_from_their_notation_and_are_not_waited_for(look: Look) -> None:
    game, state = look.match.game, look.step.after
    for seat in look.seats:
        optional, legal = game.optional_moves(state, seat), game.legal(state, seat)
        assert not set(optional) & set(legal)
        assert len(set(optional)) == len(optional)
        for move in optional:
            assert game.parse(str(move)) == move
            assert len(str(move)) <= 60
            assert not move.by_chance
            assert not move.blind


@looks(first=130)
def only_who_is_awaited_can_move(look: Look) -> None:
    game, step = look.match.game, look.step
    due = game.to_act(step.before)
    awaited = due if isinstance(due, tuple) else (None,)
    for other in {None, *look.seats} - {*awaited}:
        if other is not None and step.move in game.optional_moves(step.before, other):
            continue
        with pytest.raises(RuleError) as refusal:
            game.verify(step.before, other, step.move)
        assert refusal.value.code == "not-your-turn"
        with pytest.raises(RuleError):
            game.apply(step.before, other, step.move)


@looks()
def a_move_of_chance_takes_what_it_asks_for(look: Look) -> None:
    due = look.match.game.to_act(look.step.before)
    if isinstance(due, Chance):
        assert len(str(look.step.move).split()) == due.take + 1
        assert due.take <= len(due.pieces)


hints_of = cache(get_type_hints)
SIMPLE = (str, int, bool, type(None), Card, Tile, Enum)


def simple(value: Any, hint: Any) -> bool:
    """Whether a value is of its hint, and can be stored by it: numbers, words, pieces, tuples of them and
    frozen dataclasses with hints of their own."""
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        hints = [first] * len(value) if rest == [...] else get_args(hint)
        return isinstance(value, tuple) and all(map(simple, value, hints)) and len(hints) == len(value)
    if get_origin(hint) in (UnionType, Union):
        return any(simple(value, other) for other in get_args(hint))
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if isinstance(value, SIMPLE) or not is_dataclass(value):
        kind = get_origin(hint) or hint
        return isinstance(kind, TypeVar) or (isinstance(value, SIMPLE) and isinstance(value, kind))
    by_name = hints_of(cast(Any, type(value)))
    assert cast(Any, type(value)).__dataclass_params__.frozen
    return all(simple(getattr(value, field.name), by_name[field.name]) for field in fields(value))


@looks()
def events_can_be_stored_by_their_type_hints(look: Look) -> None:
    for event in look.step.events:
        assert simple(event, type(event)), event


@looks()
def only_the_dealt_see_what_they_were_dealt(look: Look) -> None:
    for event in look.step.events:
        if event.seen_by is not None:
            assert not event.posted, "a private event cannot be posted in the channel"
            assert not isinstance(event, Scored)
            assert not isinstance(event, Dealt) or event.seen_by == (event.seat,)


# Views and words.


@looks()
def every_event_has_words_and_json(look: Look) -> None:
    match = look.match
    for event in look.step.events:
        assert match.text.describe_event(event, match.names).strip()
        data = event.to_json(match.names)
        assert data["event"] == event.kind
        assert json.loads(json.dumps(data)) == data, "not JSON as it stands"


@looks(every=3, otherwise=7)
def the_last_trick_has_words(look: Look) -> None:
    for view in look.views.values():
        last = look.match.text.last_trick(view, look.match.names)
        assert last is None or last.strip()


@looks(first=250, otherwise=5)
def scenes_can_be_drawn_within_discords_limits(look: Look) -> None:
    game, names, text = look.match.game, look.match.names, look.match.text
    for seat, view in look.views.items():
        scene = text.scene(view, names)
        # Choices beyond a sheet of buttons become menus, four at most beside the rest.
        assert len(scene.choices) <= 100
        assert all(1 <= len(choice.label) <= 80 for choice in scene.choices)
        assert len({choice.move for choice in scene.choices}) == len(scene.choices)
        assert len(scene.places) == len(names.seats)
        if seat is None:
            continue
        acting = seat in look.awaited
        assert bool(scene.prompt) == acting
        enabled = {choice.move for choice in scene.choices if choice.enabled}
        assert view.seat == seat
        assert view.legal == game.legal(look.step.after, seat)
        legal = {str(move) for move in view.legal}
        optional = {str(move) for move in game.optional_moves(look.step.after, seat)}
        assert enabled <= legal | optional
        assert optional <= enabled
        assert bool(enabled - optional) == acting
        if len(legal) <= 13:
            assert enabled == legal | optional


@looks(first=200, every=9)
def names_can_be_put_into_a_scene_later(look: Look) -> None:
    names, text = look.match.names, look.match.text
    for view in look.views.values():
        assert text.scene(view, Names.marks(names.seating)).named(names) == text.scene(view, names)


@looks(first=300, otherwise=5)
def every_move_that_may_be_made_has_words(look: Look) -> None:
    game, names, text = look.match.game, look.match.names, look.match.text
    for seat in look.seats:
        view = look.views[seat]
        for move in (*view.legal, *game.optional_moves(look.step.after, seat)):
            described = text.describe_move(view, move, names)
            assert 1 <= len(described.label) <= 80
            assert described.words
            assert str(move) not in (described.label, described.words), "notation is no description"


def said_in(scene: Scene) -> Iterator[str]:
    yield from (scene.title, *scene.facts, *scene.scores, scene.prompt)
    for place in scene.places:
        yield from place.notes
    rows: tuple[Row, ...] = scene.table if scene.hand is None else (*scene.table, scene.hand)
    for row in rows:
        yield from (row.title, row.note, *row.faces)
        if row.marked is not None:
            yield row.mark
    for choice in scene.choices:
        yield from (choice.label, choice.words, choice.group)


def people_of(match: Match) -> Names:
    seating = match.game.seating(match.options)
    return Names(seating, PEOPLE[: len(seating)])


@looks()
def events_can_be_translated(look: Look) -> None:
    text = text_for(look.match.game.key, PSEUDO)
    for event in look.step.events:
        said = text.describe_event(event, people_of(look.match))
        assert not untranslated(said), said


@looks(every=7)  # comes round to every turn of a trick
def the_table_can_be_translated(look: Look) -> None:
    text, names = text_for(look.match.game.key, PSEUDO), people_of(look.match)
    for view in look.views.values():
        said = [*said_in(text.scene(view, names)), text.last_trick(view, names) or ""]
        for move in view.legal:
            described = text.describe_move(view, move, names)
            said += (described.label, described.words, described.group)
        assert [one for one in said if untranslated(one)] == []


# What Discord takes. Every fifth, seventh and eleventh step come round to every turn of a trick.


@looks(first=1)
async def the_lobby_fits(look: Look) -> None:
    lobby = at_table(look.match.game, look.match.chosen, None, Status.LOBBY)
    check(draw_options(lobby, ENGLISH))
    for more in (False, True):
        check_form(RulesForm(lobby, ENGLISH, more=more))
    check(await draw_table_message(lobby, ENGLISH, with_pictures=True))


@looks(first=200, every=5, otherwise=7)
async def messages_fit(look: Look) -> None:
    check(await draw_table_message(look.snapshot, ENGLISH, with_pictures=True))
    for seat in look.snapshot.awaited:
        drawing = await draw_hand_panel(look.snapshot, seat, ENGLISH, with_pictures=True)
        check(drawing)
        assert len(list(walk(drawing.view.to_components()))) > 5


@looks(first=200, every=11)
async def messages_fit_with_a_proposal(look: Look) -> None:
    by = Person(1_190_000_000_000_000_001, "Bartholomew Fitzgerald")
    for kind in (ProposalKind.PAUSE, ProposalKind.ABANDON):
        proposal = Proposal(kind, by, 1_800_000_000.25, 0, 0)
        put = replace(look.snapshot, table=replace(look.snapshot.table, proposal=proposal))
        check(await draw_table_message(put, ENGLISH, with_pictures=True))
        for seat in look.snapshot.awaited:
            check(await draw_hand_panel(put, seat, ENGLISH, with_pictures=True))
            check(draw_more(put, seat, ENGLISH))
