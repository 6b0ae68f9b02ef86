"""Writes the Grafana dashboard of every metric: `python -m tools.dashboard`."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from prometheus_client import Counter, Gauge, Histogram, Info

from bot import metrics

PATH: Final = Path(__file__).parents[1] / "deploy" / "grafana.json"

_COLUMNS: Final = 3
_WIDTH: Final = 24 // _COLUMNS
_HEIGHT: Final = 8
_QUANTILES: Final = (0.5, 0.99)
_UNITS: Final = {"_seconds": "s", "_load": "percentunit"}
_SOURCE: Final = {"type": "prometheus", "uid": "${datasource}"}


def dashboard() -> dict[str, Any]:
    """The dashboard, with a panel for each metric in the order in which `bot.metrics` declares them."""
    declared = [one for one in vars(metrics).values() if isinstance(one, Counter | Gauge | Histogram | Info)]
    return {
        "title": "Cardinal",
        "uid": "cardinal",
        "tags": ["cardinal"],
        "schemaVersion": 39,
        "timezone": "browser",
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {
            "list": [
                {"name": "datasource", "type": "datasource", "query": "prometheus", "label": "Data source"}
            ]
        },
        "panels": [_panel(number, metric) for number, metric in enumerate(declared)],
    }


def _panel(number: int, metric: Counter | Gauge | Histogram | Info) -> dict[str, Any]:
    (described,) = metric.describe()
    name = described.name
    unit = next((unit for end, unit in _UNITS.items() if name.endswith(end)), "short")
    if isinstance(metric, Counter):
        unit = "cps"
    return {
        "id": number + 1,
        "title": name.removeprefix("cardinal_").replace("_", " ").capitalize(),
        "description": described.documentation,
        "type": "table" if isinstance(metric, Info) else "timeseries",
        "datasource": _SOURCE,
        "gridPos": {
            "x": number % _COLUMNS * _WIDTH,
            "y": number // _COLUMNS * _HEIGHT,
            "w": _WIDTH,
            "h": _HEIGHT,
        },
        "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + at), "expr": query, "legendFormat": legend, "datasource": _SOURCE}
            for at, (query, legend) in enumerate(_queries(metric, name))
        ],
    }


def _queries(metric: Counter | Gauge | Histogram | Info, name: str) -> Iterator[tuple[str, str]]:
    # The library tells the names of labels in no other way.
    labels: Sequence[str] = metric._labelnames
    by, legend = ", ".join(labels), " ".join(f"{{{{{label}}}}}" for label in labels) or "all"
    match metric:
        case Counter():
            yield f"sum by ({by}) (rate({name}_total[5m]))", legend
        case Histogram():
            for quantile in _QUANTILES:
                buckets = f"sum by ({', '.join(('le', *labels))}) (rate({name}_bucket[5m]))"
                yield f"histogram_quantile({quantile}, {buckets})", f"{legend} p{100 * quantile:g}"
        case Info():
            yield f"{name}_info", "{{instance}}"
        case _ if name.endswith("_timestamp_seconds"):
            yield f"time() - max({name})", "ago"
        case _:
            yield f"sum by ({', '.join(('instance', *labels))}) ({name})", f"{{{{instance}}}} {legend}"


def main() -> None:
    """Write the dashboard."""
    PATH.write_text(json.dumps(dashboard(), indent=1) + "\n")


if __name__ == "__main__":
    main()
