"""Sealed folios as other people's programs see them: pdfsig, qpdf, openssl and pyHanko's own validator."""

import hashlib
import os
import re
import socket
import subprocess
import sys
import time
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from io import BytesIO

import asn1crypto.x509
import pytest
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from hallctl.minutes.signing.errors import KeyRefusedError
from hallctl.minutes.signing.pades import seal_pdf
from hallctl.minutes.signing.timestamps import TimeStamper, digest_of
from tests.hallctl.minutes.signing.authority import stamping
from tests.hallctl.minutes.signing.conftest import ANA, MOMENT

SAID = ("Folio 12 del volumen 3", "Bingo Illimani, La Paz")


@pytest.fixture
def sealed(store, folio):
    return seal_pdf(folio, store.seal(), *SAID, MOMENT)


@pytest.fixture
def trust(store, tmp_path):
    """Make an NSS database that trusts the hall's authority, as a notary would."""
    folder = tmp_path / "nss"
    folder.mkdir()
    database = f"sql:{folder}"
    certutil("-N", "-d", database, "--empty-password")
    certutil("-A", "-d", database, "-n", "hall", "-t", "CT,C,C", "-i", str(store.folder / "ca.crt"))
    return folder


def certutil(*arguments):
    subprocess.run(["certutil", *arguments], check=True, capture_output=True)


def pdfsig(content, tmp_path, nss=None):
    path = tmp_path / "folio.pdf"
    path.write_bytes(content)
    trust = ["-nssdir", str(nss)] if nss else []
    done = subprocess.run(["pdfsig", *trust, str(path)], capture_output=True, text=True, check=False)
    return done.stdout


def status_of(content, root, stamps=None):
    """Validate with pyHanko, at the moment of sealing, trusting the hall's authority alone."""
    (signature,) = PdfFileReader(BytesIO(content)).embedded_signatures
    context = ValidationContext(trust_roots=[asn1crypto.x509.Certificate.load(root)], moment=MOMENT)
    other = None
    if stamps is not None:
        other = ValidationContext(trust_roots=[asn1crypto.x509.Certificate.load(stamps)])
    return validate_pdf_signature(signature, context, other)


def token_of(content):
    """Give the signature in a sealed file, and the token over it or None."""
    (signature,) = PdfFileReader(BytesIO(content)).embedded_signatures
    info = signature.signer_info
    attributes = info["unsigned_attrs"]
    if not attributes:
        return info["signature"].native, None
    (stamp,) = [each for each in attributes if each["type"].native == "signature_time_stamp_token"]
    return info["signature"].native, stamp["values"][0].dump()


def test_pdfsig_says_that_the_signature_is_valid_and_the_certificate_trusted(sealed, tmp_path, trust):
    said = pdfsig(sealed.content, tmp_path, trust)
    assert "Signature is Valid." in said
    assert "Certificate is Trusted." in said
    assert "Total document signed" in said
    assert "ETSI.CAdES.detached" in said
    assert "Sello de Bingo Illimani" in said


def test_pdfsig_does_not_trust_a_stranger(sealed, tmp_path):
    said = pdfsig(sealed.content, tmp_path)
    assert "Signature is Valid." in said
    assert "Certificate is Trusted." not in said


def test_pdfsig_reports_one_changed_byte_anywhere_in_the_signed_ranges(sealed, folio, tmp_path, trust):
    (said,) = re.findall(rb"/ByteRange \[([\d ]+)\]", sealed.content)
    ranges = [int(each) for each in said.split()]
    start, length, second, rest = ranges
    assert (start, second + rest) == (0, len(sealed.content))

    def changed(place):
        content = bytearray(sealed.content)
        content[place] ^= 1
        return pdfsig(bytes(content), tmp_path, trust)

    inside_stream = folio.index(b"stream", folio.index(b"/FlateDecode")) + 60
    reason = sealed.content.index(b"/Reason (") + 12
    for place in (inside_stream, folio.index(b"<pdfaid:part>") + 13, len(folio) + 20, reason):
        assert "Digest Mismatch" in changed(place), place
    for place in [*range(8, length, 4001), *range(second + 2, len(sealed.content), 41)]:
        assert "Signature is Valid." not in changed(place), place


