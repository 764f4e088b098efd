"""The folder of keys: what lies in it, who can open what, and what is refused."""

import os
import resource
import stat
import subprocess
from contextlib import contextmanager

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.console import certify_console
from hallctl.minutes.signing.errors import KeyFileError, KeyRefusedError
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.rekeying import change_passphrase
from hallctl.minutes.signing.verify import issued_by, verifies
from tests.hallctl.minutes.signing.conftest import ANA, DECADE, MOMENT, OFFICE, START, YEARS


def refusal(code, call, *arguments, kind=KeyRefusedError, **options):
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    assert caught.value.code == code
    return caught.value


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_new_folder_holds_authority_seal_and_controller_and_nothing_that_others_can_read(store):
    assert files(store.folder) == ["ca.crt", "ca.key", "controller.key", "seal.crt", "seal.key"]
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    for path in store.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert list(store.folder.parent.iterdir()) == [store.folder]


@pytest.mark.parametrize("mask", [0o000, 0o777])
def test_the_modes_do_not_depend_on_the_mask_of_the_process(tmp_path, mask):
    before = os.umask(mask & 0o077)
    try:
        store = Keystore.create(tmp_path / "c", "Sala", "Empresa", OFFICE, DECADE, rounds=1000)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in store.folder.iterdir()} == {0o600}
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


def test_openssl_opens_a_persons_key_with_the_passphrase_and_verifies_the_chain(store, ana, tmp_path):
    def openssl(*arguments):
        done = subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    key, chain = store.folder / "persona-ana-quispe.key", store.folder / "persona-ana-quispe.crt"
    secret = tmp_path / "secret"
    secret.write_text(ANA, "utf-8")
    code, said = openssl("pkey", "-in", str(key), "-passin", f"file:{secret}", "-noout", "-text")
    assert code == 0
    assert "NIST CURVE: P-256" in said
    assert openssl("pkey", "-in", str(key), "-passin", "pass:otra", "-noout")[0] != 0
    purpose = ("-purpose", "smimesign", "-attime", str(int(MOMENT.timestamp())), "-x509_strict")
    code, said = openssl("verify", *purpose, "-CAfile", str(store.folder / "ca.crt"), str(chain))
    assert code == 0, said


def test_the_certificates_say_who_holds_what_and_what_it_is_for(store, ana):
    authority = x509.load_der_x509_certificate(store.authority)
    assert authority.subject.rfc4514_string() == (
        "CN=Autoridad de certificación de Bingo Illimani,O=Juegos SRL,C=BO"
    )
    constraints = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca, constraints.value.path_length) == (True, True, 0)
    certificate = x509.load_der_x509_certificate(ana.certificate)
    assert certificate.subject.rfc4514_string() == "CN=Ana Quispe,OU=jefe,O=Juegos SRL,C=BO"
    usage = certificate.extensions.get_extension_for_class(x509.KeyUsage)
    assert usage.critical
    assert usage.value.content_commitment
    assert usage.value.digital_signature
    assert not usage.value.key_cert_sign
    assert certificate.serial_number.bit_length() > 64
    assert isinstance(certificate.public_key().curve, ec.SECP256R1)
    (seal,) = x509.load_der_x509_certificate(store.seal().certificate).subject.get_attributes_for_oid(
        NameOID.COMMON_NAME
    )
    assert seal.value == "Sello de Bingo Illimani"


def test_a_long_hall_name_is_cut_visibly_in_the_titles(tmp_path):
    hall = "Gran Casino y Bingo de la Ciudad de Santa Cruz de la Sierra"
    store = Keystore.create(tmp_path / "c", hall, "Empresa", OFFICE, DECADE, rounds=1000)
    (name,) = x509.load_der_x509_certificate(store.authority).subject.get_attributes_for_oid(
        NameOID.COMMON_NAME
    )
    assert name.value == "Autoridad de certificación de Gran Casino y Bingo de la Ciud…"


