"""What stands for the camera in a hall that has none at its exit: it never sees anything, and never fails.

Not responsible for the hall's own circuit of television, which the controller does not know (AJ-29).
"""


class NoCamera:
    """No camera; to the deciding loop, one that never reads a ball."""

    look_s = 0.0
    waiting = 0

    def watch(self, serial: int, ball_set: str, *, armed: bool) -> None:
        """See nothing of this order."""

    def stop_watching(self) -> None:
        """See nothing."""
