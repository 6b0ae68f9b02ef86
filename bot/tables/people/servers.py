"""How servers want their tables: what a new one there starts from, and where it may open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.rules.registry import game_named
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import ServerSettings
from bot.tables.state.table import Posting
from bot.tables.store.ports import HousePlayers, ServerStore


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a new table starts from: house rules, clock in seconds, the house's level, hints, and where what
    happens is told."""

    options: Mapping[str, str | int | bool]
    turn_seconds: int
    level: str
    hints: bool
    posting: Posting = Posting.HAND


class Servers:
    """Settings of servers. `turn_seconds` is the turn clock where a server has set none."""

    def __init__(self, store: ServerStore, house: HousePlayers, turn_seconds: int) -> None:
        self._store = store
        self._house = house
        self.turn_seconds = turn_seconds

    async def settings(self, guild_id: int) -> ServerSettings:
        return await self._store.server(guild_id)

    async def posting(self, guild_id: int) -> Posting:
        return (await self._store.server(guild_id)).posting

    async def defaults(self, guild_id: int, game: str) -> Defaults:
        """What a new table of that game starts from there. Raises RuleError for a game there is not."""
        settings = await self._store.server(guild_id)
        rules = game_named(game)
        # House rules and levels that this version does not know are dropped.
        described = {option.name: option for option in rules.options_type.described()}
        stored = {
            name: value
            for name, value in settings.options.get(game, {}).items()
            if name in described and value in [choice.value for choice in described[name].choices]
        }
        options = {**rules.options_type.of_new_table(), **stored}
        level = settings.levels.get(game, "")
        known = [level.key for level in self._house.levels(game)]
        clock = self.turn_seconds if settings.turn_seconds is None else settings.turn_seconds
        return Defaults(options, clock, level if level in known else "", settings.hints, settings.posting)

    async def require_channel(self, guild_id: int, *channel_ids: int) -> None:
        """Raises TableError unless tables may open in one of these: a channel, or a thread and its
        channel."""
        allowed = (await self._store.server(guild_id)).channels
        if allowed and not set(allowed).intersection(channel_ids):
            raise TableError("channel-not-open", channels=allowed)

    async def set_tables(
        self,
        guild_id: int,
        *,
        channels: Sequence[int],
        posting: Posting,
        turn_seconds: int | None,
        hints: bool,
        roles: Sequence[int],
    ) -> ServerSettings:
        """Set where tables open, what is posted, and how a new table starts."""
        return await self._save(
            guild_id,
            channels=tuple(channels),
            posting=posting,
            turn_seconds=turn_seconds,
            hints=hints,
            roles=tuple(roles),
        )

    async def set_limits(
        self, guild_id: int, *, tables_each: int, tables_here: int, rate: int
    ) -> ServerSettings:
        """Set how many open tables a person and a channel may have, and how often a minute one may ask."""
        return await self._save(guild_id, tables_each=tables_each, tables_here=tables_here, rate=rate)

    async def set_mornings(
        self,
        guild_id: int,
        *,
        channel: int,
        hour: int,
        problem: bool,
        winner_role: int,
        manager: int = 0,
        language: str = "",
    ) -> ServerSettings:
        """Set where and when the morning post is sent, whether it has a problem, and the winner's role.

        `channel` and `winner_role` are 0 for none; `hour` is in UTC. `manager` is who sets it, `language`
        the locale of their messages. The role is given out anew, also one that Discord has refused.
        """
        return await self._save(
            guild_id,
            morning_channel=channel,
            morning_hour=hour,
            problem_of_the_day=problem,
            winner_role=winner_role,
            winner_manager=manager if winner_role else 0,
            winner_season=0,
            winner_refused=False,
            morning_language=language,
        )

    async def set_language(self, guild_id: int, language: str) -> ServerSettings:
        """Set the locale of what is posted from now on, empty for Discord's."""
        return await self._save(guild_id, language=language)

    async def set_option(
        self, guild_id: int, game: str, name: str, value: str | int | bool
    ) -> ServerSettings:
        """Set a house rule for new tables. Raises RuleError for one the game lacks."""
        settings, rules = await self._store.server(guild_id), game_named(game)
        options = rules.options({**(await self.defaults(guild_id, game)).options, name: value})
        # Only what differs from the default, so that later defaults apply.
        answers = ((spec, getattr(options, spec.name)) for spec in options.described())
        unusual = {spec.name: answer for spec, answer in answers if answer != spec.usual}
        return await self._save(guild_id, options={**settings.options, game: unusual})

    async def set_level(self, guild_id: int, game: str, level: str) -> ServerSettings:
        """Set the house's level in a game at new tables, empty for the usual one. Raises TableError."""
        if level:
            self.require_level(game, level)
        settings = await self._store.server(guild_id)
        return await self._save(guild_id, levels={**settings.levels, game: level})

    def require_level(self, game: str, level: str) -> None:
        """Raises TableError unless the house plays that game at that level."""
        known = self._house.levels(game)
        if level not in [one.key for one in known]:
            raise TableError("level", levels=tuple(one.name for one in known))

    async def _save(self, guild_id: int, **changes: object) -> ServerSettings:
        settings = replace(await self._store.server(guild_id), **changes)  # type: ignore[arg-type]
        await self._store.save_server(settings)
        return settings
