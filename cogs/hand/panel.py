"""The hand panel: a person's cards and the moves they may make."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import discord

from bot.art import Style
from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Scene
from bot.rules.registry import text_for
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from bot.tables.turns.move_policy import not_asked
from cogs.hand.board_panel import (
    NO_OCCASION,
    Occasion,
    board_heading,
    company_line,
    draw_board_over,
    lay_board_course,
)
from cogs.hand.panel_moves import lay_moves, lay_plays, lay_question
from cogs.hand.reading import Question
from cogs.hand.status import idle_line, panel_status, result_of
from cogs.opening.chouette import advises_text
from cogs.opening.lobby import heading
from cogs.proposals.views import answer_buttons, back_buttons, proposal_text
from cogs.result.course import title_shown
from cogs.result.result import lay_over, result_waits
from cogs.table.table_message import row_text
from cogs.transport.emojis import Signs
from cogs.ui import pictures
from cogs.ui.actions import TABLE, buttons_at
from cogs.ui.alt_texts import trump_words
from cogs.ui.layout import BAIZE, TURN, Button, Drawing, Layout, note
from cogs.ui.names import drawn_name, safe_name, write_name
from cogs.ui.scenes import choices_of, scene_of, unnamed_scene

_STYLE = discord.ButtonStyle
_USUAL = UserSettings(0)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one panel shows. The texts of `scene` are Markdown; `over`: a finished hand, whose result stands
    in place of the table."""

    snapshot: TableSnapshot
    seat: int
    words: Catalogue
    scene: Scene
    style: Style
    with_pictures: bool
    over: bool


async def draw_hand_panel(
    snapshot: TableSnapshot,
    seat: int,
    words: Catalogue,
    *,
    with_pictures: bool,
    settings: UserSettings = _USUAL,
    asked: str = "",
    emojis: Mapping[str, discord.PartialEmoji] = MappingProxyType({}),
    advises: bool = False,
    occasion: Occasion = NO_OCCASION,
    rest: int = 0,
    pressed: float | None = None,
    answer: str = "",
) -> Drawing:
    """The panel of the person in that chair, in their preferred style. `asked` is a move to confirm, `answer`
    the answer to a press, and `occasion` what a board is played for. `rest` is the number of tricks left if
    they are proved to be theirs. `pressed` is when they last used a panel, None for now: an unseen result
    stays below.

    An adviser (`advises`) sees the same and can make no move. `emojis` are the application's, by name
    (`cogs.transport.emojis`).
    """
    table = snapshot.table
    if table.status is not Status.PLAYING:
        return await _idle(
            snapshot, words, with_pictures=with_pictures, seat=seat, occasion=occasion, answer=answer
        )
    seen = _seen(snapshot, seat, words, settings, with_pictures=with_pictures)
    scene, over = seen.scene, seen.over
    layout = Layout(TURN if scene.prompt and not table.held else BAIZE)
    layout.text(panel_head(snapshot, seat, occasion, words))
    if advises:
        layout.text(advises_text(snapshot, seat, words))
    await _lay_table(layout, seen)
    layout.text(f"### {scene.news}" if scene.news else "")
    layout.text("" if table.clock.paused else _status_line(seen, advises=advises))
    await _lay_hand(layout, seen)
    if asked:
        lay_question(layout, snapshot, seat, asked, words)
        return layout.drawing()
    if not table.held:
        lay = lay_plays if advises else lay_moves
        lay(
            layout,
            snapshot,
            seat,
            choices_of(snapshot, snapshot.seat_for(seat), words),
            words,
            Signs(emojis if with_pictures else {}, seen.style),
        )
    layout.text(proposal_text(snapshot, words))
    last = [] if over or not with_pictures else last_trick_button(snapshot, scene, words)
    layout.buttons([*panel_buttons(snapshot, seat, scene, words, rest, advises=advises), *last])
    layout.text(_quoted(answer))
    layout.text("\n".join(f"-# {line}" for line in _last_lines(seen)))
    lay_board_course(layout, snapshot, words)
    if not over and pressed is not None and result_waits(snapshot, seat, pressed):
        await lay_over(layout, snapshot, words, with_pictures=with_pictures)
    return layout.drawing()


def _seen(
    snapshot: TableSnapshot, seat: int, words: Catalogue, settings: UserSettings, *, with_pictures: bool
) -> _Seen:
    unnamed = unnamed_scene(snapshot, snapshot.seat_for(seat), words)
    # The whole prompt is bold, names included.
    unnamed = replace(unnamed, prompt=snapshot.names(safe_name, words).fill(unnamed.prompt))
    scene, over = unnamed.named(snapshot.names(write_name, words)), bool(result_of(snapshot, seat))
    return _Seen(snapshot, seat, words, scene, style_of(settings), with_pictures, over)


