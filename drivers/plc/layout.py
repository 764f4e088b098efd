"""Where each value stands in a PLC's registers, and what it means: `docs/plc.md` for whoever programs one.

Pure: no line, no thread, no clock. It is not responsible for whether a map makes sense: the configuration is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from enum import Enum, IntEnum

from drivers.extractor import wire
from drivers.extractor.wire import FaultCode, Identity, MachineKind, MachineState

PROTOCOL_VERSION = 1

LAST_NUMBER = 0xFFFF
"""Counters go from 1 to this and round again; 0 is before the first."""


class Table(Enum):
    """The four memories of a Modbus device."""

    COIL = "coil"
    DISCRETE = "discrete"
    INPUT = "input"
    HOLDING = "holding"


class EventKind(IntEnum):
    """What the PLC's event is."""

    BALL = 1
    FAULT = 2
    LOADED = 3


COMMANDS: tuple[type[wire.Order], ...] = (wire.Draw, wire.Reload, wire.Stop, wire.Reset)
"""The commands in their order: the number of each in its register is its place here, from 1."""


@dataclass(frozen=True, slots=True)
class StatusWords:
    """Where the PLC's words stand, all in one table; `order` takes two registers."""

    version: int
    program: int
    boot: int
    event: int
    kind: int
    order: int
    done: int
    answer: int
    acknowledged: int
    fault: int


@dataclass(frozen=True, slots=True)
class CommandWords:
    """Where the hall's words stand, all holding registers; `order` takes two."""

    heartbeat: int
    acknowledge: int
    order: int
    number: int


@dataclass(frozen=True, slots=True)
class Flags:
    """Where the PLC's truths stand, one bit each."""

    exit: int
    tube: int
    door: int
    moving: int
    latched: int


@dataclass(frozen=True, slots=True)
class Coils:
    """Where the hall gives a command, one coil each."""

    draw: int
    reload: int
    stop: int
    reset: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The map of one machine.

    Attributes:
        unit: The PLC's address on the line.
        machine: How it brings out a ball.
        says: Where its words stand.
        hears: Where the hall writes.
        flags: Where its truths stand, or the one register, beside its words, that holds them in bits 0 to 4.
        commands: Where the hall gives a command, or the one register that holds the command's number.
        says_in: The table of its words: `INPUT` or `HOLDING`.
        flags_in: The table of its truths: `DISCRETE` or `COIL`.
        high_first: Whether the first of two registers holds the high half.
        faults: What the PLC's own fault numbers mean.
    """

    unit: int
    machine: MachineKind
    says: StatusWords
    hears: CommandWords
    flags: Flags | int
    commands: Coils | int
    says_in: Table = Table.HOLDING
    flags_in: Table = Table.DISCRETE
    high_first: bool = True
    faults: Mapping[int, FaultCode] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Read:
    """One question to the PLC."""

    table: Table
    address: int
    count: int


@dataclass(frozen=True, slots=True)
class Write:
    """Values to put into the PLC, one after the other from an address on."""

    table: Table
    address: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What the PLC said at one moment.

    Attributes:
        version: Of the protocol that it speaks.
        program: Of its own program: major in the high byte, minor in the low one.
        event: The number of its last event.
        kind: The `EventKind` of that.
        done: The number of the last command that it took or refused.
        answer: 0 where it took that, else a `NakReason`.
        acknowledged: The last event that it saw acknowledged.
        state: How the machine stands, with its own fault number.
    """

    version: int
    program: int
    event: int
    kind: int
    done: int
    answer: int
    acknowledged: int
    state: MachineState

    @property
    def waiting(self) -> bool:
        """Whether its last event is not acknowledged yet."""
        return self.event not in (0, self.acknowledged)


def number_after(number: int) -> int:
    """The next number of a counter."""
    return number % LAST_NUMBER + 1


def reads(layout: Layout) -> tuple[Read, ...]:
    """The questions that bring a whole report, in the order in which they are to be asked.

    The words come first: truths that are younger than their order never let an old ball pass for a new one.
    """
    words = [*astuple(layout.says), layout.says.order + 1]
    if not isinstance(layout.flags, Flags):
        return (_span(layout.says_in, [*words, layout.flags]),)
    return _span(layout.says_in, words), _span(layout.flags_in, astuple(layout.flags))


def _span(table: Table, addresses: Sequence[int]) -> Read:
    return Read(table, min(addresses), max(addresses) - min(addresses) + 1)


def report(layout: Layout, answers: Sequence[Sequence[int]]) -> Report:
    """What the answers to `reads` say."""
    (words_at, *rest), says = reads(layout), layout.says
    words = dict(enumerate(answers[0], words_at.address))
    if isinstance(layout.flags, Flags):
        bits = dict(enumerate(answers[1], rest[0].address))
        truths = [bool(bits[address]) for address in astuple(layout.flags)]
    else:
        truths = [bool(words[layout.flags] >> bit & 1) for bit in range(len(fields(Flags)))]
    exit_, tube, door, moving, latched = truths
    first, second = words[says.order], words[says.order + 1]
    order = first << 16 | second if layout.high_first else second << 16 | first
    event, fault = words[says.event], words[says.fault]
    return Report(
        version=words[says.version],
        program=words[says.program],
        event=event,
        kind=words[says.kind],
        done=words[says.done],
        answer=words[says.answer],
        acknowledged=words[says.acknowledged],
        state=MachineState(words[says.boot], exit_, tube, door, moving, latched, fault, order, event),
    )


def identity(layout: Layout, said: Report) -> Identity:
    """Who the PLC is, in the words of every extractor."""
    firmware = (said.program >> 8, said.program & 0xFF, 0)
    boot = said.state.boot
    return Identity(0, boot, layout.machine, said.version, firmware, f"MODBUS {layout.unit}")


def heartbeat(layout: Layout, count: int) -> Write:
    """Lets the machine move a little longer."""
    return Write(Table.HOLDING, layout.hears.heartbeat, (count,))


def acknowledgement(layout: Layout, event: int) -> Write:
    """Lets the PLC forget an event."""
    return Write(Table.HOLDING, layout.hears.acknowledge, (event,))


def command(layout: Layout, order: wire.Order, number: int) -> tuple[Write, ...]:
    """Gives a command; its number, which makes it count, is in the last write."""
    hears, commands = layout.hears, layout.commands
    words = {hears.number: number}
    found: list[Write] = []
    if isinstance(order, wire.Draw):
        halves = order.order >> 16, order.order & 0xFFFF
        words |= dict(enumerate(halves if layout.high_first else halves[::-1], hears.order))
    if isinstance(commands, Coils):
        said = dict(zip(astuple(commands), (type(order) is each for each in COMMANDS), strict=True))
        found += _runs(Table.COIL, said)
    else:
        words[commands] = COMMANDS.index(type(order)) + 1
    runs = _runs(Table.HOLDING, words)
    return (
        *found,
        *sorted(runs, key=lambda run: run.address <= hears.number < run.address + len(run.values)),
    )


def _runs(table: Table, values: Mapping[int, int]) -> list[Write]:
    """As few writes as the addresses allow."""
    runs: list[Write] = []
    for address in sorted(values):
        last = runs[-1] if runs else None
        if last is not None and last.address + len(last.values) == address:
            runs[-1] = Write(table, last.address, (*last.values, int(values[address])))
        else:
            runs.append(Write(table, address, (int(values[address]),)))
    return runs
