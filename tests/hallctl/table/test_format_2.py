"""A hall whose open volume is of format 2 closes it by its own rules, and opens the next one in format 3."""

import base64
import hashlib
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from hallctl.app.desk import premises
from hallctl.app.letterhead import letterhead_of
from hallctl.app.replay import replay
from hallctl.app.setting import load
from hallctl.app.vault import open_shelf, read_keys
from hallctl.cli.book.notary_folder import export
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import CollectCards, PayPrize, SignGame
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, EnterBall
from hallctl.games.bingo.rules.commands.opening import CountBalls, LoadBalls
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.reader import Reader, read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volumes_in
from hallctl.rules.cash import made_up
from hallctl.rules.commands.base import Actor, Appointment, Issued, Post
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.incidents import ApproveIncident
from hallctl.rules.commands.running import AdoptRules, ContinuePlay, StartController
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.commands.volumes import CloseBook, OpenBook, ProposeClosing, ReportCompletion
from hallctl.rules.witnesses import Reading, Witness
from hallctl.table.messages import Done
from hallctl.table.registrar import Registrar
from hallctl.table.troubles import Troubles
from tests.hallctl.bingo import Keeper
from tests.hallctl.minutes.format_2 import PASSPHRASE, Format2

ALL_BALLS = tuple(range(1, 91))
LATER = datetime(2026, 11, 24, 20, 0, tzinfo=timezone(timedelta(hours=-4)))


class Clock:
    """A clock that goes on with every step."""

    ms = 0

    def now(self):
        return self.ms

    def wall(self):
        return LATER + timedelta(milliseconds=self.ms)

    def quality(self):
        return "synchronised"


class Hall:
    """The kept hall, started by this program after its power cut; whoever acts unlocks her key."""

    def __init__(self, kept, boot="c" * 32, clock=None):
        self.kept, self.clock = kept, clock or Clock()
        self.setting = load(kept.config)
        self.keys = read_keys(self.setting)
        self.shelf = open_shelf(self.setting, self.keys)
        paperwork = BingoPaperwork(letterhead_of(self.setting, BINGO))
        state = replay(self.setting, self.shelf, paperwork.take)
        registrar = Registrar(self.shelf, self.keys, "hallctl test", self.clock.quality, paperwork)
        self.keeper = Keeper(self.shelf, state, self.clock, boot, registrar)
        self.troubles = Troubles(self.keeper, self.keeper.report, lambda: self.clock.ms / 1000)
        self.begin = StartController(boot, "hallctl test", "died")
        for command in (self.begin, AdoptRules(), ReportCompletion(self.shelf.completed)):
            self.keeper.report(command)
        self.keeper.enrol()
        self.troubles.end(("monitor", "SCREEN-LOST"))  # the screen that was off is on again
        self.look()
        self.held = {a.post: a.person for a in self.setting.config.appointments}

    @property
    def state(self):
        return self.keeper.state

    def look(self):
        """Do what the loop does about the format of the volume, whenever it turns."""
        self.troubles.form(self.keeper.form)
        self.troubles.reconcile()

    def do(self, *commands, post=None):
        for command in commands:
            self.clock.ms += self.state.rules.minimum_interval_ms
            by = post or STEPS[type(command)].posts[0]
            person = "hallctl" if by is Post.CONTROLLER else self.held[by]
            if by is not Post.CONTROLLER:
                assert not self.keys.unlocked.unlock(person, PASSPHRASE, self.clock.now()).code
            outcome = self.keeper.submit(
                Issued(command, Actor(person, by), f"{self.keeper.entry}-{self.clock.ms}")
            )
            assert isinstance(outcome, Done), (command, outcome)
            if isinstance(command, OpenBook):
                self.do(self.begin)

    def draw(self, ball):
        self.do(DrawBall())
        self.do(EnterBall(ball), post=Post.LOCUTOR)
        said = (Reading(Witness.CAMERA, ball),)
        self.do(ReportBall(self.state.serial, ball, "a" * 64, said), CallBall(ball))

    def claim(self, claim, then):
        self.do(StopForClaim(claim), VerifyCard(claim, "C-1", 4), AskAnyMore())
        self.clock.ms += self.state.rules.any_more_ms
        self.do(then)

    def end_game(self):
        """Play the game that the power cut broke off: card 4 wins line and bingo."""
        self.do(ContinuePlay())
        self.claim(Claim.LINE, ResumeDraw())
        card = self.state.matrices[self.state.series["C-1"].matrix].card(4)
        for ball in sorted(card.numbers - set(self.state.game.drawn)):
            self.draw(ball)
        self.claim(Claim.BINGO, FinishGame())
        for award in self.state.game.awards:
            prize = award.prize
            winner = ("Juan Choque", "LP-1", "700") if prize.progressive else ()
            self.do(PayPrize(prize.claim, prize.series, prize.card, prize.progressive, *winner))
        self.do(*(ApproveIncident(number) for number in self.state.incidents))
        self.do(CollectCards(self.state.game.cards), SignGame())

    def pieces(self, amount):
        return made_up(amount, self.state.rules.blank_count)

    def close_session(self):
        self.do(CountBalls(ALL_BALLS, ()))
        self.do(CloseShift(self.pieces(self.state.session.shift.expected)), CloseSession())

    def close_volume(self):
        self.do(ProposeClosing(), CloseBook())

    def open_volume(self, number):
        opening = premises(self.setting, "2026-11-24").opening
        self.do(replace(opening, volume=number))

    def session(self):
        held = tuple(Appointment(post, person) for post, person in self.held.items())
        self.do(OpenSession(held, "2026-11-24"))
        self.do(*(PassCheck(item) for item in self.state.rules.checks))
        self.do(CountBalls(ALL_BALLS, ()), LoadBalls(), OpenShift(self.pieces(10_000)))
        self.close_session()


