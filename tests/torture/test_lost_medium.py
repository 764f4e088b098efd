"""SIGKILL at every system call of a hall that loses its second medium and has it back: the hall goes on."""

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.reader import read_entries
from hallctl.minutes.second_medium import read_rows
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import second_of, volume_name
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.table.virtual import write_book
from tests.torture.judge import settle_in
from tests.torture.loser import await_whole, away, begin, play
from tests.torture.scribe import Places
from tests.torture.tracing import Call, Trace, Tracer

LOSER = "tests.torture.loser"
TURNS = ("play", "away", "play", "back", "play", "away", "play", "back", "play")
_ATTEMPTS = 3


@pytest.fixture(scope="module")
def tracer() -> Iterator[Tracer]:
    tracer = Tracer(LOSER)
    yield tracer
    tracer.close()


def settled(root: Path) -> Places:
    """A book on two media, with a session open."""
    places = settle_in(root)
    places.book.mkdir()
    night = Night()
    night.open_session()
    volume = places.book / volume_name(1)
    write_book(volume, night.events, second_of(volume, places.second))
    return places


def killed_at(tracer: Tracer, root: Path, call: Call, turns: Sequence[str]) -> Trace:
    """Run it and kill it at a call (see ``test_system_calls.Clerk.killed_at``)."""
    for _ in range(_ATTEMPTS):
        settled(root)
        trace = tracer.run(LOSER, [root, *turns], root, f"{call.name}:signal=KILL:when={call.nth}")
        if trace.calls[-1] == call:
            return trace
        shutil.rmtree(root)
    raise AssertionError(f"never killed at {call}")


def put_back(places: Places) -> None:
    if away(places).exists():
        away(places).rename(places.second)


def demand_whole(places: Places, promised: int) -> None:
    """See that all that was told is on both media, and that both verifiers find nothing wrong."""
    volume = places.book / volume_name(1)
    numbers = [entry.number for entry in read_entries(volume)]
    assert promised <= len(numbers)
    assert [row[0] for row in read_rows(second_of(volume, places.second))] == numbers
    verdict = verify_book(places.book, places.second)
    assert verdict.ok, verdict.describe()
    assert notary.verify(places.book, places.second).findings == []


def at_once(places: Places) -> None:
    """The medium is put back, and the next start is to have both."""
    put_back(places)
    hall = begin(places, "stop", "b2")
    await_whole(hall)
    play(hall, 7)
    hall.end()


def still_away(places: Places) -> None:
    """The next start is without it, plays, ends, and only then it is put back."""
    if places.second.exists():
        places.second.rename(away(places))
    hall = begin(places, "continue", "b2")
    play(hall, 7)
    hall.end()
    at_once(places)


def back_in_the_game(places: Places) -> None:
    """The next start is without it, and it is put back while the hall plays."""
    if places.second.exists():
        places.second.rename(away(places))
    hall = begin(places, "continue", "b2")
    play(hall, 7)
    put_back(places)
    await_whole(hall)
    play(hall, 8)
    hall.end()


AFTERWARDS = (at_once, still_away, back_in_the_game)


@pytest.mark.invariant("I1", "I3", "I19")
@pytest.mark.timeout(3_000)
def test_a_hall_killed_while_it_loses_its_second_medium_or_has_it_back_goes_on_by_itself(
    tracer: Tracer, tmp_path: Path, full: bool, tell: Callable[[str], None]
) -> None:
    whole = settled(tmp_path / "whole")
    trace = tracer.run(LOSER, [whole.root, *TURNS], whole.root)
    assert trace.status == 0
    demand_whole(whole, _promised(trace))
    calls = list(trace.calls) if full else random.Random(4).sample(trace.calls, 3)
    for at, call in enumerate(calls):
        root = tmp_path / f"{at}"
        trace = killed_at(tracer, root, call, TURNS)
        for number, afterwards in enumerate(AFTERWARDS if full else AFTERWARDS[at % 3 :][:1]):
            places = Places(tmp_path / f"{at}-{number}")
            shutil.copytree(root, places.root)
            try:
                afterwards(places)
                demand_whole(places, _promised(trace))
            except Exception as error:
                raise AssertionError(f"{afterwards.__name__} after a kill at {call}") from error
            shutil.rmtree(places.root)
        shutil.rmtree(root)
    tell(f"kills while a medium is lost and back: {len(calls)}, each with {len(AFTERWARDS)} next starts")


def _promised(trace: Trace) -> int:
    return max((int(line.split()[1]) for line in trace.said), default=0)
