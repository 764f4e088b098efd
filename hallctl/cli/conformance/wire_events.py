"""What a controller does to a machine on the wire that repeats its events and knows its controller's session.

Not responsible for what any machine owes (``motion``).
"""

from itertools import pairwise
from typing import Final

from drivers.extractor import wire
from hallctl.cli.conformance import wire_rules as rules
from hallctl.cli.conformance.motion import stands_until_reset, under_way
from hallctl.cli.conformance.trial import Broken, Case
from hallctl.cli.conformance.wire_player import WirePlayer

AGAIN_S: Final = 0.25
LATENESS_S: Final = 0.1
"""How late a repetition may be before it is none."""

_REPEATS: Final = (4, 9)
"""How often an event may come in 1.6 s."""


def repeated(player: WirePlayer) -> None:
    """An event is said again four times a second, the same bytes, until its own acknowledgement."""
    player.acknowledging = False
    ball = player.draw(player.next_order())
    for other in (0, ball.event + 1, 0xFFFF_FFFF):
        player.send(wire.encode(wire.EventAck(other), 0))
    began = player.now()
    player.listen(1.6)
    times = [each.at for each in player.since(began) if each.message == ball]
    seen = f"en 1,6 s, sin confirmar (y con EventAck de otros números), repitió el suceso {len(times)} veces"
    if len(times) < _REPEATS[0]:
        player.acknowledge(ball.event)
        raise Broken(rules.ONLY_ITS_ACK if _repeats(player) else rules.REPEATED, seen)
    player.require(len(times) <= _REPEATS[1], rules.REPEATED, seen)
    longest = max(after - before for before, after in pairwise(times))
    player.require(
        longest <= AGAIN_S + LATENESS_S + player.stolen(),
        rules.REPEATED,
        f"entre dos repeticiones pasaron {longest * 1000:.0f} ms",
    )
    player.acknowledge(ball.event)
    player.listen(0.1)
    began = player.now()
    player.listen(0.7)
    again = [each for each in player.since(began) if each.message == ball]
    player.require(not again, rules.REPEATED, f"repite el suceso {ball.event}, ya confirmado")


def _repeats(player: WirePlayer) -> bool:
    """Whether an event that nobody acknowledges at all is said again."""
    ball = player.draw(player.next_order())
    began = player.now()
    player.listen(0.8)
    return len([each for each in player.since(began) if each.message == ball]) > 1


def queued(player: WirePlayer) -> None:
    """A second event waits for the first one's acknowledgement, and comes at once after it."""
    player.acknowledging = False
    first = player.draw(player.next_order())
    order = player.next_order()
    player.expect(wire.Draw(order), 0, rules.DRAW, "con un suceso sin confirmar")
    end = player.now() + player.limits.ball_s
    while (state := player.state()).event == first.event and player.now() < end:
        player.listen(0.02)
    player.require(
        state.event == first.event + 1, rules.EVENT_SHOWN, f"tras otra bola dice el suceso {state.event}"
    )
    player.listen(0.6)
    early = [each for each in player.events if each.event > first.event]
    player.require(not early, rules.ONE_AT_A_TIME, f"dijo {early} con el suceso {first.event} sin confirmar")
    player.acknowledge(first.event)
    second = player.event(AGAIN_S + LATENESS_S)
    player.require(second is not None, rules.REPEATED, "confirmado el primer suceso, no dijo el que esperaba")
    player.acknowledge(first.event + 1)


def without_listener(player: WirePlayer) -> None:
    """To nobody it says nothing, and to the next controller what still waits."""
    player.acknowledging = False
    ball = player.draw(player.next_order())
    player.permitting = False
    player.listen(1.3)
    began = player.now()
    player.listen(0.7)
    said = [each.message for each in player.since(began) if isinstance(each.message, wire.Event)]
    player.require(
        not said, rules.REPEATED, "repite sucesos aunque hace más de un segundo que no oye a nadie"
    )
    began = player.now()
    player.identify()
    player.listen(AGAIN_S + 2 * LATENESS_S)
    again = [each for each in player.since(began) if each.message == ball]
    player.require(again, rules.REPEATED, "a otro controlador no le repitió el suceso sin confirmar")
    player.acknowledge(ball.event)


def other_session(player: WirePlayer) -> None:
    """Another controller finds a machine that stands; the same one disturbs nothing."""
    order = under_way(player)
    player.identify(player.session)
    player.require(player.state().moving, rules.SAME_SESSION, "un Identify de la misma sesión detuvo la bola")
    player.identify()
    player.permitting = False
    state = player.state()
    player.require(not state.moving, rules.OTHER_SESSION, "otra sesión, y todavía se mueve")
    player.require(
        state.stop_latched, rules.OTHER_SESSION, "otra sesión interrumpió la bola y no quedó detenida"
    )
    event = player.event(1.0)
    lost = isinstance(event, wire.Fault) and event.code == wire.FaultCode.PERMISSION_LOST
    player.require(lost, rules.OTHER_SESSION, f"otra sesión interrumpió la bola; dijo {event or 'nada'}")
    stands_until_reset(player, order)


def other_session_idle(player: WirePlayer) -> None:
    """A permission is no inheritance."""
    order = player.next_order()
    player.permit()
    player.listen(0.02)
    player.identify()
    player.expect(wire.Draw(order), 2, rules.OTHER_SESSION, "con el permiso de la sesión anterior")


CASES: Final = (
    Case("Los sucesos se repiten hasta su confirmación", repeated),
    Case("Un suceso detrás de otro", queued),
    Case("Sucesos cuando nadie escucha", without_listener),
    Case("Otra sesión con una bola en camino", other_session),
    Case("El permiso no pasa a otra sesión", other_session_idle),
)
