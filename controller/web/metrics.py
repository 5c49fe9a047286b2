"""Write measurements in the OpenMetrics text format, for Prometheus."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

METRICS_CONTENT_TYPE: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"

Samples = Sequence[tuple[tuple[str, ...], float]]
"""Values of labels, and the value that belongs to them."""


class Metric(Struct, frozen=True):
    """A family of samples.

    Attributes:
        name: with its unit; of a counter without ``_total``, of an info without ``_info``.
        samples: with the values of ``labels``.
    """

    name: str
    help: str
    samples: Samples
    labels: tuple[str, ...] = ()
    kind: Literal["gauge", "counter", "info"] = "gauge"


def gauge(name: str, text: str, value: float | None) -> Metric:
    """Return a metric without labels; without a sample if ``value`` is None."""
    return Metric(name, text, [] if value is None else [((), value)])


SUFFIXES: Final = {"gauge": "", "counter": "_total", "info": "_info"}
ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def format_metrics(metrics: Iterable[Metric]) -> str:
    return "".join(f"{line}\n" for metric in metrics for line in _format_lines(metric)) + "# EOF\n"


def _format_lines(metric: Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {metric.help}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for key, value in metric.samples:
        pairs = ",".join(f'{name}="{text.translate(ESCAPES)}"' for name, text in zip(metric.labels, key, strict=True))
        yield f"{metric.name}{SUFFIXES[metric.kind]}{f'{{{pairs}}}' if pairs else ''} {value}"
