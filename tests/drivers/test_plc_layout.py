"""What a map makes of questions, answers and commands."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.extractor import wire
from drivers.extractor.wire import MachineKind
from drivers.plc import layout as plc
from drivers.plc.layout import Coils, CommandWords, Flags, Layout, Read, StatusWords, Table, Write

SAYS = StatusWords(10, 11, 12, 13, 14, 15, 17, 18, 19, 20)
HEARS = CommandWords(heartbeat=0, acknowledge=1, order=2, number=5)
WORDS = Layout(17, MachineKind.DRUM, SAYS, HEARS, flags=21, commands=4)
BITS = Layout(
    17,
    MachineKind.DRUM,
    SAYS,
    HEARS,
    flags=Flags(exit=3, tube=0, door=9, moving=1, latched=2),
    commands=Coils(draw=7, reload=6, stop=9, reset=8),
    says_in=Table.INPUT,
    high_first=False,
)


def test_a_report_is_one_question_or_two_and_the_words_come_first() -> None:
    assert plc.reads(WORDS) == (Read(Table.HOLDING, 10, 12),)
    assert plc.reads(BITS) == (Read(Table.INPUT, 10, 11), Read(Table.DISCRETE, 0, 10))


def test_a_report_is_read_from_either_map() -> None:
    words = [1, 0x0203, 44, 5, 2, 1, 7, 3, 9, 4, 12]
    told = plc.report(WORDS, [[*words, 0b10010]])
    state = wire.MachineState(44, False, True, False, False, True, 12, 0x0001_0007, 5)
    assert (told.version, told.kind, told.done, told.answer, told.acknowledged) == (1, 2, 3, 9, 4)
    assert told.state == state
    assert told.waiting
    assert plc.identity(WORDS, told).firmware == (2, 3, 0)
    bits = [True, False, True, False, False, False, False, False, False, False]
    other = plc.report(BITS, [words, bits])
    assert other.state == wire.MachineState(44, False, True, False, False, True, 12, 0x0007_0001, 5)


def test_a_command_is_one_write_where_its_registers_stand_together() -> None:
    assert plc.command(WORDS, wire.Draw(70_000), 9) == (Write(Table.HOLDING, 2, (1, 4464, 1, 9)),)
    assert plc.command(WORDS, wire.Reset(), 9) == (Write(Table.HOLDING, 4, (4, 9)),)


def test_with_coils_the_one_is_set_the_others_are_cleared_and_the_number_comes_last() -> None:
    draw = plc.command(BITS, wire.Draw(70_000), 9)
    assert draw == (
        Write(Table.COIL, 6, (0, 1, 0, 0)),
        Write(Table.HOLDING, 2, (4464, 1)),
        Write(Table.HOLDING, 5, (9,)),
    )
    assert plc.command(BITS, wire.Stop(), 9)[0] == Write(Table.COIL, 6, (0, 0, 0, 1))


@given(st.permutations(range(8)), st.integers(1, 2**32 - 1), st.integers(1, 0xFFFF))
def test_wherever_the_registers_stand_the_number_is_in_the_last_write(
    places: list[int], order: int, number: int
) -> None:
    spread = [3 * place for place in places]
    hears = CommandWords(spread[0], spread[1], spread[2], spread[3])
    map_ = Layout(1, MachineKind.DRUM, SAYS, hears, flags=21, commands=spread[4])
    writes = plc.command(map_, wire.Draw(order), number)
    memory = {at: value for each in writes for at, value in enumerate(each.values, each.address)}
    assert memory == {
        hears.order: order >> 16,
        hears.order + 1: order & 0xFFFF,
        spread[4]: 1,
        hears.number: number,
    }
    last = writes[-1]
    assert last.address <= hears.number < last.address + len(last.values)
