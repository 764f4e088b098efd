"""What a controller does to any machine while a person opens its door, jams it, takes its power.

Not responsible for how the person is asked.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from drivers.extractor import wire
from hallctl.cli.conformance.motion import rests
from hallctl.cli.conformance.player import Player, described
from hallctl.cli.conformance.trial import Broken, Case, End, Person, Rule, Skipped, Untried

_WAKES_S: Final = 20.0
"""How long a machine may take to start."""


class Attended:
    """The cases that need somebody beside the machine.

    Args:
        person: Whoever that is.
    """

    def __init__(self, person: Person) -> None:
        self._person = person

    @property
    def cases(self) -> Sequence[Case[Player]]:
        """What is tried, in order."""
        return (
            Case("Puerta abierta en reposo", self.door),
            Case("Puerta que se abre en movimiento", self.door_in_motion),
            Case("Bola atascada", self.jam),
            Case("Bombo vacío", self.empty),
            Case("Corte de corriente", self.power),
        )

    def door(self, player: Player) -> None:
        """An open door is shown, and nothing begins."""
        with self.done(player, "open", "Abra la puerta de la máquina.", "close", "Cierre la puerta."):
            state = player.state()
            player.require(state.door_open, player.rules.door, "con la puerta abierta dice que está cerrada")
            order = player.next_order()
            player.expect(wire.Draw(order), 5, player.rules.precedence, "puerta abierta y sin permiso")
            player.permitting = True
            player.listen(0.1)
            player.expect(wire.Draw(order), 5, player.rules.precedence, "puerta abierta y con permiso")
            player.expect(wire.Reload(), 5, player.rules.precedence, "puerta abierta y con permiso")
            player.expect(wire.Reset(), 8, player.rules.reset, "con la puerta abierta")
            player.expect(wire.Stop(), 0, player.rules.stop_accepted, "con la puerta abierta")
            player.expect(wire.Draw(order), 3, player.rules.precedence, "detenida y con la puerta abierta")

    def door_in_motion(self, player: Player) -> None:
        """A door that opens in mid-draw stops it."""
        how = "La máquina sacará una bola: abra la puerta mientras se mueve."
        with self.done(player, "open-moving", how, "close", "Cierre la puerta."):
            player.permitting = True
            player.listen(0.1)
            order = player.next_order()
            player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
            event = player.event(player.limits.ball_s)
            if isinstance(event, wire.Ball):
                state = player.state()
                player.require(not state.door_open, player.rules.door, "con la puerta abierta trajo la bola")
                raise Untried("la puerta no se abrió a tiempo; repita")
            self.stopped(player, event, wire.FaultCode.DOOR_OPEN, player.rules.door)
        player.draw(order)

    def jam(self, player: Player) -> None:
        """A ball that sticks is a fault that no reset undoes while it stands there."""
        how = "Bloquee el tubo, de modo que la próxima bola no llegue a la salida."
        with self.done(player, "jam", how, "clear", "Libere el tubo y devuelva la bola al bombo."):
            player.permitting = True
            player.listen(0.1)
            order = player.next_order()
            player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
            event = player.event(player.limits.ball_s)
            seen = f"bola atascada: ningún fallo en {player.limits.ball_s:g} s"
            player.require(event is not None, player.rules.in_time, seen)
            if isinstance(event, wire.Fault) and event.code == wire.FaultCode.STALLED:
                raise Untried(
                    "la bola no llegó al sensor del tubo (fallo 4); bloquéela a la altura del sensor"
                )
            self.stopped(player, event, wire.FaultCode.JAM, player.rules.jam)
            tube = player.state().tube_occupied
            player.require(tube, player.rules.jam, "con el fallo 1 dice que el tubo está vacío")
        player.draw(order)

    def empty(self, player: Player) -> None:
        """With no ball left an order is refused, or ends as a stall in its time."""
        how = "Saque todas las bolas del bombo."
        with self.done(player, "empty", how, "refill", "Devuelva las bolas al bombo."):
            player.permitting = True
            player.listen(0.1)
            reason = player.order(wire.Draw(player.next_order()))
            if reason == 0:
                event = player.event(player.limits.ball_s)
                seen = f"bombo vacío: {event or 'ni bola ni fallo'} en {player.limits.ball_s:g} s"
                stalled = isinstance(event, wire.Fault) and player.means(event.code, wire.FaultCode.STALLED)
                player.require(stalled, player.rules.in_time, seen)
            else:
                seen = f"bombo vacío: a Draw contestó {described(reason)}"
                player.require(reason == wire.NakReason.DRUM_EMPTY, player.rules.drum_empty, seen)

    def power(self, player: Player) -> None:
        """After a power cut it remembers its order, knows nobody, and moves nothing for anybody."""
        player.permitting = True
        player.listen(0.1)
        order = player.next_order()
        player.draw(order)
        player.permitting = False
        before = player.state()
        player.listen(0.3)
        self._ask(player, "power", "Apague la máquina, espere unos segundos y enciéndala.", resume=False)
        player.started_anew()
        state = _awake(player)
        player.require(
            state.boot != before.boot, player.rules.boot, f"arrancó con el mismo número, {state.boot:08X}"
        )
        player.require(
            state.order == order,
            player.rules.taken,
            f"tras el corte dice la orden {state.order} y no la {order}",
        )
        player.require(
            state.event == 0, player.rules.event_shown, f"recién arrancada dice el suceso {state.event}"
        )
        self.unknown(player, order)
        player.permitting = True
        rests(player, 0.5, player.rules.starts_nothing, "recién arrancada y con permiso")
        player.permitting = False
        player.resume()
        first = player.draw(order + 1)
        player.require(
            first.event == 1, player.rules.counted, f"su primer suceso tras arrancar es el {first.event}"
        )
        player.reload()

    def unknown(self, player: Player, order: int) -> None:
        """Try a machine that has just started and knows nobody, where its page speaks of that."""

    def _ask(self, player: Player, what: str, how: str, *, resume: bool = True) -> None:
        """Have a person do something; the machine hears nobody meanwhile."""
        if not self._person.asked(what, how):
            raise Skipped("necesita a una persona junto a la máquina")
        if resume:
            player.listen(0.1)
            player.resume()

    def stopped(self, player: Player, event: wire.Event | None, code: wire.FaultCode, rule: Rule) -> None:
        """Hold that a fault was said, shown, latched, and is not to be reset while its cause is there."""
        said = isinstance(event, wire.Fault) and player.means(event.code, code)
        player.require(said, rule, f"en vez del fallo {int(code)} dijo {event or 'nada'}")
        state = player.state()
        player.require(not state.moving, player.rules.at_once, f"tras el fallo {int(code)} todavía se mueve")
        player.require(
            state.stop_latched, player.rules.holds, f"tras el fallo {int(code)} no dice que está detenida"
        )
        player.require(
            player.means(state.fault, code),
            player.rules.fault_shown,
            f"tras el fallo {int(code)} dice el {state.fault}",
        )
        player.expect(wire.Reset(), 8, player.rules.reset, f"con la causa del fallo {int(code)} todavía ahí")

    @contextmanager
    def done(self, player: Player, what: str, how: str, back: str, how_back: str) -> Iterator[None]:
        """Have a person do something for the block, and undo it whatever comes of it."""
        self._ask(player, what, how)
        try:
            yield
        finally:
            player.permitting = False
            self._ask(player, back, how_back)
        player.listen(0.2)
        player.expect(wire.Reset(), 0, player.rules.reset, "con la causa ya corregida")
        player.require(not player.state().stop_latched, player.rules.reset, "tras Reset sigue detenida")
        player.forget_events()


def _awake(player: Player) -> wire.MachineState:
    """Return how a machine stands that was just switched on, and may not answer yet."""
    end = player.now() + _WAKES_S
    while player.now() < end:
        with suppress(Broken, End):
            return player.state()
    return player.state()
