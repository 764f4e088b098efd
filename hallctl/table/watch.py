"""The wait for one ball: ordered, arrived at the exit, seen by the camera, decided by the vote.

Not responsible for committing what it finds.
"""

from collections.abc import Sequence
from typing import Any, Final

from hallctl.readings.vote import ALARM, BallRead, Doubtful, NoBall, Repeated, Vote, VotePolicy
from hallctl.rules.commands import ReportBall, ReportDoubt
from hallctl.table.messages import Seen
from hallctl.table.ports import GalleryPort

HELD: Final = 12
"""How many of the newest pictures are held until one of them has decided."""


class BallWatch:
    """Follows one extraction order until its ball is known or doubtful.

    Attributes:
        serial: The order.
        event: The extractor's event of the arrival, None before it.
    """

    def __init__(
        self, serial: int, drawn: frozenset[int], armed: bool, now: float, policy: VotePolicy
    ) -> None:
        self.serial = serial
        self.event: int | None = None
        self._vote = Vote(drawn=drawn, armed=armed, started_at=now, policy=policy)
        self._images: dict[int, Any] = {}
        self._since = now

    def arrived(self, event: int, now: float) -> None:
        """Take note that the extractor's sensor has the ball at the exit, at ``now`` monotonic seconds."""
        self._vote = self._vote.sense(now)
        self.event = event

    def see(self, seen: Seen) -> None:
        """Take one more reading of the exit."""
        self._vote = self._vote.see(seen.sighting, seen.sequence, seen.at)
        self._images[seen.sequence] = seen.image
        if len(self._images) > HELD:
            del self._images[min(self._images)]

    def waited(self, now: float) -> float:
        """Return for how many seconds the ball has not arrived; 0 once it has."""
        return 0.0 if self.event is not None else now - self._since

    def finding(self, now: float, gallery: GalleryPort) -> ReportBall | ReportDoubt | None:
        """Return what to report, with its picture kept, once sensor and camera have both spoken."""
        if self.event is None:
            return None
        match self._vote.outcome(now):
            case BallRead(number=number, sequences=sequences):
                return ReportBall(self.serial, number, self._picture(gallery, sequences))
            case Doubtful(candidates=candidates, reason=reason):
                return ReportDoubt(self.serial, tuple(candidates), reason, self._picture(gallery))
            case Repeated(number=number, sequences=sequences):
                # Two equal balls cannot be: the draw stands still until a person has looked (I2).
                return ReportDoubt(self.serial, (number,), ALARM, self._picture(gallery, sequences))
            case NoBall(reason=reason):
                return ReportDoubt(self.serial, (), reason, self._picture(gallery))
            case _:
                return None

    def _picture(self, gallery: GalleryPort, decided: Sequence[int] = ()) -> str:
        """Keep the newest of the pictures that decided, or the newest of all."""
        held = [sequence for sequence in decided if sequence in self._images] or list(self._images)
        return gallery.keep(self._images[max(held)]) if held else ""