def test_a_person_signs_with_the_passphrase_and_anyone_verifies(store, ana):
    signer = store.unlock("Ana Quispe", ANA)
    signature = signer.sign(b"acta")
    assert signer.fingerprint == ana.fingerprint
    assert signature == store.unlock("Ana Quispe", ANA).sign(b"acta")
    assert verifies(ana.certificate, signer.algorithm, b"acta", signature)
    assert issued_by(store.authority, ana.certificate, MOMENT) == ()
    assert ANA not in repr(signer)
    assert "EllipticCurve" not in repr(signer)


def test_a_person_changes_the_passphrase_of_a_key_that_stays_the_same(store, ana):
    refusal("KEY-PASSPHRASE", change_passphrase, store, "Ana Quispe", "otra", "una nueva contraseña")
    refusal("KEY-SHORT", change_passphrase, store, "Ana Quispe", ANA, "corta")
    refusal("KEY-UNKNOWN", change_passphrase, store, "Eva Condori", ANA, "una nueva contraseña")
    before = files(store.folder)
    change_passphrase(store, "Ana Quispe", ANA, "una nueva contraseña")
    assert store.unlock("Ana Quispe", "una nueva contraseña").fingerprint == ana.fingerprint
    refusal("KEY-PASSPHRASE", store.unlock, "Ana Quispe", ANA)
    assert files(store.folder) == before
    assert stat.S_IMODE(store.key_file("Ana Quispe").stat().st_mode) == 0o600


def test_the_same_name_and_passphrase_typed_on_another_keyboard_open_the_key(store):
    store.enrol("José Pérez", ["cajero"], "contraseña", OFFICE, YEARS)
    assert store.unlock("José Pérez", "contraseña").sign(b"x")


def test_names_that_are_written_alike_are_two_people(store):
    store.enrol("José Núñez", ["jefe"], "primera contraseña", OFFICE, YEARS)
    store.enrol("Jose Nunez", ["director"], "segunda contraseña", OFFICE, YEARS)
    assert [holder.name for holder in store.people()] == ["Jose Nunez", "José Núñez"]
    assert store.unlock("José Núñez", "primera contraseña").sign(b"x")
    assert store.unlock("Jose Nunez", "segunda contraseña").sign(b"x")
    assert "persona-jose-nunez-2.crt" in files(store.folder)


@pytest.mark.parametrize("person", ["ca", "Seal", "Controller", "../fuera", "Мария", "a/b"])
def test_no_name_reaches_another_file(store, person):
    before = {path: path.read_bytes() for path in store.folder.iterdir()}
    holder = store.enrol(person, ["jefe"], ANA, OFFICE, YEARS)
    assert store.people() == (holder,)
    assert {path: path.read_bytes() for path in before} == before
    assert len(files(store.folder.parent)) == len(before) + 2


def test_wrong_passphrases_and_unknown_people_have_codes_of_their_own(store, ana):
    assert "Ana Quispe" in refusal("KEY-PASSPHRASE", store.unlock, "Ana Quispe", "otra").sentence
    refusal("KEY-PASSPHRASE", store.unlock, "Ana Quispe", "")
    refusal("KEY-PASSPHRASE", store.unlock, "Ana Quispe", "\ud800")
    refusal("KEY-UNKNOWN", store.unlock, "Nadie", ANA)
    refusal("KEY-PASSPHRASE", store.enrol, "Luis", ["jefe"], ANA, "no es la de la autoridad", YEARS)
    assert [holder.name for holder in store.people()] == ["Ana Quispe"]


def test_what_cannot_be_certified_is_refused_and_leaves_nothing(store):
    before = files(store.folder)
    refusal("KEY-SHORT", store.enrol, "Ana", ["jefe"], "siete77", OFFICE, YEARS)
    for name in ("", " Ana", "Ana  Q", "A\nB", "x" * 65, "é" * 33, "\ud800"):
        refusal("KEY-NAME", store.enrol, name, ["jefe"], ANA, OFFICE, YEARS)
    refusal("KEY-NAME", store.enrol, "Ana", [""], ANA, OFFICE, YEARS)
    late = Validity(START, DECADE.end.replace(year=2060))
    refusal("KEY-VALIDITY", store.enrol, "Ana", ["jefe"], ANA, OFFICE, late)
    assert files(store.folder) == before


