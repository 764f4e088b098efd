"""The whole trial of a machine on the wire.

Not responsible for opening its port, nor for printing.
"""

from collections.abc import Callable, Sequence

from hallctl.cli.conformance import motion, wire_cases, wire_events
from hallctl.cli.conformance.line import Line
from hallctl.cli.conformance.player import Limits, Player, measured
from hallctl.cli.conformance.trial import Broken, Case, Person, Report, Result, chosen, play
from hallctl.cli.conformance.wire_attended import WireAttended
from hallctl.cli.conformance.wire_player import WirePlayer

_KINDS = {1: "neumática", 2: "de bombo"}


def cases(person: Person) -> Sequence[Case[WirePlayer]]:
    """Return everything that is tried, in order."""
    return (*wire_cases.CASES, *motion.CASES, *wire_events.CASES, *WireAttended(person).cases)


def try_wire(
    line: Line,
    person: Person,
    limits: Limits,
    report_result: Callable[[Result], None],
    *,
    nonce: Callable[[], int],
    only: str = "",
) -> Report:
    """Try a machine.

    Args:
        line: To the machine.
        person: Who stands beside it.
        limits: How long it may take.
        report_result: Receives each result at once.
        nonce: Makes sessions.
        only: What the titles of the cases contain that are played.

    Raises:
        Broken: Nobody answers at all.
        End: It is no machine.
        ExtractorError: The line is gone.
    """
    machine = _who(WirePlayer(line, limits, nonce))
    player = WirePlayer(line, limits, nonce)
    results = tuple(
        play(chosen(cases(person), only), player, wire_cases.settle, report_result, Player.attempt)
    )
    return Report(machine, results, tuple(measured(player.figures)), bool(only))


def _who(player: WirePlayer) -> str:
    try:
        who = player.identify()
    except Broken:
        if player.log:
            return "una máquina que no dice quién es"
        raise
    firmware = ".".join(map(str, who.firmware))
    return f"máquina {_KINDS.get(who.kind, 'de otra clase')}, serie {who.serial_id}, firmware {firmware}"
