"""Playing by command: `/hand`, `/play`, `/hint`, `/trick`, `/score`, `/analysis`."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.rules.registry import text_for
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from cogs.answering.commands import LONGEST_CHOICE, MOST_CHOICES, suggesting, typed
from cogs.answering.meant import table_meant, table_typed
from cogs.answering.press import Press
from cogs.hand.actions import hint
from cogs.hand.moved import moved_text
from cogs.hand.typed_moves import offered_moves, seat_to_move, typed_move
from cogs.table.result_actions import analyse
from cogs.ui.glyphs import fitted
from cogs.ui.names import safe_name, write_name


class PlayCog(commands.Cog):
    """The commands of a player. Each button has one."""

    @app_commands.command(description="Your cards, for your eyes alone")
    @app_commands.describe(table="The table's number")
    @typed
    async def hand(self, press: Press, table: int | None = None) -> None:
        """The same panel as under My hand."""
        at = await table_meant(press, table, Action.HAND)
        await at.show_hand()

    @app_commands.command(description="Play a card, or make any other move your panel offers")
    @app_commands.describe(
        card="A card, as QH, or any move your panel offers, as cut 20", table="The table's number"
    )
    @typed
    async def play(self, press: Press, card: str, table: int | None = None) -> None:
        """Make a typed move; the answer says what followed."""
        at, words = await table_meant(press, table, Action.MOVE), press.words
        snapshot = at.snapshot
        seat = seat_to_move(snapshot, press.user_id)
        move = typed_move(snapshot, seat, card, words)
        done = await press.services.tables.play.act(at.table_id, at.actor, str(move))
        both = snapshot.played_by(snapshot.game.player_of(snapshot.state, seat))
        if done.step == snapshot.step and str(move) in map(done.table.dealt.marked.get, both):
            text = text_for(snapshot.table.game, words)
            described = text.describe_move(snapshot.view(seat), move, snapshot.names(safe_name))
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

    @app_commands.command(description="What the house would play in your place, and why")
    @app_commands.describe(table="The table's number")
    @typed
    async def hint(self, press: Press, table: int | None = None) -> None:
        """The same as the button on the panel."""
        await hint(await table_meant(press, table, Action.HINT))

    @app_commands.command(description="The last trick, and no older one")
    @app_commands.describe(table="The table's number")
    @typed
    async def trick(self, press: Press, table: int | None = None) -> None:
        """Law 91: the last trick may be seen."""
        snapshot = (await table_meant(press, table, Action.LOOK, seated=False)).snapshot
        if snapshot.table.status is not Status.PLAYING:
            raise TableError("no-play")
        text = text_for(snapshot.table.game, press.words)
        view = snapshot.view(None)
        trick = text.last_trick(view, snapshot.names(write_name))
        await press.reply.say(trick or text.no_last_trick(view))

    @app_commands.command(description="The score of a table")
    @app_commands.describe(table="The table's number")
    @typed
    async def score(self, press: Press, table: int | None = None) -> None:
        """The running score, and the hand so far."""
        snapshot = (await table_meant(press, table, Action.LOOK, seated=False)).snapshot
        if snapshot.state is None:
            raise TableError("no-score")
        words = press.words
        text = text_for(snapshot.table.game, words)
        scene = text.scene(snapshot.view(None), snapshot.names(write_name))
        head = words.gettext("Table {table}. {title}.", table=snapshot.table.id, title=scene.title)
        await press.reply.say("\n".join([head, *scene.facts, *scene.scores]))

    @app_commands.command(description="What would have been best in a hand that is over, card by card")
    @app_commands.describe(hand="The hand's number; the latest if left out", table="The table's number")
    @typed
    async def analysis(
        self,
        press: Press,
        hand: app_commands.Range[int, 1] | None = None,
        table: int | None = None,
    ) -> None:
        """The same as the button under the hand's result."""
        await analyse(await table_meant(press, table, Action.ANALYSE, seated=False), hand)
