"""Every figure of ``/metrics``: where it is read, and what it is called.

Not responsible for counting (``meter``) nor for who may read them (``hallctl.web.access.matrix``). Each is
read when it is asked for, from what is there anyhow; none waits for the deciding loop. No label holds a name,
a card, a number of a ball or a person: docs/operations.md lists them all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from hallctl.app.service.exposition import Family, by_label, counter, gauge, histogram, text_of
from hallctl.app.service.meter import Counts
from hallctl.web.ports import News, ScreenHealth

Source = Callable[[], Iterable[Family]]

SCREENS: Final = ("on", "late", "off")


class Figures:
    """The figures of one hall; parts add theirs as they come up."""

    def __init__(self, *sources: Source) -> None:
        self._sources = list(sources)

    def add(self, source: Source) -> None:
        """Have one more source asked from now on."""
        self._sources.append(source)

    def text(self) -> str:
        """Return every figure as it is now, for Prometheus."""
        return text_of(family for source in tuple(self._sources) for family in source())


class CameraPort(Protocol):
    """What is read of the camera on the exit."""

    @property
    def frames(self) -> int:
        """How many pictures came."""

    @property
    def reads(self) -> int:
        """How many were read."""


def of_program(version: str, started: float, simulated: bool) -> Source:
    """Return the figures of which program runs, since when (Unix seconds), and whether for practice."""

    def read() -> Iterable[Family]:
        build = {version: 1.0}
        yield by_label("hallctl_build_info", "gauge", "The program that runs; always 1.", "version", build)
        yield gauge("hallctl_start_time_seconds", "When the controller started, Unix time.", started)
        yield gauge("hallctl_practice", "1 in a practice hall, where a device is simulated.", simulated)

    return read


def of_table(news: News) -> Source:
    """Return the figures of the newest durable state."""

    def read() -> Iterable[Family]:
        newest, silence = news.newest(), news.silence()
        state = newest.state
        yield gauge(
            "hallctl_silence_seconds",
            "Since the deciding loop last turned; it turns 25 times a second.",
            silence,
        )
        yield gauge("hallctl_halted", "1 once the book has stopped the hall.", bool(newest.halted))
        yield gauge("hallctl_book_volume", "The number of the open volume, 0 before the first.", state.volume)
        yield gauge("hallctl_book_entries", "Durable entries of the open volume.", newest.entry)
        yield counter(
            "hallctl_snapshots_total",
            "States made known since the start: the newest sequence.",
            newest.sequence,
        )
        yield gauge("hallctl_suspended", "1 while play waits for Continuar.", state.suspended)
        yield gauge("hallctl_game_open", "1 while a game is open.", state.playing is not None)
        faults = Counter(fault.code for fault in state.faults)
        yield by_label("hallctl_faults_latched", "gauge", "Faults latched now.", "code", faults)
        notices = Counter(notice.code for notice in state.notices)
        yield by_label("hallctl_notices", "gauge", "Notices that are up now.", "code", notices)

    return read


def of_meter(newest: Callable[[], Counts]) -> Source:
    """Return what the deciding thread counted."""

    def read() -> Iterable[Family]:
        counts = newest()
        yield histogram(
            "hallctl_commit_seconds", "From deciding a command until its entries are durable.", counts.commits
        )
        answers = (
            "What people asked, by what became of it: done, nothing (asked before, or no change), refused."
        )
        yield by_label("hallctl_commands_total", "counter", answers, "outcome", counts.answers)
        yield by_label(
            "hallctl_refusals_total", "counter", "Refusals of the rules to people.", "code", counts.refusals
        )
        yield by_label(
            "hallctl_faults_total", "counter", "Faults that latched since the start.", "code", counts.faults
        )
        yield counter("hallctl_balls_total", "Balls that came out and are durable.", counts.balls)
        yield counter("hallctl_balls_doubted_total", "Balls that a person had to read.", counts.doubts)
        yield histogram(
            "hallctl_ball_read_seconds",
            "From the order of a ball until its number, or the doubt, is durable.",
            counts.reads,
        )

    return read


def of_camera(camera: CameraPort) -> Source:
    """Return what the camera on the exit has done."""

    def read() -> Iterable[Family]:
        yield counter("hallctl_camera_frames_total", "Pictures of the exit that came.", camera.frames)
        yield counter(
            "hallctl_camera_reads_total", "Pictures that were read, while an order waited.", camera.reads
        )

    return read


def of_screens(screens: Callable[[], Sequence[ScreenHealth]]) -> Source:
    """Return how the walls of the configuration are."""

    def read() -> Iterable[Family]:
        found: Mapping[str, float] = Counter(screen.state for screen in screens())
        values = {state: found.get(state, 0) for state in SCREENS}
        yield by_label(
            "hallctl_screens", "gauge", "Walls of the configuration: on, late, off.", "state", values
        )

    return read


def of_viewers(views: Callable[[], int], pictures: Callable[[], int]) -> Source:
    """Return how many watch the feed."""

    def read() -> Iterable[Family]:
        watching: Mapping[str, float] = {"views": views(), "cctv": pictures()}
        yield by_label("hallctl_feed_viewers", "gauge", "Connections to the feed.", "stream", watching)

    return read


def of_sessions(sessions: Callable[[], tuple[int, int]]) -> Source:
    """Return how many console sessions are open: awake, and asleep."""

    def read() -> Iterable[Family]:
        values: Mapping[str, float] = dict(zip(("awake", "asleep"), sessions(), strict=True))
        yield by_label("hallctl_console_sessions", "gauge", "Open sessions of the console.", "state", values)

    return read


def of_disk(free_mb: Callable[[], int], demanded_mb: int) -> Source:
    """Return how much room the book has, and how much it demands."""

    def read() -> Iterable[Family]:
        yield gauge("hallctl_disk_free_megabytes", "Room where the book is.", free_mb())
        yield gauge("hallctl_disk_demanded_megabytes", "Below this DISK-LOW latches.", demanded_mb)

    return read


def of_office(lag: Callable[[], int | None]) -> Source:
    """Return how far the head office is behind; nothing where there is none."""

    def read() -> Iterable[Family]:
        yield gauge("hallctl_office_lag_entries", "Entries sent that the head office has not yet.", lag())

    return read


def of_witness(lag: Callable[[], int | None]) -> Source:
    """Return how far the witness is behind; nothing where there is none, or it has not answered yet."""

    def read() -> Iterable[Family]:
        yield gauge(
            "hallctl_witness_lag_entries",
            "Entries of the newest checkpoint that the witness has not cosigned.",
            lag(),
        )

    return read
