"""What is new in what a shoe repeats: each message once, in its order, when it was said often enough.

A check sum of eight bits lets one spoiled frame of 256 pass, so that another one must agree. Not responsible
for bytes and ports, nor for what follows from a message.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from drivers.garble import GarbledLineError
from drivers.shoe.events import Odd, OddCode, ShoeEvent, Told
from drivers.shoe.health import Health, Limits
from drivers.shoe.profiles import Profile
from drivers.shoe.readings import Kind, Message, Side


@dataclass(frozen=True)
class Trust:
    """How often a shoe must say a thing before it is told.

    Attributes:
        agree: Times that a new message must be said more than any other of its number; once more where it
            is not the next one, and twice more while the line is garbled.
        apart_s: Seconds between two that agree: what comes twice at once is one.
        back: Messages of earlier numbers, and of none else, after which a shoe was started again.
    """

    agree: int = 2
    apart_s: float = 0.1
    back: int = 6


@dataclass
class _Said:
    """Messages that wait for others that agree, and how often each was said since the last that was told."""

    times: Counter[Message] = field(default_factory=Counter)
    at: dict[Message, float] = field(default_factory=dict)

    def again(self, message: Message, now: float, apart_s: float) -> int:
        """Take one; return how much oftener it was said than any other of its number."""
        if now - self.at.get(message, float("-inf")) >= apart_s:
            self.times[message] += 1
            self.at[message] = now
        others = (
            times
            for each, times in self.times.items()
            if each.sequence == message.sequence and each != message
        )
        return self.times[message] - max(others, default=0)

    def forget(self) -> None:
        """Begin anew."""
        self.times.clear()
        self.at.clear()


class Tracker:
    """Follows one shoe, through cut cables too.

    Args:
        profile: How it writes.
        trust: How often it must say a thing.
        limits: When it counts as not well.
        last: The number of the last message that the owner has, as it was told; None where it has none.

    Attributes:
        health: What is wrong with it, and how many messages were garbled, by why.
    """

    def __init__(
        self,
        profile: Profile,
        trust: Trust = Trust(),
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        last: int | None = None,
    ) -> None:
        self._profile = profile
        self._trust = trust
        self._last = last
        self._size = profile.last_sequence + 1
        self._told = ""
        self._said = _Said()
        self._dealt: Counter[Side] | None = None
        self._changed = False
        self._behind = 0
        self.health = Health(limits)

    def take(self, line: str | GarbledLineError, now: float) -> list[ShoeEvent]:
        """Take a message.

        Args:
            line: As it came, or why it is none.
            now: Monotonic seconds.
        """
        try:
            if isinstance(line, GarbledLineError):
                raise line
            message = self._profile.read(line)
        except GarbledLineError as error:
            return self.health.garbled(error, now)
        return [*self._message(message, now), *self.health.heard(now)]

    def tick(self, now: float) -> list[ShoeEvent]:
        """Look at the time, also where nothing comes."""
        return self.health.tick(now)

    def connected(self, now: float) -> list[ShoeEvent]:
        """Take note that the line is open, for the first time or again; what was followed goes on."""
        self._said.forget()
        return self.health.connected(now)

    def lost(self, reason: str) -> list[ShoeEvent]:
        """Take note that the line is cut."""
        return self.health.lost(reason)

    def _message(self, message: Message, now: float) -> list[ShoeEvent]:
        steps = self._steps(message.sequence)
        number = self._number(message.sequence, steps)
        if steps == 0 and self._told in ("", message.line):
            self._told = message.line  # the owner has it, from before this program began
            self._said.forget()
            self._behind = 0
            return []
        self._behind = self._behind + 1 if steps < 0 else 0
        again = self._said.again(message, now, self._trust.apart_s)
        if again < self._needed(steps) or (steps < 0 and self._behind < self._trust.back):
            return []
        self._said.forget()
        self._behind = 0
        if steps == 0:
            return self._other(message, number)
        found = self._out_of_order(message, number, steps)
        self._last, self._told, self._changed = number, message.line, False
        return [*found, *self._new(message, number)]

    def _steps(self, sequence: int) -> int:
        """Return how many messages after the last one this is; negative for back."""
        if self._last is None:
            return 1
        steps = (sequence - self._last) % self._size
        return steps if steps <= self._size // 2 else steps - self._size

    def _needed(self, steps: int) -> int:
        """Return how often a message must be said; of a shoe that says each once, no more is asked for."""
        agree = self._trust.agree
        return agree if agree == 1 else agree + (steps > 1) + 2 * self.health.garbling

    def _number(self, sequence: int, steps: int) -> int:
        """Return the number of a message; one of a shoe that was started again is above all before."""
        if self._last is None:
            return sequence
        if steps >= 0:
            return self._last + steps
        return (self._last // self._size + 1) * self._size + sequence

    def _other(self, message: Message, number: int) -> list[ShoeEvent]:
        """Take another message of a number that was told: it is not believed, and said once."""
        if self._changed:
            return []
        self._changed = True
        return [Odd(OddCode.CHANGED, message, number, self._told)]

    def _out_of_order(self, message: Message, number: int, steps: int) -> list[ShoeEvent]:
        """Tell what was missed; the owner has no start, which may be what lies before a first card."""
        first = message.kind is Kind.CARD and (message.side, message.index) == (Side.PLAYER, 1)
        if steps == 1 or (steps == 2 and first and not self._told):
            return []
        self._dealt = None
        code = OddCode.MISSED if steps > 1 else OddCode.BACK
        return [Odd(code, message, number, "" if self._last is None else str(self._last % self._size))]

    def _new(self, message: Message, number: int) -> list[ShoeEvent]:
        """Tell a message; a card that is not the next by the shoe's own count is told as one not read."""
        if message.kind is Kind.START:
            self._dealt = Counter()
        if message.kind is not Kind.CARD or message.side is Side.NONE or not message.index:
            return [Told(message, number), *self.health.told(message)]
        odd = self._dealt is not None and message.index != self._dealt[message.side] + 1
        if self._dealt is not None:
            self._dealt[message.side] = message.index
        if odd:
            return [Odd(OddCode.INDEX, message, number), Told(replace(message, card=""), number)]
        return [Told(message, number), *self.health.told(message)]
