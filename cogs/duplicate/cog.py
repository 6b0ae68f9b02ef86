"""`/duplicate`: matches of teams and sessions of pairs."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.scoring import Award
from bot.duplicate.sessions.access import Action
from bot.duplicate.sessions.movements import LEAST_BOARDS, LEAST_TABLES, MOST_BOARDS, MOST_TABLES
from bot.duplicate.sessions.session import Kind, Scoring
from bot.duplicate.sessions.sessions import CLOCK, LEAST_TURN, MOST_TURN, TURN_SECONDS
from bot.rules.registry import GAMES, text_for
from cogs.answering.commands import LONGEST_CHOICE, command, suggesting
from cogs.answering.meant import channel_for_tables
from cogs.answering.press import Press
from cogs.duplicate import actions
from cogs.duplicate.panels import USUAL_BOARDS, TeamsForm, draw_how, games_on_boards
from cogs.duplicate.press import session_meant
from cogs.duplicate.words import MINUTE
from cogs.opening.suggestions import level_choices
from cogs.ui.arguments import Chosen
from cogs.ui.glyphs import fitted
from cogs.ui.names import person_of
from cogs.words.games import found, meant

_Boards = app_commands.Range[int, LEAST_BOARDS, MOST_BOARDS]
_Tables = app_commands.Range[int, LEAST_TABLES, MOST_TABLES]
_Minutes = app_commands.Range[int, 2, 60]
_Seconds = app_commands.Range[int, LEAST_TURN, MOST_TURN]

_SCORINGS: Final = [
    Choice(name="matchpoints: for each pair beaten, in per cent", value=Scoring.MATCHPOINTS.value),
    Choice(name="the average: above or below the mean of all tables", value=Scoring.AVERAGE.value),
]
_TEAMS: Final = [Choice(name="team 1", value=0), Choice(name="team 2", value=1)]
_AWARDS: Final = [
    Choice(name="average", value=Award.AVERAGE.value),
    Choice(name="average plus", value=Award.PLUS.value),
    Choice(name="average minus", value=Award.MINUS.value),
]
_ABOUT: Final[dict[str, Any]] = {
    "game": "Which game of whist",
    "boards": "How many boards, 4 to 24",
    "level": "How well the house plays",
    "minutes": "How many minutes a board may take, 2 to 60",
    "turn": "How many seconds a turn may take, 15 to 600",
}


def _game(press: Press, typed: str) -> str:
    # Whatever else has that name, a game with boards is meant.
    if not typed:
        return games_on_boards()[0]
    among = meant(typed, press.services.languages.known())
    return next((game for game in among if game in games_on_boards()), among[0])


class DuplicateCog(
    commands.GroupCog, group_name="duplicate", group_description="The same cards at several tables"
):
    """The commands of sessions; each does the same as a button."""

    @command("A match of two teams of four at two tables", public=True, **_ABOUT)
    async def teams(
        self,
        press: Press,
        game: str = "",
        boards: _Boards | None = None,
        level: str = "",
        minutes: _Minutes = CLOCK // MINUTE,
        turn: _Seconds = TURN_SECONDS,
    ) -> None:
        if not game or boards is None:
            await channel_for_tables(press)
            chosen = _game(press, game)
            form = TeamsForm(chosen, boards or USUAL_BOARDS, level, minutes, turn, press.words)
            await press.reply.open_form(form)
            return
        await actions.open_session(
            press,
            Kind.TEAMS,
            _game(press, game),
            boards=boards,
            level=level,
            clock=minutes * MINUTE,
            turn_seconds=turn,
        )

    @command(
        "A session of pairs, at two to ten tables",
        scoring="How the boards are compared",
        tables="How many tables at least; the house fills them",
        sit_out="Whether one of an odd number of pairs sits out, instead of meeting the house",
        choices={"scoring": _SCORINGS},
        public=True,
        **_ABOUT,
    )
    async def pairs(
        self,
        press: Press,
        game: str = "",
        boards: _Boards = USUAL_BOARDS,
        scoring: str = Scoring.MATCHPOINTS.value,
        tables: _Tables = LEAST_TABLES,
        sit_out: bool = False,
        level: str = "",
        minutes: _Minutes = CLOCK // MINUTE,
        turn: _Seconds = TURN_SECONDS,
    ) -> None:
        await actions.open_session(
            press,
            Kind.PAIRS,
            _game(press, game),
            boards=boards,
            scoring=Scoring(scoring),
            tables=tables,
            sit_out=sit_out,
            level=level,
            clock=minutes * MINUTE,
            turn_seconds=turn,
        )

    @teams.autocomplete("game")
    @pairs.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        return [
            Choice(name=fitted(text_for(game, press.words).headline(GAMES[game]), LONGEST_CHOICE), value=game)
            for game in found(current, press.services.languages.known())
            if game in games_on_boards()
        ]

    @teams.autocomplete("level")
    @pairs.autocomplete("level")
    @suggesting
    async def _levels(self, press: Press, current: str) -> list[Choice[str]]:
        game = press.interaction.namespace.game
        return level_choices(press, game if game in GAMES else games_on_boards()[0], current)

    @command(
        "Enter the session of this channel",
        partner="Who is to be your partner; left out, you are given one",
        team="Which team, in a match of teams",
        choices={"team": _TEAMS},
    )
    async def enter(
        self,
        press: Press,
        partner: discord.User | None = None,
        team: int | None = None,
        session: int | None = None,
    ) -> None:
        at = await session_meant(press, session, Action.ENTER)
        await actions.enter(at, None if partner is None else Chosen(person_of(partner), partner.bot), team)

    @command(
        "Answer who asks you to be their partner",
        answer="Whether you will",
        choices={"answer": [Choice(name="yes", value="yes"), Choice(name="no", value="no")]},
    )
    async def partner(self, press: Press, answer: str, session: int | None = None) -> None:
        """If several people ask, the first one is meant."""
        at = await session_meant(press, session, Action.ANSWER)
        await actions.answer_partner(at, None, agrees=answer == "yes")

    @command(
        "Withdraw; in play a house player takes your cards",
        sure="In play: yes, I mean it; without it you are asked",
    )
    async def leave(self, press: Press, sure: bool = False, session: int | None = None) -> None:
        at = await session_meant(press, session, Action.LEAVE)
        await (actions.leave_in_play if sure else actions.leave)(at)

    @command("Begin; the house takes the places that are left")
    async def start(self, press: Press, session: int | None = None) -> None:
        await actions.start(await session_meant(press, session, Action.START))

    @command("Your cards, or what comes next for you")
    async def hand(self, press: Press, session: int | None = None) -> None:
        await actions.show_hand(await session_meant(press, session, Action.LOOK))

    @command(
        "The standings, by the boards all have played",
        session="The session's number; the latest of this channel if left out",
    )
    async def standings(self, press: Press, session: int | None = None) -> None:
        await actions.show_standings(await session_meant(press, session, Action.LOOK, over=True))

    @command("A board: its cards, and what was made of it everywhere", board="The board's number")
    async def board(
        self, press: Press, board: app_commands.Range[int, 1, MOST_BOARDS], session: int | None = None
    ) -> None:
        """The same as the menu; for a board that others have still to play, one's own result only."""
        at = await session_meant(press, session, Action.LOOK, over=True)
        await actions.show_board(at, board)

    @command(
        "The settings of a session, before it begins",
        boards="How many boards, 4 to 24",
        scoring="Pairs: how the boards are compared",
        tables="Pairs: how many tables at least",
        sit_out="Pairs: whether one of an odd number of pairs sits out",
        level="How well the house plays",
        minutes=_ABOUT["minutes"],
        turn=_ABOUT["turn"],
        choices={"scoring": _SCORINGS},
    )
    async def settings(
        self,
        press: Press,
        boards: _Boards | None = None,
        scoring: str | None = None,
        tables: _Tables | None = None,
        sit_out: bool | None = None,
        level: str | None = None,
        minutes: _Minutes | None = None,
        turn: _Seconds | None = None,
        session: int | None = None,
    ) -> None:
        at = await session_meant(press, session, Action.SET_UP)
        named: dict[str, Any] = {
            "boards": boards,
            "scoring": None if scoring is None else Scoring(scoring),
            "tables": tables,
            "sit_out": sit_out,
            "level": level,
            "clock": None if minutes is None else minutes * MINUTE,
            "turn_seconds": turn,
        }
        told = {name: value for name, value in named.items() if value is not None}
        await actions.change_settings(at, told)

    @settings.autocomplete("level")
    @suggesting
    async def _levels_of_session(self, press: Press, current: str) -> list[Choice[str]]:
        return level_choices(press, games_on_boards()[0], current)

    @command(
        "Director: correct a score, award an average, end a board",
        table="Which table",
        board="Which board",
        score="The score of North and South that is to stand",
        north_south="What North and South are awarded instead of a score",
        east_west="What East and West are awarded instead of a score",
        choices={"north_south": _AWARDS, "east_west": _AWARDS},
    )
    async def rule(
        self,
        press: Press,
        table: app_commands.Range[int, 1, MOST_TABLES],
        board: app_commands.Range[int, 1, MOST_BOARDS],
        score: int | None = None,
        north_south: str | None = None,
        east_west: str | None = None,
        session: int | None = None,
    ) -> None:
        at = await session_meant(press, session, Action.RULE, over=True)
        ns, ew = (None if side is None else Award(side) for side in (north_south, east_west))
        await actions.rule(at, (table, board), score=score, ns=ns, ew=ew)

    @command("What the director and the host of a session can do")
    async def director(self, press: Press, session: int | None = None) -> None:
        await actions.show_director(await session_meant(press, session, Action.LOOK, over=True))

    @command("Call a session off", sure="In play: yes, I mean it; without it you are asked")
    async def close(self, press: Press, sure: bool = False, session: int | None = None) -> None:
        at = await session_meant(press, session, Action.CLOSE)
        await (actions.close_in_play if sure else actions.close)(at)

    @command("What Duplicate is, in a minute")
    async def how(self, press: Press) -> None:
        await press.reply.show(draw_how(press.words))
