"""The page about the wire is the wire: its tables, its worked frame and its transcript."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from drivers.extractor import wire
from drivers.extractor.machine import Machine
from drivers.plant import new_plant, save_plant

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/extractor-wire.md").read_text(encoding="utf-8")
TRANSCRIPT = (ROOT / "fixtures/wire/extractor.txt").read_text(encoding="utf-8").splitlines()
LINE = re.compile(r"([<>]) ((?:[0-9a-f]{2} )+) (.+)")


def described(message: wire.Message) -> str:
    """A message as the transcript names it: the fields that are not zero."""
    words = [type(message).__name__]
    for field in fields(message):  # type: ignore[arg-type]
        value = getattr(message, field.name)
        if field.name in ("boot", "session"):
            words.append(f"{field.name}={value:08X}")
        elif isinstance(value, bool):
            words += [field.name] if value else []
        elif value:
            words.append(f"{field.name}={value}")
    return " ".join(words)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose heading row begins so."""
    table = PAGE.partition(f"\n| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table]


def test_the_transcript_is_what_the_machine_answers_to_the_byte(tmp_path: Path) -> None:
    save_plant(tmp_path / "plant.json", new_plant(7))
    machine = Machine(tmp_path / "plant.json", boot=0xB0071E55, pace=10)
    now, said, written = 0.0, b"", b""
    for line in TRANSCRIPT:
        if line.startswith("@ "):
            assert said == written, f"at {now:.3f}"
            now, said, written = float(line[2:]), b"", b""
            machine.tick(now)
            said += machine.take_output()
        elif line.startswith("> "):
            machine.receive(bytes.fromhex(line[2:].partition("  ")[0]), now)
            said += machine.take_output()
        else:
            written += bytes.fromhex(line[2:].partition("  ")[0])
    assert said == written
    assert machine.plant.draws == 1 and not machine.plant.rack


@pytest.mark.parametrize("line", [line for line in TRANSCRIPT if not line.startswith("@")])
def test_each_line_of_the_transcript_is_the_message_beside_it(line: str) -> None:
    found = LINE.fullmatch(line)
    assert found is not None, line
    arrow, data, note = found.groups()
    frames = wire.Decoder().feed(bytes.fromhex(data))
    if note == "(noise)":
        assert frames == []
        return
    (frame,) = frames
    message = wire.parse(frame)
    assert f"{frame.seq} {described(message)}" == note
    assert wire.encode(message, frame.seq).hex(" ") == data.strip()
    assert isinstance(message, wire.Command if arrow == ">" else wire.Report)


def test_the_transcript_shows_every_message_but_a_fault() -> None:
    shown = {
        line.split("  ", 1)[1].split()[1] for line in TRANSCRIPT if line[0] in "<>" and "(noise)" not in line
    }
    assert shown == {message.__name__ for message in (*wire.COMMANDS, *wire.REPORTS)} - {"Fault"}


def test_the_tables_name_every_message_with_its_kind_and_length() -> None:
    to_machine, to_controller = (PAGE.partition(f"### {title}")[2] for title in ("Controller", "Machine"))
    for part, messages in ((to_machine, wire.COMMANDS), (to_controller, wire.REPORTS)):
        table = re.findall(r"^\| `(\w\w)` \| (\w+) \| (\d+)", part.partition("\n\n##")[0], flags=re.MULTILINE)
        assert table == [(f"{m.KIND:02x}", m.__name__, str(m.LAYOUT.size)) for m in messages]


def test_the_tables_name_every_fault_and_every_refusal() -> None:
    assert [row[:2] for row in rows("fault")] == [[str(int(code)), code.name] for code in wire.FaultCode]
    assert [row[:2] for row in rows("reason")] == [[str(int(code)), code.name] for code in wire.NakReason]


def test_the_worked_frame_is_right() -> None:
    plain, stuffed, check, whole = (bytes.fromhex(row[1]) for row in rows("step"))
    assert whole == wire.encode(wire.Draw(256), 3)
    assert whole == b"\0" + stuffed + check + b"\0"
    assert plain == bytes([wire.PROTOCOL_VERSION, wire.Draw.KIND, 0, 3]) + wire.Draw(256).payload()
