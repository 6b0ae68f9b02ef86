"""A chouette in the channel: a third person asks, advises, and takes a place by turns."""

from bot.tables.people.access import Action, Actor, may, visible_seat
from bot.tables.state.chairs import Person
from bot.tables.state.table import Status
from bot.tables.store.editable import TOKEN_SECONDS
from tests.discord.test_access import Persona, use_id
from tests.discord.test_one_panel import under_my_hand
from tests.discord.world import Seen, World, private, seen
from tests.tables.fakes import actor

GAME = "matador"


async def of_two(world: World, game: str = GAME) -> None:
    """Ann and Bob sit at a table of two."""
    await world.slash("Ann", "table open", game=game)
    await world.press("Bob", world.table_message(), "Sit South")


async def of_three(world: World, game: str = GAME) -> None:
    """Ann plays alone against Bob, whom Cleo advises."""
    await of_two(world, game)
    await world.press("Ann", world.table_message(), "Play as a chouette")
    await world.press("Cleo", world.table_message(), "Join as an adviser")
    await world.press("Ann", world.table_message(), "Start", settle=True)


def panels(world: World) -> list[Seen]:
    return [message for message in under_my_hand(world) if "You advise" in message.text]


async def play(world: World, table: int = 1, most: int = 1) -> None:
    """The players make their first legal moves."""
    services, names = world.bot.services, {member.id: name for name, member in world.people.items()}
    async with world.env.as_bot():
        for _ in range(most):
            snapshot = await services.tables.repository.fresh(table)
            if not snapshot.awaited:
                break
            seat = snapshot.awaited[0]
            user_id = snapshot.table.chairs[seat].user_id
            assert user_id in names
            move = str(snapshot.game.legal(snapshot.state, seat)[0])
            player = Actor(Person(user_id, names[user_id]), sees=True, sends=True)
            await services.tables.play.act(table, player, move, snapshot.step)
            await services.tables.house_turns.settled()


def plain(text: str) -> str:
    """Without what makes names bold."""
    return text.replace("**", "")


def shown(world: World) -> str:
    return plain(world.table_message().text)


async def finish(world: World, table: int = 1) -> None:
    while (await world.snapshot(table)).table.status is Status.PLAYING:
        await play(world, table, 50)


async def test_a_third_person_who_presses_join_is_offered_a_chouette_and_the_keeper_agrees(world: World):
    await of_two(world)
    offer = await world.press("Cleo", world.table_message(), "Join as a third")
    assert "can be played à la chouette" in plain(private(offer))
    await world.press("Cleo", seen(offer.response or offer.followups[-1]), "Ask to join", settle=True)
    (post,) = [m for m in world.messages() if "would like to join table 1" in m.text]
    assert f"<@{world.people['Ann'].id}>" in post.text
    refused = await world.press("Bob", post, "Play as a chouette")
    assert "who keeps this table" in plain(private(refused))
    agreed = await world.press("Ann", post, "Play as a chouette")
    assert "plays à la chouette now" in plain(private(agreed))
    await world.env.settle()
    told = shown(world)
    assert "Chouette: Ann plays alone against all others, who consult. Bob deals first." in told
    assert "To advise: Cleo" in told


async def test_join_by_command_offers_it_too_but_not_in_play(world: World) -> None:
    await of_two(world)
    assert "Shall its keeper be asked?" in plain(private(await world.slash("Cleo", "table join", table=1)))
    await world.press("Ann", world.table_message(), "Start")
    assert "ask to join before their next game" in plain(
        private(await world.slash("Cleo", "table join", table=1))
    )


async def test_an_adviser_sees_the_hand_advised_on_and_can_play_none_of_it(world: World) -> None:
    await of_three(world, "bezique")
    snapshot, cleo = await world.snapshot(), world.people["Cleo"]
    assert visible_seat(snapshot.table, cleo.id) == 1
    assert "Chouette: Ann alone against Bob, advised by Cleo" in shown(world)
    assert not world.messages(cleo.user.dm_channel), "nothing comes unasked"
    await world.press("Cleo", world.table_message(), "My hand")
    (panel,) = panels(world)
    (bobs,) = [line for line in world.dm("Bob").text.split("\n") if line.startswith("Your hand")]
    (anns,) = [line for line in world.dm("Ann").text.split("\n") if line.startswith("Your hand")]
    assert bobs in panel.text
    assert anns not in panel.text
    assert "You advise Bob." in plain(panel.text)
    assert panel.open_buttons == ["Refresh"]
    await play(world)
    (after,) = panels(world)
    assert after.text != panel.text, "it follows the game"
    disabled = [label for label in after.buttons if label not in after.open_buttons]
    assert disabled, "what Bob may play is shown"
    tried = await use_id("c:1:0:cut 20", world, Persona(cleo, world.channel))
    assert "You advise Bob, who plays that hand" in plain(private(tried))
    assert (await world.snapshot()).step == snapshot.step + 1
    for command in ("hint", "undo", "agree"):
        assert "You advise Bob" in plain(private(await world.slash("Cleo", command, table=1)))
    assert "You advise Bob" in plain(private(await world.slash("Cleo", "play", card="QH", table=1)))


