"""The hand panel: a person's cards and the moves they may make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from zlib import crc32

import discord

from bot.art import Style
from bot.rules.catalogue import Catalogue
from bot.rules.events import Scored
from bot.rules.presentation.result import ended
from bot.rules.presentation.scene import Choice, Scene
from bot.rules.registry import text_for
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.turns.move_policy import house_stands_in, mark_fails, marks_of, not_asked
from cogs.hand.board_panel import (
    NO_OCCASION,
    Occasion,
    board_heading,
    broken_off,
    company_line,
    draw_board_over,
    lay_board_course,
)
from cogs.hand.reading import Question
from cogs.opening.chouette import advises_text
from cogs.opening.lobby import heading
from cogs.proposals.views import answer_buttons, back_buttons, proposal_text
from cogs.result.course import title_shown
from cogs.result.result import latest_results, lay_over, result_waits
from cogs.table.moves import MOST_BUTTONS, draw_marks, draw_moves, sense_style
from cogs.table.table_message import row_text
from cogs.transport.emojis import Signs
from cogs.ui import pictures
from cogs.ui.actions import TABLE
from cogs.ui.alt_texts import trump_words
from cogs.ui.drawing import Drawing
from cogs.ui.layout import BAIZE, TURN, Button, Layout, note
from cogs.ui.names import drawn_name, plain_name, safe_name, write_name

_STYLE = discord.ButtonStyle
_USUAL = UserSettings(0)
_AFTER_MARKS = 10
"""The number of the first menu after those of marks."""


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
    names = snapshot.names(write_name)
    at = snapshot.seat_for(seat)
    text, view = text_for(table.game, words), snapshot.view(at)
    scene = text.scene(view, names)
    # Pictures, alt texts and labels are not Markdown.
    plain = text.scene(view, snapshot.names(plain_name))
    layout = Layout(TURN if scene.prompt and not table.held else BAIZE)
    if scene.prompt:
        # The whole line is bold, names included.
        scene = replace(scene, prompt=text.scene(view, snapshot.names(safe_name)).prompt)
    status = panel_status(snapshot, seat, scene, words, advises=advises)
    over = bool(result_of(snapshot, seat))
    title = title_shown(snapshot, scene.title, words)
    # A result shows the score.
    small = [] if over else [*scene.scores, *scene.facts_beside(pictured=with_pictures)]
    layout.text(panel_head(snapshot, seat, occasion, words))
    if advises:
        layout.text(advises_text(snapshot, seat, words))
    if over:
        await lay_over(layout, snapshot, words, with_pictures=with_pictures)
    elif with_pictures:
        drawn, style = snapshot.names(drawn_name), style_of(settings)
        shown = text.scene(view, drawn)
        for picture in await pictures.table(shown, drawn, words, seat=seat, style=style, folded=True):
            layout.picture(picture)
    else:
        layout.text("\n".join(row_text(row, names.seats, words) for row in scene.table))
    for row in plain.hands if with_pictures else ():
        if row is not plain.hand and row.pieces:
            layout.picture(await pictures.other_hand(row, plain, words, style_of(settings)))
    layout.text(f"### {scene.news}" if scene.news else "")
    if not table.clock.paused:
        # A later line says that the table is paused, and what to do about it.
        besides = in_words(snapshot, seat, scene, words) if status == scene.prompt else ""
        layout.text(" ".join(filter(None, (f"**{status}**", besides))))
    if not with_pictures:
        layout.text("\n".join(hand_lines(scene)))
    elif plain.hand:
        # With two hands, say which one is drawn here.
        layout.text(f"-# {plain.hand.title}" if plain.hands else "")
        layout.picture(await pictures.hand(plain.hand, plain, words, style_of(settings)))
    if asked:
        lay_question(layout, snapshot, seat, asked, words)
        return layout.drawing()
    if not table.held:
        signs = Signs(emojis if with_pictures else {}, style_of(settings))
        if advises:
            lay_plays(layout, snapshot, seat, plain.choices, words, signs)
        else:
            lay_moves(layout, snapshot, seat, plain.choices, words, signs)
    layout.text(proposal_text(snapshot, words))
    last = [] if over or not with_pictures else last_trick_button(snapshot, scene, words)
    layout.buttons(
        [*adviser_buttons(snapshot, words), *last]
        if advises
        else [*panel_buttons(snapshot, seat, scene, words, rest), *last]
    )
    layout.text(_quoted(answer))
    layout.text("\n".join(f"-# {line}" for line in (panel_foot(snapshot, title, words), *small)))
    lay_board_course(layout, snapshot, words)
    if not over and pressed is not None and result_waits(snapshot, seat, pressed):
        await lay_over(layout, snapshot, words, with_pictures=with_pictures)
    return layout.drawing()


def panel_head(snapshot: TableSnapshot, seat: int, occasion: Occasion, words: Catalogue) -> str:
    """The first lines of a panel: the table; for a board also the other players."""
    if snapshot.table.board is None:
        return heading(snapshot, words)
    return f"{board_heading(snapshot, words, occasion.boards)}\n{company_line(snapshot, seat, words)}"


def panel_foot(snapshot: TableSnapshot, title: str, words: Catalogue) -> str:
    """The progress and place of the match; for a board also the game."""
    table = snapshot.table
    place = (
        ""
        if table.telling.private
        else words.gettext("in {channel}", channel=f"<#{table.telling.channel_id}>")
    )
    game = "" if table.telling.private or table.board is None else text_for(table.game, words).name
    return " · ".join(filter(None, (game, title, place)))


def in_words(snapshot: TableSnapshot, seat: int, scene: Scene, words: Catalogue) -> str:
    """Trumps and the partner in words, for the player of that chair."""
    if scene.board is None:
        return ""
    sentences = []
    if scene.trump is not None:
        suit = trump_words(scene.trump, words)
        sentences.append(words.gettext("{suit} are trumps.", suit=suit[:1].upper() + suit[1:]))
    names = snapshot.names(write_name)
    partners = [one for one in names.seating.partners_of(seat) if one not in names.seating.dummies]
    if partners:
        people = words.listed([names[one] for one in partners])
        sentences.append(words.gettext("Your partner is {name}.", name=people))
    return " ".join(sentences)


def last_trick_button(snapshot: TableSnapshot, scene: Scene, words: Catalogue) -> list[Button]:
    """The button for the last trick, if the picture of the board has no room for it."""
    if scene.board is None or not scene.board.tricks or not scene.board.taken:
        return []
    return [
        TABLE.button("ask", words.gettext("Last trick"), table=snapshot.table.id, about=Question.LAST.value)
    ]


def _quoted(answer: str) -> str:
    # The first line in full size, the others small, so that the trick stays visible on a phone.
    first, *others = answer.splitlines() or [""]
    return "\n".join([f"> {first}", *(f"> -# {line}" for line in others)]) if first else ""


def panel_buttons(
    snapshot: TableSnapshot, seat: int, scene: Scene, words: Catalogue, rest: int
) -> list[Button]:
    """The buttons other than moves; `rest` as for the panel."""
    table, step = snapshot.table, snapshot.step
    buttons: list[Button] = [*answer_buttons(snapshot, words, table.chairs[seat].user_id)]
    if table.chairs[seat].away:
        buttons += back_buttons(table, words)
    if snapshot.between_hands and not table.held:
        buttons.append(
            TABLE.button(
                "next", text_for(table.game, words).next_hand, _STYLE.success, table=table.id, step=step
            )
        )
    if rest:
        label = words.ngettext(
            "The rest are yours: claim {number} trick", "The rest are yours: claim {number} tricks", rest
        )
        buttons.append(TABLE.button("rest", label, _STYLE.primary, table=table.id, step=step, tricks=rest))
    buttons.append(TABLE.button("refresh", words.gettext("Refresh"), table=table.id, step=step))
    legal = snapshot.view(snapshot.seat_for(seat)).legal
    open_to_advice = not not_asked(snapshot, seat) and not all(move.private for move in legal)
    if table.hints and scene.prompt and not table.held and open_to_advice:
        buttons.append(TABLE.button("hint", words.gettext("Hint"), table=table.id, step=step))
    buttons.append(TABLE.button("more", words.gettext("More…"), table=table.id, step=step))
    return buttons


def adviser_buttons(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    """The buttons on an adviser's panel."""
    return [TABLE.button("refresh", words.gettext("Refresh"), table=snapshot.table.id, step=snapshot.step)]


