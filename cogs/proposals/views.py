"""Proposals: the open ones of a table, who is to answer, and what a person may propose."""

from collections.abc import Sequence
from typing import Final, Protocol, cast

from bot.rules.cards import Card
from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.presentation.text import faces_in
from bot.rules.trick_taking.claiming import Claim
from bot.tables.state.chairs import Person
from bot.tables.state.posts import (
    Ask,
    ClaimPut,
    Ending,
    PlayerAway,
    Post,
    PostItem,
    ProposalEnded,
    ProposalMade,
    SubstituteCalled,
    SubstituteOffered,
)
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Proposal, ProposalKind, Status, Table
from bot.tables.turns.proposals import refusal, seat_claiming, unanswered
from cogs.ui.actions import STYLE, TABLE, buttons_at
from cogs.ui.layout import Answer, Button, Drawing, Layout, note
from cogs.ui.names import mention, plain_name, write_name
from cogs.words.values import fields_in_words


class _HandView(Protocol):
    hand: tuple[Card, ...]


def proposal_text(snapshot: TableSnapshot, words: Catalogue) -> str:
    """Whether the table is paused, the open proposals and who has still to answer; empty without any."""
    table, gettext = snapshot.table, words.gettext
    lines = []
    if table.clock.paused:
        until = f"<t:{int(table.clock.deadline or 0)}:f>"
        lines.append(
            gettext(
                "**Paused.** Anybody seated may propose to resume; the table waits until {time}.", time=until
            )
        )
    proposal = table.proposal
    if proposal is not None:
        left = unanswered(snapshot, proposal)
        lines.append(_proposed(proposal, snapshot, words))
        lines.append(
            gettext(
                "Still to answer: {people}. Time is up {time}.",
                people=words.listed([write_name(person) for person in left]),
                time=f"<t:{int(proposal.deadline)}:R>",
            )
        )
    return "\n".join(lines)


def answer_buttons(snapshot: TableSnapshot, words: Catalogue, user_id: int | None = None) -> list[Button]:
    """The buttons for a proposal, for everybody or for one person."""
    table, pgettext = snapshot.table, words.pgettext
    proposal, button = table.proposal, buttons_at(table.id, snapshot.step)
    if proposal is None:
        return [button("resume", pgettext("button", "Resume"), STYLE.success)] if table.clock.paused else []
    if user_id is not None and user_id == proposal.by.user_id:
        return [button("withdraw", pgettext("button", "Withdraw"))]
    left = {person.user_id for person in unanswered(snapshot, proposal)}
    if not left or (user_id is not None and user_id not in left):
        return []
    return _answers(snapshot, proposal.key, words)


