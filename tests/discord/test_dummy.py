"""Dummy at a Discord table: three people, two hands on one panel, and what becomes of it when one goes."""

from gettext import NullTranslations
from typing import Any

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.records.record import play_record, read_record
from bot.tables.state.chairs import Dummy, House, Person, in_language
from bot.tables.state.table import Status
from cogs.hand.panel import draw_hand_panel
from cogs.table.table_message import draw_table_message
from cogs.ui.names import write_name
from tests.discord.test_hand import answer_on, playable
from tests.discord.test_restart import restart
from tests.discord.test_translation import said
from tests.discord.world import Seen, World, private

SOUTH = 2


async def begun(world: World, *others: str, game: str = "dummy-whist") -> None:
    """Ann, who sits north, has dummy."""
    await world.slash("Ann", "table open", game=game)
    await world.change(options={"match": "game", "partners": "choice"})
    for name in others:
        await world.slash(name, "table join")
    await world.start()


def cards(panel: Seen) -> list[str]:
    return playable(panel)


async def play(world: World, name: str, label: str | None = None) -> Any:
    panel = world.dm(name)
    return await world.press(name, panel, label or cards(panel)[0], dm=True)


async def play_to(world: World, chair: int) -> None:
    """Until that chair is to play."""
    for _ in range(52):
        if (await world.snapshot()).awaited == (chair,):
            return
        await play(world, world.awaited())
    raise AssertionError("it is never their turn")


async def test_a_table_for_three_has_nobody_in_dummys_chair(world: World) -> None:
    await world.slash("Ann", "table open", game="dummy-whist")
    lobby = world.table_message()
    assert "South: *Dummy*" in lobby.text
    assert "Start with 2 house players" in lobby.buttons
    assert [label for label in lobby.buttons if label.startswith("Sit ")] == ["Sit East", "Sit West"]
    assert "dummy's chair" in private(await world.slash("Bob", "table join", seat=3))
    assert "Nobody sits in that chair" in private(await world.slash("Ann", "table remove", seat=3))
    for name in ("Bob", "Cleo"):
        await world.slash(name, "table join")
    assert "Start" in world.table_message().buttons
    assert private(await world.slash("Dan", "table join")) != ""
    table = (await world.snapshot()).table
    assert [type(seat.occupant) for seat in table.chairs] == [Person, Person, Dummy, Person]


class German(NullTranslations):
    """German as far as dummy goes."""

    def pgettext(self, context: str, message: str) -> str:
        return {("player", "Dummy"): "Strohmann", ("seat", "South"): "Süd"}.get((context, message), message)


async def test_dummy_has_the_name_of_the_readers_language_and_people_have_theirs(world: World) -> None:
    words = Catalogue(German(), "de")
    await begun(world, "Bob", "Cleo")
    snapshot = await world.snapshot()
    assert snapshot.names(write_name, words).seats == ("**Ann**", "**Bob**", "*Strohmann*", "**Cleo**")
    assert snapshot.plain_names.seats == ("Ann", "Bob", "Dummy", "Cleo")
    told = "\n".join(said(await draw_table_message(snapshot, words, with_pictures=False)))
    assert "Süd: *Strohmann*" in told
    assert "*Dummy*" not in told
    assert in_language(Dummy("Dummy (Ann)"), words).name == "Strohmann (Ann)"
    assert in_language(Person(1, "Dummy"), words).name == "Dummy"


async def test_dummys_hand_lies_before_everybody_and_both_hands_before_who_plays_them(world: World) -> None:
    await begun(world, "Bob", "Cleo")
    snapshot = await world.snapshot()
    view: Any = snapshot.view(SOUTH)
    dummys = "Dummy's hand: " + " ".join(card.face for card in view.hand)
    assert dummys in world.table_message().text.replace("*", "")
    assert dummys in world.dm("Bob").text.replace("*", "")
    own: Any = snapshot.view(0)
    both = f"{dummys}\nYour own hand: " + " ".join(card.face for card in own.hand)
    assert both in world.dm("Ann").text
    drawing = await draw_hand_panel(snapshot, 0, ENGLISH, with_pictures=True)
    names = [picture.name.rpartition("-")[0] for picture in drawing.pictures]
    assert names == ["table", "other-hand", "hand"]
    assert drawing.pictures[1].alt.startswith("Dummy's hand: ")
    drawing = await draw_table_message(snapshot, ENGLISH, with_pictures=True)
    assert drawing.pictures[1].alt.startswith("Dummy's hand: ")


