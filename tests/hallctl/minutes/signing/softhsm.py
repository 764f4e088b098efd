"""Tokens for tests: SoftHSM, keys that the test makes, certificates as a national authority gives them."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from hallctl.minutes.signing.certificates import Validity
from tests.hallctl.minutes.signing.conftest import YEARS

pkcs11 = pytest.importorskip("pkcs11", reason="the extra «token» is not installed")

MODULE = Path("/usr/lib/softhsm/libsofthsm2.so")
PIN = "1234567"


@contextmanager
def tokens(folder: Path, *labels: str) -> Iterator[None]:
    """Make empty tokens; the library is given back, so that the next test's tokens are others."""
    assert shutil.which("softhsm2-util"), "softhsm2 is missing: sh tools/install.sh dev"
    (folder / "tokens").mkdir()
    (folder / "softhsm2.conf").write_text(f"directories.tokendir = {folder}/tokens\nlog.level = ERROR\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOFTHSM2_CONF", str(folder / "softhsm2.conf"))
        for label in labels:
            command = ["softhsm2-util", "--init-token", "--free", "--label", label]
            command += ["--pin", PIN, "--so-pin", "87654321"]
            subprocess.run(command, check=True, capture_output=True)
        yield
        pkcs11.unload(str(MODULE))


@contextmanager
def taken_out(folder: Path) -> Iterator[None]:
    """Take every token out, and put them back."""
    (folder / "tokens").rename(folder / "away")
    yield
    (folder / "away").rename(folder / "tokens")


def put(folder, label, number, key, certificate=None, token="jefe"):
    """Import a key, and a certificate where there is one, as the token's maker would."""
    path = folder / f"{number}.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    where = ["--token", token, "--label", label, "--id", number, "--pin", PIN]
    subprocess.run(["softhsm2-util", "--import", str(path), *where], check=True, capture_output=True)
    if certificate is None:
        return
    parsed = x509.load_der_x509_certificate(certificate)
    with pkcs11.lib(str(MODULE)).get_token(token_label=token).open(rw=True, user_pin=PIN) as session:
        session.create_object(
            {
                pkcs11.Attribute.CLASS: pkcs11.ObjectClass.CERTIFICATE,
                pkcs11.Attribute.CERTIFICATE_TYPE: pkcs11.CertificateType.X_509,
                pkcs11.Attribute.TOKEN: True,
                pkcs11.Attribute.LABEL: label,
                pkcs11.Attribute.SUBJECT: parsed.subject.public_bytes(),
                pkcs11.Attribute.VALUE: certificate,
            }
        )


def accredited(key, name: str, validity: Validity = YEARS) -> bytes:
    """Certify a key as a national authority does: RSA, a person's name in capitals, no posts."""
    office = rsa.generate_private_key(65537, 2048)
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Entidad Certificadora Pública")])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).serial_number(7)
    builder = builder.public_key(key.public_key())
    builder = builder.not_valid_before(validity.start).not_valid_after(validity.end)
    return builder.sign(office, hashes.SHA256()).public_bytes(Encoding.DER)
