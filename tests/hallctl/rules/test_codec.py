"""Events are read from JSON values strictly, and every misfit is named with its path."""

from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from hallctl.rules.codec import SPARSE, CodecError, decode, encode


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    number: int


@dataclass(frozen=True)
class Wider(Inner):
    text: str = ""


@dataclass(frozen=True)
class Outer:
    name: str
    colour: Colour
    inner: Inner
    listed: tuple[Inner, ...]
    flag: bool = False
    perhaps: Inner | None = None
    late: int = field(default=0, metadata=SPARSE)


DATA = {"name": "a", "colour": "red", "inner": {"number": 1}, "listed": [{"number": 2}], "perhaps": None}


def test_a_value_comes_back_as_it_was():
    value = Outer("a", Colour.BLUE, Inner(1), (Inner(2), Inner(3)), perhaps=Inner(4), late=5)
    assert decode(Outer, encode(value)) == value
    assert decode(Outer, DATA) == Outer("a", Colour.RED, Inner(1), (Inner(2),))
    assert type(decode(Outer, {**DATA, "inner": {"number": 1, "text": "t"}}, {Inner: Wider}).inner) is Wider


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"more": 1}, ("Outer.more: campo desconocido",)),
        ({"colour": "green"}, ("Outer.colour: se espera uno de red, blue",)),
        ({"colour": 1}, ("Outer.colour: se espera uno de red, blue",)),
        ({"flag": 1}, ("Outer.flag: se espera bool, no int",)),
        (
            {"inner": [], "name": None},
            ("Outer.name: se espera str, no NoneType", "Outer.inner: se espera un objeto"),
        ),
        ({"inner": {}}, ("Outer.inner.number: falta",)),
        ({"listed": {}}, ("Outer.listed: se espera una lista",)),
        ({"listed": [{"number": 1}, {"number": True}]}, ("Outer.listed[1].number: se espera int, no bool",)),
        ({"perhaps": 1}, ("Outer.perhaps: se espera un objeto",)),
    ],
)
def test_every_misfit_is_named_with_its_path(change, problems):
    with pytest.raises(CodecError) as found:
        decode(Outer, {**DATA, **change})
    assert found.value.problems == problems
    with pytest.raises(CodecError, match="se espera un objeto"):
        decode(Outer, None)
