"""Writes fixtures/books/format-2.tar.xz: a book of format 2, as the program of commit fe558fb wrote one.

    git checkout fe558fb, then: python -m tests.hallctl.minutes.write_format_2

It runs at that commit alone: later programs open a volume in another format. It is kept to show how the
archive was made, and cannot make it again byte for byte, since keys and signatures are random. Every entry
goes through the program's own shelf, keeper and registrar, as the table hands commands to them; repairs and
the export are the commands themselves. What stands in for a device is its report, and the clock.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import cv2
from cryptography.hazmat.primitives.asymmetric import rsa

from drivers.camera.gallery import Gallery
from drivers.printer.pdf import render
from hallctl import __version__
from hallctl.app.desk import premises
from hallctl.app.replay import empty_state, replay
from hallctl.app.vault import Places, open_shelf, read_keys
from hallctl.cli.book import office, repair, shorter
from hallctl.cli.book.export import export
from hallctl.config.hall import load
from hallctl.config.matrix_file import export_csv
from hallctl.devices.follower import Follower
from hallctl.devices.paper import name_of, typeset
from hallctl.devices.witness import _cosignature
from hallctl.devices.witness_wire import Answer, _request
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, EnterBall, SettleBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    CountBalls,
    DeclareMinimum,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    RectifySale,
    ReturnCards,
    SellCards,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.tables import EVENTS, STEPS
from hallctl.minutes.note import Checkpoint
from hallctl.minutes.reader import read_entries
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.token import open_token
from hallctl.minutes.volumes import volumes_in
from hallctl.minutes.witness import witness as witnessing
from hallctl.minutes.witness.memory import Memory
from hallctl.rules.cash import made_up
from hallctl.rules.claims import Claim, Mark
from hallctl.rules.commands.base import Actor, Appointment, Issued, Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    AdoptRules,
    ContinuePlay,
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    ReportSettings,
    StartController,
    StopController,
)
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession, PassCheck
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.commands.volumes import CloseBook, OpenBook, ProposeClosing, ReportCompletion, ReprintFolio
from hallctl.rules.witnesses import Reading, Witness
from hallctl.table.messages import Done
from hallctl.table.registrar import Registrar
from hallctl.web.access.log import SecurityLog
from tests.hallctl.bingo import Keeper, documents
from tests.hallctl.minutes.signing.softhsm import MODULE, PIN, accredited, put, tokens

ROOT = Path(__file__).parents[3]
ARCHIVE = ROOT / "fixtures/books/format-2.tar.xz"
PASSPHRASE = "solo en las pruebas"
PEOPLE = {
    Post.DIRECTOR: "Marta Suárez",
    Post.JEFE: "Ana Quispe",
    Post.LOCUTOR: "Luis Rojas",
    Post.VENDEDOR: "Luis Rojas",
    Post.CAJERO: "Rosa Mamani",
    Post.JEFE_SALA: "Inés Ñúñez",
    Post.AUXILIAR: "Hugo Pérez",
    Post.CONTROLLER: "hallctl",
}
LA_PAZ = timezone(timedelta(hours=-4))
START = datetime(2026, 11, 20, 21, 0, tzinfo=LA_PAZ)
SERIES = (("A", 1042, "matriz-1"), ("A", 1043, "matriz-2"), ("B", 7, "matriz-3"), ("C", 1, "matriz-1"))
ALL_BALLS = tuple(range(1, 91))

RULES = """base = "aj-bolivia"
version = "{version}"
approval = "RA 05-{version}/2026"
valid_from = "2026-01-01"
valid_until = "2036-12-31"
house_bp = 2500
checks = ["extractor", "cámara"]
witnesses = {witnesses}
shifts = {shifts}

[[progressives]]
name = "Pozo Illimani"
claim = "bingo"
seed = 100000
share_bp = 500
cap = 5000000
max_balls = 80
"""

HALL = """ball_sets = ["J-01", "J-02", "J-03"]

[hall]
name = "Bingo Illimani"
company = "Salones del Altiplano S.R.L."
licence = "Práctica, sin licencia"
tax_id = "000000000"
place = "La Paz, Bolivia"
tables = 25
seats = 100
directory = "sala"
rule_set = "{rules}.toml"

[book]
volume = {volume}
folios = 60
notary = "Notaría de Fe Pública N.º 7"
notarised_on = "2026-11-20"
second = "segundo"

[keys]
directory = "claves"
origin = "sala.example/libro"

[extractor]
port = "extractor.tty"
simulated = true