def lay_plays(
    layout: Layout,
    snapshot: TableSnapshot,
    seat: int,
    choices: Sequence[Choice],
    words: Catalogue,
    signs: Signs,
) -> None:
    """Add the cards that seat may play to an adviser's panel, for display only."""
    if snapshot.seats_to_move(seat):
        plays = _to_choose(snapshot, seat, choices)
        draw_moves(layout, snapshot, [replace(play, enabled=False) for play in plays], words, signs)


def lay_moves(
    layout: Layout,
    snapshot: TableSnapshot,
    seat: int,
    choices: Sequence[Choice],
    words: Catalogue,
    signs: Signs,
    most: int = MOST_BUTTONS,
) -> None:
    """Add that seat's moves to its panel, `most` of them as buttons, or the cards it may mark."""
    markable = marks_of(snapshot, seat)
    if not markable:
        at = snapshot.seat_for(seat)
        if move := mark_fails(snapshot, at):
            view = snapshot.view(at)
            described = text_for(snapshot.table.game, words).describe_move(
                view, move, snapshot.names(safe_name)
            )
            if move in view.legal:
                said = words.gettext(
                    "{move} was marked, but is not of the suit led; choose again.", move=described.label
                )
            else:
                said = words.gettext(
                    "{move} was marked, but cannot be played now; choose again.", move=described.label
                )
            layout.text(said)
        offered = _to_choose(snapshot, seat, _with_optional(snapshot, seat, choices, words))
        draw_moves(layout, snapshot, offered, words, signs, most)
        return
    layout.text("-# " + words.gettext("What you mark is played at your turn."))
    marked = [
        snapshot.table.dealt.marked[one]
        for one in snapshot.played_by(seat)
        if one in snapshot.table.dealt.marked
    ]
    dummys = _choices_of_dummy(snapshot, seat, words)
    own = words.gettext("Mark from your own hand") if dummys else ""
    both = [*(replace(choice, group=own) for choice in choices), *dummys]
    draw_marks(layout, snapshot, both, marked, markable, words, signs)
    besides = {str(move) for one in snapshot.played_by(seat) for move in snapshot.optional_moves(one)}
    if besides:
        others = [choice for choice in (*choices, *dummys) if choice.move in besides]
        draw_moves(layout, snapshot, others, words, signs, most, first_menu=_AFTER_MARKS)


