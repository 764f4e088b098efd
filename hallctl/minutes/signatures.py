"""Whether the entries that need a signature carry one, of the person who acted.

A signature is the entry that follows the signed one. Pure: it walks along with the entries. Not responsible
for making signatures, nor for who may act (``hallctl.rules``).
"""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import Draft, Entry, EntryError
from hallctl.minutes.opening import ENROLLED, SIGNED, Opening, certificate_of
from hallctl.minutes.schema import printable
from hallctl.signing.verify import issued_by, name_of, verifies

_MESSAGE: Final = "hallctl entry 1\n{hash}\n"
_FIELDS: Final = {"entry", "hash", "person", "certificate", "algorithm", "signature"}


def signed_message(hash_: str) -> bytes:
    """Give what a person signs of an entry: it binds all before it too, through the chain."""
    return _MESSAGE.format(hash=hash_).encode()


def signature_draft(entry: Entry, person: str, certificate: str, algorithm: str, signature: bytes) -> Draft:
    """Give the entry that follows a signed one.

    Args:
        entry: What was signed.
        person: Who signed it.
        certificate: The SHA-256 of the certificate, in hex.
        algorithm: How, e.g. "ecdsa-p256-sha256".
        signature: Over ``signed_message`` of the entry's hash.
    """
    body = {
        "entry": entry.number,
        "hash": entry.hash,
        "person": person,
        "certificate": certificate,
        "algorithm": algorithm,
        "signature": base64.b64encode(signature).decode(),
    }
    return Draft(SIGNED, body, entry.actor, entry.request, entry.digest)


@dataclass(slots=True)
class SignatureAudit:
    """A walk along the signatures: who may sign, and the problems found.

    Attributes:
        opening: What the opening diligence says; that of no volume before it was met.
        problems: What is wrong.
    """

    opening: Opening = field(default_factory=lambda: Opening(0))
    problems: list[Problem] = field(default_factory=list)
    _holders: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    _unsigned: Entry | None = None
    _before: Entry | None = None

    def take(self, entry: Entry) -> None:
        """Check the next entry against what was seen before it."""
        if entry.number == 1:
            self._open(entry)
        if entry.kind == SIGNED:
            self._check(entry)
        else:
            self.finish()
            self._unsigned = entry if entry.kind in self.opening.signed else None
        if entry.kind == ENROLLED:
            self._enrol(entry, entry.body)
        self._before = entry

    def finish(self) -> None:
        """Report a signature that was due and has not come."""
        if self._unsigned is not None:
            self._report(self._unsigned.number, f"falta la firma de {_person(self._unsigned)}")
        self._unsigned = None

    def _open(self, entry: Entry) -> None:
        if entry.kind != "BookOpened":
            return  # a book of drafts, without keys; the volume's own check demands the diligence
        try:
            self.opening = Opening.read(entry)
        except EntryError as error:
            self._report(1, f"la diligencia de apertura no se puede leer: {error}")
            return
        for certificate, person in self.opening.certificates.items():
            self._hold(entry, person, certificate)

    def _enrol(self, entry: Entry, person: Mapping[str, Any]) -> None:
        try:
            certificate, name = certificate_of(person)
        except (KeyError, TypeError):
            self._report(entry.number, "el certificado no se puede leer")
            return
        self._hold(entry, name, certificate)

    def _hold(self, entry: Entry, person: str, certificate: str) -> None:
        try:
            der = _decoded(certificate)
        except ValueError:
            self._report(entry.number, f"el certificado de {person} no se puede leer")
            return
        self._demand_good(entry, entry.time, person, der)
        self._holders[hashlib.sha256(der).hexdigest()] = (person, der)

    def _demand_good(self, entry: Entry, time: str, person: str, der: bytes) -> None:
        """See that a certificate is the person's and counts at a time."""
        try:
            against = issued_by(_decoded(self.opening.authority), der, datetime.fromisoformat(time))
        except ValueError:
            against = ("la autoridad no se puede leer",)
        if name_of(der) != person:
            against = (*against, f"es de {name_of(der) or 'nadie'}")
        if against:
            self._report(entry.number, f"el certificado de {person} no vale: {'; '.join(against)}")

    def _check(self, entry: Entry) -> None:
        said, before = entry.body, self._before
        if (
            before is None
            or set(said) != _FIELDS
            or not all(type(said[name]) is (int if name == "entry" else str) for name in _FIELDS)
        ):
            self._report(entry.number, "la firma no tiene la forma de una firma")
            return
        if (said["entry"], said["hash"]) != (before.number, before.hash):
            self._report(entry.number, f"la firma es de otro asiento: el {said['entry']}")
            return
        if said["person"] != _person(before) or entry.actor != before.actor:
            self._report(entry.number, f"firma {said['person']} lo que hizo {_person(before)}")
        holder, der = self._holders.get(said["certificate"], ("", b""))
        if not der or holder != said["person"]:
            self._report(entry.number, f"el certificado no es de {said['person']}")
            return
        self._demand_good(entry, before.time, holder, der)
        if not _verifies(der, said, before.hash):
            self._report(entry.number, f"la firma de {said['person']} no es válida")
        if self._unsigned is before:
            self._unsigned = None

    def _report(self, number: int, sentence: str) -> None:
        self.problems.append(Problem(number, "MIN-SIGN", printable(sentence)))


def _verifies(der: bytes, said: Mapping[str, Any], hash_: str) -> bool:
    try:
        signature = _decoded(said["signature"])
    except ValueError:
        return False
    return verifies(der, said["algorithm"], signed_message(hash_), signature)


def _person(entry: Entry) -> str:
    return entry.actor.partition(":")[2]


def _decoded(text: str) -> bytes:
    try:
        content = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
    if base64.b64encode(content).decode() != text:
        raise ValueError("base64 in another than its one form")
    return content
