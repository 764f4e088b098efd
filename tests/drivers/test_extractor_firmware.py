"""The program of the machine on its own board, in MicroPython, and the page that says how to wire it."""

import re
import subprocess
from pathlib import Path

import pytest

from drivers.extractor import wire
from drivers.extractor.firmware import extractor, frames
from drivers.extractor.interpreter import command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/firmware.md").read_text(encoding="utf-8")
USING = command()
needs_micropython = pytest.mark.skipif(USING is None, reason="no MicroPython for this processor")

BOARD = """
import sys, time
sys.path[:0] = ["{root}/tests/drivers/pico", "{root}/drivers/extractor"]
import machine as pins
from firmware import pico

for pin in pico.CHAINS.values():
    pins.LEVELS[pin] = 0  # the chains are closed
loop = pico.Loop()
outputs = lambda: [pins.LEVELS[pico.ACTUATORS[bit]] for bit in (pico.MOTOR, pico.GATE, pico.BACK)]
see = lambda bit, seen: pins.LEVELS.__setitem__(pico.LIGHTS[bit], 0 if seen else 1)


def turns(milliseconds, data=b"", permit=True):
    end = time.ticks_add(time.ticks_ms(), milliseconds)
    pins.LINE["in"] += data
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        if permit:
            pins.LINE["in"] += PERMIT
        loop.turn()
        time.sleep_ms(1)


def until(pattern, permit=True):
    for _ in range(2000):
        if outputs() == pattern:
            return
        turns(2, permit=permit)
    print("never", pattern, outputs())
    sys.exit(1)


def told(kind):
    said = [frame[3] for frame in Decoder().feed(pins.LINE["out"]) if frame[1] == kind]
    return said


def memory():
    try:
        return open("order.txt").read()
    except OSError:
        return "none"


from firmware.frames import Decoder, encode

PERMIT = encode(2, 0)
"""


def on_board(folder: Path, script: str) -> list[str]:
    """Run a script in MicroPython with the board's program loaded; return what it prints."""
    assert USING is not None
    file = folder / "board.py"
    file.write_text(BOARD.replace("{root}", str(ROOT)) + script, encoding="utf-8")
    ran = subprocess.run(
        [*USING, str(file)], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.split("\n")[:-1]


@needs_micropython
@pytest.mark.invariant("I2")
def test_a_board_that_remembers_no_order_moves_nothing_until_the_drum_is_reloaded(tmp_path: Path) -> None:
    assert on_board(
        tmp_path,
        """
print(outputs(), memory())
turns(20, encode(1, 1, b"abcd") + PERMIT + encode(4, 2, b"\\0\\0\\0\\1"))
print([said[0] for said in told(0x47)], outputs())
turns(2, encode(5, 3))
print(outputs())
until([0, 0, 0])
print(memory())
pins.LINE["out"] = b""
turns(2, encode(4, 4, b"\\0\\0\\0\\1"))
print(told(0x47), outputs())
""",
    ) == ["[0, 0, 0] none", f"[{wire.NakReason.OLD_ORDER}] [0, 0, 0]", "[0, 1, 1]", "0", "[] [0, 1, 0]"]


@needs_micropython
@pytest.mark.invariant("I3")
def test_the_board_clears_the_exit_keeps_the_order_and_only_then_turns_the_motor(tmp_path: Path) -> None:
    (tmp_path / "order.txt").write_text("6", encoding="ascii")
    assert on_board(
        tmp_path,
        """
see(pico.EXIT, True)
turns(20, encode(1, 1, b"abcd") + PERMIT + encode(4, 2, b"\\0\\0\\0\\7"))
print(outputs(), memory())
see(pico.EXIT, False)
turns(50)
print(outputs(), memory())
until([1, 0, 0])
print(memory())
see(pico.EXIT, True)
until([0, 0, 0])
turns(5)
print(told(0x43)[0] == b"\\0\\0\\0\\1\\0\\0\\0\\7", told(0x44))
print(set(pins.FED))
""",
    ) == ["[0, 1, 0] 6", "[0, 1, 0] 6", "7", "True []", "{500}"]


@needs_micropython
@pytest.mark.invariant("I13")
@pytest.mark.parametrize(
    ("cause", "fault"),
    [
        ("turns(0)", wire.FaultCode.PERMISSION_LOST),
        ("pins.LEVELS[pico.CHAINS[pico.DOOR]] = 1", wire.FaultCode.DOOR_OPEN),
        ("pins.LEVELS[pico.CHAINS[pico.MUSHROOM]] = 1", wire.FaultCode.MUSHROOM),
    ],
)
def test_what_moves_stands_still_without_permission_and_at_a_broken_wire(
    tmp_path: Path, cause: str, fault: wire.FaultCode
) -> None:
    (tmp_path / "order.txt").write_text("6", encoding="ascii")
    permit = fault is not wire.FaultCode.PERMISSION_LOST
    assert on_board(
        tmp_path,
        f"""
turns(2, encode(1, 1, b"abcd") + PERMIT + encode(4, 2, b"\\0\\0\\0\\7"))
until([1, 0, 0])
{cause}
until([0, 0, 0], permit={permit})
turns(300, permit={permit})
print(outputs(), told(0x44)[0][4])
""",
    ) == [f"[0, 0, 0] {int(fault)}"]


def test_both_ends_make_the_same_frames_of_every_message() -> None:
    for message in (
        wire.Draw(0),
        wire.Draw(0x00FF0001),
        wire.EventAck(2**32 - 1),
        wire.Nak(9),
        wire.Permit(),
    ):
        for number in (0, 1, 255, 256, 65535):
            said = wire.encode(message, number)
            assert frames.encode(message.KIND, number, message.payload()) == said
            assert frames.Decoder().feed(said) == [(1, message.KIND, number, message.payload())]


def test_both_ends_throw_the_same_frames_away() -> None:
    for at in range(len(whole := wire.encode(wire.Draw(0x01000200), 300))):
        for bit in range(8):
            spoilt = whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
            theirs = [(f.version, f.kind, f.seq, f.payload) for f in wire.Decoder().feed(spoilt + whole[-1:])]
            assert frames.Decoder().feed(spoilt + whole[-1:]) == theirs


def test_the_page_wires_every_pin_as_the_board_uses_it() -> None:
    source = (ROOT / "drivers/extractor/firmware/pico.py").read_text(encoding="utf-8")
    used = {}
    for name in ("LIGHTS", "CHAINS", "ACTUATORS"):
        found = re.search(rf"^{name} = \{{(.+)\}}$", source, flags=re.MULTILINE)
        assert found is not None
        used |= dict(re.findall(r"(\w+): (\d+)", found[1]))
    wired = dict(re.findall(r"^\| `(\w+)` \| GP(\d+) \|", PAGE, flags=re.MULTILINE))
    assert wired == used
    assert set(used) == {
        name for name in vars(extractor) if name.isupper() and isinstance(getattr(extractor, name), int)
    } - {name for name in vars(extractor) if name.endswith("_MS") or name.startswith("_")}


def test_the_page_names_every_time_of_the_program() -> None:
    rows = dict(re.findall(r"^\| `(\w+_MS)` \| (\d+) \|", PAGE, flags=re.MULTILINE))
    assert {name: int(value) for name, value in rows.items()} == {
        name: value for name, value in vars(extractor).items() if re.fullmatch(r"[A-Z]\w*_MS", name)
    }
