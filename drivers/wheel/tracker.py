"""What happened in the wheel, from what its sensor repeats: each event once.

A sensor says the same line every half second, and a line of noise is one of many: what another line must
agree with is told only when it does. Not responsible for bytes and ports, nor for what follows from an event.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from drivers.garble import GarbledLineError
from drivers.wheel.events import (
    BallLaunched,
    GameBegun,
    NoMoreBets,
    NumberFixed,
    NumberUnseen,
    Odd,
    OddCode,
    SpinFlagged,
    WheelEvent,
)
from drivers.wheel.health import Health, Limits
from drivers.wheel.profiles import Profile
from drivers.wheel.readings import BareNumber, Flag, Reading, State

_OF_THE_SPIN = Flag.BALL_REMOVED | Flag.SAME_DIRECTION | Flag.LAUNCH


@dataclass(frozen=True)
class Trust:
    """How often a sensor must say a thing before it is told.

    Attributes:
        agree: Lines that fix a number, begin a game, or warn.
        apart_s: Seconds between two lines that agree: a line that comes twice at once is one.
        back: Lines that an earlier game must say until it is believed.
        last_game: The highest number of a game; the next one is 0 or 1.
    """

    agree: int = 2
    apart_s: float = 0.2
    back: int = 6
    last_game: int = 999


@dataclass
class _Said:
    """Something that waits for lines that agree."""

    what: object = None
    times: int = 0
    at: float = float("-inf")

    def again(self, what: object, now: float, trust: Trust) -> int:
        """Take it once more; return how often it was said in a row."""
        if what != self.what:
            self.what, self.times, self.at = what, 1, now
        elif now - self.at >= trust.apart_s:
            self.times, self.at = self.times + 1, now
        return self.times

    def forget(self) -> None:
        """Begin anew."""
        self.what, self.times = None, 0


@dataclass
class _Spin:
    """The game that is followed."""

    game: int
    state: State
    launched: bool = False
    closed: bool = False
    told: str = ""
    bare: str = ""
    votes: Counter[str] = field(default_factory=Counter)
    """How often each number was said."""
    differed: bool = False
    spent: bool = False
    """Whether nothing of it counts any more: it was given up, or its number was fixed before."""
    flags: Flag = Flag.NONE


class Tracker:
    """Follows one sensor, through cut cables too.

    Args:
        profile: How it writes.
        trust: How often it must say a thing.
        limits: When it counts as dead, frozen or garbled.

    Attributes:
        health: What is wrong with it, and how many lines were garbled, by why.
    """

    def __init__(self, profile: Profile, trust: Trust = Trust(), limits: Limits = Limits()) -> None:  # noqa: B008
        self._profile = profile
        self._trust = trust
        self._spin: _Spin | None = None
        self._game, self._state, self._number = _Said(), _Said(), _Said()
        self._flags = _Said()
        self.health = Health(limits)

    def take(self, line: str | GarbledLineError, now: float) -> list[WheelEvent]:
        """Take a line.

        Args:
            line: As it came, or why it is none.
            now: Monotonic seconds.
        """
        try:
            said = self._profile.read(line) if isinstance(line, str) else None
        except GarbledLineError as error:
            line, said = error, None
        if isinstance(line, GarbledLineError) or said is None:
            return self.health.garbled(line, now) if isinstance(line, GarbledLineError) else []
        if isinstance(said, BareNumber):
            return [*self._bare(said), *self.health.heard(None, now)]
        return [*self._reading(said, now), *self.health.heard(said, now)]

    def tick(self, now: float) -> list[WheelEvent]:
        """Look at the time, also where no line comes."""
        return self.health.tick(now)

    def launched(self, now: float) -> None:
        """Take note that a person launched the ball: the sensor must soon say so too."""
        self.health.launched(self._spin.state if self._spin else None, now)

    def connected(self, now: float) -> list[WheelEvent]:
        """Take note that the line is open, for the first time or again; what was followed goes on."""
        for each in (self._game, self._state, self._number, self._flags):
            each.forget()
        return self.health.connected(now)

    def lost(self, reason: str) -> list[WheelEvent]:
        """Take note that the line is cut."""
        return self.health.lost(reason)

    def _reading(self, said: Reading, now: float) -> list[WheelEvent]:
        if self._spin is None or said.game != self._spin.game:
            return self._other_game(said, now)
        self._game.forget()
        return [*self._same_game(self._spin, said, now), *self._warn(self._spin, said, now)]

    def _other_game(self, said: Reading, now: float) -> list[WheelEvent]:
        """Follow another game, once it is said often enough; an earlier one is more likely noise."""
        before = self._spin
        steps = 1 if before is None else self._steps(before.game, said.game)
        needed = self._trust.agree if steps > 0 else self._trust.back
        if self._game.again(said.game, now, self._trust) < needed:
            return []
        self._game.forget()
        self._state.forget()
        self._number.forget()
        self._flags.forget()
        spin = self._spin = _Spin(said.game, State.START)
        found: list[WheelEvent] = []
        if before is not None and steps != 1:
            code = OddCode.GAMES_MISSED if steps > 0 else OddCode.GAME_BACK
            found.append(Odd(code, said.game, said.line, str(before.game)))
            spin.spent = steps < 0 and said.state >= State.BALL
        if said.state <= State.BETS:
            found.append(GameBegun(said.game))
            spin.state = said.state
        elif said.state is State.NUMBER:
            spin.state = State.CLOSED  # its number is still to be said
        else:
            found += self._follow(spin, said)
        return found

    def _steps(self, before: int, after: int) -> int:
        """Return how many games are between two numbers, negative for back."""
        if before == self._trust.last_game and after in (0, 1):
            return 1
        return after - before

    def _same_game(self, spin: _Spin, said: Reading, now: float) -> list[WheelEvent]:
        if said.state is State.NUMBER:
            return self._fixing(spin, said, now)
        self._number.forget()
        if said.state is spin.state:
            self._state.forget()
            return []
        sure = said.state in (State.BALL, State.CLOSED) and said.state > spin.state
        if not sure and self._state.again(said.state, now, self._trust) < self._trust.agree:
            return []
        self._state.forget()
        return self._follow(spin, said)

    def _follow(self, spin: _Spin, said: Reading) -> list[WheelEvent]:
        """Go to another state of the game but the one that fixes its number."""
        before, spin.state = spin.state, said.state
        if said.state is State.IDLE:
            running = before in (State.BALL, State.CLOSED) and not spin.told
            spin.spent = spin.spent or running
            return [Odd(OddCode.GAVE_UP, spin.game, said.line)] if running else []
        found = list(self._back(spin, before, said)) if said.state < before else []
        if said.state is State.BALL and not spin.spent:
            spin.launched = True
            found.append(BallLaunched(spin.game, said.direction, said.speed, said.line))
        elif said.state is State.CLOSED and before < State.CLOSED and not spin.spent:
            spin.closed = True
            found.append(NoMoreBets(spin.game, said.line))
        elif said.state <= State.BETS and before > State.BETS and not spin.spent:
            found.append(GameBegun(spin.game))
        return found

    def _back(self, spin: _Spin, before: State, said: Reading) -> Iterator[WheelEvent]:
        """Take note that the game stands where it stood before."""
        if before is State.IDLE and not spin.launched:
            return  # the table was closed between two games
        fixed = bool(spin.told)
        if said.state < State.CLOSED:
            spin.launched = spin.closed = spin.differed = False
            spin.bare = spin.told = ""
            spin.votes.clear()
            spin.flags = Flag.NONE
            spin.spent = fixed or (spin.spent and said.state is State.BALL)
        code = OddCode.GAME_REPEATED if fixed else OddCode.STATE_BACK
        yield Odd(code, spin.game, said.line, str(int(before)))

    def _fixing(self, spin: _Spin, said: Reading, now: float) -> list[WheelEvent]:
        """Take a line that fixes the number: it is told when it was said oftener than any other."""
        self._state.forget()
        number = said.number or ""
        before = self._number.times if self._number.what == number else 0
        again = self._number.again(number, now, self._trust)
        if again > before:
            spin.votes[number] += 1
        lead = spin.votes[number] - max(
            (spin.votes[each] for each in spin.votes if each != number), default=0
        )
        if again < self._trust.agree or number == spin.told or (lead < self._trust.agree and not spin.told):
            return []
        return self._fix(spin, said, number)

    def _fix(self, spin: _Spin, said: Reading, number: str) -> list[WheelEvent]:
        """Tell a number that was said often enough: as certain only where its spin was followed."""
        if spin.told:
            if spin.differed:
                return []
            spin.differed = True
            return [Odd(OddCode.NUMBER_CHANGED, spin.game, said.line, spin.told)]
        spin.told, spin.state = number, State.NUMBER
        found: list[WheelEvent] = []
        if spin.bare and spin.bare != number:
            found.append(Odd(OddCode.NUMBERS_DIFFER, spin.game, said.line, spin.bare))
        if found or spin.spent or not spin.launched:
            return [*found, NumberUnseen(spin.game, number, said.line)]
        if not spin.closed:
            found.append(Odd(OddCode.CLOSED_LATE, spin.game, said.line))
        fixed = NumberFixed(spin.game, number, spin.flags, spin.closed, said.direction, said.speed, said.line)
        return [*found, fixed]

    def _bare(self, said: BareNumber) -> list[WheelEvent]:
        """Take a number by itself: it says something only where the ball may just have come to rest."""
        spin = self._spin
        if spin is None or spin.state not in (State.BALL, State.CLOSED, State.NUMBER):
            return []
        if spin.told:
            if said.number == spin.told or spin.differed:
                return []
            spin.differed = True
            return [Odd(OddCode.NUMBERS_DIFFER, spin.game, said.line, spin.told)]
        spin.bare = said.number
        return []

    def _warn(self, spin: _Spin, said: Reading, now: float) -> list[WheelEvent]:
        """Tell a warning once in a game, when it is said often enough."""
        new = said.flags & ~spin.flags
        if not new:
            self._flags.forget()
            return []
        if self._flags.again(new, now, self._trust) < self._trust.agree:
            return []
        spin.flags |= new
        return [SpinFlagged(spin.game, new, said.line)] if new & _OF_THE_SPIN else []
