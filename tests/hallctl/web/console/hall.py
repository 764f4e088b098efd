"""A hall for the console's tests: real book, keeper, table and bulletin; the devices are stood in for."""

import hashlib
import queue
import ssl
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from drivers.barcode.codes import codes_in
from drivers.camera.pictures import PictureError
from hallctl.app.calibrating.adoption import Adoption
from hallctl.app.calibrating.desk import CalibrationDesk
from hallctl.app.desk import premises
from hallctl.app.records.library import Library
from hallctl.app.records.origins import origins
from hallctl.app.remote import RemoteAccess
from hallctl.app.setting import load
from hallctl.config.hall import Setting
from hallctl.games.bingo.desk.moments import called_at
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.state import State
from hallctl.games.game import Game
from hallctl.i18n.sentences import Sentence
from hallctl.minutes.book import Book
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.threads import ThreadDiedError
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.pending import OriginKey, Origins
from hallctl.rules.commands.base import Issued, Post
from hallctl.rules.commands.running import StartController
from hallctl.table import messages as msg
from hallctl.table.asking import await_answer
from hallctl.table.keeper import Keeper
from hallctl.table.machine import Limits
from hallctl.table.press import Press
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Table
from hallctl.web.access.auth import open_auth_service
from hallctl.web.access.hashing import Cost, Hasher
from hallctl.web.access.people import People, Secrets
from hallctl.web.calibration import CalibrationPort
from hallctl.web.console.app import make_app
from hallctl.web.console.language import Languages
from hallctl.web.ports import ScreenHealth
from hallctl.web.server import ConsoleServer
from tests.hallctl.evening import Evening

ROOT = Path(__file__).parents[4]
CONFIG = ROOT / "fixtures/config/practice.toml"
PASSPHRASE = "una contraseña de prueba"
PIN = "271828"
AFTER_REPORT_S = 5.0
PATIENCE_S = 30.0
"""How long a test waits for what a hall on a crowded machine has not come to yet."""
LOOKS = 5
"""How often a person looks again whose step the hall has overtaken."""

DIRECTOR, JEFE, LOCUTOR, CAJERO = "Marta Suárez", "Ana Quispe", "Luis Rojas", "Rosa Mamani"
"""The people of the practice hall; the locutor sells too."""

START = StartController("boot-1", "hallctl", "first")

_UNTRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: reading the machine's authorities takes longer than many a test."""


@cache
def practice(config: Path = CONFIG) -> Setting:
    """Return the setting of a practice hall, whose cards are read once."""
    return load(config)


@dataclass(frozen=True)
class Sighting:
    """What a picture shows, as the reader would say it."""

    ball: bool
    empty: bool
    scores: Mapping[int, float] = field(default_factory=dict)
    reason: str = ""


@dataclass
class Simulators:
    """Stands in for the far end of every device: each order brings the next ball of the list.

    A tuple among the balls is a doubtful one: the pictures show either number.
    """

    inbox: Inbox
    balls: Iterator[int | tuple[int, ...]] = field(default_factory=lambda: iter(()))
    pictures: dict[str, bytes] = field(default_factory=dict)
    last: int | None = None
    sequence: int = 0
    event: int = 0

    def draw(self, order: int) -> None:
        ball = next(self.balls, None)
        if ball is None:
            return
        self.last, self.event = order, self.event + 1
        numbers = ball if isinstance(ball, tuple) else (ball,)
        score = 0.9995 if len(numbers) == 1 else 0.45
        seen = Sighting(True, False, dict.fromkeys(numbers, score))
        self._see(order, Sighting(False, True))
        self.inbox.put(msg.BallArrived(self.event, order))
        for _ in range(4):
            self._see(order, seen)

    def _see(self, order: int, sighting: Sighting) -> None:
        self.sequence += 1
        # A real camera goes on after the report, and what it sees then counts: these few stand for those.
        at = time.monotonic() + (AFTER_REPORT_S if sighting.ball else 0)
        self.inbox.put(msg.Seen(order, sighting, self.sequence, at, PICTURE))

    def keep(self, image: Any) -> str:
        digest = hashlib.sha256(image).hexdigest()
        self.pictures[digest] = image
        return digest

    def reload(self) -> None:
        self.event += 1
        self.inbox.put(msg.DrumLoaded(self.event))

    def shows(self, code):
        return False

    def holds(self, order: int) -> bool:
        return self.last == order

    def stop(self) -> None: ...
    def reset(self) -> None: ...
    def permit(self) -> None: ...
    def acknowledge(self, event: int) -> None: ...
    def close(self) -> None: ...

    look_s = 0.0
    waiting = 0

    def watch(self, serial: int, ball_set: str, *, armed: bool) -> None: ...
    def stop_watching(self) -> None: ...


PICTURE = (ROOT / "tests/hallctl/web/console/ball.jpg").read_bytes()


