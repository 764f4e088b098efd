"""A game over a line that spoils what it carries: a hall at one end, a machine at the other, in virtual time.

All runs in one thread: the driver's own reader asks the port for bytes, and that is when the world goes on by
a step. One seed gives one story.
"""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from drivers.extractor import wire
from drivers.extractor.driver import Extractor, ExtractorError
from drivers.extractor.machine import Machine
from drivers.plant import new_plant, save_plant
from hallctl.devices.extractor import RETRY_S, ConnectedExtractor, ExtractorLine
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall
from hallctl.rules.commands.running import AcknowledgeFault, ContinuePlay
from hallctl.table import messages as msg
from hallctl.table.table import TICK_S
from tests.hallctl.games.bingo.rules.night import RULES, Night
from tests.hallctl.table.virtual import VirtualHall, write_book

STEP_S = 0.01
PACE = 10
RATES = (0.1, 0.3, 0.5, 0.7, 1.0)
WEATHER_S = 2.0
CALM_S = 60.0
QUICK = replace(RULES, minimum_interval_ms=0)
_ZERO = b"\x00"


class Line:
    """One direction of a wire: carries frames, and spoils some of them.

    Attributes:
        spoilt: How many frames did not arrive as they were sent.
        forged: The frames that a receiver takes for good though nobody sent them.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rate = 0.0
        self.spoilt = 0
        self.forged: list[wire.Frame] = []
        self._rng = rng
        self._sent: set[bytes] = set()
        self._recent: deque[bytes] = deque(maxlen=4)
        self._held: list[tuple[int, bytes]] = []
        self._receiver = wire.Decoder()
        self._kinds = (self._flip, self._flip, self._drop, self._double, self._hold, self._splice, self._cut)
        self._floods = (self._noise, self._babble)
        self._breaks = (self._drop, self._cut, self._noise)

    def carry(self, data: bytes) -> bytes:
        """What arrives of what was sent."""
        arrived = b"".join(self._pass(_ZERO + piece + _ZERO) for piece in data.split(_ZERO) if piece)
        for frame in self._receiver.feed(arrived):
            if _key(frame) not in self._sent:
                self.forged.append(frame)
        return arrived

    def _pass(self, frame: bytes) -> bytes:
        for whole in wire.Decoder().feed(frame):
            self._sent.add(_key(whole))
        out = frame
        if self._rng.random() < self.rate:
            self.spoilt += 1
            flood = self._rng.random() < 0.02
            kinds = self._breaks if self.rate == 1 else self._floods if flood else self._kinds
            out = self._rng.choice(kinds)(frame)
        self._recent.append(frame)
        due = [late for wait, late in self._held if wait == 0]
        self._held = [(wait - 1, late) for wait, late in self._held if wait]
        return out + b"".join(due)

    def _flip(self, frame: bytes) -> bytes:
        spoilt = bytearray(frame)
        for _ in range(self._rng.randint(1, 8)):
            spoilt[self._rng.randrange(len(spoilt))] ^= 1 << self._rng.randrange(8)
        return bytes(spoilt)

    def _drop(self, _: bytes) -> bytes:
        return b""

    def _double(self, frame: bytes) -> bytes:
        return frame * self._rng.randint(2, 3)

    def _hold(self, frame: bytes) -> bytes:
        """Let up to four later frames overtake it."""
        self._held.append((self._rng.randint(1, 4), frame))
        return b""

    def _splice(self, frame: bytes) -> bytes:
        """The beginning of one frame, the end of another."""
        other = self._rng.choice(self._recent) if self._recent else frame
        return other[: self._rng.randrange(len(other))] + frame[self._rng.randrange(len(frame)) :]

    def _cut(self, frame: bytes) -> bytes:
        return frame[: self._rng.randrange(len(frame))]

    def _noise(self, frame: bytes) -> bytes:
        """As an open line picks up: anything, for some time."""
        return self._rng.randbytes(self._rng.randint(1, 2000)) + (b"" if self.rate == 1 else frame)

    def _babble(self, frame: bytes) -> bytes:
        """What was just said, again and again."""
        return b"".join(self._rng.choices([*self._recent, frame], k=self._rng.randint(10, 50)))


def _key(frame: wire.Frame) -> bytes:
    return bytes((frame.version, frame.kind)) + frame.seq.to_bytes(2, "big") + frame.payload


class Here:
    """A driver's reader that is no thread: a book is used in one thread, and one story has one order."""

    def __init__(self, target: Callable[[], None], name: str) -> None:
        self._target = target
        self._name = name
        self._started = False

    def start(self) -> None:
        """Begin when it is run."""
        self._started = True

    def run(self) -> None:
        """Read until the line is lost."""
        self._target()
        self._started = False

    def is_alive(self) -> bool:
        """Whether somebody reads."""
        return self._started

    def join(self) -> None:
        """It has ended."""