async def test_one_panel_plays_both_hands(world: World) -> None:
    await begun(world, "Bob", "Cleo")
    await play_to(world, SOUTH)
    panel, snapshot = world.dm("Ann"), await world.snapshot()
    assert "dummy's hand" in panel.text
    dummys = {card.face for card in snapshot.view(SOUTH).hand}  # type: ignore[attr-defined]
    assert set(cards(panel)) <= dummys
    assert world.awaited() == "Ann"
    await play(world, "Ann")
    assert (await world.snapshot()).log[-1].seat == SOUTH
    await play_to(world, 0)
    panel = world.dm("Ann")
    assert "your own hand" in panel.text
    await play(world, "Ann")
    assert (await world.snapshot()).log[-1].seat == 0


async def test_dummys_cards_are_typed_hinted_at_and_taken_back(world: World) -> None:
    await begun(world, "Bob", "Cleo")
    await play_to(world, SOUTH)
    await world.press("Ann", world.dm("Ann"), "Hint", dm=True)
    assert "dummy's hand" in answer_on(world.dm("Ann"))
    card = cards(world.dm("Ann"))[0]
    assert private(await world.slash("Bob", "play", card=card)) != ""
    assert f"You play {card}." in private(await world.slash("Ann", "play", card=card))
    assert (await world.snapshot()).log[-1].seat == SOUTH
    step = (await world.snapshot()).step
    await world.slash("Ann", "undo")
    assert (await world.snapshot()).table.proposal is not None
    for name in ("Bob", "Cleo"):
        await world.slash(name, "agree")
    after = await world.snapshot()
    assert after.log[step].text == "undo"
    assert after.log[step].seat == SOUTH
    assert after.awaited == (SOUTH,)


async def test_a_card_of_either_hand_is_marked(world: World) -> None:
    await begun(world, "Bob", "Cleo")
    await play_to(world, 1)
    snapshot = await world.snapshot()
    own, dummys = (snapshot.view(seat).hand for seat in (0, SOUTH))  # type: ignore[attr-defined]
    marked = [str(dummys[0].text), str(own[0].text)]
    for card in marked:
        assert "Marked" in private(await world.slash("Ann", "play", card=card))
    assert dict((await world.snapshot()).table.dealt.marked) == {
        SOUTH: f"play {marked[0]}",
        0: f"play {marked[1]}",
    }
    await world.press("Ann", world.dm("Ann"), "Refresh", dm=True)
    unmark = next(label for label in world.dm("Ann").buttons if label.startswith("Unmark"))
    assert " and " in unmark
    await world.press("Ann", world.dm("Ann"), unmark, dm=True)
    assert not (await world.snapshot()).table.dealt.marked


async def test_the_house_plays_both_hands_for_who_goes_away(world: World) -> None:
    await begun(world, "Bob", "Cleo")
    await play_to(world, SOUTH)
    await world.slash("Ann", "table leave", settle=True)
    snapshot = await world.snapshot()
    assert isinstance(snapshot.table.chairs[0].occupant, House)
    assert isinstance(snapshot.table.chairs[SOUTH].occupant, Dummy)
    assert world.awaited() != "Ann", "a house player has played dummy's card"
    for _ in range(60):
        snapshot = await world.snapshot()
        if snapshot.table.dealt.deals > 1 or snapshot.table.status is not Status.PLAYING:
            break
        await play(world, world.awaited())
        await world.env.settle()
    assert "Hand 1 is over." in world.transcript()


async def test_a_restart_finds_dummy_where_it_was(world: World) -> None:
    await begun(world, "Bob", "Cleo")
    await play_to(world, SOUTH)
    before = await world.snapshot()
    await restart(world)
    assert (await world.snapshot()).table == before.table
    await play(world, "Ann")
    assert (await world.snapshot()).log[-1].seat == SOUTH


async def test_double_dummy_is_for_two_and_the_record_tells_the_dummies_apart(world: World) -> None:
    await begun(world, "Bob", game="double-dummy-whist")
    for _ in range(52):
        await play(world, world.awaited())
    result = await world.slash("Ann", "record", table=1)
    record = read_record((await result.response.attachments[0].read()).decode())
    assert record.seats == ["Ann", "Bob", "Dummy (Ann)", "Dummy (Bob)"]
    assert [told.event.kind for told in play_record(record)].count("trick") == 13
