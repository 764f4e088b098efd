"""A jefe who signs with a token: the book verifies for everybody, and a token that is gone stops no table."""

import base64
import re
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.token import TokenOpener, TokenPlace, open_token
from hallctl.minutes.signing.verify import ECDSA, RSA
from hallctl.minutes.verify import verify_book
from hallctl.rules.commands.extraction import ReportBall, ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.running import StartController
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Done
from tests.hallctl.minutes.signing.softhsm import MODULE, PIN, accredited, put, taken_out, tokens
from tests.hallctl.table.signed import PASSPHRASE, START, SignedTable, make_keys

MINUTES = Path(__file__).parents[3] / "docs/minutes.md"
KEYS = {
    ECDSA: lambda: ec.generate_private_key(ec.SECP256R1()),
    RSA: lambda: rsa.generate_private_key(65537, 2048),
}
PLACES = {"Ana": TokenPlace(MODULE, "jefe", "firma")}


def endorse(folder, store, algorithm=ECDSA):
    """Give Ana a token in the place of her key; return the certificate that is on it."""
    key = KEYS[algorithm]()
    certificate = accredited(key, "ANA QUISPE MAMANI")
    put(folder, "firma", "01", key, certificate)
    validity = Validity(START - timedelta(days=1), START + timedelta(days=300))
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        store.endorse("Ana", ["jefe"], signer, PASSPHRASE, validity, replace=True)
    return certificate


@pytest.fixture
def hall(tmp_path):
    """A hall's keys, and an empty token."""
    with tokens(tmp_path, "jefe"):
        yield tmp_path, make_keys(tmp_path / "claves")


def seat(folder, store, places=PLACES):
    table = SignedTable(folder, store, opener=TokenOpener(places, store))
    table.pins["Ana"] = PIN
    return table


def close(table):
    """Close the table, and see that both verifiers find the book whole."""
    table.unlocked.lock("Ana")
    table.close()
    libro, segundo = table.folder / "libro", table.folder / "segundo"
    verdict = verify_book(libro, segundo)
    assert verdict.ok, verdict.describe()
    report = verificar_libro.verify(libro, segundo)
    assert report.whole, report.findings
    return report


def signatures_of(table, person):
    entries = list(table.shelf.entries())
    return [e.body for e in entries if e.kind == "EntrySigned" and e.body["person"] == person]


@pytest.mark.req("AJ-42", "AJ-52", "AJ-54")
@pytest.mark.parametrize("algorithm", KEYS)
def test_a_jefe_signs_a_game_with_a_token_and_both_verifiers_find_the_book_whole(hall, algorithm, tmp_path):
    certificate = endorse(*hall, algorithm)  # type: ignore[call-arg]
    table = seat(*hall)
    table.open_session()
    table.do(MinuteIncident("se cae una bola"), ApproveIncident(1))
    table.void_game()
    table.close_session()
    assert {said["algorithm"] for said in signatures_of(table, "Ana")} == {algorithm}
    assert len(signatures_of(table, "Ana")) >= 4
    (ana,) = [holder for holder in hall[1].people() if holder.name == "Ana"]
    assert {said["certificate"] for said in signatures_of(table, "Ana")} == {ana.fingerprint}
    opening = next(iter(table.shelf.entries()))
    given = {person["person"]: person["accredited"] for person in opening.body["people"]}
    assert base64.b64decode(given.pop("Ana")) == certificate
    assert set(given.values()) == {""}
    close(table)


def test_a_notary_takes_the_accredited_certificate_out_of_the_book_as_the_document_says(hall, tmp_path):
    certificate = endorse(*hall)
    table = seat(*hall)
    table.open_session()
    close(table)
    blocks = re.findall(r"```sh\n(.*?)```", MINUTES.read_text("utf-8"), re.DOTALL)
    (block,) = [block for block in blocks if "accredited" in block]
    done = subprocess.run(
        ["sh", "-e"], input=block, cwd=tmp_path / "libro", capture_output=True, text=True, check=False
    )
    assert "ANA QUISPE MAMANI" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "libro/ana.der").read_bytes() == certificate


def test_a_token_that_is_endorsed_while_the_volume_is_open_is_in_the_book_before_it_signs(hall):
    folder, store = hall
    table = seat(folder, store, places={})
    table.pins.clear()
    table.open_session()
    certificate = endorse(folder, store)
    table.close()
    table = seat(folder, store)
    table.do(StartController("b2", "test", "stopped"))
    table.keeper.enrol()
    table.void_game()
    (enrolled,) = [e for e in table.shelf.entries() if e.kind == "SignatoryEnrolled"]
    assert base64.b64decode(enrolled.body["accredited"]) == certificate
    close(table)


@pytest.mark.req("AJ-42")
def test_a_token_taken_out_in_a_game_refuses_its_steps_and_the_game_goes_on_when_it_is_back(hall):
    endorse(*hall)
    table = seat(*hall)
    table.open_session()
    table.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(30), CloseSale())
    table.do(StartDraw())
    before = table.keeper.entry
    with taken_out(table.folder):
        refused = table.ask(ProposeVoid("fin"), "r1")
        assert isinstance(refused, Refusal)
        assert (refused.code, "KEY-TOKEN" in refused.sentence) == ("SIGN-FAILED", True)
        assert table.ask(ProposeVoid("fin"), "r1").code == "SIGN-LOCKED"
        assert table.unlocked.unlock("Ana", PIN, table.clock.now()).code.startswith("KEY-TOKEN")
        assert table.keeper.entry == before
        table.clock.ms += table.rules.minimum_interval_ms
        assert isinstance(table.ask(DrawBall()), Done)  # what needs no signature goes on meanwhile
        table.do(ReportBall(table.state.serial, 7, "f" * 64), CallBall(7))
    assert table.ask(ProposeVoid("fin"), "r1").code == "SIGN-LOCKED"
    table.unlock("Ana")
    assert isinstance(table.ask(ProposeVoid("fin"), "r1"), Done)
    table.do(ApproveVoid(), PayRefunds(30), CollectCards(30), SignGame())
    table.close_session()
    assert close(table).signatures == 8


def test_a_wrong_pin_signs_nothing_and_the_right_one_does(hall):
    endorse(*hall)
    table = seat(*hall)
    table.open_session()
    attempt = table.unlocked.unlock("Ana", "0000000", table.clock.now())
    assert (attempt.code, attempt.failures) == ("KEY-TOKEN-PIN", 1)
    assert table.ask(MinuteIncident("x")).code == "SIGN-LOCKED"
    table.do(MinuteIncident("x"))
    close(table)
