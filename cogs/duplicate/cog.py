"""`/duplicate`: matches of teams and sessions of pairs."""

import re
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.access import Action
from bot.duplicate.movements import LEAST_BOARDS, LEAST_TABLES, MOST_BOARDS, MOST_TABLES
from bot.duplicate.scoring import Award
from bot.duplicate.session import Kind, Scoring
from bot.duplicate.sessions import CLOCK, LEAST_TURN, MOST_TURN, TURN_SECONDS
from bot.rules.registry import GAMES, text_for
from bot.tables.state.errors import TableError
from cogs.answering.interactions import LONGEST_CHOICE, PUBLIC, answering, press_of, words_of
from cogs.answering.services import Interaction
from cogs.answering.taken import NUMBER, reading
from cogs.duplicate import answers as answers
from cogs.duplicate.form import TEAMS_FORM, TeamsForm
from cogs.duplicate.panels import SCORE_FORM
from cogs.duplicate.words import MINUTE
from cogs.opening.forms import answers_of
from cogs.opening.suggestions import level_choices
from cogs.ui.games import found, meant
from cogs.ui.glyphs import fitted

_Boards = app_commands.Range[int, LEAST_BOARDS, MOST_BOARDS]
_Tables = app_commands.Range[int, LEAST_TABLES, MOST_TABLES]
_Minutes = app_commands.Range[int, 2, 60]
_Seconds = app_commands.Range[int, LEAST_TURN, MOST_TURN]

_ON_BOARDS: Final = tuple(key for key, game in GAMES.items() if game.board_total is not None)
"""The games that are played on boards."""

_USUAL_BOARDS: Final = 8
_SCORED: Final = re.compile(rf"{SCORE_FORM}:(?P<session>{NUMBER}):(?P<table>{NUMBER})\.(?P<board>{NUMBER})")
_NUMBER: Final = re.compile(r"[+\-−]?\d{1,2}")

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
_ABOUT: Final = {
    "game": "Which game of whist",
    "boards": "How many boards, 4 to 24",
    "level": "How well the house plays",
    "minutes": "How many minutes a board may take, 2 to 60",
    "turn": "How many seconds a turn may take, 15 to 600",
}


