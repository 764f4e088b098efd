"""The list of families to learn is well formed, and none of them is on another side of the split."""

import re

from tools.reader.families import families
from tools.reader.fonts import CHECKED, HELD_OUT, Side, side_of


def test_every_family_has_a_version_and_weights_once() -> None:
    found = list(families())
    assert len(found) > 600
    assert [each.name for each in found] == sorted({each.name for each in found})
    for each in found:
        assert re.fullmatch(r"[a-z0-9-]+", each.name), each
        assert re.fullmatch(r"\d+\.\d+\.\d+", each.version), each
        assert each.weights, each
        assert set(each.weights) <= {"400", "600", "700", "900"}, each


def test_none_has_the_name_of_a_family_that_is_not_to_be_learnt() -> None:
    kept = {name.lower().replace(" ", "-") for name in HELD_OUT | CHECKED}
    assert not kept & {each.name for each in families()}
    assert all(side_of(f"@fontsource/{each.name}") is Side.LEARNT for each in families())
