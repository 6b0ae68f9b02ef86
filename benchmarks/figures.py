"""Figures and their targets."""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. `met` None: nothing is asked of it, it is for information."""

    name: str
    value: float
    unit: str = ""
    target: str = ""
    met: bool | None = None

    @classmethod
    def at_most(cls, name: str, value: float, unit: str, most: float | None) -> Self:
        """A figure that must not be more than that; None: for information."""
        if most is None:
            return cls(name, value, unit)
        return cls(name, value, unit, f"at most {most:,g}", value <= most)

    @classmethod
    def at_least(cls, name: str, value: float, unit: str, least: float) -> Self:
        """A figure that must not be less than that."""
        return cls(name, value, unit, f"at least {least:,g}", value >= least)

    def line(self) -> str:
        value = f"{self.value:,}" if isinstance(self.value, int) else f"{self.value:,.2f}"
        verdict = {None: "", True: ": ok", False: ": MISSED"}[self.met]
        target = f"  (target {self.target}{verdict})" if self.target else ""
        return f"  {self.name}: {value}{' ' if self.unit else ''}{self.unit}{target}"


class Missing(Exception):
    """An optional package is not there; the text says in one line what to install."""


def needs(package: str, requirements: str) -> None:
    """Raise Missing unless the package is installed."""
    if importlib.util.find_spec(package) is None:
        raise Missing(f"{package} is not installed; pip install -r requirements/{requirements}.txt")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