def game_answers(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Those of them that may be meant by what somebody has typed so far."""
    words = words_of(interaction)
    return [
        Choice(name=fitted(text_for(game, words).headline(GAMES[game]), LONGEST_CHOICE), value=game)
        for game in found(typed, interaction.client.services.languages.known())
        if game in _ON_BOARDS
    ]


def _game(interaction: Interaction, typed: str) -> str:
    # Whatever else that may be the name of, a game that is played on boards is meant.
    if not typed:
        return _ON_BOARDS[0]
    if typed in GAMES:
        return typed
    among = meant(typed, interaction.client.services.languages.known())
    return next((game for game in among if game in _ON_BOARDS), among[0])


def _read_score(typed: str) -> int:
    if not _NUMBER.fullmatch(typed.strip()):
        raise TableError("no-answer")
    return int(typed.strip().replace("−", "-"))


async def _open_as_filled_in(interaction: Interaction, asked: re.Match[str]) -> None:
    given = answers_of(dict(interaction.data or {}))
    with reading():
        game, boards = given["game"][0], int(given["boards"][0])
        if game not in _ON_BOARDS:
            raise ValueError(game)
    await answers.open_session(
        interaction,
        Kind.TEAMS,
        game,
        boards=boards,
        level=asked["level"],
        clock=int(asked["minutes"]) * MINUTE,
        turn_seconds=int(asked["turn"]),
    )
    await answers.warn(interaction)


class DuplicateCog(
    commands.GroupCog, group_name="duplicate", group_description="The same cards at several tables"
):
    """The commands of sessions; each does what a button does."""

    @app_commands.command(
        name="teams", description="A match of two teams of four at two tables", extras={PUBLIC: True}
    )
    @app_commands.describe(**_ABOUT)
    async def teams(
        self,
        interaction: Interaction,
        game: str = "",
        boards: _Boards | None = None,
        level: str = "",
        minutes: _Minutes = CLOCK // MINUTE,
        turn: _Seconds = TURN_SECONDS,
    ) -> None:
        """The answer is the message of the session, or a form that asks for the game and the boards."""
        if not game or boards is None:
            chosen = _game(interaction, game)
            form = TeamsForm(
                _ON_BOARDS, chosen, boards or _USUAL_BOARDS, (level, minutes, turn), words_of(interaction)
            )
            await answers.ask_teams(interaction, form)
            return
        await answers.open_session(
            interaction,
            Kind.TEAMS,
            _game(interaction, game),
            boards=boards,
            level=level,
            clock=minutes * MINUTE,
            turn_seconds=turn,
        )

    @app_commands.command(
        name="pairs", description="A session of pairs, at two to ten tables", extras={PUBLIC: True}
    )
    @app_commands.describe(
        scoring="How the boards are compared",
        tables="How many tables at least; the house fills them",
        sit_out="Whether one of an odd number of pairs sits out, instead of meeting the house",
        **_ABOUT,
    )
    @app_commands.choices(scoring=_SCORINGS)
    async def pairs(
        self,
        interaction: Interaction,
        game: str = "",
        boards: _Boards = _USUAL_BOARDS,
        scoring: str = Scoring.MATCHPOINTS.value,
        tables: _Tables = LEAST_TABLES,
        sit_out: bool = False,
        level: str = "",
        minutes: _Minutes = CLOCK // MINUTE,
        turn: _Seconds = TURN_SECONDS,
    ) -> None:
        """The answer is the message of the session."""
        await answers.open_session(
            interaction,
            Kind.PAIRS,
            _game(interaction, game),
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
    async def _games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return game_answers(interaction, current)

    @teams.autocomplete("level")
    @pairs.autocomplete("level")
    async def _levels(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        game = interaction.namespace.game
        return level_choices(press_of(interaction), game if game in GAMES else _ON_BOARDS[0], current)

    @app_commands.command(name="enter", description="Enter the session of this channel")
    @app_commands.describe(
        partner="Who is to be your partner; left out, you are given one",
        team="Which team, in a match of teams",
        session="The session's number",
    )
    @app_commands.choices(team=_TEAMS)
    async def enter(
        self,
        interaction: Interaction,
        partner: discord.User | None = None,
        team: int | None = None,
        session: int | None = None,
    ) -> None:
        """Enter alone, or ask somebody to be one's partner."""
        chosen, actor = await answers.session_meant(interaction, session, Action.ENTER)
        await answers.enter(interaction, chosen, actor, partner, team)

    @app_commands.command(name="partner", description="Answer who asks you to be their partner")
    @app_commands.describe(answer="Whether you will", session="The session's number")
    @app_commands.choices(answer=[Choice(name="yes", value="yes"), Choice(name="no", value="no")])
    async def partner(self, interaction: Interaction, answer: str, session: int | None = None) -> None:
        """Of several who ask the one who asked first."""
        chosen, actor = await answers.session_meant(interaction, session, Action.ANSWER)
        await answers.answer_partner(interaction, chosen, actor, None, agrees=answer == "yes")

    @app_commands.command(name="leave", description="Withdraw; in play a house player takes your cards")
    @app_commands.describe(
        sure="In play: yes, I mean it; without it you are asked", session="The session's number"
    )
    async def leave(self, interaction: Interaction, sure: bool = False, session: int | None = None) -> None:
        """Leave the session."""
        chosen, actor = await answers.session_meant(interaction, session, Action.LEAVE)
        await answers.leave(interaction, chosen, actor, sure=sure)

    @app_commands.command(name="start", description="Begin; the house takes the places that are left")
    @app_commands.describe(session="The session's number")
    async def start(self, interaction: Interaction, session: int | None = None) -> None:
        """Begin, as its host."""
        chosen, actor = await answers.session_meant(interaction, session, Action.START)
        await answers.start(interaction, chosen, actor)

    @app_commands.command(name="hand", description="Your cards, or what comes next for you")
    @app_commands.describe(session="The session's number")
    async def hand(self, interaction: Interaction, session: int | None = None) -> None:
        """The same as My hand."""
        chosen, _ = await answers.session_meant(interaction, session, Action.LOOK)
        await answers.show_hand(interaction, chosen)

    @app_commands.command(name="standings", description="The standings, by the boards all have played")
    @app_commands.describe(session="The session's number; the latest of this channel if left out")
    async def standings(self, interaction: Interaction, session: int | None = None) -> None:
        """The same as the button."""
        chosen, _ = await answers.session_meant(interaction, session, Action.LOOK, over=True)
        await answers.show_standings(interaction, chosen)

    @app_commands.command(name="board", description="A board: its cards, and what was made of it everywhere")
    @app_commands.describe(board="The board's number", session="The session's number")
    async def board(
        self,
        interaction: Interaction,
        board: app_commands.Range[int, 1, MOST_BOARDS],
        session: int | None = None,
    ) -> None:
        """The same as the menu; of a board that others have still to play, what one made of it oneself."""
        chosen, actor = await answers.session_meant(interaction, session, Action.LOOK, over=True)
        await answers.show_board(interaction, chosen, actor, board)

    @app_commands.command(name="settings", description="The settings of a session, before it begins")
    @app_commands.describe(
        boards="How many boards, 4 to 24",
        scoring="Pairs: how the boards are compared",
        tables="Pairs: how many tables at least",
        sit_out="Pairs: whether one of an odd number of pairs sits out",
        level="How well the house plays",
        minutes=_ABOUT["minutes"],
        turn=_ABOUT["turn"],
        session="The session's number",
    )
    @app_commands.choices(scoring=_SCORINGS)
    async def settings(
        self,
        interaction: Interaction,
        boards: _Boards | None = None,
        scoring: str | None = None,
        tables: _Tables | None = None,
        sit_out: bool | None = None,
        level: str | None = None,
        minutes: _Minutes | None = None,
        turn: _Seconds | None = None,
        session: int | None = None,
    ) -> None:
        """Change what is named; with nothing named the menus are shown."""
        chosen, actor = await answers.session_meant(interaction, session, Action.SET_UP)
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
        await answers.settings(interaction, chosen, actor, **told)

    @settings.autocomplete("level")
    async def _levels_of_session(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return level_choices(press_of(interaction), _ON_BOARDS[0], current)

    @app_commands.command(name="rule", description="Director: correct a score, award an average, end a board")
    @app_commands.describe(
        table="Which table",
        board="Which board",
        score="The score of North and South that is to stand",
        north_south="What North and South are awarded instead of a score",
        east_west="What East and West are awarded instead of a score",
        session="The session's number",
    )
    @app_commands.choices(north_south=_AWARDS, east_west=_AWARDS)
    async def rule(
        self,
        interaction: Interaction,
        table: app_commands.Range[int, 1, MOST_TABLES],
        board: app_commands.Range[int, 1, MOST_BOARDS],
        score: int | None = None,
        north_south: str | None = None,
        east_west: str | None = None,
        session: int | None = None,
    ) -> None:
        """Rule on a board at a table; with nothing named, what was ruled is taken back."""
        chosen, actor = await answers.session_meant(interaction, session, Action.RULE, over=True)
        ns, ew = (None if side is None else Award(side) for side in (north_south, east_west))
        await answers.rule(interaction, chosen, actor, (table, board), score=score, ns=ns, ew=ew)

    @app_commands.command(name="director", description="What the director and the host of a session can do")
    @app_commands.describe(session="The session's number")
    async def director(self, interaction: Interaction, session: int | None = None) -> None:
        """The same as the button."""
        chosen, actor = await answers.session_meant(interaction, session, Action.LOOK, over=True)
        await answers.show_director(interaction, chosen, actor)

    @app_commands.command(name="close", description="Call a session off")
    @app_commands.describe(
        sure="In play: yes, I mean it; without it you are asked", session="The session's number"
    )
    async def close(self, interaction: Interaction, sure: bool = False, session: int | None = None) -> None:
        """Call it off, as its host or as who manages the server."""
        chosen, actor = await answers.session_meant(interaction, session, Action.CLOSE)
        await answers.close(interaction, chosen, actor, sure=sure)

    @app_commands.command(name="how", description="What Duplicate is, in a minute")
    async def how(self, interaction: Interaction) -> None:
        """The same as How it works."""
        await answers.show_how(interaction)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Rule, or open a match of teams, as a form was filled in, whoever opened it and when."""
        if interaction.type is not discord.InteractionType.modal_submit or interaction.data is None:
            return
        if asked := TEAMS_FORM.fullmatch(str(interaction.data.get("custom_id"))):
            async with answering(interaction):
                await _open_as_filled_in(interaction, asked)
            return
        form = _SCORED.fullmatch(str(interaction.data.get("custom_id")))
        if form is None:
            return
        async with answering(interaction):
            session, actor = await answers.at_session(interaction, int(form["session"]), Action.RULE)
            key, given = (int(form["table"]), int(form["board"])), answers_of(dict(interaction.data))
            with reading():
                score = _read_score(str(given["score"]))
            await answers.rule(interaction, session, actor, key, score=score)
            await answers.warn(interaction)
