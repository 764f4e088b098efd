"""A signer on a token: SoftHSM is the token, its keys are made by the test and certified by the hall."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.pades import seal_pdf
from hallctl.minutes.signing.pkcs8 import opened
from hallctl.minutes.signing.signers import TWO_PERSON_MS, Outcome, Unlocked
from hallctl.minutes.signing.token import TokenOpener, TokenPlace, open_token
from hallctl.minutes.signing.verify import ECDSA, RSA, issued_by, name_of, verifies
from tests.hallctl.minutes.signing.conftest import ANA, MOMENT, OFFICE, START, YEARS
from tests.hallctl.minutes.signing.softhsm import MODULE, PIN, accredited, put, taken_out, tokens
from tests.hallctl.minutes.signing.test_cli import DOC
from tests.hallctl.minutes.signing.test_pades import SAID, status_of

NAME = "ANA QUISPE MAMANI"
KEYS = {
    "P-256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "RSA": lambda: rsa.generate_private_key(65537, 2048),
}


@pytest.fixture
def token(tmp_path):
    with tokens(tmp_path, "jefe"):
        yield tmp_path


@pytest.fixture
def anas(token, store, ana):
    """Put the key that the hall certified for Ana on the token."""
    key = opened((store.folder / "persona-ana-quispe.key").read_bytes(), ANA)
    put(token, "firma", "01", key, ana.certificate)
    return ana


def code_of(*arguments):
    with pytest.raises(SigningError) as caught:
        open_token(*arguments)
    return caught.value.code


def test_a_key_on_a_token_signs_and_the_hall_verifies(anas, store):
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        assert (signer.algorithm, signer.fingerprint) == (ECDSA, anas.fingerprint)
        assert name_of(signer.certificate) == "Ana Quispe"
        for message in (b"", b"acta", b"x" * 100_000):
            signature = signer.sign(message)
            assert verifies(anas.certificate, signer.algorithm, message, signature)
            assert not verifies(anas.certificate, signer.algorithm, message + b".", signature)
    assert issued_by(store.authority, anas.certificate, MOMENT) == ()


def test_a_token_seals_a_folio(anas, store, folio):
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        sealed = seal_pdf(folio, signer, *SAID, MOMENT)
    assert status_of(sealed.content, store.authority).bottom_line


def test_a_token_with_an_rsa_key_signs_and_seals(token, store, ana, folio):
    key = rsa.generate_private_key(65537, 2048)
    authority = opened((store.folder / "ca.key").read_bytes(), OFFICE)
    template = x509.load_der_x509_certificate(ana.certificate)
    builder = x509.CertificateBuilder(extensions=[each for each in template.extensions])
    builder = builder.subject_name(template.subject).issuer_name(template.issuer).serial_number(99)
    builder = builder.public_key(key.public_key()).not_valid_before(YEARS.start).not_valid_after(YEARS.end)
    certificate = builder.sign(authority, hashes.SHA256()).public_bytes(Encoding.DER)
    put(token, "firma", "01", key, certificate)
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        assert signer.algorithm == RSA
        assert verifies(certificate, RSA, b"acta", signer.sign(b"acta"))
        sealed = seal_pdf(folio, signer, *SAID, MOMENT)
    assert status_of(sealed.content, store.authority).bottom_line


def test_what_is_wrong_with_a_token_is_told_apart(anas, token):
    assert code_of(MODULE, "jefe", "firma", "0000000") == "KEY-TOKEN-PIN"
    for pin in ("", "\ud800", "1\0", "9" * 300):
        assert code_of(MODULE, "jefe", "firma", pin) == "KEY-TOKEN-PIN"
    assert code_of(MODULE, "otra", "firma", PIN) == "KEY-TOKEN-FIND"
    assert code_of(MODULE, "jefe", "nada", PIN) == "KEY-TOKEN-FIND"
    assert code_of(token / "nada.so", "jefe", "firma", PIN) == "KEY-TOKEN"
    (token / "no.so").write_bytes(b"no es una biblioteca")
    assert code_of(token / "no.so", "jefe", "firma", PIN) == "KEY-TOKEN"
    put(token, "sin certificado", "02", ec.generate_private_key(ec.SECP256R1()))
    assert code_of(MODULE, "jefe", "sin certificado", PIN) == "KEY-TOKEN-FIND"
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        assert signer.sign(b"x")


def test_a_certificate_about_another_key_is_refused(token, ana):
    put(token, "firma", "01", ec.generate_private_key(ec.SECP256R1()), ana.certificate)
    assert code_of(MODULE, "jefe", "firma", PIN) == "KEY-TOKEN-FIND"


def test_a_closed_token_is_locked_and_a_lost_one_does_not_answer(anas, token):
    signer = open_token(MODULE, "jefe", "firma", PIN)
    signer.close()
    signer.close()
    with pytest.raises(SigningError) as caught:
        signer.sign(b"x")
    assert caught.value.code == "KEY-LOCKED"
    signer = open_token(MODULE, "jefe", "firma", PIN)
    with taken_out(token):
        with pytest.raises(SigningError) as caught:
            signer.sign(b"x")
        assert caught.value.code == "KEY-TOKEN"
        signer.close()


def test_without_the_extra_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pkcs11", None)
    assert code_of(MODULE, "jefe", "firma", PIN) == "KEY-TOKEN-EXTRA"


def test_the_key_of_a_file_and_of_a_token_are_the_same_to_a_verifier(anas, store):
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        on_token = signer.sign(b"acta")
    in_file = store.unlock("Ana Quispe", ANA).sign(b"acta")
    assert on_token != in_file
    for signature in (on_token, in_file):
        assert verifies(anas.certificate, ECDSA, b"acta", signature)


def test_at_the_desk_one_signs_with_a_token_and_another_with_a_passphrase(anas, store):
    luis = store.enrol("Luis Mamani", ["director"], "contraseña de Luis", OFFICE, YEARS)
    desk = Unlocked(TokenOpener({"Ana Quispe": TokenPlace(MODULE, "jefe", "firma")}, store))
    assert desk.unlock("Ana Quispe", PIN, 0).outcome is Outcome.UNLOCKED
    assert desk.unlock("Luis Mamani", "contraseña de Luis", 0).outcome is Outcome.UNLOCKED
    for holder in (anas, luis):
        used, signature = desk.sign(holder.name, b"incidencia", 10, TWO_PERSON_MS)
        assert verifies(holder.certificate, used.algorithm, b"incidencia", signature)
    assert desk.unlock("Ana Quispe", PIN, 200_000).outcome is Outcome.UNLOCKED
    assert desk.sign("Ana Quispe", b"x", 200_000, TWO_PERSON_MS)
    wrong = desk.unlock("Ana Quispe", "0000000", 200_001)
    assert (wrong.outcome, wrong.failures) == (Outcome.WRONG, 1)
    with pytest.raises(SigningError):
        desk.sign("Ana Quispe", b"x", 200_002)
    assert desk.unlock("Ana Quispe", PIN, 200_003).outcome is Outcome.UNLOCKED
    assert desk.sign("Ana Quispe", b"x", 200_003)
    desk.lock("Ana Quispe")
    with open_token(MODULE, "jefe", "firma", PIN) as signer:  # nobody else is logged in any more
        assert signer.sign(b"x")


def endorsed(store, key, folder, **more):
    """Put a key with a national certificate on the token, and endorse it."""
    certificate = accredited(key, NAME)
    put(folder, "firma", "01", key, certificate)
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        return certificate, store.endorse("Ana Quispe", ["jefe"], signer, OFFICE, YEARS, **more)


def places(**more):
    return {"Ana Quispe": replace(TokenPlace(MODULE, "jefe", "firma"), **more)}


@pytest.mark.parametrize("kind", KEYS)
def test_the_hall_endorses_the_key_of_a_token_and_its_certificate_signs(token, store, kind):
    certificate, ana = endorsed(store, KEYS[kind](), token)
    assert (ana.name, ana.posts, ana.accredited) == ("Ana Quispe", ("jefe",), certificate)
    assert issued_by(store.authority, ana.certificate, MOMENT) == ()
    assert store.people() == (ana,)
    assert not list(store.folder.glob("persona-*.key"))
    signer = TokenOpener(places(), store).unlock("Ana Quispe", PIN)
    assert signer.certificate == ana.certificate
    for holder in (ana.certificate, certificate):  # the same key: either certificate verifies
        assert verifies(holder, signer.algorithm, b"acta", signer.sign(b"acta"))
    signer.close()


def test_the_certificate_of_the_hall_ends_with_the_accredited_one_and_is_not_given_over_an_expired_one(
    token, store
):
    key = KEYS["P-256"]()
    soon = Validity(START, MOMENT)
    put(token, "firma", "01", key, accredited(key, NAME, soon))
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        ana = store.endorse("Ana Quispe", ["jefe"], signer, OFFICE, YEARS)
        assert x509.load_der_x509_certificate(ana.certificate).not_valid_after_utc == MOMENT
        late = Validity(MOMENT + timedelta(days=1), YEARS.end)
        with pytest.raises(SigningError) as caught:
            store.endorse("Ana Quispe", ["jefe"], signer, OFFICE, late, replace=True)
    assert caught.value.code == "KEY-ENDORSE"
    assert store.people() == (ana,)


def test_a_token_takes_the_place_of_a_key_and_a_key_that_of_a_token(token, store, ana):
    with pytest.raises(SigningError) as caught:
        endorsed(store, KEYS["P-256"](), token)
    assert caught.value.code == "KEY-ENROLLED"
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        holder = store.endorse("Ana Quispe", ["jefe"], signer, OFFICE, YEARS, replace=True)
    with pytest.raises(SigningError) as caught:
        store.unlock("Ana Quispe", ANA)
    assert caught.value.code == "KEY-TOKEN-PLACE"
    again = store.enrol("Ana Quispe", ["jefe"], ANA, OFFICE, YEARS, replace=True)
    assert again.accredited == b""
    assert store.unlock("Ana Quispe", ANA).sign(b"x")
    former = {path.name for path in (store.folder / "anteriores").iterdir()}
    given = sha256(holder.accredited).hexdigest()
    assert former == {f"{name}.crt" for name in (ana.fingerprint, holder.fingerprint, given)}


def test_what_an_enrolment_that_was_cut_short_left_is_nobodys(token, store):
    (store.folder / "persona-ana-quispe.key").write_text("x")
    endorsed(store, KEYS["P-256"](), token)
    assert not (store.folder / "persona-ana-quispe.key").exists()
    (store.folder / "persona-ana-quispe.crt").unlink()
    assert store.people() == ()
    assert store.enrol("Ana Quispe", ["jefe"], ANA, OFFICE, YEARS).accredited == b""


def test_an_accredited_certificate_of_another_key_is_a_damaged_folder(token, store):
    endorsed(store, KEYS["P-256"](), token)
    other = x509.load_der_x509_certificate(accredited(KEYS["P-256"](), NAME))
    (store.folder / "persona-ana-quispe.acreditado.crt").write_bytes(other.public_bytes(Encoding.PEM))
    with pytest.raises(SigningError) as caught:
        store.people()
    assert caught.value.code == "KEY-DAMAGED"


@pytest.mark.parametrize("kind", KEYS)
def test_a_token_with_another_key_than_the_hall_certified_is_not_opened(token, store, kind):
    endorsed(store, KEYS["P-256"](), token)
    put(token, "otra", "02", KEYS[kind]())
    desk = Unlocked(TokenOpener(places(key="otra"), store))
    assert desk.unlock("Ana Quispe", PIN, 0).code == "KEY-TOKEN-FIND"


def test_a_token_that_was_taken_out_signs_again_when_it_is_back_and_its_pin_is_typed(token, store):
    _, ana = endorsed(store, KEYS["RSA"](), token)
    desk = Unlocked(TokenOpener(places(), store))
    assert desk.unlock("Ana Quispe", PIN, 0).outcome is Outcome.UNLOCKED

    def refused():
        with pytest.raises(SigningError) as caught:
            desk.sign("Ana Quispe", b"x", 0)
        return caught.value.code

    with taken_out(token):
        assert [refused(), refused()] == ["KEY-TOKEN", "KEY-LOCKED"]
        for _ in range(4):  # a token that is not there delays nobody
            attempt = desk.unlock("Ana Quispe", PIN, 0)
            assert (attempt.outcome, attempt.failures) == (Outcome.BROKEN, 0)
            assert attempt.code in {"KEY-TOKEN", "KEY-TOKEN-FIND"}
    assert refused() == "KEY-LOCKED"
    assert desk.unlock("Ana Quispe", PIN, 0).outcome is Outcome.UNLOCKED
    used, signature = desk.sign("Ana Quispe", b"x", 0)
    assert verifies(ana.certificate, used.algorithm, b"x", signature)
    desk.lock("Ana Quispe")


def test_a_missing_library_is_told_at_the_desk(store, ana):
    desk = Unlocked(TokenOpener(places(module=store.folder / "nada.so"), store))
    attempt = desk.unlock("Ana Quispe", PIN, 0)
    assert (attempt.outcome, attempt.code) == (Outcome.BROKEN, "KEY-TOKEN")
    assert desk.unlock("Nadie", PIN, 0).code == "KEY-UNKNOWN"


def test_the_list_shows_the_accredited_certificate_and_objects_when_it_ran_out(token, store):
    key = KEYS["P-256"]()
    ended = Validity(START, START + timedelta(days=1))
    put(token, "firma", "01", key, accredited(key, NAME, ended))
    with open_token(MODULE, "jefe", "firma", PIN) as signer:
        store.endorse("Ana Quispe", ["jefe"], signer, OFFICE, ended)
        given = signer.fingerprint
    listed = CliRunner().invoke(app, ["keys", "list", str(store.folder)])
    assert listed.exit_code == 1
    said = f"certificado acreditado de {NAME}, por Entidad Certificadora Pública: {given}"
    assert said in listed.stdout
    assert "el certificado acreditado no está vigente" in listed.stdout


def test_the_commands_of_the_document_for_tokens_work_as_written(tmp_path, store, monkeypatch, token):
    """Every line of docs/keys.md that names a token, in order, with files for what is typed."""
    key = KEYS["RSA"]()
    put(token, "firma", "01", key, accredited(key, NAME))
    assert store.folder == tmp_path / "claves"
    (tmp_path / "autoridad.txt").write_text(OFFICE, "utf-8")
    (tmp_path / "pin.txt").write_text(f"{PIN}\n", "utf-8")
    (tmp_path / "hallctl").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hallctl "$@"\n')
    (tmp_path / "hallctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    blocks = re.findall(r"```sh\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    for block in [block for block in blocks if "--module" in block]:
        done = subprocess.run(
            ["sh", "-e"], input=block, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, block + done.stdout + done.stderr
    (ana,) = Keystore(tmp_path / "claves").people()
    assert name_of(ana.accredited) == NAME