async def _lay_table(layout: Layout, seen: _Seen) -> None:
    snapshot, words, scene = seen.snapshot, seen.words, seen.scene
    if seen.over:
        await lay_over(layout, snapshot, words, with_pictures=seen.with_pictures)
    elif seen.with_pictures:
        shown = scene_of(snapshot, snapshot.seat_for(seen.seat), words, drawn_name)
        names = snapshot.names(drawn_name, words)
        for picture in await pictures.table(
            shown, names, words, seat=seen.seat, style=seen.style, folded=True
        ):
            layout.picture(picture)
    else:
        names = snapshot.names(write_name, words)
        layout.text("\n".join(row_text(row, names.seats, words) for row in scene.table))
    for row in scene.hands if seen.with_pictures else ():
        if row is not scene.hand and row.pieces:
            layout.picture(await pictures.other_hand(row, scene, words, seen.style))


async def _lay_hand(layout: Layout, seen: _Seen) -> None:
    scene = seen.scene
    if not seen.with_pictures:
        layout.text("\n".join(hand_lines(scene, seen.words)))
    elif scene.hand:
        # With two hands, say which one is drawn here.
        layout.text(f"-# {scene.hand.title}" if scene.hands else "")
        layout.picture(await pictures.hand(scene.hand, scene, seen.words, seen.style))


def _status_line(seen: _Seen, *, advises: bool) -> str:
    # A later line says that a table is paused, and what to do about it.
    snapshot, seat, scene, words = seen.snapshot, seen.seat, seen.scene, seen.words
    status = panel_status(snapshot, seat, scene, words, advises=advises)
    besides = in_words(snapshot, seat, scene, words) if status == scene.prompt else ""
    return " ".join(filter(None, (f"**{status}**", besides)))


def _last_lines(seen: _Seen) -> list[str]:
    # A result shows the score itself.
    scene, title = seen.scene, title_shown(seen.snapshot, seen.scene.title, seen.words)
    small = [] if seen.over else [*scene.scores, *scene.facts_beside(pictured=seen.with_pictures)]
    return [panel_foot(seen.snapshot, title, seen.words), *small]


def panel_head(snapshot: TableSnapshot, seat: int, occasion: Occasion, words: Catalogue) -> str:
    """The first lines of a panel: the table; for a board also the other players."""
    if snapshot.table.board is None:
        return heading(snapshot, words)
    return f"{board_heading(snapshot, words, occasion.boards)}\n{company_line(snapshot, seat, words)}"


def panel_foot(snapshot: TableSnapshot, title: str, words: Catalogue) -> str:
    """The progress and place of the match; for a board also the game."""
    table = snapshot.table
    game = "" if table.telling.private or table.board is None else text_for(table.game, words).name
    return " · ".join(filter(None, (game, title, place_text(table, words))))


def place_text(table: Table, words: Catalogue) -> str:
    """Where the table is played; empty for a board of one person."""
    if table.telling.private:
        return ""
    return words.pgettext("line", "in {channel}", channel=f"<#{table.telling.channel_id}>")


def in_words(snapshot: TableSnapshot, seat: int, scene: Scene, words: Catalogue) -> str:
    """Trumps and the partner in words, for the player of that chair."""
    if scene.board is None:
        return ""
    sentences = []
    if scene.trump is not None:
        trumps = words.gettext("{suit} are trumps.", suit=trump_words(scene.trump, words))
        sentences.append(trumps[:1].upper() + trumps[1:])
    names = snapshot.names(write_name, words)
    partners = [one for one in names.seating.partners_of(seat) if one not in names.seating.dummies]
    if partners:
        people = words.listed([names[one] for one in partners])
        sentences.append(words.gettext("Your partner is {name}.", name=people))
    return " ".join(sentences)


def last_trick_button(snapshot: TableSnapshot, scene: Scene, words: Catalogue) -> list[Button]:
    """The button for the last trick, if the picture of the board has no room for it."""
    if scene.board is None or not scene.board.tricks or not scene.board.taken:
        return []
    label = words.pgettext("button", "Last trick")
    return [TABLE.button("ask", label, table=snapshot.table.id, about=Question.LAST.value)]


def _quoted(answer: str) -> str:
    # The first line in full size, the others small, so that the trick stays visible on a phone.
    first, *others = answer.splitlines() or [""]
    return "\n".join([f"> {first}", *(f"> -# {line}" for line in others)]) if first else ""


