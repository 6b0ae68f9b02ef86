"""What is worked out although nobody has asked: decided with the change that makes it necessary."""

from collections.abc import Sequence
from typing import Final

from bot.jobs.ports import Job
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.change import Change
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.ports import Analyst, Replayer

ANALYSIS: Final = "analysis"  # what was best in a hand that is over
PAR: Final = "par"  # what a board is worth with best play by all
MOMENTS: Final = "moments"  # the decisions of a hand that mattered most to one who played it
REPLAY: Final = "replay"  # the finished hands of a table beside the replays of their deals


def analysis_job(table_id: int, hand: int) -> Job:
    """Analyses that hand."""
    return Job(ANALYSIS, f"{table_id}:{hand}", {"table": table_id, "hand": hand})


def moments_job(table_id: int, hand: int, chair: int) -> Job:
    """Finds the moments of whoever played that hand in that chair."""
    return Job(MOMENTS, f"{table_id}:{hand}:{chair}", {"table": table_id, "hand": hand, "chair": chair})


def par_job(board_id: int) -> Job:
    """Solves that board."""
    return Job(PAR, str(board_id), {"board": board_id})


def replay_job(table_id: int, since: str) -> Job:
    """Replays what is still to be replayed at that table; `since` is the change that made it necessary."""
    return Job(REPLAY, f"{table_id}:{since}", {"table": table_id})


class JobPlanner:
    """Decides which jobs a change of a table makes necessary. With `analyse` every hand is analysed and every
    board solved, also where nobody has asked."""

    def __init__(self, analyst: Analyst, replayer: Replayer, *, analyse: bool) -> None:
        self._analyst = analyst
        self._replayer = replayer
        self._analyse = analyse

    def jobs(self, before: TableSnapshot, after: TableSnapshot, change: Change) -> Sequence[Job]:
        """The jobs of a change that brings the table from `before` to `after`."""
        table = after.table
        jobs: list[Job] = []
        hands = _hands_over(before, after, change)
        board = table.board if before.table.open and not table.open else None
        wanted = self._analyse and bool(hands or board)
        if wanted and self._analyst.refusal(table.game, table.options) is None:
            jobs += [analysis_job(table.id, hand) for hand in hands]
            jobs += [par_job(board.board)] if board is not None else []
        if self._replayer.replays and _is_to_be_replayed(before, after, change):
            jobs.append(replay_job(table.id, str(table.version)))
        return jobs


def _hands_over(before: TableSnapshot, after: TableSnapshot, change: Change) -> Sequence[int]:
    # Hands with people in them: of matches that count, and the boards of a day, one hand each.
    play, table = after.table.board, after.table
    if play is None:
        return sorted({outcome.number for outcome in change.outcomes if outcome.unit == "hand"})
    ended = before.table.open and table.status is Status.FINISHED
    return [1] if ended and not play.session and play.table > 0 else []


def _is_to_be_replayed(before: TableSnapshot, after: TableSnapshot, change: Change) -> bool:
    table = after.table
    ended = before.table.status is Status.PLAYING and table.status is not Status.PLAYING
    opened = before.table.secret and not table.secret
    return table.game in WEIGHTS and not table.secret and (bool(change.played) or ended or opened)
