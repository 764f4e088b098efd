"""Whether the entries that need a signature carry one, of the person who acted.

A signature is the entry that follows the signed one. Pure: it walks along with the entries. Not responsible
for making signatures, nor for who may act (``hallctl.rules``).
"""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import Draft, Entry
from hallctl.minutes.note import from_base64
from hallctl.minutes.opening import ENROLLED, SIGNED, Certified, Opening
from hallctl.minutes.schema import printable
from hallctl.minutes.signed import PROPOSALS, SIGNING, WITHDRAWN
from hallctl.minutes.signing.verify import issued_by, name_of, posts_of, verifies

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
        opening: The opening diligence; that of no volume before it was met.
        problems: What is wrong.
        bound: The number of the newest entry that a right signature binds, with all before it; 0 before one.
    """

    opening: Opening = field(default_factory=lambda: Opening(0))
    problems: list[Problem] = field(default_factory=list)
    bound: int = 0
    _holders: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    _in_force: dict[str, str] = field(default_factory=dict)
    _proposed: dict[tuple[str, int], str] = field(default_factory=dict)
    _unsigned: Entry | None = None
    _before: Entry | None = None

    def begin(self, entry: Entry, opening: Opening) -> None:
        """Take the opening diligence of the volume, before it is taken as its first entry."""
        self.opening = opening
        for person in opening.people:
            self._hold(entry, person)

    def take(self, entry: Entry) -> None:
        """Check the next entry against what was seen before it."""
        kind = entry.kind
        if kind == SIGNED:
            self._check(entry)
        else:
            if self._unsigned is not None:
                self.finish()
            if self.opening.needs_signature(kind):
                self._unsigned = entry
                if self.opening.form > 2:
                    self._demand_right(entry)
            if kind == ENROLLED:
                self._enrol(entry)
            if kind == WITHDRAWN:
                self._withdraw(entry.body.get("proposal"))
        self._before = entry

    def finish(self) -> None:
        """Report a signature that was due and has not come."""
        if self._unsigned is not None:
            self._report(self._unsigned.number, f"falta la firma de {_person(self._unsigned)}")
        self._unsigned = None

    def _demand_right(self, entry: Entry) -> None:
        """See that the actor's post may sign this kind, and that of two people who decide no one is both."""
        signing, person = SIGNING[entry.kind], _person(entry)
        if _post(entry) not in signing.posts:
            self._report(entry.number, f"«{_post(entry)}» no es un puesto que firme {entry.kind}")
        if signing.after:
            matter = _matter(entry, signing.same)
            proposer = None if matter is None else self._proposed.get((signing.after, matter))
            if proposer is None:
                self._report(entry.number, f"nadie propuso antes lo que decide {person}")
            elif proposer == person:
                self._report(entry.number, f"{person} decide lo que propuso")
        proposed = _matter(entry, PROPOSALS[entry.kind]) if entry.kind in PROPOSALS else None
        if proposed is not None:
            self._proposed[entry.kind, proposed] = person

    def _withdraw(self, proposal: Any) -> None:
        """Take a proposal back; what is minuted of an incident is none."""
        if isinstance(proposal, str) and PROPOSALS.get(proposal) == "":
            self._proposed.pop((proposal, 0), None)

    def _enrol(self, entry: Entry) -> None:
        try:
            person = Certified.read(entry.body)
        except (KeyError, TypeError):
            self._report(entry.number, "el certificado no se puede leer")
            return
        self._hold(entry, person)

    def _hold(self, entry: Entry, person: Certified) -> None:
        try:
            der = from_base64(person.certificate)
        except ValueError:
            self._report(entry.number, f"el certificado de {person.person} no se puede leer")
            return
        self._demand_good(entry, entry.time, person.person, der)
        if self.opening.form > 2 and person.posts != frozenset(posts_of(der)):
            self._report(entry.number, f"los puestos de {person.person} no son los de su certificado")
        digest = hashlib.sha256(der).hexdigest()
        self._holders[digest] = (person.person, der)
        self._in_force[person.person] = digest

    def _demand_good(self, entry: Entry, time: str, person: str, der: bytes) -> None:
        """See that a certificate is the person's and counts at a time."""
        try:
            against = issued_by(from_base64(self.opening.authority), der, datetime.fromisoformat(time))
        except ValueError:
            against = ("la autoridad no se puede leer",)
        if name_of(der) != person:
            against = (*against, f"es de {name_of(der) or 'nadie'}")
        if against:
            self._report(entry.number, f"el certificado de {person} no vale: {'; '.join(against)}")

    def _check(self, entry: Entry) -> None:
        """Check a signature, and take what it binds where it is right."""
        found = len(self.problems)
        self._check_one(entry)
        if len(self.problems) == found:
            self.bound = entry.number
        if self._unsigned is self._before:
            self._unsigned = None

    def _check_one(self, entry: Entry) -> None:
        body, before = entry.body, self._before
        if before is None or not _is_signature(body):
            self._report(entry.number, "la firma no tiene la forma de una firma")
            return
        if (body["entry"], body["hash"]) != (before.number, before.hash):
            self._report(entry.number, f"la firma es de otro asiento: el {body['entry']}")
            return
        if before.kind == SIGNED and self.opening.form > 2:
            self._report(entry.number, "la firma es de una firma")
        if body["person"] != _person(before) or _stamp(entry) != _stamp(before):
            self._report(entry.number, f"firma {body['person']}, de otro momento o por otro que lo hizo")
        holder, der = self._holders.get(body["certificate"], ("", b""))
        if not der or holder != body["person"]:
            self._report(entry.number, f"el certificado no es de {body['person']}")
            return
        self._demand_in_force(before, holder, body["certificate"], der)
        self._demand_good(entry, before.time, holder, der)
        if not _verifies(der, body, before.hash):
            self._report(entry.number, f"la firma de {body['person']} no es válida")

    def _demand_in_force(self, signed: Entry, person: str, digest: str, der: bytes) -> None:
        """See that a certificate was not replaced, and has the post in which its holder acted."""
        if self.opening.form == 2:
            return
        if self._in_force.get(person) != digest:
            self._report(signed.number, f"el certificado de {person} ya fue sustituido por otro")
        if _post(signed) not in posts_of(der):
            self._report(signed.number, f"el certificado de {person} no tiene el puesto «{_post(signed)}»")

    def _report(self, number: int, sentence: str) -> None:
        self.problems.append(Problem(number, "MIN-SIGN", printable(sentence)))


def _is_signature(body: Mapping[str, Any]) -> bool:
    return set(body) == _FIELDS and all(
        type(body[name]) is (int if name == "entry" else str) for name in _FIELDS
    )


def _verifies(der: bytes, body: Mapping[str, Any], hash_: str) -> bool:
    try:
        signature = from_base64(body["signature"])
    except ValueError:
        return False
    return verifies(der, body["algorithm"], signed_message(hash_), signature)


def _post(entry: Entry) -> str:
    return entry.actor.partition(":")[0]


def _person(entry: Entry) -> str:
    return entry.actor.partition(":")[2]


def _matter(entry: Entry, key: str) -> int | None:
    """Return the number that a proposal shares with its decision: 0 where none does, None without one."""
    number = entry.body.get(key) if key else 0
    return number if type(number) is int else None


def _stamp(entry: Entry) -> tuple[object, ...]:
    """Return what a signature shares with what it signs: so it binds itself, too."""
    return (
        entry.time,
        entry.offset_minutes,
        entry.clock,
        entry.boot,
        entry.actor,
        entry.request,
        entry.digest,
    )
