"""A past game as the console sees it: every page as it was, and no step on any of them.

Not responsible for the pages.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from drivers.camera.gallery import Gallery
from hallctl.app.desk import premises
from hallctl.app.rehearsal.player import PlayedClock, Player
from hallctl.config.hall import Setting
from hallctl.games.game import Game
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.offer import Candidate, Premises
from hallctl.outputs.pending import OriginKey, Origins
from hallctl.rules.commands.base import Issued
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Outcome
from hallctl.table.press import Press
from hallctl.table.snapshot import Snapshot
from hallctl.web.ports import ScreenHealth

REFUSED: Final = Refusal(
    "REPLAY", "I11", _("Es la repetición de una partida del libro: se mira, y nada se escribe.")
)
"""The answer to every step."""


def _none(*_: object) -> Iterator[Candidate]:
    return iter(())


class ReplayDesk:
    """The hall of a past game."""

    def __init__(
        self, setting: Setting, game: Game, player: Player, clock: PlayedClock, gallery: Gallery
    ) -> None:
        self.game = replace(game, candidates=_none)
        self.hall = setting.config.hall.name
        self.simulated = True
        self._setting = setting
        self._player, self._clock, self._gallery = player, clock, gallery

    @property
    def premises(self) -> Premises:
        """What the hall offered that day."""
        return premises(self._setting, self._clock.wall().date().isoformat())

    def newest(self) -> Snapshot:
        """Return the moment that is shown."""
        return self._player.bulletin.newest()

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        """Wait for the next one."""
        return self._player.bulletin.after(sequence, timeout)

    def silence(self) -> float:
        """Return for how many seconds the player has not turned."""
        return self._player.bulletin.silence()

    def ask(self, _issued: Issued, _press: Press) -> Outcome:
        """Refuse every step."""
        return REFUSED

    def now(self) -> int:
        """Return monotonic milliseconds of the game's boot."""
        return self._clock.now()

    def signers(self) -> tuple[tuple[str, bool], ...]:
        """Return nobody: no key is unlocked here."""
        return ()

    def unlock(self, _person: str, _passphrase: str) -> str:
        """Unlock nothing."""
        return "KEY-UNKNOWN"

    def screens(self) -> tuple[ScreenHealth, ...]:
        """Return no wall: those of the hall are not this desk's."""
        return ()

    def findings(self) -> tuple[Sentence, ...]:
        """Find nothing: what is shown again is watched by nobody."""
        return ()

    def called_at(self) -> Mapping[int, datetime]:
        """Return when each ball was called, as far as the game has come."""
        return {each.called: each.wall for each in self._player.past if each.called is not None}

    def origins(self, _wanted: Collection[OriginKey]) -> Origins:
        """Return nothing: what waits in a past game waits for nobody."""
        return {}

    def picture(self, digest: str) -> bytes | None:
        """Return the picture of a ball."""
        return self._gallery.picture(digest)

    def codes(self, _picture: bytes) -> tuple[str, ...] | None:
        """Read no card."""
        return None
