"""The watch over the wheel as the Director is told of it, and nobody else (DR15).

Not responsible for the test (``watch``), nor for its figures (``reports.spins``).
"""

from typing import Final

from hallctl.games.roulette.rules.events.spin import BallLaunched, NumberEstablished
from hallctl.games.roulette.rules.events.table import WheelInspected, WheelRegistered
from hallctl.games.roulette.rules.kinds import Direction
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.games.roulette.watch import Preference, Spin, Watch
from hallctl.i18n.sentences import Sentence, _
from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import BookOpened

_PREFERS: Final = {
    Preference.POCKET: _("alguna casilla"),
    Preference.THIRD: _("un lado de la rueda"),
    Preference.DIRECTION: _("un lado según el sentido del plato"),
    Preference.CROUPIER: _("un lado según el croupier"),
}


class WheelFindings:
    """Watches the wheel on the table; with another wheel, ball or level it begins anew."""

    def __init__(self) -> None:
        self._wheels: dict[str, Wheel] = {}
        self._inspected: WheelInspected | None = None
        self._launched: BallLaunched | None = None
        self._watch: Watch | None = None
        self.found: tuple[Sentence, ...] = ()

    def take(self, event: Event) -> None:
        """Take the next event, from the first of the book on."""
        match event:
            case BookOpened(carried=carried):
                self._wheels |= {wheel.serial: wheel for wheel in getattr(carried, "wheels", ())}
            case WheelRegistered(maker=maker, serial=serial, pockets=pockets, red=red):
                self._wheels[serial] = Wheel(maker, serial, pockets, red)
            case WheelInspected(findings=""):
                self._begin(event)
            case BallLaunched():
                self._launched = event
            case NumberEstablished(spin=number, pocket=pocket):
                self._spun(number, pocket)

    def _begin(self, inspected: WheelInspected) -> None:
        before, self._inspected = self._inspected, inspected
        if before is None or _played(before) != _played(inspected):
            self._watch, self.found = Watch(self._wheels[inspected.wheel]), ()

    def _spun(self, number: int, pocket: str) -> None:
        watch, launched = self._watch, self._launched
        if watch is None or self._inspected is None:
            return
        known = launched if launched is not None and launched.spin == number else None
        turn = Direction.UNKNOWN if known is None else known.direction
        watch.spin(Spin(pocket, turn.value, "" if known is None else known.croupier))
        if watch.alarm is not None:
            wheel, prefers = self._inspected.wheel, _PREFERS[watch.alarm]
            self.found = (_("La ruleta {wheel} prefiere {what}", wheel=wheel, what=prefers),)


def _played(inspected: WheelInspected) -> tuple[str, str, str]:
    return inspected.wheel, inspected.ball, inspected.level
