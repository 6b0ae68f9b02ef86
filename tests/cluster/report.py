"""What a run came to, against its targets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.fake_discord.checks import LATE_SECONDS, Findings
from tests.fake_discord.driver import Press
from tests.fake_discord.records import Records
from tests.fake_discord.world import ACKNOWLEDGE_SECONDS

MOST_CALLS: Final = 45
MOST_SHARE: Final = 0.6
MOST_SECONDS: Final = 1.0
LEAST_RATE: Final = 0.9

_MOVES: Final = ("moves lost", "moves taken for two", "logs that cannot be played through")
_POSTS: Final = ("posts owed", "posts lost", "posts doubled", "posts out of order", "messages doubled")
_SHOWN: Final = (
    "tables behind",
    "table messages gone",
    "table messages behind",
    "table messages doubled",
    "panels doubled",
    "panels behind",
    "panels behind at their turn",
    "turns without a move to press",
)


@dataclass(slots=True)
class Timeline:
    """When what happened to the processes, in seconds since the epoch; `together` are the spans in which all
    were there. `late_before` and `late_after` say how late a clock was at most, before the kill and after it;
    `lags` how late the fake Discord itself was, `cpu` what each process has taken of a processor."""

    began: float = 0.0
    ended: float = 0.0
    restart: tuple[float, float] | None = None
    killed: float | None = None
    back: float | None = None
    together: list[tuple[float, float]] = field(default_factory=list)
    late_before: float = 0.0
    late_after: float = 0.0
    settled_in: float | None = None
    lags: list[float] = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=dict)
    log_errors: list[str] = field(default_factory=list)
    exits: dict[str, int | None] = field(default_factory=dict)

    def are_together(self, at: float) -> bool:
        """Whether all processes were there at that time."""
        return any(start <= at <= end for start, end in self.together)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report; `good` is None where nothing is wanted."""

    what: str
    wanted: str
    found: str
    good: bool | None = None


def failed(presses: Sequence[Press]) -> list[Press]:
    """Those that nobody acknowledged in time."""
    return [press for press in presses if press.interaction.acknowledged_at is None]


def lines(
    presses: Sequence[Press],
    records: Records,
    found: Findings,
    times: Timeline,
    gaps: Sequence[float],
    rate: float,
    *,
    shared: bool,
) -> list[Line]:
    """The report, line by line. `shared`: Discord lets every session of a shard hear of a click."""
    report = [*_clicks(presses, times, rate), *_stored(found)]
    report += _takeover(times, gaps)
    report += _shares(presses, times, shared=shared)
    report += _requests(records)
    errors = f"{len(times.log_errors)}" + (f", first: {times.log_errors[0]}" if times.log_errors else "")
    spent = times.ended - times.began
    lags, cpu = sorted(times.lags), ", ".join(f"{name} {one:.0f} s" for name, one in times.cpu.items())
    lag = f"p99 {_percentile(lags, 0.99) * 1000:.0f} ms, most {_percentile(lags, 1) * 1000:.0f} ms"
    report += [
        Line("processor time", "", f"{cpu}, of {spent:.0f} s"),
        Line("the fake Discord itself was late by", "", lag),
    ]
    report.append(Line("errors in the processes' logs", "0", errors, not times.log_errors))
    return report


def _clicks(presses: Sequence[Press], times: Timeline, rate: float) -> list[Line]:
    seconds = sorted(one for press in presses if (one := press.interaction.seconds) is not None)
    lost = failed(presses)
    killed = times.killed
    in_flight = [
        press
        for press in lost
        if killed is not None and killed - ACKNOWLEDGE_SECONDS <= press.interaction.at <= killed
    ]
    others = [press for press in lost if press not in in_flight]
    begun, over = times.restart or (0.0, 0.0)
    rolling = [press for press in others if begun <= press.interaction.at <= over]
    after = [press for press in others if killed is not None and press.interaction.at > killed]
    unheard = [press for press in others if not press.interaction.sent_to]
    made = sum(press.interaction.at >= times.began for press in presses) / (times.ended - times.began)
    codes = Counter(code for press in presses for _, _, code in press.interaction.refused)
    quick = bool(seconds) and _percentile(seconds, 0.99) < MOST_SECONDS
    parted: dict[bool, list[float]] = {True: [], False: []}
    for press in presses:
        if (one := press.interaction.seconds) is not None:
            parted[times.are_together(press.interaction.at)].append(one)
    return [
        Line(
            "clicks", f"{rate:g} a second", f"{len(presses)}, {made:.1f} a second", made >= LEAST_RATE * rate
        ),
        Line("acknowledged within", f"p99 < {MOST_SECONDS:g} s", _spread(seconds), quick),
        Line("... while all processes are there", "", _spread(parted[True])),
        Line("... while one is not", "", _spread(parted[False])),
        Line("failed in the rolling restart", "0", str(len(rolling)), not rolling),
        Line("failed, under way at the kill", "those only", str(len(in_flight))),
        Line("failed after the kill", "0", str(len(after)), not after),
        Line("failed in all, but for those", "0", f"{len(others)} ({len(unheard)} unheard)", not others),
        Line("calls about clicks refused", "", ", ".join(f"{code}: {n}" for code, n in codes.items()) or "0"),
    ]


