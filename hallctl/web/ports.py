"""What the console asks of the hall.

Not responsible for how the table is reached: the composition root puts the inbox, the bulletin and the
gallery behind this.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from hallctl.games.game import Game
from hallctl.i18n.sentences import Sentence
from hallctl.outputs.offer import Premises
from hallctl.outputs.pending import OriginKey, Origins
from hallctl.rules.commands.base import Issued
from hallctl.table.messages import Outcome
from hallctl.table.press import Press
from hallctl.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class ScreenHealth:
    """How a wall of the configuration is (AJ-31).

    Attributes:
        name: As in the configuration.
        state: "on"; "late": connected, but what it shows is old or not known; "off": not connected.
        shown_ms: How long after it came the newest view was on the glass; None where it never reported that.
    """

    name: str
    state: Literal["on", "late", "off"]
    shown_ms: int | None


class News(Protocol):
    """The durable state as it changes; every call may come from any thread."""

    def newest(self) -> Snapshot:
        """Return the newest durable state."""

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        """Wait for a snapshot newer than this sequence; None after ``timeout`` seconds."""

    def silence(self) -> float:
        """Return for how many seconds the deciding loop has not turned."""


class DeskPort(News, Protocol):
    """The hall as the console sees it; every call may come from any thread."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def hall(self) -> str:
        """The name of the hall."""

    @property
    def simulated(self) -> bool:
        """Whether any device is simulated: everything then shows SIMULACRO."""

    @property
    def premises(self) -> Premises:
        """What the configuration offers the desk."""

    def ask(self, issued: Issued, press: Press) -> Outcome:
        """Ask the table and wait until the answer is durable.

        Args:
            issued: The step.
            press: What it was taken on.

        Raises:
            MinutesError: If the book failed; the hall has stopped.
            TimeoutError: If the table does not answer; whether the step was taken is not known.
        """

    def now(self) -> int:
        """Return monotonic milliseconds, of the clock the table decides by."""

    def signers(self) -> tuple[tuple[str, bool], ...]:
        """Return everybody who has a key, and whether it is unlocked now."""

    def unlock(self, person: str, passphrase: str) -> str:
        """Unlock a person's key, and return the code of why not: empty when it is unlocked."""

    def screens(self) -> tuple[ScreenHealth, ...]:
        """Return how each wall of the configuration is."""

    def findings(self) -> tuple[Sentence, ...]:
        """Return what the game found out by its book, for the Director alone."""

    def called_at(self) -> Mapping[int, datetime]:
        """Return when each ball of the game was called, by the book, as far as it can be read."""

    def origins(self, wanted: Collection[OriginKey]) -> Origins:
        """Return the entries from which something waits, as far as the book can be read."""

    def picture(self, digest: str) -> bytes | None:
        """Return the picture of a ball as JPEG by its SHA-256 in hex, None if it is not there."""

    def codes(self, picture: bytes) -> tuple[str, ...] | None:
        """Return the texts of the bar codes in a picture from elsewhere; None where it cannot be read."""
