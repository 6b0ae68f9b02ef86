"""People who play: they read what the bots have put on the messages, and press it, at a given rate."""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from tests.fake_discord.server import FakeDiscord
from tests.fake_discord.tables import Place, Player
from tests.fake_discord.world import Interaction, Json, Message, parts_of

_BUTTON, _MENU, _SECONDARY = 2, 3, 2
_CONFIRMED: Final = "!yes:"
_MARK: Final = "Mark"
_COOL_SECONDS: Final = 1.0
"""How long a person looks at what has come of a press before the next."""

_OLD_SECONDS: Final = 13 * 60.0
_REFRESHED: Final = 0.02
"""How often somebody presses Refresh for no reason, of the times that they look at their panel."""


class Kind(Enum):
    MOVE = "move"
    HAND = "hand"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Control:
    """Something on a message that can be pressed: `c:TABLE:STEP:WHAT`, or an answer of a menu."""

    custom_id: str
    value: str | None
    table: int
    step: int
    what: str

    @property
    def is_move(self) -> bool:
        return not self.what.startswith("!")

    @property
    def confirms(self) -> bool:
        return self.what.startswith(_CONFIRMED)

    @property
    def move(self) -> str:
        """The move that is made, at once or as confirmed."""
        return self.what.removeprefix(_CONFIRMED)


@dataclass(slots=True, eq=False)
class Press:
    """One press, by whom, on which message, and what came of it."""

    interaction: Interaction
    message: Message
    player: Player
    place: Place
    kind: Kind
    control: Control


@dataclass(slots=True, eq=False)
class _State:
    """What a player has before them, and when they may press again."""

    panel: Message | None = None
    used_at: float = 0.0
    free_at: float = 0.0