async def test_a_panel_of_an_adviser_is_laid_aside_with_its_token_and_no_dm_follows(world: World) -> None:
    await of_three(world)
    await world.press("Cleo", world.table_message(), "My hand")
    await world.env.advance_time(TOKEN_SECONDS)
    assert not panels(world)
    aside = under_my_hand(world)[-1]
    assert aside.open_buttons == ["My hand"]
    await play(world)
    assert not world.messages(world.people["Cleo"].user.dm_channel)
    await world.press("Cleo", aside, "My hand")
    assert len(panels(world)) == 1


async def test_who_reads_by_ear_advises_as_well_and_is_sent_nothing(world: World) -> None:
    await world.set_me("Cleo", "Reading mode")
    await of_three(world)
    await play(world, most=2)
    assert not world.messages(world.people["Cleo"].user.dm_channel)
    result = await world.press("Cleo", world.table_message(), "My hand")
    assert "You advise Bob." in plain(private(result))
    assert not [label for label in seen(result.followups[0]).open_buttons if label.startswith("Play")]


async def test_somebody_who_comes_during_the_game_sees_nothing_of_it(world: World) -> None:
    await of_three(world)
    joined = await world.press("Dan", world.table_message(), "Join the chouette")
    assert (await world.snapshot()).table.chairs.waits(world.people["Dan"].id), private(joined)
    hand = await world.press("Dan", world.table_message(), "My hand")
    assert "You advise from the next game on" in plain(private(hand))
    assert "From the next game on: Dan" in shown(world)
    await world.slash("Dan", "table leave", table=1)
    assert "Dan" not in shown(world)


async def test_the_places_change_after_the_game_and_the_leaderboard_has_the_stakes(world: World) -> None:
    await of_three(world)
    await finish(world)
    over_message = world.table_message()
    over = await world.snapshot()
    result = over.game.result(over.state)
    assert result is not None
    won = result.winner == 0
    (post,) = [m for m in world.messages() if "Chouette, a point of everybody" in m.text]
    expected = "Ann +2, Bob −1, Cleo −1" if won else "Ann −2, Bob +1, Cleo +1"
    assert expected in plain(post.text)
    told = plain(private(await world.slash("Cleo", "stats", game=GAME)))
    assert f"Chouette: {'−1' if won else '+1'} in 1 game" in told
    board = seen((await world.slash("Ann", "leaderboard", game=GAME)).response)
    assert "Chouettes" in board.buttons
    await world.press("Ann", board, "Chouettes")
    for name in ("Cleo", "Bob", "Ann"):
        await world.press(name, over_message, "Play again")
    await world.env.settle()
    following = (await world.snapshot(2)).table
    assert following.status is Status.PLAYING
    players = [world.people[name].id for name in (("Ann", "Cleo") if won else ("Ann", "Bob"))]
    assert [seat.user_id for seat in following.chairs] == players
    adviser = world.people["Bob" if won else "Cleo"]
    assert visible_seat(following, adviser.id) == 1
    assert not may(actor(adviser.id), Action.MOVE, following)


async def test_it_can_all_be_typed(world: World) -> None:
    await of_two(world)
    answer = await world.slash("Bob", "table chouette", what="volunteer", table=1)
    assert "who keeps this table" in plain(private(answer))
    answer = await world.slash("Ann", "table chouette", what="volunteer", table=1)
    assert "Ann plays alone" in plain(private(answer))
    answer = await world.slash("Bob", "table chouette", what="alone", table=1)
    assert "Bob plays alone" in plain(private(answer))
    answer = await world.slash("Bob", "table chouette", what="deal", table=1)
    assert "Bob deals first" in plain(private(answer))
    assert "advise once its game begins" in plain(private(await world.slash("Cleo", "table join", table=1)))
    answer = await world.slash("Ann", "table chouette", what="no", table=1)
    assert "Cleo would have no place then" in plain(private(answer))
    await world.slash("Cleo", "table leave", table=1)
    answer = await world.slash("Ann", "table options", rule="chouette-rotation", answer="cut-in", table=1)
    assert "places are cut for" in plain(private(answer))
    answer = await world.slash("Ann", "table chouette", what="no", table=1)
    assert "not played à la chouette" in plain(private(answer))


async def test_the_cut_for_places_is_told(world: World) -> None:
    await of_two(world)
    await world.slash("Ann", "table chouette", what="cut-in", table=1)
    assert "who plays alone is cut for at the start" in shown(world)
    await world.press("Cleo", world.table_message(), "Join as an adviser")
    await world.press("Ann", world.table_message(), "Start", settle=True)
    (cut,) = [m for m in world.messages() if "Cut for places:" in m.text]
    table = (await world.snapshot()).table
    alone, other = (
        next(n for n, who in world.people.items() if who.id == seat.user_id) for seat in table.chairs
    )
    assert f"{alone} plays alone against {other}; to advise:" in plain(cut.text)
