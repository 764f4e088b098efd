"""One contact, debounced: it has changed once it has been still for a while, and not before.

Pure: levels and times come in. Not responsible for pins, nor for what a contact means.
"""


class Contact:
    """What a contact rests at, whatever it chatters.

    A level counts from when it was last disturbed. So one push is one change and one release another,
    however often the metal bounces between them, and a spike shorter than the settling time is nothing.
    """

    def __init__(self, active: bool, at: float, settle_s: float) -> None:
        """Begin with the level that is found: it is no change.

        Args:
            active: Whether it is active now.
            at: When that was seen, in monotonic seconds.
            settle_s: For how long a level must stand.
        """
        self._settle = settle_s
        self._level = self._steady = active
        self._disturbed = self._changed = at

    @property
    def active(self) -> bool:
        """Whether it is active, by its last settled level."""
        return self._steady

    @property
    def due(self) -> float | None:
        """When a change settles if nothing more happens; None where nothing is under way."""
        return None if self._level == self._steady else self._disturbed + self._settle

    def held(self, now: float) -> float:
        """Return for how many seconds it has been active; 0 where it is not."""
        return now - self._changed if self._steady else 0.0

    def settled(self, now: float) -> bool:
        """Return whether it has changed by now; each change is told once."""
        due = self.due
        if due is None or now < due:
            return False
        self._steady, self._changed = self._level, self._disturbed
        return True

    def see(self, active: bool, at: float) -> bool:
        """Take a level that was seen; return whether the one before it had settled and was a change."""
        changed = self.settled(at)
        if active != self._level:
            self._level, self._disturbed = active, at
        return changed