@dataclass(slots=True)
class Driver:
    """Plays at these places, each person one press at a time. `presses` is all they have done."""

    discord: FakeDiscord
    places: Sequence[Place]
    seed: int = 1
    presses: list[Press] = field(default_factory=list)
    starved: int = 0
    """How often nobody could press anything when a press was due."""

    _states: dict[int, _State] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _next: int = 0
    _chance: random.Random = field(default_factory=random.Random)

    def __post_init__(self) -> None:
        self._chance.seed(self.seed)

    async def play(self, seconds: float, rate: float) -> None:
        """Press `rate` times a second in all, for so long; where nobody can, a press is left out."""
        began, made = time.monotonic(), 0
        while (spent := time.monotonic() - began) < seconds:
            while made < spent * rate:
                made += 1
                self.starved += not self._press_something()
            await asyncio.sleep(min(0.02, 1 / rate))

    async def finish(self) -> None:
        """Wait for the answers to what has been pressed."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def open_table(self, place: Place) -> None:
        """Open a table by typing, call the house into the empty chairs, and begin. Raises RuntimeError."""
        host = place.players[0].user.id
        opened = self.discord.type(host, place.channel, "table open", game=place.game)
        if not await self.discord.answered(opened) or opened.original_id is None:
            raise RuntimeError(f"/table open was not answered: {opened}")
        message, start = await self._shown(place, opened.original_id, "!start")
        place.table_id = start.table
        for player in place.players[1:]:
            joined = self.discord.type(player.user.id, place.channel, "table join")
            if not await self.discord.answered(joined):
                raise RuntimeError(f"/table join was not answered: {joined}")
        begun = self.discord.press(host, message, start.custom_id)
        self._record(begun, message, place.players[0], place, Kind.OTHER, start)
        if not await self.discord.answered(begun):
            raise RuntimeError(f"Start was not answered: {begun}")

    async def _shown(self, place: Place, message_id: int, what: str) -> tuple[Message, Control]:
        message = place.channel.messages[message_id]
        for _ in range(100):
            for control in controls(message):
                if control.what.startswith(what):
                    return message, control
            await asyncio.sleep(0.05)
        raise RuntimeError(f"{what} is not on {message.text}")

    def _press_something(self) -> bool:
        now = time.monotonic()
        for _ in range(len(self.places)):
            place = self.places[self._next % len(self.places)]
            self._next += 1
            for player in self._chance.sample(place.players, len(place.players)):
                state = self._states.setdefault(player.user.id, _State())
                if player.away or state.free_at > now:
                    continue
                if (chosen := self._choose(place, player, state)) is not None:
                    self._press(place, player, state, *chosen)
                    return True
        return False

    def _choose(self, place: Place, player: Player, state: _State) -> tuple[Message, Kind, Control] | None:
        panel = self._panel(player, state)
        if panel is not None:
            offered = list(controls(panel))
            moves = [control for control in offered if control.is_move]
            if moves:
                return panel, Kind.MOVE, self._chance.choice(moves)
            wanted = {control.what.split(":")[0]: control for control in offered}
            for control in offered:
                if control.confirms:
                    return panel, Kind.MOVE, control
            for what in ("!back", "!next", "!again"):
                if what in wanted:
                    return panel, Kind.OTHER, wanted[what]
            refresh = wanted.get("!refresh")
            laid_aside = refresh is not None and len(offered) == 1
            if refresh is not None and (laid_aside or self._chance.random() < _REFRESHED):
                return panel, Kind.OTHER, refresh
            return None
        if player.by_dm:
            return None
        for message in sorted(place.channel.messages.values(), key=lambda one: -one.id):
            if message.private_to is None and not message.deleted:
                for control in controls(message):
                    if control.what == "!hand:":
                        return message, Kind.HAND, control
        return None

    def _panel(self, player: Player, state: _State) -> Message | None:
        if player.by_dm and player.user.dm_channel is not None:
            there = self.discord.world.channels[player.user.dm_channel].messages
            shown = [message for message in there.values() if not message.deleted and message.components]
            state.panel = shown[-1] if shown else None
        elif state.panel is not None and time.monotonic() - state.used_at > _OLD_SECONDS:
            state.panel = None
        return state.panel

    def _press(
        self, place: Place, player: Player, state: _State, message: Message, kind: Kind, control: Control
    ) -> None:
        interaction = self.discord.press(player.user.id, message, control.custom_id, control.value)
        press = self._record(interaction, message, player, place, kind, control)
        state.free_at = float("inf")
        task = asyncio.create_task(self._await(press, state))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _record(
        self,
        interaction: Interaction,
        message: Message,
        player: Player,
        place: Place,
        kind: Kind,
        control: Control,
    ) -> Press:
        press = Press(interaction, message, player, place, kind, control)
        self.presses.append(press)
        return press

    async def _await(self, press: Press, state: _State) -> None:
        answered = await self.discord.answered(press.interaction)
        state.used_at = time.monotonic()
        state.free_at = time.monotonic() + _COOL_SECONDS * self._chance.uniform(0.5, 1.5)
        if press.kind is not Kind.HAND or not answered:
            return
        # The panel follows the answer.
        for _ in range(100):
            panel = private_answer(self.discord, press.interaction)
            if panel is not None and panel.components:
                state.panel = panel
                return
            await asyncio.sleep(0.05)


def controls(message: Message) -> Iterator[Control]:
    """What can be pressed on a message now. Cards that would only be marked for later are left out."""
    for part in parts_of(message.components):
        custom_id = part.get("custom_id", "")
        if part.get("disabled") or not custom_id.startswith("c:"):
            continue
        _, table, step, what = custom_id.split(":", 3)
        if part["type"] == _BUTTON and not _only_marks(part, what):
            yield Control(custom_id, None, int(table), int(step), what)
        elif part["type"] == _MENU and not str(part.get("placeholder")).startswith(_MARK):
            for option in part["options"]:
                yield Control(custom_id, option["value"], int(table), int(step), option["value"])


def _only_marks(button: Json, what: str) -> bool:
    # In the text version whatever can be played is green or blue.
    return not what.startswith("!") and button.get("style") == _SECONDARY


def private_answer(discord: FakeDiscord, interaction: Interaction) -> Message | None:
    """The message besides the one that was pressed which the person was answered with."""
    there = discord.world.channels[interaction.channel_id].messages
    ids = [*interaction.follow_ups, interaction.original_id]
    found = [there[one] for one in ids if one is not None and one != interaction.message_id]
    return found[0] if found else None


def told(discord: FakeDiscord, interaction: Interaction) -> str:
    """What the person was told in words in answer, also on the message they pressed; empty for nothing."""
    there = discord.world.channels[interaction.channel_id].messages
    ids = [*interaction.follow_ups, interaction.original_id]
    sent = [there[one].content for one in ids if one is not None and one != interaction.message_id]
    return " / ".join(text for text in (*sent, *interaction.quoted) if text)
