"""Power cuts at every moment of a book: what was told is on both media, or completed at the opening."""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hallctl.minutes import MinutesError
from tests.torture.disk import Disk, Op, Said, Tree, Write
from tests.torture.judge import Plan, Promised, judge, lay_out, planned, settle_in
from tests.torture.tracing import SYNCS, Trace, Tracer

MEDIA: Tree = {"disco": None, "llave": None}
SCRIBE = "tests.torture.scribe"

Tell = Callable[[str], None]
Record = Callable[..., Trace]


@dataclass(slots=True)
class Campaign:
    """Looks at what power cuts leave of one book, each distinct state once for each promise.

    Attributes:
        each: How many cuts after every operation, on average.
        failures: What was wrong, and how often.
        cuts: Some states with what had been promised, to start from.
    """

    folder: Path
    plan: Plan
    each: float
    seed: int
    states: set[bytes] = field(default_factory=set)
    completed: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    cuts: list[tuple[Tree, Promised]] = field(default_factory=list)

    def along(self, ops: Iterable[Op], disk: Disk, promised: Promised) -> None:
        """Cut the power after every operation."""
        rng = random.Random(self.seed)
        for at, op in enumerate(ops):
            disk.do(op)
            if isinstance(op, Said):
                promised.hear(op.text)
            for _ in range(int(self.each) + (rng.random() < self.each % 1)):
                tree = disk.after_a_cut(rng)
                self._look(tree, promised, f"seed {self.seed}, after operation {at}: {op!r:.150}")
                if rng.random() < 0.02:
                    self.cuts.append((tree, copy(promised)))

    def _look(self, tree: Tree, promised: Promised, where: str) -> None:
        seen = _digest(tree, promised)
        if seen in self.states:
            return
        self.states.add(seen)
        try:
            self.completed += judge(lay_out(self.folder / "state", tree), self.plan, promised) > 0
        except (MinutesError, AssertionError, ValueError) as error:
            self.failures[str(error)[:200]] += 1
            self.examples.append(f"{where}: {error}"[:2_000])

    def passed(self) -> None:
        """See that every state opened, kept its promises and went on."""
        assert not self.failures, f"{self.failures.most_common(10)}\n{self.examples[:5]}"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the states are laid out: in memory, where there is such a place."""
    with TemporaryDirectory(prefix="hallctl-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def recorded() -> Iterator[Record]:
    """Gives what the scribe did, from the book that is there or from none."""
    tracer = Tracer(SCRIBE)

    def record(root: Path, plan: Plan, inject: str = "", *then: str) -> Trace:
        if not root.exists():
            settle_in(root)
        return tracer.run(SCRIBE, [root, plan.name, *then], root, inject)

    yield record
    tracer.close()


@pytest.mark.invariant("I3", "I4")
@pytest.mark.timeout(2_400)
def test_a_power_cut_at_any_moment_loses_nothing_that_was_told(
    recorded: Record, tmp_path: Path, folder: Path, full: bool, tell: Tell
) -> None:
    wanted, each = (20_000, 12) if full else (100, 0.3)
    states, seeds = 0, iter(range(1_000))
    while states < wanted:
        name = str(next(seeds))
        campaign = Campaign(folder, planned(name), each, seed=1)
        trace = recorded(tmp_path / name, campaign.plan)
        assert trace.status == 0
        campaign.along(trace.ops, Disk(MEDIA), Promised())
        campaign.passed()
        assert campaign.completed
        states += len(campaign.states)
    tell(f"power cuts: {states} distinct states of {int(name) + 1} books")


@pytest.mark.invariant("I3", "I4")
def test_a_power_cut_while_the_log_of_large_entries_is_copied_loses_nothing(
    recorded: Record, tmp_path: Path, folder: Path, full: bool, tell: Tell
) -> None:
    if not full:
        pytest.skip("a long campaign: make torture")
    campaign = Campaign(folder, planned("large"), 0.02, seed=2)
    trace = recorded(tmp_path / "large", campaign.plan)
    # SQLite began its log again: it wrote the header of one that had one.
    begun = [op for op in trace.ops if isinstance(op, Write) and op.path.endswith("-wal") and not op.offset]
    assert len(begun) > 2
    campaign.along(trace.ops, Disk(MEDIA), Promised())
    campaign.passed()
    tell(f"large entries: {len(campaign.states)} distinct states")


@pytest.mark.campaign
@pytest.mark.invariant("I3", "I4")
@pytest.mark.timeout(10_800)
def test_a_second_power_cut_while_the_book_is_opened_after_the_first_loses_nothing(
    recorded: Record, tmp_path: Path, folder: Path, full: bool, tell: Tell
) -> None:
    campaign = Campaign(folder, planned("short"), 10 if full else 0.3, seed=3)
    campaign.along(recorded(tmp_path / "first", campaign.plan).ops, Disk(MEDIA), Promised())
    for at, (tree, promised) in enumerate(campaign.cuts[: 60 if full else 1]):
        root = tmp_path / f"again-{at}"
        lay_out(root, tree)
        trace = recorded(root, campaign.plan)
        assert trace.status == 0
        campaign.along(trace.ops, Disk(tree), promised)
    campaign.passed()
    tell(f"second power cuts: {len(campaign.states)} distinct states")


@pytest.mark.campaign
@pytest.mark.invariant("I3", "I4")
@pytest.mark.timeout(10_800)
def test_what_a_failed_sync_left_in_memory_alone_is_written_again_before_it_counts(
    recorded: Record, tmp_path: Path, folder: Path, full: bool, tell: Tell
) -> None:
    """The start after the fault reads what the disk never got, promises it, and the power is cut."""
    plan = planned("short")
    syncs = [call for call in recorded(tmp_path / "whole", plan).calls if call.name in SYNCS]
    campaign = Campaign(folder, plan, 1 if full else 0.3, seed=4)
    entries = [call for call in syncs if call.path.endswith(("-wal", ".jsonl"))]
    for call in syncs if full else random.Random(5).sample(entries, 2):
        for then in ("die", "close"):
            root = tmp_path / f"{call.name}-{call.nth}-{then}"
            disk, promised = Disk(MEDIA), Promised()
            for inject in (f"{call.name}:error=EIO:when={call.nth}", ""):
                trace = recorded(root, plan, inject, then)
                campaign.along(trace.ops, disk, promised)
            assert trace.status == 0
    campaign.passed()
    tell(f"failed syncs: {len(campaign.states)} distinct states")


def _digest(tree: Tree, promised: Promised) -> bytes:
    digest = hashlib.sha256(repr(promised).encode())
    for path, data in sorted(tree.items()):
        # SQLite's shared memory dies with the machine, the lock with the process.
        if not path.endswith(".lock"):
            digest.update(repr((path, None if data is None else len(data))).encode())
            digest.update(data or b"")
    return digest.digest()
