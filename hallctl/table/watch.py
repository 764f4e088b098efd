"""The wait for one ball: at the exit, seen by the camera, decided once every witness has spoken.

Not responsible for committing what it finds.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from hallctl.readings.outcomes import ALARM, BallRead, Doubt, Doubtful, NoBall, Outcome, Pending, Repeated
from hallctl.readings.vote import Vote, VotePolicy
from hallctl.readings.witnesses import DISAGREEMENT, MACHINE_SILENT, Agreed, Disagreed, weigh
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.witnesses import Reading, Witness, distinct_numbers
from hallctl.table.messages import BallArrived, Seen
from hallctl.table.ports import GalleryPort

HELD: Final = 12
"""How many of the newest pictures are held until one of them has decided."""


class BallWatch:
    """Follows one extraction order until its ball is known or doubtful.

    Attributes:
        serial: The order.
        by_hand: Whether a person took the ball out: no sensor reports that.
        event: The extractor's event of the arrival, None before it.
    """

    def __init__(
        self,
        serial: int,
        drawn: frozenset[int],
        armed: bool,
        now: float,
        policy: VotePolicy,
        required: Collection[Witness] = (Witness.CAMERA,),
        by_hand: bool = False,
        before: "BallWatch | None" = None,
    ) -> None:
        """Begin to follow an order; ``before`` followed it until the draw was stopped."""
        self.serial = serial
        self.by_hand = by_hand
        self.event: int | None = None
        self._required = required
        self._identified: int | None = None
        vote = Vote(drawn=drawn, armed=armed, started_at=now, policy=policy, sensed=not by_hand)
        self._vote: Vote = vote if before is None else vote.after_stop(before._vote)
        self._images: dict[int, Any] = {}
        self._since = now

    def arrived(self, ball: BallArrived, now: float, waiting: int = 0) -> None:
        """Take note that the extractor's sensor has the ball at the exit.

        Args:
            ball: What it reported.
            now: When that was heard, in monotonic seconds.
            waiting: How many pictures a slow reader had not looked at by then.
        """
        self._vote = self._vote.sense(now, ball.since, waiting)
        self.event = ball.event
        self._identified = ball.identified

    def see(self, seen: Seen) -> None:
        """Take one more reading of the exit."""
        self._vote = self._vote.see(seen.sighting, seen.sequence, seen.at)
        self._images[seen.sequence] = seen.image
        if len(self._images) > HELD:
            del self._images[min(self._images)]

    def waited(self, now: float) -> float:
        """Return for how many seconds the ball has not arrived; 0 once it has."""
        return 0.0 if self.event is not None or self.by_hand else now - self._since

    def unreported(self, gallery: GalleryPort) -> ReportDoubt | None:
        """Return the doubt about a ball that left the exit unreported, None where none did (I23)."""
        lost = self._vote.lost
        if lost is None or self.event is not None:
            return None
        return self._doubt(self._readings(Pending(), None), lost, Doubt.BALL_LEFT, self._picture(gallery))

    def finding(
        self, now: float, gallery: GalleryPort, entered: int | None = None, look_s: float = 0.0
    ) -> ReportBall | ReportDoubt | None:
        """Return what to report, with its picture kept, once sensor, camera and locutor have spoken.

        Args:
            now: Monotonic seconds.
            gallery: Where the picture is kept.
            entered: The number that the locutor entered, None as long as none.
            look_s: Seconds that a look at a picture takes.
        """
        if (self.event is None and not self.by_hand) or (
            Witness.CALLER in self._required and entered is None
        ):
            return None
        outcome = self._vote.outcome(now, look_s)
        if isinstance(outcome, Pending):
            return None
        readings = self._readings(outcome, entered)
        if isinstance(outcome, Repeated):
            # Two equal balls cannot be: the draw stands still until a person has looked (I2). By hand it is
            # the ball before that was left in view, and not the one that the locutor entered.
            reason = DISAGREEMENT if self.by_hand else ALARM
            shown = self._picture(gallery, outcome.sequences)
            return self._doubt(readings, distinct_numbers(readings), reason, shown)
        picture = self._picture(gallery, outcome.sequences if isinstance(outcome, BallRead) else ())
        match weigh(self._required, readings):
            case Agreed(ball=ball):
                return ReportBall(self.serial, ball, picture, readings if len(readings) > 1 else ())
            case Disagreed(balls=balls):
                return self._doubt(readings, balls, DISAGREEMENT, picture)
            case _:
                return self._unsure(outcome, readings, picture)

    def _readings(self, outcome: Outcome, entered: int | None) -> tuple[Reading, ...]:
        """Return the readings of all that are asked for or gave one, the locutor first, the camera last."""
        seen = outcome.number if isinstance(outcome, (BallRead, Repeated)) else None
        given = {Witness.CALLER: entered, Witness.MACHINE: self._identified, Witness.CAMERA: seen}
        return tuple(
            Reading(witness, ball)
            for witness, ball in given.items()
            if ball is not None or witness in self._required
        )

    def _unsure(self, outcome: Outcome, readings: tuple[Reading, ...], picture: str) -> ReportDoubt:
        """Return the doubt where a reading is missing: other readings come before the camera's candidates."""
        given = tuple(reading.ball for reading in readings if reading.ball is not None)
        match outcome:
            case Doubtful(candidates=candidates, reason=reason):
                return self._doubt(readings, (*given, *candidates), reason, picture)
            case NoBall(reason=reason):
                return self._doubt(readings, given, reason, picture)
            case _:
                return self._doubt(readings, given, MACHINE_SILENT, picture)

    def _doubt(
        self, readings: tuple[Reading, ...], balls: Sequence[int], reason: str, picture: str
    ) -> ReportDoubt:
        shown = readings if len(readings) > 1 else ()
        return ReportDoubt(self.serial, tuple(dict.fromkeys(balls)), reason, picture, shown)

    def _picture(self, gallery: GalleryPort, decided: Sequence[int] = ()) -> str:
        """Keep the newest of the pictures that decided, or the newest of all."""
        held = [sequence for sequence in decided if sequence in self._images] or list(self._images)
        return gallery.keep(self._images[max(held)]) if held else ""
