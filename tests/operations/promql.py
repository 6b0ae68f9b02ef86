"""The small part of PromQL that deploy/alerts.yaml is written in, for machines without promtool.

An expression is translated into Python, whose `|`, `&`, shifts and sums bind as PromQL's `or`, `and`,
comparisons and sums do. Increases are not extrapolated to the edges of their window, which no case of
`test_alerts` is near enough to a threshold to notice; promtool evaluates the same cases where it is there.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

Labels = frozenset[tuple[str, str]]
Samples = list[tuple[float, float]]  # minutes and values, in order
Series = Mapping[tuple[str, Labels], Samples]

LOOK_BACK: Final = 5.0  # how old the latest sample of a series may be, in minutes

_PYTHON: Final = (
    (r"\b((?:cardinal|process)_\w+|up)\b(?:\{([^}]*)\})?(?:\[(\d+)m\])?", r"select('\1', '\2', '\3')"),
    (r"\b(sum|max|count) by \(([\w, ]+)\) ", r"\1_by('\2')"),
    (r" and on \(([\w, ]+)\) ", r" & on('\1') @ "),
    *((f" {word} ", f" {sign} ") for word, sign in (("and", "&"), ("or", r"|"), ("<", "<<"), (">", ">>"))),
)


def series_of(notation: Mapping[str, str]) -> Series:
    """Series in promtool's notation, with a sample a minute: `{'up{job="a"}': "1+0x5 _x2 0"}`."""
    found = {}
    for name, values in notation.items():
        numbers: list[str | float] = []
        for start, step, times in re.findall(r"(_|-?[\d.]+)(?:\+([\d.]+))?(?:x(\d+))?", values):
            if start == "_":
                numbers += ["_"] * int(times or 1)
            else:
                numbers += [float(start) + n * float(step or 0) for n in range(int(times or 0) + 1)]
        key = name.partition("{")[0], frozenset(re.findall(r'(\w+)="([^"]*)"', name))
        found[key] = [(float(n), value) for n, value in enumerate(numbers) if isinstance(value, float)]
    return found


class Vector(dict[Labels, float]):
    """Values by labels, without the metric's name."""

    def __rshift__(self, other: Any) -> "Vector":
        return self._where(operator.gt, other)

    def __lshift__(self, other: Any) -> "Vector":
        return self._where(operator.lt, other)

    def __and__(self, other: Any) -> "Vector":
        of = other if isinstance(other, _On) else _On(None, other)
        return Vector({key: value for key, value in self.items() if of.has(key)})

    def __or__(self, other: Any) -> "Vector":  # type: ignore[override]
        return Vector({**other, **self})

    def __rmul__(self, number: float) -> "Vector":
        return Vector({key: number * value for key, value in self.items()})

    def __rsub__(self, number: float) -> "Vector":
        return Vector({key: number - value for key, value in self.items()})

    def _where(self, holds: Callable[[float, float], bool], other: Any) -> "Vector":
        of = other if isinstance(other, Vector) else dict.fromkeys(self, other)
        return Vector({key: value for key, value in self.items() if key in of and holds(value, of[key])})


class _On:
    def __init__(self, names: str | None, vector: Vector | None = None) -> None:
        self._names = names
        self._keys = {_only(key, names) for key in vector or ()}

    def __matmul__(self, vector: Vector) -> "_On":
        return _On(self._names, vector)

    def has(self, key: Labels) -> bool:
        return _only(key, self._names) in self._keys


def evaluate(expression: str, series: Series, minute: float) -> Vector:
    """What an expression yields at that minute."""

    def select(name: str, matchers: str, window: str) -> Any:
        asked = re.findall(r'(\w+)(=~?)"([^"]*)"', matchers)
        found = {labels: samples for (of, labels), samples in series.items() if of == name}
        for label, sign, value in asked:
            pattern = value if sign == "=~" else re.escape(value)
            found = {key: of for key, of in found.items() if re.fullmatch(pattern, dict(key).get(label, ""))}
        since = minute - float(window or LOOK_BACK)
        within = {key: [value for at, value in of if since < at <= minute] for key, of in found.items()}
        if window:
            return float(window), within
        latest = Vector({key: values[-1] for key, values in within.items() if values})
        latest.asked = frozenset((label, value) for label, _, value in asked)  # type: ignore[attr-defined]
        return latest

    def increase(selected: tuple[float, Mapping[Labels, list[float]]]) -> Vector:
        # A counter that falls has begun at 0 again.
        return Vector(
            {
                key: sum(after - before if after >= before else after for before, after in pairwise(values))
                for key, values in selected[1].items()
                if len(values) > 1
            }
        )

    known: dict[str, Any] = {
        "select": select,
        "on": _On,
        "increase": increase,
        "rate": lambda selected: 1 / (60 * selected[0]) * increase(selected),
        "time": lambda: 60 * minute,
        "abs": lambda vector: Vector({key: abs(value) for key, value in vector.items()}),
        "absent": lambda vector: Vector() if vector else Vector({vector.asked: 1.0}),
        "histogram_quantile": _quantile,
    }
    for name, over in (("sum", sum), ("max", max), ("count", len)):
        known[name] = lambda vector, over=over: _aggregated(over, "", vector)
        known[f"{name}_by"] = lambda by, over=over: lambda vector: _aggregated(over, by, vector)
    python = " ".join(expression.split())
    for pattern, instead in _PYTHON:
        python = re.sub(pattern, instead, python)
    found: Vector = eval(python, {"__builtins__": {}}, known)
    return found


def _only(key: Labels, names: str | None) -> Labels:
    return key if names is None else frozenset(one for one in key if one[0] in re.findall(r"\w+", names))


def _aggregated(over: Callable[[Iterable[float]], float], by: str, vector: Vector) -> Vector:
    groups: dict[Labels, list[float]] = {}
    for key, value in vector.items():
        groups.setdefault(_only(key, by), []).append(value)
    return Vector({key: over(values) for key, values in groups.items()})


def _quantile(quantile: float, buckets: Vector) -> Vector:
    # Of one histogram, interpolated within the bucket.
    bounds = sorted((float(dict(key)["le"]), value) for key, value in buckets.items())
    if not bounds or not bounds[-1][1]:
        return Vector()
    rank, below = quantile * bounds[-1][1], (0.0, 0.0)
    for bound, value in bounds:
        if value >= rank:
            share = (rank - below[1]) / (value - below[1])
            at = below[0] if bound == float("inf") else below[0] + share * (bound - below[0])
            return Vector({frozenset(): at})
        below = bound, value
    raise AssertionError("the last bucket holds all")
