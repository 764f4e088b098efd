"""What is new in what a shoe repeats: each message once, in its order, when it was said often enough.

A check sum of eight bits lets one spoiled frame of 256 pass, so that another one must agree. Not responsible
for bytes and ports, nor for what follows from a message.
"""

from collections import Counter
from dataclasses import dataclass, replace

from drivers.garble import GarbledLineError
from drivers.shoe.events import Odd, OddCode, ShoeEvent, Told
from drivers.shoe.health import Health, Limits
from drivers.shoe.profiles import Profile
from drivers.shoe.readings import Kind, Message, Side


@dataclass(frozen=True)
class Trust:
    """How often a shoe must say a thing before it is told.

    Attributes:
        agree: Times that a new message must be said.
        apart_s: Seconds between two that agree: what comes twice at once is one.
        back: Messages of earlier numbers, and of none else, after which a shoe was started again.
    """

    agree: int = 2
    apart_s: float = 0.1
    back: int = 6


@dataclass
class _Said:
    """A message that waits for others that agree."""

    line: str = ""
    times: int = 0
    at: float = float("-inf")

    def again(self, line: str, now: float, trust: Trust) -> int:
        """Take it once more; return how often it was said in a row."""
        if line != self.line:
            self.line, self.times, self.at = line, 1, now
        elif now - self.at >= trust.apart_s:
            self.times, self.at = self.times + 1, now
        return self.times

    def forget(self) -> None:
        """Begin anew."""
        self.line, self.times = "", 0


class Tracker:
    """Follows one shoe, through cut cables too.

    Args:
        profile: How it writes.
        trust: How often it must say a thing.
        limits: When it counts as not well.
        last: The number of the last message that the owner has; None where it has none.

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
        if steps == 0 and self._told in ("", message.line):
            self._told = message.line  # the owner has it, from before this program began
            self._said.forget()
            self._behind = 0
            return []
        self._behind = self._behind + 1 if steps < 0 else 0
        again = self._said.again(message.line, now, self._trust)
        if again < self._trust.agree or (steps < 0 and self._behind < self._trust.back):
            return []
        self._said.forget()
        self._behind = 0
        if steps == 0:
            return self._other(message)
        found = list(self._out_of_order(message, steps))
        self._last, self._told, self._changed = message.sequence, message.line, False
        return [*found, *self._new(message)]

    def _steps(self, sequence: int) -> int:
        """Return how many messages after the last one this is; negative for back."""
        if self._last is None:
            return 1
        size = self._profile.last_sequence + 1
        steps = (sequence - self._last) % size
        return steps if steps <= size // 2 else steps - size

    def _other(self, message: Message) -> list[ShoeEvent]:
        """Take another message of a number that was told: it is not believed, and said once."""
        if self._changed:
            return []
        self._changed = True
        return [Odd(OddCode.CHANGED, message, self._told)]

    def _out_of_order(self, message: Message, steps: int) -> list[ShoeEvent]:
        if steps == 1:
            return []
        self._dealt = None
        code = OddCode.MISSED if steps > 1 else OddCode.BACK
        return [Odd(code, message, str(self._last))]

    def _new(self, message: Message) -> list[ShoeEvent]:
        """Tell a message; a card that is not the next by the shoe's own count is told as one not read."""
        if message.kind is Kind.START:
            self._dealt = Counter()
        if message.kind is not Kind.CARD or message.side is Side.NONE or not message.index:
            return [Told(message), *self.health.told(message)]
        odd = self._dealt is not None and message.index != self._dealt[message.side] + 1
        if self._dealt is not None:
            self._dealt[message.side] = message.index
        if odd:
            return [Odd(OddCode.INDEX, message), Told(replace(message, card=""))]
        return [Told(message), *self.health.told(message)]