def _to_choose(snapshot: TableSnapshot, seat: int, choices: Sequence[Choice]) -> list[Choice]:
    left_out = not_asked(snapshot, seat)
    return [choice for choice in choices if choice.enabled and choice.move not in left_out]


def _with_optional(
    snapshot: TableSnapshot, seat: int, choices: Sequence[Choice], words: Catalogue
) -> list[Choice]:
    # Actions for the other of two hands that one person plays.
    text, names = text_for(snapshot.table.game, words), snapshot.names(plain_name)
    there = {choice.move for choice in choices}
    besides = [
        choice
        for one in snapshot.played_by(seat)
        for choice in text.choices(snapshot.view(one), snapshot.optional_moves(one), names)
        if choice.move not in there
    ]
    return [*choices, *besides]


def _choices_of_dummy(snapshot: TableSnapshot, seat: int, words: Catalogue) -> list[Choice]:
    # For a player who plays a dummy's cards, too.
    text, names = text_for(snapshot.table.game, words), snapshot.names(plain_name)
    return [
        replace(choice, group=words.gettext("Mark from dummy's hand"))
        for one in snapshot.played_by(seat)
        if one != seat
        for choice in text.scene(snapshot.view(one), names).choices
    ]


def hand_lines(scene: Scene) -> list[str]:
    """One's hand as text, or both hands that one plays, the one to play from marked."""
    rows = scene.hands or ([] if scene.hand is None else [scene.hand])
    turn = bool(scene.hands and scene.prompt)
    lines = ((row, f"{row.title}: {' '.join(row.faces)}") for row in rows if row.faces)
    return [f"▶ {line}" if turn and row is scene.hand else line for row, line in lines]


def style_of(settings: UserSettings) -> Style:
    """How that person's cards are printed."""
    return Style(settings.four_colours, settings.large_index)


def lay_question(
    layout: Layout, snapshot: TableSnapshot, seat: int, asked: str, words: Catalogue, *, spoken: bool = False
) -> None:
    """Ask on the panel whether the person means the move `asked`; `spoken` in words only."""
    table_id, step, game = snapshot.table.id, snapshot.step, snapshot.table.game
    at = snapshot.seat_for(seat)
    move = snapshot.game.parse(asked)
    described = text_for(game, words).describe_move(snapshot.view(at), move, snapshot.names(safe_name))
    if described.group:
        question = words.gettext("Do you want to {move}?", move=described.words)
    else:
        question = words.gettext("Play {move}?", move=described.words if spoken else described.label)
    layout.text(f"**{question}**")
    layout.buttons(
        [
            TABLE.button(
                "yes",
                words.gettext("Yes"),
                sense_style(described.sense, _STYLE.success),
                table=table_id,
                step=step,
                move=asked,
            ),
            TABLE.button("refresh", words.gettext("No"), table=table_id, step=step),
        ]
    )


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a person's hand is shown: in the DM at `link`, `under_my_hand` in that channel (None: in their
    DMs), or nowhere now."""

    link: str = ""
    under_my_hand: bool = False
    channel_id: int | None = None


def draw_laid_aside(snapshot: TableSnapshot, where: Whereabouts, words: Catalogue) -> Drawing:
    """A panel whose owner's hand is shown elsewhere, with a line that says where, or what to press."""
    gettext, label = words.gettext, words.gettext("Show it here")
    if where.link:
        said = gettext("Your hand is [in this message]({link}) now.", link=where.link)
    elif where.channel_id is not None:
        channel = f"<#{where.channel_id}>"
        said = gettext("Your hand is under **My hand** in {channel} now.", channel=channel)
    elif where.under_my_hand:
        said = gettext("Your hand is in another panel in these messages now.")
    else:
        said, label = gettext("Your hand is not shown here any more."), gettext("My hand")
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


