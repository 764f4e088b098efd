"""What a controller does to a PLC that no other machine knows: its registers, its counters, its scan.

Not responsible for what any machine owes (``motion``).
"""

from typing import Final

from drivers.extractor import wire
from drivers.plc import layout as plc
from drivers.plc.layout import Table, Write
from hallctl.cli.conformance import plc_rules as rules
from hallctl.cli.conformance.motion import out, rests
from hallctl.cli.conformance.plc_player import PlcPlayer
from hallctl.cli.conformance.trial import Case, Untried


def settle(player: PlcPlayer) -> None:
    """Bring the PLC to rest: still, unlatched, its event acknowledged.

    Raises:
        Broken: It cannot be brought there because it breaks a rule.
        End: It cannot be brought there without a person.
    """
    player.permitting, player.acknowledging = False, True
    player.listen(0.3)
    report = player.report()
    if report.waiting:
        player.acknowledge(report.event)
        player.listen(player.taken_s, lambda: not player.report().waiting)
    state = player.report().state
    player.demand_idle(state, rules.RESET)


def identity(player: PlcPlayer) -> None:
    """Its version is that of the page, and its registers are those of the map."""
    report = player.report()
    player.require(report.version == 1, rules.VERSION, f"en version dice {report.version}")
    player.require(report.kind in (0, 1, 2, 3), rules.KIND_FIRST, f"en kind dice {report.kind}")
    player.require(
        bool(report.state.fault) <= report.state.stop_latched, rules.FAULT, "dice un fallo sin estar detenida"
    )


def alive(player: PlcPlayer) -> None:
    """Behind the Modbus there is a program that runs."""
    player.expect(wire.Reset(), 0, rules.RESET, "sin estar detenida")
    event = player.report().event
    _echoed(player, plc.number_after(event))
    _echoed(player, event)


def _echoed(player: PlcPlayer, number: int) -> None:
    player.acknowledge(number)
    heard = player.listen(player.taken_s, lambda: player.report().acknowledged == number)
    player.require(heard, rules.ECHO, f"se escribió {number} en acknowledge, y acknowledged no lo dice")


def same_number(player: PlcPlayer) -> None:
    """A number that is done is no command, whatever stands beside it."""
    seq = player.next_seq()
    player.expect(wire.Stop(), 0, rules.STOP_TAKEN, "en reposo", seq)
    player.require(player.state().stop_latched, rules.AT_ONCE, "tras Stop no dice que está detenida")
    for each in plc.command(player.layout, wire.Reset(), seq):
        player.write(each)
    player.listen(0.3)
    player.require(
        player.state().stop_latched, rules.ONCE, "cumplió un Reset con el número de la orden anterior"
    )
    player.expect(wire.Reset(), 0, rules.RESET, "detenida y sin causa a la vista")
    player.require(not player.state().stop_latched, rules.RESET, "tras Reset sigue detenida")
    event = player.event(0.2)
    player.require(event is None, rules.NO_EVENT, f"a Stop y Reset siguió {event}")


def turn_of_numbers(player: PlcPlayer) -> None:
    """The counter of commands goes round."""
    for seq in (0xFFFF, 1):
        player.expect(wire.Reset(), 0, rules.ANSWERED, f"con el número {seq}", seq)


def unknown(player: PlcPlayer) -> None:
    """A command that does not exist is refused."""
    register = player.layout.commands
    if not isinstance(register, int):
        raise Untried("con una bobina por orden no hay órdenes desconocidas")
    number = player.next_seq()
    writes = (
        Write(Table.HOLDING, register, (7,)),
        Write(Table.HOLDING, player.layout.hears.number, (number,)),
    )
    answer = player.command_by(writes, number, "7")
    player.require(answer == wire.NakReason.UNKNOWN, rules.UNKNOWN, f"a la orden 7 contestó {answer}")


def same_heartbeat(player: PlcPlayer) -> None:
    """A heartbeat that is written and does not change is no permission."""
    player.permit()
    end = player.now() + 0.4
    while player.now() < end:
        player.repeat_heartbeat()
        player.listen(0.04)
    player.expect(
        wire.Draw(player.next_order()), 2, rules.ONLY_A_CHANGE, "con un heartbeat que se escribe y no cambia"
    )


def waiting(player: PlcPlayer) -> None:
    """While an event waits nothing else happens, and it stays as it is."""
    player.acknowledging = False
    ball = player.draw(player.next_order())
    player.permitting = True
    player.listen(0.5)
    player.expect(wire.Draw(ball.order + 1), 4, rules.WAITS, "con un suceso a la espera")
    player.expect(wire.Reload(), 4, rules.WAITS, "con un suceso a la espera")
    rests(player, 0.5, rules.WAITS, "con un suceso a la espera")
    report = player.report()
    player.require(
        report.waiting and report.event == ball.event, rules.WAITS, "olvidó un suceso sin confirmar"
    )
    player.acknowledge(ball.event)
    player.listen(0.2)
    rests(player, 0.4, rules.NEVER_LATER, "confirmado el suceso, tras una orden rehusada,")


def hung(player: PlcPlayer) -> None:
    """The program still runs after all this."""
    out(player)
    player.expect(wire.Stop(), 0, rules.STOP_TAKEN, "en reposo")
    player.expect(wire.Reset(), 0, rules.RESET, "detenida y sin causa a la vista")


FIRST: Final = (
    Case("Los registros del mapa", identity),
    Case("El programa corre", alive),
    Case("Un número ya hecho no es una orden", same_number),
    Case("La vuelta de los números de orden", turn_of_numbers),
    Case("Una orden que no existe", unknown),
)
THEN: Final = (
    Case("Un heartbeat que no cambia", same_heartbeat),
    Case("Un suceso a la espera", waiting),
    Case("El programa sigue corriendo", hung),
)
