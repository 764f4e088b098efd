"""What a hall does with a second medium that hangs, is slow, pulled out or full: on real file systems.

``python -m tests.hallctl.table.slow_medium FOLDER [NAME …]`` runs trials, where it may mount, and prints as
JSON what each measured, or how it failed. Not responsible for the file system (``tests.torture.slow_disk``).
"""

import ctypes
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from hallctl.cli.doctor.disk import check_second_medium
from hallctl.devices.book_verifier import BookVerifier
from hallctl.minutes import MinutesError
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.reader import read_entries
from hallctl.minutes.second_medium import read_rows
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import Shelf
from hallctl.rules.commands.running import ReportSettings
from hallctl.rules.refusals import Refusal
from hallctl.table.machine import Limits
from hallctl.table.media import RETRY_S
from hallctl.table.table import Inbox
from tests.hallctl.games.bingo.rules.night import RULES, Night
from tests.hallctl.table.virtual import VirtualHall, write_book
from tests.torture.slow_disk import SlowDisk, slow_disk

ANSWER_S = 1.0
MARGIN_S = 4.0
"""What a machine that is busy with other tests may take longer."""

Figures = dict[str, float]
Trial = Callable[[Path], Figures]


class Place:
    """A book whose second medium is a disk of its own."""

    def __init__(self, root: Path, mounted: bool = True) -> None:
        self.book, self.second, self.real = root / "libro", root / "llave", root / "disco-de-la-llave"
        for folder in (self.book, self.second, self.real):
            folder.mkdir(parents=True)
        self.volume, self.lines = self.book / "tomo-0001.sqlite", self.second / "tomo-0001.jsonl"
        if mounted:
            self.write(self.real / "tomo-0001.jsonl")

    def write(self, lines: Path) -> None:
        """Begin the book, with a session open."""
        night = Night()
        night.open_session()
        write_book(self.volume, night.events, lines)

    def hall(self, setting: str, free_mb: int = 0) -> VirtualHall:
        """Start a controller on it."""
        rules = replace(RULES, second_medium=setting)
        shelf = Shelf.open(self.book, self.second, None, setting == "continue", ANSWER_S)
        limits = replace(Limits(), free_mb=free_mb)
        hall = VirtualHall(self.volume, "b1", rules=rules, shelf=shelf, limits=limits)
        for _ in range(8):
            hall.tick(1.1)  # whatever a start brings is minuted
        return hall

    def kinds(self) -> list[str]:
        return [entry.kind for entry in read_entries(self.volume)]

    def demand_whole(self) -> None:
        """See that both media hold the same, and that both verifiers find nothing wrong."""
        rows = [entry.number for entry in read_entries(self.volume)]
        assert [row[0] for row in read_rows(self.lines)] == rows
        verdict = verify_book(self.book, self.second)
        assert verdict.ok, verdict.describe()
        assert notary.verify(self.book, self.second).findings == []


@contextmanager
def on_slow_disk(root: Path) -> Iterator[tuple[Place, SlowDisk]]:
    place = Place(root)
    with slow_disk(place.real, place.second) as disk:
        yield place, disk


def commit(hall: VirtualHall, number: int) -> float:
    """Have something minuted and acknowledged; return how many seconds that took."""
    began = time.monotonic()
    done = hall.keeper.report(ReportSettings("cámara", f"{number}"))
    assert not isinstance(done, Refusal)
    return time.monotonic() - began


def turn(hall: VirtualHall, seconds: float) -> float:
    """Let the loop turn after so much of its time; return how many seconds that took."""
    began = time.monotonic()
    hall.tick(seconds)
    return time.monotonic() - began


def await_whole(hall: VirtualHall) -> None:
    """Let the hall turn until the medium, which answers in its own time, holds everything again."""
    hall.tick(2 * RETRY_S)
    deadline = time.monotonic() + 60
    while hall.state.medium_lost is not None and time.monotonic() < deadline:
        time.sleep(0.002)
        hall.tick()
    assert hall.state.medium_lost is None


def goes_on_while_it_hangs(held: str) -> Trial:
    """The hall that may go on: one commit waits, its loss is in the book at once, and no turn waits again."""

    def trial(root: Path) -> Figures:
        with on_slow_disk(root) as (place, disk):
            hall = place.hall("continue")
            for number in range(5):
                commit(hall, number)
            newest = hall.keeper.entry
            disk.tell(f"hold {held}")
            hall.tick(1.1)
            waited = commit(hall, 99)
            assert waited < ANSWER_S + MARGIN_S
            # Nobody has heard of it before the loss is minuted: the next entry says it.
            assert place.kinds()[-2:] == ["DeviceSettled", "MediumLost"]
            assert hall.state.medium_lost.code == "MIN-IO"
            assert hall.state.medium_lost.entry == newest
            turns = [commit(hall, 100 + number) + turn(hall, 2 * RETRY_S) for number in range(25)]
            # Each would wait, were the medium asked in the loop.
            assert sum(turns) < len(turns) * ANSWER_S / 2
            assert place.kinds().count("MediumLost") == 1
            disk.tell("free")
            await_whole(hall)
            commit(hall, 5000)
            hall.end()
            place.demand_whole()
            return {"commit_s": waited, "longest_turn_s": max(turns)}

    return trial


