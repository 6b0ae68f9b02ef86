"""The sandbox's web server: the shell page, the previews in its frames, and their API."""

import json
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import simcord.preview
from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.rules.registry import GAMES, text_for
from bot.sandbox.page_texts import filled, page_texts, style_of_empty
from bot.sandbox.stage import Person, Stage

HOST = "127.0.0.1"
PORT = 8900
_PORTS_TRIED = 50

_PAGE_HEADERS = {"Cache-Control": "no-store", "Content-Security-Policy": "frame-ancestors 'self'"}

_HERE = Path(__file__).parent
_SIMCORD = Path(simcord.preview.__file__).parent / "static"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def claim_port(port: int | None) -> socket.socket:
    """A socket bound to that port; without one, to 8900 or the first free port after it. Raises OSError."""
    if port is not None:
        return _bound(port)
    for candidate in range(PORT, PORT + _PORTS_TRIED):
        try:
            return _bound(candidate)
        except OSError:
            continue
    return _bound(0)


def _bound(port: int) -> socket.socket:
    # Not `reuse_port`: a second sandbox must not share the first one's port.
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((HOST, port))
        sock.listen(64)
    except BaseException:
        sock.close()
        raise
    return sock


@asynccontextmanager
async def serving(stage: Stage, sock: socket.socket) -> AsyncIterator[str]:
    """Serve the stage on that socket; yields the address of its page."""
    port = sock.getsockname()[1]
    runner = web.AppRunner(_application(stage, port), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.SockSite(runner, sock).start()
        yield f"http://{HOST}:{port}/"
    finally:
        await runner.cleanup()


def _application(stage: Stage, port: int) -> web.Application:
    pages = _Pages(stage)
    app = web.Application(middlewares=[_only_here(port)])
    app.router.add_get("/", pages.shell)
    app.router.add_get("/view/{key}", pages.view)
    app.router.add_get("/news", pages.news)
    app.router.add_post("/open-table", pages.open_table)
    app.router.add_post("/manage", pages.manage)
    app.router.add_post("/language", pages.language)
    app.router.add_get("/{name:frame[.](css|js)}", pages.frame_part)
    for route in next(iter(stage.views.values())).preview.handlers:
        method, _, path = route.partition(" ")
        app.router.add_route(method, path, pages.preview_handler(route))
    # The scripts and fonts of SimCord's page; the browser caches the fonts.
    app.router.add_static("/", _SIMCORD)
    return app


def _only_here(port: int) -> Middleware:
    """Refuse requests that other sites cause in the visitor's browser."""
    hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
    origins = {f"http://{host}" for host in hosts}

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts or (origin is not None and origin not in origins):
            raise web.HTTPForbidden
        return await handler(request)

    return middleware


def _preferred(request: web.Request) -> list[str]:
    # The locales of the visitor's browser, the one they prefer first.
    accepted = request.headers.get("Accept-Language", "")
    return [part.partition(";")[0].strip() for part in accepted.split(",")]


class _Pages:
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        # The page reloads if it finds that the sandbox was restarted.
        self._run = secrets.token_hex(8)
        self._shell = (_HERE / "shell.html").read_text(encoding="utf-8")
        self._frame = (_SIMCORD / "index.html").read_text(encoding="utf-8")
        self._previews = {
            view.preview.capability: view.preview
            for person in stage.people.values()
            for view in person.views.values()
        }

    def _person(self, request: web.Request) -> Person:
        people = self._stage.people
        person = people.get(request.query.get("as", next(iter(people))))
        if person is None:
            raise web.HTTPNotFound
        return person

    async def shell(self, request: web.Request) -> web.Response:
        person = self._person(request)
        words = self._stage.words(person, _preferred(request))
        texts = page_texts(words)
        views = [
            {
                "key": view.key,
                "label": view.label,
                "source": f"/view/{view.key}?as={person.key}#{view.preview.capability}",
            }
            for view in person.views.values()
        ]
        games = [
            {
                "key": key,
                "name": text_for(key, words).name,
                "line": text_for(key, words).headline(game),
                "first": text_for(key).profile.for_newcomers,
            }
            for key, game in GAMES.items()
        ]
        facts = {
            "run": self._run,
            "person": person.key,
            "people": [{"key": one.key, "name": one.name} for one in self._stage.people.values()],
            "manages": self._stage.manages(person),
            "views": views,
            "games": games,
            "language": words.locale_name,
            "languages": [{"key": one.locale_name, "name": one.own_name} for one in self._stage.languages],
            "texts": texts,
        }
        page = filled(self._shell, texts).replace("__LANGUAGE__", words.locale_name)
        text = page.replace("__FACTS__", json.dumps(facts).replace("<", "\\u003c"))
        return web.Response(text=text, content_type="text/html", headers=_PAGE_HEADERS)

    async def view(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        if key not in self._stage.views:
            raise web.HTTPNotFound
        text = self._frame.replace("</head>", '<link rel="stylesheet" href="/frame.css"></head>')
        words = self._stage.words(self._person(request), _preferred(request))
        empty = style_of_empty(page_texts(words)[f"empty-{key}"])
        text = text.replace("<body>", f'<body data-view="{key}" style="{empty}">')
        text = text.replace("</body>", '<script src="/frame.js"></script></body>')
        return web.Response(text=text, content_type="text/html", headers=_PAGE_HEADERS)

    async def frame_part(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(_HERE / request.match_info["name"])

    async def news(self, request: web.Request) -> web.Response:
        if "timezone" in request.query:
            self._stage.use_timezone(request.query["timezone"])
        ids_by_view = self._stage.newest(self._person(request))
        newest = {key: [str(number) for number in ids] for key, ids in ids_by_view.items()}
        news = {"run": self._run, "running": self._stage.running, "newest": newest}
        return web.json_response(news, headers={"Cache-Control": "no-store"})

    async def open_table(self, request: web.Request) -> web.Response:
        game = request.query.get("game", next(iter(GAMES)))
        if game not in GAMES:
            raise web.HTTPNotFound
        await self._stage.run_command("table open", self._person(request).member, game=game)
        return web.json_response({})

    async def manage(self, request: web.Request) -> web.Response:
        await self._stage.let_manage(self._person(request), request.query.get("on") == "1")
        return web.json_response({})

    async def language(self, request: web.Request) -> web.Response:
        self._stage.speak(self._person(request), request.query.get("locale", ""))
        return web.json_response({})

    def preview_handler(self, route: str) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            # Every request of a preview's page carries the key from its address.
            preview = self._previews.get(request.headers.get("X-Simcord-Capability", ""))
            if preview is None:
                raise web.HTTPUnauthorized
            response: web.StreamResponse = await preview.handlers[route](request)
            return response

        return handle
