import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from hallctl.minutes import Entry, seal
from hallctl.minutes.chain import Audit, audit, check
from hallctl.minutes.entry import NO_HASH, Row, row_of
from tests.hallctl.minutes.sample import STAMP, ball, chain_of


def found(entries: list[Entry]) -> list[tuple[int, str]]:
    return [(problem.number, problem.code) for problem in check(entries)]


@pytest.mark.invariant("I10")
def test_a_sealed_chain_has_no_problem() -> None:
    assert found(chain_of(20)) == []
    assert found([]) == []


@pytest.mark.invariant("I11")
def test_a_missing_entry_is_a_gap_and_a_broken_link() -> None:
    entries = chain_of(5)
    del entries[2]
    assert found(entries) == [(4, "MIN-NUMBER"), (4, "MIN-LINK")]


@pytest.mark.invariant("I11")
def test_two_entries_swapped_are_found() -> None:
    entries = chain_of(4)
    entries[1], entries[2] = entries[2], entries[1]
    assert {code for _, code in found(entries)} == {"MIN-NUMBER", "MIN-LINK"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time", "2026-11-21T01:04:37.121Z"),
        ("actor", "x"),
        ("body", {"ball": 9}),
        ("kind", "x"),
    ],
)
def test_a_changed_field_is_found_at_its_entry(field: str, value: Any) -> None:
    entries = chain_of(4)
    entries[1] = entries[1]._replace(**{field: value})
    assert found(entries) == [(2, "MIN-HASH")]


def test_a_changed_request_is_found_at_its_entry() -> None:
    entries = chain_of(4)
    entries[1] = entries[1]._replace(request="x", digest="ef" * 32)
    assert found(entries) == [(2, "MIN-HASH")]


FORMS: list[dict[str, Any]] = [
    {"request": "x"},
    {"digest": "ab" * 32},
    {"request": "x", "digest": "AB" * 32},
    {"request": "x", "digest": "ab"},
    {"offset_minutes": 1440},
    {"offset_minutes": -1440},
]


@pytest.mark.parametrize("fields", FORMS)
def test_format_3_asks_for_forms_that_format_2_does_not(fields: dict[str, Any]) -> None:
    rows = [row_of(entry._replace(**fields)) for entry in chain_of(1)]
    assert [problem.code for problem in audit(rows).problems] == ["MIN-FORM"]
    old = Audit(form=2)
    old.take(rows[0])
    assert [problem.code for problem in old.problems] == ["MIN-HASH"]


@pytest.mark.parametrize("time", ["0000-01-01T00:00:00.000Z", "2026-12-31T23:59:60.000Z"])
def test_no_entry_is_of_year_0_or_of_a_leap_second(time: str) -> None:
    (row,) = map(row_of, chain_of(1))
    assert [problem.code for problem in audit([(row[0], time, *row[2:])]).problems] == ["MIN-FORM"]


def test_an_entry_sealed_again_after_a_change_breaks_the_next_link() -> None:
    entries = chain_of(4)
    entries[1] = seal(ball(90), STAMP, 2, entries[0].hash)
    assert found(entries) == [(3, "MIN-LINK")]


def test_a_first_entry_with_a_predecessor_is_found() -> None:
    assert found([seal(ball(1), STAMP, 1, "f" * 64)]) == [(1, "MIN-LINK")]


def test_a_body_without_canonical_form_is_found_and_the_walk_goes_on() -> None:
    entries = chain_of(4)
    entries[1] = entries[1]._replace(body={"ball": 1.5})
    assert found(entries) == [(2, "MIN-FORM")]


def test_a_body_stored_in_another_spelling_is_found() -> None:
    row = list(row_of(chain_of(1)[0]))
    row[9] = str(row[9]).replace(",", ", ")
    problems = audit([tuple(row)]).problems
    assert [problem.code for problem in problems] == ["MIN-FORM"]


def test_the_walk_keeps_no_more_than_a_few_entries_in_memory() -> None:
    def rows() -> Iterator[Row]:
        previous = NO_HASH
        for number in range(1, 2001):
            entry = seal(ball(number), STAMP, number, previous)
            previous = entry.hash
            yield row_of(entry)

    tracemalloc.start()
    try:
        seen = audit(rows())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert seen.entries == 2000
    assert seen.problems == []
    assert peak < 1_000_000  # all of them together take 3 MB
