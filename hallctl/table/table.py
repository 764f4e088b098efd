"""The one deciding loop: takes messages in order, and tells devices and screens what has become durable.

Not responsible for what is decided (``rules``) nor for how it is kept (``keeper``). Everything here runs in
one thread; other threads only put messages into the inbox.
"""

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from hallctl.minutes.errors import MinutesError
from hallctl.outputs.machine import Draw, Halt, Look, Order, Reload, Reset, orders, pursue
from hallctl.readings.vote import VotePolicy
from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.deciding.hand import required
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Phase
from hallctl.table import messages as msg
from hallctl.table.clock import SYNCHRONISED, Clock, JumpWatch
from hallctl.table.given import GivenOrders
from hallctl.table.keeper import Keeper
from hallctl.table.ports import BulletinPort, ExtractorPort, EyePort, GalleryPort
from hallctl.table.snapshot import Snapshot
from hallctl.table.troubles import CLOCK_JUMPED, LINE_LOST, Troubles
from hallctl.table.watch import BallWatch

TICK_S: Final = 0.04
"""How often the loop turns without a message: within the 50 ms of the permission to move (I13)."""

BUSY_S: Final = 0.1
"""How soon an order is given again to a machine that was still moving."""

Inbox = queue.SimpleQueue[msg.Message]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the loop waits for what, and how much room it demands.

    Attributes:
        ball_s: Seconds from an order to its ball at the exit.
        reload_s: Seconds from a reload to the report that every ball is back in the drum.
        line_s: Seconds a start waits for the extractor to answer.
        free_mb: Megabytes that must be free for the book (I14).
    """

    ball_s: float = 15.0
    reload_s: float = 45.0
    line_s: float = 3.0
    free_mb: int = 500
    vote: VotePolicy = field(default_factory=VotePolicy)


class Table:
    """The table of control: decides, commits, then tells."""

    def __init__(
        self,
        keeper: Keeper,
        inbox: Inbox,
        eye: EyePort,
        gallery: GalleryPort,
        bulletin: BulletinPort,
        clock: Clock,
        free_mb: Callable[[], int],
        limits: Limits,
        start: cmd.StartController,
        news: Callable[[], Sequence[cmd.Command]] = tuple,
        heard: Callable[[msg.Message], None] = lambda _: None,
    ) -> None:
        self._keeper = keeper
        self._inbox = inbox
        self._eye = eye
        self._gallery = gallery
        self._bulletin = bulletin
        self._clock = clock
        self._free_mb = free_mb
        self._limits = limits
        self._start = start
        self._news = news
        self._heard = heard
        self._extractor: ExtractorPort | None = None
        self._watch: BallWatch | None = None
        self._arrived: msg.BallArrived | None = None
        self._asking: Future[msg.Outcome] | None = None
        self._sequence = 0
        self._started = self._seconds()
        self._disk_checked = float("-inf")
        self._again_at = float("inf")
        self._given = GivenOrders()
        self._troubles = Troubles(keeper, self._report, self._seconds)
        self._jumps = JumpWatch(clock)

    def run(self) -> None:
        """Decide until told to quit.

        Raises:
            MinutesError: If the book failed; the extractor is stopped and nothing more is accepted.
        """
        self._publish()
        try:
            self._report(self._start)
            self._report(cmd.AdoptRules())
            for command in self._news():
                self._report(command)
            while self._turn():
                pass
        except MinutesError as error:
            self._halt(error)
            raise
        finally:
            # Whatever ends the loop, also what nobody foresaw, leaves no machine running (I19).
            if self._extractor is not None:
                self._extractor.stop()

    def _turn(self) -> bool:
        """Take one message, or let a tick pass; return whether to go on."""
        try:
            message: msg.Message | None = self._inbox.get(timeout=TICK_S)
        except queue.Empty:
            message = None
        self._look_at_clock()
        if isinstance(message, msg.Quit):
            self._tell_extractor(Halt())
            self._keeper.report(cmd.StopController())
            return False
        if message is not None:
            self._handle(message)
        self._look_around()
        if self._extractor is not None:
            self._extractor.permit()
        self._bulletin.beat()
        return True

    def _handle(self, message: msg.Message) -> None:
        self._heard(message)
        match message:
            case msg.Asked(issued=issued, reply=reply):
                self._answer(issued, reply)
            case msg.Seen() if self._watch is not None and message.serial == self._watch.serial:
                self._watch.see(message)
            case msg.BallArrived():
                self._ball_arrived(message)
            case msg.ExtractorUp(extractor=extractor):
                self._extractor_up(extractor)
            case msg.ExtractorDown(reason=reason):
                self._extractor = None
                self._drop_watch(of_machine=True)
                self._troubles.begin(LINE_LOST, reason)
                self._troubles.machine_gone()
            case msg.DrumLoaded():
                self._drum_loaded(message)
            case msg.MachineFailed(event=event, code=code, detail=detail):
                self._troubles.machine_failed(code, detail)
                self._acknowledge(event)
            case msg.OrderFailed():
                self._order_failed(message)
            case msg.Cosigned(note=note):
                self._keeper.cosigned(note)
            case msg.Trouble() | msg.Recovered() | msg.Settled():
                self._troubles.heard(message)

    def _answer(self, issued: cmd.Issued, reply: "Future[msg.Outcome]") -> None:
        if isinstance(issued.command, (cmd.DrawBall, cmd.StartDraw)) and self._wants_line:
            self._troubles.line_missing()
            self._troubles.reconcile()
        self._asking = reply
        outcome = self._keeper.submit(issued)
        self._follow(outcome)
        # Whoever waits for the answer hears of it last: what it tells is durable and on its way by then.
        self._asking = None
        reply.set_result(outcome)

    def _report(self, command: cmd.Command) -> msg.Outcome:
        outcome = self._keeper.report(command)
        self._follow(outcome)
        return outcome

    def _follow(self, outcome: msg.Outcome) -> None:
        """Tell screens and machine what has become durable."""
        if isinstance(outcome, Refusal) or not outcome.events:
            return
        self._publish()
        if any(isinstance(event, ev.BookOpened) for event in outcome.events):
            self._report(self._start)  # the opening diligence is the first entry of a volume
        if any(isinstance(event, ev.ClockReferenceSet) for event in outcome.events):
            self._troubles.end(CLOCK_JUMPED)
        for event in outcome.events:
            for order in orders(event, self._keeper.state):
                self._tell_extractor(order)

    @property
    def _wants_line(self) -> bool:
        """Whether an extractor should answer and none does; a manual drum has no line."""
        return self._extractor is None and self._keeper.state.rules.operation != "manual"

    def _tell_extractor(self, order: Order) -> None:
        if isinstance(order, Halt):
            self._drop_watch(of_machine=True)
            self._given.reload_ended()
        if isinstance(order, Look):
            self._begin_watch(order.serial, armed=True, by_hand=True)
        if self._extractor is None:
            return
        match order:
            case Draw(serial=serial):
                armed = self._extractor.holds(serial)
                self._begin_watch(serial, armed)
                self._given.draw(serial)
                self._extractor.draw(serial)
            case Reload() if not self._given.reloading:
                self._given.reload(self._seconds())
                self._extractor.reload()
            case Halt():
                self._extractor.stop()
            case Reset():
                self._extractor.reset()

    def _begin_watch(self, serial: int, armed: bool, by_hand: bool = False) -> None:
        """Follow an order; a ball in a person's hand is there already, so that no empty exit comes first."""
        state = self._keeper.state
        game = state.game
        if game is None or (by_hand and self._watch is not None and self._watch.serial == serial):
            return
        asked = required(state, game)
        self._watch = BallWatch(
            serial, frozenset(game.drawn), armed, self._seconds(), self._limits.vote, asked, by_hand
        )
        if self._arrived is not None and self._arrived.serial == serial:
            self._watch.arrived(self._arrived.event, self._seconds(), self._arrived.identified)
        self._eye.watch(serial)

    def _drop_watch(self, of_machine: bool = False) -> None:
        """Follow the order no more; a ball in a person's hand does not hang on the machine."""
        if of_machine and self._watch is not None and self._watch.by_hand:
            return
        self._watch = None
        self._again_at = float("inf")
        self._eye.rest()

    def _extractor_up(self, extractor: ExtractorPort) -> None:
        """Take up a line; what was asked while there was none is told now, unless a fault forbids it."""
        self._troubles.reconcile()  # a line that was missed latches before it is back
        self._extractor = extractor
        self._arrived = None
        self._given.connected()
        self._troubles.end(LINE_LOST)
        for order in pursue(self._keeper.state):
            self._tell_extractor(order)

    def _ball_arrived(self, ball: msg.BallArrived) -> None:
        """Take note of a ball at the exit; one that is minuted already is only acknowledged again."""
        answers = self._given.is_answered_by(ball.serial)
        if self._awaits(ball.serial):
            # Kept for when play goes on: a connection hands an event on once.
            self._arrived = ball
            if self._watch is not None:
                self._watch.arrived(ball.event, self._seconds(), ball.identified)
            return
        if not (answers or ball.again):
            self._troubles.pass_over(
                "extractor", "EXT-STRANGE", f"una bola de la orden {ball.serial}, que nadie esperaba"
            )
        self._acknowledge(ball.event)

    def _drum_loaded(self, loaded: msg.DrumLoaded) -> None:
        """Take note that every ball is back in the drum; in the middle of a game nobody asked for it."""
        game = self._keeper.state.playing
        if game is not None and game.filled and not (self._given.reloading or loaded.again):
            self._troubles.pass_over(
                "extractor", "EXT-STRANGE", "el aparato recogió las bolas en plena partida y nadie lo pidió"
            )
        self._given.reload_ended()
        self._report(cmd.ReportFilled())
        self._acknowledge(loaded.event)

    def _order_failed(self, failed: msg.OrderFailed) -> None:
        if failed.order == "draw":
            self._given.refused()
            if self._watch is None or self._watch.by_hand:
                return  # a stop of ours overtook it; the order is given again when play goes on
        if failed.busy and (failed.order == "draw" or self._given.reloading):
            self._again_at = self._seconds() + BUSY_S
            return
        self._troubles.pass_over("extractor", "EXT-ORDER", failed.reason)

    def _give_again(self, extractor: ExtractorPort) -> None:
        """Give the order again that the machine was not ready for."""
        self._again_at = float("inf")
        if self._watch is not None and not self._watch.by_hand:
            self._given.draw(self._watch.serial)
            extractor.draw(self._watch.serial)
        elif self._given.reloading:
            extractor.reload()

    def _awaits(self, serial: int) -> bool:
        game = self._keeper.state.playing
        return game is not None and game.pending == serial and game.doubt is None

    def _acknowledge(self, event: int) -> None:
        if self._extractor is not None:
            self._extractor.acknowledge(event)

    def _look_at_clock(self) -> None:
        """Minute a jump of the wall clock before anything else is stamped by it."""
        jump = self._jumps.jump()
        if jump is not None:
            before, after = (f"{each:%Y-%m-%d %H:%M:%S}" for each in jump)
            self._report(cmd.ReportClockJump(before, after))
            self._troubles.begin(CLOCK_JUMPED, f"saltó del {before} al {after}")

    def _look_around(self) -> None:
        """See what time and the devices have brought."""
        now = self._seconds()
        if self._watch is not None:
            self._look_at_exit(self._watch, now)
        if self._extractor is not None and now >= self._again_at:
            self._give_again(self._extractor)
        if self._given.reload_overdue(now, self._limits.reload_s):
            self._given.reload_ended()
            self._troubles.pass_over(
                "extractor", "EXT-STALLED", f"el bombo no se llenó en {self._limits.reload_s:g} s"
            )
        self._troubles.look_at(self._extractor)
        if self._wants_line and now - self._started > self._limits.line_s:
            self._troubles.line_missing()
        if now - self._disk_checked >= 1.0:
            self._disk_checked = now
            self._troubles.disk(self._free_mb(), self._limits.free_mb)
            self._troubles.clock(self._keeper.wrong_clock())
            if self._clock.quality() == SYNCHRONISED:
                self._troubles.end(CLOCK_JUMPED)
        self._troubles.form(self._keeper.form)
        self._troubles.reconcile()
        self._keeper.bind()

    def _look_at_exit(self, watch: BallWatch, now: float) -> None:
        game = self._keeper.state.game
        played = game is not None and game.phase in {Phase.DRAW, Phase.CLAIM}
        if watch.by_hand and not (played and self._awaits(watch.serial)):
            self._drop_watch()
            return
        missed = watch.waited(now) > self._limits.ball_s
        try:
            finding = watch.finding(now, self._gallery, None if game is None else game.entered)
            if finding is None and missed:
                finding = watch.unreported(self._gallery)
                self._given.close()
        except OSError as error:
            # The ball stays at the exit and its order open: it is read again when play goes on.
            self._drop_watch()
            self._troubles.pass_over("disco", "DISK-PICTURE", str(error))
            return
        if finding is not None:
            self._drop_watch()
            self._report_finding(finding)
            if watch.event is not None:
                self._acknowledge(watch.event)
        if missed:
            self._troubles.pass_over(
                "extractor", "EXT-NO-BALL", f"la bola no salió en {self._limits.ball_s:g} s"
            )

    def _report_finding(self, finding: cmd.ReportBall | cmd.ReportDoubt) -> None:
        """Minute what was found at the exit; a number the rules cannot accept goes to a person."""
        outcome = self._report(finding)
        if isinstance(outcome, Refusal) and isinstance(finding, cmd.ReportBall):
            what = (finding.serial, (finding.ball,), outcome.sentence, finding.picture, finding.readings)
            self._report(cmd.ReportDoubt(*what))

    def _publish(self, halted: str = "") -> None:
        self._sequence += 1
        self._bulletin.publish(Snapshot(self._sequence, self._keeper.entry, self._keeper.state, halted))

    def _halt(self, error: MinutesError) -> None:
        """Stop the machine and say so: what cannot be minuted must not happen."""
        self._tell_extractor(Halt())
        self._publish(str(error))
        if self._asking is not None:
            self._asking.set_exception(error)
        while True:
            try:
                message = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(message, msg.Asked):
                message.reply.set_exception(error)

    def _seconds(self) -> float:
        return self._clock.now() / 1000