def test_a_persons_key_seals_too(store, ana, folio, tmp_path, trust):
    content = seal_pdf(folio, store.unlock("Ana Quispe", ANA), *SAID, MOMENT).content
    said = pdfsig(content, tmp_path, trust)
    assert "Signer Certificate Common Name: Ana Quispe" in said
    assert "Certificate is Trusted." in said


def test_two_people_sign_one_folio_in_two_fields(store, ana, sealed, tmp_path, trust):
    signer = store.unlock("Ana Quispe", ANA)
    both = seal_pdf(sealed.content, signer, *SAID, MOMENT + timedelta(minutes=1), field="Jefe").content
    assert both.startswith(sealed.content)
    said = pdfsig(both, tmp_path, trust)
    assert said.count("Signature is Valid.") == 2
    assert said.count("Certificate is Trusted.") == 2


def test_pyhanko_finds_a_whole_trusted_pades_signature_with_its_moment(store, sealed):
    status = status_of(sealed.content, store.authority)
    assert status.bottom_line, status.pretty_print_details()
    assert status.coverage.name == "ENTIRE_FILE"
    (signature,) = PdfFileReader(BytesIO(sealed.content)).embedded_signatures
    assert signature.self_reported_timestamp == MOMENT
    assert (signature.sig_object["/Reason"], signature.sig_object["/Location"]) == SAID
    signed = {each["type"].native for each in signature.signer_info["signed_attrs"]}
    assert signed == {"content_type", "message_digest", "signing_certificate_v2"}


def test_the_sealed_file_begins_with_the_folio_and_is_still_pdf_a_2a(sealed, folio, tmp_path):
    assert sealed.content.startswith(folio)
    assert sealed.level == "B-B"
    path = tmp_path / "folio.pdf"
    path.write_bytes(sealed.content)
    done = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    before, after = PdfFileReader(BytesIO(folio)), PdfFileReader(BytesIO(sealed.content))
    metadata = after.root["/Metadata"].data
    assert metadata == before.root["/Metadata"].data
    assert b"<pdfaid:part>2</pdfaid:part>" in metadata
    assert b"<pdfaid:conformance>A</pdfaid:conformance>" in metadata
    assert "/OutputIntents" in after.root
    assert after.trailer["/ID"][0] == before.trailer["/ID"][0]
    assert after.trailer["/ID"][1] != before.trailer["/ID"][1]
    (reference,) = after.root["/AcroForm"]["/Fields"]
    field = reference.get_object()
    assert "/NeedAppearances" not in after.root["/AcroForm"]
    # Printed, not hidden, without extent: so PDF/A asks no appearance of it, and nothing is seen.
    assert list(field["/Rect"]) == [0, 0, 0, 0]
    assert field["/F"] & 0b100111 == 0b100


def test_the_page_looks_as_before(sealed, folio):
    def picture(content):
        command = ["pdftoppm", "-r", "50", "-gray"]
        return subprocess.run(command, input=content, capture_output=True, check=True).stdout

    assert picture(sealed.content) == picture(folio)


def test_the_same_folio_is_the_same_bytes_elsewhere(store, sealed, folio, tmp_path):
    path = tmp_path / "folio.pdf"
    path.write_bytes(folio)
    program = (
        "import hashlib, sys; from datetime import datetime, timedelta, timezone; from pathlib import Path\n"
        "from hallctl.minutes.signing.keystore import Keystore\n"
        "from hallctl.minutes.signing.pades import seal_pdf\n"
        "moment = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=9)))\n"
        "seal = Keystore(Path(sys.argv[1])).seal()\n"
        "content = seal_pdf(Path(sys.argv[2]).read_bytes(), seal, *sys.argv[3:], moment).content\n"
        "print(hashlib.sha256(content).hexdigest())"
    )
    wanted = hashlib.sha256(sealed.content).hexdigest()
    for zone, locale, seed in (("Asia/Tokyo", "C", "7"), ("America/La_Paz", "C.UTF-8", "0")):
        environment = {**os.environ, "TZ": zone, "LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program, str(store.folder), str(path), *SAID]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == wanted


def test_another_moment_reason_place_or_folio_is_other_bytes(store, sealed, folio):
    seal = store.seal()
    assert seal_pdf(folio, seal, *SAID, MOMENT) == sealed
    local = MOMENT.astimezone(timezone(timedelta(hours=-4))).replace(microsecond=999)
    assert seal_pdf(folio, seal, *SAID, local) == sealed
    others = [
        seal_pdf(folio, seal, *SAID, MOMENT + timedelta(seconds=1)),
        seal_pdf(folio, seal, "Otro", SAID[1], MOMENT),
        seal_pdf(folio, seal, SAID[0], "Oruro", MOMENT),
    ]
    assert len({sealed.content, *(other.content for other in others)}) == 4


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"no es un PDF", b"%PDF-1.7\nstartxref\n9\n%%EOF\n"])
def test_what_is_no_pdf_is_refused(store, content):
    with pytest.raises(KeyRefusedError) as caught:
        seal_pdf(content, store.seal(), *SAID, MOMENT)
    assert caught.value.code == "KEY-PDF"


