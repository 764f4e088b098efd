"""The one deciding loop: takes messages in order, and publishes what has become durable.

Not responsible for what is decided (``rules``) nor for how it is kept (``keeper``). Everything here runs in
one thread; other threads only put messages into the inbox.
"""

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final

from hallctl.minutes.errors import MinutesError
from hallctl.minutes.threads import ThreadDiedError
from hallctl.outputs.machine import Halt, MachineUse
from hallctl.outputs.speech import nothing_follows
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.clock import ReportClockJump
from hallctl.rules.commands.running import AdoptRules, StartController, StopController
from hallctl.rules.events.clock import ClockReferenceSet
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import State
from hallctl.table import messages as msg
from hallctl.table.clock import SYNCHRONISED, Clock, JumpWatch
from hallctl.table.keeper import Keeper
from hallctl.table.machine import Limits, Machine
from hallctl.table.media import Media, MediaPort, OneMedium
from hallctl.table.ports import BallCameraPort, BulletinPort, GalleryPort
from hallctl.table.snapshot import Snapshot
from hallctl.table.troubles import CLOCK_JUMPED, Troubles

TICK_S: Final = 0.04
"""How often the loop turns without a message: within the 50 ms of the permission to move (I13)."""

LAST_FOLIOS_S: Final = 10.0
"""How long an orderly end waits at most for the folios that are still being made."""

Inbox = queue.SimpleQueue[msg.Message]


