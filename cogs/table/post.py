"""A table's posts in its channel, in words."""

from collections.abc import Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.events import Undone
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.judging.analysis import played_hand
from bot.tables.seating.chairs import free_chairs
from bot.tables.state.chairs import House, Occupant
from bot.tables.state.posts import (
    BotBack,
    BotRemoved,
    ChairsHeld,
    GameEvent,
    HandAnalysed,
    Invitation,
    NoThread,
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
    TurnReminder,
)
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Tenure
from cogs.opening.chouette import chouette_item_text
from cogs.proposals.views import proposal_item_text
from cogs.result.analysis import analysis_text
from cogs.result.course import hand_named
from cogs.ui.names import mention, mention_role, write_name


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


def _item(
    item: PostItem,
    seats: Sequence[Occupant | None],
    snapshot: TableSnapshot,
    words: Catalogue,
    roles: Sequence[int],
) -> str:
    gettext = words.gettext
    match item:
        case GameEvent(event):
            names = snapshot.names_of(seats, write_name)
            said = text_for(snapshot.table.game, words)
            # Posts stay: one who scrolls up must not see cards that have been turned.
            text = said.course_summary([event], names) if event.closed else said.describe_event(event, names)
            return f"### {text}" if text and item.is_result else text
        case HandAnalysed():
            return _analysed(item, snapshot.names_of(seats, write_name), snapshot, words)
        case SealPublished(sha256):
            return "-# " + gettext("Shuffled, and sealed before the cut: {seal}", seal=f"`{sha256}`")
        case SealOpened(salt):
            return "-# " + gettext(
                "Seal opened, salt {salt}: {command} has the order to check it by.",
                salt=f"`{salt}`",
                command=f"`/record table:{snapshot.table.id}`",
            )
        case PlayersSelected():
            return _selected(item, words)
        case BotRemoved():
            return ""
        case BotBack():
            return gettext("I am on this server again, so table {table} goes on.", table=snapshot.table.id)
        case PlaceGone():
            return gettext(
                "The channel of table {table} is gone, so the table was closed. Its finished hands count; "
                "{command} has every card of them.",
                table=snapshot.table.id,
                command=f"`/record table:{snapshot.table.id}`",
            )
        case NoThread(was_there=True):
            return gettext("The thread of table {table} is gone; it goes on here.", table=snapshot.table.id)
        case NoThread():
            return gettext(
                "I may not open a thread here, so table {table} is shown in this channel. Threads need the "
                "permissions Create Public Threads and Send Messages in Threads.",
                table=snapshot.table.id,
            )
        case ChairsHeld(tenures):
            return _held(tenures, snapshot, words)
        case PlayersCalled(by):
            call = words.ngettext(
                "{host} is looking for {number} more at {game}, table {table}: press **Sit down**, or type "
                "{command}.",
                "{host} is looking for {number} more at {game}, table {table}: press **Sit down**, or type "
                "{command}.",
                max(1, free_chairs(snapshot.table)),
                host=write_name(by),
                game=text_for(snapshot.table.game, words).name,
                table=snapshot.table.id,
                command="`/table join`",
            )
            return ": ".join(filter(None, (", ".join(mention_role(role) for role in roles), call)))
    if (proposed := proposal_item_text(item, words, roles)) is not None:
        return proposed
    if (consulted := chouette_item_text(item, snapshot, words)) is not None:
        return consulted
    return _chair(item, snapshot, words)


def _analysed(item: HandAnalysed, names: Names, snapshot: TableSnapshot, words: Catalogue) -> str:
    played = played_hand(snapshot, item.hand)
    tricks = 0 if played is None else len(played.tricks)
    hand = hand_named(snapshot.table, item.hand, words)
    return analysis_text(item.analysis, hand, tricks, names, words)


def _held(tenures: Sequence[Tenure], snapshot: TableSnapshot, words: Catalogue) -> str:
    chairs = snapshot.names(write_name).seating.names
    lines = []
    for chair in sorted({tenure.chair for tenure in tenures}):
        first, *later = [tenure for tenure in tenures if tenure.chair == chair]
        holders = [write_name(first.occupant)]
        holders += [
            words.gettext("{name} from deal {deal} on", name=write_name(tenure.occupant), deal=tenure.deal)
            for tenure in later
        ]
        lines.append(f"{words.gettext(chairs[chair])}: {', '.join(holders)}")
    return "\n".join(f"-# {line}." for line in lines)


def _selected(item: PlayersSelected, words: Catalogue) -> str:
    cuts = [", ".join(f"{write_name(person)} {card.face}" for person, card in cards) for cards in item.rounds]
    cut = words.gettext("Cut: {cards}.", cards=cuts[0]) if cuts else words.gettext("No cut is needed.")
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


def _chair(item: PostItem, snapshot: TableSnapshot, words: Catalogue) -> str:
    # Changes of chairs, and of the people in them.
    gettext, table = words.gettext, snapshot.table
    match item:
        case SeatTaken(newcomer, leaving):
            return gettext(
                "{newcomer} takes over from {leaving}.",
                newcomer=write_name(newcomer),
                leaving=write_name(leaving),
            )
        case SeatPromised(newcomer, leaving):
            return gettext(
                "{newcomer} takes over from {leaving} at the next deal.",
                newcomer=write_name(newcomer),
                leaving=write_name(leaving),
            )
        case SeatLeft(leaving, stand_in):
            return gettext(
                "{leaving} has left; {stand_in} of the house plays on.",
                leaving=write_name(leaving),
                stand_in=write_name(stand_in),
            )
        case PersonGone(person, None):
            return gettext("{person} is no longer on this server.", person=write_name(person))
        case PersonGone(person, House() as stand_in):
            return gettext(
                "{person} is no longer on this server; {stand_in} of the house plays on.",
                person=write_name(person),
                stand_in=write_name(stand_in),
            )
        case Invitation(guest, by):
            return gettext(
                "{guest}, {host} asks you to a game of {game} at table {table}: press **Sit down**, or type "
                "`/table join`.",
                guest=mention(guest.user_id),
                host=write_name(by),
                game=text_for(table.game, words).name,
                table=table.id,
            )
        case TurnReminder(people):
            called = ", ".join(mention(person.user_id) for person in people)
            return gettext("{people}: it is your turn at table {table}.", people=called, table=table.id)
        case PlayerAway(person, called, plays):
            name = mention(person.user_id) if called else write_name(person)
            if not plays:
                return gettext(
                    "{name} seems to be away, so table {table} waits; press **I'm back** to play again.",
                    name=name,
                    table=table.id,
                )
            return gettext(
                "{name} seems to be away at table {table}; a house player plays that hand until they press "
                "**I'm back** or make a move.",
                name=name,
                table=table.id,
            )
        case PlayerBack(person):
            return gettext("{name} is back.", name=write_name(person))
    raise TypeError(f"no words for {item!r}")