def has_hand(snapshot: TableSnapshot, seat: int) -> bool:
    """Whether that seat holds cards to show."""
    scene = _scene(snapshot, seat)
    return scene is not None and scene.hand is not None


def cards_shown(snapshot: TableSnapshot, seat: int) -> int:
    """A checksum of the cards that seat's panel shows; 0 for none."""
    scene = _scene(snapshot, seat)
    hands = () if scene is None else scene.hands or filter(None, (scene.hand,))
    held = [piece for row in hands for piece in row.pieces]
    return crc32(" ".join(held).encode()) if held else 0


def result_of(snapshot: TableSnapshot, seat: int) -> Sequence[Scored]:
    """The results of the finished hand until the next deal; none at other times."""
    results = latest_results(snapshot)
    if not results or has_hand(snapshot, seat):
        return ()
    if not ended(snapshot.course) and any(isinstance(event, TrickTaken) for event in snapshot.course):
        return ()  # the next hand is over as well, but awaits an answer
    if any(has_hand(snapshot, other) for other in range(len(snapshot.table.chairs)) if other != seat):
        return ()  # the person has no cards left in the next hand
    return results


def _scene(snapshot: TableSnapshot, seat: int) -> Scene | None:
    if snapshot.table.status is not Status.PLAYING or snapshot.state is None:
        return None
    return text_for(snapshot.table.game).scene(snapshot.view(seat), snapshot.names(plain_name))


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
            scene = text_for(table.game, words).scene(snapshot.view(None), snapshot.names(write_name))
            layout.text("\n".join(f"-# {line}" for line in scene.scores))
    layout.text(_quoted(answer))
    layout.buttons([TABLE.button("again", words.gettext("Play again"), _STYLE.primary, table=table.id)])
    return layout.drawing()


def panel_status(snapshot: TableSnapshot, seat: int, scene: Scene, words: Catalogue, *, advises: bool) -> str:
    """What to do now, for the person in that chair or for their adviser (`advises`)."""
    chair = snapshot.table.chairs[seat]
    if not advises:
        return status_text(snapshot, scene, words, away=chair.away)
    if chair.away and not snapshot.table.clock.paused:
        name = safe_name(chair.occupant) if chair.occupant else ""
        if not house_stands_in(snapshot.table):
            return words.gettext("{name} was away, and nobody else is here, so play waits.", name=name)
        return words.gettext("{name} was away, so a house player plays this hand for now.", name=name)
    return status_text(snapshot, replace(scene, prompt=""), words, away=False)


def idle_line(snapshot: TableSnapshot, words: Catalogue) -> str:
    """Why nobody can play."""
    if snapshot.table.board is not None:
        finished = snapshot.table.status is Status.FINISHED
        return words.gettext("This board is over.") if finished else broken_off(words)
    match snapshot.table.status:
        case Status.LOBBY:
            return words.gettext("The game has not begun yet.")
        case Status.CLOSED:
            return words.gettext("This table has been closed.")
    return words.gettext("This match is over.")


def status_text(snapshot: TableSnapshot, scene: Scene, words: Catalogue, *, away: bool) -> str:
    """What to do now, or whom the table waits for."""
    if snapshot.table.clock.paused:
        return words.gettext("This table is paused.")
    if away and not house_stands_in(snapshot.table):
        return words.gettext("You were away, and nobody else is here, so play waits: press I'm back.")
    if away:
        return words.gettext("You were away, so a house player plays your hand for now.")
    if snapshot.table.held:
        return words.gettext("Play waits until the proposal below is answered.")
    if scene.prompt:
        return scene.prompt
    if snapshot.between_hands:
        return text_for(snapshot.table.game, words).next_hand_soon
    # The whole line is bold.
    names = snapshot.names(safe_name)
    awaited = [names[seat] for seat in snapshot.players_awaited()]
    if not awaited:
        return words.gettext("Waiting.")
    return words.gettext("Waiting for {people}.", people=words.listed(awaited))
