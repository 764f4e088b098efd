"""The opening diligence names the accredited certificate of who signs with a token."""

import base64
import hashlib
import json
from dataclasses import replace

from hallctl.rules.binding import Signatory
from hallctl.rules.events.volumes import BookOpened
from tests.hallctl.bingo import folios
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, empty, minuted, opened


def diligence(accredited: bytes):
    """Return the opening diligence of a volume whose second person has this other certificate."""
    first, *_ = opened().events
    assert isinstance(first, BookOpened)
    director, jefe, *others = first.people
    said = base64.b64encode(accredited).decode()
    people = (director, Signatory(jefe.person, jefe.posts, jefe.certificate, said), *others)
    (folio,) = folios(empty(), minuted([replace(first, people=people)]), LETTERHEAD)
    return folio


def test_the_opening_diligence_prints_the_fingerprint_of_an_accredited_certificate_where_there_is_one():
    digest = hashlib.sha256(b"acreditado").hexdigest()
    assert digest in json.dumps(diligence(b"acreditado").data)
    assert "acreditado" not in json.dumps(diligence(b"").data)
