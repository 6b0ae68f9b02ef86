"""A person's moments of a hand, in words."""

from collections.abc import Mapping, Sequence

from bot.rules.catalogue import Catalogue
from bot.rules.moves import Move
from bot.rules.presentation.hints import Unit
from bot.rules.registry import text_for
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.snapshot import TableSnapshot
from cogs.ui.names import safe_name
from cogs.words.amounts import amount_text, cards_text


def moments_text(
    moments: Sequence[Moment],
    decisions: Mapping[int, Decision],
    hand: str,
    snapshot: TableSnapshot,
    words: Catalogue,
) -> str:
    """What would have been better, a paragraph a moment. `decisions` are the person's by step, `hand` what
    the hand is called."""
    title = "### " + words.gettext("{hand}: how you played", hand=hand)
    if not moments:
        nothing = words.gettext(
            "Nothing you played cost you much, by what you could know when you played it."
        )
        return f"{title}\n{nothing}"
    told = [moment_text(moment, decisions[moment.step], snapshot, words) for moment in moments]
    known = words.gettext(
        "Judged by what you could know at that moment, on the average over many ways in which the hidden "
        "cards may have lain."
    )
    small = [*(words.gettext(moment.author) for moment in moments if moment.author), known]
    return "\n".join([title, *told, *(f"-# {line}" for line in dict.fromkeys(small))])


def moment_text(moment: Moment, decision: Decision, snapshot: TableSnapshot, words: Catalogue) -> str:
    """What would have been better than that decision, and the rule for it."""
    text, names = text_for(snapshot.table.game, words), snapshot.names(safe_name, words)

    def label(move: Move) -> str:
        return text.describe_move(decision.view, move, names).uncounted

    moves = [decision.made, *map(snapshot.game.parse, moment.better)]
    better = list(dict.fromkeys(map(label, moves[1:])))
    values = {
        "trick": decision.trick,
        "made": label(decision.made),
        "better": cards_text(better, words),
        "amount": amount_text(moment.amount, Unit(moment.unit), words),
    }
    if decision.view.seat in names.seating.dummies:
        said = words.gettext(
            "**Trick {trick}**: you played {made} from dummy's hand. **{better}** would have been better by "
            "about {amount}.",
            **values,
        )
    elif any(text.describe_move(decision.view, move, names).group for move in moves):
        # Not all of them only play a card.
        said = words.gettext(
            "**Trick {trick}**: you chose “{made}”. **{better}** would have been better by about {amount}.",
            **values,
        )
    else:
        said = words.gettext(
            "**Trick {trick}**: you played {made}. **{better}** would have been better by about {amount}.",
            **values,
        )
    return f"{said}\n{words.gettext(moment.reason)}" if moment.reason else said
