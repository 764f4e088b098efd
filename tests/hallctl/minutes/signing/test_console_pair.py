"""The console's key and certificate: what they are good for, and that they are replaced both or neither."""

import hashlib
import os
import re
import shutil
import ssl
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.minutes.signing.certificates import CONSOLE_DAYS, Validity
from hallctl.minutes.signing.console import certify_console, console_pair
from hallctl.minutes.signing.errors import KeyFileError
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.signers import fingerprint_of
from hallctl.minutes.signing.verify import hosts_of, issued_by, serves
from hallctl.minutes.signing.verify import span_of as read_span
from tests.hallctl.minutes.signing.conftest import DECADE, MOMENT, OFFICE
from tests.hallctl.minutes.signing.test_keystore import files, no_room, refusal
from tests.sampling import sampled

HOSTS = ("192.168.1.10", "sala.local")
ALWAYS = (*HOSTS, "127.0.0.1", "localhost")
A_YEAR = Validity(MOMENT, MOMENT + timedelta(days=CONSOLE_DAYS))


def certify(store, *hosts, validity=A_YEAR, passphrase=OFFICE):
    return certify_console(store, hosts or HOSTS, passphrase, validity)


def span_of(certificate):
    span = read_span(certificate)
    assert span is not None
    return span


def loads(pair):
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(pair.path, pair.key_path)
    return True


def extension(pair, kind):
    return x509.load_der_x509_certificate(pair.certificate).extensions.get_extension_for_class(kind)


def test_it_is_a_servers_certificate_and_good_for_nothing_else(store):
    pair = certify(store)
    assert (pair.path, pair.key_path) == (store.folder / "console.crt", store.folder / "console.key")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (pair.path, pair.key_path)] == [0o600, 0o600]
    assert hosts_of(pair.certificate) == ALWAYS
    names = extension(pair, x509.SubjectAlternativeName).value
    assert [str(each) for each in names.get_values_for_type(x509.IPAddress)] == ["192.168.1.10", "127.0.0.1"]
    assert list(extension(pair, x509.ExtendedKeyUsage).value) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert not extension(pair, x509.BasicConstraints).value.ca
    usage = extension(pair, x509.KeyUsage).value
    assert (usage.digital_signature, usage.content_commitment, usage.key_cert_sign) == (True, False, False)
    subject = x509.load_der_x509_certificate(pair.certificate).subject.rfc4514_string()
    assert subject == "CN=Consola de la sala,O=Juegos SRL,C=BO"
    assert serves(store.authority, pair.certificate, MOMENT) == ()
    assert issued_by(store.authority, pair.certificate, MOMENT) == (
        "el certificado no es para firmar documentos",
    )
    seal = store.seal().certificate
    assert serves(store.authority, seal, MOMENT) == ("no es para un servidor",)
    assert store.people() == ()


