"""The panel beside the table: presses go into the inbox as steps, the lamps follow the durable state (AJ-93).

Not responsible for what a contact means (``readings.presses``), which lamp is lit (``outputs.lamps``), nor
for whether a step is allowed: what the rules refuse is blinked, and nothing is written.
"""

import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import closing
from typing import Final

from drivers.panel.panel import Panel, Wiring
from drivers.panel.pins import PanelError, Pins, gpio_pins, mock_pins
from hallctl.config.panel import PanelSection
from hallctl.devices.panel_faults import FaultReporter
from hallctl.games.game import Game
from hallctl.outputs.lamps import Lamp, lamps, lit
from hallctl.readings.contacts import Button
from hallctl.readings.presses import PanelFault, step, troubles
from hallctl.rules.commands.base import Post
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.press import TAKEN_MS, Press
from hallctl.table.snapshot import Bulletin
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

TEST_S: Final = 2.0
"""For how long every lamp is lit at a start and at the opening of a session."""

REFUSED_S: Final = 1.5
"""For how long a refused press is blinked."""

PICTURE_S: Final = 1.0
"""How old the newest picture of the exit may be."""

HUNG_S: Final = 0.75
"""After how much silence of the deciding loop no lamp shows any more where the game stands."""

_POLL_S: Final = 0.05
_AGAIN_S: Final = 3.0


def open_pins(section: PanelSection) -> Pins:
    """Return the pins that a configuration names.

    Raises:
        PanelError: If this machine has none, or they are not ours to use.
    """
    return mock_pins() if section.simulated else gpio_pins()


def wiring(section: PanelSection) -> Wiring:
    """Return what is on which pin; where nothing is wired, every contact is at rest."""
    return Wiring(
        contacts=section.contacts,
        lamps=section.lamps,
        resting_closed=frozenset() if section.simulated else frozenset(section.resting_closed),
        pull=section.pull,
        lamps_active_low=section.lamps_active_low,
        settle_s=section.settle_ms / 1000,
    )


class PanelController:
    """Attends to one opened panel, a look at a time."""

    def __init__(
        self,
        panel: Panel,
        game: Game,
        people: Mapping[Post, str],
        bulletin: Bulletin,
        inbox: Inbox,
        picture_at: Callable[[], float | None],
        reporter: FaultReporter,
        stuck_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with the test of the panel: its lamps are lit, and what is held already does not come back.

        Args:
            panel: The pins.
            game: Whose steps the buttons are, and whose lamps are lit.
            people: Who presses in which post.
            bulletin: The durable state as it changes.
            inbox: Where presses go.
            picture_at: When the newest picture of the exit was taken, in monotonic seconds.
            reporter: Where troubles go.
            stuck_s: After how long a button that is held is stuck.
            clock: Monotonic seconds.
        """
        self._panel = panel
        self._game = game
        self._people = people
        self._bulletin = bulletin
        self._inbox = inbox
        self._picture_at = picture_at
        self._reporter = reporter
        self._stuck_s = stuck_s
        self._clock = clock
        self._active = set(panel.active())
        self._stuck = self._held()
        self._session = self._open_session()
        self._tested = clock()
        self._refused = float("-inf")

    def look(self) -> None:
        """Take what has changed, report what is wrong, set the lamps.

        Raises:
            PanelError: If the pins fail.
        """
        self._look_for_opening()
        for change in self._panel.changes():
            if change.active:
                self._active.add(change.name)
                self._pressed(change.name)
            else:
                self._active.discard(change.name)
                self._stuck.discard(change.name)
            self._report()
        self._stuck |= {
            name
            for name, held in self._panel.active().items()
            if name in set(Button) and held >= self._stuck_s
        }
        self._report()
        self._light()

    def _look_for_opening(self) -> None:
        session, self._session = self._session, self._open_session()
        if self._session not in {None, session}:
            self._tested = self._clock()
            self._stuck |= self._held()

    def _open_session(self) -> int | None:
        session = self._bulletin.newest().state.session
        return None if session is None else session.number

    def _held(self) -> set[str]:
        return self._active & set(Button)

    def _pressed(self, name: str) -> None:
        if name not in set(Button):
            return
        state = self._bulletin.newest().state
        issued = step(Button(name), state, self._people, f"panel-{uuid.uuid4().hex}", self._game.pressed)
        if issued is not None:
            reply: Future[msg.Outcome] = Future()
            reply.add_done_callback(self._answered)
            # The lamps show what a page shows, and a press of theirs has its time too (I26).
            seen = self._game.rules.shown(state, type(issued.command))
            press = Press(seen, int(self._clock() * 1000) + TAKEN_MS)
            self._inbox.put(msg.Asked(issued, reply, press))

    def _answered(self, reply: "Future[msg.Outcome]") -> None:
        """Take note of a refusal, in the table's thread; the table itself reports a failure of the book."""
        if reply.exception() is None and isinstance(reply.result(), Refusal):
            self._refused = self._clock()

    def _report(self) -> None:
        playing = self._bulletin.newest().state.playing is not None
        wrong = troubles(self._active, self._stuck, playing, self._reporter.reported)
        self._reporter.report(wrong, self._clock())

    def _light(self) -> None:
        now = self._clock()
        if now - self._tested < TEST_S:
            self._panel.light(set(Lamp))
            return
        newest, picture_at = self._bulletin.newest(), self._picture_at()
        lost = bool(newest.halted) or self._bulletin.silence() > HUNG_S
        pictures = picture_at is not None and now - picture_at <= PICTURE_S
        refused, lights = now - self._refused < REFUSED_S, self._game.lights
        pattern = lamps(None if lost else newest.state, pictures, refused, lights)
        self._panel.light({lamp for lamp, light in pattern.items() if lit(light, now)})


class PanelLine(Worker):
    """Opens the panel and attends to it in a thread of its own; pins that fail are opened again."""

    def __init__(
        self,
        section: PanelSection,
        game: Game,
        bulletin: Bulletin,
        inbox: Inbox,
        picture_at: Callable[[], float | None],
        pins: Callable[[PanelSection], Pins] = open_pins,
    ) -> None:
        """Prepare to open.

        Args:
            section: What is on which pin, and whose each press is.
            game: Whose steps the buttons are, and whose lamps are lit.
            bulletin: The durable state as it changes.
            inbox: Where presses and troubles go.
            picture_at: When the newest picture of the exit was taken, in monotonic seconds.
            pins: Gives the pins, or raises ``PanelError``.
        """
        self._section = section
        self._game = game
        self._bulletin = bulletin
        self._inbox = inbox
        self._picture_at = picture_at
        self._pins = pins
        self._reporter = FaultReporter(inbox)
        super().__init__("panel")

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with closing(Panel(wiring(self._section), self._pins(self._section))) as panel:
                    self._attend(panel)
            except PanelError as error:
                self._reporter.report({PanelFault.PINS: str(error)}, time.monotonic())
                self._stopping.wait(_AGAIN_S)

    def _attend(self, panel: Panel) -> None:
        controller = PanelController(
            panel,
            self._game,
            self._section.people,
            self._bulletin,
            self._inbox,
            self._picture_at,
            self._reporter,
            self._section.stuck_s,
        )
        while not self._stopping.is_set():
            controller.look()
            panel.wait(_POLL_S)
