"""What a server's owner sees of people who may tip each other off. Nobody else may see it."""

from bot.duplicate.contests.collusion import FEWEST_TOGETHER, Findings, Hint
from bot.rules.catalogue import Catalogue
from cogs.ui.actions import SETTINGS
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.ui.names import mention

_MOST_HINTS = 10
_LEAST = 1e-6


def draw_fair_play(findings: Findings, words: Catalogue) -> Drawing:
    """The hints of a server, with what they mean and do not."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    layout.text("### " + gettext("Do two people tip each other off?"))
    layout.text(
        gettext(
            "For every two people who have played at least {boards} of the same boards of the day for this "
            "server in the last year, I compare what one makes of boards that the other had finished before "
            "with what they make of their other boards.",
            boards=FEWEST_TOGETHER,
        )
    )
    if not findings.pairs:
        layout.text(gettext("No two people have played that many of the same boards yet."))
    elif not findings.hints:
        told = words.ngettext(
            "Nothing stands out: I have compared {number} pair of people.",
            "Nothing stands out: I have compared {number} pairs of people.",
            findings.pairs,
        )
        layout.text(told)
    else:
        layout.text("\n".join(_hint(hint, words) for hint in findings.hints[:_MOST_HINTS]))
    layout.small(
        gettext(
            "A hint is no proof: about one server in 200 gets one by chance, and there are other reasons to "
            "do better after somebody else. Tips on few boards, or before every board, are not found. Only "
            "the owner of the server sees this, and it is not stored. People who are hidden from "
            "leaderboards are left out."
        )
    )
    layout.buttons([SETTINGS.button("server", pgettext("button", "Back"))])
    return layout.drawing()


def _hint(hint: Hint, words: Catalogue) -> str:
    return words.gettext(
        "- {name} after {other}: beats {after} of the field on {boards} boards; else {besides} on "
        "{others}. By chance at most once on {servers} servers.",
        name=mention(hint.user_id),
        other=mention(hint.other_id),
        after=words.percent(round(100 * hint.after.worth)),
        boards=hint.after.boards,
        besides=words.percent(round(100 * hint.besides.worth)),
        others=hint.besides.boards,
        servers=words.number(round(1 / max(hint.chance, _LEAST))),
    )
