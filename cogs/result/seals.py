"""The seals of shuffled packs in words: the seal published before the cut, and how to check it."""

from bot.rules.catalogue import Catalogue
from bot.tables.judging.records import ToldSeal, seals_of
from bot.tables.state.snapshot import TableSnapshot
from cogs.result.course import waits_for_deal


def seals_text(snapshot: TableSnapshot, words: Catalogue) -> str:
    """The seals of this hand's pack and of the last one, a line each."""
    gettext = words.gettext
    seals = seals_of(snapshot, latest=2)
    if not seals:
        return gettext("Nothing has been shuffled yet; press again when a hand is dealt.")
    titles = (gettext("This hand"), gettext("The hand before"))
    if waits_for_deal(snapshot) and len(seals) > 1:
        titles = (gettext("The next hand"), gettext("This hand"))
    return "\n".join(
        f"{title}: {_seal(seal, snapshot, words)}" for title, seal in zip(titles, seals, strict=False)
    )


def _seal(seal: ToldSeal, snapshot: TableSnapshot, words: Catalogue) -> str:
    if seal.salt is None:
        return words.gettext(
            "shuffled and sealed before the cut, SHA-256 {seal}. The salt to check it by is told here once "
            "the hand is over.",
            seal=f"`{seal.sha256}`",
        )
    return words.gettext(
        "sealed before the cut, SHA-256 {seal}; salt {salt}. {command} has the order to check it by.",
        seal=f"`{seal.sha256}`",
        salt=f"`{seal.salt}`",
        command=f"`/record table:{snapshot.table.id}`",
    )
