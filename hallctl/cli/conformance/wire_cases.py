"""What a controller does to a machine on the wire that moves nothing: identity, numbers, frames good and bad.

Not responsible for motion (``motion``, ``wire_events``) nor for what needs a person (``attended``).
"""

from collections.abc import Sequence
from typing import Final

from drivers.extractor import wire
from hallctl.cli.conformance import frames
from hallctl.cli.conformance import wire_rules as rules
from hallctl.cli.conformance.motion import rests
from hallctl.cli.conformance.player import described
from hallctl.cli.conformance.trial import Case
from hallctl.cli.conformance.wire_player import PATIENCE_S, WirePlayer

QUIET_S: Final = 0.25
"""How long nothing must come where nothing is allowed."""

UNKNOWN: Final = int(wire.NakReason.UNKNOWN)


def settle(player: WirePlayer) -> None:
    """Bring the machine to rest in a session of its own: still, unlatched, every event acknowledged.

    Raises:
        Broken: It cannot be brought there because it breaks a rule.
        End: It cannot be brought there without a person.
    """
    player.permitting, player.acknowledging = False, True
    player.count_from(player.session & 0xFFFF)
    player.identify()
    state = player.state()
    if state.moving:
        player.listen(0.5)
    player.listen(0.3)
    state = player.state()
    player.demand_idle(state, rules.RESET)


def identity(player: WirePlayer) -> None:
    """Who it is, and that its two words of itself agree."""
    who = player.identify()
    player.require(who.session == player.session, rules.SESSION_ECHO, f"devolvió la sesión {who.session:08X}")
    plate = who.serial_id
    player.require(plate.isascii() and plate.isprintable(), rules.IDENTITY, f"su placa dice {plate!r}")
    player.require(plate, rules.IDENTITY, "su placa está vacía")
    player.require(who.kind in (1, 2), rules.KINDS, f"dice ser de la clase {who.kind}")
    player.require(who.protocol == 1, rules.VERSION, f"dice hablar la versión {who.protocol}")
    state = player.state()
    player.require(
        state.boot == who.boot,
        rules.SAME_BOOT,
        f"Identity dice {who.boot:08X} y MachineState {state.boot:08X}",
    )


def other_version(player: WirePlayer) -> None:
    """An Identify of a later version is answered."""
    seq, began = player.next_seq(), len(player.log)
    player.send(wire.encode(wire.Identify(player.session), seq, version=2))
    heard = player.listen(
        PATIENCE_S, lambda: any(isinstance(each.message, wire.Identity) for each in player.log[began:])
    )
    player.require(heard, rules.EVERY_VERSION, "no contestó Identity a un Identify de la versión 2")


def permits(player: WirePlayer) -> None:
    """Each Permit is answered, and without motion no fault comes of its end."""
    began = len(player.log)
    player.permit()
    heard = player.listen(
        PATIENCE_S, lambda: any(isinstance(each.message, wire.MachineState) for each in player.log[began:])
    )
    player.require(heard, rules.ANSWERS, "no contestó MachineState a Permit")
    seq = player.log[-1].seq
    player.require(seq == 0, rules.ANSWER_NUMBER, f"contestó a Permit con el número {seq} y no con 0")
    event = player.event(0.4)
    player.require(event is None, rules.EXPIRY_LATCHES, f"en reposo, sin permiso, dijo {event}")
    player.require(not player.state().stop_latched, rules.EXPIRY_LATCHES, "en reposo, sin permiso, se detuvo")


def first_number(player: WirePlayer) -> None:
    """A session may begin anywhere, and its numbers go round."""
    for first in (41_000, 0xFFFE, 2):
        player.identify()
        player.count_from(first - 1)
        seen = f"no contestó a la primera orden, con el número {first}"
        player.require(_answers(player, wire.Reset()), rules.ANY_FIRST, seen)
    player.count_from(0xFFFD)
    for command in (wire.Stop(), wire.Reset(), wire.Stop(), wire.Reset()):
        player.expect(command, 0, rules.NEW_NUMBER, "al dar la vuelta los números")
    player.require(not player.state().stop_latched, rules.NEW_NUMBER, "un Reset tras 65535 no se cumplió")


def _answers(player: WirePlayer, command: wire.Order) -> bool:
    """Whether a command is answered at all."""
    began = len(player.log)
    player.send(wire.encode(command, player.next_seq()))
    return player.listen(
        PATIENCE_S, lambda: any(isinstance(each.message, wire.Ack | wire.Nak) for each in player.log[began:])
    )


def same_number(player: WirePlayer) -> None:
    """A number that was obeyed is answered again and not obeyed, whatever stands in the frame."""
    seq = player.next_seq()
    player.expect(wire.Stop(), 0, rules.STOP_ACCEPTED, "en reposo", seq)
    player.expect(wire.Stop(), 0, rules.ONCE, "la misma trama otra vez", seq)
    player.expect(wire.Reset(), 0, rules.ONCE, "con el número de la orden anterior", seq)
    player.require(
        player.state().stop_latched, rules.ONCE, "cumplió un Reset con el número de la orden anterior"
    )
    player.expect(wire.Reset(), 0, rules.NEW_NUMBER, "con un número nuevo")