[camera]
source = "http://127.0.0.1:8081/"
simulated = true

[console]
port = 8000
"""


class Clock:
    """A clock that goes on by a step whenever something is done."""

    def __init__(self):
        self.ms = 1_000_000

    def now(self):
        return self.ms

    def wall(self):
        return START + timedelta(milliseconds=self.ms)

    def quality(self):
        return "synchronised"

    def sleep(self, **time):
        self.ms += round(timedelta(**time).total_seconds() * 1000)


def appointments(**others):
    held = {**PEOPLE, **{Post[post]: person for post, person in others.items()}}
    return tuple(Appointment(post, person) for post, person in held.items() if post is not Post.CONTROLLER)


class Hall:
    """The program without its devices: the parts that ``main`` puts together around the table."""

    def __init__(self, folder):
        self.folder, self.clock = folder, Clock()
        self.volume, self.rules, self.token = 1, "reglas-1", False
        self.secrets = dict.fromkeys(PEOPLE.values(), PASSPHRASE)
        self.boots, self.notes = 0, {}
        (folder / "series").mkdir()
        for number in (1, 2, 3):
            text = export_csv(make_matrix(24, number))
            (folder / f"series/matriz-{number}.csv").write_text(text, "ascii")
        for version, witnesses, shifts in ((1, "[]", "false"), (2, '["camera", "caller"]', "true")):
            said = RULES.format(version=version, witnesses=witnesses, shifts=shifts)
            (folder / f"reglas-{version}.toml").write_text(said, "utf-8")
        since = (START - timedelta(days=1)).astimezone(UTC)
        self.validity = Validity(since, since + timedelta(days=3650))
        hall = ("Bingo Illimani", "Salones del Altiplano S.R.L.", PASSPHRASE, self.validity)
        self.store = Keystore.create(folder / "claves", *hall, rounds=1000)
        for person in sorted({name for post, name in PEOPLE.items() if post is not Post.CONTROLLER}):
            posts = [post.value for post, name in PEOPLE.items() if name == person]
            self.store.enrol(person, posts, PASSPHRASE, PASSPHRASE, self.validity)
        self.memory = Memory.open(folder / "testigo", "testigo.example")
        self.configure()
        self.security = SecurityLog(self._places().security, self.clock.wall)
        self.gallery = Gallery(self._places().pictures)
        self.pictures = iter(sorted((ROOT / "fixtures/balls").glob("0*-ball.jpg"))[:4])

    def _places(self):
        places = Places(self.setting.directory)
        places.directory.mkdir(exist_ok=True)
        return places

    def configure(self):
        """Write the configuration as it is now, and read it."""
        text = HALL.format(rules=self.rules, volume=self.volume)
        if self.token:
            text += f'\n[[keys.tokens]]\nperson = "{PEOPLE[Post.JEFE]}"\nmodule = "{MODULE}"\n'
            text += 'label = "jefe"\nkey = "firma"\n'
        for name in dict.fromkeys(PEOPLE.values()):
            posts = [post.value for post, person in PEOPLE.items() if person == name]
            if name != "hallctl":
                text += f'\n[[people]]\nname = "{name}"\nposts = {json.dumps(posts, ensure_ascii=False)}\n'
        for letter, number, matrix in SERIES:
            text += f'\n[[series]]\nletter = "{letter}"\nidentification = {number}\nface_value = 500\n'
            text += f'matrix = "series/{matrix}.csv"\n'
        (self.folder / "hall.toml").write_text(text, "utf-8")
        self.setting = load(self.folder / "hall.toml")

    # The run of a controller.

    def start(self):
        """Start the controller, as ``main`` does, and report what the table reports first."""
        self.boots += 1
        boot = f"{self.boots:032x}"
        self.keys = read_keys(self.setting)
        self.shelf = open_shelf(self.setting, self.keys)
        paperwork = BingoPaperwork(office.letterhead_of(self.setting))
        state = replay(self.setting, self.shelf, paperwork.take)
        ended = "first" if state.book is None else "order" if state.in_order else "died"
        self.offered = []
        self.registrar = Registrar(
            self.shelf, self.keys, f"hallctl {__version__}", self.clock.quality, paperwork,
            self.offered.append, security=self.security.end,
        )  # fmt: skip
        self.keeper = Keeper(self.shelf, state, self.clock, boot, self.registrar)
        self.begin = StartController(boot, f"hallctl {__version__}", ended)
        for command in (self.begin, AdoptRules(), ReportCompletion(self.shelf.completed)):
            self.keeper.report(command)
        for command in self.registrar.enrolments():
            self.keeper.report(command)

    def stop(self):
        """End the controller in order."""
        self.keeper.report(StopController())
        self._cosign()
        self.die()

    def die(self):
        """End the controller as a power cut does."""
        for person in PEOPLE.values():
            self.keys.unlocked.lock(person)
        self.shelf.close()

    @property
    def state(self):
        return self.keeper.state

    @property
    def game(self):
        return self.state.game

    def do(self, *commands, post=None, person=None):
        """Have commands decided, each by who holds its post, whose key is unlocked."""
        for command in commands:
            step = STEPS[type(command)]
            by = post or step.posts[0]
            who = person or PEOPLE[by]
            if who != "hallctl":
                attempt = self.keys.unlocked.unlock(who, self.secrets[who], self.clock.now())
                assert not attempt.code, attempt
            request = "" if who == "hallctl" else f"{self.boots:04d}-{self.clock.ms:012d}"
            outcome = self.keeper.submit(Issued(command, Actor(who, by), request))
            assert isinstance(outcome, Done), (command, outcome)
            self.clock.ms += 1730
            self._cosign()
            if isinstance(command, OpenBook):
                self.do(self.begin)

    def _cosign(self):
        """Have the witness cosign what it may, as its line does."""
        log = self.keys.verifier
        seen = witnessing.Witness(self.memory, [log], lambda: int(self.clock.wall().timestamp()))
        while self.offered:
            note = self.offered.pop(0)
            said = Checkpoint.read(note.text)
            with self.memory.turn() as turn:
                old = turn.seen(said.origin).size
            self.notes[said.origin, said.size] = note
            if old > said.size:
                continue  # the hall lost what the witness saw: its line says so, and play goes on
            follower = Follower(
                Places(self.setting.directory).book / f"{said.origin[-9:]}.sqlite", said.origin, _Never()
            )
            answer = seen.add(_request(old, follower.prove(said, old), note))
            line = _cosignature(
                Answer(answer.status, answer.media, answer.body.encode()), note, self.memory.verifier
            )
            self.keeper.cosigned(note.with_lines([line]))
            self.notes[said.origin, said.size] = note.with_lines([line])

    # What people do.

    def open_book(self, volume):
        self.volume = volume
        self.configure()
        opening = premises(self.setting, "2026-11-20").opening
        self.do(replace(opening, volume=volume))

    def register(self, letter, number, matrix):
        digest = load(self.folder / "hall.toml").matrices[[s[2] for s in SERIES].index(matrix)].digest
        self.do(RegisterSeries(letter, number, 500, digest))

    def open_session(self, day, **others):
        self.security.write("log-in", PEOPLE[Post.JEFE], "127.0.0.1")
        self.do(OpenSession(appointments(**others), day))
        self.do(*(PassCheck(item) for item in self.state.rules.checks))

    def load_balls(self):
        self.do(CountBalls(ALL_BALLS, ()), LoadBalls())

    def pieces(self, amount):
        return made_up(amount, self.state.rules.blank_count)

    def announce(self, series):
        self.do(AnnounceGame(series), ReportFilled())

    def start_draw(self):
        self.do(CloseSale(), CountCash(pieces=self.pieces(self.game.collected)))
        self.do(StartDraw())

    def order(self):
        self.clock.ms += self.state.rules.minimum_interval_ms
        self.do(DrawBall())

    def ball(self, ball):
        """Draw and call a ball: by machine, with the locutor's word where it is asked for, or by hand."""
        if self.game.manual:
            self.do(EnterBall(ball), CallBall(ball))
            return
        self.order()
        image = next(self.pictures, None)
        picture = f"{ball:064x}" if image is None else self.gallery.keep(cv2.imread(str(image)))
        readings = (Reading(Witness.CAMERA, ball),)
        if self.state.rules.witnesses:
            self.do(EnterBall(ball), post=Post.LOCUTOR)
        self.do(ReportBall(self.state.serial, ball, picture, readings), CallBall(ball))

    def card(self, series, number):
        return self.state.matrices[self.state.series[series].matrix].card(number)

    def call_rows(self, series, card, rows):
        for row in self.card(series, card).rows[:rows]:
            for ball in row:
                if ball not in self.game.drawn:
                    self.ball(ball)

    def claim(self, claim, *verified):
        self.do(StopForClaim(claim))
        for series, card, *marks in verified:
            self.do(VerifyCard(claim, series, card, tuple(marks)))

    def any_more(self, then):
        self.do(AskAnyMore())
        self.clock.ms += self.state.rules.any_more_ms
        self.do(then)

    def win(self, series, card):
        """Let a card win line and bingo."""
        self.call_rows(series, card, 1)
        self.claim(Claim.LINE, (series, card))
        self.any_more(ResumeDraw())
        self.call_rows(series, card, 3)
        self.claim(Claim.BINGO, (series, card))
        self.any_more(FinishGame())

    def settle(self):
        for award in self.game.awards:
            prize = award.prize
            winner = ("Juan Choque", "LP-123456", "70012345") if prize.progressive else ()
            self.do(PayPrize(prize.claim, prize.series, prize.card, prize.progressive, *winner))
        self.do(CollectCards(self.game.cards), SignGame())

    def close_session(self):
        self.do(CountBalls(ALL_BALLS, ()))
        if self.state.session.shift is not None:
            self.do(CloseShift(self.pieces(self.state.session.shift.expected)))
        self.do(CloseSession())

    def recover(self, device, code):
        self.do(ReportRecovery(device, code), AcknowledgeFault(device, code))


