from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes.checkpoints import CheckpointAudit, peaks_of, read_peaks
from hallctl.minutes.note import Checkpoint, Note, sign
from hallctl.minutes.opening import Opening
from hallctl.minutes.tree import Frontier, leaf_hash
from tests.hallctl.minutes.notary.hall import Hall

HALL = Hall()
OTHER = Hall(seed=2)
ORIGIN = HALL.origin(1)
OPENING = Opening(1, ORIGIN, HALL.verifier, form=3)


WITNESS, WITNESS_AGAIN = "— testigo AAAAAAAA", "— testigo AAAAAABB"
OTHER_WITNESS = "— testigo BBBBAAAA"


def grown(size: int) -> Frontier:
    tree = Frontier()
    for number in range(size):
        tree.add(leaf_hash(str(number).encode()))
    return tree


def row(number: int, size: int, **changes: Any) -> tuple[Any, ...]:
    tree = grown(size)
    said = Checkpoint(ORIGIN, size, tree.root(), changes.get("ordinal", number))
    said = replace(said, **changes.get("said", {}))
    hall = changes.get("hall", HALL)
    signed = sign(changes.get("name", "sala/libro"), hall.controller, said.text + changes.get("more", ""))
    note = str(Note(signed.text, (*signed.lines, *changes.get("lines", ()))))
    return (
        number,
        changes.get("stored", size),
        changes.get("peaks", peaks_of(tree)),
        changes.get("note", note),
    )


def walked(rows: Iterable[tuple[Any, ...]], size: int = 6, opening: Opening = OPENING) -> CheckpointAudit:
    audit = CheckpointAudit(rows, opening.form, opening)
    tree = Frontier()
    for number in range(size):
        tree.add(leaf_hash(str(number).encode()))
        audit.take(tree)
    audit.finish(size)
    assert {problem.code for problem in audit.problems} <= {"MIN-NOTE"}
    return audit


def problems(*rows: tuple[Any, ...], opening: Opening = OPENING) -> list[str]:
    return [problem.sentence for problem in walked(rows, opening=opening).problems]


@pytest.mark.invariant("I10")
def test_checkpoints_of_the_tree_signed_by_the_controller_have_no_problem() -> None:
    assert problems() == []
    assert problems(row(1, 1), row(2, 4), row(3, 6)) == []


def test_a_checkpoint_may_be_kept_again_with_a_witness_under_it() -> None:
    first, second = row(1, 4), row(2, 4, ordinal=1, lines=[WITNESS])
    assert problems(first, second) == []
    assert problems(first, second, row(3, 4, ordinal=1, lines=[WITNESS, OTHER_WITNESS])) == []
    assert problems(first, second, row(3, 6, ordinal=2)) == []


@pytest.mark.parametrize(
    "rows",
    [
        [row(2, 4)],
        [row(1, 4), row(1, 6)],
        [row(1, 6), row(2, 4)],
        [row(1, 7)],
        [row(1, 4, stored=5)],
        [row(1, 4, peaks="")],
        [row(1, 4, peaks=peaks_of(grown(4)).upper())],
        [row(1, 4, said={"root": bytes(32)})],
        [row(1, 4, said={"origin": "otra"})],
        [row(1, 4, more="más\n")],
        [row(1, 4, hall=OTHER)],
        [row(1, 4, name="otra")],
        [row(1, 4, note="")],
        [row(1, 4, note=None)],
        [row(1, 4, peaks=None)],
        [row(1, 4, note=row(1, 4)[3] + row(1, 4)[3].rpartition("\n\n")[2])],
        [row(1, 4, note=row(1, 4)[3].replace("— ", "— testigo AAAAAAAA\n— "))],
        [row(1, 4, note=row(1, 4)[3].replace("sala/libro", "s\udce1la/libro"))],
        [row(1, 4), row(2, 4)],
        [row(1, 4), row(2, 4, ordinal=1)],
        [row(1, 4), row(2, 6, ordinal=1)],
        [row(1, 4), row(2, 6, ordinal=3)],
        [row(1, 4, ordinal=2)],
        [row(1, 4, ordinal=0)],
        [row(1, 0)],
        [row(1, 4), row(2, 4, ordinal=1, lines=[WITNESS]), row(3, 4, ordinal=1, lines=[OTHER_WITNESS])],
        [row(1, 4, lines=[WITNESS, WITNESS_AGAIN])],
        [row(1, 4, lines=["— testigo AAAA"])],
        [row(1, 4, lines=["— testigo AAAAAAB"])],
    ],
)  # fmt: skip
def test_any_other_checkpoint_is_found(rows: list[tuple[Any, ...]]) -> None:
    assert problems(*rows)


def test_a_book_without_keys_keeps_no_checkpoint() -> None:
    assert len(problems(row(1, 4), opening=Opening(1, ORIGIN, form=3))) == 1


@pytest.mark.invariant("I10")
def test_a_middle_checkpoint_left_out_is_found_although_the_rows_are_numbered_anew() -> None:
    first, _, third = row(1, 1), row(2, 4), row(3, 6)
    assert problems(first, (2, *third[1:]))


def test_format_2_has_no_ordinals() -> None:
    old = replace(OPENING, form=2)
    first, second = row(1, 4, ordinal=0), row(2, 4, ordinal=0)
    assert problems(first, second, row(3, 4, ordinal=0, lines=[WITNESS, WITNESS_AGAIN]), opening=old) == []
    assert problems(row(1, 4), opening=old)


def test_only_a_right_checkpoint_binds() -> None:
    assert walked([row(1, 1), row(2, 4)]).bound == 4
    assert walked([row(1, 1), row(2, 4, hall=OTHER)]).bound == 1
    assert walked([]).bound == 0


@given(st.lists(st.binary(max_size=300) | st.text(max_size=300) | st.integers() | st.none(), max_size=4))
def test_no_bytes_in_the_place_of_a_note_are_more_than_a_problem(notes: list[Any]) -> None:
    rows = [(number, 4, "", note) for number, note in enumerate(notes, 1)]
    rows += [(9, 4, "", f"{ORIGIN}\n4\n{note}\n\n— x {note}\n") for note in notes]
    assert len(problems(*rows)) >= len(rows)


def test_peaks_are_read_as_they_are_stored() -> None:
    tree = grown(6)
    assert read_peaks(peaks_of(tree)) == tree.peaks
    with pytest.raises(ValueError, match="hex"):
        read_peaks("0g")
