"""Sessions with Discord's gateway, one for each shard."""

import discord
import yarl
from discord.gateway import DiscordWebSocket

from cogs.services import ServicesBot


def use_api(base_url: str) -> None:
    """Send every request to Discord there. To be called before a client is made."""
    discord.http.Route.BASE = base_url


class ShardedBot(ServicesBot):
    """A client that connects to the gateway that Discord's REST API names."""

    async def launch_shards(self) -> None:
        """Connect every shard. Raises GatewayNotFound."""
        if self.is_closed():
            return
        recommended, gateway, _ = await self.http.get_bot_gateway()
        # discord.py connects there whenever a session begins anew.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        self.shard_count = self.shard_count or recommended
        await super().launch_shards()