class Port:
    """The driver's end of the line; reading lets the world go on."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def read(self) -> bytes:
        """What has arrived after one more step of everything."""
        if self._world.over:
            raise ExtractorError("it is over")
        self._world.step()
        return self._world.take()

    def write(self, data: bytes) -> None:
        """Put a frame on its way."""
        self._world.say(data)

    def forget_input(self) -> None:
        """Throw away what has arrived."""
        self._world.take()

    def close(self) -> None:
        """Nothing is held."""


class World:
    """A hall, its machine, the line between them, and people who play on whatever happens.

    Args:
        folder: An empty folder.
        seed: Of everything that chance decides.
        balls: How many are drawn in the storm; two more follow in the calm.

    Attributes:
        over: Whether the calm has brought its balls, or has lasted too long.
        lost: How often the line was given up.
        met: The codes of the faults that latched.
    """

    def __init__(self, folder: Path, seed: int, balls: int) -> None:
        self._rng = random.Random(seed)
        plant = folder / "plant.json"
        save_plant(plant, new_plant(seed))
        self.machine = Machine(plant, boot=seed + 1, pace=PACE)
        night = Night(rules=QUICK)
        night.open_session().start()
        write_book(folder / "libro.sqlite", night.events)
        self.hall = VirtualHall(folder / "libro.sqlite", "b1", lambda: self.machine.plant.exit, QUICK)
        self.there, self.back = Line(self._rng), Line(self._rng)
        self.over = False
        self.lost = 0
        self.met: list[str] = []
        self._balls = balls
        self._calm_until = float("inf")
        self._weather_until = 0.0
        self._to_machine, self._to_hall = bytearray(), bytearray()
        self._turns_at = 0.0
        self._line = ExtractorLine("virtual", self.hall.inbox)

    @property
    def drawn(self) -> tuple[int, ...]:
        """The balls in the book, in their order."""
        drawn: tuple[int, ...] = self.hall.state.game.drawn
        return drawn

    @property
    def spoilt(self) -> int:
        """How many frames the line spoilt, both ways."""
        return self.there.spoilt + self.back.spoilt

    def play(self) -> None:
        """Connect, and connect again, until it is over."""
        while not self.over:
            driver = Extractor("virtual", self._line._hand_on, clock=lambda: self.hall.clock.seconds)
            try:
                driver.open()
            except ExtractorError as error:
                self.hall.inbox.put(msg.ExtractorDown(str(error)))
                for _ in range(round(RETRY_S / STEP_S)):
                    self.step()
                continue
            self.hall.inbox.put(msg.ExtractorUp(ConnectedExtractor(driver)))
            assert driver._connection is not None
            driver._connection._reader.run()
            self.hall.inbox.put(msg.ExtractorDown("se perdió"))
            self.lost += not self.over
            driver.close()

    def step(self) -> None:
        """Let a moment go by for everybody."""
        clock = self.hall.clock
        clock.seconds += STEP_S
        self._change_weather(clock.seconds)
        data, self._to_machine = bytes(self._to_machine), bytearray()
        self.machine.receive(data, clock.seconds)
        self._to_hall += self.back.carry(self.machine.take_output())
        if clock.seconds >= self._turns_at or not self.hall.inbox.empty():
            self._turns_at = clock.seconds + TICK_S
            self.hall.look()
            self.hall.turn()
            self._people_act()
        if clock.seconds > self._calm_until:
            self._end()

    def say(self, data: bytes) -> None:
        """The hall says something."""
        self._to_machine += self.there.carry(data)

    def take(self) -> bytes:
        """What the machine's end has brought to the hall."""
        data, self._to_hall = bytes(self._to_hall), bytearray()
        return data

    def _change_weather(self, now: float) -> None:
        if self._calm_until == float("inf") and now >= self._weather_until:
            self._weather_until = now + WEATHER_S
            self.there.rate, self.back.rate = self._rng.choice(RATES), self._rng.choice(RATES)

    def _people_act(self) -> None:
        """The jefe acknowledges and goes on; balls are drawn and called one after the other."""
        state = self.hall.state
        if state.suspended:
            self.hall.do(ContinuePlay())
        for fault in state.faults:
            if not fault.active:
                self.met.append(fault.code)
                self.hall.do(AcknowledgeFault(fault.device, fault.code))
        game = self.hall.state.game
        if self.hall.state.faults:
            return
        if game.uncalled is not None:
            self.hall.do(CallBall(game.uncalled))
        elif game.doubt is not None:
            self.met.append(game.doubt.reason)
            self.hall.do(SettleBall(self.machine.plant.exit))  # type: ignore[arg-type]
        elif game.pending is None:
            self._next_ball(len(game.drawn))

    def _next_ball(self, drawn: int) -> None:
        if drawn == self._balls:
            self.there.rate = self.back.rate = 0.0
            self._calm_until = self.hall.clock.seconds + CALM_S
        if drawn < self._balls + 2:
            self.hall.ask(DrawBall())  # refused where a fault latches at this very moment
        else:
            self._end()

    def _end(self) -> None:
        self.over = True
