"""What a session of Duplicate has come to: the ranking, and a board with what was made of it everywhere."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from bot.duplicate.results import Ranked, members, rankings, teams_score, travellers
from bot.duplicate.scores import shared
from bot.duplicate.scoring import Award, Comparison, Line, TeamsBoard
from bot.duplicate.session import BoardAtTable, Entry, Kind, Scoring, Session
from bot.rules.catalogue import Catalogue
from cogs.names import write_name
from cogs.views.session_words import pair_text, team_name


def standings_text(session: Session, words: Catalogue) -> str:
    """The standings by the boards that nobody has still to play."""
    if not session.lines():
        return words.gettext("No board has been played by everybody yet, so there is nothing to compare.")
    if session.kind is Kind.TEAMS:
        return _teams_text(session, words)
    groups = rankings(session)
    directions = [words.gettext("**North–South**"), words.gettext("**East–West**")]
    heads = [""] if len(groups) == 1 else directions
    parts = []
    for head, ranked in zip(heads, groups, strict=True):
        parts.append("\n".join(filter(None, [head, *(_ranked(one, session, words) for one in ranked)])))
    return "\n".join(parts)


def worth_text(worth: Fraction, session: Session) -> str:
    """What a board, or a session, is worth to a pair: `58.3%`, or the distance from the average."""
    if session.scoring is Scoring.MATCHPOINTS:
        return f"{float(100 * worth):.1f}%"
    return signed(worth)


def signed(number: Fraction) -> str:
    """`+2`, `−1.5`, `0`."""
    size = f"{float(abs(number)):.2f}".rstrip("0").rstrip(".")
    if size == "0":
        return "0"
    return f"+{size}" if number > 0 else f"−{size}"


def score_text(line: Line, session: Session, words: Catalogue) -> str:
    """What North and South made at a table, or what was awarded."""
    if line.compared and line.score is not None:
        tricks = shared(session.game)
        if tricks:
            return words.ngettext("{number} trick", "{number} tricks", line.score)
        return signed(Fraction(line.score))
    sides = [_award(line.award(line.ns), words), _award(line.award(line.ew), words)]
    return sides[0] if sides[0] == sides[1] else " / ".join(sides)


def traveller_lines(session: Session, board: int, words: Catalogue) -> list[str]:
    """Who made what of a board at which table, the best score of North and South first."""
    if session.kind is Kind.TEAMS:
        return [_team_line(line, session, words) for line in session.lines() if line.board == board]
    return [_pairs_line(one, session, words) for one in travellers(session).get(board, ())]


def own_line(one: BoardAtTable, session: Session, words: Catalogue) -> str:
    """What was made of a board at one table."""
    return _team_line(one.line, session, words)


def gained_text(session: Session, board: int, words: Catalogue) -> str:
    """What a team has gained on a board of a match; nothing in a session of pairs."""
    if session.kind is not Kind.TEAMS:
        return ""
    found = next((one for one in teams_score(session).boards if one.board == board), None)
    return "" if found is None else _gain(found.gained, words)


def _teams_text(session: Session, words: Catalogue) -> str:
    score = teams_score(session)
    head = _lead(score.gained, words)
    teams = [
        f"{team_name(team, words)}: {words.listed([write_name(one) for one in members(session, team)])}"
        for team in (0, 1)
    ]
    lines = [f"### {head}", *teams, *_boards_in_a_line(score.boards, words)]
    if shared(session.game) and score.boards:
        first, second = score.totals
        lines.append(words.gettext("Tricks in all: {first} to {second}.", first=first, second=second))
    return "\n".join(lines)


def _boards_in_a_line(boards: Sequence[TeamsBoard], words: Catalogue) -> Iterable[str]:
    if boards:
        gains = " · ".join(f"{one.board}: {signed(one.gained)}" for one in boards)
        yield words.gettext("By boards, as {team} has it: {gains}", team=team_name(0, words), gains=gains)


def _lead(gained: Fraction, words: Catalogue) -> str:
    if not gained:
        return words.gettext("The teams are level")
    team = team_name(0 if gained > 0 else 1, words)
    return words.gettext("{team} leads by {number}", team=team, number=signed(abs(gained)).removeprefix("+"))


def _gain(gained: Fraction, words: Catalogue) -> str:
    if not gained:
        return words.gettext("Nobody gains on it.")
    team = team_name(0 if gained > 0 else 1, words)
    return words.gettext(
        "{team} gains {number} on it.", team=team, number=signed(abs(gained)).removeprefix("+")
    )


def _ranked(one: Ranked, session: Session, words: Catalogue) -> str:
    standing = one.standing
    place = "–" if standing.rank is None else f"{standing.rank}{'=' if standing.tied else ''}\\."
    boards = words.ngettext("{number} board", "{number} boards", standing.boards)
    worth = worth_text(standing.total, session)
    return f"{place} {pair_text(one.entry.players)}: **{worth}** ({boards})"


def _pairs_line(one: Comparison, session: Session, words: Catalogue) -> str:
    line = one.line
    return words.gettext(
        "Table {table}: {ns} {score} ({worth}) against {ew}",
        table=line.table,
        ns=_pair(session.entry(line.ns)),
        score=score_text(line, session, words),
        worth=worth_text(one.ns, session),
        ew=_pair(session.entry(line.ew)),
    )


def _team_line(line: Line, session: Session, words: Catalogue) -> str:
    return words.gettext(
        "Table {table}: {ns} {score} against {ew}",
        table=line.table,
        ns=_pair(session.entry(line.ns)),
        score=score_text(line, session, words),
        ew=_pair(session.entry(line.ew)),
    )


def _pair(entry: Entry) -> str:
    return pair_text(entry.players)


def _award(award: Award, words: Catalogue) -> str:
    match award:
        case Award.AVERAGE:
            return words.gettext("average")
        case Award.PLUS:
            return words.gettext("average plus")
        case Award.MINUS:
            return words.gettext("average minus")
