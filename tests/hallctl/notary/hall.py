"""A small hall with keys, and the complete book of three volumes on two media that it keeps."""

import base64
import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding

from hallctl.minutes import Draft, Entry, Stamp
from hallctl.minutes.note import Verifier, sign, verifier_of
from hallctl.minutes.second import read_lines
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.volumes import Shelf, volume_name
from hallctl.signing.certificates import Authority, Validity, issue_person, make_authority
from hallctl.signing.signers import SoftwareSigner

HOLDS = Validity(datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC))
STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "synchronised", "b-1")
SIGNED = ["BookClosed", "GameClosed"]
PEOPLE = ("María Quispe", "Juan Mamani")
JEFE = f"jefe:{PEOPLE[0]}"


def _der(certificate) -> bytes:
    return certificate.public_bytes(Encoding.DER)


def _ec_key(number: int) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(number, ec.SECP256R1())


@dataclass
class Hall:
    """Its keys; another ``seed``, another hall."""

    seed: int = 1
    people: Sequence[str] = ("María Quispe",)
    authority: Authority = field(init=False)
    signers: dict[str, SoftwareSigner] = field(init=False)
    controller: ed25519.Ed25519PrivateKey = field(init=False)

    def __post_init__(self) -> None:
        self.authority = make_authority("Sala", "Bingo SA", HOLDS, _ec_key(self.seed * 100))
        self.signers = {
            person: self.certified(person, _ec_key(self.seed * 100 + place))
            for place, person in enumerate(self.people, 1)
        }
        self.controller = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([self.seed]) * 32)

    def certified(
        self, person: str, key: ec.EllipticCurvePrivateKey, validity: Validity = HOLDS
    ) -> SoftwareSigner:
        certificate = issue_person(self.authority, person, ["jefe"], validity, key.public_key())
        return SoftwareSigner(_der(certificate), key)

    @property
    def verifier(self) -> Verifier:
        return verifier_of("sala/libro", self.controller)

    @property
    def authority_hash(self) -> str:
        return hashlib.sha256(_der(self.authority.certificate)).hexdigest()

    def origin(self, volume: int) -> str:
        return f"sala-{self.seed}/tomo-{volume:04d}"

    def opening(self, volume: int, previous: object) -> Draft:
        people = [
            {
                "person": person,
                "posts": ["jefe"],
                "certificate": base64.b64encode(signer.certificate).decode(),
            }
            for person, signer in self.signers.items()
        ]
        body = {
            "volume": volume,
            "origin": self.origin(volume),
            "controller": str(self.verifier),
            "authority": base64.b64encode(_der(self.authority.certificate)).decode(),
            "people": people,
            "signed": SIGNED,
            "previous": previous,
        }
        return Draft("BookOpened", body, JEFE)

    def countersign(self, entry: Entry) -> Draft | None:
        if entry.kind not in SIGNED:
            return None
        person = entry.actor.partition(":")[2]
        return self.signature(entry, person, self.signers[person])

    def signature(self, entry: Entry, person: str, signer: SoftwareSigner) -> Draft:
        signature = signer.sign(signed_message(entry.hash))
        return signature_draft(entry, person, signer.fingerprint, signer.algorithm, signature)

    def checkpoint(self, shelf: Shelf) -> str:
        assert shelf.book is not None
        said = shelf.book.checkpoint(self.origin(shelf.volume))
        note = sign("sala/libro", self.controller, said.text)
        shelf.book.keep_note(note)
        return str(note)

    def keep(self, folder: Path, second: Path, volumes: int = 3, games: int = 1, balls: int = 1) -> list[str]:
        """Keep a book; give its notes. The last volume is open, and has an entry after its note."""
        notes = []
        with Shelf.open(folder, second) as shelf:
            for volume in range(1, volumes + 1):
                end = shelf.ending()
                previous = end and {
                    "volume": end.volume, "entries": end.entries, "root": end.root, "hash": end.hash,
                }  # fmt: skip
                shelf.append([self.opening(volume, previous)], STAMP, self.countersign)
                for game in range(games):
                    drafts = [
                        Draft(
                            "BallDrawn", {"ball": 1 + ball % 90, "game": game, "ñ": "«🎱»"}, JEFE, f"r-{ball}"
                        )
                        for ball in range(balls)
                    ]
                    shelf.append(
                        [*drafts, Draft("GameClosed", {"game": game}, JEFE)], STAMP, self.countersign
                    )
                    notes.append(self.checkpoint(shelf))
                if volume < volumes:
                    shelf.append([Draft("BookClosed", {}, JEFE)], STAMP, self.countersign)
                    notes.append(self.checkpoint(shelf))
            shelf.append([Draft("BallDrawn", {"ball": 90}, JEFE)], STAMP)
        return notes


def shrunk(folder: Path) -> None:
    """Write the volumes of a book again with the smallest pages that SQLite has."""
    for path in folder.glob("*.sqlite"):
        small = path.with_suffix(".small")
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("PRAGMA page_size = 512")
            database.execute("VACUUM INTO ?", (str(small),))
        small.replace(path)


def export(folder: Path, second: Path, into: Path, certificates: Iterable[bytes]) -> None:
    """Write the export that docs/minutes.md describes."""
    (into / "certificados").mkdir(parents=True)
    for path in sorted(folder.glob("tomo-*.sqlite")):
        (into / f"{path.stem}.jsonl").write_bytes(b"".join(read_lines(second / f"{path.stem}.jsonl")))
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            rows = database.execute(
                "SELECT note, number, peaks, size FROM checkpoints ORDER BY number"
            ).fetchall()
        lines = [json.dumps(dict(zip(("note", "number", "peaks", "size"), row, strict=True)),
                            ensure_ascii=False, separators=(",", ":")) for row in rows]  # fmt: skip
        (into / f"{path.stem}.puntos").write_text("".join(f"{line}\n" for line in lines), "utf-8")
        if rows:
            (into / f"{path.stem}.punto").write_text(rows[-1][0], "utf-8")
    for der in certificates:
        (into / "certificados" / f"{hashlib.sha256(der).hexdigest()}.der").write_bytes(der)


@dataclass(frozen=True)
class Kept:
    """Where a kept book is, and its notes."""

    hall: Hall
    folder: Path
    second: Path
    exported: Path
    note: Path
    notes: Sequence[str]

    def volume(self, number: int) -> Path:
        return self.folder / volume_name(number)

    @classmethod
    def make(
        cls, where: Path, hall: Hall, finish: Callable[[Path], None] = lambda folder: None, **size: int
    ) -> "Kept":
        folder, second, exported = where / "libro", where / "segundo", where / "exportado"
        notes = hall.keep(folder, second, **size)
        finish(folder)
        ders = [_der(hall.authority.certificate), *(signer.certificate for signer in hall.signers.values())]
        export(folder, second, exported, ders)
        note = where / "nota.txt"
        note.write_text(notes[-1], "utf-8")
        return cls(hall, folder, second, exported, note, notes)
