"""A table's posts in its channel, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.events import Undone
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.judging.analysis import played_hand
from bot.tables.seating.chairs import free_chairs
from bot.tables.state.chairs import Occupant
from bot.tables.state.posts import (
    BotBack,
    BotRemoved,
    ChairsHeld,
    ChouetteAsked,
    GameEvent,
    HandAnalysed,
    Invitation,
    NoThread,
    PauseOver,
    PersonGone,
    PlaceGone,
    PlayerAway,
    PlayerBack,
    PlayersCalled,
    PlayersSelected,
    Post,
    PostItem,
    SealOpened,
    SealPublished,
    SeatLeft,
    SeatPromised,
    SeatTaken,
    SubstituteCalled,
    TurnReminder,
)
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Table, Tenure
from cogs.opening.chouette import chouette_item_text
from cogs.proposals.views import proposal_item_text
from cogs.result.analysis import analysis_text
from cogs.result.course import hand_named
from cogs.ui.names import mention, mention_role, write_name, write_occupant
from cogs.words.values import fields_in_words


def post_text(
    post: Post,
    snapshot: TableSnapshot,
    words: Catalogue,
    *,
    posting: Posting = Posting.TRICKS,
    roles: Sequence[int] = (),
) -> str:
    """The text of a post, as far as `posting`, the table's setting, includes it; empty if there is none.
    `roles` are mentioned when players are wanted."""
    texts = (
        _item(item, seats, snapshot, words, roles)
        for item, seats in post.items_with_seats()
        if posting is Posting.TRICKS or not _shown_elsewhere(item)
    )
    return "\n".join(text for text in texts if text)


def _shown_elsewhere(item: PostItem) -> bool:
    """Whether the hand's own message says it. An undone move has left the course, so a post must say it."""
    if isinstance(item, GameEvent):
        return not item.is_result and not isinstance(item.event, Undone)
    return isinstance(item, PlayerBack | SeatPromised)


SENTENCES: Final[Mapping[type[PostItem], str]] = {
    SealPublished: gettext_noop("-# Shuffled, and sealed before the cut: `{sha256}`"),
    SealOpened: gettext_noop("-# Seal opened, salt `{salt}`: {command} has the order to check it by."),
    BotBack: gettext_noop("I am on this server again, so table {table} goes on."),
    PlaceGone: gettext_noop(
        "The channel of table {table} is gone, so the table was closed. Its finished hands count; {command} "
        "has every card of them."
    ),
    SeatTaken: gettext_noop("{newcomer} takes over from {leaving}."),
    SeatPromised: gettext_noop("{newcomer} takes over from {leaving} at the next deal."),
    SeatLeft: gettext_noop("{leaving} has left; {stand_in} of the house plays on."),
    PersonGone: gettext_noop("{person} is no longer on this server; {stand_in} of the house plays on."),
    PlayerBack: gettext_noop("{person} is back."),
    Invitation: gettext_noop(
        "{called}, {by} asks you to a game of {game} at table {table}: press **Sit down**, or type "
        "`/table join`."
    ),
    TurnReminder: gettext_noop("{called}: it is your turn at table {table}."),
    PlayerAway: gettext_noop(
        "{name} seems to be away at table {table}; a house player plays that hand until they press "
        "**I'm back** or make a move."
    ),
    NoThread: gettext_noop(
        "I may not open a thread here, so table {table} is shown in this channel. Threads need the "
        "permissions Create Public Threads and Send Messages in Threads."
    ),
    PauseOver: gettext_noop("Nobody has resumed the match for seven days, so the table is closed."),
    SubstituteCalled: gettext_noop(
        "{roles} {by} calls for somebody to take the chair of {missing} and play that hand on."
    ),
    ChouetteAsked: gettext_noop(
        "{called}, {by} would like to join table {table}. À la chouette one of you plays alone against the "
        "others, who consult and take turns; {by} would see the hand advised on."
    ),
}
"""The items that are one sentence. Its values are the fields, what `_values` adds, and who is `called`."""


