"""The result of a hand, a game or a match: one picture, the same in words, and buttons."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.art import USUAL, ResultSide, result_picture
from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.presentation.result import Part, ResultSheet, SideResult, ended
from bot.rules.records.history import standing
from bot.rules.registry import text_for
from bot.tables.state.chairs import Occupant
from bot.tables.state.posts import Post
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.result.course import hand_named
from cogs.ui.alt_texts import house_in_words
from cogs.ui.layout import BAIZE, Button, Drawing, Layout, Picture
from cogs.ui.names import drawn_name, write_name
from cogs.ui.pictures import printed
from cogs.words.amounts import signed


async def draw_result(
    post: Post,
    snapshot: TableSnapshot,
    words: Catalogue,
    *,
    with_pictures: bool,
    small: str = "",
    buttons: Sequence[Button] = (),
) -> Drawing | None:
    """The post of a result; `small` is its other text. None if there is no sheet for it."""
    layout = Layout(BAIZE)
    if not await lay_result(layout, snapshot, post.results, post.seats, words, with_pictures=with_pictures):
        return None
    layout.text(small)
    layout.buttons(buttons)
    return layout.drawing()


def besides(post: Post) -> Post:
    """The post without its results: opened seals, and who held which chair."""
    return replace(post, items=tuple(item for item in post.items if not item.is_result))


async def lay_result(
    layout: Layout,
    snapshot: TableSnapshot,
    events: Sequence[Scored],
    seats: Sequence[Occupant | None],
    words: Catalogue,
    *,
    with_pictures: bool,
    course: Sequence[Event] = (),
) -> bool:
    """Add a result to a message, with the players of that time; `course` is that of a hand before the last
    two. Returns whether there is a result."""
    text, course = text_for(snapshot.table.game, words), course or course_of(snapshot, events)
    sheet = text.result(events, snapshot.names_of(seats, write_name, words), course)
    # Pictures and alt texts are not Markdown.
    plain = text.result(events, snapshot.names_of(seats, drawn_name, words), course)
    if sheet is None or plain is None:
        return False
    sheet, plain = (_of_board(one, snapshot, words) for one in (sheet, plain))
    layout.text(sheet.story)
    if with_pictures:
        layout.picture(await picture_of(plain, words))
    layout.text(result_text(sheet, words, pictured=with_pictures))
    return True


async def lay_latest(
    layout: Layout, snapshot: TableSnapshot, words: Catalogue, *, with_pictures: bool
) -> bool:
    """Add the result of the last hand, between hands and after a match. Returns whether there is one."""
    return await lay_result(
        layout, snapshot, latest_results(snapshot), _seats(snapshot), words, with_pictures=with_pictures
    )


async def lay_over(layout: Layout, snapshot: TableSnapshot, words: Catalogue, *, with_pictures: bool) -> None:
    """The same; in the words of the channel if there is no sheet for it."""
    if not await lay_latest(layout, snapshot, words, with_pictures=with_pictures):
        layout.text(latest_in_words(snapshot, words))


def latest_text(snapshot: TableSnapshot, words: Catalogue) -> str:
    """The same in words only; empty if there is no sheet for it."""
    events = latest_results(snapshot)
    text, course = text_for(snapshot.table.game, words), course_of(snapshot, events)
    sheet = text.result(events, snapshot.names_of(_seats(snapshot), write_name, words), course)
    return "" if sheet is None else result_text(_of_board(sheet, snapshot, words), words)


def latest_results(snapshot: TableSnapshot) -> tuple[Scored, ...]:
    """The results of the last finished hand; empty during the first one."""
    return ended(snapshot.course) or ended(snapshot.last_course)


def latest_in_words(snapshot: TableSnapshot, words: Catalogue) -> str:
    """The last results, in the words of the channel."""
    text, names = text_for(snapshot.table.game, words), snapshot.names_of(_seats(snapshot), write_name, words)
    return "\n".join(text.describe_event(event, names) for event in latest_results(snapshot))


def result_waits(snapshot: TableSnapshot, chair: int, pressed: float) -> bool:
    """Whether the player of that chair has not seen the last hand's result: they have pressed nothing since,
    and chosen no move in this hand. `pressed` is when they last used a panel, in seconds since the epoch."""
    hands = snapshot.finished_hands
    if snapshot.table.status is not Status.PLAYING or not hands or not ended(snapshot.last_course):
        return False
    return pressed <= snapshot.log[hands[-1].end - 1].at and not _has_chosen(snapshot, chair)


def _has_chosen(snapshot: TableSnapshot, chair: int) -> bool:
    # The bot plays forced cards for people, and everything while they are away.
    begun = None if snapshot.history is None else snapshot.history.position.begun
    if begun is None or snapshot.table.chairs[chair].away:
        return False
    (state, first), game = begun, snapshot.game
    log = [(logged.seat, logged.text) for logged in snapshot.log[first:]]
    for seat, text in (log[index] for index in standing(log)):
        if seat is not None and game.player_of(state, seat) == chair and len(game.legal(state, seat)) > 1:
            return True
        state, _ = game.apply(state, seat, game.parse(text))
    return False


def _seats(snapshot: TableSnapshot) -> tuple[Occupant | None, ...]:
    # Who sat where when the last hand ended.
    if ended(snapshot.course):
        return tuple(seat.occupant for seat in snapshot.table.chairs)
    return snapshot.last_seats


def course_of(snapshot: TableSnapshot, events: Sequence[Scored]) -> tuple[Event, ...]:
    """The course of the hand that ended with those events; empty if it is no longer stored."""
    for course in (snapshot.course, snapshot.last_course):
        if events and all(event in course for event in events):
            return course
    return ()


def _of_board(sheet: ResultSheet, snapshot: TableSnapshot, words: Catalogue) -> ResultSheet:
    # Of several boards, say which one is over.
    board = snapshot.table.board
    if board is None:
        return sheet
    title = hand_named(snapshot.table, board.number, words)
    return replace(sheet, title=title, opening=words.gettext("{board} is over.", board=title))


async def picture_of(sheet: ResultSheet, words: Catalogue) -> Picture:
    """The sheet as a picture, drawn off the event loop; its alt text contains everything on it."""
    data = await asyncio.to_thread(
        result_picture,
        sheet.title,
        sheet.headline,
        [_drawn(side, sheet, words) for side in sheet.sides],
        taken=sheet.taken,
        turn=sheet.turn,
        turn_words=sheet.turn_words,
        pack=sheet.pack,
        style=printed(USUAL, words),
    )
    return Picture("result.png", data, house_in_words(alt_text(sheet, words), words))


def result_text(sheet: ResultSheet, words: Catalogue, *, pictured: bool = False) -> str:
    """The sheet in words; below its picture only the notes, which the picture lacks."""
    if pictured:
        return "\n".join(f"-# {line}" for line in sheet.notes)
    told = [words.line(side.name, _side(side, words)) for side in sheet.sides]
    if score := _score(sheet, words):
        told.append(score)
    small = [*filter(None, (sheet.turn_words,)), *sheet.notes]
    opening = "### " + " ".join(filter(None, (sheet.opening, sheet.headline)))
    return "\n".join([opening, *told, *(f"-# {line}" for line in small)])


def alt_text(sheet: ResultSheet, words: Catalogue) -> str:
    """The picture in words: the sides, the score, and who took which tricks."""
    lines = [f"{sheet.title}. {sheet.headline}"]
    lines += [words.line(side.name, _side(side, words)) + "." for side in sheet.sides]
    lines += filter(None, (_score(sheet, words), _tricks_in_order(sheet, words), sheet.turn_words))
    return " ".join(lines)


def _side(side: SideResult, words: Catalogue) -> str:
    parts = []
    if side.tricks is not None:
        parts.append(words.npgettext("score", "{number} trick", "{number} tricks", side.tricks))
    parts += [_part(part, words) for part in side.parts]
    line = ", ".join(parts)
    if side.gained is None or (line and not side.gained and not any(part.points for part in side.parts)):
        return line
    if [part.points for part in side.parts if part.points] == [side.gained]:
        return line
    gained = words.gettext("{points} in all", points=signed(side.gained, words))
    return words.line(line, gained) if line else gained


def _part(part: Part, words: Catalogue) -> str:
    named = f"{part.words} ({part.detail})" if part.detail else part.words
    return named if part.points is None else f"{named} {signed(part.points, words)}"


def _score(sheet: ResultSheet, words: Catalogue) -> str:
    if any(side.total is None for side in sheet.sides):
        return ""
    total = ", ".join(f"{side.name} {_minus(side.total or 0, words)}" for side in sheet.sides)
    if sheet.target:
        sentences = [
            words.gettext("Score to {target}: {total}.", target=words.number(sheet.target), total=total)
        ]
    else:
        sentences = [words.pgettext("score", "Score: {total}.", total=total)]
    if all(side.games is not None for side in sheet.sides):
        games = ", ".join(f"{side.name} {side.games}" for side in sheet.sides)
        sentences.append(words.pgettext("score", "Games: {games}.", games=games))
    return " ".join(sentences)


def _tricks_in_order(sheet: ResultSheet, words: Catalogue) -> str:
    # Who took the tricks, run by run.
    names, runs = {side.side: side.name for side in sheet.sides}, list[tuple[int, int]]()
    for side in sheet.taken:
        if runs and runs[-1][0] == side:
            runs[-1] = (side, runs[-1][1] + 1)
        else:
            runs.append((side, 1))
    if not runs:
        return ""
    tricks = ", ".join(f"{names[side]} {number}" for side, number in runs)
    return words.gettext("The tricks in order: {tricks}.", tricks=tricks)


def _drawn(side: SideResult, sheet: ResultSheet, words: Catalogue) -> ResultSide:
    parts = []
    if side.tricks is not None:
        parts.append((words.npgettext("score", "{number} trick", "{number} tricks", side.tricks), ""))
    parts += [(part.words, "" if part.points is None else signed(part.points, words)) for part in side.parts]
    total = ""
    if side.total is not None:
        total = _minus(side.total, words)
        if sheet.target:
            target = words.number(sheet.target)
            total = words.gettext("{points} of {target}", points=_minus(side.total, words), target=target)
    return ResultSide(
        side.side,
        side.name,
        tuple(parts),
        gained="" if side.gained is None else signed(side.gained, words),
        total=total,
        before=side.before or 0,
        after=side.total or 0,
        target=sheet.target or 0,
        note=""
        if side.games is None
        else words.npgettext("score", "{number} game", "{number} games", side.games),
        crowned=side.winner,
        pieces=side.pieces,
    )


def _minus(points: int, words: Catalogue) -> str:
    return words.number(points).replace("-", "−")


def is_over(snapshot: TableSnapshot) -> bool:
    """Whether the match is over, so that a rematch is possible."""
    return snapshot.table.status in (Status.FINISHED, Status.CLOSED)
