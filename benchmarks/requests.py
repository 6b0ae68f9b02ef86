"""REST calls with the bot's token and messages in the channel for a hand, counted on the offline Discord.

A whole match's hands but the first are counted: the first has tokens that later hands have not. The people
press what a person would: their newest panel by DM, or the one they opened under My hand.
"""

import asyncio
import importlib.util
import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from benchmarks.evening import Evening, evening
from benchmarks.figures import Figure, needs
from bot.rules.registry import GAMES

WHIST, BEZIQUE = "american-whist", "bezique"
TARGETS = {WHIST: 24, "bishops-whist": 24, BEZIQUE: 45}
"""Calls a hand may cost at worst, when the bot has little of its budget left."""

A_TRICK = 1.7  # calls a trick may cost at worst: every chair a person's, the bot busy, whatever the game
MESSAGES = {WHIST: 4, "bishops-whist": 4, BEZIQUE: 5}  # messages a hand may put into the channel


@dataclass(frozen=True, slots=True)
class Scenario:
    """How an evening goes: `people` at the table (the rest of the chairs are the house's), who take
    `seconds` over a play and have their cards by `way` (`DM` or `My hand`); with the `ceremony` of the cut
    or without; `busy`: other tables take more than half of the bot's calls."""

    game: str
    people: int
    seconds: int
    way: str
    ceremony: bool = False
    busy: bool = False

    @property
    def name(self) -> str:
        extra = (", ceremony" if self.ceremony else "") + (", bot busy" if self.busy else "")
        return f"{self.game}, {self.people} people, {self.seconds} s a play, {self.way}{extra}"


SCENARIOS = (
    *(
        Scenario(game, people, seconds, way, ceremony, busy=True)
        for game, most in ((WHIST, 4), (BEZIQUE, 2))
        for people in (4, 2, 1)
        if people <= most
        for seconds in (3, 20)
        for way in ("DM", "My hand")
        for ceremony in (False, True)
    ),
    Scenario("bishops-whist", 4, 20, "DM", busy=True),
    *(Scenario(game, 4, 3, "DM", busy=True) for game in GAMES if game not in (WHIST, BEZIQUE)),
    *(Scenario(WHIST, people, 3, way) for people in (4, 2, 1) for way in ("DM", "My hand")),
    *(Scenario(WHIST, people, 20, "DM") for people in (4, 1)),
    *(Scenario(WHIST, people, 3, "DM", ceremony=True) for people in (4, 1)),
    *(Scenario(BEZIQUE, people, 3, way) for people in (2, 1) for way in ("DM", "My hand")),
    Scenario("old-maid", 4, 3, "DM"),
    Scenario("matador", 2, 3, "DM"),
)


def measure(
    scenarios: Sequence[Scenario] = SCENARIOS, checker: Path | None = None, hands: int = 4
) -> list[Figure]:
    """Calls and messages a hand in each scenario, in a match's second hand to that of the number `hands`.
    All bodies are held against Discord's own description of them if there is a checker (see `checked`)."""
    needs("simcord", "sandbox")
    import simcord

    # It looks every 50 ms whether the bot is done; this makes presses ten times as fast.
    cast(dict[str, Any], simcord.Env._settle_internal.__kwdefaults__)["idle"] = 0.002
    logging.getLogger("discord").setLevel(logging.WARNING)
    figures, bodies = [], []
    for scenario in scenarios:
        played = asyncio.run(
            evening(
                scenario.game,
                people=scenario.people,
                seconds=scenario.seconds,
                under_my_hand=scenario.way == "My hand",
                ceremony=scenario.ceremony,
                busy=scenario.busy,
                hands=hands,
            )
        )
        bodies += played.requests
        figures += _of_hands(scenario, played)
    return figures + (checked(bodies, checker) if checker else [])


def _of_hands(scenario: Scenario, played: Evening) -> list[Figure]:
    made = [request for hand in played.hands for request in hand if _with_token(request)]
    each = len(made) / len(played.hands)
    a_hand = TARGETS.get(scenario.game) if scenario.busy else None
    figures = [Figure.at_most(f"{scenario.name}: calls a hand, over {len(played.hands)}", each, "", a_hand)]
    if played.tricks:
        a_trick = round(len(made) / played.tricks, 2)
        most = A_TRICK if scenario.busy and scenario.people > 1 else None
        figures.append(Figure.at_most("  calls a trick", a_trick, "", most))
    routes = Counter(map(_route, made)).most_common()
    figures += [Figure(f"  {route}", number / len(played.hands)) for route, number in routes]
    figures.append(Figure("  the match's first hand, new DMs included", sum(map(_with_token, played.first))))
    posted = played.messages / len(played.hands)
    room = MESSAGES.get(scenario.game)
    return [*figures, Figure.at_most("  messages in the channel a hand", posted, "", room)]


def _with_token(request: Any) -> bool:
    return "/interactions/" not in request.path and "/webhooks/" not in request.path


def _route(request: Any) -> str:
    return f"{request.method} {re.sub(r'[0-9]{15,}', '…', request.path)}"


def checked(requests: list[Any], checker: Path) -> list[Figure]:
    """What Discord would refuse of these, by the `SpecValidator` of the module in that file."""
    spec = importlib.util.spec_from_file_location(checker.stem, checker)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    validator, faults = module.SpecValidator(), Counter[str]()
    for request in requests:
        try:
            errors, warnings = validator.check(request.method, request.path, request.json)
        except KeyError as unknown:
            errors, warnings = [str(unknown)], []
        if errors or warnings:
            faults[f"{_route(request)[:60]}: {'; '.join([*errors, *warnings])}"] += 1
    return [
        Figure("request bodies held against Discord's description", len(requests)),
        Figure("  refused", faults.total(), "", "0", not faults),
        *(Figure(f"    {fault}", number) for fault, number in faults.most_common()),
    ]
