"""What leaderboards and records share: tallies, ranks and winners in words."""

from collections.abc import Sequence
from typing import Final

from bot.rules.catalogue import Catalogue, ngettext_noop
from bot.rules.game import Ranking
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from bot.tables.state.results import Measure, SeasonWinner, Standing
from cogs.ui.layout import MOST_ANSWERS, Answer
from cogs.ui.names import mention, plain_name
from cogs.words import amounts

_SHARES: Final = {
    Measure.MATCHES: ngettext_noop("{won} of {number} match", "{won} of {number} matches"),
    Measure.GAMES: ngettext_noop("{won} of {number} game", "{won} of {number} games"),
    Measure.HANDS: ngettext_noop("{won} of {number} hand", "{won} of {number} hands"),
}


def game_answers(asked: str, games: Sequence[str], words: Catalogue) -> list[Answer]:
    """The games to choose from, `asked` first and chosen; the most recent if a menu cannot hold all."""
    keys = list(dict.fromkeys((asked, *games)))[:MOST_ANSWERS]
    return [Answer(key, text_for(key, words).name, key == asked) for key in keys]


def mentioned(user_id: int, words: Catalogue) -> str:
    """A mention of the person; for an erased person what is left of their name."""
    return mention(user_id) if user_id else words.gettext("a former player")


def plain(user_id: int, name: str, words: Catalogue) -> str:
    """The last known name of that person, for pictures and alt texts."""
    return plain_name(Person(user_id, name)) if user_id else words.gettext("a former player")


def share(won: int, played: int, measure: Measure, words: Catalogue) -> str:
    """Wins out of games played: `3 of 5 games`."""
    return words.ngettext(*_SHARES[measure], played, won=won)


def signed(difference: float, words: Catalogue) -> str:
    """A difference with its sign: `+1.4`, `−0.3`, `0.0`."""
    text = f"{difference:+,.1f}"
    return words.number(text[1:] if text[1:] == "0.0" else text.replace("-", "−"))


def tally(standing: Standing, ranking: Ranking, words: Catalogue) -> str:
    """Wins out of games played, and the point difference a hand where points count. Matches and games are
    separate only if they differ."""
    measures = [Measure.MATCHES, Measure.GAMES, Measure.HANDS]
    if standing.tally(Measure.MATCHES) == standing.tally(Measure.GAMES):
        measures.remove(Measure.MATCHES)
    parts = [
        share(*standing.tally(measure), measure, words) for measure in measures if standing.tally(measure)[1]
    ]
    told = words.pgettext("score", "won {tally}", tally=", ".join(parts))
    if ranking is Ranking.SHARE or standing.difference is None:
        return told
    difference = words.gettext("{difference} points a hand", difference=signed(standing.difference, words))
    return f"{told} · {difference}"


def chouettes(standing: Standing, words: Catalogue) -> str:
    """The points won or lost in games played à la chouette: `+5 in 7 games`."""
    points = amounts.signed(standing.stakes, words)
    return words.ngettext(
        "{points} in {number} game", "{points} in {number} games", standing.chouettes, points=points
    )


def winner_text(winner: SeasonWinner, words: Catalogue) -> str:
    """The winner of a season and their score: `@Ann, 12 of 20 games`."""
    values = {
        "who": mentioned(winner.user_id, words),
        "share": share(winner.won, winner.played, winner.measure, words),
    }
    if winner.house:
        return words.gettext("{who}, {share}, with the house", **values)
    return words.pgettext("line", "{who}, {share}", **values)
