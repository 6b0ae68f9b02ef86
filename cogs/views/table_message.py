"""The table message: the lobby, the match in progress and the end of it."""

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.forming import FormsTable
from bot.rules.registry import text_for
from bot.rules.scene import Layout as RowLayout
from bot.rules.scene import Row, Scene
from bot.tables.deadlines import waits_of
from bot.tables.model import House, Seat, Status
from bot.tables.snapshot import TableSnapshot
from cogs.components import (
    GuideButton,
    LeaveButton,
    MyHandButton,
    PlayAgainButton,
    RulesButton,
    SitButton,
    StartButton,
    WaitButton,
)
from cogs.drawing import Drawing
from cogs.names import mention, plain_name, write_name
from cogs.views import pictures
from cogs.views.layout import BAIZE, Button, Layout
from cogs.views.moves import draw_moves
from cogs.views.options import chosen_answer
from cogs.views.proposals import answer_buttons, chair_buttons, proposal_text

_STYLE = discord.ButtonStyle
_TWO_SIDES = 2


async def draw_table_message(snapshot: TableSnapshot, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """The table as everybody in the channel sees it."""
    match snapshot.table.status:
        case Status.LOBBY:
            return _lobby(snapshot, words)
        case Status.PLAYING:
            return await _playing(snapshot, words, with_pictures)
        case Status.FINISHED | Status.CLOSED:
            return _over(snapshot, words)


def heading(snapshot: TableSnapshot, words: Catalogue) -> str:
    """The first line of a message about a table: its game and its number."""
    game = text_for(snapshot.table.game, words).name
    return "### " + words.gettext("{game} · table {table}", game=game, table=snapshot.table.id)


def _lobby(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    table, game, gettext = snapshot.table, snapshot.game, words.gettext
    options = game.options(table.options)
    chairs = [gettext(name) for name in game.seating(options).names]
    layout = Layout(BAIZE)
    layout.text(f"{heading(snapshot, words)}\n{text_for(game.key, words).summary}")
    free = gettext("free")
    lines = [
        f"{chair}: {write_name(seat.occupant) if seat.occupant else free}"
        for chair, seat in zip(chairs, table.seats, strict=True)
    ]
    layout.text("\n".join([*lines, *_waiting(snapshot, words)]))
    layout.text(
        "-# "
        + gettext(
            "{sides}. Kept by {host}. New to it? `/rules {game}` takes three minutes.",
            sides=_sides(snapshot, chairs, words),
            host=mention(table.keeper_id),
            game=game.key,
        )
    )
    changed = [
        f"{gettext(option.question)} {chosen_answer(option, options, words)}."
        for option in options.described()
        if getattr(options, option.name) != option.usual
    ]
    if changed:
        layout.text("-# " + gettext("House rules: {rules}", rules=" ".join(changed)))
    if small := _pace(snapshot, words):
        layout.text(small)
    layout.buttons(
        _chair(table.id, index, chair, seat)
        for index, (chair, seat) in enumerate(zip(chairs, table.seats, strict=True))
    )
    layout.buttons(_lobby_buttons(snapshot, words))
    return layout.drawing()


def _pace(snapshot: TableSnapshot, words: Catalogue) -> str:
    if not snapshot.table.slow:
        return ""
    said = words.gettext("A day a turn: a reminder halfway; after the day the house stands in.")
    return f"-# {said}"


def _sides(snapshot: TableSnapshot, chairs: list[str], words: Catalogue) -> str:
    sides = snapshot.game.seating(snapshot.game.options(snapshot.table.options)).sides
    if len(sides) > _TWO_SIDES:
        return words.gettext("Everybody for themselves")
    first, second = (words.listed([chairs[seat] for seat in side]) for side in sides)
    return words.gettext("{first} against {second}", first=first, second=second)


def _chair(table_id: int, index: int, chair: str, seat: Seat) -> SitButton:
    if seat.occupant is None:
        return SitButton(table_id, index, chair, _STYLE.success)
    return SitButton(table_id, index, f"{chair}: {plain_name(seat.occupant)}", disabled=True)


def _lobby_buttons(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    table, gettext = snapshot.table, words.gettext
    empty = sum(seat.occupant is None for seat in table.seats)
    start = gettext("Start")
    if empty:
        start = words.ngettext("Start with {number} house player", "Start with {number} house players", empty)
    buttons: list[Button] = [StartButton(table.id, 0, start, _STYLE.primary)]
    if waits_allowed(snapshot) > len(table.waiting) and all(seat.user_id for seat in table.seats):
        buttons.append(WaitButton(table.id, 0, gettext("Wait for a chair")))
    return [
        *buttons,
        RulesButton(table.id, 0, gettext("House rules")),
        GuideButton(table.id, 0, gettext("How to play")),
        LeaveButton(table.id, 0, gettext("Get up"), _STYLE.danger),
    ]


def waits_allowed(snapshot: TableSnapshot) -> int:
    """How many people may wait for a chair (Law 16); none where the game forms no tables."""
    game = snapshot.game
    if not isinstance(game, FormsTable):
        return 0
    return game.most_waiting(game.options(snapshot.table.options))


async def _playing(snapshot: TableSnapshot, words: Catalogue, with_pictures: bool) -> Drawing:
    table, text = snapshot.table, text_for(snapshot.table.game, words)
    names = snapshot.names(write_name)
    scene = text.scene(snapshot.view(None), names)
    layout = Layout(BAIZE)
    layout.text("\n".join([heading(snapshot, words), scene.title, *scene.facts]))
    # Pictures, alt texts and labels know no Markdown.
    plain_names = snapshot.names(plain_name)
    plain = text.scene(snapshot.view(None), plain_names)
    if with_pictures:
        for picture in await pictures.table(plain, plain_names, words):
            layout.picture(picture)
    layout.text("\n".join(row_text(row, names.seats, words) for row in scene.table))
    places = [_place(snapshot, scene, seat, words) for seat in range(len(table.seats))]
    layout.text("\n".join([*places, *_waiting(snapshot, words)]))
    layout.text("\n".join([*scene.scores, *([small] if (small := _pace(snapshot, words)) else [])]))
    layout.text(proposal_text(snapshot, words))
    turn = _turn(snapshot, words)
    layout.text(turn)
    if turn:
        draw_moves(layout, snapshot, plain.choices, words)
    layout.buttons([*answer_buttons(snapshot, words), *chair_buttons(snapshot, words)])
    layout.buttons(
        [
            MyHandButton(table.id, snapshot.step, words.gettext("My hand"), _STYLE.primary),
            GuideButton(table.id, snapshot.step, words.gettext("How to play")),
        ]
    )
    return layout.drawing()


def _over(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    table = snapshot.table
    layout = Layout()
    lines = [heading(snapshot, words)]
    if table.status is Status.CLOSED:
        lines.append(words.gettext("This table has been closed."))
    if snapshot.state is not None:
        scene = text_for(table.game, words).scene(snapshot.view(None), snapshot.names(write_name))
        if table.status is Status.FINISHED:
            lines.append(f"{scene.title}.")
        lines += scene.scores
        command = f"`/record table:{table.id}`"
        lines.append("-# " + words.gettext("{command} has every card of it.", command=command))
    layout.text("\n".join(lines))
    layout.buttons([PlayAgainButton(table.id, 0, words.gettext("Play again"), _STYLE.primary)])
    return layout.drawing()


def row_text(row: Row, names: tuple[str, ...], words: Catalogue) -> str:
    """A row of cards in words: who played what, and whose is best."""
    if row.layout is not RowLayout.TRICK:
        return f"{row.title}: {' '.join(row.faces)}"
    played = " · ".join(f"{names[seat]} {face}" for seat, face in zip(row.owners, row.faces, strict=True))
    # One card alone needs nobody to say that it is the best.
    best = (
        "" if row.marked is None or len(row.owners) == 1 else f" ({row.mark} {names[row.owners[row.marked]]})"
    )
    return f"{row.title}: {played}{best}"


def _place(snapshot: TableSnapshot, scene: Scene, seat: int, words: Catalogue) -> str:
    chair = snapshot.table.seats[seat]
    notes = list(scene.places[seat].notes)
    if isinstance(chair.occupant, House):
        notes.insert(0, words.gettext("house, {level}", level=chair.occupant.level))
    if chair.away:
        notes.insert(0, words.gettext("away, the house plays"))
    if chair.incoming is not None:
        notes.append(words.gettext("{person} from the next deal on", person=write_name(chair.incoming)))
    mark = "▶ " if scene.places[seat].to_act else ""
    name = words.gettext(snapshot.names(plain_name).seating.names[seat])
    written = write_name(chair.occupant) if chair.occupant else words.gettext("empty")
    return f"{mark}{name}: {written}" + (f" · {' · '.join(notes)}" if notes else "")


def _waiting(snapshot: TableSnapshot, words: Catalogue) -> list[str]:
    waiting = [write_name(person) for person in snapshot.table.waiting]
    return [words.gettext("Waiting for a chair: {people}", people=words.listed(waiting))] if waiting else []


def _turn(snapshot: TableSnapshot, words: Catalogue) -> str:
    table = snapshot.table
    if table.held:
        return ""
    due = [table.seats[seat] for seat in snapshot.players_awaited()]
    mentions = [mention(seat.user_id) for seat in due if seat.user_id and not seat.away]
    if not mentions:
        return ""
    people = words.listed(mentions)
    due_at = table.turn_deadline
    if not table.turn_seconds or due_at is None:
        return words.gettext("{people} to act", people=people)
    if table.slow:
        end = due_at if table.reminded else due_at + waits_of(table).stand_in
        return words.gettext(
            "{people} to act, or the house stands in {when}", people=people, when=f"<t:{int(end)}:R>"
        )
    if table.reminded:
        return words.gettext("{people} to act now, or the house stands in", people=people)
    when = f"<t:{int(due_at)}:R>"
    return words.gettext("{people} to act; a reminder {when}", people=people, when=when)
