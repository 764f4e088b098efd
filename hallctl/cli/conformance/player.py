"""The controller that tries a machine, whatever its line: it orders, waits, and holds it to the page.

Not responsible for the line (``wire_player``, ``plc_player``), nor for what is tried (``motion``).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import ClassVar, Final

from drivers.extractor import wire
from hallctl.cli.conformance.rules import MotionRules
from hallctl.cli.conformance.trial import Broken, End, Rule, Untried

FAULT_S: Final = 0.2
"""From the last permission to the fault that is heard (I13)."""

HELD_UP_S: Final = 0.03
"""A computer that kept this program waiting for so long at once may have disturbed the machine by it."""

LAST_ORDER: Final = 0xFFFF_FF00
"""Beyond this an order is one that a machine remembers when it knows none, and there is no room for more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the machine may take, in seconds: the hall's keys of the same names."""

    answer_s: float = 0.1
    ball_s: float = 15.0
    reload_s: float = 45.0


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """A message of the machine.

    Attributes:
        at: When, in seconds of the line's clock.
        stolen: For how long this program had been kept from running until then.
        message: What.
        seq: Its number.
    """

    at: float
    stolen: float
    message: wire.Message
    seq: int


@dataclass(slots=True)
class Figures:
    """What was measured besides.

    Attributes:
        answers_s: How long each answer took.
        expiries_s: From the last Permit to the fault.
        balls_s: From each accepted order to its ball.
        noise: Bytes from the machine that were in no whole frame, or questions that it left unanswered.
    """

    answers_s: list[float] = field(default_factory=list)
    expiries_s: list[float] = field(default_factory=list)
    balls_s: list[float] = field(default_factory=list)
    noise: int = 0


