"""Figures and their targets."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. `met` None: there is no target, the figure is for information."""

    name: str
    value: str
    target: str = ""
    met: bool | None = None

    def line(self) -> str:
        """The figure as it is printed."""
        verdict = {None: "", True: "ok", False: "MISSED"}[self.met]
        return f"  {self.name}: {self.value}" + (
            f"  (target {self.target}: {verdict})" if self.target else ""
        )


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
