"""Actions of matches between servers. What somebody sees or does depends on the server where they press."""

from bot.duplicate.contests.match_ports import Match, Side
from bot.tables.people.access import Action, Actor
from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.contests.playing import pictured, show_dealt, turn_to
from cogs.matches.views import draw_match, draw_offer
from cogs.ui.actions import PERSON
from cogs.words.trouble import trouble_text


@PERSON.action("match-play")
async def press_play(press: Press, contest: int) -> None:
    """Deals the next board of a match; after the last shows how it stands."""
    await play(press, contest)


@PERSON.action("match-result")
async def press_result(press: Press, contest: int) -> None:
    """Shows how a match stands, or its result."""
    await show(press, contest)


@PERSON.action("match-withdraw")
async def withdraw(press: Press) -> None:
    """Withdraws what this server has offered."""
    await press.services.matches.withdraw(*await _asked(press))
    await press.reply.say(press.words.gettext("Your server offers no match any more; the code is void."))


async def offer(press: Press, game: str, boards: int, people: int) -> None:
    """Offer a match in this channel, and show the person its code. Raises TableError."""
    actor, side = await _asked(press)
    press.services.tables.rates.spend(press.user_id, Action.OPEN)
    made = await press.services.matches.offer(actor, side, game, boards, people)
    await press.reply.show(draw_offer(made, press.words))


async def accept(press: Press, code: str) -> None:
    """Accept the match with that code, to be told in this channel. Raises TableError."""
    actor, side = await _asked(press)
    # Codes are not to be guessed.
    press.services.tables.rates.spend(press.user_id, Action.OPEN)
    match = await press.services.matches.accept(actor, side, code)
    for at in range(len(match.sides)):
        press.services.match_publisher.changed(2 * match.id + at)
    await press.reply.say(press.words.gettext("The match has begun; both servers are told of it."))


async def play(press: Press, match_id: int | None) -> None:
    """Show the person their next board of that match, or of the latest one here, or how it stands once they
    are through. Raises TableError."""
    match, side = await press.services.matches.meant(press.guild_id, match_id)
    if not await show_dealt(press, press.services.matches.play(press.person, match, side)):
        await _show(press, match, side)


async def show(press: Press, match_id: int | None) -> None:
    """Show how that match stands, or the latest one here, or its result. Raises TableError."""
    await _show(press, *await press.services.matches.meant(press.guild_id, match_id))


async def _show(press: Press, match: Match, side: int) -> None:
    matches, words, told = press.services.matches, press.words, match.sides[side]
    state, result = await matches.state(match), await matches.result(match) if match.over else None
    pictures = await pictured(press)
    await turn_to(press, await draw_match(state, result, side, words, with_pictures=pictures))
    if told.told and not match.over:
        await press.reply.say(words.gettext("The channel that was told of this match is gone; it goes on."))
    elif trouble := press.services.match_publisher.trouble(told.channel_id):
        await press.reply.say(trouble_text(trouble, words))


async def _asked(press: Press) -> tuple[Actor, Side]:
    # Who asks, and this server as a side to be told in this channel.
    guild, channel_id = press.interaction.guild, press.interaction.channel_id
    if guild is None or channel_id is None:
        raise TableError("servers-only")
    words = await press.services.languages.of_server(guild.id, press.words)
    side = Side(guild.id, guild.name, channel_id, language=words.locale_name)
    return await press.actor_at(guild.id, channel_id), side
