from dataclasses import replace
from typing import Any

import pytest

from hallctl.minutes.checkpoints import CheckpointAudit, peaks_of, read_peaks
from hallctl.minutes.note import Checkpoint, Note, sign, verifier_of
from hallctl.minutes.tree import Frontier, leaf_hash
from tests.hallctl.notary.hall import Hall

HALL = Hall()
OTHER = Hall(seed=2)
ORIGIN = "sala/tomo-0001"


def grown(size: int) -> Frontier:
    tree = Frontier()
    for number in range(size):
        tree.add(leaf_hash(str(number).encode()))
    return tree


def row(number: int, size: int, **changes: Any) -> tuple[Any, ...]:
    tree = grown(size)
    said = replace(Checkpoint(ORIGIN, size, tree.root()), **changes.get("said", {}))
    hall = changes.get("hall", HALL)
    note = str(sign(changes.get("name", "sala/libro"), hall.controller, said.text + changes.get("more", "")))
    return (
        number,
        changes.get("stored", size),
        changes.get("peaks", peaks_of(tree)),
        changes.get("note", note),
    )


def problems(*rows: tuple[Any, ...], size: int = 6) -> list[str]:
    audit = CheckpointAudit.of(rows)
    tree = Frontier()
    for number in range(size):
        tree.add(leaf_hash(str(number).encode()))
        audit.take(tree)
    audit.finish(size, ORIGIN, verifier_of("sala/libro", HALL.controller))
    assert {problem.code for problem in audit.problems} <= {"MIN-NOTE"}
    return [problem.sentence for problem in audit.problems]


@pytest.mark.invariant("I10")
def test_checkpoints_of_the_tree_signed_by_the_controller_have_no_problem() -> None:
    assert problems() == []
    assert problems(row(1, 1), row(2, 4), row(3, 6)) == []


def test_a_checkpoint_may_be_kept_again_with_a_witness_under_it() -> None:
    number, size, peaks, note = row(1, 4)
    cosigned = str(Note.read(note).with_lines(["— testigo AAAAAAAA"]))
    assert problems((number, size, peaks, note), (2, size, peaks, cosigned)) == []


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
        [row(1, 4, note=row(1, 4)[3].replace("sala/tomo", "s\udce1la/tomo"))],
    ],
)  # fmt: skip
def test_any_other_checkpoint_is_found(rows: list[tuple[Any, ...]]) -> None:
    assert problems(*rows)


def test_a_book_without_keys_keeps_no_checkpoint() -> None:
    audit = CheckpointAudit.of([row(1, 4)])
    audit.finish(6, ORIGIN, None)
    assert len(audit.problems) == 1


def test_peaks_are_read_as_they_are_stored() -> None:
    tree = grown(6)
    assert read_peaks(peaks_of(tree)) == tree.peaks
    with pytest.raises(ValueError, match="hex"):
        read_peaks("0g")