def test_a_folder_that_is_there_is_never_touched(store):
    before = {path: path.read_bytes() for path in store.folder.iterdir()}
    arguments = (store.folder, "Otra", "Empresa", OFFICE, DECADE, 1000)
    refusal("KEY-EXISTS", Keystore.create, *arguments, kind=KeyFileError)
    assert {path: path.read_bytes() for path in store.folder.iterdir()} == before


def test_a_short_passphrase_makes_no_folder(tmp_path):
    refusal("KEY-SHORT", Keystore.create, tmp_path / "c", "Sala", "Empresa", "corta", DECADE, 1000)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_whose_parent_is_missing_is_named(tmp_path):
    path = tmp_path / "no" / "c"
    refusal("KEY-MISSING", Keystore.create, path, "Sala", "E", OFFICE, DECADE, 1000, kind=KeyFileError)


def test_a_second_certificate_needs_to_be_asked_for_and_keeps_the_first(store, ana):
    refusal("KEY-ENROLLED", store.enrol, "Ana Quispe", ["jefe"], ANA, OFFICE, YEARS)
    new = store.enrol("Ana Quispe", ["director"], "otra contraseña", OFFICE, YEARS, replace=True)
    assert store.people() == (new,)
    assert new.posts == ("director",)
    refusal("KEY-PASSPHRASE", store.unlock, "Ana Quispe", ANA)
    assert store.unlock("Ana Quispe", "otra contraseña").fingerprint == new.fingerprint
    former = (store.folder / "anteriores" / f"{ana.fingerprint}.crt").read_bytes()
    assert x509.load_pem_x509_certificate(former) == x509.load_der_x509_certificate(ana.certificate)


def test_a_folder_or_key_that_others_can_read_is_refused(store, ana):
    store.folder.chmod(0o750)
    for call in (store.people, store.seal, store.controller, lambda: store.authority):
        refusal("KEY-OPEN", call, kind=KeyFileError)
    refusal("KEY-OPEN", store.unlock, "Ana Quispe", ANA, kind=KeyFileError)
    store.folder.chmod(0o700)
    (store.folder / "seal.key").chmod(0o640)
    refusal("KEY-OPEN", store.seal, kind=KeyFileError)


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")


@as_root
def test_a_folder_of_another_user_is_refused_but_for_root_in_that_users_hall(store):
    """``sudo hallctl init`` gives the hall that it has made to the hall's own user, and looks at it then."""
    os.chown(store.folder, 12345, -1)
    assert "sudo -u '#12345' hallctl" in str(refusal("KEY-OWNER", store.seal, kind=KeyFileError))
    os.chown(store.folder.parent, 12345, -1)
    assert store.seal().certificate
    os.chown(store.folder, 54321, -1)
    refusal("KEY-OWNER", store.seal, kind=KeyFileError)


def give(folder):
    for path in (folder.parent, folder, *folder.rglob("*")):
        os.chown(path, 12345, 12345)


@as_root
def test_what_root_writes_among_a_halls_keys_belongs_to_the_halls_user(store, ana):
    give(store.folder)
    store.enrol("Luis", ["jefe"], ANA, OFFICE, YEARS)
    store.enrol("Ana Quispe", ["jefe"], ANA, OFFICE, YEARS, replace=True)
    change_passphrase(store, "Luis", ANA, "otra contraseña")
    certify_console(store, ["sala.local"], OFFICE, YEARS)
    other = Keystore.create(store.folder.with_name("otras"), "S", "E", OFFICE, DECADE, 1000)
    found = {*store.folder.rglob("*"), other.folder, *other.folder.iterdir()}
    assert store.folder / "anteriores" / f"{ana.fingerprint}.crt" in found
    assert {(path.stat().st_uid, path.stat().st_gid) for path in found} == {(12345, 12345)}