def stops_while_it_hangs(root: Path) -> Figures:
    """The hall that is to stop: it says so in time, and holds the book while something may be written."""
    with on_slow_disk(root) as (place, disk):
        hall = place.hall("stop")
        commit(hall, 1)
        disk.tell("hold write")
        began = time.monotonic()
        try:
            commit(hall, 2)
        except MinutesError as error:
            assert error.code == "MIN-IO", error
        else:
            raise AssertionError("acknowledged on one medium")
        waited = time.monotonic() - began
        hall.keeper.minute_loss()
        hall.end()
        ended = time.monotonic() - began
        assert ended < ANSWER_S + 2 * MARGIN_S
        assert place.kinds()[-2:] == ["DeviceSettled", "MediumLost"]
        _refused(place, "MIN-LOCKED")
        disk.tell("free")
        hall = _opened(place)
        hall.tick()
        assert place.kinds()[-1] == "MediumRestored"
        commit(hall, 3)
        hall.end()
        place.demand_whole()
        return {"refused_s": waited, "ended_s": ended}


def _refused(place: Place, code: str) -> None:
    try:
        place.hall("stop")
    except MinutesError as error:
        assert error.code == code, error
    else:
        raise AssertionError("opened")


def _opened(place: Place) -> VirtualHall:
    """Start the controller once the thread of the one before has let go."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return place.hall("stop")
        except MinutesError as error:
            assert error.code == "MIN-LOCKED" and time.monotonic() < deadline, error
            time.sleep(0.01)


def starts_while_it_hangs(root: Path) -> Figures:
    """A start is refused in time where the hall is to stop, and goes on where it may."""
    with on_slow_disk(root) as (place, disk):
        disk.tell("hold all")
        began = time.monotonic()
        _refused(place, "MIN-IO")
        refused = time.monotonic() - began
        assert refused < ANSWER_S + MARGIN_S
        began = time.monotonic()
        hall = place.hall("continue")
        started = time.monotonic() - began
        assert started < 2 * ANSWER_S + MARGIN_S
        # The loss comes before everything that the second medium will lack.
        assert "MediumLost" in place.kinds()[-3:] and hall.state.medium_lost is not None
        commit(hall, 1)
        disk.tell("free")
        await_whole(hall)
        hall.end()
        place.demand_whole()
        return {"refused_s": refused, "started_s": started}


def goes_on_with_a_slow_one(root: Path) -> Figures:
    """One that takes its time, and less than the deadline, loses nothing and is not lost."""
    with on_slow_disk(root) as (place, disk):
        hall = place.hall("stop")
        disk.tell("delay 0.03")
        waits = [commit(hall, number) for number in range(5)]
        disk.tell("free")
        hall.end()
        place.demand_whole()
        assert place.kinds().count("MediumLost") == 0
        return {"commit_s": max(waits)}


def is_pulled_out_and_put_back(root: Path) -> Figures:
    """A disk that is pulled out while something is under way: what waits there fails, and it comes back."""
    place = Place(root)
    with slow_disk(place.real, place.second) as disk:
        hall = place.hall("continue")
        commit(hall, 1)
        disk.tell("hold fsync")
        pulled = threading.Timer(0.2, disk.pull_out)
        pulled.start()
        waited = commit(hall, 2)
        pulled.join()
    assert hall.state.medium_lost is not None
    commit(hall, 3)
    with slow_disk(place.real, place.second):
        await_whole(hall)
        commit(hall, 4)
        hall.end()
        place.demand_whole()
    return {"commit_s": waited}


def is_asked_for_its_room_only_aside(root: Path) -> Figures:
    """Neither the loop, nor ``doctor``, nor the end of the hall waits for a medium that hangs."""
    with on_slow_disk(root) as (place, disk):
        hall = place.hall("stop", free_mb=1)
        disk.tell("hold all")
        turns = [turn(hall, 1.1) for _ in range(20)]
        assert sum(turns) < len(turns) * ANSWER_S / 2
        assert hall.state.notices == ()
        began = time.monotonic()
        (finding,) = check_second_medium(place.second, 1, place.book.stat().st_dev, ANSWER_S)
        assert "no contesta" in finding.said, finding
        asked = time.monotonic() - began
        verifier = BookVerifier(place.book, place.second, Inbox())
        verifier._patience_s = 0.2
        verifier.start()
        time.sleep(0.2)
        verifier.stop()
        ended = time.monotonic() - began - asked
        disk.tell("free")
        hall.end()
        return {"longest_turn_s": max(turns), "doctor_s": asked, "watchman_ended_s": ended}


def is_full_in_the_middle_of_a_commit(setting: str, system: str) -> Trial:
    """Real room that runs low is a notice; what is full is lost, and completed once there is room."""

    def trial(root: Path) -> Figures:
        place = Place(root, mounted=False)
        with small_disk(system, place.real.with_suffix(".img"), place.second):
            place.write(place.lines)
            hall = place.hall(setting, free_mb=2)
            _look_at_room(hall, ())
            ballast = place.second / "ballast"
            _leave(place, ballast, 1_500_000)
            _look_at_room(hall, ("SECOND-LOW",))
            _leave(place, ballast, 20_000)
            commits = _fill(place, hall, setting)
            kinds = place.kinds()
            assert kinds.count("MediumLost") == 1
            ballast.unlink()
            if setting == "stop":
                hall = place.hall(setting, free_mb=2)
                hall.tick()
            else:
                await_whole(hall)
            _look_at_room(hall, ())
            commit(hall, 7)
            hall.end()
            place.demand_whole()
            return {"commits": commits, "bytes": place.lines.stat().st_size}

    return trial


def _fill(place: Place, hall: VirtualHall, setting: str) -> int:
    """Commit until the medium is lost, which it is by being full; return how many it took."""
    for number in range(1_000):
        try:
            commit(hall, number)
        except MinutesError as error:
            assert (setting, error.code) == ("stop", "MIN-FULL"), error
            hall.keeper.minute_loss()
            hall.end()
            return number
        if hall.state.medium_lost is not None:
            assert (setting, hall.state.medium_lost.code) == ("continue", "MIN-FULL")
            return number
    raise AssertionError("it was never full")


def _look_at_room(hall: VirtualHall, codes: tuple[str, ...]) -> None:
    """Let the hall look at the room until it says so."""
    deadline = time.monotonic() + 60
    while tuple(each.code for each in hall.state.notices) != codes:
        assert time.monotonic() < deadline, hall.state.notices
        time.sleep(0.005)
        hall.tick(5)


def _leave(place: Place, ballast: Path, room: int) -> None:
    """Fill the medium but for so many bytes."""
    found = os.statvfs(place.second)
    with ballast.open("ab") as file:
        file.write(bytes(found.f_bavail * found.f_frsize - room))
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def small_disk(system: str, image: Path, mount: Path) -> Iterator[None]:
    """Mount a real file system of 8 MiB."""
    if system == "tmpfs":
        call = f"mount -t tmpfs -o size=8m tmpfs '{mount}'"
    else:
        call = f"truncate -s 8M '{image}' && mkfs.ext4 -q -m 0 '{image}' && mount -o loop '{image}' '{mount}'"
    if os.system(call):
        raise OSError("mount")
    try:
        yield
    finally:
        ctypes.CDLL(None).umount2(os.fsencode(mount), 2)


OPERATIONS = ("write", "fsync", "getattr lookup", "statfs", "all")
TRIALS: dict[str, Trial] = {
    **{f"goes on, held: {each}": goes_on_while_it_hangs(each) for each in OPERATIONS},
    "stops": stops_while_it_hangs,
    "starts": starts_while_it_hangs,
    "slow": goes_on_with_a_slow_one,
    "pulled out": is_pulled_out_and_put_back,
    "room": is_asked_for_its_room_only_aside,
    "full tmpfs, stop": is_full_in_the_middle_of_a_commit("stop", "tmpfs"),
    "full tmpfs, continue": is_full_in_the_middle_of_a_commit("continue", "tmpfs"),
}
WITH_ROOT: dict[str, Trial] = {
    "full ext4, stop": is_full_in_the_middle_of_a_commit("stop", "ext4"),
    "full ext4, continue": is_full_in_the_middle_of_a_commit("continue", "ext4"),
}


def main(root: Path, names: list[str]) -> None:
    """Run them, and print what came of each."""
    found: dict[str, Figures | str] = {}
    for at, name in enumerate(names or [*TRIALS, *WITH_ROOT]):
        try:
            found[name] = (TRIALS | WITH_ROOT)[name](root / f"{at}")
        except Exception:  # noqa: BLE001 - told as the outcome
            found[name] = traceback.format_exc()
    print(json.dumps(found, ensure_ascii=False))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