class _Never:
    """An event that is never set: nothing stops what waits for it."""

    def is_set(self):
        return False

    def wait(self, _timeout=None):
        return False


def first_volume(hall):
    """A night with a waiting game, a doubt, a wrong call, prizes, complaints, and a game that is voided."""
    hall.start()
    hall.open_book(1)
    for series in SERIES[:2]:
        hall.register(*series)
    hall.do(*(RegisterBallSet(f"J-0{n}") for n in (1, 2, 3)), MountBallSet("J-01"))
    hall.do(
        ReportSettings("extractor", "firmware 1.4, 2 rpm"),
        ReportNotice("cámara", "CAMERA-DIM", "luz 31 %"),
        ReportNoticeOver("cámara", "CAMERA-DIM"),
    )
    hall.open_session("2026-11-20")
    hall.do(DeclareMinimum(8), CountPlayers(12))
    hall.load_balls()
    hall.do(OpenShift(hall.pieces(500_000)))
    hall.announce("A-1042")
    hall.do(DeliverCards("Luis Rojas", 15), ReturnCards("Luis Rojas", 2), CloseSale())
    hall.do(RectifySale(14, "se leyó mal la talla"), CountCash(counted=6_450), StartDraw())
    hall.do(ReportFault("extractor", "EXT-JAM", "una bola atascada"))
    hall.clock.sleep(minutes=3)
    hall.recover("extractor", "EXT-JAM")
    _with_a_doubt_and_a_wrong_call(hall)
    hall.do(MinuteIncident("Se cortó la luz de la sala; el «sorteo» siguió."), ApproveIncident(1))
    hall.win("A-1042", 5)
    hall.do(FileComplaint("José Ñáñez", "LP-77", "Canté antes.", True))
    hall.settle()
    hall.do(FileComplaint("Eva Condori", "CB-12", "Mi cartón tenía línea.", True))
    hall.do(ResolveComplaint(1, "Se revisó el libro: no procede."), ReprintFolio(2))
    _voided(hall)
    hall.do(RetireBallSet("J-02", "una bola pesa menos"))
    hall.close_session()
    hall.do(ProposeClosing(), CloseBook())
    hall.stop()


