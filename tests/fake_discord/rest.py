"""Discord's REST API as far as Cardinal uses it. Every path begins with the name of a bot process."""

import json
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from aiohttp import web

from tests.fake_discord.gateway import Gateway
from tests.fake_discord.records import Call, Limits, Records
from tests.fake_discord.world import (
    ACKNOWLEDGE_SECONDS,
    EPHEMERAL,
    LOADING,
    THREAD,
    TOKEN_SECONDS,
    Channel,
    Interaction,
    Json,
    Message,
    Refused,
    World,
)

_Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

MESSAGE, THINKING, LATER, UPDATE, SUGGESTIONS, FORM = 4, 5, 6, 7, 8, 9
"""What an interaction may be answered with."""

_ORIGINAL: Final = "@original"
_API: Final = "/{process}/api/v10"


class Rest:
    """The routes, over a world. `shards` and `max_concurrency` are what `/gateway/bot` says; `capture` is
    called with the method, path and body of each request that has one."""

    def __init__(
        self,
        world: World,
        records: Records,
        limits: Limits,
        gateway: Gateway,
        capture: Callable[[str, str, Json], None] | None,
    ) -> None:
        self._world = world
        self._records = records
        self._limits = limits
        self._gateway = gateway
        self._capture = capture
        self.refusals: dict[str, Refused] = {}  # by method and route, as `PATCH /channels/{channel}`

    def application(self) -> web.Application:
        @web.middleware
        async def around(request: web.Request, handler: _Handler) -> web.StreamResponse:
            return await self._around(request, handler)

        app = web.Application(middlewares=[around], client_max_size=32 * 1024 * 1024)
        app.router.add_get("/{process}/gateway", self._gateway.connect)
        app.router.add_get("/{process}/gateway/", self._gateway.connect)
        message = "/channels/{channel}/messages/{message}"
        followed = "/webhooks/{application}/{token}/messages/{message}"
        routes: list[tuple[str, str, _Handler]] = [
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/applications/@me", self._application),
            ("GET", "/applications/{application}/commands", self._commands),
            ("PUT", "/applications/{application}/commands", self._put_commands),
            ("PUT", "/applications/{application}/guilds/{guild}/commands", self._put_commands),
            ("GET", "/applications/{application}/emojis", self._emojis),
            ("POST", "/applications/{application}/emojis", self._add_emoji),
            ("DELETE", "/applications/{application}/emojis/{emoji}", self._delete_emoji),
            ("POST", "/users/@me/channels", self._open_dm),
            ("GET", "/users/{user}", self._user),
            ("GET", "/guilds/{guild}", self._guild),
            ("GET", "/guilds/{guild}/members/{user}", self._member),
            ("GET", "/channels/{channel}", self._channel),
            ("PATCH", "/channels/{channel}", self._channel),
            ("DELETE", "/channels/{channel}", self._delete_channel),
            ("GET", "/channels/{channel}/thread-members/{user}", self._thread_member),
            ("POST", "/channels/{channel}/messages", self._post),
            ("GET", message, self._get),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", message + "/threads", self._create_thread),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
            ("GET", followed, self._get_followed),
            ("PATCH", followed, self._edit_followed),
            ("DELETE", followed, self._delete_followed),
        ]
        for method, path, handler in routes:
            app.router.add_route(method, _API + path, handler)
        return app

    async def _around(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        # Whether it may be answered, and what is noted of it.
        resource = request.match_info.route.resource
        route = "" if resource is None else resource.canonical.removeprefix(_API)
        if route.startswith("/{process}/gateway"):
            return await handler(request)
        began, at = time.monotonic(), time.time()
        budgeted = "Authorization" in request.headers
        code, headers = 0, {}
        try:
            if not route:
                self._records.unknown[f"{request.method} {request.path}"] += 1
                raise Refused(404, 0, "404: Not Found")
            headers = self._admit(request, route, budgeted=budgeted)
            if (refused := self.refusals.get(f"{request.method} {route}")) is not None:
                raise refused
            response = await handler(request)
        except _TooMany as error:
            response, headers = error.response(), error.headers
        except Refused as error:
            code = error.code
            body = {"message": error.message, "code": error.code}
            response = web.json_response(body, status=error.status)
            self._note_refused(request, error)
        if response.content_type == "application/json":
            # discord.py takes no other spelling for JSON, and Discord writes none.
            response.headers["Content-Type"] = "application/json"
        response.headers.update(headers)
        process = request.match_info.get("process", "")
        seconds = time.monotonic() - began
        uploaded = request.get("uploaded", 0)
        call = Call(at, process, request.method, route, response.status, code, seconds, budgeted, uploaded)
        self._records.calls.append(call)
        return response

    def _admit(self, request: web.Request, route: str, *, budgeted: bool) -> dict[str, str]:
        if not budgeted:
            if route.startswith(("/interactions", "/webhooks")):
                return {}
            raise Refused(401, 0, "401: Unauthorized")
        if request.headers["Authorization"] != f"Bot {self._world.token}":
            raise Refused(401, 0, "401: Unauthorized")
        wait = self._limits.everywhere()
        if wait:
            self._records.limited += 1
            raise _TooMany(wait, everywhere=True, headers={})
        if "/messages" not in route:
            return {}
        kind = f"{request.method} {route}"
        wait, headers = self._limits.in_channel(kind, request.match_info["channel"])
        if wait:
            raise _TooMany(wait, everywhere=False, headers=headers)
        return headers

    def _note_refused(self, request: web.Request, error: Refused) -> None:
        interaction = self._world.by_token.get(request.match_info.get("token", ""))
        if interaction is not None:
            process = request.match_info["process"]
            interaction.refused.append((time.time(), process, error.code))

    # Who and where

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        host = request.headers["Host"]
        url = f"ws://{host}/{request.match_info['process']}/gateway"
        started = len(self._records.identifies)
        limit = {
            "total": 1000,
            "remaining": 1000 - started,
            "reset_after": 86_400_000,
            "max_concurrency": self._gateway.max_concurrency,
        }
        return web.json_response({"url": url, "shards": self._gateway.shards, "session_start_limit": limit})

    async def _me(self, request: web.Request) -> web.Response:
        return web.json_response({**self._world.bot.payload(), "verified": True, "mfa_enabled": False})

    async def _application(self, request: web.Request) -> web.Response:
        owner = self._world.owner.payload()
        return web.json_response(
            {
                "id": str(self._world.application_id),
                "name": "Cardinal",
                "icon": None,
                "description": "",
                "summary": "",
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": 0,
                "owner": owner,
                "team": None,
                "tags": [],
                "hook": False,
                "interactions_endpoint_url": None,
                "approximate_guild_count": len(self._world.guilds),
            }
        )

    async def _commands(self, request: web.Request) -> web.Response:
        return web.json_response(self._world.commands)

    async def _put_commands(self, request: web.Request) -> web.Response:
        commands, _ = await self._body(request)
        stored = [
            {
                "description": "",
                "options": [],
                "nsfw": False,
                "default_member_permissions": None,
                "type": 1,
                **command,
                "id": str(self._world.snowflakes.new()),
                "application_id": str(self._world.application_id),
                "version": "1",
            }
            for command in commands
        ]
        self._world.commands = stored
        self._records.command_syncs.append((time.time(), request.match_info["process"]))
        return web.json_response(stored)

    async def _emojis(self, request: web.Request) -> web.Response:
        return web.json_response({"items": list(self._world.emojis.values())})

    async def _add_emoji(self, request: web.Request) -> web.Response:
        body, _ = await self._body(request)
        if any(emoji["name"] == body["name"] for emoji in self._world.emojis.values()):
            raise Refused(400, 50035, "Invalid Form Body: name")
        number = self._world.snowflakes.new()
        emoji = {"id": str(number), "name": body["name"], "roles": [], "user": self._world.bot.payload()}
        emoji |= {"require_colons": True, "managed": False, "animated": False, "available": True}
        self._world.emojis[number] = emoji
        return web.json_response(emoji, status=201)

    async def _delete_emoji(self, request: web.Request) -> web.Response:
        if self._world.emojis.pop(_number(request, "emoji"), None) is None:
            raise Refused(404, 10014, "Unknown Emoji")
        return web.Response(status=204)

    async def _open_dm(self, request: web.Request) -> web.Response:
        body, _ = await self._body(request)
        channel = self._world.dm_with(int(body["recipient_id"]))
        return web.json_response(self._world.channel_payload(channel))

    async def _user(self, request: web.Request) -> web.Response:
        user = self._world.users.get(_number(request, "user"))
        if user is None:
            raise Refused(404, 10013, "Unknown User")
        return web.json_response(user.payload())

    async def _guild(self, request: web.Request) -> web.Response:
        guild = self._world.guilds.get(_number(request, "guild"))
        if guild is None:
            raise Refused(404, 10004, "Unknown Guild")
        return web.json_response(self._world.guild_payload(guild))

    async def _member(self, request: web.Request) -> web.Response:
        guild, user_id = self._world.guilds.get(_number(request, "guild")), _number(request, "user")
        if guild is None:
            raise Refused(404, 10004, "Unknown Guild")
        if user_id not in guild.members:
            raise Refused(404, 10007, "Unknown Member")
        return web.json_response(self._world.member_payload(user_id))

    async def _channel(self, request: web.Request) -> web.Response:
        channel = self._world.channel(_number(request, "channel"))
        return web.json_response(self._world.channel_payload(channel))

    async def _delete_channel(self, request: web.Request) -> web.Response:
        channel = self._world.channel(_number(request, "channel"))
        del self._world.channels[channel.id]
        self._world.guilds[channel.guild_id or 0].channels.remove(channel.id)
        return web.json_response(self._world.channel_payload(channel))

    async def _thread_member(self, request: web.Request) -> web.Response:
        channel, user_id = self._world.channel(_number(request, "channel")), _number(request, "user")
        joined = {
            "id": str(channel.id),
            "user_id": str(user_id),
            "join_timestamp": "2026-01-01T00:00:00+00:00",
        }
        return web.json_response({**joined, "flags": 0})

    # Messages with the bot's token

    async def _post(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        channel = self._world.channel(_number(request, "channel"))
        message, new = self._world.post(channel, body, files, request.match_info["process"])
        if not new:
            self._records.repeated[str(body["nonce"])] += 1
        return web.json_response(self._world.message_payload(message))

    async def _get(self, request: web.Request) -> web.Response:
        return web.json_response(self._world.message_payload(self._of_channel(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        message = self._of_channel(request)
        self._world.change(message, body, files)
        return web.json_response(self._world.message_payload(message))

    async def _delete(self, request: web.Request) -> web.Response:
        self._of_channel(request).deleted = True
        return web.Response(status=204)

    def _of_channel(self, request: web.Request) -> Message:
        message = self._world.message(_number(request, "channel"), _number(request, "message"))
        if message.private_to is not None:
            # Only an interaction's token reaches what one person alone sees.
            raise Refused(404, 10008, "Unknown Message")
        return message

    async def _create_thread(self, request: web.Request) -> web.Response:
        body, _ = await self._body(request)
        message = self._of_channel(request)
        if message.id in self._world.channels:
            raise Refused(400, 160004, "A thread has already been created for this message")
        parent = self._world.channels[message.channel_id]
        thread = Channel(message.id, THREAD, body["name"], parent.guild_id, parent_id=parent.id)
        self._world.channels[thread.id] = thread
        self._world.guilds[parent.guild_id or 0].channels.append(thread.id)
        payload = self._world.channel_payload(thread)
        self._gateway.dispatch("THREAD_CREATE", {**payload, "newly_created": True}, parent.guild_id)
        return web.json_response(payload, status=201)

    # Interactions

    async def _callback(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        interaction = self._world.interactions.get(_number(request, "interaction"))
        if interaction is None or interaction.token != request.match_info["token"]:
            raise Refused(404, 10062, "Unknown interaction")
        if interaction.acknowledged_at is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        now = time.time()
        if now > interaction.at + ACKNOWLEDGE_SECONDS:
            raise Refused(404, 10062, "Unknown interaction")
        process, answer, data = request.match_info["process"], int(body["type"]), body.get("data") or {}
        message = self._answered(interaction, answer, data, files, process)
        interaction.acknowledged_at, interaction.acknowledged_by = now, process
        interaction.answer = answer
        for wake in interaction.waiting:
            wake()
        told: Json = {"id": str(interaction.id), "type": interaction.type}
        told["response_message_loading"] = interaction.loading
        if message is not None:
            told["response_message_id"] = str(message.id)
            told["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        result: Json = {"interaction": told}
        if message is not None and answer in (MESSAGE, UPDATE):
            shown = self._world.message_payload(message)
            result["resource"] = {"type": answer, "message": shown}
        return web.json_response(result)

    def _answered(
        self, interaction: Interaction, answer: int, data: Json, files: list[Json], process: str
    ) -> Message | None:
        if answer in (SUGGESTIONS, FORM):
            return None
        if answer in (LATER, UPDATE):
            if interaction.message_id is None:
                raise Refused(400, 50035, "Invalid Form Body: type")
            interaction.original_id = interaction.message_id
            if answer == LATER:
                return None
            message = self._world.message(interaction.channel_id, interaction.message_id)
            self._world.change(message, data, files)
            interaction.quoted += _quotes(data.get("components") or ())
            return message
        if answer == THINKING:
            loading = {"content": "…", "flags": int(data.get("flags") or 0)}
            message = self._reply(interaction, loading, [], process)
            message.content, message.flags = "", message.flags | LOADING
            interaction.loading = True
        elif answer == MESSAGE:
            message = self._reply(interaction, data, files, process)
        else:
            raise Refused(400, 50035, "Invalid Form Body: type")
        interaction.original_id = message.id
        return message

    def _reply(self, interaction: Interaction, body: Json, files: list[Json], process: str) -> Message:
        private = interaction.user_id if int(body.get("flags") or 0) & EPHEMERAL else None
        channel = self._world.channels[interaction.channel_id]
        message, _ = self._world.post(channel, body, files, process, private)
        return message

    async def _follow_up(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        interaction = self._of_token(request)
        if interaction.loading:
            # The first one fills the message that says that the bot is thinking.
            message = self._fill(interaction, body, files)
        else:
            message = self._reply(interaction, body, files, request.match_info["process"])
            interaction.follow_ups.append(message.id)
        return web.json_response(self._world.message_payload(message))

    def _fill(self, interaction: Interaction, body: Json, files: list[Json]) -> Message:
        message = self._world.message(interaction.channel_id, interaction.original_id or 0)
        if interaction.loading:
            message.flags |= int(body.get("flags") or 0) & ~EPHEMERAL
        self._world.change(message, body, files)
        message.flags &= ~LOADING
        interaction.loading = False
        return message

    async def _get_followed(self, request: web.Request) -> web.Response:
        _, message = self._followed(request)
        return web.json_response(self._world.message_payload(message))

    async def _edit_followed(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        interaction, message = self._followed(request)
        if message.id == interaction.message_id:
            interaction.quoted += _quotes(body.get("components") or ())
        if message.id == interaction.original_id:
            self._fill(interaction, body, files)
        else:
            self._world.change(message, body, files)
        return web.json_response(self._world.message_payload(message))

    async def _delete_followed(self, request: web.Request) -> web.Response:
        interaction, message = self._followed(request)
        message.deleted = True
        if message.id == interaction.original_id:
            interaction.loading = False
        return web.Response(status=204)

    def _followed(self, request: web.Request) -> tuple[Interaction, Message]:
        interaction, wanted = self._of_token(request), request.match_info["message"]
        reached = [*interaction.follow_ups, interaction.original_id, interaction.message_id]
        message_id = interaction.original_id if wanted == _ORIGINAL else int(wanted)
        if message_id is None or message_id not in reached:
            raise Refused(404, 10008, "Unknown Message")
        return interaction, self._world.message(interaction.channel_id, message_id)

    def _of_token(self, request: web.Request) -> Interaction:
        interaction = self._world.by_token.get(request.match_info["token"])
        if interaction is None or interaction.acknowledged_at is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if time.time() > interaction.at + TOKEN_SECONDS:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return interaction

    async def _body(self, request: web.Request) -> tuple[Any, list[Json]]:
        # What is sent, and what is known of the files that came with it.
        files: list[Json] = []
        if request.content_type == "multipart/form-data":
            body: Any = {}
            async for part in await request.multipart():
                data = await part.read(decode=False)  # type: ignore[union-attr]
                if part.name == "payload_json":  # type: ignore[union-attr]
                    body = json.loads(data)
                else:
                    name = part.filename or "file"  # type: ignore[union-attr]
                    files.append({"filename": name, "size": len(data), "content_type": "image/png"})
            request["uploaded"] = sum(file["size"] for file in files)
        else:
            text = await request.text()
            body = json.loads(text) if text else {}
        if self._capture is not None:
            path = request.path.removeprefix(f"/{request.match_info['process']}/api/v10")
            self._capture(request.method, path, body)
        return body, files


class _TooMany(Exception):
    """429: the bot as a whole, or in one channel."""

    def __init__(self, wait: float, *, everywhere: bool, headers: dict[str, str]) -> None:
        super().__init__(wait)
        self._wait = wait
        self._everywhere = everywhere
        self.headers = {**headers, "Via": "1.1 fake", "Retry-After": str(int(wait) + 1)}
        self.headers["X-RateLimit-Scope"] = "global" if everywhere else "user"
        if everywhere:
            self.headers["X-RateLimit-Global"] = "true"

    def response(self) -> web.Response:
        body = {"message": "You are being rate limited.", "retry_after": round(self._wait, 3)}
        return web.json_response({**body, "global": self._everywhere}, status=429)


def _number(request: web.Request, name: str) -> int:
    try:
        return int(request.match_info[name])
    except ValueError:
        raise Refused(400, 50035, f"Invalid Form Body: {name}") from None


def _quotes(components: Iterable[Json]) -> Iterator[str]:
    for component in components:
        if str(component.get("content", "")).startswith("> "):
            yield component["content"]
        yield from _quotes(component.get("components") or ())
