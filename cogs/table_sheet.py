"""The table message: the lobby, the match in progress and the end of it."""

import discord

from bot.rules.scene import Row, Scene
from bot.rules.wording import counted, listed
from bot.tables.live import Live
from bot.tables.model import House, Status
from cogs import pictures
from cogs.choices_sheet import draw_choices
from cogs.custom_ids import Press
from cogs.items import PressButton
from cogs.names import write_name
from cogs.sheet import Composer, Drawing

BAIZE = discord.Colour(0x1F6B4A)
_STYLE = discord.ButtonStyle
_TWO_SIDES = 2


async def draw_table(live: Live, *, with_pictures: bool) -> Drawing:
    """The table as everybody in the channel sees it."""
    match live.table.status:
        case Status.LOBBY:
            return _lobby(live)
        case Status.PLAYING:
            return await _playing(live, with_pictures)
        case Status.FINISHED | Status.CLOSED:
            return _over(live)


def _lobby(live: Live) -> Drawing:
    table, game = live.table, live.game
    options = game.options(table.options)
    seating = game.seating(options)
    sheet = Composer(BAIZE)
    sheet.text(f"### {game.name} · table {table.id}\n{game.summary}")
    sides = " against ".join(" and ".join(seating.names[seat] for seat in side) for side in seating.sides)
    if len(seating.sides) > _TWO_SIDES:
        sides = "Everybody for themselves"
    chairs = [
        f"{chair}: {write_name(seat.occupant) if seat.occupant else 'free'}"
        for chair, seat in zip(seating.names, table.seats, strict=True)
    ]
    sheet.text("\n".join([*chairs, *_waiting(live)]))
    sheet.text(f"-# {sides}. Kept by <@{table.host_id}>. New to it? `/rules {game.key}` takes three minutes.")
    changed = [
        f"{option.question} {next(c.words for c in option.choices if c.value == value)}."
        for option in options.described()
        if (value := getattr(options, option.name)) != option.default
    ]
    if changed:
        sheet.text("-# House rules: " + " ".join(changed))
    sheet.buttons(
        PressButton(
            Press(table.id, 0, "sit", str(index)),
            chair if seat.occupant is None else f"{chair}: {seat.occupant.name}",
            _STYLE.success if seat.occupant is None else _STYLE.secondary,
            disabled=seat.occupant is not None,
        )
        for index, (chair, seat) in enumerate(zip(seating.names, table.seats, strict=True))
    )
    empty = sum(seat.occupant is None for seat in table.seats)
    start = "Start" if not empty else f"Start with {counted(empty, 'house player')}"
    room = game.waiting(options) > len(table.waiting) and all(seat.user_id for seat in table.seats)
    wait = [PressButton(Press(table.id, 0, "wait", ""), "Wait for a chair")] if room else []
    sheet.buttons(
        [
            PressButton(Press(table.id, 0, "start", ""), start, _STYLE.primary),
            *wait,
            PressButton(Press(table.id, 0, "rules", ""), "House rules"),
            PressButton(Press(table.id, 0, "guide", ""), "How to play"),
            PressButton(Press(table.id, 0, "leave", ""), "Get up", _STYLE.danger),
        ]
    )
    return sheet.drawing()


async def _playing(live: Live, with_pictures: bool) -> Drawing:
    table, game = live.table, live.game
    names = live.names(write_name)
    scene = game.scene(live.view(None), names)
    sheet = Composer(BAIZE)
    sheet.text("\n".join([f"### {game.name} · table {table.id}", scene.title, *scene.facts]))
    # Pictures and alt texts know no Markdown.
    plain = live.plain_names
    pictured = game.scene(live.view(None), plain).rows if with_pictures else ()
    for number, row in enumerate(scene.rows):
        if with_pictures:
            sheet.picture(await pictures.table(pictured[number], number, scene.trump, plain.seats))
        sheet.text(row_text(row, names.seats))
    places = [_place(live, scene, seat) for seat in range(len(table.seats))]
    sheet.text("\n".join([*places, *_waiting(live)]))
    sheet.text("\n".join(scene.scores))
    turn = _turn(live)
    sheet.text(turn)
    if turn:
        draw_choices(sheet, live, scene.choices)
    sheet.buttons(
        [
            PressButton(Press(table.id, live.step, "hand", ""), "My hand", _STYLE.primary),
            PressButton(Press(table.id, live.step, "guide", ""), "How to play"),
        ]
    )
    return sheet.drawing()


def _over(live: Live) -> Drawing:
    table, game = live.table, live.game
    sheet = Composer()
    lines = [f"### {game.name} · table {table.id}"]
    if table.status is Status.CLOSED:
        lines.append("This table has been closed.")
    if live.state is not None:
        scene = game.scene(live.view(None), live.names(write_name))
        if table.status is Status.FINISHED:
            lines.append(f"{scene.title}.")
        lines += scene.scores
        lines.append(f"-# `/record table:{table.id}` has every card of it.")
    sheet.text("\n".join(lines))
    sheet.buttons([PressButton(Press(table.id, 0, "again", ""), "Play again", _STYLE.primary)])
    return sheet.drawing()


def row_text(row: Row, names: tuple[str, ...]) -> str:
    """A row of cards in words: who played what, and whose is best."""
    if not row.owners:
        return f"{row.title}: {' '.join(row.faces)}"
    played = " · ".join(f"{names[seat]} {face}" for seat, face in zip(row.owners, row.faces, strict=True))
    best = "" if row.marked is None else f" ({row.mark} {names[row.owners[row.marked]]})"
    return f"{row.title}: {played}{best}"


def _place(live: Live, scene: Scene, seat: int) -> str:
    occupant = live.table.seats[seat].occupant
    chair = live.names(write_name).seating.names[seat]
    notes = list(scene.places[seat].notes)
    if isinstance(occupant, House):
        notes.insert(0, f"house, {occupant.level}")
    if live.table.seats[seat].away:
        notes.insert(0, "away, the house plays")
    mark = "▶ " if scene.places[seat].to_act else ""
    written = write_name(occupant) if occupant else "empty"
    return f"{mark}{chair}: {written}" + (f" · {' · '.join(notes)}" if notes else "")


def _waiting(live: Live) -> list[str]:
    waiting = [write_name(person) for person in live.table.waiting]
    return [f"Waiting for a chair: {listed(waiting)}"] if waiting else []


def _turn(live: Live) -> str:
    table = live.table
    due = [table.seats[seat] for seat in live.players_awaited()]
    people = [f"<@{seat.user_id}>" for seat in due if seat.user_id and not seat.away]
    if not people:
        return ""
    text = f"{' and '.join(people)} to act"
    if table.turn_seconds and table.deadline:
        text += f" <t:{int(table.deadline)}:R>" if not table.reminded else " now, or the house stands in"
    return text
