"""Texts of the board of the day: days, boards and ranks, best play, and seals."""

from collections.abc import Sequence

from babel.dates import format_date

from bot.duplicate.contests.comparison import Rank
from bot.duplicate.contests.daily import PersonalDay
from bot.duplicate.contests.days import BOARDS, date_of
from bot.duplicate.contests.ports import ContestBoard
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import seal_digest
from bot.rules.registry import text_for
from cogs.contests.words import percent
from cogs.words.amounts import score_words


def day_name(day: int, words: Catalogue) -> str:
    """A day as a heading: `22 November 2026`."""
    return format_date(date_of(day), "long", words.locale)


def place(rank: Rank, words: Catalogue) -> str:
    """A rank in words: `Place 7 of 23`."""
    values = {"place": rank.place, "people": rank.people}
    if rank.tied:
        return words.gettext("Shared place {place} of {people}", **values)
    return words.gettext("Place {place} of {people}", **values)


def seals_text(
    game: str, told: Sequence[tuple[int, Sequence[ContestBoard]]], today: int, words: Catalogue
) -> str:
    """The seals of those days, with the key to check them for past days."""
    gettext, lines = words.gettext, list[str]()
    for day, boards in told:
        lines.append(f"**{text_for(game, words).name}, {day_name(day, words)}**")
        for one in boards:
            seal, pack = one.board.seal, one.board.opening[0][1]
            lines.append(
                gettext("Board {number}: SHA-256 {seal}", number=one.number, seal=f"`{seal.sha256}`")
            )
            if day < today:
                held = seal_digest(seal.salt, pack) == seal.sha256
                lines.append(
                    gettext(
                        "-# Salt {salt}, pack {pack}: {verdict}.",
                        salt=f"`{seal.salt}`",
                        pack=f"`{pack}`",
                        verdict=gettext("the seal holds") if held else gettext("the seal is broken"),
                    )
                )
    if any(day >= today for day, _ in told):
        lines.append(
            "-# "
            + gettext(
                "Boards are drawn and sealed the day before: once their packs are told here, when the day is "
                "over, anybody can check that no card was changed. A seal is the SHA-256 of the salt, a new "
                "line and the pack."
            )
        )
    return "\n".join(lines)


def rank_lines(result: PersonalDay, words: Catalogue) -> list[str]:
    """The totals, the ranks overall and on this server, and the streak."""
    gettext, pgettext = words.gettext, words.pgettext
    if result.everywhere is None:
        return [
            words.ngettext(
                "**{number} board was not finished by midnight UTC, so the day is not ranked.**",
                "**{number} boards were not finished by midnight UTC, so the day is not ranked.**",
                BOARDS - len(result.boards),
            )
        ]
    lines = _beside_hoyle(result, words)
    if result.everywhere.alone and result.over:
        lines.append(gettext("Nobody else has played all four boards, so there is no place."))
    elif result.everywhere.alone:
        lines.append(gettext("Nobody else has played all four boards, so there is no place yet."))
    else:
        values = {
            "percent": percent(result.everywhere.worth, words),
            "place": place(result.everywhere, words),
        }
        lines.append(gettext("**{place}, {percent} in all**", **values))
    if result.here is not None and not result.here.alone:
        here = {"percent": percent(result.here.worth, words), "place": place(result.here, words)}
        lines.append(gettext("{place} on this server, {percent}", **here))
    if result.streak:
        days = words.npgettext("amount", "{number} day", "{number} days", result.streak)
        lines.append(pgettext("score", "Streak: {days}", days=days))
    return lines


def _beside_hoyle(result: PersonalDay, words: Catalogue) -> list[str]:
    # Only if Hoyle's result of every board is known.
    hoyle = [board.hoyle for board in result.boards if board.hoyle is not None]
    if len(hoyle) < len(result.boards):
        return []
    return [
        words.gettext(
            "**You made {mine} in all, Hoyle in your chair {hoyle}.**",
            mine=score_words(sum(board.score for board in result.boards), result.game, words),
            hoyle=score_words(sum(hoyle), result.game, words),
        )
    ]


def footnotes(result: PersonalDay, words: Catalogue, *, on_server: bool) -> list[str]:
    """What the figures mean, and until when they change."""
    gettext = words.gettext
    lines = []
    if not all(board.everywhere.alone for board in result.boards):
        lines.append(
            gettext(
                "Percent: how many of the others with your cards you beat; who made as much as you counts "
                "half."
            )
        )
    if any(board.hoyle is not None for board in result.boards):
        lines.append(
            gettext(
                "Hoyle in your chair: what a house player makes of your cards, with house players in the "
                "other chairs as with you."
            )
        )
    if any(board.par is not None for board in result.boards):
        lines.append(gettext("Best play (par): what all four would make of the deal if they saw every card."))
    if not result.over:
        end = f"<t:{(result.day + 1) * 86400}:R>"
        lines.append(gettext("Others still play, so this changes until midnight UTC, {end}.", end=end))
        lines.append(gettext("Keep the cards to yourself until then; what is posted tells nothing of them."))
    if result.streak:
        lines.append(gettext("A streak goes on if you miss one day in seven."))
    if not on_server and result.everywhere is not None:
        lines.append(gettext("On a server, `/daily` has a button to post it in the channel."))
    return lines