def _with_a_doubt_and_a_wrong_call(hall):
    card = hall.card("A-1042", 5)
    others = [ball for ball in ALL_BALLS if ball not in card.numbers]
    hall.order()
    said = (Reading(Witness.CAMERA, None), Reading(Witness.MACHINE, others[0]))
    hall.do(ReportDoubt(hall.state.serial, (others[0], others[1]), "dos lecturas", "e" * 64, said))
    hall.do(SettleBall(others[0]), CallBall(others[0]))
    hall.ball(others[2])
    hall.do(NoteWrongCall(others[3]), KeepPlaying("Ningún cartón ganaba con el número cantado."))
    hall.claim(Claim.LINE, ("A-1042", 7, Mark.ILLEGIBLE), ("A-1042", 200), ("Z-9", 1))
    hall.do(ResumeDraw())


def _voided(hall):
    """A game with a second series, cut off by a power failure and voided."""
    hall.do(AnnounceLastGame())
    hall.announce("A-1042")
    hall.do(SellCards(11), AnnounceSecondSeries("A-1043"), SellCards(6))
    hall.start_draw()
    hall.ball(7)
    hall.die()
    hall.clock.sleep(minutes=2)
    hall.start()
    hall.do(ContinuePlay())
    hall.ball(45)
    hall.do(MinuteIncident("El asiento 12 dice otra cosa.", 12), ApproveIncident(2))
    hall.do(ProposeVoid("La bola 45 salió rota."), ApproveVoid())
    hall.do(PayRefunds(hall.game.refunds_due))
    hall.settle()


