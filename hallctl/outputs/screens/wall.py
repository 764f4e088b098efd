"""What a wall needs beside the state of the hall.

Not responsible for what any screen shows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hallctl.i18n.screen_texts import LANGUAGES, ScreenTexts


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Wall:
    """What a wall needs beside the state.

    Attributes:
        hall: The name of the hall.
        simulated: Whether any device is simulated.
        replay: Whether it is a past game that is shown again; ``simulated`` then, too.
        language: The hall's language: "es", "pt" or "en".
        complaint_qr: What the QR code beside the complaints holds; empty for none.
        camera: Whether a camera of ours is on the exit.
        original: Whether a camera at the desk shows the card that is checked.
        translate: Says a reason of the rules, which is Spanish, in the hall's language.
        now: The milliseconds of this boot, for what runs out; None shows no time left.
        hour: The time of day as people read it, e.g. "21:35"; empty shows none.
        colours: The hall's own colours, as views have them; empty for those of the usual theme.
        logo: The digest of its logo; empty for none.
        sponsors: The digests of its sponsors' pictures.
        halls: What people call other halls of its chain, each with what the chain calls it.
    """

    hall: str
    simulated: bool
    language: str = "es"
    complaint_qr: str = ""
    original: bool = False
    camera: bool = True
    translate: Callable[[str], str] = _as_it_is
    now: int | None = None
    hour: str = ""
    colours: tuple[str, ...] = ()
    replay: bool = False
    logo: str = ""
    sponsors: tuple[str, ...] = ()
    halls: tuple[tuple[str, str], ...] = ()

    def known(self, hall: str) -> str:
        """Return what people call a hall of the chain; where nobody has said it, what the chain does."""
        return dict(self.halls).get(hall, hall)

    @property
    def texts(self) -> ScreenTexts:
        """The hall's sentences."""
        return LANGUAGES[self.language]
