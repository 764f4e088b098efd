"""The ``[panel]`` of the configuration: what is on which pin, and whose each press is (docs/panel.md).

Not responsible for opening a pin.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from hallctl.config.sections import Section, Text
from hallctl.outputs.lamps import Lamp
from hallctl.readings.contacts import POSTS, Button, Sense
from hallctl.rules.commands.base import Appointment, Post

Pin = Annotated[int, Field(ge=2, le=27)]
"""By BCM number; 0 and 1 belong to the board's own memory."""

PULLED_UP: Final = (2, 3)
"""The pins that the board itself pulls up."""

ContactName = Literal[
    "draw", "call", "line", "bingo", "seller_line", "seller_bingo", "stop", "mushroom", "door"
]


class PanelSection(Section):
    """The panel of buttons and lamps: every pin is optional."""

    pins: Literal["gpio", "mock"] = "gpio"
    """"gpio": this machine's; "mock": none at all, which makes the hall a practice hall."""
    locutor: Text | None = None
    """Whose the presses of draw, call, line and bingo are."""
    vendedor: Text | None = None
    """Whose the presses of seller_line and seller_bingo are."""
    draw: Pin | None = None
    call: Pin | None = None
    line: Pin | None = None
    bingo: Pin | None = None
    seller_line: Pin | None = None
    seller_bingo: Pin | None = None
    stop: Pin | None = None
    mushroom: Pin | None = None
    door: Pin | None = None
    lamp_sale: Pin | None = None
    lamp_draw: Pin | None = None
    lamp_claim: Pin | None = None
    lamp_fault: Pin | None = None
    lamp_camera: Pin | None = None
    beacon: Pin | None = None
    pull: Literal["up", "down", "none"] = "up"
    """What the contacts' pins are pulled to: "up" for contacts to ground."""
    resting_closed: list[ContactName] = Field(default=["mushroom", "door"])
    """The contacts that are closed at rest."""
    lamps_active_low: bool = False
    settle_ms: int = Field(default=20, ge=1, le=200)
    """For how long a contact must be still."""
    stuck_s: int = Field(default=10, ge=2, le=120)
    """After how long a button that is held is stuck."""

    @property
    def simulated(self) -> bool:
        """Whether nothing is wired to the pins."""
        return self.pins == "mock"

    @property
    def wired(self) -> dict[str, int]:
        """Every pin there is, by its key."""
        pins = {key: getattr(self, key) for key in (*Button, *Sense, *map(lamp_key, Lamp))}
        return {str(key): pin for key, pin in pins.items() if pin is not None}

    @property
    def contacts(self) -> dict[str, int]:
        """The pin of each contact there is."""
        return {key: pin for key, pin in self.wired.items() if key in {*Button, *Sense}}

    @property
    def lamps(self) -> dict[str, int]:
        """The pin of each lamp there is."""
        wired = self.wired
        return {str(lamp): wired[key] for lamp in Lamp if (key := lamp_key(lamp)) in wired}

    @property
    def people(self) -> dict[Post, str]:
        """Who presses in which post."""
        named = {Post.LOCUTOR: self.locutor, Post.VENDEDOR: self.vendedor}
        return {post: name for post, name in named.items() if name is not None}


def lamp_key(lamp: Lamp) -> str:
    """Return the key of a lamp's pin."""
    return lamp if lamp is Lamp.BEACON else f"lamp_{lamp}"


def panel_contradictions(panel: PanelSection | None, appointments: Collection[Appointment]) -> Iterator[str]:
    """Yield what is wrong with a panel as a whole: pins used twice, presses that are nobody's."""
    if panel is None:
        return
    used = defaultdict(list)
    for key, pin in panel.wired.items():
        used[pin].append(key)
    for pin, keys in used.items():
        if keys[1:]:
            yield f"[panel] {keys[-1]}: la patilla {pin} es también de {', '.join(keys[:-1])}"
    for key, pin in panel.contacts.items():
        if pin in PULLED_UP and panel.pull != "up":
            yield f"[panel] {key}: la patilla {pin} ya va a 3,3 V por su resistencia; pull debe ser «up»"
    for post, name in panel.people.items():
        if Appointment(post, name) not in appointments:
            yield f"[panel] {post}: «{name}» no ocupa el puesto «{post}»"
    for post in dict.fromkeys(POSTS.values()):
        buttons = [button for button, whose in POSTS.items() if whose is post and button in panel.contacts]
        if buttons and post not in panel.people:
            yield f"[panel] {post}: falta; dice de quién son las pulsaciones de {', '.join(buttons)}"