class Table:
    """The table of control: decides, commits, then publishes."""

    def __init__(
        self,
        keeper: Keeper,
        use: MachineUse,
        inbox: Inbox,
        ball_camera: BallCameraPort,
        gallery: GalleryPort,
        bulletin: BulletinPort,
        clock: Clock,
        free_mb: Callable[[], int],
        limits: Limits,
        start: StartController,
        news: Callable[[], Sequence[Command]] = tuple,
        heard: Callable[[msg.Message], None] = lambda _: None,
        settled: Callable[[], bool] = lambda: True,
        media: MediaPort | None = None,
        verify: Callable[[], None] = lambda: None,
        second_mb: Callable[[], int | None] = lambda: None,
        spoken: Callable[[str, State], Command | None] = nothing_follows,
    ) -> None:
        """Put the loop together; ``settled`` returns whether every folio is recorded; an end waits for that.

        ``use`` is how the game uses the machine.
        ``media`` is the book, of whose second medium the loss is minuted; ``verify`` has all of it verified.
        ``second_mb`` returns the room for its second medium; ``spoken`` what follows what was said.
        """
        self._keeper = keeper
        self._use = use
        self._inbox = inbox
        self._bulletin = bulletin
        self._clock = clock
        self._free_mb = free_mb
        self._second_mb = second_mb
        self._spoken = spoken
        self._limits = limits
        self._start = start
        self._news = news
        self._heard = heard
        self._settled = settled
        self._ends_at: float | None = None
        self._asking: Future[msg.Outcome] | None = None
        self._calibrated: msg.Calibrated | None = None
        self._sequence = 0
        self._started = self._seconds()
        self._disk_checked = float("-inf")
        self._troubles = Troubles(keeper, self._report, self._seconds)
        self._machine = Machine(
            keeper, use, ball_camera, gallery, limits, self._troubles, self._report, self._seconds
        )
        self._jumps = JumpWatch(clock)
        self._media = Media(media or OneMedium(), self._report, verify)

    def run(self) -> None:
        """Decide until a message asks to quit.

        Raises:
            MinutesError: If the book failed; the extractor is stopped and nothing more is accepted.
            ThreadDiedError: If a thread of the hall died; likewise.
        """
        self._publish()
        try:
            self._report(self._start)
            self._report(AdoptRules())
            for command in self._news():
                self._report(command)
            while self._turn():
                pass
        except (MinutesError, ThreadDiedError) as error:
            self._keeper.minute_loss()
            self._halt(error)
            raise
        finally:
            # Whatever ends the loop, also what nobody foresaw, leaves no machine running (I19).
            self._machine.stop()

    def _turn(self) -> bool:
        """Take one message, or let a tick pass; return whether to go on."""
        try:
            message: msg.Message | None = self._inbox.get(timeout=TICK_S)
        except queue.Empty:
            message = None
        self._look_at_clock()
        if isinstance(message, msg.Quit):
            self._machine.execute(Halt())
            # Who asks a second time does not want to wait.
            self._ends_at = self._seconds() + (LAST_FOLIOS_S if self._ends_at is None else 0)
        elif message is not None and not (self._ends_at is not None and _is_of_a_person(message)):
            self._handle(message)
        if self._ends_at is not None and (self._settled() or self._seconds() >= self._ends_at):
            self._keeper.report(StopController())
            return False
        self._look_around()
        self._machine.permit()
        self._bulletin.beat()
        return True

    def _handle(self, message: msg.Message) -> None:
        self._heard(message)
        match message:
            case msg.Asked():
                self._answer(message)
            case msg.Cosigned(note=note):
                self._keeper.cosigned(note)
            case msg.Spoken(key=key):
                follows = self._spoken(key, self._keeper.state)
                if follows is not None:
                    self._report(follows)
            case msg.Reported(command=command):
                self._report(command)
            case msg.Trouble() | msg.Recovered() | msg.Settled():
                self._troubles.heard(message)
            case msg.Calibrated():
                self._calibrated = message
            case msg.ThreadDied(error=error):
                raise error
            case _:
                self._handle_machine(message)

    def _handle_machine(self, message: msg.Message) -> None:
        match message:
            case msg.Seen():
                self._machine.seen(message)
            case msg.BallArrived():
                self._machine.ball_arrived(message)
            case msg.ExtractorUp(extractor=extractor):
                self._machine.up(extractor)
            case msg.ExtractorDown(reason=reason):
                self._machine.down(reason)
            case msg.DrumLoaded():
                self._machine.drum_loaded(message)
            case msg.MachineFailed():
                self._machine.failed(message)
            case msg.OrderFailed():
                self._machine.order_failed(message)

    def _answer(self, asked: msg.Asked) -> None:
        self._demand_line(asked.issued.command)
        self._asking = asked.reply
        outcome = self._keeper.submit(asked.issued, asked.press)
        self._follow(outcome)
        # The answer is last: what it reports is durable and on its way by then.
        self._asking = None
        asked.reply.set_result(outcome)

    def _demand_line(self, command: Command) -> None:
        """Latch that no extractor answers before a step that would move it."""
        if self._machine.missing and self._keeper.moves_machine(command):
            self._troubles.line_missing()
            self._troubles.reconcile()

    def _take_due(self) -> None:
        """Take the step that is due by itself, after everything that speaks against it is in the book."""
        due = self._keeper.due()
        if due is not None:
            self._demand_line(due)
            self._report(due)

    def _report(self, command: Command) -> msg.Outcome:
        outcome = self._keeper.report(command)
        self._follow(outcome)
        return outcome

    def _follow(self, outcome: msg.Outcome) -> None:
        """Publish what has become durable, and give the machine its orders."""
        if isinstance(outcome, Refusal) or not outcome.events:
            return
        self._publish()
        if any(isinstance(event, BookOpened) for event in outcome.events):
            self._report(self._start)  # the opening diligence is the first entry of a volume
        if any(isinstance(event, ClockReferenceSet) for event in outcome.events):
            self._troubles.end(CLOCK_JUMPED)
        for event in outcome.events:
            for order in self._use.orders(event, self._keeper.state):
                self._machine.execute(order)

    def _look_at_clock(self) -> None:
        """Minute a jump of the wall clock before anything else is stamped by it."""
        jump = self._jumps.jump()
        if jump is not None:
            before, after = (f"{each:%Y-%m-%d %H:%M:%S}" for each in jump)
            self._report(ReportClockJump(before, after))
            self._troubles.begin(CLOCK_JUMPED, f"saltó del {before} al {after}")

    def _look_around(self) -> None:
        """See what time and the devices have brought."""
        now = self._seconds()
        self._machine.look(now)
        if self._machine.missing and now - self._started > self._limits.line_s:
            self._troubles.line_missing()
        if now - self._disk_checked >= 1.0:
            self._disk_checked = now
            self._troubles.disk(self._free_mb(), self._limits.free_mb)
            self._troubles.second_disk(self._second_mb(), self._limits.free_mb)
            self._troubles.clock(self._keeper.wrong_clock())
            if self._clock.quality() == SYNCHRONISED:
                self._troubles.end(CLOCK_JUMPED)
        if self._keeper.state.book is not None:
            self._media.look(self._keeper.state, now)
        self._troubles.form(self._keeper.form)
        self._take_calibration()
        self._troubles.reconcile()
        # Messages come first: a stop that waits behind this one must not find another ball ordered.
        if self._ends_at is None and self._inbox.empty():
            self._take_due()
        self._keeper.bind()

    def _take_calibration(self) -> None:
        """Have what was calibrated count, once no game is played."""
        newly = self._calibrated
        if newly is None or self._keeper.state.playing is not None:
            return
        self._calibrated = None
        self._keeper.know(newly.sets)
        self._machine.believe(newly.vote)
        newly.take()
        for device, which in newly.minuted:
            self._troubles.heard(msg.Settled(device, which))
        self._publish()

    def _publish(self, halted: str = "") -> None:
        self._sequence += 1
        self._bulletin.publish(Snapshot(self._sequence, self._keeper.entry, self._keeper.state, halted))

    def _halt(self, error: MinutesError | ThreadDiedError) -> None:
        """Stop the machine and publish why: what cannot be minuted, or is not watched, must not happen."""
        self._machine.execute(Halt())
        self._publish(str(error))
        failure = MinutesError(error.code, error.sentence)
        if self._asking is not None:
            self._asking.set_exception(failure)
        while True:
            try:
                message = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(message, msg.Asked):
                message.reply.set_exception(failure)

    def _seconds(self) -> float:
        return self._clock.now() / 1000


def _is_of_a_person(message: msg.Message) -> bool:
    """Return whether somebody asks for something: while the hall ends, nobody's step is taken any more."""
    return isinstance(message, msg.Asked) and message.issued.actor.post is not Post.CONTROLLER
