"""A visitor's browser: it asks what the page asks, and presses what is shown."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import aiohttp

T = TypeVar("T")

_SUCCESS = 3


def walk(value: Any) -> Iterator[dict[str, Any]]:
    for part in value if isinstance(value, list) else [value]:
        yield part
        yield from walk(part.get("components") or [])
        if part.get("accessory"):
            yield from walk(part["accessory"])


class Tab:
    """One frame of the page: SimCord's side of the conversation."""

    def __init__(self, session: aiohttp.ClientSession, capability: str) -> None:
        self.state: dict[str, Any] = {}
        self._session = session
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0

    async def open(self) -> None:
        self.state = await self._ask("POST", "/api/pages", {})
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]

    async def look(self) -> None:
        self.state = await self._ask("GET", "/api/state")

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [self.state["messages"][key] for key in self.state["timeline"]]

    @property
    def text(self) -> str:
        parts = [part for message in self.messages for part in walk(message["components"])]
        return "\n".join(str(part.get("content") or "") for part in parts)

    def buttons(self, label: str = "", style: int | None = None) -> list[dict[str, Any]]:
        """The buttons that can be pressed, in the newest message first."""
        return [
            part
            for message in reversed(self.messages)
            for part in walk(message["components"])
            if part.get("type") == 2
            and not part.get("disabled")
            and label in (part.get("label") or "")
            and style in (None, part.get("style"))
        ]

    async def until(self, seen: Callable[[], T], seconds: float = 20.0) -> T:
        """Read the conversation until that is to be seen, and return it."""
        async with asyncio.timeout(seconds):
            while not (found := seen()):
                await asyncio.sleep(0.02)
                await self.look()
        return found

    async def wait_for_button(self, label: str) -> dict[str, Any]:
        """The newest button of that label, once it can be pressed."""
        return (await self.until(partial(self.buttons, label)))[0]

    async def ephemeral(self) -> dict[str, Any]:
        """The newest message that only this person sees, once there is one."""
        found = await self.until(lambda: [message for message in self.messages if message["ephemeral"]])
        return found[-1]

    def green(self) -> list[dict[str, Any]]:
        """The moves on offer."""
        return self.buttons(style=_SUCCESS)

    async def press(self, button: dict[str, Any]) -> dict[str, Any]:
        target = re.match(r"message:(\d+):", button["control_key"])
        assert target
        return await self.act("click", control_key=button["control_key"], target_id=target.group(1))

    async def click(self, label: str) -> None:
        """Press the newest button of that label, and again where the page has changed meanwhile."""
        while (await self.press(await self.wait_for_button(label)))["rejected"]:
            await self.look()

    async def act(self, kind: str, **body: Any) -> dict[str, Any]:
        """Do something as the page does it."""
        self._sequence += 1
        envelope = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"request-{self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }
        receipt: dict[str, Any] = await self._ask("POST", "/api/action", {**envelope, **body})
        self._sequence = receipt["expectedSequence"]
        await self.look()
        return receipt

    async def picture(self, asset_id: str) -> bytes:
        async with self._session.get(f"/api/assets/{asset_id}", headers=self._headers) as response:
            assert response.status == 200, await response.text()
            return await response.read()

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        async with self._session.request(method, path, json=body, headers=self._headers) as response:
            assert response.status == 200, await response.text()
            return await response.json()


class Visitor:
    """A browser with the page open."""

    def __init__(self, session: aiohttp.ClientSession, person: str = "visitor") -> None:
        self.session = session
        self.tabs: dict[str, Tab] = {}
        self.html = ""
        self._person = {"as": person}

    async def open(self) -> None:
        """Load the page and its frames."""
        async with self.session.get("/", params=self._person) as response:
            assert response.status == 200
            self.html = await response.text()
        facts = re.search(r'type="application/json">(.*?)</script>', self.html, re.DOTALL)
        assert facts
        for view in json.loads(facts.group(1))["views"]:
            path, _, capability = view["source"].partition("#")
            async with self.session.get(path) as response:
                assert response.status == 200
            self.tabs[view["key"]] = Tab(self.session, capability)
            await self.tabs[view["key"]].open()

    @property
    def channel(self) -> Tab:
        return self.tabs["channel"]

    @property
    def dm(self) -> Tab:
        return self.tabs["dm"]

    async def open_table(self) -> None:
        async with self.session.post("/open-table", params=self._person) as response:
            assert response.status == 200
        await self.channel.look()

    async def manage(self, on: bool) -> None:
        """Tick "manager of the server", or not."""
        async with self.session.post("/manage", params={**self._person, "on": int(on)}) as response:
            assert response.status == 200

    async def news(self) -> dict[str, int]:
        """How many messages have arrived, a tab."""
        async with self.session.get("/news", params=self._person) as response:
            newest = (await response.json())["newest"]
        return {key: len(ids) for key, ids in newest.items()}

    async def play(self, tab: Tab, until: str, seconds: float = 20.0) -> int:
        """Press the first move on offer, again and again, until the channel says `until`; the presses."""
        presses = 0
        async with asyncio.timeout(seconds):
            while True:
                await tab.look()
                if not tab.green():
                    await self.channel.look()
                    if until in self.channel.text:
                        return presses
                # The lobby is in the channel.
                chosen = tab if tab.green() else self.channel
                moves = chosen.green()
                if moves:
                    receipt = await chosen.press(moves[0])
                    presses += not receipt["rejected"]
                else:
                    await asyncio.sleep(0.02)