def test_a_field_is_signed_once(store, sealed):
    with pytest.raises(KeyRefusedError, match="KEY-PDF"):
        seal_pdf(sealed.content, store.seal(), *SAID, MOMENT)


def test_a_stamped_folio_is_b_t_and_openssl_accepts_the_very_token_in_it(store, folio, tmp_path, trust):
    with stamping(tmp_path) as (url, authority):
        sealed = seal_pdf(folio, store.seal(), *SAID, MOMENT, TimeStamper(url, anchors=[authority.root]))
    assert (sealed.level, sealed.trouble, authority.asked) == ("B-T", "", 1)
    assert sealed.content.startswith(folio)
    signature, token = token_of(sealed.content)
    (tmp_path / "token").write_bytes(token)
    (tmp_path / "signature").write_bytes(signature)

    def verify():
        command = ["openssl", "ts", "-verify", "-in", "token", "-token_in", "-data", "signature"]
        command += ["-CAfile", "tsa-ca.crt"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    assert verify() == (0, "Verification: OK\n")
    (tmp_path / "signature").write_bytes(signature[:-1] + bytes([signature[-1] ^ 1]))
    assert verify()[0] != 0
    said = pdfsig(sealed.content, tmp_path, trust)
    assert "Signature is Valid." in said
    assert "Certificate is Trusted." in said
    status = status_of(sealed.content, store.authority, authority.root)
    assert status.bottom_line, status.pretty_print_details()
    stamp = status.timestamp_validity
    assert (stamp.intact, stamp.valid, stamp.trusted) == (True, True, True)
    assert digest_of(signature) == hashlib.sha256(signature).digest()


@pytest.mark.parametrize("fault", ["503", "junk", "empty", "mute", "trickle", "flip", "replay"])
def test_an_authority_that_misbehaves_costs_the_level_and_nothing_else(store, folio, sealed, tmp_path, fault):
    with stamping(tmp_path) as (url, authority):
        tsa = TimeStamper(url, timeout_s=0.7, anchors=[authority.root])
        if fault == "replay":
            assert seal_pdf(folio, store.seal(), "Otro", "Oruro", MOMENT, tsa).level == "B-T"
        authority.fault = fault
        start = time.monotonic()
        got = seal_pdf(folio, store.seal(), *SAID, MOMENT, tsa)
        assert time.monotonic() - start < 5
    assert authority.asked >= 1
    assert url in got.trouble
    assert replace(got, trouble="") == sealed


def test_a_stamp_that_no_known_certificate_vouches_for_is_not_taken(store, folio, sealed, tmp_path):
    with stamping(tmp_path) as (url, _):
        got = seal_pdf(folio, store.seal(), *SAID, MOMENT, TimeStamper(url, anchors=[store.authority]))
        assert replace(got, trouble="") == sealed
        assert "vouches" in got.trouble
        assert seal_pdf(folio, store.seal(), *SAID, MOMENT, TimeStamper(url)).level == "B-T"


def test_an_address_where_nobody_listens_costs_the_level_and_nothing_else(store, folio, sealed):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        for url in (f"http://127.0.0.1:{port}/", "http://no.such.host.invalid/", "no es una dirección", ""):
            got = seal_pdf(folio, store.seal(), *SAID, MOMENT, TimeStamper(url, timeout_s=2))
            assert replace(got, trouble="") == sealed, url
            assert got.trouble


def test_a_moment_without_time_zone_is_refused(store, folio):
    with pytest.raises(ValueError, match="zona horaria"):
        seal_pdf(folio, store.seal(), *SAID, datetime(2026, 11, 21))
