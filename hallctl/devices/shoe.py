"""The line to a shoe that reads its cards: what it told goes into the inbox as steps, its faults as notices.

Not responsible for what a card leads to, nor for when anybody is shown it (BA-22). Nothing is ever written to
the shoe.
"""

from collections.abc import Iterator
from typing import Final

from drivers.patterns import PatternError
from drivers.shoe.events import Fault, FaultCode, FaultOver, Odd, OddCode, ShoeEvent, Told
from drivers.shoe.health import Limits
from drivers.shoe.profiles import FrameProfile, PatternProfile, Profile
from drivers.shoe.reader import RETRY_S, Line, ShoeReader
from drivers.shoe.readings import Kind, Message, Side
from drivers.shoe.tracker import Tracker, Trust
from hallctl.config.shoe import ShoeSection
from hallctl.readings.shoe import Doubt, Drawn, Hand, ShoeMeaning, ShoeNews, White, Winner, Won
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "distribuidor"
ODD: Final = "SHOE-ODD"

CODES: Final = {
    FaultCode.LOST: "SHOE-LOST",
    FaultCode.SILENT: "SHOE-SILENT",
    FaultCode.GARBLED: "SHOE-GARBLED",
    FaultCode.ERROR: "SHOE-ERROR",
    FaultCode.LOCKED: "SHOE-LOCKED",
}

_DETAILS: Final = {
    FaultCode.LOST: "{}",
    FaultCode.SILENT: "el distribuidor no dice nada desde hace {}",
    FaultCode.GARBLED: "no se entiende lo que llega: {}",
    FaultCode.ERROR: "el distribuidor avisa de un fallo suyo: {}",
    FaultCode.LOCKED: "el distribuidor está bloqueado: {}",
}

_ODDS: Final = {
    OddCode.MISSED: "después del mensaje {before} vino «{line}»: falta alguno, y puede ser una carta",
    OddCode.BACK: "después del mensaje {before} vino «{line}»: el distribuidor empezó otra vez a contar",
    OddCode.CHANGED: "dijo primero «{before}» y luego otra cosa con el mismo número: «{line}»",
    OddCode.INDEX: "la carta no es la siguiente de su mano: «{line}»",
}


_HANDS: Final = {Side.PLAYER: Hand.PLAYER, Side.BANKER: Hand.BANKER, Side.NONE: Hand.UNSAID}


def profile_of(section: ShoeSection) -> Profile:
    """Return the form in which the shoe of a configuration writes.

    Raises:
        PatternError: A pattern cannot be used; the message says why.
    """
    pattern = section.pattern
    if pattern is None:
        return FrameProfile()
    events = {written: Kind(name) for written, name in pattern.events.items()}
    return PatternProfile(pattern.line, events, pattern.words, pattern.last_sequence)


def shoe_problems(section: ShoeSection) -> Iterator[str]:
    """Yield why a shoe's form cannot be read, in Spanish."""
    try:
        profile_of(section)
    except PatternError as error:
        yield f"[shoe.pattern] line: {error}"


def reader_of(section: ShoeSection, port: str, last: int | None = None) -> ShoeReader:
    """Return the shoe of a configuration.

    Args:
        section: How it writes.
        port: Path of the tty.
        last: The number of the last message that the book has.
    """
    profile = profile_of(section)
    tracker = Tracker(profile, Trust(section.agree), Limits(section.silence_s), last)
    return ShoeReader(
        port, profile, tracker, Line(section.baudrate, section.parity[0].upper(), section.stop_bits)
    )


class ShoeLine(Worker):
    """Listens to one shoe, in a thread of its own."""

    def __init__(self, reader: ShoeReader, inbox: Inbox, meaning: ShoeMeaning) -> None:
        """Prepare; nothing is opened yet.

        Args:
            reader: What it listens to.
            inbox: Where its news go.
            meaning: Which step of the game they are.
        """
        self._reader = reader
        self._inbox = inbox
        self._meaning = meaning
        self._odd = False
        super().__init__("shoe-line")

    def _run(self) -> None:
        for code in (*CODES.values(), ODD):  # the book may still hold a former run's
            self._inbox.put(msg.Recovered(DEVICE, code))
        while not self._stopping.is_set():
            for event in self._reader.poll():
                self.take(event)
            if not self._reader.is_open:
                self._stopping.wait(RETRY_S / 5)
        self._reader.close()

    def take(self, event: ShoeEvent) -> None:
        """Hand on what happened."""
        match event:
            case Fault(code=code, detail=detail):
                self._inbox.put(msg.Trouble(DEVICE, CODES[code], _DETAILS[code].format(detail)))
            case FaultOver(code=code):
                self._inbox.put(msg.Recovered(DEVICE, CODES[code]))
            case Odd(code=odd, message=message, number=number, before=before):
                detail = _ODDS[odd].format(line=message.line, before=before)
                self._odd = True
                self._inbox.put(msg.Trouble(DEVICE, ODD, detail))
                if odd is not OddCode.INDEX:  # a card that is not the next is told as one not read
                    missed = odd in (OddCode.MISSED, OddCode.BACK)
                    self._tell(Doubt(number, detail, message.line, missed))
            case Told(message=message, number=number):
                self._told(message, number)

    def _told(self, message: Message, number: int) -> None:
        if message.kind is Kind.START and self._odd:
            self._odd = False
            self._inbox.put(msg.Recovered(DEVICE, ODD))
        news = _news(message, number)
        if news is not None:
            self._tell(news)

    def _tell(self, news: ShoeNews) -> None:
        command = self._meaning(news)
        if command is not None:
            self._inbox.put(msg.Reported(command))


def _news(message: Message, number: int) -> ShoeNews | None:
    """Return what a message says to a table; None where that is nothing."""
    match message:
        case Message(kind=Kind.CARD):
            return Drawn(number, _HANDS[message.side], message.card, message.line)
        case Message(kind=Kind.CUT):
            return White(number, message.line)
        case Message(kind=Kind.RESULT, winner=winner) if winner is not None:
            return Won(number, Winner(winner.value), message.line)
        case Message(kind=Kind.ERROR | Kind.LOCK as kind):
            code = FaultCode.ERROR if kind is Kind.ERROR else FaultCode.LOCKED
            return Doubt(number, _DETAILS[code].format(message.detail or message.line), message.line)
        case _:
            return None