@as_root
def test_root_follows_no_link_that_the_halls_user_has_put_among_the_keys(store, ana, tmp_path_factory):
    secret = tmp_path_factory.mktemp("root") / "secret"
    path = store.folder / "persona-ana-quispe.crt"
    secret.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(secret)
    assert store.people() == (ana,)
    give(store.folder)
    refusal("KEY-DAMAGED", store.people, kind=KeyFileError)


def test_a_pipe_among_the_keys_is_damage_and_nobody_waits_for_it(store, ana):
    for name, call in (("persona-ana-quispe.crt", store.people), ("controller.key", store.controller)):
        (store.folder / name).unlink()
        os.mkfifo(store.folder / name, 0o600)
        assert name in str(refusal("KEY-DAMAGED", call, kind=KeyFileError))


@pytest.mark.parametrize(
    "content", [b"", b"nada", b"-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_file_is_named_and_not_taken_for_a_wrong_passphrase(store, ana, content):
    for name in ("persona-ana-quispe.key", "persona-ana-quispe.crt", "seal.key", "controller.key", "ca.crt"):
        path = store.folder / name
        whole = path.read_bytes()
        path.write_bytes(content)
        call = {
            "persona-ana-quispe.key": lambda: store.unlock("Ana Quispe", ANA),
            "persona-ana-quispe.crt": store.people,
            "seal.key": store.seal,
            "controller.key": store.controller,
            "ca.crt": lambda: store.authority,
        }[name]
        assert name in str(refusal("KEY-DAMAGED", call, kind=KeyFileError))
        path.write_bytes(whole)


def test_a_key_that_is_not_the_certificates_is_damage(store, ana):
    (store.folder / "seal.key").write_bytes((store.folder / "controller.key").read_bytes())
    refusal("KEY-DAMAGED", store.seal, kind=KeyFileError)
    store.enrol("Luis Mamani", ["director"], ANA, OFFICE, YEARS)
    other = (store.folder / "persona-luis-mamani.key").read_bytes()
    (store.folder / "persona-ana-quispe.key").write_bytes(other)
    refusal("KEY-DAMAGED", store.unlock, "Ana Quispe", ANA, kind=KeyFileError)


def test_a_missing_folder_or_key_is_named(store, tmp_path):
    refusal("KEY-MISSING", Keystore(tmp_path / "nada").people, kind=KeyFileError)
    (store.folder / "controller.key").unlink()
    assert "controller.key" in str(refusal("KEY-MISSING", store.controller, kind=KeyFileError))


def test_the_controllers_key_is_the_same_each_time(store):
    assert store.controller().sign(b"x") == store.controller().sign(b"x")


@contextmanager
def no_room(size):
    """Let no file grow beyond ``size`` bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 150, 600])
def test_a_full_disk_is_named_and_leaves_nothing_half_made(store, ana, size):
    before = {path: path.read_bytes() for path in store.folder.iterdir()}
    other = store.folder.with_name("otra")
    with no_room(size):
        refusal("KEY-IO", Keystore.create, other, "S", "E", OFFICE, DECADE, 1000, kind=KeyFileError)
        refusal("KEY-IO", store.enrol, "Luis", ["jefe"], ANA, OFFICE, YEARS, kind=KeyFileError)
        again = ("Ana Quispe", ["jefe"], "otra contraseña", OFFICE, YEARS)
        refusal("KEY-IO", store.enrol, *again, replace=True, kind=KeyFileError)
    assert {path: path.read_bytes() for path in store.folder.iterdir()} == before
    assert list(store.folder.parent.iterdir()) == [store.folder]
    assert store.unlock("Ana Quispe", ANA).fingerprint == ana.fingerprint
    assert store.enrol("Luis", ["jefe"], ANA, OFFICE, YEARS)
