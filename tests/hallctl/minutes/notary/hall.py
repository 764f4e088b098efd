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
from hallctl.minutes.opening import NAMES
from hallctl.minutes.schema import create_schema
from hallctl.minutes.second_medium import read_lines
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.signed import KINDS
from hallctl.minutes.signing.certificates import Authority, Validity, issue_person, make_authority
from hallctl.minutes.signing.signers import SoftwareSigner
from hallctl.minutes.volumes import Shelf, volume_name

HOLDS = Validity(datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC))
STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "synchronised", "b-1")
OLD_SIGNED = ["BookClosed", "BookOpened", "ClosingProposed", "GameSigned"]
OLD_FORMAT = "libro de actas, formato 2 (docs/minutes.md)"
PEOPLE = ("María Quispe", "Juan Mamani")
MARTA = "Marta Suárez"
JEFE, DIRECTOR = f"jefe:{PEOPLE[0]}", f"director:{MARTA}"
DIGEST = "ab" * 32


def _der(certificate) -> bytes:
    return certificate.public_bytes(Encoding.DER)


def _ec_key(number: int) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(number, ec.SECP256R1())


@dataclass
class Hall:
    """Its keys; another ``seed``, another hall. It keeps books of the format ``form``.

    Its ``people`` are jefes de mesa, and Marta Suárez is its Director.
    """

    seed: int = 1
    people: Sequence[str] = ("María Quispe",)
    form: int = 3
    authority: Authority = field(init=False)
    signers: dict[str, SoftwareSigner] = field(init=False)
    controller: ed25519.Ed25519PrivateKey = field(init=False)

    def __post_init__(self) -> None:
        self.authority = make_authority("Sala", "Bingo SA", HOLDS, _ec_key(self.seed * 100))
        self.signers = {
            person: self.certified(person, _ec_key(self.seed * 100 + place))
            for place, person in enumerate((*self.people, MARTA), 1)
        }
        self.controller = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([self.seed]) * 32)

    def certified(
        self,
        person: str,
        key: ec.EllipticCurvePrivateKey,
        validity: Validity = HOLDS,
        posts: Sequence[str] | None = None,
    ) -> SoftwareSigner:
        posts = posts or _posts(person)
        certificate = issue_person(self.authority, person, posts, validity, key.public_key())
        return SoftwareSigner(_der(certificate), key)

    @property
    def name(self) -> str:
        return "sala/libro" if self.seed == 1 else f"sala-{self.seed}/libro"

    @property
    def verifier(self) -> Verifier:
        return verifier_of(self.name, self.controller)

    @property
    def authority_hash(self) -> str:
        return hashlib.sha256(_der(self.authority.certificate)).hexdigest()

    def origin(self, volume: int) -> str:
        return f"{self.name}/tomo-{volume:04d}"

    def opening(self, volume: int, previous: object) -> Draft:
        people = [
            {
                "person": person,
                "posts": list(_posts(person)),
                "certificate": base64.b64encode(signer.certificate).decode(),
            }
            for person, signer in self.signers.items()
        ]
        body = {
            "format": NAMES.get(self.form, OLD_FORMAT),
            "volume": volume,
            "origin": self.origin(volume),
            "controller": str(self.verifier),
            "authority": base64.b64encode(_der(self.authority.certificate)).decode(),
            "people": people,
            "signed": self.signed,
            "previous": previous,
        }
        return Draft("BookOpened", body, DIRECTOR)

    @property
    def signed(self) -> list[str]:
        return list(KINDS) if self.form > 2 else OLD_SIGNED

    def countersign(self, entry: Entry) -> Draft | None:
        if entry.kind not in self.signed:
            return None
        person = entry.actor.partition(":")[2]
        return self.signature(entry, person, self.signers[person])

    def signature(self, entry: Entry, person: str, signer: SoftwareSigner) -> Draft:
        signature = signer.sign(signed_message(entry.hash))
        return signature_draft(entry, person, signer.fingerprint, signer.algorithm, signature)

    def checkpoint(self, shelf: Shelf) -> str:
        assert shelf.book is not None
        said = shelf.book.checkpoint(self.origin(shelf.volume))
        note = sign(self.name, self.controller, said.text)
        shelf.book.keep_note(note)
        return str(note)

    def keep(
        self,
        folder: Path,
        second: Path,
        volumes: int = 3,
        games: int = 1,
        balls: int = 1,
        *,
        bound: bool = False,
    ) -> list[str]:
        """Keep a book; return its notes.

        The last volume is open, and has an entry after its note unless it is to be ``bound``.
        """
        notes = []
        for volume in range(1, volumes + 1):
            with self.opened(folder, second, volume) as shelf:
                for game in range(games):
                    drafts = [*self.balls(balls, game), Draft("GameSigned", {"game": game}, JEFE)]
                    shelf.append(drafts, STAMP, self.countersign)
                    notes.append(self.checkpoint(shelf))
                if volume < volumes:
                    self.close(shelf)
                    notes.append(self.checkpoint(shelf))
                elif not bound:
                    shelf.append([Draft("BallDrawn", {"ball": 90}, JEFE)], STAMP)
        return notes

    def balls(self, count: int, game: int = 0) -> list[Draft]:
        return [
            Draft("BallDrawn", {"ball": 1 + ball % 90, "game": game, "ñ": "«🎱»"}, JEFE, f"r-{ball}", DIGEST)
            for ball in range(count)
        ]

    def opened(self, folder: Path, second: Path, volume: int) -> Shelf:
        """Open the next volume of a book, in the format of this hall."""
        with Shelf.open(folder, second) as shelf:
            end = shelf.ending()
        previous = end and {"volume": end.volume, "entries": end.entries, "root": end.root, "hash": end.hash}
        if self.form == 2:
            old_volume(folder / volume_name(volume), second)
        shelf = Shelf.open(folder, second)
        shelf.append([self.opening(volume, previous)], STAMP, self.countersign)
        return shelf

    def close(self, shelf: Shelf) -> None:
        """Close the open volume, as two people do."""
        shelf.append([Draft("ClosingProposed", {}, JEFE)], STAMP, self.countersign)
        shelf.append([Draft("BookClosed", {}, DIRECTOR)], STAMP, self.countersign)


def old_volume(path: Path, second: Path) -> None:
    """Write an empty volume of format 2, as the program of its time did."""
    for folder in (path.parent, second):
        folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        create_schema(database, 2)
        database.execute("PRAGMA journal_mode = WAL")
    (second / f"{path.stem}.jsonl").touch()


def _posts(person: str) -> tuple[str, ...]:
    return ("director",) if person == MARTA else ("jefe",)


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
class WrittenBook:
    """Where the files of a test book are, and its notes."""

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
    ) -> "WrittenBook":
        folder, second, exported = where / "libro", where / "segundo", where / "exportado"
        notes = hall.keep(folder, second, **size)  # type: ignore[arg-type]
        finish(folder)
        ders = [_der(hall.authority.certificate), *(signer.certificate for signer in hall.signers.values())]
        export(folder, second, exported, ders)
        note = where / "nota.txt"
        note.write_text(notes[-1], "utf-8")
        return cls(hall, folder, second, exported, note, notes)
