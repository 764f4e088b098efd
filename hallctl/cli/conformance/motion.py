"""What a controller does to any machine that moves balls, with nobody beside it.

Not responsible for what only one page knows (``wire_cases``, ``plc_cases``), nor for what needs a person
(``attended``).
"""

from typing import Final

from drivers.extractor import wire
from hallctl.cli.conformance.player import FAULT_S, Player
from hallctl.cli.conformance.trial import Broken, Case, Rule, Untried

FIRST: Final = 0x0001_1170
"""An order that needs more than 16 bits."""

EMPTY_S: Final = 0.12
CLOCKS: Final = 0.97
"""How slow the machine's clock may be beside ours."""


def rests(player: Player, seconds: float, rule: Rule, when: str) -> None:
    """Hold that nothing moves for a time."""
    began = len(player.log)
    player.listen(seconds)
    moving = any(
        isinstance(each.message, wire.MachineState) and each.message.moving for each in player.log[began:]
    )
    player.require(not (moving or player.state().moving), rule, f"{when} se mueve")


def reset(player: Player, when: str = "detenida y sin causa a la vista") -> None:
    """Undo a latch, and hold that nothing moves for it."""
    player.expect(wire.Reset(), 0, player.rules.reset, when)
    player.permitting = True
    rests(player, 0.3, player.rules.reset, "tras Reset y con permiso")


def only_permitted(player: Player) -> None:
    """Permission moves nothing."""
    player.permitting = True
    rests(player, 1.0, player.rules.starts_nothing, "con permiso y sin órdenes")


def reloaded(player: Player) -> None:
    """A reload is done once, however often it is given, and forgets the order."""
    player.reload()
    state = player.state()
    player.require(not state.order, player.rules.any_order, f"tras Loaded dice la orden {state.order} y no 0")
    player.require(
        not state.exit_occupied, player.rules.any_order, "tras Loaded dice que hay una bola en la salida"
    )
    player.require(not state.moving, player.rules.at_the_exit, "tras Loaded dice que se mueve")
    last = player.events[-1].event
    player.require(
        state.event == last, player.rules.event_shown, f"tras el suceso {last} dice el {state.event}"
    )


def reload_under_way(player: Player) -> None:
    """A reload under way is accepted again, and keeps a draw waiting."""
    player.permitting = True
    draw_next(player)
    player.expect(wire.Reload(), 0, player.rules.under_way, "en reposo y con permiso")
    if player.state().moving:
        player.expect(wire.Reload(), 0, player.rules.under_way, "ya recogiendo")
        player.expect(wire.Draw(FIRST + 900), 4, player.rules.precedence, "recogiendo")
        player.expect(wire.Draw(0), 6, player.rules.precedence, "recogiendo")
    player.loaded()
    event = player.event(0.6)
    player.require(event is None, player.rules.under_way, f"tras Loaded dijo además {event}")


def refused_without_permission(player: Player) -> None:
    """Without permission nothing begins, and permission does not bring it about later."""
    order = player.next_order()
    player.listen(0.3)
    seq = player.next_seq()
    player.expect(wire.Draw(order), 2, player.rules.precedence, "sin permiso", seq)
    player.permitting = True
    player.listen(0.1)
    player.expect(wire.Draw(order), 2, player.rules.once, "la misma trama, ya con permiso", seq)
    rests(player, 1.0, player.rules.never_later, "tras una orden rehusada, ya con permiso,")


def drawn(player: Player) -> None:
    """A ball comes for an order of more than 16 bits, and is reported where it stands."""
    order = max(player.next_order(), FIRST)
    player.permitting = True
    player.listen(0.1)
    player.expect(wire.Draw(order), 0, player.rules.any_order, f"orden {order} tras la recogida")
    ball = player.ball(order)
    state = player.state()
    player.require(state.exit_occupied, player.rules.at_the_exit, "tras Ball dice que la salida está vacía")
    player.require(
        not state.tube_occupied, player.rules.at_the_exit, "tras Ball dice que hay una bola en el tubo"
    )
    player.require(not state.moving, player.rules.at_the_exit, "tras Ball dice que se mueve")
    player.require(
        state.order == order, player.rules.taken, f"tras la bola de la orden {order} dice la {state.order}"
    )
    player.require(
        state.event == ball.event, player.rules.event_shown, f"tras {ball.event} dice {state.event}"
    )
    rests(player, 0.6, player.rules.starts_nothing, "con la bola fuera, con permiso y sin órdenes,")


