"""An evening at a table on the offline Discord, as people play it, and what it took of Discord."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.tables import SeededDealer
from bot.rules.registry import GAMES, text_for
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.state.snapshot import TableSnapshot

_NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo")
_MOST_SECONDS = 4 * 60 * 60
_EPHEMERAL = 64


@dataclass(slots=True)
class Evening:
    """What was asked of Discord: in each finished hand but the first (in that one, if the match has no
    other), in that first one, and in all. `messages` were put into the channel in those hands, and `tricks`
    are all that were taken in them."""

    hands: list[list[Any]] = field(default_factory=list)
    first: list[Any] = field(default_factory=list)
    requests: list[Any] = field(default_factory=list)
    messages: int = 0
    tricks: int = 0


async def evening(
    game: str, *, people: int, seconds: int, under_my_hand: bool, ceremony: bool, busy: bool, hands: int
) -> Evening:
    """Play up to so many `hands` of the match: each of the `people` takes so many `seconds` over a play."""
    import simcord

    from bot.app import opened
    from bot.settings import Settings
    from cogs.transport.call_budget import CallBudget

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        # Not from the environment: what is counted depends on the render interval. Pictures change
        # no call, and would take most of the time.
        settings = Settings.model_construct(database_url=url, pictures=False, house_workers=0, shards=1)
        async with AsyncExitStack() as stack, AsyncExitStack() as open_bot:
            bot = await opened(open_bot, settings, dealer=SeededDealer(7))
            env = simcord.Env(bot, settle_timeout=30)
            stack.push_async_callback(env.shutdown)
            await env.start()
            with env.time_context(), patch.object(CallBudget, "busy", busy):
                table = _Table(env, bot, game, people, under_my_hand)
                return await table.play(seconds, hands, ceremony=ceremony)


class _Table:
    def __init__(self, env: Any, bot: Any, game: str, people: int, under_my_hand: bool) -> None:
        self.env = env
        self.bot = bot
        self.game = game
        self.under_my_hand = under_my_hand
        self.channel = env.create_guild("Bench").create_text_channel("cards")
        guild = self.channel.guild
        chairs = len(GAMES[game].seating(GAMES[game].options({})))
        names = _NAMES[: min(people, chairs)]
        self.people = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names]
        self.by_id = {member.id: member for member in self.people}
        self.panels: dict[int, int] = {}
        self.chance = random.Random(1)

    async def play(self, seconds: int, hands: int, *, ceremony: bool) -> Evening:
        first, *others = self.people
        await first.slash(self.channel, "table open", game=self.game)
        for member in others:
            await member.slash(self.channel, "table join")
        repository = self.bot.services.tables.repository
        async with repository.transaction(1) as tx:
            options = GAMES[self.game].options_type.described()
            matches = next((option.choices for option in options if option.name == "match"), ())
            longest = [("match", choice.value) for choice in matches if choice.value != "game"]
            tx.set(ceremony=ceremony, options={**tx.table.options, **dict(longest)})
        # SimCord does not wait for what the bench itself brings about.
        await self.bot.parts.publisher.settled()
        await self.env.advance_time(seconds)
        found, since, deals, spent, posted = Evening(), len(self.env.http_requests), 1, 0, self._messages()
        await self._press(first, self._table_message("!start:"), "!start:")
        while spent < _MOST_SECONDS:
            snapshot: TableSnapshot = await repository.look(1)
            if snapshot.table.dealt.deals > deals or not snapshot.awaited:
                await self.env.advance_time(1)
                hand = list(self.env.http_requests[since:])
                found.first = found.first or hand
                if deals > 1 or not snapshot.awaited:
                    found.hands.append(hand)
                    found.messages += self._messages() - posted
                    course = snapshot.last_course or snapshot.course
                    found.tricks += sum(isinstance(event, TrickTaken) for event in course)
                since, posted = len(self.env.http_requests), self._messages()
                deals = snapshot.table.dealt.deals
            if not snapshot.awaited or deals > hands:
                break
            spent += await self._turn(snapshot, seconds)
        found.requests = list(self.env.http_requests)
        return found

    async def _turn(self, snapshot: TableSnapshot, seconds: int) -> int:
        seat = snapshot.awaited[0]
        member = self.by_id.get(snapshot.table.chairs[seat].user_id or 0)
        scene, seen = (
            text_for(self.game).scene(snapshot.view(who), snapshot.plain_names) for who in (seat, None)
        )
        # Nobody knocks in Cinq-cents before the hand has been played: that would end it at once.
        moves = [choice.move for choice in scene.choices if choice.enabled and choice.move != "knock"]
        if member is None or not moves or (snapshot.cutting_seat is not None and not snapshot.table.ceremony):
            await self.env.advance_time(1)
            return 1
        await self.env.advance_time(seconds)
        if (await self.bot.services.tables.repository.look(1)).step == snapshot.step:
            move = self.chance.choice(moves)
            # Somebody with no card left may still declare, on the own panel.
            in_channel = scene.hand is None and move in {choice.move for choice in seen.choices}
            await self._move(member, move, in_channel=in_channel)
        return seconds

    async def _move(self, member: Any, move: str, *, in_channel: bool) -> None:
        if in_channel:
            await self._press(member, self._table_message(move), move)
        elif not self.under_my_hand:
            await self._press(member.user, self._newest(member.user.dm_channel, move), move)
        else:
            await self._press(member, await self._panel(member, move), move)

    async def _panel(self, member: Any, move: str) -> Any:
        # The panel opened last, and another if that one does not show the move.
        messages = self.env.backend.messages[self.channel.id]
        for _ in range(2):
            panel = messages.get(self.panels.get(member.id, 0))
            if panel is not None and move in set(_moves(panel)):
                return panel
            result = await self._press(member, self._table_message("!hand:"), "!hand:")
            self.panels[member.id] = result.followups[0].id
        raise AssertionError(f"My hand does not show {move}")

    def _newest(self, channel: Any, what: str) -> Any:
        shown = (m for m in self.env.backend.messages[channel.id].values() if what in set(_moves(m)))
        return max(shown, key=lambda message: message.id)

    def _table_message(self, what: str) -> Any:
        shown = self.env.backend.messages[self.channel.id].values()
        found = [m for m in shown if not m.flags & _EPHEMERAL and what in set(_moves(m))]
        return max(found, key=lambda message: message.id)

    def _messages(self) -> int:
        # Those that a member of the channel sees go by, deleted ones included.
        path = f"/channels/{self.channel.id}/messages"
        return sum(r.method == "POST" and r.path == path for r in self.env.http_requests)

    async def _press(self, actor: Any, message: Any, what: str) -> Any:
        import simcord

        shown = simcord.ResponseMessage(self.env, message)
        button = next((i for i in _ids(message) if i.split(":", 3)[3:] == [what]), None)
        if button is not None:
            result = await actor.click(shown, custom_id=button)
        else:
            # Too many moves for buttons: it is in a menu.
            menu = next(
                part
                for part in _parts(message.components)
                if any(option["value"] == what for option in part.get("options") or [])
            )
            result = await actor.select(shown, [what], custom_id=menu["custom_id"])
        assert result.acknowledged
        return result


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _parts(component.get("components") or [])
        yield from _parts([component["accessory"]] if component.get("accessory") else [])


def _ids(message: Any) -> Iterator[str]:
    return (part["custom_id"] for part in _parts(message.components) if "custom_id" in part)


def _moves(message: Any) -> Iterator[str]:
    # What can be done on a message: moves, and actions with their exclamation mark.
    for part in _parts(message.components):
        if "custom_id" in part and not part.get("disabled"):
            yield from part["custom_id"].split(":", 3)[3:]
        yield from (option["value"] for option in part.get("options") or [])