def _item(
    item: PostItem,
    seats: Sequence[Occupant | None],
    snapshot: TableSnapshot,
    words: Catalogue,
    roles: Sequence[int],
) -> str:
    values = _values(item, snapshot, words, roles)
    match item:
        case GameEvent(event):
            names = snapshot.names_of(seats, write_name, words)
            said = text_for(snapshot.table.game, words)
            # Posts stay: one who scrolls up must not see cards that have been turned.
            text = said.course_summary([event], names) if event.closed else said.describe_event(event, names)
            return f"### {text}" if text and item.is_result else text
        case HandAnalysed():
            return _analysed(item, snapshot.names_of(seats, write_name, words), snapshot, words)
        case PlayersSelected():
            return _selected(item, words)
        case BotRemoved():
            return ""
        case NoThread(was_there=True):
            return words.gettext("The thread of table {table} is gone; it goes on here.", **values)
        case PersonGone(stand_in=None):
            return words.gettext("{person} is no longer on this server.", **values)
        case PlayerAway(plays=False):
            return words.gettext(
                "{name} seems to be away, so table {table} waits; press **I'm back** to play again.", **values
            )
        case ChairsHeld(tenures):
            return _held(tenures, snapshot, words)
        case PlayersCalled():
            call = words.ngettext(
                "{by} is looking for {number} more at {game}, table {table}: press **Sit down**, or type "
                "`/table join`.",
                "{by} is looking for {number} more at {game}, table {table}: press **Sit down**, or type "
                "`/table join`.",
                max(1, free_chairs(snapshot.table)),
                **values,
            )
            return ": ".join(filter(None, (", ".join(map(mention_role, roles)), call)))
    if type(item) in SENTENCES:
        return words.gettext(SENTENCES[type(item)], **values).strip()
    told = proposal_item_text(item, words) or chouette_item_text(item, words)
    if told is None:
        raise TypeError(f"no words for {item!r}")
    return told


def _values(
    item: PostItem, snapshot: TableSnapshot, words: Catalogue, roles: Sequence[int]
) -> dict[str, Any]:
    table, called = snapshot.table, ", ".join(map(mention, item.mentions))
    name = write_name(item.person) if isinstance(item, PlayerAway) else ""
    return fields_in_words(item, words) | {
        "table": table.id,
        "game": text_for(table.game, words).name,
        "command": f"`/record table:{table.id}`",
        "called": called,
        "name": called or name,
        "roles": " ".join(map(mention_role, roles)),
    }


def _analysed(item: HandAnalysed, names: Names, snapshot: TableSnapshot, words: Catalogue) -> str:
    played = played_hand(snapshot, item.hand)
    tricks = 0 if played is None else len(played.tricks)
    hand = hand_named(snapshot.table, item.hand, words)
    return analysis_text(item.analysis, hand, tricks, names, words)


def _held(tenures: Sequence[Tenure], snapshot: TableSnapshot, words: Catalogue) -> str:
    chairs = snapshot.seating.names
    lines = []
    for chair in sorted({tenure.chair for tenure in tenures}):
        first, *later = [tenure for tenure in tenures if tenure.chair == chair]
        holders = [write_occupant(first.occupant, words)]
        holders += [
            words.gettext(
                "{name} from deal {deal} on", name=write_occupant(tenure.occupant, words), deal=tenure.deal
            )
            for tenure in later
        ]
        lines.append(words.line(words.pgettext("seat", chairs[chair]), ", ".join(holders)))
    return "\n".join(f"-# {line}." for line in lines)


def _selected(item: PlayersSelected, words: Catalogue) -> str:
    cuts = [
        ", ".join(f"{write_name(person)} {words.face(card)}" for person, card in cards)
        for cards in item.rounds
    ]
    cut = (
        words.pgettext("line", "Cut: {cards}.", cards=cuts[0]) if cuts else words.gettext("No cut is needed.")
    )
    people = words.ngettext(
        "{number} person for {chairs} chairs.",
        "{number} people for {chairs} chairs.",
        item.people,
        chairs=item.chairs,
    )
    lines = [f"{people} {cut}"]
    lines += [words.gettext("Cut again: {cards}.", cards=cards) for cards in cuts[1:]]
    lines.append(
        words.ngettext(
            "{playing} play; {waiting} waits for the next match.",
            "{playing} play; {waiting} wait for the next match.",
            len(item.waiting),
            playing=words.listed([write_name(person) for person in item.playing]),
            waiting=words.listed([write_name(person) for person in item.waiting]),
        )
    )
    return "\n".join(lines)


def turn_call_text(table: Table, user_id: int, link: str | None, words: Catalogue, *, by_dm: bool) -> str:
    """One line; `link` leads to the person's hand, or to the table if the hand is under My hand."""
    gettext, play = words.gettext, table.board
    values: dict[str, Any] = {
        "person": mention(user_id),
        "game": text_for(table.game, words).name,
        "channel": f"<#{table.telling.channel_id}>",
        "board": play and play.number,
        "table": table.id if play is None else play.table,
    }
    if play is not None and by_dm:
        said = gettext("Your turn at board {board}, table {table} in {channel}.", **values)
    elif play is not None:
        said = gettext(
            "{person}, your turn at board {board}, table {table}; **My hand** on the message of the session "
            "shows your cards.",
            **values,
        )
    elif by_dm:
        said = gettext("Your turn at {game}, table {table} in {channel}.", **values)
    else:
        said = gettext("{person}, your turn at {game}, table {table}.", **values)
    label = gettext("To your hand")
    return said if link is None else f"{said} [{label}]({link})"