def same_refusal(player: WirePlayer) -> None:
    """A refusal is given again too, though its reason is gone."""
    seq = player.next_seq()
    order = max(player.state().order, 1)
    player.expect(wire.Stop(), 0, rules.STOP_ACCEPTED, "en reposo")
    first = player.order(wire.Reload(), seq)
    player.require(first == 3, rules.HOLDS, f"detenida, a Reload contestó {described(first)}")
    player.expect(wire.Draw(order), 3, rules.ONCE, "con el número de una orden rehusada", seq)
    player.send(wire.encode(wire.Permit(), 0))
    player.listen(0.05)
    player.expect(wire.Reload(), 3, rules.ONCE, "la misma trama otra vez, ya con permiso", seq)
    player.expect(wire.Reset(), 0, rules.RESET, "detenida y sin causa a la vista")


def forgotten_number(player: WirePlayer) -> None:
    """Another session forgets the number; the same one does not."""
    seq = player.next_seq()
    player.expect(wire.Stop(), 0, rules.STOP_ACCEPTED, "en reposo", seq)
    player.identify(player.session)
    player.expect(wire.Reset(), 0, rules.ONCE, "tras un Identify de la misma sesión", seq)
    player.require(
        player.state().stop_latched, rules.SAME_SESSION, "un Identify de la misma sesión olvidó el número"
    )
    player.identify()
    player.expect(wire.Reset(), 0, rules.FORGOTTEN, "en otra sesión, con el mismo número", seq)
    latched = player.state().stop_latched
    player.require(
        not latched, rules.FORGOTTEN, "en otra sesión no cumplió una orden con el número de la anterior"
    )


def no_frames(player: WirePlayer) -> None:
    """What is no whole, right frame is neither obeyed nor answered."""
    stop, seq = wire.Stop(), player.next_seq()
    right = wire.encode(stop, seq)
    wrong = {
        "con la comprobación equivocada": frames.miscounted(right),
        "con la comprobación de los bytes sin COBS": frames.plainly_checked(stop, seq),
        "cortada": right[:-3] + b"\0",
        "con una distancia COBS que se sale": frames.sealed(b"\x20" + right[2:-4]),
        "de tres bytes": frames.framed(b"\1\6\1"),
    }
    for how, data in wrong.items():
        began = len(player.log)
        player.send(data)
        player.listen(QUIET_S / 2)
        player.require(len(player.log) == began, rules.THROWN_AWAY, f"contestó a una trama {how}")
        player.require(not player.state().stop_latched, rules.CHECK, f"cumplió una trama {how}")
    seq = player.next_seq()
    long = frames.framed(frames.body(wire.Stop.KIND, 1, b"\x55" * 90))
    answer = _answer(player, long + wire.encode(wire.Query(), seq), seq)
    player.require(answer, rules.BORDER, "tras una trama de más de 64 bytes no contestó a Query")
    player.require(not player.state().stop_latched, rules.LENGTHS, "cumplió una trama de más de 64 bytes")


def unknown(player: WirePlayer) -> None:
    """Right frames that this version does not know are refused, and change nothing."""
    wrong = {
        "de clase 00": frames.body(0x00, 1),
        "de clase 09": frames.body(0x09, 2),
        "de clase 7F": frames.body(0x7F, 3, b"abc"),
        "Stop con un byte de más": frames.body(wire.Stop.KIND, 4, b"\0"),
        "Query con un byte de más": frames.body(wire.Query.KIND, 5, b"\1"),
        "Draw con tres bytes": frames.body(wire.Draw.KIND, 6, b"\xff\xff\xff"),
        "Draw con cinco bytes": frames.body(wire.Draw.KIND, 7, b"\xff\xff\xff\xff\xff"),
        "Stop de la versión 2": frames.body(wire.Stop.KIND, 8, version=2),
        "Draw de la versión 0": frames.body(wire.Draw.KIND, 9, b"\xff\xff\xff\xff", version=0),
    }
    for seq, (what, body) in enumerate(wrong.items(), 1):
        answer = _answer(player, frames.framed(body), seq)
        seen = "no contestó" if answer is None else f"contestó {answer}"
        player.require(answer == wire.Nak(UNKNOWN), rules.UNKNOWN, f"a una trama {what} {seen}")
    state = player.state()
    player.require(
        not state.stop_latched, rules.UNKNOWN, "cumplió una trama que debía rehusar con el motivo 9"
    )
    player.require(
        not state.moving, rules.UNKNOWN, "se mueve por una trama que debía rehusar con el motivo 9"
    )


