import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from displays.feed import LONGEST_EVENT, SILENCE, FeedError, FeedEvent, FeedParser, Signal, read_view
from displays.views import ViewError
from tests.displays.golden import load

VIEW = json.dumps(load("draw-23").to_json(), ensure_ascii=False).encode()
WORD = st.text("abcñé .:", min_size=1, max_size=12).map(str.strip).filter(bool)
EVENT = st.tuples(WORD, WORD, st.lists(WORD, min_size=1, max_size=3))


def chunks(stream: bytes, cuts: list[int]) -> list[bytes]:
    """Return the stream cut at these places."""
    places = sorted({cut % (len(stream) + 1) for cut in cuts})
    return [stream[a:b] for a, b in zip([0, *places], [*places, len(stream)], strict=True)]


@given(
    events=st.lists(EVENT, max_size=5),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
    cuts=st.lists(st.integers(0, 10_000), max_size=20),
    comments=st.booleans(),
)
def test_events_come_out_whole_wherever_the_network_cuts(
    events: list[tuple[str, str, list[str]]], ending: str, cuts: list[int], comments: bool
) -> None:
    lines: list[str] = []
    for name, number, data in events:
        lines += [": keep-alive"] * comments
        lines += [f"event: {name}", f"id: {number}", *(f"data: {line}" for line in data), ""]
    stream = "".join(line + ending for line in lines).encode()
    parser = FeedParser()
    heard = [parser.feed(chunk) for chunk in chunks(stream, cuts)]
    assert [event for some in heard for event in some.events] == [
        FeedEvent(name, number, "\n".join(data).encode()) for name, number, data in events
    ]
    assert sum(some.lines for some in heard) == len(lines)


def test_a_byte_at_a_time_gives_the_same_view() -> None:
    parser = FeedParser()
    stream = b"event: board\nid: 7\ndata: " + VIEW + b"\n\n"
    events = [event for byte in stream for event in parser.feed(bytes([byte])).events]
    assert [read_view(event) for event in events] == [load("draw-23")]
    assert events[0].id == "7"


def test_keep_alive_lines_are_heard_but_bring_nothing() -> None:
    heard = FeedParser().feed(b": \n:\n: ping\n\n")
    assert (heard.lines, heard.events) == (4, ())


def test_an_event_that_is_not_finished_is_not_delivered() -> None:
    parser = FeedParser()
    assert parser.feed(b"event: board\ndata: {}\n").events == ()
    assert parser.feed(b"\n").events == (FeedEvent("board", "", b"{}"),)


def test_an_endless_event_is_refused() -> None:
    parser = FeedParser()
    with pytest.raises(FeedError, match="longer"):
        for _ in range(LONGEST_EVENT // 1000 + 2):
            parser.feed(b"data: " + b"x" * 1000 + b"\n")
    with pytest.raises(FeedError, match="longer"):
        FeedParser().feed(b"x" * (LONGEST_EVENT + 1))


@pytest.mark.parametrize(
    "event",
    [
        FeedEvent("message", "1", VIEW),
        FeedEvent("cctv", "1", VIEW),
        FeedEvent("board", "1", VIEW[:-1]),
        FeedEvent("board", "1", VIEW.replace("Í".encode(), b"\xff")),
        FeedEvent("board", "1", b""),
        FeedEvent("board", "1", b"[" * 100_000),
        FeedEvent("board", "1", VIEW.replace(b'"version": 1', b'"version": 2')),
    ],
    ids=lambda event: event.name + repr(event.data[-12:]),
)
def test_what_is_no_view_is_never_read_as_one(event: FeedEvent) -> None:
    with pytest.raises(ViewError):
        read_view(event)


@given(st.binary(max_size=300))
def test_garbage_never_becomes_a_view(garbage: bytes) -> None:
    for event in FeedParser().feed(garbage + b"\n\n").events:
        with pytest.raises(ViewError):
            read_view(event)


def test_there_is_no_signal_before_the_first_view() -> None:
    signal = Signal()
    signal.connected()
    signal.line(0.0)
    assert signal.showing(0.0) is None


def test_lines_keep_a_view_on_the_wall_and_silence_takes_it_off() -> None:
    signal, view = Signal(), load("draw-23")
    signal.connected()
    signal.view(view, 100.0)
    for second in range(1, 60):
        signal.line(100.0 + second)
    assert signal.showing(159.0 + SILENCE - 0.001) == view
    assert signal.showing(159.0 + SILENCE) is None
    signal.line(200.0)
    assert signal.showing(200.0) == view, "the same connection was only silent"


def test_a_new_connection_confirms_nothing_until_it_brings_a_view() -> None:
    signal, old, new = Signal(), load("draw-1"), load("draw-23")
    signal.connected()
    signal.view(old, 10.0)
    signal.connected()
    signal.line(11.0)
    assert signal.showing(11.9) == old, "a short interruption is not seen"
    signal.line(12.5)
    assert signal.showing(12.5) is None
    signal.view(new, 13.0)
    assert signal.showing(13.0) == new


def test_a_view_that_cannot_be_read_makes_the_one_before_doubtful() -> None:
    signal, view = Signal(), load("draw-23")
    signal.view(view, 10.0)
    signal.unreadable()
    signal.line(11.9)
    assert signal.showing(11.9) == view
    assert signal.showing(12.0) is None
