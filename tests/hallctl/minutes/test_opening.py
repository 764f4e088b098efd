"""Whatever an opening diligence says is read, or is an error of its form; nothing else comes of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes import Draft, EntryError, seal
from hallctl.minutes.entry import NO_HASH
from hallctl.minutes.opening import Opening
from tests.hallctl.minutes.notary.hall import STAMP, Hall

BODY = dict(Hall().opening(1, None).body)
LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*BODY, "person"]), inner),
)


def read(body: dict[str, Any]) -> Opening:
    return Opening.read(seal(Draft("BookOpened", body, "director:x"), STAMP, 1, NO_HASH))


def test_what_a_hall_writes_is_without_fault() -> None:
    assert read(BODY).faults() == []
    assert read({"volume": 1}).form == 2


@given(st.dictionaries(st.sampled_from([*BODY]), VALUES, min_size=1))
def test_no_value_in_an_opening_is_more_than_a_fault(changes: dict[str, Any]) -> None:
    try:
        opening = read({**BODY, **changes})
    except EntryError:
        return
    assert isinstance(opening.faults(), list)


@pytest.mark.parametrize("key", ["origin", "controller", "authority", "people", "signed"])
def test_nothing_of_the_keys_may_be_left_out(key: str) -> None:
    assert read({name: value for name, value in BODY.items() if name != key}).faults()