def same_frame(player: Player) -> None:
    """A Draw whose Ack was lost is said again, and brings nothing."""
    player.permitting = True
    player.listen(0.1)
    order, seq = player.next_order(), player.next_seq()
    player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso", seq)
    player.expect(wire.Draw(order), 0, player.rules.once, "la misma trama otra vez", seq)
    player.ball(order)
    player.listen(0.1)
    player.expect(wire.Draw(order), 0, player.rules.once, "la misma trama, con la bola ya fuera", seq)
    event = player.event(0.6)
    player.require(
        event is None, player.rules.once, f"a la misma trama, con la bola ya fuera, siguió {event}"
    )


def same_order(player: Player) -> None:
    """The order whose ball stands at the exit is reported again, latched and without permission too."""
    order = out(player)
    for when in ("con permiso", "sin permiso", "detenida"):
        player.permitting = when == "con permiso"
        player.listen(0.3)
        if when == "detenida":
            player.expect(wire.Stop(), 0, player.rules.stop_accepted, "en reposo")
        before = player.events[-1].event
        player.expect(wire.Draw(order), 0, player.rules.under_way, f"con su bola en la salida, {when}")
        moved = player.state()
        player.require(
            moved.exit_occupied and not moved.moving,
            player.rules.no_second_ball,
            f"se mueve otra vez, {when}",
        )
        event = player.event(1.0)
        again = isinstance(event, wire.Ball) and (event.event, event.order) == (before + 1, order)
        player.require(again, player.rules.reported_again, f"pedida otra vez {when}, dijo {event or 'nada'}")
    reset(player)


def same_order_waiting(player: Player) -> None:
    """While its event waits, an order asked again is no new event."""
    player.acknowledging = False
    order = player.next_order()
    ball = player.draw(order)
    player.expect(
        wire.Draw(order), 0, player.rules.under_way, "con su bola en la salida y el suceso sin confirmar"
    )
    player.listen(0.6)
    shown = player.state().event
    player.require(
        shown == ball.event,
        player.rules.reported_again,
        f"contó otro suceso, {shown}, con el {ball.event} a la espera",
    )
    player.acknowledge(ball.event)


def old_orders(player: Player) -> None:
    """What was drawn before is refused, and before any other reason."""
    order = out(player)
    player.permitting = True
    player.listen(0.1)
    for old in (0, 1, order - 1, order & 0xFFFF):
        player.expect(wire.Draw(old), 6, player.rules.old_order, f"orden {old} tras la {order}")
    player.permitting = False
    player.listen(0.3)
    player.expect(wire.Draw(order - 1), 6, player.rules.precedence, "orden vieja y sin permiso")
    player.expect(wire.Stop(), 0, player.rules.stop_accepted, "en reposo")
    player.expect(wire.Draw(order - 1), 6, player.rules.precedence, "orden vieja y detenida")
    player.expect(wire.Draw(order + 1), 3, player.rules.precedence, "detenida y sin permiso")
    player.expect(wire.Reload(), 3, player.rules.precedence, "detenida y sin permiso")
    reset(player)


def exit_empties(player: Player) -> None:
    """Between two balls the exit stands empty, long enough for a camera."""
    out(player)
    _draw_watched(player, player.next_order())


def _draw_watched(player: Player, order: int) -> None:
    """Bring the next ball, and hold that the exit stood empty before it."""
    player.permitting = True
    player.listen(0.1)
    before = player.state()
    if not before.exit_occupied:
        raise Untried("no hay una bola en la salida con que empezar")
    player.expect(wire.Draw(order), 0, player.rules.draw, f"orden {order}, en reposo y con permiso")
    began = occupied_at = player.now()
    emptied = False
    while player.now() < began + player.limits.ball_s:
        asked_at = player.now()  # an answer that comes late makes the exit empty for longer, never for less
        state, now = player.state(), player.now()
        if state.exit_occupied and not emptied:
            seen = f"dice la orden {order} con la bola anterior en la salida"
            player.require(state.order != order, player.rules.order_shown, seen)
            occupied_at = asked_at
        emptied = emptied or not state.exit_occupied
        if emptied and state.exit_occupied:
            seen = f"entre dos bolas la salida estuvo vacía {(now - occupied_at) * 1000:.0f} ms como mucho"
            player.require(now - occupied_at >= EMPTY_S * CLOCKS, player.rules.empty_exit, seen)
            break
        if (
            len(player.events)
            and isinstance(player.events[-1], wire.Ball)
            and player.events[-1].order == order
        ):
            break
        player.listen(0.008)
    player.ball(order)
    player.require(emptied, player.rules.empty_exit, "la salida no estuvo vacía entre dos bolas")