class Hall:
    """A running table, and the port through which the console reaches it.

    Attributes:
        config: Its configuration.
        haste: What its rule set has otherwise, that nobody waits.
    """

    config: Path = CONFIG
    haste: Mapping[str, Any] = {"minimum_interval_ms": 0, "any_more_ms": 0}

    def __init__(
        self,
        folder: Path,
        balls: Iterable[int | tuple[int, ...]] = (),
        game: Game = BINGO,
        **rules: Any,
    ) -> None:
        self._setting = practice(self.config)
        self._path = folder / volume_name(1)
        self.rules = replace(self._setting.rules, **{**self.haste, **rules})
        self._empty = game.rules.state.empty(self.rules, self._setting.material)
        self.clock = Evening()
        self.inbox: Inbox = queue.SimpleQueue()
        self.far_end = Simulators(self.inbox, iter(balls))
        self.bulletin = Bulletin(Snapshot(0, 0, self._empty))
        self.hall = self._setting.config.hall.name
        self.simulated, self.game = True, game
        self.premises = premises(self._setting, "2026-11-21")
        self.answers = True
        self.walls: tuple[ScreenHealth, ...] = ()
        self.found: tuple[Sentence, ...] = ()
        self.passphrases: dict[str, str] = {}
        self.unlocked: set[str] = set()
        self.turning = threading.Event()
        self.turning.set()
        self.book: Book | None = None
        self.slept_ms = 0
        self.cost = Cost(passes=1, memory_kib=64)
        self.stand_ins: Mapping[str, Mapping[Post, str]] = {}
        self.acts = folder / "actas"
        self.sound: Callable[[], None] | None = None
        self.records = Library(folder, self.acts, self.rules)
        adoption = Adoption(self._setting, (), self.inbox, frozenset)
        self.calibration: CalibrationPort | None = None
        if game is BINGO:
            self.calibration = CalibrationDesk(
                self._setting, lambda: None, lambda: None, lambda: False, lambda *_: b"", adoption
            )
        self._folder = folder
        self._parts = ExitStack()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def __enter__(self) -> "Hall":
        self.auth = self._parts.enter_context(
            open_auth_service(
                self._folder / "cuentas.sqlite",
                self._folder / "seguridad.sqlite",
                lambda: self.clock.now() + self.slept_ms,
                self.clock.wall,
                Hasher(self.cost),
                stand_ins=self.stand_ins,
            )
        )
        people = People(self.auth, "tests", "máquina")
        for person in self._setting.config.people:
            assert people.add(person.name, person.posts, Secrets(PASSPHRASE, PIN)) is None
        for name, holders in self.stand_ins.items():
            assert people.add(name, holders, Secrets(PASSPHRASE, PIN)) is None
        self._thread.start()
        if self.game is BINGO and self.rules.operation == "automatic":
            self.inbox.put(msg.ExtractorUp(self.far_end))
        assert self.after(0, PATIENCE_S) is not None
        return self

    def __exit__(self, *_: object) -> None:
        self.inbox.put(msg.Quit())
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        self._parts.close()

    def _run(self) -> None:
        with Book.create(self._path) as self.book:
            keeper = Keeper(self.game.rules, self.book, self._empty, self.clock, "boot-1")
            table = Table(
                keeper,
                self.game.machine,
                self.inbox,
                self.far_end,
                self.far_end,
                self.bulletin,
                self.clock,
                self._free_mb,
                Limits(),
                START,
            )
            try:
                table.run()
            except (MinutesError, ThreadDiedError):
                return  # the hall stops, as a test has asked

    def _free_mb(self) -> int:
        """Hang the deciding loop where it asks for the free room, once a second, while a test wants it."""
        assert self.turning.wait(10)
        return 9999

    def signers(self) -> tuple[tuple[str, bool], ...]:
        return tuple((person, person in self.unlocked) for person in self.passphrases)

    def unlock(self, person: str, passphrase: str) -> str:
        if self.passphrases.get(person) != passphrase:
            return "KEY-PASSPHRASE"
        self.unlocked.add(person)
        return ""

    def silence(self) -> float:
        return self.bulletin.silence()

    def newest(self) -> Snapshot:
        return self.bulletin.newest()

    @property
    def state(self) -> State:
        """Where a hall of bingo stands."""
        state = self.newest().state
        assert isinstance(state, State)
        return state

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        return self.bulletin.after(sequence, timeout)

    def ask(self, issued: Issued, press: Press | None = None) -> msg.Outcome:
        if not self.answers:
            raise TimeoutError
        reply: Future[msg.Outcome] = Future()
        self.inbox.put(msg.Asked(issued, reply, press))
        return await_answer(reply, self.bulletin, 5)

    def pressed(self, command: str) -> dict[str, Any]:
        """Return what a form or a program says of a step of this kind that is taken just now."""
        rules = self.game.rules
        return {"seen": rules.shown(self.newest().state, rules.commands[command]), "heard": self.now()}

    def wait_for_ball(self) -> None:
        """Wait until the ball that was ordered is known, or doubtful."""
        snapshot = self.newest()
        while (game := self.state.game) is None or (game.uncalled is None and game.doubt is None):
            newer = self.after(snapshot.sequence, PATIENCE_S)
            assert newer is not None, "no ball came"
            snapshot = newer

    def screens(self) -> tuple[ScreenHealth, ...]:
        return self.walls

    def now(self) -> int:
        return self.clock.now()

    def findings(self) -> tuple[Sentence, ...]:
        return self.found

    def called_at(self) -> Mapping[int, datetime]:
        return called_at(self._path, self.newest().entry)

    def origins(self, wanted: Collection[OriginKey]) -> Origins:
        return origins(self.game, ((self.newest().state.volume, self._path),), wanted)

    def picture(self, digest: str) -> bytes | None:
        return self.far_end.pictures.get(digest)

    def codes(self, picture: bytes) -> tuple[str, ...] | None:
        try:
            return codes_in(picture)
        except PictureError:
            return None


