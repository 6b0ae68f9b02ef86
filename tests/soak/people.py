"""Those who press and type: players as their panels let them, strangers, and the impatient.

Presses are put on Discord's wire as a client does that shows an old message: several at once, and with a
custom_id that its message has no more.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction

from tests.discord.world import Seen, World, seen

_YES: Final = "!yes:"
_BUTTON: Final = 2
_MENU: Final = 3
_COMPONENT: Final = 3
_EPHEMERAL: Final = 64
_THREAD: Final = 11
_ANNOUNCED: Final = 18


@dataclass(frozen=True, slots=True)
class Control:
    """A button, or an answer of a menu (`value`), on a message that had these `components`."""

    message_id: int
    channel_id: int
    custom_id: str
    value: str | None
    components: list[dict[str, Any]] = field(compare=False, repr=False)

    @property
    def step(self) -> int:
        """The moves its message had seen."""
        return int(self.custom_id.split(":", 3)[2])

    @property
    def what(self) -> str:
        """The move in the notation, or an action with its exclamation mark."""
        return self._pressed.removeprefix(_YES) if self.value is None else self.value

    @property
    def is_move(self) -> bool:
        """Whether it makes a move, or asks whether that is meant."""
        if self.value is not None:
            return ":!move:" in self.custom_id
        return self.answers_yes or not self._pressed.startswith("!")

    @property
    def answers_yes(self) -> bool:
        """Whether it makes a move of which its player was asked whether it is meant."""
        return self.value is None and self._pressed.startswith(_YES)

    @property
    def _pressed(self) -> str:
        return self.custom_id.split(":", 3)[3]


@dataclass(eq=False)
class Attempt:
    """Somebody tried a move: `user_id`, by a button that had seen `step` moves (None: typed) of a log
    that had `before`.

    `records` are the interactions it took; two when pressed twice.
    """

    user_id: int
    move: str
    step: int | None
    before: int
    records: list[Interaction] = field(default_factory=list)


def controls(message: Seen) -> list[Control]:
    raw = message.raw
    found = [
        Control(message.id, raw.channel_id, button["custom_id"], None, raw.components)
        for button in message.buttons.values()
        if not button.get("disabled") and button.get("custom_id")
    ]
    for menu in message.menus:
        values = [option["value"] for option in menu["options"]]
        found += [
            Control(message.id, raw.channel_id, menu["custom_id"], value, raw.components) for value in values
        ]
    return found


def public_messages(world: World) -> list[Seen]:
    """What everybody sees of a table in the channel and in its thread, oldest first."""
    threads = [channel for channel in world.env.backend.channels.values() if channel.type == _THREAD]
    found = [message for place in (world.channel, *threads) for message in world.messages(place)]
    # SimCord announces every new thread; Discord does so only where it is not created from a message.
    told = [message for message in found if message.raw.type != _ANNOUNCED]
    return sorted(told, key=lambda message: message.id)


class People:
    """The people of a world, and all they have tried."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._backend = world.env.backend
        self.attempts: list[Attempt] = []
        self.records: list[Interaction] = []
        self.what: dict[int, str] = {}
        self.staking: frozenset[str] = frozenset()
        """The verbs of the game's moves of which a player is asked whether they are meant."""

    def press(self, name: str, *pressed: Control, before: int) -> None:
        """Press all these at once, and do not wait for the answers."""
        for control in dict.fromkeys(pressed):
            attempt = Attempt(self._world.people[name].id, control.what, control.step, before)
            attempt.records = [
                record
                for again in pressed
                if again == control and (record := self._emit(name, control)) is not None
            ]
            if control.is_move and not self._is_asked_first(control):
                self.attempts.append(attempt)

    async def type(self, name: str, command: str, *, dm: bool = False, **options: Any) -> Interaction:
        """Type a command in the channel, or by DM."""
        member = self._world.people[name]
        if dm:
            result = await member.user.slash(command, **options)
        else:
            result = await member.slash(self._world.channel, command, **options)
        record: Interaction = result._interaction
        self.records.append(record)
        self.what[record.id] = f"{name} typed /{command} {options}"
        return record

    async def choose(self, name: str, table: int, option: str, answer: object) -> None:
        """Answer a question of the table's house rules, where it is asked, by typing."""
        game = (await self._world.bot.services.tables.repository.look(table)).game
        offered = {asked.name: asked for asked in game.options_type.offered()}
        if option not in offered:
            return
        number = [choice.value for choice in offered[option].choices].index(answer)
        await self.type(name, "table options", rule=option, answer=str(number), table=table)
        await self._world.env.settle()

    async def play(self, name: str, move: str, before: int) -> None:
        attempt = Attempt(self._world.people[name].id, move, None, before)
        self.attempts.append(attempt)
        attempt.records.append(await self.type(name, "play", card=move))

    def panels(self, name: str) -> list[Seen]:
        """Every message that only this person sees, oldest first: DMs, and answers in the channel."""
        user = self._world.people[name].user
        channels = self._backend.messages
        messages = list(channels.get(self._backend.dm_channels.get(user.id, 0), {}).values())
        for record in self.records:
            if record.user_id == user.id:
                ids = [record.message_id, *record.followup_ids]
                there = channels.get(record.channel_id, {})
                messages += [there[i] for i in ids if i in there and there[i].flags & _EPHEMERAL]
        return [seen(message) for message in sorted({m.id: m for m in messages}.values(), key=lambda m: m.id)]

    def told(self, record: Interaction) -> list[str]:
        there = self._backend.messages.get(record.channel_id, {})
        ids = [*record.followup_ids]
        if record.message_id != record.source_message_id:
            ids.append(record.message_id or 0)
        # What was told since then has taken the place of what is gone.
        said = [there.get(i) for i in ids if i]
        return [seen(m).text if m else "gone" for m in said if m is None or m.flags & _EPHEMERAL]

    def _is_asked_first(self, control: Control) -> bool:
        return not control.answers_yes and control.what.partition(" ")[0] in self.staking

    def _emit(self, name: str, control: Control) -> Interaction | None:
        backend, member = self._backend, self._world.people[name]
        stored = backend.messages.get(control.channel_id, {}).get(control.message_id)
        if stored is None:
            return None
        guild_id = backend.get_channel(control.channel_id).guild_id
        data: dict[str, Any] = {
            "custom_id": control.custom_id,
            "component_type": _BUTTON if control.value is None else _MENU,
        }
        if control.value is not None:
            data["values"] = [control.value]
        record, payload = interactions.base_payload(
            backend,
            type=_COMPONENT,
            channel_id=control.channel_id,
            guild_id=guild_id,
            user_id=member.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        # As it was when it was pressed, which is before whatever has happened to it since.
        payload["message"]["components"] = control.components
        record.source_message_id = stored.id
        self.records.append(record)
        self.what[record.id] = (
            f"{name} pressed {control.custom_id} {control.value or ''} in {guild_id and 'guild'}"
        )
        backend.emit("INTERACTION_CREATE", payload)
        return record