def busy(player: Player) -> None:
    """Under way, an order is accepted again and any other keeps waiting, and is not done later."""
    player.permitting = True
    player.listen(0.1)
    order = player.next_order()
    player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
    player.until_moving()
    player.expect(wire.Draw(order), 0, player.rules.under_way, "ya en camino, con un número nuevo")
    player.expect(wire.Draw(order + 1), 4, player.rules.precedence, "con otra bola en camino")
    player.expect(wire.Reload(), 4, player.rules.precedence, "con una bola en camino")
    player.expect(wire.Draw(0), 6, player.rules.precedence, "con otra bola en camino")
    player.ball(order)
    rests(player, 0.6, player.rules.never_later, "tras una orden rehusada por ocupada")
    event = player.event(0.0)
    player.require(event is None, player.rules.no_second_ball, f"tras su bola dijo además {event}")


def stopped_in_flight(player: Player) -> None:
    """A stop is at once; the interrupted order is finished once, when it is given again."""
    order = under_way(player)
    player.expect(wire.Stop(), 0, player.rules.stop_accepted, "con una bola en camino")
    player.permitting = False
    state = player.state()
    player.require(not state.moving, player.rules.at_once, "tras el Ack de Stop todavía se mueve")
    player.require(state.stop_latched, player.rules.holds, "tras Stop no dice que está detenida")
    player.require(
        state.order == order, player.rules.taken, f"interrumpida la orden {order}, dice la {state.order}"
    )
    stands_until_reset(player, order)


def stopped_while_clearing(player: Player) -> None:
    """What stands at the exit stays the ball of the order before, until the exit was empty."""
    before = out(player)
    order = player.next_order()
    player.permitting = True
    player.listen(0.1)
    player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
    player.expect(wire.Stop(), 0, player.rules.stop_accepted, "despejando la salida")
    state = player.state()
    player.require(not state.moving, player.rules.at_once, "tras el Ack de Stop todavía se mueve")
    if state.exit_occupied:
        seen = f"detenida con la bola de la orden {before} en la salida, dice la orden {state.order}"
        player.require(state.order == before, player.rules.not_yet_taken, seen)
    reset(player)
    if state.exit_occupied:
        _draw_watched(player, order)
    else:
        player.draw(order)


def rarely_permitted(player: Player) -> None:
    """A permission lasts its whole time: a Permit every 130 ms is enough."""
    player.permitting = True
    player.listen(0.1)
    order = player.next_order()
    began = len(player.events)
    player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
    player.permitting = False
    for _ in range(int(player.limits.ball_s / player.rarely_s)):
        player.permit()
        if player.listen(player.rarely_s, lambda: len(player.events) > began):
            break
    event = player.event(0.0)
    lost = isinstance(event, wire.Fault) and player.means(event.code, wire.FaultCode.PERMISSION_LOST)
    player.require(
        not lost,
        player.rules.expiry,
        f"con un permiso cada {player.rarely_s * 1000:.0f} ms dijo que lo perdió",
    )
    player.require(
        isinstance(event, wire.Ball), player.rules.in_time, f"orden {order}: {event or 'ni bola ni fallo'}"
    )


def permission_lost(player: Player) -> None:
    """Without permission it stands within its time and not before, and no late permission moves it on."""
    player.permitting = True
    player.listen(0.1)
    order = player.next_order()
    player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
    player.permitting = False
    player.permit()
    sent, stolen = player.permitted_at, player.stolen()
    event = player.event(1.0)
    player.require(
        event is not None,
        player.rules.expiry,
        "un segundo después del último permiso no ha dicho ningún fallo",
    )
    assert event is not None
    heard = player.received(event)
    took = heard.at - sent
    if isinstance(event, wire.Ball) and took <= FAULT_S + player.slack_s:
        raise Untried("la bola llegó antes de los 150 ms; la máquina es demasiado rápida para medirla")
    player.require(
        not isinstance(event, wire.Ball),
        player.rules.expiry,
        f"trajo la bola a los {took * 1000:.0f} ms del último permiso",
    )
    player.figures.expiries_s.append(took)
    lost = isinstance(event, wire.Fault) and player.means(event.code, wire.FaultCode.PERMISSION_LOST)
    player.require(lost, player.rules.expiry_latches, f"sin permiso dijo {event}")
    seen = f"su fallo llegó a los {took * 1000:.0f} ms del último permiso"
    player.require(took >= wire.PERMIT_EXPIRY_S * CLOCKS, player.rules.expiry, seen)
    player.require(took - (heard.stolen - stolen) <= FAULT_S + player.slack_s, player.rules.expiry, seen)
    state = player.state()
    player.require(not state.moving, player.rules.expiry_latches, "tras el fallo 2 todavía se mueve")
    player.require(
        state.stop_latched, player.rules.expiry_latches, "tras el fallo 2 no dice que está detenida"
    )
    player.require(
        player.means(state.fault, wire.FaultCode.PERMISSION_LOST),
        player.rules.fault_shown,
        f"dice el fallo {state.fault}",
    )
    stands_until_reset(player, order)


