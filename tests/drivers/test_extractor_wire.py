"""The wire: what is said is what is heard, and what is not said is never heard."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drivers.extractor import wire

U8, U16, U32 = (st.integers(0, 2**bits - 1) for bits in (8, 16, 32))
NAMES = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=12)
MESSAGES: st.SearchStrategy[wire.Message] = st.one_of(
    st.builds(wire.Identify, U32),
    st.builds(wire.Permit),
    st.builds(wire.Query),
    st.builds(wire.Draw, U32),
    st.builds(wire.Reload),
    st.builds(wire.Stop),
    st.builds(wire.Reset),
    st.builds(wire.EventAck, U32),
    st.builds(wire.Identity, U32, U32, U8, U8, st.tuples(U8, U8, U8), NAMES),
    st.builds(wire.MachineState, U32, *[st.booleans()] * 5, U8, U32, U32),
    st.builds(wire.Ball, U32, U32),
    st.builds(wire.Fault, U32, U8),
    st.builds(wire.Loaded, U32),
    st.builds(wire.Ack),
    st.builds(wire.Nak, U8),
)
SAID = st.tuples(MESSAGES, U16)
STATE = wire.MachineState(0x00C0FFEE, True, False, False, False, True, wire.FaultCode.PERMISSION_LOST, 256, 3)
SAMPLES: list[tuple[wire.Message, int]] = [
    (wire.Draw(7), 3),
    (wire.Draw(0), 0),
    (wire.Ball(1, 0x01000100), 1),
    (wire.Permit(), 0),
    (wire.Nak(wire.NakReason.BUSY), 0xFFFF),
    (STATE, 12),
]


def hear(data: bytes, decoder: wire.Decoder | None = None) -> list[tuple[wire.Message, int]]:
    """What a far end makes of the bytes: the messages, without what cannot be read."""
    heard = []
    for frame in (decoder or wire.Decoder()).feed(data):
        try:
            heard.append((wire.parse(frame), frame.seq))
        except wire.WireError:
            continue
    return heard


@given(st.lists(SAID, max_size=6), st.data())
def test_every_message_comes_back_however_the_stream_is_cut(
    said: list[tuple[wire.Message, int]], data: st.DataObject
) -> None:
    stream = b"".join(wire.encode(message, seq) for message, seq in said)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    decoder = wire.Decoder()
    heard = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        heard += hear(stream[start:end], decoder)
    assert heard == said
    assert decoder.dropped == 0


@given(st.lists(st.tuples(st.binary(max_size=200), SAID), min_size=1, max_size=4))
@example([(b"\x00", SAMPLES[0]), (b"\x05" * 200, SAMPLES[1])])
def test_garbage_before_and_between_frames_adds_nothing_and_hides_nothing(
    parts: list[tuple[bytes, tuple[wire.Message, int]]],
) -> None:
    decoder = wire.Decoder()
    stream = b"".join(garbage + wire.encode(*said) for garbage, said in parts)
    assert hear(stream, decoder) == [said for _, said in parts]
    assert decoder.dropped == sum(len(garbage) - garbage.count(0) for garbage, _ in parts)


@given(SAID, SAID, st.integers(0, 200))
def test_a_frame_cut_short_is_lost_alone(
    first: tuple[wire.Message, int], second: tuple[wire.Message, int], kept: int
) -> None:
    whole = wire.encode(*first)
    kept = min(kept, len(whole) - 2)
    assert hear(whole[:kept] + wire.encode(*second)) == [second]


def flipped(data: bytes, bits: tuple[int, ...]) -> bytes:
    changed = bytearray(data)
    for bit in bits:
        changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def wrong(said: tuple[wire.Message, int], flips: Iterator[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The flips after which the far end heard something else than what was said, or nothing."""
    data = wire.encode(*said)
    return [bits for bits in flips if hear(flipped(data, bits)) not in ([], [said])]


@pytest.mark.parametrize("said", SAMPLES, ids=lambda said: type(said[0]).__name__)
def test_no_one_or_two_flipped_bits_make_another_message(said: tuple[wire.Message, int]) -> None:
    bits = range(8 * len(wire.encode(*said)))
    assert wrong(said, combinations(bits, 1)) == []
    if len(bits) < 140:
        assert wrong(said, combinations(bits, 2)) == []


@given(SAID, st.data())
def test_no_few_flipped_bits_make_another_message(
    said: tuple[wire.Message, int], data: st.DataObject
) -> None:
    whole = range(8 * len(wire.encode(*said)))
    bits = data.draw(st.lists(st.sampled_from(whole), min_size=1, max_size=3, unique=True))
    assert wrong(said, iter([tuple(bits)])) == []


@given(SAID, st.integers(0, 2), st.integers(0, 6))
def test_a_wrong_check_is_counted_as_garbage(said: tuple[wire.Message, int], byte: int, bit: int) -> None:
    data = wire.encode(*said)
    decoder = wire.Decoder()
    broken = flipped(data, (8 * (len(data) - 4 + byte) + bit,))
    assert hear(broken + data, decoder) == [said]
    assert decoder.dropped == len(data) - 2


def test_an_endless_flood_without_a_delimiter_takes_no_room() -> None:
    decoder = wire.Decoder()
    for _ in range(1000):
        assert decoder.feed(b"\x55" * 1000) == []
    assert decoder.dropped > 999_000
    assert hear(wire.encode(*SAMPLES[0]), decoder) == [SAMPLES[0]]
    assert decoder.dropped == 1_000_000


def test_another_version_is_heard_only_when_it_says_who_it_is() -> None:
    identity = wire.Identity(9, 8, wire.MachineKind.DRUM, 2, (3, 0, 1), "BOMBO-2")
    assert hear(wire.encode(identity, 1, version=2)) == [(identity, 1)]
    (frame,) = wire.Decoder().feed(wire.encode(wire.Ball(1, 1), 1, version=2))
    with pytest.raises(wire.WireError, match="Ball of protocol version 2, not 1"):
        wire.parse(frame)


def test_an_unknown_kind_and_a_wrong_length_are_named() -> None:
    with pytest.raises(wire.WireError, match="unknown kind 0x7f"):
        wire.parse(wire.Frame(1, 0x7F, 0, b""))
    with pytest.raises(wire.WireError, match="not a Draw"):
        wire.parse(wire.Frame(1, wire.Draw.KIND, 0, b"\0\0\0"))


@pytest.mark.parametrize(
    ("message", "seq"),
    [
        (wire.Draw(-1), 0),
        (wire.Draw(2**32), 0),
        (wire.Permit(), 2**16),
        (wire.Identity(0, 0, 1, 1, (1, 0, 256), ""), 0),
        (wire.Identity(0, 0, 1, 1, (1, 0, 0), "more than twelve"), 0),
        (wire.Identity(0, 0, 1, 1, (1, 0, 0), "ñandú"), 0),
    ],
)
def test_what_does_not_fit_is_refused_before_it_is_sent(message: wire.Message, seq: int) -> None:
    with pytest.raises(wire.WireError):
        wire.encode(message, seq)


@pytest.mark.invariant("I15")
def test_no_report_has_room_for_the_number_of_a_ball() -> None:
    rooms = {report.__name__: report.LAYOUT.size for report in wire.REPORTS}
    assert rooms == {
        "Identity": 4 + 4 + 1 + 1 + 3 + 12,
        "MachineState": 4 + 1 + 1 + 4 + 4,
        "Ball": 4 + 4,
        "Fault": 4 + 1,
        "Loaded": 4,
        "Ack": 0,
        "Nak": 1,
    }