@pytest.fixture
def hall(tmp_path):
    hall = Hall(Format2.unpacked(tmp_path))
    yield hall
    hall.shelf.close()


def form_of(path):
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


def notes_of(path):
    with Reader(path) as reader:
        return [note.text.splitlines() for note in reader.notes()]


def notices(hall):
    return {notice.code for notice in hall.state.notices}


@pytest.mark.req("AJ-39", "AJ-40")
@pytest.mark.invariant("I10")
def test_an_open_volume_of_format_2_is_closed_by_its_rules_and_followed_by_one_of_format_3(hall, tmp_path):
    old = [entry.hash for entry in read_entries(hall.kept.book / "tomo-0003.sqlite", 1, 128)]
    assert hall.keeper.form == 2
    assert "BOOK-FORMAT" in notices(hall)
    hall.end_game()
    hall.close_session()
    hall.close_volume()
    hall.open_volume(4)
    hall.look()
    assert hall.keeper.form == 3
    assert "BOOK-FORMAT" not in notices(hall)
    hall.session()
    hall.close_volume()
    hall.shelf.close()

    third, fourth = volumes_in(hall.kept.book)[2:]
    assert (form_of(third), form_of(fourth)) == (2, 3)
    assert {len(lines) for lines in notes_of(third)} == {3}
    assert [lines[3] for lines in notes_of(fourth)] == [
        f"checkpoint {n}" for n in range(1, len(notes_of(fourth)) + 1)
    ]
    assert [entry.hash for entry in read_entries(third, 1, 128)] == old
    opened = next(read_entries(fourth))
    assert opened.body["previous"]["volume"] == 3
    assert opened.body["format"].startswith("libro de actas, formato 3")
    assert "BookOpened" in opened.body["signed"]

    notes = [*hall.kept.notes, tmp_path / "nuevo.punto"]
    with Reader(fourth) as reader:
        *_, newest = reader.notes()
    notes[-1].write_text(str(newest), "utf-8")
    verdict = verify_book(
        hall.kept.book, hall.kept.second, [Checkpoint.read(Note.read(n.read_text()).text) for n in notes]
    )
    assert verdict.ok, verdict.describe()
    assert len(verdict.volumes) == 4
    export(volumes_in(hall.kept.book), tmp_path / "llave", lambda: None)
    authority = hashlib.sha256(base64.b64decode(opened.body["authority"])).hexdigest()
    known = ["--clave", hall.kept.outside("clave"), "--autoridad", authority]
    known += [part for note in notes for part in ("--punto", str(note))]
    exported = tmp_path / "llave"
    for command in (
        [exported / "verificar_libro.py", exported],
        [verificar_libro.__file__, hall.kept.book, "--segundo", hall.kept.second],
    ):
        done = subprocess.run(
            [sys.executable, "-I", *map(str, command), *known],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "EL LIBRO ESTÁ ÍNTEGRO" in done.stdout


def test_what_stops_in_an_open_volume_of_format_2_goes_on_in_it_after_a_restart(hall):
    hall.end_game()
    hall.shelf.close()
    again = Hall(hall.kept, "d" * 32, hall.clock)
    assert again.keeper.form == 2
    again.close_session()
    again.shelf.close()
    verdict = verify_book(hall.kept.book, hall.kept.second)
    assert verdict.ok, verdict.describe()
