"""The hall as the console sees it, and what it offers the desk.

Not responsible for the console (``hallctl.web.console``), nor for what the table decides.
"""

from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import Future
from datetime import datetime
from typing import Final

from drivers.barcode.codes import codes_in
from drivers.camera.gallery import Gallery
from drivers.camera.pictures import PictureError
from hallctl.app.games import GAMES
from hallctl.app.records.origins import origins
from hallctl.app.vault import Places
from hallctl.config.hall import Setting
from hallctl.games.bingo.desk.moments import called_at
from hallctl.i18n.sentences import Sentence
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.findings import Findings
from hallctl.outputs.offer import Premises
from hallctl.outputs.pending import OriginKey, Origins
from hallctl.rules.commands.base import Issued
from hallctl.rules.commands.volumes import OpenBook
from hallctl.table import messages as msg
from hallctl.table.asking import await_answer
from hallctl.table.clock import Clock
from hallctl.table.press import Press
from hallctl.table.registrar import Keys
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox
from hallctl.web.feed.health import Health
from hallctl.web.ports import ScreenHealth

ANSWER_S: Final = 10.0
"""How long a console waits for the table, in seconds."""


class Desk:
    """The hall as the console sees it."""

    def __init__(
        self,
        setting: Setting,
        inbox: Inbox,
        bulletin: Bulletin,
        gallery: Gallery,
        clock: Clock,
        keys: Keys | None = None,
        health: Health | None = None,
        findings: Findings | None = None,
    ) -> None:
        self.game = GAMES[setting.config.hall.game]
        self.hall = setting.config.hall.name
        self.simulated = setting.config.simulated
        self._setting = setting
        self._inbox = inbox
        self._bulletin = bulletin
        self._gallery = gallery
        self._clock = clock
        self._keys = keys
        self._health = health or Health()
        self._findings = findings or self.game.findings()
        self._origins: tuple[tuple[int, frozenset[OriginKey]], Origins] = ((0, frozenset()), {})

    @property
    def premises(self) -> Premises:
        """What the hall offers the desk today, by the local date of its clock."""
        known = self.newest().state.calibrated or ()
        return premises(self._setting, self._clock.wall().date().isoformat(), known)

    def newest(self) -> Snapshot:
        """Return the newest durable state."""
        return self._bulletin.newest()

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        """Wait for a newer snapshot."""
        return self._bulletin.after(sequence, timeout)

    def silence(self) -> float:
        """Return for how many seconds the deciding loop has not turned."""
        return self._bulletin.silence()

    def ask(self, issued: Issued, press: Press) -> msg.Outcome:
        """Ask the table and wait for its durable answer."""
        reply: Future[msg.Outcome] = Future()
        self._inbox.put(msg.Asked(issued, reply, press))
        return await_answer(reply, self._bulletin, ANSWER_S)

    def now(self) -> int:
        """Return monotonic milliseconds."""
        return self._clock.now()

    def picture(self, digest: str) -> bytes | None:
        """Return the picture of a ball."""
        return self._gallery.picture(digest)

    def codes(self, picture: bytes) -> tuple[str, ...] | None:
        """Return the texts of the bar codes in a picture."""
        try:
            return codes_in(picture)
        except PictureError:
            return None

    def findings(self) -> tuple[Sentence, ...]:
        """Return what the game found out by its book, for the Director alone."""
        return self._findings.found

    def called_at(self) -> Mapping[int, datetime]:
        """Return when each ball of the game was called, by the book."""
        newest = self._bulletin.newest()
        volume = Places(self._setting.directory).book / volume_name(newest.state.volume)
        return called_at(volume, newest.entry)

    def origins(self, wanted: Collection[OriginKey]) -> Origins:
        """Return the entries from which something waits, by the book: read again when other things wait."""
        volume = self._bulletin.newest().state.volume
        same = volume, frozenset(wanted)
        if self._origins[0] != same:
            folder = Places(self._setting.directory).book
            volumes = ((each, folder / volume_name(each)) for each in range(volume, 0, -1))
            self._origins = same, origins(self.game, volumes, wanted)
        return self._origins[1]

    def screens(self) -> tuple[ScreenHealth, ...]:
        """Return how each wall of the configuration is."""
        return tuple(self._health.of(screen.name) for screen in self._setting.config.screens)

    def signers(self) -> tuple[tuple[str, bool], ...]:
        """Return everybody who has a key, and whether it is unlocked."""
        if self._keys is None:
            return ()
        unlocked = set(self._keys.unlocked.unlocked(self.now()))
        return tuple((who.person, who.person in unlocked) for who in self._keys.people())

    def unlock(self, person: str, passphrase: str) -> str:
        """Unlock a person's key; return the error's code, empty when it is unlocked."""
        if self._keys is None:
            return "KEY-UNKNOWN"
        return self._keys.unlocked.unlock(person, passphrase, self.now()).code


def premises(setting: Setting, day: str, known: Iterable[str] = ()) -> Premises:
    """Return what the hall offers the desk on a day, given the ball sets that its camera knows."""
    hall, book = setting.config.hall, setting.config.book
    opening = OpenBook(
        hall=hall.name,
        company=hall.company,
        licence=hall.licence,
        volume=book.volume,
        folios=book.folios,
        notary=book.notary,
        notarised_on=book.notarised_on,
        simulated=setting.config.simulated,
        purpose=GAMES[hall.game].documents.purpose,
    )
    ball_sets = tuple(dict.fromkeys((*setting.config.every_ball_set, *known)))
    others = tuple((name, of.name) for name, of in setting.others)
    chain = setting.config.chain
    callers = () if chain is None else tuple(chain.caller)
    return Premises(opening, setting.registers, ball_sets, setting.config.appointments, day, others, callers)
