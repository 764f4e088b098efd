"""Whatever is measured, Prometheus' own parser reads back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from hallctl.app.service.exposition import Family, Sample, by_label, counter, gauge, histogram, text_of
from hallctl.app.service.meter import Histogram


def parsed(*families: Family) -> dict[str, Any]:
    return {family.name: family for family in text_string_to_metric_families(text_of(families))}


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_any_label_and_any_number_come_back_as_they_were(label: str, value: float) -> None:
    family = by_label("hallctl_x", "gauge", "A figure.", "code", {label: value})
    (sample,) = parsed(family)["hallctl_x"].samples
    assert (sample.labels, sample.value) == ({"code": label}, value)


def test_help_with_a_line_feed_and_a_backslash_stays_one_line() -> None:
    assert parsed(gauge("hallctl_x", "One\nand \\ two.", 1))["hallctl_x"].documentation == "One\nand \\ two."


def test_a_metric_without_anything_to_measure_is_named_and_has_no_sample() -> None:
    found = parsed(gauge("hallctl_x", "Nothing yet.", None), counter("hallctl_y_total", "Some.", 3))
    assert found["hallctl_x"].samples == []
    assert [s.value for s in found["hallctl_y"].samples] == [3]


@pytest.mark.parametrize(
    ("seconds", "at_most"),
    [((), (0, 0, 0)), ((0.5,), (1, 1, 1)), ((1.0,), (1, 1, 1)), ((1.5, 9.0), (0, 1, 2))],
)
def test_each_bucket_holds_what_is_in_those_before_it(
    seconds: tuple[float, ...], at_most: tuple[int, ...]
) -> None:
    counted = Histogram.of((1.0, 2.0))
    for each in seconds:
        counted = counted.with_(each)
    samples = parsed(histogram("hallctl_x_seconds", "A time.", counted))["hallctl_x_seconds"].samples
    found = [(s.labels["le"], s.value) for s in samples if s.name.endswith("_bucket")]
    assert found == list(zip(("1", "2", "+Inf"), at_most, strict=True))
    ends = {s.name: s.value for s in samples if not s.labels}
    assert ends == {"hallctl_x_seconds_sum": sum(seconds), "hallctl_x_seconds_count": len(seconds)}


def test_a_sample_may_bear_several_labels() -> None:
    family = Family("hallctl_x", "gauge", "Two.", (Sample(1, (("a", "1"), ("b", "2"))),))
    assert parsed(family)["hallctl_x"].samples[0].labels == {"a": "1", "b": "2"}