def stands_until_reset(player: Player, order: int) -> None:
    """Hold that a stop in mid-draw is stood through, and the ball comes once afterwards."""
    player.forget_events()
    player.permitting = True
    rests(player, 1.0, player.rules.holds, "detenida, con permiso otra vez,")
    player.expect(wire.Draw(order), 3, player.rules.holds, "detenida y con permiso")
    reset(player)
    event = player.event(0.0)
    player.require(event is None, player.rules.holds, f"detenida dijo {event}")
    player.expect(wire.Draw(order), 0, player.rules.finished, "interrumpida y repuesta")
    player.ball(order)
    event = player.event(0.4)
    player.require(
        event is None, player.rules.no_second_ball, f"tras la bola interrumpida dijo además {event}"
    )


def reload_interrupted(player: Player) -> None:
    """A reload that was stopped forgets nothing; given again, it ends."""
    order = out(player)
    player.permitting = True
    player.listen(0.1)
    player.expect(wire.Reload(), 0, player.rules.reload, "en reposo y con permiso")
    player.expect(wire.Stop(), 0, player.rules.stop_accepted, "recogiendo")
    state = player.state()
    player.require(not state.moving, player.rules.at_once, "tras el Ack de Stop todavía recoge")
    event = player.event(0.5)
    if event is None:
        player.require(
            state.order == order,
            player.rules.interrupted,
            f"recogida a medias, dice la orden {state.order} y no la {order}",
        )
    reset(player)
    player.forget_events()
    player.reload()


def any_order(player: Player) -> None:
    """After a reload any order may come, the first and the last one too."""
    player.reload()
    player.expect(wire.Draw(1), 0, player.rules.any_order, "orden 1 tras la recogida")
    player.ball(1)
    player.expect(wire.Draw(0xFFFF_FFFF), 0, player.rules.any_order, "orden 4294967295 tras la 1")
    player.ball(0xFFFF_FFFF)
    player.reload()
    player.expect(wire.Draw(77), 0, player.rules.any_order, "orden 77 tras la recogida")
    player.ball(77)
    player.reload()


def draw_next(player: Player) -> int:
    """Bring the next ball, and return its order."""
    order = player.next_order()
    player.draw(order)
    return order


def out(player: Player) -> int:
    """Return the order whose ball stands at the exit, drawing one if there is none."""
    state = player.state()
    if state.exit_occupied and state.order:
        return state.order
    order = draw_next(player)
    player.permitting = False
    return order


def under_way(player: Player) -> int:
    """Return an order whose ball is on its way."""
    player.permitting = True
    player.listen(0.1)
    order = player.next_order()
    player.expect(wire.Draw(order), 0, player.rules.draw, "en reposo y con permiso")
    player.until_taken(order)
    if not player.state().moving:
        raise Broken(player.rules.taken, f"dice la orden {order} y que no se mueve, sin haber dicho su bola")
    return order


CASES: Final = (
    Case("El permiso solo no mueve nada", only_permitted),
    Case("Recoger las bolas", reloaded, prepares=True),
    Case("Sin permiso no empieza nada, tampoco después", refused_without_permission),
    Case("Sacar una bola", drawn),
    Case("La trama de una bola ya sacada, otra vez", same_frame),
    Case("La orden cuya bola está en la salida, otra vez", same_order),
    Case("La misma orden con su suceso a la espera", same_order_waiting),
    Case("Órdenes viejas, y qué motivo va primero", old_orders),
    Case("La salida vacía entre dos bolas", exit_empties),
    Case("Órdenes con una bola en camino", busy),
    Case("Stop con una bola en camino", stopped_in_flight),
    Case("Stop mientras se despeja la salida", stopped_while_clearing),
    Case("Un permiso de tarde en tarde", rarely_permitted),
    Case("Sin permiso con una bola en camino", permission_lost),
    Case("Recoger ya recogiendo", reload_under_way),
    Case("Recogida interrumpida", reload_interrupted),
    Case("Cualquier orden tras recoger", any_order),
)
