"""The line to a wheel's sensor: what it saw goes into the inbox as steps of the game, its faults as notices.

Not responsible for what a number leads to: a sensor is one of two witnesses (DR11). A line that comes back
resumes nothing that was not followed.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final

from drivers.patterns import PatternError
from drivers.wheel import events
from drivers.wheel.events import FaultCode, OddCode, WheelEvent
from drivers.wheel.health import Limits
from drivers.wheel.profiles import Numbers, PatternProfile, Profile, RimProfile
from drivers.wheel.readings import POCKETS, Direction, Flag, State
from drivers.wheel.sensor import RETRY_S, Line, WheelSensor
from drivers.wheel.tracker import Trust
from hallctl.config.wheel import WheelSection
from hallctl.readings.wheel import (
    Fixed,
    Irregular,
    Launched,
    NoMore,
    NoNumber,
    Turn,
    Warned,
    WheelMeaning,
    WheelNews,
)
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "ruleta"
ODD: Final = "WHEEL-ODD"

REMIND_S: Final = 5.0
"""How often a sensor that cannot tell a number says so: the spin that waits for it may have closed since."""

CODES: Final = {
    FaultCode.LOST: "WHEEL-LOST",
    FaultCode.SILENT: "WHEEL-SILENT",
    FaultCode.FROZEN: "WHEEL-FROZEN",
    FaultCode.GARBLED: "WHEEL-GARBLED",
    FaultCode.SENSOR: "WHEEL-SENSOR",
}

_DETAILS: Final = {
    FaultCode.LOST: "{}",
    FaultCode.SILENT: "el sensor no dice nada desde hace {}",
    FaultCode.FROZEN: "el sensor dice lo mismo desde hace {}",
    FaultCode.GARBLED: "no se entiende lo que llega: {}",
    FaultCode.SENSOR: "el sensor avisa de sí mismo: {}",
}

_ODDS: Final = {
    OddCode.GAMES_MISSED: "después del juego {before} vino el {game}: falta alguno",
    OddCode.GAME_BACK: "después del juego {before} vino otra vez el {game}",
    OddCode.GAME_REPEATED: "el juego {game} empezó otra vez, y su número ya estaba dicho",
    OddCode.STATE_BACK: "el juego {game} volvió atrás: {line}",
    OddCode.CLOSED_LATE: "el número del juego {game} vino antes que «jogo feito, nada mais»",
    OddCode.NUMBER_CHANGED: "del juego {game} dijo primero {before} y luego otro: {line}",
    OddCode.NUMBERS_DIFFER: "del juego {game} dijo dos números: {before}, y {line}",
    OddCode.GAVE_UP: "el sensor dejó el juego {game} mientras corría la bola",
}

_UNTOLD: Final = frozenset({FaultCode.LOST, FaultCode.SILENT, FaultCode.FROZEN})
"""Faults with which no number comes."""

_FLAGS: Final = {
    "ball removed": Flag.BALL_REMOVED,
    "same direction": Flag.SAME_DIRECTION,
    "sensor": Flag.SENSOR,
    "launch": Flag.LAUNCH,
}
_IRREGULAR: Final = {
    Flag.BALL_REMOVED: Irregular.BALL_REMOVED,
    Flag.SAME_DIRECTION: Irregular.SAME_DIRECTION,
    Flag.LAUNCH: Irregular.LAUNCH,
}


def profile_of(section: WheelSection, pockets: int) -> Profile:
    """Return the form in which the sensor of a configuration writes.

    Raises:
        PatternError: A pattern cannot be used; the message says why.
    """
    numbers = Numbers(pockets, section.numbers)
    pattern = section.pattern
    if pattern is None:
        return RimProfile(numbers)
    return PatternProfile(
        pattern.line,
        {written: State[name.upper()] for written, name in pattern.states.items()},
        {written: Direction(name) for written, name in pattern.directions.items()},
        {int(written, 16): _FLAGS[name] for written, name in pattern.flags.items()},
        numbers,
    )


def wheel_problems(section: WheelSection) -> Iterator[str]:
    """Yield why a sensor's form cannot be read, in Spanish."""
    strange = sorted({*section.numbers.values()} - POCKETS[38])
    if strange:
        yield f"[wheel] numbers: ninguna ruleta tiene {', '.join(strange)}"
    try:
        profile_of(section, 38)
    except PatternError as error:
        yield f"[wheel.pattern] line: {error}"
    except ValueError:
        return  # flags that are no hexadecimal number: said with the section's other contradictions