def _chosen(offer: dict[str, Any]) -> dict[str, Any]:
    """Return the first motive of each question that nobody has answered, as a person has to choose one."""
    asked = (each for each in offer["questions"] if each["kind"] == "motive")
    return {each["field"]: each["choices"][0][0] for each in asked if not offer["body"][each["field"]]}


class Serving:
    """The real console server over a hall; everybody in the hall can enter.

    Attributes:
        client: A client that the Director has entered with.
        plain: One that nobody has entered with.
        trust: What its clients trust.
    """

    def __init__(
        self,
        hall: Hall,
        port: int = 0,
        entrance: RemoteAccess | None = None,
        languages: Languages | None = None,
        certificate: bytes | None = None,
    ) -> None:
        self.hall = hall
        self.trust = _UNTRUSTING
        self.url = ""
        if entrance is None:
            app = make_app(
                hall,
                hall.auth,
                certificate=certificate,
                languages=languages,
                records=hall.records,
                sound=hall.sound,
                calibration=hall.calibration,
            )
            self.server = ConsoleServer(app, port)
        else:
            self.server = entrance.server(
                make_app(
                    hall,
                    hall.auth,
                    entrance.hosts,
                    certificate=entrance.authority,
                    languages=languages,
                    records=hall.records,
                    calibration=hall.calibration,
                )
            )
            self.url, self.trust = entrance.url, entrance.trust or _UNTRUSTING
        self._tokens: dict[str, str] = {}

    def __enter__(self) -> "Serving":
        self.server.start()
        self.url = self.url or f"http://127.0.0.1:{self.server.port}"
        self.client, self.plain = (
            httpx.Client(base_url=self.url, verify=self.trust, timeout=PATIENCE_S) for _ in range(2)
        )
        self.client.headers["Authorization"] = self.bearer(DIRECTOR)["Authorization"]
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.plain.close()
        self.server.stop()

    def bearer(self, person: str) -> dict[str, str]:
        """Return the header of a person, who enters where she has not."""
        if person not in self._tokens:
            said = {"person": person, "passphrase": PASSPHRASE}
            answer = self.plain.post("/api/session", json=said)
            assert answer.status_code == 200, answer.text
            self._tokens[person] = answer.json()["token"]
        return {"Authorization": f"Bearer {self._tokens[person]}"}

    def desk(self) -> Any:
        return self.client.get("/api/desk").json()

    def take(self, offer: dict[str, Any], request: str, **body: Any) -> httpx.Response:
        """Take a step as the person of the offer, who authenticates again where that is asked."""
        said = {"post": offer["post"], "command": offer["command"], "request": request}
        said |= self.hall.pressed(offer["command"])
        said["seen"] = offer.get("seen", said["seen"])
        headers = self.bearer(offer["person"])
        answer = self.client.post(
            "/api/commands", json={**said, "body": offer["body"] | body}, headers=headers
        )
        if answer.status_code == 403 and answer.json()["refusal"]["code"] == "ACC-PROVE":
            assert self.client.post("/api/proof", json={"secret": PIN}, headers=headers).status_code == 200
            return self.take(offer, request, **body)
        return answer

    def play(self, *labels: str, **body: Any) -> None:
        """Take the steps with these labels, one after the other."""
        for label in labels:
            desk = self.desk()
            offer = next((o for o in desk["offers"] if o["label"] == label), None)
            assert offer is not None, f"«{label}» is not among {[o['label'] for o in desk['offers']]}"
            self._played(desk, offer, **(_chosen(offer) | body))

    def _played(self, desk: dict[str, Any], offer: dict[str, Any], **body: Any) -> None:
        """Take a step; where the hall changed since the look, look again, as the refusal says."""
        for attempt in count():
            answer = self.take(offer, f"{desk['sequence']}-{attempt}-{offer['label']}", **body)
            if answer.status_code == 200:
                return
            stale = answer.json().get("refusal", {}).get("code") == "STEP-STALE"
            assert stale and attempt < LOOKS, (offer["label"], answer.text)
            desk = self.desk()
            now = next((o for o in desk["offers"] if o["label"] == offer["label"]), None)
            if now is None:
                return  # the change was what this step would have made
            offer = now

    def play_until(self, label: str) -> None:
        """Take the first open step again and again, until this one is the first."""
        while (offer := (desk := self.desk())["offers"][0])["label"] != label:
            self._played(desk, offer, **_chosen(offer))
