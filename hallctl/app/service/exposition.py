"""The text that Prometheus reads, version 0.0.4: families of samples, escaped, ended by a line feed.

Not responsible for any figure. Written here and not taken from a library, because the official one keeps a
registry of the whole process; the tests read every answer with its parser (docs/decisions/0011).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from hallctl.app.service.meter import Histogram

Labels = tuple[tuple[str, str], ...]
Kind = Literal["gauge", "counter", "histogram"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One line: what is added to the name of its family, its labels and its value."""

    value: float
    labels: Labels = ()
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """A metric: its name, what it is, and its samples, none where there is nothing to measure."""

    name: str
    kind: Kind
    help: str
    samples: tuple[Sample, ...] = ()


def gauge(name: str, help_: str, value: float | None) -> Family:
    """Return a gauge of one value; None where there is nothing to measure."""
    return Family(name, "gauge", help_, () if value is None else (Sample(value),))


def counter(name: str, help_: str, value: int) -> Family:
    """Return a counter of one value."""
    return Family(name, "counter", help_, (Sample(value),))


def by_label(name: str, kind: Kind, help_: str, label: str, values: Mapping[str, float]) -> Family:
    """Return a metric with one value for each value of a label."""
    samples = tuple(Sample(value, ((label, each),)) for each, value in sorted(values.items()))
    return Family(name, kind, help_, samples)


def histogram(name: str, help_: str, counted: Histogram) -> Family:
    """Return a histogram: every bucket holds what is in those before it."""
    at_most = counted.cumulative
    bounds = [*map(_number, counted.bounds), "+Inf"]
    buckets = [Sample(n, (("le", le),), "_bucket") for le, n in zip(bounds, at_most, strict=True)]
    ends = Sample(counted.total, (), "_sum"), Sample(at_most[-1], (), "_count")
    return Family(name, "histogram", help_, (*buckets, *ends))


def text_of(families: Iterable[Family]) -> str:
    """Return families as Prometheus reads them."""
    return "".join(f"{line}\n" for family in families for line in _lines(family))


def _lines(family: Family) -> Iterable[str]:
    help_ = family.help.replace("\\", r"\\").replace("\n", r"\n")
    yield f"# HELP {family.name} {help_}"
    yield f"# TYPE {family.name} {family.kind}"
    for sample in family.samples:
        yield f"{family.name}{sample.suffix}{_labels(sample.labels)} {_number(sample.value)}"


def _labels(labels: Labels) -> str:
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{pairs}}}" if pairs else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))
