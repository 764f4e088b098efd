import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from displays.event_stream import LONGEST_EVENT, SILENCE, FeedError, FeedEvent, FeedParser, Signal
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
    assert [event.data for event in events] == [VIEW]
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


def test_there_is_no_signal_before_the_first_view() -> None:
    signal = Signal()
    assert signal.showing(0.0) is None


def test_views_keep_coming_or_silence_takes_the_last_off_the_wall() -> None:
    signal, view = Signal(), load("draw-23")
    signal.view(view, 100.0)
    assert signal.showing(100.0 + SILENCE - 0.001) == view
    assert signal.showing(100.0 + SILENCE) is None
    signal.view(view, 200.0)
    assert signal.showing(200.0) == view