def chair_buttons(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    """Buttons to call for substitutes and to become one."""
    table, buttons = snapshot.table, list[Button]()
    button = buttons_at(table.id, snapshot.step)
    if table.status is not Status.PLAYING or table.proposal is not None or table.board is not None:
        return buttons
    for chair, seat in enumerate(table.chairs):
        if seat.missing is None:
            continue
        name = plain_name(seat.missing)
        if seat.called:
            label = words.gettext("Take the chair of {name}", name=name)
            buttons.append(button("substitute", label, STYLE.success, chair=chair))
        elif any(other.user_id and not other.away for other in table.chairs):
            label = words.gettext("Call a substitute for {name}", name=name)
            buttons.append(button("call", label, chair=chair))
    return buttons


def back_buttons(table: Table, words: Catalogue) -> list[Button]:
    """The button with which absent players return, if there are any."""
    if not any(seat.away for seat in table.chairs):
        return []
    return [TABLE.button("back", words.pgettext("button", "I'm back"), STYLE.primary, table=table.id)]


def post_buttons(post: Post, snapshot: TableSnapshot, words: Catalogue) -> Sequence[Button]:
    """The buttons for the last item of a post that asks for something."""
    button = buttons_at(snapshot.table.id, snapshot.step)
    for item in reversed(post.items):
        if isinstance(item, Ask):
            return _answers(snapshot, item.key, words)
        if isinstance(item, SubstituteCalled):
            return [button("substitute", words.gettext("Take the chair"), STYLE.success, chair=item.chair)]
        if isinstance(item, PlayerAway):
            return back_buttons(snapshot.table, words)
    return ()


def proposal_item_text(item: PostItem, words: Catalogue) -> str | None:
    """A proposal, or what became of it, in words; None for any other item."""
    match item:
        case ProposalMade():
            said = _what(item.proposed, item.by, item.move, words)
        case ClaimPut():
            said = _laid_down(item.by, item.cards, item.tricks, item.left, words)
        case SubstituteOffered():
            said = words.gettext(
                "{by} would take the chair of {missing}, cards included, unless one of you refuses.",
                **fields_in_words(item, words),
            )
        case ProposalEnded():
            return _ended(item, words)
        case _:
            return None
    asked = words.gettext("{people}: agree, or refuse.", people=", ".join(map(mention, item.mentions)))
    return f"{said} {asked}"


def answered_text(snapshot: TableSnapshot, user_id: int, words: Catalogue) -> str:
    """The consequence of a proposal or an answer, for its author."""
    proposal = snapshot.table.proposal
    if proposal is None:
        return words.pgettext("reply", "Done.")
    people = words.listed([write_name(person) for person in unanswered(snapshot, proposal)])
    if proposal.by.user_id != user_id:
        return words.gettext("You agree. Still to answer: {people}.", people=people)
    if proposal.kind is ProposalKind.SUBSTITUTE:
        return words.gettext(
            "The chair is yours {time}, unless somebody refuses; `/withdraw` takes your offer back.",
            time=f"<t:{int(proposal.deadline)}:R>",
        )
    return words.gettext("Proposed. To answer: {people}. `/withdraw` takes it back.", people=people)


def draw_more(snapshot: TableSnapshot, chair: int, words: Catalogue) -> Drawing:
    """What the player of that chair may propose now."""
    table, gettext, pgettext, layout = snapshot.table, words.gettext, words.pgettext, Layout()
    user_id, button = table.chairs[chair].user_id, buttons_at(table.id, snapshot.step)
    if table.proposal is not None:
        layout.text(proposal_text(snapshot, words))
        layout.buttons(answer_buttons(snapshot, words, user_id))
        return layout.drawing()
    possible = {kind for kind in ProposalKind if refusal(snapshot, chair, kind) is None}
    if table.board is not None and ProposalKind.CLAIM not in possible:
        return note(gettext("At your turn you may claim tricks here, or concede those that are left."))
    layout.text(
        gettext(
            "What you may propose now. The other people at the table must agree, unless the cards prove a "
            "claim."
        )
    )
    buttons: list[Button] = []
    if ProposalKind.UNDO in possible:
        pieces = faces_in(str(snapshot.undoable(chair)[0].move), words)
        label = gettext("Take back {pieces}", pieces=pieces) if pieces else gettext("Take back my last move")
        buttons.append(button("propose", label, STYLE.primary, kind=ProposalKind.UNDO))
    if ProposalKind.CLAIM in possible:
        _claims(layout, snapshot, chair, words)
        buttons.append(button("concede", gettext("Concede the tricks left…")))
    if ProposalKind.PAUSE in possible:
        buttons.append(button("propose", pgettext("button", "Pause"), kind=ProposalKind.PAUSE))
    if ProposalKind.RESUME in possible:
        buttons += answer_buttons(snapshot, words, user_id)
    if ProposalKind.ABANDON in possible:
        buttons.append(button("abandon", gettext("Abandon the match…"), STYLE.danger))
    layout.buttons([*buttons, *chair_buttons(snapshot, words)])
    return layout.drawing()


def draw_concession(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """The confirmation to concede."""
    said = words.gettext("All the tricks left of this hand go to the other side.")
    button = buttons_at(snapshot.table.id, snapshot.step)
    return note(said, button("claim", words.gettext("Concede them all"), STYLE.danger, tricks=0))


def draw_abandonment(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """The confirmation to abandon the match."""
    said = words.gettext("The match would end here for everybody; hands that are over stand.")
    label = words.gettext("Abandon the match")
    button = buttons_at(snapshot.table.id, snapshot.step)
    return note(said, button("propose", label, STYLE.danger, kind=ProposalKind.ABANDON))


def draw_claim_warning(snapshot: TableSnapshot, tricks: int, words: Catalogue) -> Drawing:
    """The warning that a claim that others must agree to exposes one's hand."""
    label, button = words.gettext("Show my hand and claim"), buttons_at(snapshot.table.id, snapshot.step)
    said = words.gettext(
        "That claim cannot be checked here, so the other side must agree to it, and everybody will see your "
        "hand, whatever they say."
    )
    if snapshot.table.telling.posting is Posting.PANELS:
        said = words.gettext(
            "That claim cannot be checked here, so the other side must agree to it, and everybody at the "
            "table will see your hand, whatever they say."
        )
    return note(said, button("claim", label, STYLE.danger, tricks=tricks))


def _claims(layout: Layout, snapshot: TableSnapshot, chair: int, words: Catalogue) -> None:
    found = seat_claiming(snapshot, chair)
    numbers = [number for number in (found[1] if found else ()) if number]
    answers = [
        Answer(str(number), words.ngettext("Claim {number} trick", "Claim {number} tricks", number))
        for number in reversed(numbers)
    ]
    if answers:
        placeholder, step = words.gettext("Claim tricks …"), snapshot.step
        layout.menu(TABLE.menu("claim", placeholder, answers, table=snapshot.table.id, step=step))


def _answers(snapshot: TableSnapshot, key: int, words: Catalogue) -> list[Button]:
    button = buttons_at(snapshot.table.id, snapshot.step)
    return [
        button("agree", words.pgettext("button", "Agree"), STYLE.success, key=key),
        button("refuse", words.pgettext("button", "Refuse"), STYLE.danger, key=key),
    ]


def _proposed(proposal: Proposal, snapshot: TableSnapshot, words: Catalogue) -> str:
    missing = snapshot.table.chairs[proposal.chair].missing
    if proposal.kind is ProposalKind.SUBSTITUTE and missing is not None:
        return words.gettext(
            "{name} would take the chair of {missing}, cards included.",
            name=write_name(proposal.by),
            missing=write_name(missing),
        )
    move = snapshot.game.parse(proposal.move) if proposal.kind is ProposalKind.CLAIM else None
    if isinstance(move, Claim) and move.tricks:
        if snapshot.table.telling.posting is Posting.PANELS and (
            found := seat_claiming(snapshot, proposal.chair)
        ):
            # No post has shown it.
            seat, possible = found
            hand = cast(_HandView, snapshot.view(seat)).hand
            return _laid_down(proposal.by, hand, move.tricks, possible[-1], words)
        return words.ngettext(
            "{name} claims {number} trick.",
            "{name} claims {number} tricks.",
            move.tricks,
            name=write_name(proposal.by),
        )
    return _what(proposal.kind, proposal.by, proposal.move, words)


def _laid_down(by: Person, cards: Sequence[Card], tricks: int, left: int, words: Catalogue) -> str:
    return words.gettext(
        "{name} lays down {hand} and claims {number} of the {left} tricks left.",
        name=write_name(by),
        hand=words.faces(cards),
        number=tricks,
        left=left,
    )


_PROPOSALS: Final = {
    ProposalKind.PAUSE: gettext_noop("{name} proposes to pause the match."),
    ProposalKind.RESUME: gettext_noop("{name} proposes to resume the match."),
    ProposalKind.ABANDON: gettext_noop("{name} proposes to abandon the match; hands that are over stand."),
    ProposalKind.CLAIM: gettext_noop("{name} asks to concede the tricks left."),
    ProposalKind.UNDO: gettext_noop("{name} asks to take back the last move."),
    ProposalKind.SUBSTITUTE: gettext_noop("{name} offers to take a chair."),
}
_CARRIED: Final = {
    ProposalKind.PAUSE: gettext_noop("The match is paused, as {by} proposed."),
    ProposalKind.RESUME: gettext_noop("The match goes on, as {by} proposed."),
    ProposalKind.ABANDON: gettext_noop(
        "The match is abandoned, as {by} proposed; hands that are over stand."
    ),
}
_ENDINGS: Final = {
    Ending.WITHDRAWN: gettext_noop("{by} withdraws the proposal."),
    Ending.OFF: gettext_noop("What {by} proposed is off."),
}


def _what(kind: ProposalKind, by: Person, move: str, words: Catalogue) -> str:
    name = write_name(by)
    if kind is ProposalKind.UNDO and (pieces := faces_in(move, words)):
        return words.gettext("{name} asks to take back {pieces}.", name=name, pieces=pieces)
    return words.gettext(_PROPOSALS[kind], name=name)


def _ended(item: ProposalEnded, words: Catalogue) -> str:
    values = fields_in_words(item, words)
    if item.ending is Ending.CARRIED and item.proposed in _CARRIED:
        return words.gettext(_CARRIED[item.proposed], **values)
    if item.ending in _ENDINGS:
        return words.gettext(_ENDINGS[item.ending], **values)
    if item.ending is Ending.REFUSED and item.person is not None:
        return words.gettext("{person} refuses what {by} proposed.", **values)
    return words.gettext("What {by} proposed has not been agreed to in time.", **values)
