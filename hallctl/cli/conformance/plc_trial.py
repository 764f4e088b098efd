"""The whole trial of a PLC.

Not responsible for opening its line, nor for printing.
"""

from collections.abc import Callable, Sequence

from drivers.plc.layout import Layout
from hallctl.cli.conformance import motion, plc_cases
from hallctl.cli.conformance.attended import Attended
from hallctl.cli.conformance.player import Limits, Player, measured
from hallctl.cli.conformance.plc_player import PlcPlayer, Registers
from hallctl.cli.conformance.trial import Case, Person, Report, Result, chosen, play


def cases(person: Person) -> Sequence[Case[PlcPlayer]]:
    """Return everything that is tried, in order."""
    return (*plc_cases.FIRST, *motion.CASES, *plc_cases.THEN, *Attended(person).cases)


def try_plc(
    registers: Registers,
    layout: Layout,
    person: Person,
    limits: Limits,
    report_result: Callable[[Result], None],
    *,
    only: str = "",
) -> Report:
    """Try a PLC.

    Args:
        registers: The PLC.
        layout: Its map.
        person: Who stands beside it.
        limits: How long it may take; `answer_s` for one answer on the line.
        report_result: Receives each result at once.
        only: What the titles of the cases contain that are played.

    Raises:
        End: Nobody answers.
        ExtractorError: The line is gone, or the PLC has no such registers.
    """
    player = PlcPlayer(registers, layout, limits)
    who = player.identity()
    results = tuple(
        play(chosen(cases(person), only), player, plc_cases.settle, report_result, Player.attempt)
    )
    program = f"programa {who.firmware[0]}.{who.firmware[1]}"
    return Report(
        f"autómata {who.serial_id}, {program}", results, tuple(measured(player.figures)), bool(only)
    )
