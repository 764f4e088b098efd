"""People who play a part of a session, for what needs a hall in mid-draw and not how its night ends."""

from dataclasses import dataclass

from hallctl.app.practice.people import Desk, People


@dataclass(frozen=True)
class PartOfNight(People):
    """People who go home after some balls of a game.

    Attributes:
        balls: After how many called balls; none: they play the whole session.
    """

    balls: int | None = None

    def finished(self, desk: Desk) -> bool:
        """Return whether they have played their part."""
        if self.balls is None:
            return super().finished(desk)
        return desk["game"] is not None and len(desk["game"]["called_balls"]) >= self.balls