def _stored(found: Findings) -> list[Line]:
    report = [
        Line("apologies", "0", str(found.count("apologies")), not found.count("apologies")),
        Line("moves refused", "", f"{sum(found.refusals.values())}: {dict(found.refusals.most_common(4))}"),
    ]
    for what, names, total in (
        ("moves lost or doubled", _MOVES, f"{found.moves_accepted} clicked, {found.moves_stored} stored"),
        ("posts lost or doubled", _POSTS, f"{found.posts_stored} stored"),
        ("shown otherwise than stored", _SHOWN, ""),
        ("tables standing still", ("tables overdue",), ""),
    ):
        count = found.count(*names)
        wrong = ", ".join(f"{name}: {len(found.wrong[name])}" for name in names if found.wrong[name])
        told = "; ".join(filter(None, (wrong, total)))
        report.append(Line(what, "0", f"{count} ({told})" if told else str(count), not count))
    return report


def _takeover(times: Timeline, gaps: Sequence[float]) -> list[Line]:
    wanted = f"<= {LATE_SECONDS:g} s"
    report = [Line("latest clock before the kill", wanted, f"{times.late_before:.1f} s")]
    if times.killed is not None:
        late, gap = times.late_after, max(gaps, default=0.0)
        report += [
            Line("latest clock after the kill", wanted, f"{late:.1f} s", late <= LATE_SECONDS),
            Line("first move of the bot after it", wanted, f"{gap:.1f} s at most", gap <= LATE_SECONDS),
        ]
    settled = "not" if times.settled_in is None else f"in {times.settled_in:.0f} s"
    report.append(Line("settled after the last click", "", settled))
    return report


def _shares(presses: Sequence[Press], times: Timeline, *, shared: bool) -> list[Line]:
    by_process: Counter[str] = Counter()
    for press in presses:
        at, name = press.interaction.at, press.interaction.acknowledged_by
        if name and times.are_together(at):
            by_process[name.rstrip("0123456789")] += 1
    total = sum(by_process.values())
    if not total:
        return []
    shares = {name: count / total for name, count in sorted(by_process.items())}
    what = "clicks answered, while all are there"
    told = ", ".join(f"{name}: {share:.0%}" for name, share in shares.items())
    if not shared:
        return [Line(what, "", told)]
    return [Line(what, f"<= {MOST_SHARE:.0%}", told, max(shares.values()) <= MOST_SHARE)]


def _requests(records: Records) -> list[Line]:
    most, invalid = records.most_a_second, sum(records.invalid.values())
    early = sum(one.early for one in records.identifies)
    of_bots = sum(call.budgeted for call in records.calls)
    told = f"{most} ({of_bots} in all)"
    return [
        Line("calls with the bot's token a second", f"<= {MOST_CALLS}", told, most <= MOST_CALLS),
        Line("answers 429, for all calls", "0", str(records.limited), not records.limited),
        Line("answers 429, for one channel", "", str(records.invalid[429] - records.limited)),
        Line("answers 401 and 403", "", str(invalid - records.invalid[429])),
        Line("identifies too early", "0", f"{early} of {len(records.identifies)}", not early),
        Line("commands synced", "once", str(len(records.command_syncs)), len(records.command_syncs) == 1),
        Line("messages sent twice, kept once", "", f"{sum(records.repeated.values())}"),
        Line("routes there are not", "0", str(dict(records.unknown) or 0), not records.unknown),
    ]


def printed(report: Sequence[Line]) -> str:
    width, wanted = max(len(line.what) for line in report), max(len(line.wanted) for line in report)
    signs = {True: "ok", False: "MISSED", None: ""}
    return "\n".join(
        f"{line.what:{width}}  {line.wanted:{wanted}}  {signs[line.good]:6}  {line.found}" for line in report
    )


def _spread(seconds: Sequence[float]) -> str:
    values = sorted(seconds)
    p50, p99, most = (_percentile(values, share) * 1000 for share in (0.5, 0.99, 1.0))
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, most {most:.0f} ms ({len(values)})"


def _percentile(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0
