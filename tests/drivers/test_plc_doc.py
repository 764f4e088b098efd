"""The page for the PLC's programmer is the code: its keys, its registers, its numbers."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

from pymodbus.pdu.register_message import (
    ReadHoldingRegistersRequest,
    ReadHoldingRegistersResponse,
    WriteMultipleRegistersRequest,
    WriteMultipleRegistersResponse,
)

from drivers.extractor import wire
from drivers.extractor.wire import NakReason
from drivers.plc import layout as plc
from drivers.plc.connection import FRESH_S, POLL_S
from drivers.plc.layout import COMMANDS, PROTOCOL_VERSION, Coils, CommandWords, EventKind, Flags, StatusWords
from hallctl.config.extractor import ExtractorSection
from hallctl.config.plc import WORDS_AT_ONCE, ModbusSection
from hallctl.devices.machines import layout_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/plc.md").read_text("utf-8")
FRAME = 4
"""Address, function and two bytes of check."""


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose heading row begins so."""
    table = PAGE.partition(f"\n| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table]


def names(of: type) -> list[str]:
    return [field.name for field in fields(of)]


def test_every_register_truth_and_coil_of_the_page_is_the_codes() -> None:
    says, hears = re.findall(r"\n\| register \| what \|\n.*?\n\n", PAGE, re.DOTALL)
    assert set(re.findall(r"^\| `(\w+)`", says, re.MULTILINE)) == {*names(StatusWords), "flags"}
    assert set(re.findall(r"^\| `(\w+)`", hears, re.MULTILINE)) == {*names(CommandWords), "command"}
    assert [row[0] for row in rows("truth")] == names(Flags)
    assert [(int(number), coil) for number, coil, _ in rows("command | coil")] == list(
        enumerate(names(Coils), 1)
    )
    assert [command.__name__.lower() for command in COMMANDS] == names(Coils)


def test_every_number_of_the_page_is_the_codes() -> None:
    said = {int(reason): text for reason, text in rows("reason in `answer`")}
    assert set(said) == set(NakReason) - {NakReason.NOT_IDENTIFIED}
    assert "0 after its start, then 1 to 65535 and round to 1" in PAGE
    assert (plc.number_after(0), plc.number_after(65535)) == (1, 1)
    kinds = ", ".join(
        f"{kind.value} {word}"
        for kind, word in zip(EventKind, ("a ball", "a fault", "the drum is"), strict=True)
    )
    assert kinds in PAGE
    assert f"| `version` | {PROTOCOL_VERSION}, the version" in PAGE
    assert f"for {wire.PERMIT_EXPIRY_S * 1000:.0f} ms after `heartbeat`" in PAGE
    assert f"changes every {wire.PERMIT_PERIOD_S * 1000:.0f} ms" in PAGE
    assert f"one that is {FRESH_S * 1000:.0f} ms old is thrown away" in " ".join(PAGE.split())
    assert f"rests {POLL_S * 1000:.0f} ms, and asks again" in PAGE
    assert f"at most {WORDS_AT_ONCE}\nregisters" in PAGE


def test_every_key_of_the_page_is_the_configurations_with_its_default() -> None:
    said = {key: default for key, default, _ in rows("key of `[extractor.modbus]` | default")}
    assert set(said) == set(ModbusSection.model_fields)
    for key, field in ModbusSection.model_fields.items():
        if key not in {"faults", "flags", "coils"} and not field.is_required():
            assert said[key] == str(field.default).lower(), key


def test_the_examples_of_the_page_are_read() -> None:
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]
    whole = tomllib.loads((ROOT / "fixtures/config/plc-coils.toml").read_text("utf-8"))["extractor"]
    whole |= blocks[0]["extractor"]
    whole["modbus"] |= blocks[1]["extractor"]["modbus"]
    section = ExtractorSection(**whole)
    assert section.modbus is not None
    assert set(layout_of(section.modbus).faults) == {104, 110, 203}


def test_the_bytes_of_the_page_are_those_that_travel() -> None:
    holding = tomllib.loads((ROOT / "fixtures/config/plc-holding.toml").read_text("utf-8"))["extractor"]
    modbus = ExtractorSection(**holding).modbus
    assert modbus is not None
    (read,) = plc.reads(layout_of(modbus))
    beat = plc.heartbeat(layout_of(modbus), 1)
    asked = ReadHoldingRegistersRequest(address=read.address, count=read.count).encode()
    told = ReadHoldingRegistersResponse(registers=[0] * read.count).encode()
    written = WriteMultipleRegistersRequest(address=beat.address, registers=list(beat.values)).encode()
    heard = WriteMultipleRegistersResponse(address=beat.address, count=1).encode()
    state = len(asked) + len(told) + 2 * FRAME
    permission = len(written) + len(heard) + 2 * FRAME
    assert f"| how it stands, words and truths in {read.count} registers | {state} |" in PAGE
    assert f"| a permission | {permission} |" in PAGE
    line = {baudrate: round((state + permission) * 11 / baudrate * 1000) for baudrate in (19200, 115200)}
    assert f"that is {line[19200]} ms of line at 19200 bit/s, and {line[115200]} ms at 115200" in PAGE
