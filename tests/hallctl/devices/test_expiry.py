"""A certificate near its end is told of weeks before, and no more once it is renewed."""

import queue
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hallctl.devices.expiry import ExpiryWatch, ending
from hallctl.minutes.signing.certificates import Validity, issue_person, make_authority, new_key
from hallctl.minutes.signing.errors import trouble
from hallctl.table import messages as msg

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def certificate(days):
    start = NOW - timedelta(days=400)
    authority = make_authority("Illimani", "Altiplano", Validity(start, NOW + timedelta(days=900)), new_key())
    key = new_key()
    issued = issue_person(
        authority, "Ana", ["jefe"], Validity(start, NOW + timedelta(days=days)), key.public_key()
    )
    return issued.public_bytes(Encoding.DER)


@pytest.mark.invariant("I25")
@pytest.mark.parametrize(
    ("days", "told"),
    [
        (31, ()),
        (30, ("el certificado de Ana caduca el 2026-12-21",)),
        (-1, ("el certificado de Ana caducó el 2026-11-20",)),
    ],
)
def test_a_certificate_is_told_of_thirty_days_before_its_end(days, told):
    assert ending([("Ana", certificate(days))], NOW) == told


@pytest.mark.invariant("I25", "I22")
def test_the_watch_tells_and_takes_it_back_when_the_certificate_is_renewed():
    inbox = queue.SimpleQueue()
    held = [("Ana", certificate(3))]
    watch = ExpiryWatch(lambda: list(held), lambda: NOW, inbox, every_s=0.01)
    watch.start()
    assert inbox.get(timeout=5) == msg.Trouble(
        "claves", "CERT-ENDING", "el certificado de Ana caduca el 2026-11-24"
    )
    held[0] = ("Ana", certificate(300))
    while (said := inbox.get(timeout=5)) != msg.Recovered("claves", "CERT-ENDING"):
        assert isinstance(said, msg.Trouble)
    watch.stop()


def test_keys_that_cannot_be_read_are_told_and_end_nothing():
    def unreadable():
        raise trouble("KEY-MISSING", path="claves")

    inbox = queue.SimpleQueue()
    watch = ExpiryWatch(unreadable, lambda: NOW, inbox)
    watch.start()
    assert "claves" in inbox.get(timeout=5).detail
    watch.stop()