def sensor_of(section: WheelSection, port: str, pockets: int) -> WheelSensor:
    """Return the sensor of a configuration."""
    return WheelSensor(
        port,
        profile_of(section, pockets),
        line=Line(section.baudrate, section.parity[0].upper(), section.stop_bits),
        trust=Trust(section.agree, last_game=section.last_game),
        limits=Limits(section.silence_s, section.launch_s, section.spin_s),
    )


class WheelLine(Worker):
    """Listens to one sensor, in a thread of its own."""

    def __init__(
        self,
        sensor: WheelSensor,
        inbox: Inbox,
        meaning: WheelMeaning,
        running: Callable[[], bool] = lambda: False,
        picture: Callable[[], str] = lambda: "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; nothing is opened yet.

        Args:
            sensor: What it listens to.
            inbox: Where its news go.
            meaning: Which step of the game they are.
            running: Whether the ball runs by the croupier's word.
            picture: Keeps the camera's newest picture of the wheel, and returns its digest.
            clock: Monotonic seconds.
        """
        self._sensor = sensor
        self._inbox = inbox
        self._meaning = meaning
        self._running = running
        self._picture = picture
        self._clock = clock
        self._odd = self._ran = False
        self._reminded = clock()
        super().__init__("wheel-line")

    def _run(self) -> None:
        for code in (*CODES.values(), ODD):  # the book may still hold a former run's
            self._inbox.put(msg.Recovered(DEVICE, code))
        while not self._stopping.is_set():
            for event in self._sensor.poll():
                self.take(event)
            self.look()
            if not self._sensor.is_open:
                self._stopping.wait(RETRY_S / 5)
        self._sensor.close()

    def take(self, event: WheelEvent) -> None:
        """Hand on what happened."""
        match event:
            case events.Fault(code=code, detail=detail):
                self._inbox.put(msg.Trouble(DEVICE, CODES[code], _DETAILS[code].format(detail)))
                self._untold(code in _UNTOLD, detail)
            case events.FaultOver(code=code):
                self._inbox.put(msg.Recovered(DEVICE, CODES[code]))
            case events.Odd(code=odd, game=game, line=line, before=before):
                detail = _ODDS[odd].format(game=game, line=line, before=before)
                self._odd = True
                self._inbox.put(msg.Trouble(DEVICE, ODD, detail))
                self._untold(odd is OddCode.GAVE_UP, line)
            case events.GameBegun():
                if self._odd:
                    self._inbox.put(msg.Recovered(DEVICE, ODD))
                self._odd = False
            case _:
                for news in self._news(event):
                    self._tell(news)

    def look(self) -> None:
        """Look at the table: a ball that its croupier launched; a number that does not come, said again."""
        ran, self._ran = self._ran, self._running()
        if self._ran and not ran:
            self._sensor.launched()
        faults = self._sensor.tracker.health.faults & _UNTOLD
        if faults and self._clock() - self._reminded >= REMIND_S:
            self._untold(True, ", ".join(sorted(CODES[code] for code in faults)))

    def _untold(self, untold: bool, line: str) -> None:
        if untold:
            self._reminded = self._clock()
            self._tell(NoNumber(line))

    def _tell(self, news: WheelNews) -> None:
        command = self._meaning(news)
        if command is not None:
            self._inbox.put(msg.Reported(command))

    def _news(self, event: WheelEvent) -> Iterator[WheelNews]:
        match event:
            case events.BallLaunched(game=game, direction=direction, speed=speed, line=line):
                turn = Turn.UNKNOWN if direction is None else Turn(direction.value)
                yield Launched(game, turn, "" if speed is None else str(speed), line)
            case events.NoMoreBets(game=game, line=line):
                yield NoMore(game, line)
            case events.NumberFixed(game=game, number=number, line=line):
                yield Fixed(game, number, line, self._picture())
            case events.NumberUnseen(line=line):
                yield NoNumber(line)
            case events.SpinFlagged(game=game, flags=flags, line=line):
                yield from (Warned(game, what, line) for flag, what in _IRREGULAR.items() if flag & flags)
            case _:
                return
