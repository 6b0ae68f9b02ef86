"""The page as a newcomer meets it."""

import asyncio
from typing import Any

from bot.settings import Settings
from tests.sandbox.conftest import visiting
from tests.sandbox.visitor import Visitor, walk


async def test_the_page_welcomes_and_says_what_to_type(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        for said in ("Welcome", "/table open", "Start with house players", "My hand", "/rules", "/help"):
            assert said in visitor.html
        assert list(visitor.tabs) == ["channel", "dm"]
        assert visitor.channel.messages == visitor.dm.messages == []


async def test_the_page_and_the_bot_speak_the_language_of_the_browser_or_the_one_chosen(settings: Settings):
    async with visiting(settings) as (visitor, _):
        headers = {"Accept-Language": "it, de-AT;q=0.9, en;q=0.5"}
        async with visitor.session.get("/?as=ann", headers=headers) as response:
            page = await response.text()
        for said in (
            '<html lang="de">',
            "Willkommen",
            "Tisch eröffnen",
            "L\\u00e4ufer-Whist",
            "<code>/rules</code>",
        ):
            assert said in page
        assert "[[" not in page
        assert "Welcome" in visitor.html, "another person, and a browser that prefers nothing"
        async with visitor.session.post("/language?as=visitor&locale=fr") as response:
            assert response.status == 200
        async with visitor.session.get("/?as=visitor", headers=headers) as response:
            assert "Bienvenue" in await response.text()
        await begin(visitor, "Commencer avec 3 robots")


async def test_other_sites_are_refused(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            async with visitor.session.post("/open-table", headers=headers) as response:
                assert response.status == 403
        async with visitor.session.get("/api/state", headers={"X-Simcord-Capability": "guess"}) as response:
            assert response.status == 401


async def test_a_whole_hand_by_dm(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        await begin(visitor)
        presses = await visitor.play(visitor.dm, until="Hand 1 is over")
        assert presses >= 13
        arrived = await visitor.news()
        # The table message, which has become the hand's, its result, and perhaps the next hand.
        assert 2 <= arrived["channel"] <= 4
        assert arrived["dm"] == 1


async def test_playing_under_my_hand_in_the_channel(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        await begin(visitor)
        await visitor.channel.click("My hand")
        panel = await visitor.channel.ephemeral()
        assert any("table 1" in str(part.get("content")) for part in walk(panel["components"]))
        assert await visitor.play(visitor.channel, until=trick(3)) >= 3


async def pictured_hands(visitor: Visitor) -> list[dict[str, Any]]:
    """The pictures of hands in the DM, once there is one: the panel may be on its way."""

    def hands() -> list[dict[str, Any]]:
        assets: list[dict[str, Any]] = list(visitor.dm.state["assets"].values())
        return [asset for asset in assets if asset["filename"].startswith("hand-")]

    await visitor.dm.look()
    return await visitor.dm.until(hands)


async def test_pictures_are_served_even_after_an_edit_replaced_them(settings: Settings) -> None:
    pictured = settings.model_copy(update={"pictures": True})
    async with visiting(pictured) as (visitor, stage):
        await begin(visitor)
        await visitor.play(visitor.dm, until=trick(1))
        hands = await pictured_hands(visitor)
        assert len(hands) == 1
        assert hands[0]["displayReady"]
        assert hands[0]["displayWidth"] > hands[0]["displayHeight"] > 0
        await visitor.play(visitor.dm, until=trick(2))
        for _ in range(100):
            # The panel may still be on its way.
            stage.publish()
            await visitor.dm.look()
            if hands[0]["id"] not in visitor.dm.state["assets"]:
                break
            await asyncio.sleep(0.1)
        assert hands[0]["id"] not in visitor.dm.state["assets"]
        assert (await visitor.dm.picture(hands[0]["id"])).startswith(b"\x89PNG")


async def test_a_late_click_counts_only_for_what_was_seen(settings: Settings) -> None:
    async with visiting(settings) as (visitor, stage):
        await visitor.open_table()
        sit, guide = visitor.channel.buttons("Sit East")[0], visitor.channel.buttons("Rules")[0]
        stage.publish()
        # The page has been published anew since the visitor looked; the button still says the same.
        assert not (await visitor.channel.press(guide))["rejected"]
        before = visitor.channel.state
        await visitor.channel.click("Start with")
        visitor.channel.state = before
        # Where "Sit East" stood there is nothing, or something else.
        assert (await visitor.channel.press(sit))["rejected"]


async def test_the_mention_of_a_channel_is_readable_in_the_dm(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        await begin(visitor)
        await visitor.play(visitor.dm, until=trick(1))
        await visitor.dm.look()
        assert "#card-room" in str(visitor.dm.messages)


async def test_tables_survive_a_restart(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        await begin(visitor)
        await visitor.play(visitor.dm, until=trick(1))
        await turn(visitor)
    async with visiting(settings) as (visitor, _):
        await turn(visitor)
        assert await visitor.channel.wait_for_button("My hand")
        assert await visitor.play(visitor.dm, until=trick(3))


async def test_commands_are_there_at_the_second_start_too(settings: Settings) -> None:
    for _ in range(2):
        async with visiting(settings) as (visitor, _):
            # SimCord refuses a command that it was never sent.
            await visitor.open_table()
            assert visitor.channel.buttons("Sit East")


async def test_four_people_can_play_at_one_table(settings: Settings) -> None:
    async with visiting(settings) as (visitor, _):
        await visitor.open_table()
        ann = Visitor(visitor.session, "ann")
        await ann.open()
        receipt = await ann.channel.press(ann.channel.buttons("Sit East")[0])
        assert not receipt["rejected"], receipt
        # The table message is edited after the press is answered.
        await visitor.channel.click("Start with 2 house players")
        await ann.channel.click("My hand")
        assert await ann.channel.ephemeral()
        await visitor.channel.look()
        assert not any(message["ephemeral"] for message in visitor.channel.messages), "only Ann sees her hand"
        async with visitor.session.get("/", params={"as": "nobody"}) as response:
            assert response.status == 404


async def test_one_can_be_a_manager(settings: Settings) -> None:
    async with visiting(settings) as (visitor, stage):
        (first, *others) = stage.people.values()

        async def may_set() -> bool:
            await stage.run_command("server settings")
            await visitor.channel.look()
            (*_, shown) = visitor.channel.messages
            return any(part.get("type") == 3 for part in walk(shown["components"]))

        assert not stage.manages(first)
        assert not await may_set()
        await visitor.manage(True)
        assert stage.manages(first)
        assert not any(stage.manages(other) for other in others)
        assert await may_set()
        await visitor.manage(False)
        assert not await may_set()


async def test_the_page_learns_that_the_bot_has_stopped(settings: Settings) -> None:
    async with visiting(settings) as (visitor, stage):
        for running in (True, False):
            async with visitor.session.get("/news") as response:
                assert (await response.json())["running"] is running
            stage.bot.stopping()


def trick(number: int) -> str:
    """What the channel says once that trick has been taken."""
    return f"\n{number}\\. "


async def begin(visitor: Visitor, start: str = "Start with 3 house players") -> None:
    """Open a table and start it with house players, with two presses."""
    await visitor.open_table()
    await visitor.channel.click(start)


async def turn(visitor: Visitor) -> None:
    """Wait until the visitor may play a card."""
    await visitor.dm.until(visitor.dm.green, 10)
