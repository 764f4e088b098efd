"""A past game on desk and walls: a console and a feed of its own, for this machine and its screens.

The book is read before anything is shown; accounts and log are of this run alone and go with it. Not
responsible for the walls' processes (``hallctl screens``), nor for the command.
"""

import secrets
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from drivers.camera.gallery import Gallery
from hallctl.app.games import game_of_volume
from hallctl.app.openers import rules_of, wall_of
from hallctl.app.records.library import Library
from hallctl.app.rehearsal.desk import ReplayDesk
from hallctl.app.rehearsal.player import PlayedClock, Player
from hallctl.app.rehearsal.timeline import Moment, timeline
from hallctl.app.replay import empty_state
from hallctl.app.vault import Places
from hallctl.config.face import face_of
from hallctl.config.hall import Setting
from hallctl.i18n.sentences import _
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.volumes import volumes_in
from hallctl.rules.commands.base import Post
from hallctl.table.clock import SystemClock
from hallctl.web.access.auth import AuthService, open_auth_service
from hallctl.web.access.people import People, Secrets
from hallctl.web.console.app import make_app
from hallctl.web.console.language import Languages
from hallctl.web.feed.app import Feed
from hallctl.web.feed.health import Health
from hallctl.web.feed.pictures import Pictures
from hallctl.web.feed.screens import screens_of
from hallctl.web.feed.signature import Sealer
from hallctl.web.server import ConsoleServer

PERSON: Final = "Repetición"
"""Who looks at a past game, in every post of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is shown again.

    Attributes:
        book: The folder of the volumes, or the file of one.
        game: The number of the game.
        speed: By how much it is faster than it was.
        console: The port of the console, 0 for any; ``feed`` likewise that of the walls.
    """

    book: Path
    game: int
    speed: int
    console: int
    feed: int


@dataclass(frozen=True, slots=True)
class Served:
    """Where a rehearsal is looked at, and with what one enters."""

    console: str
    feed: str
    passphrase: str
    player: Player


def rehearse(
    setting: Setting, wanted: Wanted, ended: threading.Event, ready: Callable[[Served], None]
) -> None:
    """Show a game until it has ended.

    Args:
        setting: The hall whose book it is, or one with its rules and series.
        wanted: What is shown.
        ended: Ends it.
        ready: Called when it is served, before its first moment goes by.

    Raises:
        ConfigError: The book has no such game.
        MinutesError: The book cannot be read.
        ConsoleError: A port is taken.
    """
    moments, volume = _moments(setting, wanted)
    player = Player(moments, wanted.speed)
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory(prefix="hallctl-repeticion-")))
        clock, passphrase = SystemClock(), secrets.token_hex(6)
        auth = parts.enter_context(
            open_auth_service(
                folder / "cuentas.sqlite",
                folder / "seguridad.sqlite",
                clock.now,
                clock.wall,
                stand_ins={PERSON: _holders(moments)},
            )
        )
        posts = [post.value for post in _holders(moments)]
        People(auth, PERSON, "máquina").add(PERSON, posts, Secrets(passphrase, ""))
        servers = _servers(setting, wanted, player, volume, auth, folder)
        for server in servers:
            server.start()
            parts.callback(server.stop)
        console, feed = servers
        host = f"http://127.0.0.1:{console.port}", f"http://127.0.0.1:{feed.port}"
        ready(Served(*host, passphrase, player))
        player.play(ended)


def _moments(setting: Setting, wanted: Wanted) -> tuple[tuple[Moment, ...], Path]:
    """Return the game's moments, and the volume that they are in."""
    volumes = [wanted.book] if wanted.book.is_file() else volumes_in(wanted.book)
    if not volumes:
        raise MinutesError("MIN-MISSING", f"no hay ningún tomo en {wanted.book}. Revise la ruta.")
    game = game_of_volume(volumes[-1])
    found = timeline(volumes, game, empty_state(setting, game.rules), wanted.game)
    return found.moments, found.volume


def _holders(moments: tuple[Moment, ...]) -> dict[Post, str]:
    """Return who held each post in the session of the game."""
    session = moments[0].state.session
    return {} if session is None else dict(session.holders)


def _servers(
    setting: Setting, wanted: Wanted, player: Player, volume: Path, auth: AuthService, folder: Path
) -> tuple[ConsoleServer, ConsoleServer]:
    """Return the console, for this machine alone, and the feed of the walls; neither listens yet."""
    places, game = Places(setting.directory), game_of_volume(volume)
    clock = PlayedClock(player, player.shown.wall)
    kept = places.pictures if places.pictures.is_dir() else folder / "imagenes"
    desk = ReplayDesk(setting, game, player, clock, Gallery(kept))
    languages = Languages(setting.config.hall.language)
    records = Library(wanted.book, places.acts, setting.rules)
    mark = _("REPETICIÓN ×{speed}", speed=wanted.speed)
    app = make_app(desk, auth, languages=languages, records=records, mark=mark)
    orders = {screen.name: screen.show for screen in setting.config.screens}
    face = face_of(setting)
    wall = replace(wall_of(setting, face), simulated=True, replay=True, camera=False, original=False)
    seen = screens_of(game.screens, wall, orders, lambda: player.shown.past, clock)
    # No key signs it: a wall of the hall, which was given the hall's, takes none of this for the game.
    sealer = Sealer(None, "repeticion", int(time.time()))
    rules = rules_of(setting, game)
    health = Health(list(orders))
    feed = Feed(player.bulletin, seen, sealer, health, Pictures(), face=lambda: face, rules=rules)
    host = setting.config.feed.host
    return ConsoleServer(app, wanted.console), ConsoleServer(feed.app(), wanted.feed, host, "feed")
