"""Playing by command: `/hand`, `/play`, `/hint`, `/trick`, `/score`, `/analysis`, `/moments`."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import text_for
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from cogs.answering.commands import LONGEST_CHOICE, MOST_CHOICES, command, suggesting
from cogs.answering.meant import table_meant, table_typed
from cogs.answering.press import Press
from cogs.hand.actions import hint
from cogs.hand.moved import moved_text
from cogs.hand.typed_moves import offered_moves, seat_to_move, typed_move
from cogs.table.result_actions import analyse, review
from cogs.ui.glyphs import fitted
from cogs.ui.names import safe_name, write_name
from cogs.ui.scenes import scene_of


class PlayCog(commands.Cog):
    """The commands of a player. Each button has one."""

    @command("Your cards, for your eyes alone")
    async def hand(self, press: Press, table: int | None = None) -> None:
        at = await table_meant(press, table, Action.HAND)
        await at.show_hand()

    @command(
        "Play a card, or make any other move your panel offers",
        card="A card, as QH, or any move your panel offers, as cut 20",
    )
    async def play(self, press: Press, card: str, table: int | None = None) -> None:
        at, words = await table_meant(press, table, Action.MOVE), press.words
        snapshot = at.snapshot
        seat = seat_to_move(snapshot, press.user_id)
        move = typed_move(snapshot, seat, card, words)
        done = await press.services.tables.play.act(at.table_id, at.actor, str(move))
        both = snapshot.played_by(snapshot.game.player_of(snapshot.state, seat))
        if done.step == snapshot.step and str(move) in map(done.table.dealt.marked.get, both):
            text = text_for(snapshot.table.game, words)
            described = text.describe_move(snapshot.view(seat), move, snapshot.names(safe_name, words))
            said = words.gettext(
                "Marked: {move}. It is played when your turn comes, if it is legal then.",
                move=described.words,
            )
        else:
            said = moved_text(snapshot, done, seat, move, words)
        await press.reply.say(said)

    @play.autocomplete("card")
    @suggesting
    async def _cards(self, press: Press, current: str) -> list[Choice[str]]:
        snapshot = (await table_typed(press, Action.MOVE)).snapshot
        offered = offered_moves(snapshot, seat_to_move(snapshot, press.user_id), current, press.words)
        choices = (choice for choice in offered if len(choice.move) <= LONGEST_CHOICE)
        return [
            Choice(name=fitted(f"{choice.label} ({choice.words})", LONGEST_CHOICE), value=choice.move)
            for _, choice in zip(range(MOST_CHOICES), choices, strict=False)
        ]

    @command("What the house would play in your place, and why")
    async def hint(self, press: Press, table: int | None = None) -> None:
        await hint(await table_meant(press, table, Action.HINT))

    @command("The last trick, and no older one")
    async def trick(self, press: Press, table: int | None = None) -> None:
        """Law 91: the last trick may be seen."""
        snapshot = (await table_meant(press, table, Action.LOOK, seated=False)).snapshot
        if snapshot.table.status is not Status.PLAYING:
            raise TableError("no-play")
        text = text_for(snapshot.table.game, press.words)
        view = snapshot.view(None)
        trick = text.last_trick(view, snapshot.names(write_name, press.words))
        await press.reply.say(trick or text.no_last_trick(view))

    @command("The score of a table")
    async def score(self, press: Press, table: int | None = None) -> None:
        snapshot = (await table_meant(press, table, Action.LOOK, seated=False)).snapshot
        if snapshot.state is None:
            raise TableError("no-score")
        words = press.words
        scene = scene_of(snapshot, None, words)
        head = words.gettext("Table {table}. {title}.", table=snapshot.table.id, title=scene.title)
        await press.reply.say("\n".join([head, *scene.facts, *scene.scores]))

    @command(
        "What would have been best in a hand that is over, card by card",
        hand="The hand's number; the latest if left out",
    )
    async def analysis(
        self,
        press: Press,
        hand: app_commands.Range[int, 1] | None = None,
        table: int | None = None,
    ) -> None:
        await analyse(await table_meant(press, table, Action.ANALYSE, seated=False), hand)

    @command(
        "What you might have played better in a hand that is over, by what you could know",
        hand="The hand's number; the latest if left out",
    )
    async def moments(
        self,
        press: Press,
        hand: app_commands.Range[int, 1] | None = None,
        table: int | None = None,
    ) -> None:
        await review(await table_meant(press, table, Action.ANALYSE, seated=False), hand)
