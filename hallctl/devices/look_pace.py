"""How long a look at a picture takes on this machine, from one ball to the next.

Pure: times come in, in seconds. Not responsible for what follows from it (``readings.vote``).
"""

from typing import Final

_FADES: Final = 0.95  # with each look; half of it after some 14


class LookPace:
    """The longest look lately, which says for how long the next one is waited for."""

    def __init__(self) -> None:
        self._longest = 0.0
        self._since: float | None = None

    def began(self, at: float) -> None:
        """A look at a picture begins."""
        self._since = at

    def ended(self, at: float) -> None:
        """It is over."""
        if self._since is not None:
            self._longest = max(at - self._since, _FADES * self._longest)
        self._since = None

    def seconds(self, now: float) -> float:
        """Return how long one takes: by those that ended, or by the one that has gone on for longer."""
        since = self._since
        return self._longest if since is None else max(self._longest, now - since)