def second_volume(hall):
    """A game by hand that nobody wins, two repairs, a token, other rules, and a book that lost its end."""
    hall.clock.sleep(days=1)
    hall.start()
    hall.open_book(2)
    hall.register(*SERIES[2])
    hall.do(MountBallSet("J-03"))
    hall.open_session("2026-11-21", VENDEDOR=PEOPLE[Post.CAJERO])
    hall.load_balls()
    hall.announce("A-1043")
    hall.do(SellCards(10), post=Post.VENDEDOR, person=PEOPLE[Post.CAJERO])
    hall.start_draw()
    hall.ball(1)
    hall.do(ReportFault("extractor", "EXT-DEAD", "no responde"))
    hall.do(ProposeManual("El extractor no responde."), ApproveManual())
    for ball in ALL_BALLS[1:]:
        hall.ball(ball)
    hall.do(ProposeNoBingo(), ApproveNoBingo(), CollectCards(10), SignGame())
    hall.recover("extractor", "EXT-DEAD")
    hall.close_session()
    hall.stop()
    _repaired(hall)
    _with_a_token(hall)


def _repaired(hall):
    """Complete the second medium after a power cut, then write it anew after damage."""
    second = hall.folder / "segundo/tomo-0002.jsonl"
    second.write_bytes(b"".join(second.read_bytes().splitlines(keepends=True)[:-1]))
    hall.clock.sleep(hours=8)
    hall.start()
    hall.stop()
    lines = second.read_bytes().splitlines(keepends=True)
    second.write_bytes(b"".join([*lines[:20], lines[20].replace(b'"body"', b'"bodx"'), *lines[21:]]))
    media = repair.media_of(hall.setting, 2, repair.Side.SECOND)
    two = office.Deciders(PEOPLE[Post.DIRECTOR], PEOPLE[Post.JEFE], (PASSPHRASE, PASSPHRASE))
    print(
        repair.repair(hall.setting, read_keys(hall.setting), media, two, "un sector dañado", lambda _: True)
    )


def _with_a_token(hall):
    """A session in which the jefe signs with a token, under other rules; then its end is lost."""
    jefe, folder = PEOPLE[Post.JEFE], hall.folder.parent
    with tokens(folder, "jefe"):
        key = rsa.generate_private_key(65537, 2048)
        put(folder, "firma", "01", key, accredited(key, "ANA QUISPE MAMANI", hall.validity))
        with open_token(MODULE, "jefe", "firma", PIN) as signer:
            hall.store.endorse(jefe, ["jefe"], signer, PASSPHRASE, hall.validity, replace=True)
        hall.token, hall.rules, hall.secrets[jefe] = True, "reglas-2", PIN
        hall.configure()
        hall.start()
        hall.open_session("2026-11-22")
        hall.load_balls()
        hall.do(OpenShift(hall.pieces(800_000)), MinuteIncident("Firmado con tarjeta."))
        hall.do(ApproveIncident(hall.state.incident))
        hall.announce("B-7")
        hall.do(SellCards(11), post=Post.LOCUTOR)
        hall.start_draw()
        hall.win("B-7", 3)
        hall.settle()
        hall.close_session()
        hall.stop()
        kept = {part: folder / f"copia-{part}" for part in ("sala/libro", "segundo")}
        for part in kept:
            shutil.copytree(hall.folder / part, folder / "copia" / part)
        hall.start()
        hall.do(RegisterBallSet("J-04"))
        hall.stop()
        lost = next(note for (_, size), note in reversed(hall.notes.items()))
        seen = folder / "visto.punto"
        seen.write_text(str(lost), "utf-8")
        for part in kept:
            shutil.rmtree(hall.folder / part)
            shutil.copytree(folder / "copia" / part, hall.folder / part)
        two = office.Deciders(PEOPLE[Post.DIRECTOR], jefe, (PASSPHRASE, PIN))
        keys = read_keys(hall.setting)
        print(shorter.accept(hall.setting, keys, str(seen), 0, two, "se perdió un disco"))
        for person in PEOPLE.values():
            keys.unlocked.lock(person)
    hall.store.enrol(jefe, ["jefe"], PASSPHRASE, PASSPHRASE, hall.validity, replace=True)
    hall.token, hall.secrets[jefe] = False, PASSPHRASE
    hall.configure()


