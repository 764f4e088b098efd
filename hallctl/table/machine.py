"""The extractor and the camera on its exit, as the deciding loop uses them.

Not responsible for when a ball is ordered (``rules``), nor for what a picture shows. What the machine reports
is judged by what it was ordered; what cannot be right is a fault.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from hallctl.outputs.machine import Draw, Halt, MachineUse, Order, Reload, Reset, WatchExit
from hallctl.readings.vote import VotePolicy
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.given import GivenOrders
from hallctl.table.keeper import Keeper
from hallctl.table.ports import BallCameraPort, ExtractorPort, GalleryPort
from hallctl.table.troubles import LINE_LOST, Troubles
from hallctl.table.watch import BallWatch

BUSY_S: Final = 0.1
"""How soon an order is given again to a machine that was still moving."""


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


class Machine:
    """Orders balls, follows each to its number, and takes the machine's reports.

    Attributes:
        missing: Whether an extractor should answer and none does; a manual drum has no line.
    """

    def __init__(
        self,
        keeper: Keeper,
        use: MachineUse,
        ball_camera: BallCameraPort,
        gallery: GalleryPort,
        limits: Limits,
        troubles: Troubles,
        report: Callable[[Command], msg.Outcome],
        seconds: Callable[[], float],
    ) -> None:
        """Begin without a line.

        Args:
            keeper: Has the state.
            use: How the game uses the machine.
            ball_camera: Reads the exit.
            gallery: Keeps the deciding pictures.
            limits: How long to wait for what.
            troubles: Takes the faults.
            report: Has a command of the controller decided and made durable.
            seconds: Monotonic seconds.
        """
        self._keeper = keeper
        self._use = use
        self._ball_camera = ball_camera
        self._gallery = gallery
        self._limits = limits
        self._troubles = troubles
        self._report = report
        self._seconds = seconds
        self._extractor: ExtractorPort | None = None
        self._watch: BallWatch | None = None
        self._dropped: BallWatch | None = None
        self._arrived: msg.BallArrived | None = None
        self._again_at = float("inf")
        self._given = GivenOrders()

    def believe(self, vote: VotePolicy) -> None:
        """Take another measure of what it takes to believe the camera, from the next order on."""
        self._limits = replace(self._limits, vote=vote)

    def stop(self) -> None:
        """Stop the machine, where there is a line to it."""
        if self._extractor is not None:
            self._extractor.stop()

    def permit(self) -> None:
        """Renew the machine's permission to move."""
        if self._extractor is not None:
            self._extractor.permit()

    def seen(self, message: msg.Seen) -> None:
        """Take a picture of the exit; one of another order counts for nothing."""
        if self._watch is not None and message.serial == self._watch.serial:
            self._watch.see(message)

    def down(self, reason: str) -> None:
        """Take note that the line is lost."""
        self._extractor = None
        self._drop_watch(of_machine=True)
        self._troubles.begin(LINE_LOST, reason)
        self._troubles.machine_gone()

    def failed(self, message: msg.MachineFailed) -> None:
        """Latch a fault of the machine's own."""
        self._troubles.machine_failed(message.code, message.detail)
        self._acknowledge(message.event)

    def look(self, now: float) -> None:
        """Look at the exit and the clock: what is decided, overdue, or to be given again."""
        if self._watch is not None:
            self._check_exit(self._watch, now)
        if self._extractor is not None and now >= self._again_at:
            self._give_again(self._extractor)
        if self._given.reload_overdue(now, self._limits.reload_s):
            self._given.reload_ended()
            self._troubles.latch_unsensed(
                "extractor", "EXT-STALLED", f"el bombo no se llenó en {self._limits.reload_s:g} s"
            )
        self._troubles.end_settled(self._extractor)

    @property
    def missing(self) -> bool:
        """Whether an extractor should answer and none does; a manual drum has no line."""
        return self._extractor is None and self._keeper.state.rules.operation != "manual"

    def execute(self, order: Order) -> None:
        """Execute an order that follows from what is durable."""
        if isinstance(order, Halt):
            self._drop_watch(of_machine=True)
            self._given.reload_ended()
        if isinstance(order, WatchExit):
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
        expected = self._use.expected(self._keeper.state)
        if expected is None or (by_hand and self._watch is not None and self._watch.serial == serial):
            return
        before = self._watch or self._dropped
        before = before if before is not None and before.serial == serial else None
        policy, witnesses = self._limits.vote, expected.witnesses
        self._watch = BallWatch(
            serial, expected.drawn, armed, self._seconds(), policy, witnesses, by_hand, before
        )
        if self._arrived is not None and self._arrived.serial == serial:
            self._watch.arrived(self._arrived, self._seconds(), self._ball_camera.waiting)
        self._ball_camera.watch(serial, expected.ball_set, armed=armed)

    def _drop_watch(self, of_machine: bool = False) -> None:
        """Follow the order no more; a ball in a person's hand does not hang on the machine."""
        if of_machine and self._watch is not None and self._watch.by_hand:
            return
        self._dropped = self._watch or self._dropped
        self._watch = None
        self._again_at = float("inf")
        self._ball_camera.stop_watching()

    def up(self, extractor: ExtractorPort) -> None:
        """Take up a line; orders from the time without one are given now, unless a fault forbids it."""
        self._troubles.reconcile()  # a line that was missed latches before it is back
        self._extractor = extractor
        self._arrived = None
        self._given.connected()
        self._troubles.end(LINE_LOST)
        for order in self._use.pursue(self._keeper.state):
            self.execute(order)

    def ball_arrived(self, ball: msg.BallArrived) -> None:
        """Take note of a ball at the exit; one that is minuted already is only acknowledged again."""
        answers = self._given.is_answered_by(ball.serial)
        if self._awaits(ball.serial):
            # Kept for when play goes on: a connection hands an event on once.
            self._arrived = ball
            if self._watch is not None:
                self._watch.arrived(ball, self._seconds(), self._ball_camera.waiting)
            return
        if not (answers or ball.again):
            self._troubles.latch_unsensed(
                "extractor", "EXT-STRANGE", f"una bola de la orden {ball.serial}, que nadie esperaba"
            )
        self._acknowledge(ball.event)

    def drum_loaded(self, loaded: msg.DrumLoaded) -> None:
        """Take note that every ball is back in the drum; in the middle of a game nobody asked for it."""
        expected = self._use.expected(self._keeper.state)
        if expected is not None and expected.filled and not (self._given.reloading or loaded.again):
            self._troubles.latch_unsensed(
                "extractor", "EXT-STRANGE", "el aparato recogió las bolas en plena partida y nadie lo pidió"
            )
        self._given.reload_ended()
        self._report(ReportFilled())
        self._acknowledge(loaded.event)

    def order_failed(self, failed: msg.OrderFailed) -> None:
        """Give an order again to a machine that was busy; latch any other failure."""
        if failed.order == "draw":
            self._given.refused()
            if self._watch is None or self._watch.by_hand:
                return  # a stop of ours overtook it; the order is given again when play goes on
        if failed.busy and (failed.order == "draw" or self._given.reloading):
            self._again_at = self._seconds() + BUSY_S
            return
        self._troubles.latch_unsensed("extractor", "EXT-ORDER", failed.reason)

    def _give_again(self, extractor: ExtractorPort) -> None:
        """Give the order again that the machine was not ready for."""
        self._again_at = float("inf")
        if self._watch is not None and not self._watch.by_hand:
            self._given.draw(self._watch.serial)
            extractor.draw(self._watch.serial)
        elif self._given.reloading:
            extractor.reload()

    def _awaits(self, serial: int) -> bool:
        expected = self._use.expected(self._keeper.state)
        return expected is not None and expected.serial == serial

    def _acknowledge(self, event: int) -> None:
        if self._extractor is not None:
            self._extractor.acknowledge(event)

    def _check_exit(self, watch: BallWatch, now: float) -> None:
        expected = self._use.expected(self._keeper.state)
        played = expected is not None and expected.playing
        if watch.by_hand and not (played and self._awaits(watch.serial)):
            self._drop_watch()
            return
        missed = watch.waited(now) > self._limits.ball_s
        try:
            entered = None if expected is None else expected.entered
            finding = watch.finding(now, self._gallery, entered, self._ball_camera.look_s)
            if finding is None and missed:
                finding = watch.unreported(self._gallery)
                self._given.close()
        except OSError as error:
            # The ball stays at the exit and its order open: it is read again when play goes on.
            self._drop_watch()
            self._troubles.latch_unsensed("disco", "DISK-PICTURE", str(error))
            return
        if finding is not None:
            self._drop_watch()
            self._report_finding(finding)
            if watch.event is not None:
                self._acknowledge(watch.event)
        if missed:
            self._troubles.latch_unsensed(
                "extractor", "EXT-NO-BALL", f"la bola no salió en {self._limits.ball_s:g} s"
            )

    def _report_finding(self, finding: ReportBall | ReportDoubt) -> None:
        """Minute what was found at the exit; a number the rules cannot accept goes to a person."""
        outcome = self._report(finding)
        if isinstance(outcome, Refusal) and isinstance(finding, ReportBall):
            what = (finding.serial, (finding.ball,), outcome.sentence, finding.picture, finding.readings)
            self._report(ReportDoubt(*what))
