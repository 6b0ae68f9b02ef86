"""The role that a server gives to whoever won its last season: the first among people at each game."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.rules.registry import game_named
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.state.results import SeasonWinner
from bot.tables.state.seasons import Season
from bot.tables.store.ports import Clock, StandingStore

log = logging.getLogger(__name__)

_DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody to whom the bot has given that role."""

    guild_id: int
    user_id: int
    role_id: int


class RoleRefused(Exception):
    """Discord does not let the bot give or take that role."""


class Roles(Protocol):
    """Gives and takes roles on Discord. Both raise RoleRefused, and other errors where a retry may help."""

    async def give(self, holder: Holder) -> bool:
        """Returns whether they have it now; not if they have left the server."""

    async def take(self, holder: Holder) -> None:
        """Take it, if they still have it."""

    async def tell_refused(self, user_id: int, guild_id: int) -> None:
        """Tell the manager who named the role (0: nobody) that the bot may not give or take it."""


class TitleStore(Protocol):
    """Who has a role of which server, and the season for which each server's roles have been given."""

    async def due(self, season: int) -> Sequence[int]:
        """The servers that name a role and have not given it for that season, or where somebody has a role
        that they are to lose, and Discord has not refused it in that season."""

    async def holders(self, *, guild_id: int | None = None, user_id: int | None = None) -> Sequence[Holder]:
        """Who has a role on that server, or the roles of that person."""

    async def keep(self, holder: Holder) -> None: ...

    async def drop(self, holder: Holder) -> None: ...

    async def done(self, guild_id: int, role_id: int, season: int, *, refused: bool) -> None:
        """The role has been given for that season, or was `refused`, unless it is another by now."""


@dataclass(frozen=True, slots=True)
class Titles:
    """The winners of seasons, and their roles."""

    store: TitleStore
    standings: StandingStore
    servers: Servers
    users: Users
    clock: Clock

    async def new_winners(self, guild_id: int) -> Mapping[str, SeasonWinner]:
        """The winners of a server's last season by game, if it was not over a day ago; for a daily post."""
        season, yesterday = self._last_season, self.clock.now() - _DAY
        return {} if season.over(yesterday) else await self._winners(guild_id, season)

    async def look_after(self, roles: Roles) -> None:
        """Give and take what is due. It can be called at any time, by one process."""
        season = self._last_season
        for guild_id in await self.store.due(season.number):
            try:
                await self._settle(guild_id, season, roles)
            except Exception:
                log.exception("server %s: the winner's role could not be given or taken", guild_id)

    async def give_up(self, user_id: int, roles: Roles) -> None:
        """Take all roles from a person who is about to be erased."""
        for holder in await self.store.holders(user_id=user_id):
            try:
                await roles.take(holder)
            except Exception as error:
                log.warning("server %s keeps a winner's role: %s", holder.guild_id, error)

    @property
    def _last_season(self) -> Season:
        now = self.clock.now()
        season = Season.at(now).before
        return season if season.over(now) else season.before

    async def _winners(self, guild_id: int, season: Season) -> dict[str, SeasonWinner]:
        # The first among people at each game; nobody who hides or has been erased.
        found = {}
        for game in await self.standings.games(guild_id):
            await self.standings.settle(guild_id, game, game_named(game).ranking, self.clock.now())
            for one in await self.standings.winners(guild_id, game):
                if one.season == season and one.place == 1 and not one.house and one.user_id:
                    found[game] = one
        return found

    async def _settle(self, guild_id: int, season: Season, roles: Roles) -> None:
        settings = await self.servers.settings(guild_id)
        role_id, held = settings.winner_role, await self.store.holders(guild_id=guild_id)
        found = await self._winners(guild_id, season) if role_id else {}
        winners = {winner.user_id for winner in found.values()}
        if role_id and not winners:
            # Nobody has won since, so the winners of before stay.
            there = [one.user_id for one in held]
            winners = {user_id for user_id in there if not (await self.users.settings(user_id)).hidden}
        wanted = {Holder(guild_id, user_id, role_id) for user_id in winners}
        to_take = [holder for holder in held if holder not in wanted]
        to_give = sorted(wanted.difference(held), key=lambda one: one.user_id)
        # A role that may not be taken back does not keep the other one from being given.
        taken, given = await self._take(to_take, roles), await self._give(to_give, roles)
        if not (taken and given):
            await roles.tell_refused(settings.winner_manager, guild_id)
        await self.store.done(guild_id, role_id, season.number, refused=not (taken and given))

    async def _take(self, holders: Sequence[Holder], roles: Roles) -> bool:
        # Returns whether Discord lets the bot.
        try:
            for holder in holders:
                await roles.take(holder)
                await self.store.drop(holder)
        except RoleRefused:
            return False
        return True

    async def _give(self, holders: Sequence[Holder], roles: Roles) -> bool:
        try:
            for holder in holders:
                if await roles.give(holder):
                    await self.store.keep(holder)
        except RoleRefused:
            return False
        return True
