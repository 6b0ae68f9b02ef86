"""The result sheet of a deal, a game and a rubber of Matador."""

from collections.abc import Iterator, Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.dominoes.matador import events as ev
from bot.rules.dominoes.matador import scoring
from bot.rules.events import Scored
from bot.rules.match import RubberWon
from bot.rules.presentation.result import Part, ResultSheet, SideResult
from bot.rules.seats import Names


def matador_sheet(words: Catalogue, events: Sequence[Scored], names: Names) -> ResultSheet | None:
    """The sheet of a deal that is over, and of the game and the rubber that ended with it."""
    hand = next((event for event in events if isinstance(event, ev.HandScored)), None)
    game = next((event for event in events if isinstance(event, ev.MatadorGameWon)), None)
    rubber = next((event for event in events if isinstance(event, RubberWon)), None)
    if hand is None:
        return None
    titles = [words.pgettext("heading", "Deal {deal}", deal=hand.number)]
    if game:
        titles.append(words.pgettext("heading", "Game {game}", game=game.number))
    if rubber:
        titles.append(words.pgettext("heading", "The rubber"))
    return ResultSheet(
        title=" · ".join(titles),
        opening=words.gettext("Deal {deal} is over.", deal=hand.number),
        headline=_headline(words, hand, game, rubber, names),
        sides=tuple(_side(words, seat, hand, game, rubber, names) for seat in range(len(names.seats))),
        target=scoring.GAME,
        notes=tuple(_notes(words, hand, game, rubber, names)),
    )


def _headline(
    words: Catalogue,
    hand: ev.HandScored,
    game: ev.MatadorGameWon | None,
    rubber: RubberWon | None,
    names: Names,
) -> str:
    if rubber and rubber.winner is not None:
        most, next_most = sorted(rubber.games, reverse=True)[:2]
        if most < scoring.GAMES_IN_RUBBER:
            return words.gettext("{name} wins the rubber at one stroke.", name=names[rubber.winner])
        return words.gettext(
            "{name} wins the rubber, {most} games to {next_most}.",
            name=names[rubber.winner],
            most=most,
            next_most=next_most,
        )
    if game and game.winner is not None:
        high, low = sorted(game.points, reverse=True)[:2]
        return words.gettext(
            "{name} wins the game, {points} to {others}.", name=names[game.winner], points=high, others=low
        )
    if hand.count.winner is None:
        return words.gettext("Both have the same number of pips, so nobody scores.")
    winner = hand.count.winner
    values = {"name": names[winner]}
    if hand.count.out is None:
        return words.ngettext(
            "Blocked: {name} holds the fewest pips and scores {number} point.",
            "Blocked: {name} holds the fewest pips and scores {number} points.",
            hand.points[winner],
            **values,
        )
    return words.ngettext(
        "{name} is out and scores {number} point.",
        "{name} is out and scores {number} points.",
        hand.points[winner],
        **values,
    )


def _side(
    words: Catalogue,
    seat: int,
    hand: ev.HandScored,
    game: ev.MatadorGameWon | None,
    rubber: RubberWon | None,
    names: Names,
) -> SideResult:
    parts: list[Part] = []
    if hand.hands[seat]:
        left = words.ngettext("{number} pip left", "{number} pips left", hand.count.pips[seat])
        parts.append(Part(left, None, words.faces(hand.hands[seat])))
    else:
        parts.append(Part(words.gettext("out, no domino left")))
    if hand.points[seat]:
        parts.append(Part(words.pgettext("score", "pips won"), hand.points[seat]))
    won = rubber or game
    return SideResult(
        seat,
        names[seat],
        winner=won is not None and won.winner == seat,
        parts=tuple(parts),
        gained=hand.points[seat],
        total=hand.total[seat],
        games=None if game is None else game.games[seat],
        pieces=tuple(tile.text for tile in hand.hands[seat]),
    )


def _notes(
    words: Catalogue,
    hand: ev.HandScored,
    game: ev.MatadorGameWon | None,
    rubber: RubberWon | None,
    names: Names,
) -> Iterator[str]:
    if game is None and hand.count.out is None:
        yield words.gettext("Nobody could lay or draw any more: the fewest pips win.")
    if hand.count.winner is not None and not any(hand.points):
        yield words.gettext("There are no pips to score.")
    if game and game.zapatero and game.winner is not None:
        losers = words.listed([name for seat, name in enumerate(names.seats) if seat != game.winner])
        yield words.gettext("A Zapatero: {loser} has not made a point!", loser=losers)
        if rubber:
            yield words.gettext("A Zapatero counts as the whole rubber.")
