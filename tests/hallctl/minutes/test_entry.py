import dataclasses
import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes import CanonicalError, Draft, EntryError, Stamp, seal
from hallctl.minutes.entry import NO_HASH, entry_of, hash_of, row_of
from tests.hallctl.minutes.sample import STAMP, ball


def test_every_field_but_the_hash_is_under_the_hash() -> None:
    entry = seal(ball(42), STAMP, 7, NO_HASH)
    assert entry.hash == hash_of(entry)
    for field in entry._fields:
        other: Any = {"number": 8, "offset_minutes": 0, "body": {"ball": 43}}.get(field, "x")
        changed = hash_of(entry._replace(**{field: other}))
        assert (changed == entry.hash) == (field == "hash"), field


def test_an_entry_survives_being_stored_and_read() -> None:
    entry = seal(ball(42), STAMP, 1, NO_HASH)
    assert entry_of(row_of(entry)) == entry


# Below U+10000 code points sort as RFC 8785 wants it, so that Python's own sort is the plain definition.
text = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53 - 1), 2**53 - 1) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


def plain_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@given(st.dictionaries(text, values, max_size=5), text, st.integers(1, 2**53 - 1))
def test_a_seal_is_the_sha256_over_the_plain_json_of_all_other_fields(
    body: dict[str, Any], actor: str, number: int
) -> None:
    entry = seal(Draft("Kind", body, actor, "r-1", "d"), STAMP, number, NO_HASH)
    fields = {
        **dataclasses.asdict(STAMP),
        "number": number,
        "actor": actor,
        "request": "r-1",
        "digest": "d",
        "kind": "Kind",
        "body": body,
        "previous": NO_HASH,
    }
    assert entry.hash == hash_of(entry) == hashlib.sha256(plain_json(fields).encode("utf-8")).hexdigest()
    assert entry._asdict() == {**fields, "hash": entry.hash}
    assert plain_json(body) in row_of(entry)
    assert json.dumps(entry.body, ensure_ascii=False, separators=(",", ":")) == plain_json(body)


def test_what_is_done_to_the_draft_later_does_not_touch_the_entry() -> None:
    body = {"cards": [1, 2]}
    entry = seal(Draft("Sold", body, "a"), STAMP, 1, NO_HASH)
    body["cards"].append(3)
    assert entry.body == {"cards": [1, 2]}
    assert entry.hash == hash_of(entry)


def test_a_body_with_a_float_is_refused() -> None:
    with pytest.raises(CanonicalError):
        seal(Draft("Paid", {"amount": 1.5}, "a"), STAMP, 1, NO_HASH)


def test_a_stamp_keeps_the_offset_of_the_halls_clock() -> None:
    bolivia = timezone(timedelta(hours=-4))
    stamp = Stamp.at(datetime(2026, 11, 20, 21, 4, 37, 120_999, bolivia), "synchronised", "boot-1")
    assert stamp == STAMP


def test_a_stamp_needs_a_time_zone() -> None:
    with pytest.raises(EntryError, match="time zone"):
        Stamp.at(datetime(2026, 11, 20, 21, 4), "unknown", "boot-1")


@pytest.mark.parametrize(
    "time",
    [
        "",
        "2026-11-21T01:04:37Z",
        "2026-11-21T01:04:37.120",
        "2026-13-21T01:04:37.120Z",
        "2026-11-21 01:04:37.120Z",
    ],
)
def test_a_time_in_another_form_is_refused(time: str) -> None:
    with pytest.raises(EntryError):
        Stamp(time, 0, "unknown", "boot-1")


def test_the_stamp_of_a_moment_in_utc_has_no_offset() -> None:
    assert (
        Stamp.at(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), "unknown", "b").time == "2026-01-02T03:04:05.000Z"
    )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (0, "1"),
        (1, "yesterday"),
        (5, None),
        (8, b"BallDrawn"),
        (9, "not json"),
        (9, '{"ball": 42}'),
        (9, '{"b":1,"a":2}'),
        (9, '{"a":1,"a":1}'),
        (9, '{"a":1.5}'),
        (9, "[1]"),
        (9, "[" * 100_000),
        (9, '{"a":' + "9" * 5000 + "}"),
    ],
)
def test_a_row_of_another_form_is_refused(column: int, value: Any) -> None:
    row = list(row_of(seal(ball(42), STAMP, 1, NO_HASH)))
    row[column] = value
    with pytest.raises(EntryError):
        entry_of(tuple(row))


def test_a_row_with_a_column_missing_is_refused() -> None:
    with pytest.raises(EntryError, match="11 columns"):
        entry_of(row_of(seal(ball(42), STAMP, 1, NO_HASH))[:-1])
