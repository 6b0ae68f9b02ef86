"""What other features tell in a server's morning: a line each, without mentions."""

from collections.abc import Sequence

from bot.community.clubs.clubs import Clubs
from bot.community.mornings.problems import DAY
from bot.community.titles import Titles
from bot.duplicate.contests.challenges import Challenges
from bot.duplicate.contests.matches import Matches
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from cogs.clubs.words import club_title, points_figure
from cogs.morning.post import Line, Teller
from cogs.ui.actions import PERSON
from cogs.ui.names import safe_name, write_name
from cogs.words.periods import moment, season_name

_MOST = 5


def challenges_line(challenges: Challenges) -> Teller:
    """Who waits for an answer to a challenge; challenges of hidden people are not told."""

    async def tell(guild_id: int, words: Catalogue) -> Sequence[Line]:
        waiting = [
            words.gettext(
                "{asker} asks {asked} ({game})",
                asker=write_name(one.asker),
                asked=write_name(one.asked),
                game=text_for(one.contest.game, words).name,
            )
            for one in await challenges.waiting(guild_id)
        ]
        if not waiting:
            return []
        told = words.semicolons(waiting[:_MOST]) + (" …" if waiting[_MOST:] else "")
        return [Line(words.gettext("**Challenges that wait for an answer**: {challenges}", challenges=told))]

    return tell


def titles_line(titles: Titles) -> Teller:
    """The winners of the season that has just ended."""

    async def tell(guild_id: int, words: Catalogue) -> Sequence[Line]:
        winners = await titles.new_winners(guild_id)
        if not winners:
            return []
        told = ", ".join(
            f"{write_name(Person(one.user_id, one.name))} ({text_for(game, words).name})"
            for game, one in winners.items()
        )
        month = season_name(next(iter(winners.values())).season, words)
        return [Line(words.gettext("**Winners of {month}**: {winners}", month=month, winners=told))]

    return tell


def clubs_lines(clubs: Clubs) -> Teller:
    """The club nights of the next day, and the tables of those played since yesterday."""

    async def tell(guild_id: int, words: Catalogue) -> Sequence[Line]:
        gettext, lines = words.gettext, list[Line]()
        for club in await clubs.tonight(guild_id):
            place, time = f"<#{club.channel_id}>", moment(club.starts_at, "R")
            title = club_title(club, words)
            said = gettext(
                "**Club night**: {club}, in {channel}, {time}", club=title, channel=place, time=time
            )
            lines.append(Line(said))
        for table in (await clubs.tables_of(guild_id, clubs.clock.now() - DAY))[:_MOST]:
            people = [
                f"{write_name(one.person)} {points_figure(one.points, words)}" for one in table.lines[:_MOST]
            ]
            title, best = club_title(table.club, words), ", ".join(people)
            said = gettext("**Yesterday's club night** · {club}: {people}", club=title, people=best)
            lines.append(Line(said))
        return lines

    return tell


def matches_line(matches: Matches) -> Teller:
    """The match with another server that is being played: how many of each side are through, no result."""

    async def tell(guild_id: int, words: Catalogue) -> Sequence[Line]:
        lines = list[Line]()
        for state in await matches.going(guild_id):
            match, us = state.match, state.match.side_of(guild_id) or 0
            said = words.gettext(
                "**Match against {server}** · {game}: {ours} of yours and {theirs} of theirs are through, "
                "until {end}",
                server=safe_name(Person(0, match.sides[1 - us].name)),
                game=text_for(match.contest.game, words).name,
                ours=state.through(us),
                theirs=state.through(1 - us),
                end=moment(match.contest.ends_at, "R"),
            )
            play = PERSON.button("match-play", words.gettext("Play the match"), contest=match.id)
            lines.append(Line(said, play))
        return lines

    return tell