def third_volume(hall):
    """An open volume: a game is signed, another one is being drawn, and the power is cut."""
    hall.clock.sleep(days=2)
    hall.start()
    hall.open_book(3)
    hall.register(*SERIES[3])
    hall.open_session("2026-11-24")
    hall.load_balls()
    hall.do(OpenShift(hall.pieces(800_000)))
    hall.announce("B-7")
    hall.do(SellCards(12), post=Post.LOCUTOR)
    hall.start_draw()
    hall.win("B-7", 15)
    hall.settle()
    hall.announce("C-1")
    hall.do(SellCards(10), post=Post.LOCUTOR)
    hall.start_draw()
    hall.do(FileComplaint("Raúl Apaza", "OR-5", "No oí la bola.", True))
    hall.do(MinuteIncident("Un jugador se quejó del sonido."))
    hall.do(ReportNotice("monitor", "SCREEN-LOST", "sala-2"))
    hall.call_rows("C-1", 4, 1)
    assert hall.game.called == 5


def known_outside(hall, folder, kept):
    """Write down what the notary has from elsewhere: keys, checkpoints, folios, the texts of their codes."""
    outside = folder / "fuera"
    (outside / "folios").mkdir(parents=True)
    keys = read_keys(hall.setting)
    (outside / "clave.txt").write_text(f"{keys.verifier}\n", "ascii")
    (outside / "testigo.txt").write_text(f"{hall.memory.verifier}\n", "ascii")
    ca = folder / "autoridad.der"
    ca.write_bytes(hall.store.authority)
    printed = subprocess.run(["sha256sum", str(ca)], capture_output=True, text=True, check=True).stdout
    (outside / "autoridad.txt").write_text(f"{printed.split()[0]}\n", "ascii")
    ca.unlink()
    for name, note in kept.items():
        (outside / f"{name}.punto").write_text(str(note), "utf-8")
    codes, kinds = {}, Counter()
    letterhead = office.letterhead_of(hall.setting)
    for volume in volumes_in(Places(hall.setting.directory).book):
        for folio in documents(empty_state(hall.setting), read_entries(volume), letterhead):
            codes[name_of(folio)] = folio.data["stamp"]["codes"]
            kinds[folio.kind] += 1
            if kinds[folio.kind] == 1:
                (outside / "folios" / name_of(folio)).write_bytes(typeset(folio, render, keys.seal))
    (outside / "codigos.json").write_text(json.dumps(codes, indent=1), "utf-8")
    shutil.copy(folder.parent / "visto.punto", outside / "perdido.punto")


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "format-2"
        folder.mkdir()
        hall = Hall(folder)
        for module in (office, repair):
            module.SystemClock = lambda: hall.clock
        first_volume(hall)
        second_volume(hall)
        third_volume(hall)
        book = Places(hall.setting.directory).book
        cut = Path(temporary) / "corte"  # as the power cut leaves it: with what only the log has
        shutil.copytree(book, cut)
        kinds = Counter(e.kind for volume in volumes_in(book) for e in read_entries(volume))
        missing = sorted(set(EVENTS) - set(kinds))
        assert not missing, missing
        kept = {}
        for (origin, size), note in hall.notes.items():
            kept[f"{origin[-9:]}-{size}"] = note
        newest = {name[:9]: (name, note) for name, note in kept.items() if not name.startswith("tomo-0002")}
        known_outside(hall, folder, dict(newest.values()))
        export(volumes_in(book), folder / "exportado", lambda: None)
        hall.die()
        hall.security.close()
        hall.memory.close()
        shutil.rmtree(book)
        cut.rename(book)
        for each in book.glob("*-shm"):
            each.unlink()
        counts = {p.stem: sum(1 for _ in read_entries(p)) for p in volumes_in(book)}
        (folder / "asientos.json").write_text(
            json.dumps({"volumes": counts, "kinds": dict(sorted(kinds.items()))}, indent=1), "utf-8"
        )
        for each in book.glob("*-shm"):
            each.unlink()
        ARCHIVE.parent.mkdir(exist_ok=True)
        with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
            archive.add(folder, "format-2")
    print(counts, ARCHIVE.stat().st_size, dict(kinds.most_common()))


if __name__ == "__main__":
    sys.exit(main())
