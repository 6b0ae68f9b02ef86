"""A board that may be shown: its four hands, each table's result, and best play; as a picture and in words.
The caller checks who may see it (`bot.tables.people.access`, `bot.duplicate.sessions.access`)."""

import asyncio
from collections.abc import Callable, Sequence

from bot import art
from bot.art import USUAL, Style
from bot.duplicate.scoring import Award
from bot.duplicate.sessions.results import BoardResult, TravellerLine
from bot.rules.catalogue import Catalogue
from bot.rules.game import AnyGame
from bot.rules.presentation.tricks import look_again, pieces_row
from bot.rules.registry import game_named, text_for
from bot.rules.seats import Names, Seating
from bot.tables.state.chairs import Occupant
from bot.tables.state.deals import Deal, deal_of, line_of
from cogs.ui.alt_texts import by_suit, house_in_words
from cogs.ui.layout import LONGEST_ALT, Layout, Picture
from cogs.ui.names import drawn_name, write_name
from cogs.ui.pictures import printed
from cogs.words.amounts import score_figure, score_words, value_words, worth_figure

Write = Callable[[Occupant], str]  # how a name is written: `write_name`, in pictures `drawn_name`


async def lay_board_result(
    layout: Layout,
    result: BoardResult,
    words: Catalogue,
    *,
    with_pictures: bool,
    style: Style = USUAL,
    viewer: int = 0,
) -> None:
    """Add a board to a message: the picture with its traveller in words below it, or all of it in words.
    `viewer` is the id of the reader, whose table is highlighted."""
    layout.text(f"### {board_title(result, words)}")
    if with_pictures:
        layout.picture(await board_picture(result, words, style, viewer))
    else:
        layout.text(hands_text(result, words))
    layout.text(par_text(result, words))
    layout.text(traveller_text(result, words))


def board_title(result: BoardResult, words: Catalogue) -> str:
    """The title of a board: `Board 3 · American Whist`."""
    game = text_for(result.board.game, words).name
    return words.gettext("Board {number} · {game}", number=result.board.number, game=game)


def hands_text(result: BoardResult, words: Catalogue) -> str:
    """Trumps, the dealer and leader, and the four hands by suits, a line each."""
    deal, chairs = deal_of(result.board), _chairs(result, words)
    return "\n".join([_dealt(deal, chairs, words), *_hands(deal, chairs, words)])


def par_text(result: BoardResult, words: Catalogue) -> str:
    """The board's value with best play by all; empty if unknown."""
    if result.par is None:
        return ""
    value = value_words(result.par.value, result.board.game, words)
    return words.gettext("Best play by all four: {value}", value=value)


def line_text(result: BoardResult, words: Catalogue) -> str:
    """A line of best play, trick by trick; empty if unknown."""
    if result.par is None or not result.par.line:
        return ""
    names = Names(_seating(result), tuple(_chairs(result, words)))
    tricks = line_of(result.board, result.par.line)
    return "\n".join(
        [
            words.gettext("One line of best play:"),
            *(f"-# {look_again(words, trick, names)}" for trick in tricks),
        ]
    )


def traveller_text(result: BoardResult, words: Catalogue) -> str:
    """The results, a line for each table; empty if nobody has played it or nobody may see them."""
    return "\n".join(_lines(result, words, write_name))


def board_alt(result: BoardResult, words: Catalogue, *, with_traveller: bool) -> str:
    """The picture's alt text."""
    lines = [board_title(result, words), hands_text(result, words)]
    if par := par_text(result, words):
        lines.append(par)
    if with_traveller:
        lines += _lines(result, words, drawn_name)
    return house_in_words("\n".join(lines), words)


async def board_picture(
    result: BoardResult, words: Catalogue, style: Style = USUAL, viewer: int = 0
) -> Picture:
    """The board as a picture, drawn off the event loop, with the traveller if the alt text has room for
    it."""
    alt = board_alt(result, words, with_traveller=True)
    shown = len(result.lines) <= art.MOST_TRAVELLER_ROWS and len(alt) <= LONGEST_ALT
    if not shown:
        alt = board_alt(result, words, with_traveller=False)
    drawn, pack = deal_drawn(result, words, viewer, with_traveller=shown), _pack(result, words)
    data = await asyncio.to_thread(art.deal_picture, drawn, pack=pack, style=printed(style, words))
    return Picture(f"board-{result.board.number}.png", data, alt)


