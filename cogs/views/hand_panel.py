"""The hand panel: what one person sees of their cards and may do with them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import discord

from bot.art import Style
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.rules.scene import Choice, Scene
from bot.tables.model import Status, UserSettings
from bot.tables.move_policy import mark_fails, markable
from bot.tables.snapshot import TableSnapshot
from cogs.components import BackButton, HintButton, RefreshButton, YesButton
from cogs.consent_components import MoreButton
from cogs.drawing import Drawing
from cogs.emojis import PLAIN_SIGNS, Signs
from cogs.names import plain_name, safe_name, write_name
from cogs.views import pictures
from cogs.views.layout import BAIZE, TURN, Button, Layout
from cogs.views.moves import draw_marks, draw_moves
from cogs.views.proposals import answer_buttons, proposal_text
from cogs.views.reading import read_aloud, reading_text
from cogs.views.table_message import heading, row_text

_STYLE = discord.ButtonStyle
_USUAL = UserSettings(0)


async def draw_hand_panel(
    snapshot: TableSnapshot,
    seat: int,
    words: Catalogue,
    *,
    with_pictures: bool,
    settings: UserSettings = _USUAL,
    asked: str = "",
    emojis: Mapping[str, discord.PartialEmoji] = MappingProxyType({}),
) -> Drawing:
    """The panel of the person in that chair, the way they want it; `asked` is a move they are to confirm.

    `emojis` are the application's, by name (`cogs.emojis`).
    """
    table = snapshot.table
    if table.status is not Status.PLAYING:
        return _idle(snapshot, words)
    names = snapshot.names(write_name)
    text, view = text_for(table.game, words), snapshot.view(seat)
    scene = text.scene(view, names)
    # Pictures, alt texts and labels know no Markdown.
    plain_names = snapshot.names(plain_name)
    plain = text.scene(view, plain_names)
    layout = Layout(TURN if scene.prompt and not table.held else BAIZE)
    place = words.gettext("in {channel}", channel=f"<#{table.channel_id}>")
    away = table.seats[seat].away
    status, head = _status(snapshot, scene, words, away=away), f"{heading(snapshot, words)} {place}"
    if settings.reading:
        layout.text(f"{head}\n{reading_text(snapshot, seat, scene, status, words)}")
    else:
        layout.text("\n".join([head, scene.title, *scene.facts]))
        if with_pictures:
            for picture in await pictures.table(
                plain, plain_names, words, seat=seat, style=style_of(settings)
            ):
                layout.picture(picture)
        layout.text("\n".join(row_text(row, names.seats, words) for row in scene.table))
        if not table.paused:
            # Further down it is said that the table is paused, and what to do about it.
            layout.text(f"**{status}**")
        if scene.hand and plain.hand and with_pictures:
            layout.picture(await pictures.hand(plain.hand, plain, words, style_of(settings)))
        elif scene.hand:
            layout.text(f"{scene.hand.title}: {' '.join(scene.hand.faces)}")
    choices = read_aloud(plain.choices) if settings.reading else plain.choices
    if asked:
        _ask(layout, snapshot, seat, asked, words)
        return layout.drawing()
    if not table.held:
        _moves(layout, snapshot, seat, choices, words, _signs(settings, emojis if with_pictures else {}))
    if not settings.reading:
        layout.text("-# " + "\n-# ".join(scene.scores))
    layout.text(proposal_text(snapshot, words))
    buttons: list[Button] = [*answer_buttons(snapshot, words, table.seats[seat].user_id)]
    if away:
        buttons.append(BackButton(table.id, snapshot.step, words.gettext("I'm back"), _STYLE.primary))
    buttons.append(RefreshButton(table.id, snapshot.step, words.gettext("Refresh")))
    if table.hints and scene.prompt and not table.held:
        buttons.append(HintButton(table.id, snapshot.step, words.gettext("Hint")))
    buttons.append(MoreButton(table.id, snapshot.step, words.gettext("More…")))
    layout.buttons(buttons)
    return layout.drawing()


def _moves(
    layout: Layout,
    snapshot: TableSnapshot,
    seat: int,
    choices: Sequence[Choice],
    words: Catalogue,
    signs: Signs,
) -> None:
    offered = markable(snapshot, seat)
    if not offered:
        if move := mark_fails(snapshot, seat):
            described = text_for(snapshot.table.game, words).describe_move(
                snapshot.view(seat), move, snapshot.names(safe_name)
            )
            layout.text(
                words.gettext(
                    "{move} was marked, but cannot be played now; choose another card.", move=described.label
                )
            )
        draw_moves(layout, snapshot, choices, words, signs)
        return
    layout.text(
        "-# "
        + words.gettext("A marked card is played when your turn comes, if it is legal then. Only you see it.")
    )
    marked = snapshot.table.marked.get(seat, "")
    draw_marks(layout, snapshot, choices, marked, [str(move) for move in offered], words, signs)


def style_of(settings: UserSettings) -> Style:
    """How the person's cards are printed."""
    return Style(settings.four_colours, settings.large_index)


