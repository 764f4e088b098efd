"""A feed over the console's test hall, on a port of its own."""

from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.config.face import Face
from hallctl.minutes.note import verifier_of
from hallctl.outputs.screens.wall import Wall
from hallctl.table.snapshot import Snapshot
from hallctl.web.feed.app import Feed
from hallctl.web.feed.health import Health
from hallctl.web.feed.pictures import Pictures
from hallctl.web.feed.ports import Screens
from hallctl.web.feed.screens import screens_of
from hallctl.web.feed.signature import Sealer
from hallctl.web.server import ConsoleServer
from tests.hallctl.web.console.hall import Hall

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
BARE = Face(None, ())
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(32))


def verifier_text(key: Ed25519PrivateKey) -> str:
    return str(verifier_of("sala.example/libro", key))


class Feeding:
    """The real feed server over a hall."""

    def __init__(
        self,
        hall: Hall,
        port: int = 0,
        key: Ed25519PrivateKey | None = KEY,
        boot: str = "boot-1",
        start: int = 1,
        desk: bool = True,
        screens: Screens | None = None,
        face: Face = BARE,
        rules: str = "",
        programme: Callable[[Snapshot], str] | None = None,
    ) -> None:
        self.health, self.pictures, self.desk = Health(), Pictures(), Pictures()
        logo = "" if face.logo is None else face.logo.digest
        sponsors = tuple(each.digest for each in face.sponsors)
        wall = Wall(hall.hall, hall.simulated, logo=logo, sponsors=sponsors)
        screens = screens or screens_of(hall.game.screens, wall)
        sealer = Sealer(key, boot, start)
        self.feed = Feed(
            hall,
            screens,
            sealer,
            self.health,
            self.pictures,
            self.desk if desk else None,
            lambda: face,
            rules,
            programme,
        )
        self.app = self.feed.app()
        self.server = ConsoleServer(self.app, port, section="feed")

    def __enter__(self) -> "Feeding":
        self.server.start()
        self.url = f"http://127.0.0.1:{self.server.port}"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.stop()