class Player(ABC):
    """One controller on one line.

    Args:
        limits: How long the machine may take.

    Attributes:
        rules: The sentences of the machine's page.
        rarely_s: How seldom a permission may come that still has to be enough.
        slack_s: How much later than it happens something is heard on this line.
        permitting: Whether it renews the permission every 50 ms while it listens.
        acknowledging: Whether it acknowledges every event that it hears.
        log: Everything heard.
        events: Every event heard, once.
        figures: What was measured.
        permitted_at: When it last renewed the permission.
    """

    rules: ClassVar[MotionRules]
    rarely_s: ClassVar[float]
    slack_s: float = 0.0

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.permitting = False
        self.acknowledging = True
        self.log: list[ReceivedMessage] = []
        self.events: list[wire.Event] = []
        self.figures = Figures()
        self.permitted_at = float("-inf")
        self._taken_events = 0
        self._accepted: wire.Order | None = None
        self._complained: set[Rule] = set()
        self._stolen = 0.0
        self._held_up = 0.0

    @abstractmethod
    def now(self) -> float:
        """Return seconds of the line's clock."""

    @abstractmethod
    def stolen(self) -> float:
        """Return for how many seconds this program was kept from running."""

    @abstractmethod
    def permit(self) -> None:
        """Renew the permission, once."""

    @abstractmethod
    def acknowledge(self, event: int) -> None:
        """Say that an event is durable."""

    @abstractmethod
    def next_seq(self) -> int:
        """Return the next number of a command."""

    @abstractmethod
    def order(self, command: wire.Order, seq: int | None = None) -> int:
        """Give a command and return 0 where it is accepted, or the reason of the refusal."""

    @abstractmethod
    def state(self) -> wire.MachineState:
        """Ask how it stands."""

    @abstractmethod
    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Listen, and keep the permission up where that is wanted.

        Args:
            seconds: For how long at most.
            until: Looked at after each piece that arrives; ends it.

        Returns:
            Whether ``until`` ended it.
        """

    @abstractmethod
    def means(self, fault: int, code: wire.FaultCode) -> bool:
        """Return whether a fault's number says this to the hall."""

    @abstractmethod
    def resume(self) -> None:
        """Take the machine up again after a person was at work."""

    @abstractmethod
    def started_anew(self) -> None:
        """Expect a machine that was without power."""

    def expect(self, command: wire.Order, reason: int, rule: Rule, when: str, seq: int | None = None) -> None:
        """Give a command that has to be answered so.

        Args:
            command: What.
            reason: 0 for Ack, else the reason of the Nak.
            rule: What is broken by another answer.
            when: The circumstances, in Spanish.
            seq: Its number.
        """
        got = self.order(command, seq)
        if got == 0:
            self._accepted = command
        if got == wire.NakReason.BUSY and rule in {self.rules.draw, self.rules.reload, self.rules.any_order}:
            self._demand_rest()
        if got != reason:
            name = type(command).__name__
            raise Broken(rule, f"{when}: a {name} contestó {described(got)} y no {described(reason)}")

    def _demand_rest(self) -> None:
        """See that a machine which is busy does not move of itself: no order is under way."""
        if not self.state().moving:
            return
        if isinstance(self._accepted, wire.Reset):
            raise Broken(self.rules.reset, "tras Reset y con permiso se mueve")
        raise Broken(self.rules.starts_nothing, "en reposo y con permiso, sin orden alguna, se mueve")

    def event(self, within_s: float) -> wire.Event | None:
        """Return the next event that was not heard before; None if none comes in time."""
        if not self.listen(within_s, lambda: len(self.events) > self._taken_events):
            return None
        self._taken_events += 1
        return self.events[self._taken_events - 1]

    def received(self, event: wire.Event) -> ReceivedMessage:
        """Return when an event was first received."""
        return next(each for each in self.log if each.message == event)

    def forget_events(self) -> None:
        """Take what was heard so far for dealt with."""
        self._taken_events = len(self.events)

    def demand_idle(self, state: wire.MachineState, reset: Rule) -> None:
        """See that a machine without permission is fit to begin with, and take its latch away.

        Raises:
            Broken: It does not reset.
            End: A person has to see to it first.
        """
        if state.tube_occupied:
            raise End("hay una bola en el tubo; retírela, devuélvala al bombo y repita")
        if state.door_open:
            raise End("la puerta está abierta; ciérrela y repita")
        if state.moving:
            raise End("sigue moviéndose sin permiso")
        if state.stop_latched:
            self.expect(wire.Reset(), 0, reset, "detenida y sin causa a la vista")
        self.forget_events()

    def require(self, truth: object, rule: Rule, seen: str) -> None:
        """Raise that a rule is broken, unless something is so."""
        if not truth:
            raise Broken(rule, seen)

    def complain(self, rule: Rule, seen: str) -> None:
        """Raise that a rule is broken, the first time: what holds for every message ends no later case."""
        if rule not in self._complained:
            self._complained.add(rule)
            raise Broken(rule, seen)

    def attempt(self) -> Callable[[], bool]:
        """Begin to try a case.

        Returns:
            Says whether the computer disturbed it, and then takes back what was complained of meanwhile.
        """
        before, self._held_up = set(self._complained), 0.0

        def disturbed() -> bool:
            late = self._held_up > HELD_UP_S
            if late:
                self._complained = before
            return late

        return disturbed

    def note_delay(self) -> None:
        """Take note of how long the computer kept this program waiting just now."""
        before, self._stolen = self._stolen, self.stolen()
        self._held_up = max(self._held_up, self._stolen - before)

    # Whole motions.

    def next_order(self) -> int:
        """Return an order that the machine has not taken."""
        order = self.state().order
        if order >= LAST_ORDER:
            raise Untried("la máquina rehúsa toda orden hasta que recoja las bolas, y no las recogió")
        return order + 1

    def draw(self, order: int) -> wire.Ball:
        """Bring a ball, with permission, from the order to its report."""
        self.permitting = True
        self._have_permission()
        self.expect(wire.Draw(order), 0, self.rules.draw, f"orden {order}, en reposo y con permiso")
        return self.ball(order)

    def ball(self, order: int) -> wire.Ball:
        """Wait for the ball of an order that was accepted."""
        began = self.now()
        event = self.event(self.limits.ball_s)
        if event is None:
            raise Broken(self.rules.in_time, f"orden {order}: ni bola ni fallo en {self.limits.ball_s:g} s")
        if isinstance(event, wire.Fault):
            raise Untried(f"la máquina se detuvo con el fallo {event.code}; revísela y repita")
        if not isinstance(event, wire.Ball) or event.order != order:
            raise Broken(self.rules.at_the_exit, f"a la orden {order} siguió {event}")
        self.figures.balls_s.append(self.now() - began)
        return event

    def reload(self) -> None:
        """Bring every ball back, with permission, from the command to its report."""
        self.permitting = True
        self._have_permission()
        self.expect(wire.Reload(), 0, self.rules.reload, "en reposo y con permiso")
        self.loaded()

    def loaded(self) -> None:
        """Wait for the report that every ball is back."""
        event = self.event(self.limits.reload_s)
        if not isinstance(event, wire.Loaded):
            seen = f"a Reload siguió {event or 'nada'} en {self.limits.reload_s:g} s"
            raise Broken(self.rules.in_time, seen)

    def until_moving(self) -> wire.MachineState:
        """Ask until something moves."""
        return self._until(lambda state: state.moving, "la máquina no dice que se mueve")

    def until_taken(self, order: int) -> wire.MachineState:
        """Ask until an order is taken and its ball on its way."""
        return self._until(lambda state: state.order == order, f"la orden {order} no aparece en MachineState")

    def _until(self, truth: Callable[[wire.MachineState], bool], seen: str) -> wire.MachineState:
        end = self.now() + self.limits.ball_s
        while not truth(state := self.state()):
            if self.now() > end:
                raise Broken(self.rules.taken, seen)
            self.listen(0.01)
        return state

    def _have_permission(self) -> None:
        """Renew the permission, and see that it arrived."""
        self.permit()
        self.listen(0.1)


def described(reason: int) -> str:
    """Return an answer as the page names it."""
    if reason == 0:
        return "Ack"
    name = wire.NakReason(reason).name if reason in set(wire.NakReason) else "motivo desconocido"
    return f"Nak {reason} ({name})"


def measured(figures: Figures) -> Sequence[str]:
    """Return what was measured, in words."""
    said = []
    for name, times in (
        ("Respuesta", figures.answers_s),
        ("Del último permiso al fallo", figures.expiries_s),
        ("De la orden a la bola", figures.balls_s),
    ):
        if times:
            said.append(
                f"{name}: {median(times) * 1000:.0f} ms de mediana, {max(times) * 1000:.0f} ms la más larga"
            )
    if figures.noise:
        said.append(f"Bytes fuera de toda trama, o preguntas sin respuesta: {figures.noise}")
    return said