def _signs(settings: UserSettings, emojis: Mapping[str, discord.PartialEmoji]) -> Signs:
    # Read aloud, every card is named in full on its button.
    return PLAIN_SIGNS if settings.reading else Signs(emojis, style_of(settings))


def _ask(layout: Layout, snapshot: TableSnapshot, seat: int, asked: str, words: Catalogue) -> None:
    table_id, step, game = snapshot.table.id, snapshot.step, snapshot.table.game
    at = next(iter(snapshot.awaited_of(seat)), seat)
    move = snapshot.game.parse(asked)
    described = text_for(game, words).describe_move(snapshot.view(at), move, snapshot.names(safe_name))
    if described.group:
        question = words.gettext("Do you want to {move}?", move=described.words)
    else:
        question = words.gettext("Play {move}?", move=described.label)
    layout.text(f"**{question}**")
    layout.buttons(
        [
            YesButton(table_id, step, asked, words.gettext("Yes"), _STYLE.success),
            RefreshButton(table_id, step, words.gettext("No")),
        ]
    )


def draw_laid_aside(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """A panel that has been replaced by a newer one."""
    layout = Layout()
    said = words.gettext("That hand is over; your cards are further down.")
    layout.text(f"{heading(snapshot, words)}\n{said}")
    return layout.drawing()


def draw_without_chair(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """The panel of somebody who has got up or been replaced."""
    if not snapshot.table.open:
        return _idle(snapshot, words)
    layout = Layout()
    said = words.gettext("You have no chair at this table now.")
    layout.text(f"{heading(snapshot, words)}\n{said}")
    return layout.drawing()


def has_hand(snapshot: TableSnapshot, seat: int) -> bool:
    """Whether that seat holds cards to be shown."""
    if snapshot.table.status is not Status.PLAYING or snapshot.state is None:
        return False
    scene = text_for(snapshot.table.game).scene(snapshot.view(seat), snapshot.names(plain_name))
    return scene.hand is not None


def _idle(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    layout = Layout(BAIZE)
    if snapshot.table.status is Status.LOBBY:
        said = words.gettext("The game has not begun yet.")
    else:
        said = words.gettext("This match is over.")
    layout.text(f"{heading(snapshot, words)}\n{said}")
    return layout.drawing()


def _status(snapshot: TableSnapshot, scene: Scene, words: Catalogue, *, away: bool) -> str:
    if snapshot.table.paused:
        return words.gettext("This table is paused.")
    if away:
        return words.gettext("You were away, so a house player plays your hand for now.")
    if snapshot.table.held:
        return words.gettext("Play waits until the proposal below is answered.")
    if scene.prompt:
        return scene.prompt
    # The line is bold as a whole.
    names = snapshot.names(safe_name)
    awaited = [names[seat] for seat in snapshot.players_awaited()]
    if not awaited:
        return words.gettext("Waiting.")
    return words.gettext("Waiting for {people}.", people=words.listed(awaited))
