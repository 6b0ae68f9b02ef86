"""What other features tell in a server's morning: a line each, without mentions."""

from collections.abc import Sequence

from bot.duplicate.contests.challenges import Challenges
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from cogs.morning.post import Line, Teller
from cogs.ui.names import write_name

_MOST = 5


def challenges_line(challenges: Challenges) -> Teller:
    """Who waits for an answer to a challenge; challenges of hidden people are not told."""

    async def tell(guild_id: int, words: Catalogue) -> Sequence[Line]:
        waiting = [
            words.gettext(
                "{asker} asks {asked} ({game})",
                asker=write_name(one.asker),
                asked=write_name(one.asked),
                game=text_for(one.game, words).name,
            )
            for one in await challenges.waiting(guild_id)
            if one.asker is not None and one.asked is not None
        ]
        if not waiting:
            return []
        told = "; ".join(waiting[:_MOST]) + (" …" if waiting[_MOST:] else "")
        return [Line(words.gettext("**Challenges that wait for an answer**: {challenges}", challenges=told))]

    return tell