def panel_buttons(
    snapshot: TableSnapshot, seat: int, scene: Scene, words: Catalogue, rest: int, *, advises: bool
) -> list[Button]:
    """The buttons other than moves, for the player or an adviser; `rest` as for the panel."""
    table, pgettext = snapshot.table, words.pgettext
    button = buttons_at(table.id, snapshot.step)
    refresh = button("refresh", pgettext("button", "Refresh"))
    if advises:
        return [refresh]
    buttons: list[Button] = [*answer_buttons(snapshot, words, table.chairs[seat].user_id)]
    if table.chairs[seat].away:
        buttons += back_buttons(table, words)
    if snapshot.between_hands and not table.held:
        buttons.append(button("next", text_for(table.game, words).next_hand, _STYLE.success))
    if rest:
        label = words.ngettext(
            "The rest are yours: claim {number} trick", "The rest are yours: claim {number} tricks", rest
        )
        buttons.append(button("rest", label, _STYLE.primary, tricks=rest))
    buttons.append(refresh)
    legal = snapshot.view(snapshot.seat_for(seat)).legal
    open_to_advice = not not_asked(snapshot, seat) and not all(move.private for move in legal)
    if table.hints and scene.prompt and not table.held and open_to_advice:
        buttons.append(button("hint", pgettext("button", "Hint")))
    return [*buttons, button("more", pgettext("button", "More…"))]


def hand_lines(scene: Scene, words: Catalogue) -> list[str]:
    """One's hand as text, or both hands that one plays, the one to play from marked."""
    rows = scene.hands or ([] if scene.hand is None else [scene.hand])
    turn = bool(scene.hands and scene.prompt)
    lines = ((row, words.line(row.title, " ".join(row.faces))) for row in rows if row.faces)
    return [f"▶ {line}" if turn and row is scene.hand else line for row, line in lines]


def style_of(settings: UserSettings) -> Style:
    """How that person's cards are printed."""
    return Style(settings.four_colours, settings.large_index)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a person's hand is shown: in the DM at `link`, `under_my_hand` in that channel (None: in their
    DMs), or nowhere now."""

    link: str = ""
    under_my_hand: bool = False
    channel_id: int | None = None


def draw_laid_aside(snapshot: TableSnapshot, where: Whereabouts, words: Catalogue) -> Drawing:
    """A panel whose owner's hand is shown elsewhere, with a line that says where, or what to press."""
    gettext, pgettext, label = words.gettext, words.pgettext, words.gettext("Show it here")
    if where.link:
        said = gettext("Your hand is [in this message]({link}) now.", link=where.link)
    elif where.channel_id is not None:
        channel = f"<#{where.channel_id}>"
        said = gettext("Your hand is under **My hand** in {channel} now.", channel=channel)
    elif where.under_my_hand:
        said = gettext("Your hand is in another panel in these messages now.")
    else:
        said, label = gettext("Your hand is not shown here any more."), pgettext("button", "My hand")
    return note(
        f"{heading(snapshot, words)}\n{said}",
        TABLE.button("refresh", label, table=snapshot.table.id, step=snapshot.step),
    )


async def draw_without_chair(
    snapshot: TableSnapshot, words: Catalogue, *, with_pictures: bool, told: bool
) -> Drawing:
    """The panel of somebody who has got up or been replaced; `told`: they may see how the match ended."""
    if not snapshot.table.open and told:
        return await _idle(snapshot, words, with_pictures=with_pictures)
    layout = Layout()
    said = words.gettext("You have no chair, and advise nobody, at this table now.")
    if snapshot.table.chouette is None:
        said = words.gettext("You have no chair at this table now.")
    layout.text(f"{heading(snapshot, words)}\n{said}")
    return layout.drawing()


async def _idle(
    snapshot: TableSnapshot,
    words: Catalogue,
    *,
    with_pictures: bool,
    seat: int | None = None,
    occasion: Occasion = NO_OCCASION,
    answer: str = "",
) -> Drawing:
    table, layout = snapshot.table, Layout(BAIZE)
    if table.board is not None:
        await draw_board_over(layout, snapshot, seat, occasion, words, with_pictures=with_pictures)
        layout.text(_quoted(answer))
        return layout.drawing()
    if table.status is Status.FINISHED:
        layout.text(heading(snapshot, words))
        await lay_over(layout, snapshot, words, with_pictures=with_pictures)
    elif table.status is Status.LOBBY:
        layout.text(f"{heading(snapshot, words)}\n{idle_line(snapshot, words)}")
        layout.text(_quoted(answer))
        return layout.drawing()
    else:
        layout.text(f"{heading(snapshot, words)}\n{idle_line(snapshot, words)}")
        if snapshot.state is not None:
            scene = scene_of(snapshot, None, words)
            layout.text("\n".join(f"-# {line}" for line in scene.scores))
    layout.text(_quoted(answer))
    again = words.pgettext("button", "Play again")
    layout.buttons([TABLE.button("again", again, _STYLE.primary, table=table.id)])
    return layout.drawing()