def deal_drawn(result: BoardResult, words: Catalogue, viewer: int, *, with_traveller: bool) -> art.Deal:
    """The board as `bot.art` draws it."""
    deal, chairs = deal_of(result.board), _chairs(result, words)
    notes = {deal.dealer: words.pgettext("state", "dealer"), deal.leader: words.pgettext("state", "leads")}
    hands = tuple(
        art.DealtHand(
            chair[:1],
            chair,
            tuple(card.text for card in deal.hands[seat]),
            notes.get(seat, ""),
            deal.turned.text if deal.turned and seat == deal.dealer else None,
        )
        for seat, chair in enumerate(chairs)
    )
    par = par_text(result, words)
    rows = [_row(line, result, words, viewer) for line in result.lines] if with_traveller else []
    return art.Deal(
        title=board_title(result, words),
        hands=hands,
        trump=deal.trump.value if deal.trump else "",
        trump_word=words.pgettext("heading", "Trumps"),
        lines=(par,) if par else (),
        rows=tuple(rows),
    )


def _row(line: TravellerLine, result: BoardResult, words: Catalogue, viewer: int) -> art.TravellerRow:
    score = "–" if line.score is None else score_figure(line.score, result.board.game, words)
    return art.TravellerRow(
        str(line.table),
        _pair(line, 0, words, drawn_name),
        _pair(line, 1, words, drawn_name),
        score,
        "" if line.ns is None else worth_figure(line.ns, result.worth, words),
        marked=bool(viewer) and line.played(viewer),
    )


def _lines(result: BoardResult, words: Catalogue, write: Write) -> list[str]:
    return [_line(line, result, words, write) for line in result.lines]


def _line(line: TravellerLine, result: BoardResult, words: Catalogue, write: Write) -> str:
    values = {
        "table": line.table,
        "ns": _pair(line, 0, words, write),
        "ew": _pair(line, 1, words, write),
        "score": _awarded(line, words)
        if line.score is None
        else score_words(line.score, result.board.game, words),
    }
    told = words.gettext("Table {table}: {ns} (N–S) against {ew} (E–W), {score}", **values)
    if line.ns is not None and line.ew is not None:
        worths = [worth_figure(worth, result.worth, words) for worth in (line.ns, line.ew)]
        told = words.gettext(
            "{line}; worth {ns} to N–S and {ew} to E–W", line=told, ns=worths[0], ew=worths[1]
        )
    if line.ruling is not None:
        told = words.gettext("{line} (ruled by the director)", line=told)
    return told


def _awarded(line: TravellerLine, words: Catalogue) -> str:
    # Adjusted results, which have no score.
    ruling = line.ruling
    ns, ew = (Award.AVERAGE, Award.AVERAGE) if ruling is None else (ruling.ns, ruling.ew)
    one, other = (_award(award or Award.AVERAGE, words) for award in (ns, ew))
    if one == other:
        return words.gettext("{award} for both", award=one)
    return words.gettext("{ns} and {ew}", ns=one, ew=other)


def _award(award: Award, words: Catalogue) -> str:
    match award:
        case Award.AVERAGE:
            return words.pgettext("score", "average")
        case Award.PLUS:
            return words.pgettext("score", "average plus")
        case Award.MINUS:
            return words.pgettext("score", "average minus")


def _pair(line: TravellerLine, side: int, words: Catalogue, write: Write) -> str:
    return words.listed([write(line.players[seat]) for seat in (side, side + 2)])


def _dealt(deal: Deal, chairs: Sequence[str], words: Catalogue) -> str:
    if deal.trump is None or deal.turned is None:
        dealer, leader = chairs[deal.dealer], chairs[deal.leader]
        return words.gettext("{dealer} dealt; {leader} leads.", dealer=dealer, leader=leader)
    return words.gettext(
        "Trumps: {suit}. {dealer} dealt and turned up {card}; {leader} leads.",
        suit=deal.trump,
        dealer=chairs[deal.dealer],
        card=words.piece(deal.turned),
        leader=chairs[deal.leader],
    )


def _hands(deal: Deal, chairs: Sequence[str], words: Catalogue) -> list[str]:
    lines = []
    for chair, hand in zip(chairs, deal.hands, strict=True):
        suits = words.semicolons(by_suit(pieces_row(words, chair, hand), words))
        lines.append(words.pgettext("line", "{title}: {pieces}.", title=chair, pieces=suits))
    return lines


def _game(result: BoardResult) -> AnyGame:
    return game_named(result.board.game)


def _seating(result: BoardResult) -> Seating:
    game = _game(result)
    return game.seating(game.options(result.board.options))


def _chairs(result: BoardResult, words: Catalogue) -> list[str]:
    return [words.pgettext("seat", name) for name in _seating(result).names]


def _pack(result: BoardResult, words: Catalogue) -> str:
    dealt = result.board.dealt
    names = Names(_seating(result), tuple(_chairs(result, words)))
    return text_for(result.board.game, words).scene(dealt.game.view(dealt.state, None), names).pack
