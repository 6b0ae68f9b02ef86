"""Twins: the same play over other hidden cards."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.rules.errors import RuleError
from bot.rules.events import Event
from bot.rules.game import AnyGame, Chance
from tests.rules.play import Taken, pieces_in, random_match


@dataclass(frozen=True)
class Twins:
    """A play, and one with the same moves in which two pieces have changed places that `seat` (None: who only
    looks on) has never seen."""

    seat: int | None
    steps: list[Taken]
    others: list[Taken]


def twins(
    game: AnyGame,
    options: Any,
    rng: random.Random,
    *,
    attempts: int = 2000,
    shortest: int = 2,
    longest: int = 56,
) -> Iterator[Twins]:
    """Plays at random of the first deal, each with its twin: whatever its moves bring about for `seat` is the
    same, if the rules keep what is hidden."""
    for attempt in range(attempts):
        start = game.begin(options, 0)
        steps = list(random_match(game, options, 0, attempt, most=rng.randrange(shortest, longest)))
        seat = rng.choice((None, *range(len(game.seating(options)))))
        known = {str(card) for card in known_to(game, seat, steps)[-1]}
        shuffles = [
            index
            for index, step in enumerate(steps)
            if isinstance(due := game.to_act(step.before), Chance) and due.secret
        ]
        if len(shuffles) != 1 or any(event.closes_deal for step in steps for event in step.events):
            continue
        moves = [(step.seat, str(step.move)) for step in steps]
        pieces = moves[shuffles[0]][1].split()[1:]
        hidden = [i for i, piece in enumerate(pieces) if piece not in known]
        if len(hidden) < 2:
            continue
        moves[shuffles[0]] = (None, swapped(moves[shuffles[0]][1], *rng.sample(hidden, 2)))
        try:
            others = replayed(game, start, moves)
        except RuleError:
            continue
        if not turned_out_otherwise(game, steps, others):
            yield Twins(seat, steps, others)


def known_to(game: AnyGame, seat: int | None, steps: list[Taken]) -> list[set[Any]]:
    """After each step, the cards `seat` has a right to know of: its own, those of who plays for it, and those
    laid open."""
    known: set[Any] = set()
    result = []
    for step in steps:
        due = game.to_act(step.before)
        if not (isinstance(due, Chance) and due.secret):
            known |= set(pieces_in(step.move))
        eyes = {seat} if seat is None else {seat, game.player_of(step.before, seat)}
        for event in step.events:
            if event.turns_up or (event.seen_by is not None and not eyes.isdisjoint(event.seen_by)):
                known |= set(pieces_in(event))
            if event.closes_deal:
                known |= set(pieces_in(step.before))
        result.append(set(known))
        if any(event.closes_deal for event in step.events):
            known = set()
    return result


def seen(step: Taken, seat: int | None) -> list[Event]:
    return [event for event in step.events if event.seen_by is None or seat in event.seen_by]


def swapped(move: str, first: int, second: int) -> str:
    """A shuffle with two of its pieces in each other's place."""
    verb, *pieces = move.split()
    pieces[first], pieces[second] = pieces[second], pieces[first]
    return " ".join([verb, *pieces])


def replayed(game: AnyGame, state: Any, moves: list[tuple[int | None, str]]) -> list[Taken]:
    steps = []
    for seat, text in moves:
        move = game.parse(text)
        after, events = game.apply(state, seat, move)
        steps.append(Taken(state, seat, move, after, events))
        state = after
    return steps


def turned_out_otherwise(game: AnyGame, steps: list[Taken], others: list[Taken]) -> bool:
    """Whether what hidden pieces brought about came to light by itself, and not alike: who is awaited,
    or pieces turned up. Then everybody may know."""
    for step, other in zip(steps, others, strict=True):
        if seen(step, None) != seen(other, None):
            return any(event.turns_up for event in (*step.events, *other.events))
        if game.to_act(step.after) != game.to_act(other.after):
            return True
    return False