@pytest.mark.parametrize("asked", [("-verify_ip", "192.168.1.10"), ("-verify_hostname", "sala.local")])
def test_openssl_takes_it_as_strictly_as_it_can(store, asked):
    pair = certify(store)
    strict = ("-purpose", "sslserver", "-x509_strict", "-attime", str(int(MOMENT.timestamp())))
    command = ["openssl", "verify", *strict, "-CAfile", str(store.folder / "ca.crt")]
    done = subprocess.run([*command, *asked, str(pair.path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    other = subprocess.run(
        [*command, "-verify_hostname", "otra.local", str(pair.path)], capture_output=True, check=False
    )
    assert other.returncode != 0


def test_it_holds_397_days_and_no_longer_than_the_authority(store):
    start, end = span_of(certify(store, validity=DECADE).certificate)
    assert end - start == timedelta(days=397)
    late = Validity(DECADE.end - timedelta(days=9), DECADE.end + timedelta(days=300))
    assert span_of(certify(store, validity=late).certificate)[1] == DECADE.end
    over = Validity(DECADE.end, DECADE.end + timedelta(days=300))
    assert "el 2049-01-01" in refusal("KEY-AUTHORITY", certify, store, validity=over).sentence


def test_it_says_from_when_until_when(store):
    pair = certify(store)
    (early,) = serves(store.authority, pair.certificate, MOMENT - timedelta(days=3))
    assert early == "no vale antes del 2026-11-21: revise el reloj"
    (over,) = serves(store.authority, pair.certificate, MOMENT + timedelta(days=398))
    assert over == "caducó el 2027-12-23"


@pytest.mark.parametrize(
    "host",
    [
        *("", "0.0.0.0", "192.168.1", "192.168.1.300", "1.2.3.4.5", "*.local", "sala local", "::1", "a..b"),
        *("-a", "ñandú.local", "a" * 64, "http://sala", "sala.local:8000", "sala.local/", "a." * 127 + "b"),
    ],
)
def test_what_is_no_address_of_a_machine_is_refused_before_anything_is_written(store, host):
    before = files(store.folder)
    assert f"«{host}»" in refusal("KEY-HOST", certify, store, "sala.local", host).sentence
    assert files(store.folder) == before


def test_names_are_taken_once_and_small(store):
    assert hosts_of(certify(store, "Sala.Local", "sala.local", "localhost", "mesa").certificate) == (
        "sala.local", "localhost", "mesa", "127.0.0.1",
    )  # fmt: skip


def test_a_hall_without_one_says_so_and_renewing_replaces_both(store):
    assert console_pair(store) is None
    first = certify(store)
    key = first.key_path.read_bytes()
    assert console_pair(store) == first
    second = certify(store, "10.0.0.7")
    assert console_pair(store) == second
    assert hosts_of(second.certificate) == ("10.0.0.7", "127.0.0.1", "localhost")
    assert second.key_path.read_bytes() != key
    assert loads(second)
    assert "anteriores" not in {path.name for path in store.folder.iterdir()}, "it signed nothing of the book"


def test_a_wrong_passphrase_or_a_full_disk_leaves_what_was(store):
    first = certify(store)
    before = {path: path.read_bytes() for path in store.folder.iterdir()}
    refusal("KEY-PASSPHRASE", certify, store, passphrase="otra cosa")
    for size in (0, 150, 400):
        with no_room(size):
            refusal("KEY-IO", certify, store, kind=KeyFileError)
    assert {path: path.read_bytes() for path in store.folder.iterdir()} == before
    assert console_pair(store) == first


def test_what_does_not_belong_together_or_is_open_is_said(store):
    pair = certify(store)
    whole, key = pair.path.read_bytes(), pair.key_path.read_bytes()
    for path, content in (
        (pair.path, b"nada"),
        (pair.key_path, b""),
        (pair.path, None),
        (pair.key_path, None),
    ):
        path.unlink() if content is None else path.write_bytes(content)
        assert (
            "hallctl keys console"
            in refusal("KEY-CONSOLE", lambda: console_pair(store), kind=KeyFileError).sentence
        )
        pair.path.write_bytes(whole)
        pair.key_path.write_bytes(key)
        pair.key_path.chmod(0o600)
    assert console_pair(store) == pair
    pair.key_path.write_bytes((store.folder / "seal.key").read_bytes())
    refusal("KEY-CONSOLE", lambda: console_pair(store), kind=KeyFileError)
    assert loads(certify(store)), "making it anew mends it"
    pair.key_path.chmod(0o640)
    refusal("KEY-OPEN", lambda: console_pair(store), kind=KeyFileError)


RENEW = f"""
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.console import certify_console
from hallctl.minutes.signing.keystore import Keystore
start = datetime(2026, 11, 21, tzinfo=UTC)
validity = Validity(start, start + timedelta(days=9))
certify_console(Keystore(Path(sys.argv[1])), ["10.0.0.7"], {OFFICE!r}, validity)
"""
RENAMES = "inject=rename,renameat,renameat2:signal={}:when={}"
SYNCS = "inject=fsync:signal={}:when={}"


def cut_short(folder, inject):
    """Renew in a process of its own that gets a signal at one system call."""
    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", inject, sys.executable, "-c", RENEW, folder]
    return subprocess.run(
        [str(each) for each in command],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.skipif(shutil.which("strace") is None, reason="apt-get install strace")
@pytest.mark.parametrize("inject", [RENAMES, SYNCS], ids=["rename", "fsync"])
@pytest.mark.parametrize("signal", sampled(["KILL", "INT", "TERM"], 3))
def test_a_renewal_that_ends_anywhere_leaves_one_whole_pair(store, inject, signal):
    pairs, statuses = set(), set()
    for call in range(1, 7):
        old = certify(store)
        ran = cut_short(store.folder, inject.format(signal, call))
        assert "ptrace" not in ran.stderr, ran.stderr
        statuses.add(ran.returncode)
        read = console_pair(store)
        assert read is not None, (call, ran.stderr)
        assert loads(read)
        pairs.add(read == old)
        assert console_pair(store) == read
    assert False in pairs
    assert inject is RENAMES or True in pairs, "the first of these calls come before the renames"
    assert 0 in statuses, "the last of these calls was never made"
    certify(store)
    assert not [name for name in files(store.folder) if name.endswith(".part")]


def test_the_command_makes_it_and_the_list_shows_it_and_what_is_wrong_with_it(store, tmp_path):
    (tmp_path / "office").write_text(OFFICE, "utf-8")
    secret = ("--authority-passphrase-file", str(tmp_path / "office"))

    def keys(*arguments, typed=""):
        return CliRunner().invoke(app, ["keys", *map(str, arguments)], input=typed)

    made = keys("console", store.folder, "--host", "192.168.1.10", "--host", "sala.local", *secret)
    assert made.exit_code == 0, made.output
    pair = console_pair(store)
    start, end = span_of(pair.certificate)
    assert end - start == timedelta(days=397)
    assert start < datetime.now(UTC) - timedelta(hours=12), "the clock of a tablet may be behind"
    said = f"Consola ({', '.join(ALWAYS)}), hasta el {end:%Y-%m-%d}: {fingerprint_of(pair.certificate)}"
    first, tablets, last = made.stdout.splitlines()
    assert (first, last) == (said, "El controlador lo usa desde que arranca de nuevo.")
    assert tablets.endswith(hashlib.sha256(store.authority).digest().hex(" ").upper())
    listed = keys("list", store.folder)
    assert (listed.exit_code, listed.stdout.splitlines()[1:]) == (0, [said])
    again = keys("console", store.folder, "--host", "10.0.0.7", typed=f"{OFFICE}\n")
    assert again.exit_code == 0, again.output
    assert OFFICE not in again.output
    assert hosts_of(console_pair(store).certificate)[0] == "10.0.0.7"
    for arguments, sentence in {
        ("console", store.folder): "Falta la opción",
        ("console", store.folder, "--host", "*.local"): "«*.local» no es una dirección IPv4",
        ("console", tmp_path / "nada", "--host", "sala"): "No existe",
    }.items():
        ran = keys(*arguments, *secret)
        assert (ran.exit_code, sentence in ran.stderr) == (2, True), ran.output
    certify(store, validity=Validity(DECADE.start, DECADE.start + timedelta(days=9)))
    listed = keys("list", store.folder)
    assert (listed.exit_code, listed.stdout.splitlines()[2]) == (1, "  caducó el 2020-01-10")


def test_one_of_another_authority_is_reported(store, tmp_path):
    other = Keystore.create(tmp_path / "otras", "Otra", "Otra SRL", OFFICE, DECADE, rounds=1000)
    certify(other)
    for name in ("console.crt", "console.key"):
        shutil.copy(other.folder / name, store.folder / name)
    listed = CliRunner().invoke(app, ["keys", "list", str(store.folder)])
    assert listed.exit_code == 1
    assert re.search("no lo emitió la autoridad de esta carpeta", listed.stdout)