def own_words(player: WirePlayer) -> None:
    """A machine's words, come back by an echo, are nothing."""
    own: Sequence[wire.Message] = (wire.Ack(), wire.Nak(3), wire.Ball(1, 1), wire.Loaded(1))
    for message in own:
        began = len(player.log)
        player.send(wire.encode(message, 7))
        player.listen(QUIET_S / 2)
        name = type(message).__name__
        player.require(
            len(player.log) == began, rules.OWN_WORDS, f"contestó a un {name}, palabra de la máquina"
        )


def noise(player: WirePlayer) -> None:
    """What goes before a frame costs only itself."""
    before = {
        "ruido": b"\x07noise\xff",
        "ceros": b"\0" * 9,
        "media trama": wire.encode(wire.Draw(1), 5)[:-5],
        "300 bytes de ruido": bytes(range(1, 101)) * 3,
        "una trama con la comprobación equivocada": frames.miscounted(wire.encode(wire.Stop(), 9)),
    }
    for what, data in before.items():
        seq = player.next_seq()
        answer = _answer(player, data + wire.encode(wire.Query(), seq), seq)
        heard = isinstance(answer, wire.MachineState)
        player.require(heard, rules.BORDER, f"tras {what} no contestó a Query")


def pieces(player: WirePlayer) -> None:
    """A frame may come byte by byte, and several at once."""
    seq = player.next_seq()
    frame, began = wire.encode(wire.Query(), seq), len(player.log)
    for at in range(len(frame)):
        player.send(frame[at : at + 1])
        player.listen(0.015)
    player.listen(PATIENCE_S, lambda: _answer_to(player, began, seq) is not None)
    player.require(
        _answer_to(player, began, seq), rules.PIECES, "no contestó a una trama que llegó byte a byte"
    )
    numbers, began = [player.next_seq() for _ in range(3)], len(player.log)
    player.send(b"".join(wire.encode(wire.Query(), each) for each in numbers))
    player.listen(PATIENCE_S, lambda: _answer_to(player, began, numbers[-1]) is not None)
    got = [each.seq for each in player.log[began:] if each.seq in numbers]
    player.require(got == numbers, rules.PIECES, f"a tres tramas juntas, {numbers}, contestó {got or 'nada'}")


def stopped(player: WirePlayer) -> None:
    """A stop holds until a reset, and neither is an event."""
    player.expect(wire.Stop(), 0, rules.STOP_ACCEPTED, "en reposo")
    state = player.state()
    player.require(state.stop_latched, rules.HOLDS, "tras Stop no dice que está detenida")
    player.require(not state.fault, rules.FAULT_SHOWN, f"tras Stop dice el fallo {state.fault}")
    player.expect(wire.Stop(), 0, rules.STOP_ACCEPTED, "ya detenida")
    player.permitting = True
    player.listen(0.3)
    player.expect(wire.Reload(), 3, rules.HOLDS, "detenida y con permiso")
    rests(player, 0.5, rules.HOLDS, "detenida y con permiso")
    player.require(player.state().stop_latched, rules.HOLDS, "el permiso deshizo la detención")
    player.expect(wire.Reset(), 0, rules.RESET, "detenida y sin causa a la vista")
    player.require(not player.state().stop_latched, rules.RESET, "tras Reset sigue detenida")
    player.expect(wire.Reset(), 0, rules.RESET, "sin estar detenida")
    rests(player, 0.5, rules.RESET, "tras Reset y con permiso")
    event = player.event(0.0)
    player.require(event is None, rules.NO_EVENT, f"a Stop y Reset siguió {event}")


def _answer(player: WirePlayer, data: bytes, seq: int) -> wire.Message | None:
    began = len(player.log)
    player.send(data)
    player.listen(PATIENCE_S, lambda: _answer_to(player, began, seq) is not None)
    return _answer_to(player, began, seq)


def _answer_to(player: WirePlayer, began: int, seq: int) -> wire.Message | None:
    answers = (wire.Ack, wire.Nak, wire.Identity, wire.MachineState)
    found = [
        each.message for each in player.log[began:] if each.seq == seq and isinstance(each.message, answers)
    ]
    return found[0] if found else None


CASES: Final = (
    Case("Quién es: Identify e Identity", identity),
    Case("Un Identify de otra versión", other_version),
    Case("Permit y Query", permits),
    Case("Números de orden: cualquiera al empezar, y la vuelta de 65535 a 1", first_number),
    Case("El mismo número no se cumple dos veces", same_number),
    Case("Una orden rehusada se rehúsa igual al repetirse", same_refusal),
    Case("Otra sesión olvida el último número, la misma no", forgotten_number),
    Case("Lo que no es una trama entera y correcta", no_frames),
    Case("Clase, longitud o versión desconocidas", unknown),
    Case("Las palabras de la propia máquina", own_words),
    Case("Ruido entre tramas", noise),
    Case("Tramas partidas y juntas", pieces),
    Case("Stop y Reset en reposo", stopped),
)
