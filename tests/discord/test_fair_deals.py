"""Cutting the sealed pack, names full of markup and a table closed in mid-hand, on Discord."""

from bot.rules.catalogue import ENGLISH
from bot.rules.presentation.course import course_at_end
from bot.rules.records.record import play_record, read_record
from bot.rules.registry import text_for
from bot.settings import Settings
from cogs.ui.names import plain_name
from tests.discord.world import World, private, seen
from tests.offline import Offline


async def begun(world: World, game: str) -> None:
    await world.slash("Ann", "table open", game=game)
    await world.change(ceremony=True)
    await world.start()


async def test_the_set_is_cut_on_the_table_message(world: World) -> None:
    await begun(world, "matador")
    told = private(await world.press("Eve", world.table_message(), "Seal"))
    assert "sealed before the cut" in told
    assert "salt `" not in told
    message = world.table_message()
    cuts = [label for label in message.open_buttons if label.startswith("Move ")]
    assert len(cuts) == 5
    await world.press("Ann", message, cuts[1], settle=True)
    assert "The cut moved the first " in world.transcript()
    assert "leads any domino" in world.transcript()
    assert "having the" not in world.transcript(), "the domino that gave the lead need not be led"


async def test_the_set_is_cut_on_the_panel_or_by_command(world: World) -> None:
    await begun(world, "matador")
    panel = seen((await world.slash("Ann", "hand")).response)
    assert "Cut the dominoes" in panel.text
    assert len([label for label in panel.open_buttons if label.startswith("Move ")]) == 5
    await world.slash("Ann", "play", card="cut 17", settle=True)
    assert "The cut moved the first 17 dominoes to the back." in world.transcript()


async def test_old_maid_is_cut_by_whoever_sits_on_the_dealers_right(world: World) -> None:
    await begun(world, "old-maid")
    snapshot = await world.snapshot()
    assert [logged.text.split()[0] for logged in snapshot.log[:3]] == ["draw", "deck", "cut"]
    names = snapshot.names(plain_name, ENGLISH)
    assert "cuts the pack" in course_at_end(text_for("old-maid"), snapshot.course, names).opening


async def test_a_table_closed_in_mid_hand_shows_its_pack(world: World) -> None:
    await begun(world, "matador")
    await world.slash("Ann", "play", card="cut 17")
    await world.close("Ann", table=1)
    await world.env.settle()
    told = private(await world.press("Eve", world.table_message(), "Seal"))
    (sealed,) = [logged.seal for logged in (await world.snapshot()).log if logged.seal]
    assert f"SHA-256 `{sealed.sha256}`; salt `{sealed.salt}`" in told
    result = await world.slash("Eve", "record", table=1)
    assert "The whole match." in seen(result.response).text
    record = read_record((await result.response.attachments[0].read()).decode())
    assert len(record.seals) == 1
    assert list(play_record(record)), "it plays, and its seal holds"


async def test_a_name_full_of_markup_is_text_everywhere(env: Offline, settings: Settings) -> None:
    world = World(env, settings)
    evil = "@everyone **[x](https://a.b)\u202e"
    world.people["Ann"] = world.guild.add_member(env.create_user("evil", global_name=evil))
    await world.slash("Ann", "table open", game="bezique")
    message = world.table_message()
    assert "**\\@everyone \\*\\*\\[x\\](https\\://a\\.b)**" in message.text
    await world.start()
    raw = "".join(message.text for message in world.messages())
    assert "\u202e" not in raw
    assert "](https://" not in raw
    assert " @everyone" not in raw
