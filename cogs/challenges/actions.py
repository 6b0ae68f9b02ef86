"""Actions of challenges. Their custom_ids hold the challenge; only its two people can use them."""

import logging
from typing import Annotated

from bot.duplicate.contests.challenges import Challenge
from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import LAST_PAGE, LINES, Period
from bot.tables.people.access import Action
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.seasons import Season
from cogs.answering.press import Press
from cogs.challenges.ladder import draw_ladder
from cogs.challenges.telling import send_dm
from cogs.challenges.views import (
    draw_best,
    draw_choice,
    draw_opened,
    draw_question,
    draw_result,
)
from cogs.contests.playing import pictured, show_dealt, turn_to
from cogs.daily.actions import words_on
from cogs.hand.panel import style_of
from cogs.opening.door import guest_of
from cogs.transport.backoff import UNREACHED
from cogs.transport.channels import notifying
from cogs.ui.actions import PERSON
from cogs.ui.arguments import Game, Page, PeriodKey, Snowflake, Word, Written
from cogs.ui.layout import Drawing
from cogs.ui.names import mention

log = logging.getLogger(__name__)

Boards = Annotated[int, Written(r"[0-9]{1,2}", int)]


@PERSON.action("challenge-boards")
async def choose_boards(press: Press, user: Snowflake, boards: Boards) -> None:
    """Changes the number of boards somebody is going to be challenged to."""
    await press.reply.refresh(draw_choice(user, boards, press.words))


@PERSON.menu_action("challenge-game")
async def choose_game(press: Press, user: Snowflake, boards: Boards, game: Game) -> None:
    """Asks that person."""
    await ask(press, await guest_of(press, user), game, boards)


@PERSON.action("challenge-answer")
async def answer(press: Press, contest: int, accepts: bool) -> None:
    """Accepts or declines."""
    challenge = await press.services.challenges.answer(press.user_id, contest, accepts=accepts)
    await press.reply.refresh(draw_question(challenge, await words_on(press)))
    if not challenge.channel_id:
        await _by_dm(press, challenge, challenge.asker)


@PERSON.action("challenge-play")
async def play(press: Press, contest: int) -> None:
    """Deals the person's next board; after the last shows the result."""
    if not await show_dealt(press, press.services.challenges.play(press.person, contest)):
        await show_result(press, contest)


@PERSON.action("challenge-result")
async def show_result(press: Press, contest: int) -> None:
    """Shows what it has come to for the person; before both are through only their own boards."""
    result = await press.services.challenges.result(press.user_id, contest)
    await turn_to(press, await draw_result(result, press.words, with_pictures=await pictured(press)))


@PERSON.action("challenge-best")
async def show_best(press: Press, contest: int) -> None:
    """Shows the best play at each of one's boards, and what one has given away."""
    challenges = press.services.challenges
    challenge = await challenges.look(press.user_id, contest)
    found = await challenges.given_away(press.user_id, contest)
    await turn_to(press, draw_best(contest, challenge.contest.game, found, press.words))


@PERSON.action("challenge-board")
async def turn_to_board(press: Press, contest: int, number: Boards) -> None:
    """Turns to a board of a challenge that is over."""
    boards = await press.services.challenges.opened(press.user_id, contest)
    style, shown = style_of(await press.settings()), await pictured(press)
    drawing = await draw_opened(contest, boards, number, press.words, with_pictures=shown, style=style)
    await turn_to(press, drawing)


@PERSON.action("challenge-again")
async def rematch(press: Press, contest: int) -> None:
    """Asks the other to play as many new boards of the same game."""
    challenge = await press.services.challenges.look(press.user_id, contest)
    other = challenge.other(press.user_id)
    if not other.user_id:
        raise TableError("challenge-gone")
    await ask(press, other, challenge.contest.game, challenge.contest.boards, challenge)


@PERSON.action("challenge-ladder")
async def turn_ladder(press: Press, role: Word, period: PeriodKey, page: Page) -> None:
    """Turns to another page or period; `role` keeps the custom_ids of one message distinct."""
    await press.reply.refresh(await ladder(press, period, await words_on(press), page))


async def ask(press: Press, asked: Person, game: str, boards: int, before: Challenge | None = None) -> None:
    """Challenge a person: by DM if they take DMs, else in this channel, where they are mentioned; a rematch
    asked for in a DM is one on the server of the challenge `before`. Raises TableError."""
    services = press.services
    guild_id, channel_id = press.guild_id or 0, press.interaction.channel_id or 0
    if not guild_id and before is None:
        raise TableError("challenge-server")
    if guild_id:
        if not (await press.actor_at(guild_id, channel_id)).sends:
            raise TableError("no-sending", channel=channel_id)
        if not (await services.actors.rights_of(asked.user_id, guild_id, channel_id)).sees:
            raise TableError("challenge-elsewhere")
    services.tables.rates.spend(press.user_id, Action.OPEN)
    of_guild = guild_id or (before.guild_id if before else 0)
    challenge = await services.challenges.ask(press.person, asked, of_guild, game, boards)
    if not await _by_dm(press, challenge, asked) and guild_id:
        await services.challenges.store.seen_in(challenge.id, channel_id)
        question = draw_question(challenge, await services.languages.of_server(guild_id, press.words))
        await press.reply.show(question, ephemeral=False, mentions=notifying([asked.user_id]))
        return
    said = press.words.gettext(
        "{person} has been asked, and sees it by `/challenge`, too.", person=mention(asked.user_id)
    )
    await press.reply.say(said)


async def ladder(press: Press, period: Period, words: Catalogue, page: int = 0) -> Drawing:
    """The ladder of the server over a period. Raises TableError in a DM."""
    services, page = press.services, min(page, LAST_PAGE)
    if press.guild_id is None:
        raise TableError("servers-only")
    lines = await services.challenges.ladder(press.guild_id, period)
    first = min(page, max(0, len(lines) - 1) // LINES)
    season = Season.at(services.challenges.contests.clock.now())
    return await draw_ladder(lines, period, season, words, page=first, with_pictures=services.pictures)


async def _by_dm(press: Press, challenge: Challenge, person: Person) -> bool:
    # Whether they have been sent the question, or its answer.
    services, client = press.services, press.interaction.client
    words = await services.languages.of_person(person.user_id, press.words)
    nonce = f"{challenge.state.value}{challenge.id}"
    try:
        return await send_dm(
            client, services.tables.users, person.user_id, draw_question(challenge, words), nonce
        )
    except UNREACHED as error:
        log.info("challenge %s: user %s could not be told: %s", challenge.id, person.user_id, error)
        return False
