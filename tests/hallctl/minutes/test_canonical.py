from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes import CanonicalError, canonical


class Kind(StrEnum):
    LINE = "line"


class Number(IntEnum):
    ONE = 1


def test_objects_are_written_without_spaces_and_with_sorted_keys() -> None:
    assert canonical({"b": [1, True, None], "a": "ñ"}) == '{"a":"ñ","b":[1,true,null]}'.encode()


def test_keys_are_sorted_by_utf16_units_and_not_by_code_points() -> None:
    # The example of RFC 8785, 3.2.3: the emoji's surrogates sort before U+FB33, its code point after.
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    expected = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert canonical({key: 0 for key in keys}) == canonical_by_hand(expected)


def canonical_by_hand(keys: list[str]) -> bytes:
    return ("{" + ",".join(f'"{key}":0'.replace("\r", "\\r") for key in keys) + "}").encode()


def test_strings_are_escaped_as_rfc_8785_says() -> None:
    assert canonical('\b\t\n\f\r"\\\x00\x1f\x7f/€') == rb'"\b\t\n\f\r\"\\\u0000\u001f' + '\x7f/€"'.encode()


@pytest.mark.parametrize("number", [0, -1, 2**53 - 1, -(2**53 - 1)])
def test_integers_that_every_reader_keeps_are_written(number: int) -> None:
    assert canonical(number) == str(number).encode()


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        2**53,
        -(2**53),
        b"x",
        (1,),
        {1: "a"},
        {"a": {None: 1}},
        object(),
        "\ud800",
        {"\udc00": 1},
        Kind.LINE,
        Number.ONE,
        [{"deep": {1.5}}],
    ],
)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(CanonicalError):
        canonical(value)


def test_a_value_that_contains_itself_is_refused() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(CanonicalError, match="nested"):
        canonical(value)


text = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53 - 1), 2**53 - 1) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(text, values, max_size=5))
def test_the_order_in_which_an_object_was_built_does_not_show(value: dict[str, Any]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)
