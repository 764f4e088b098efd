"""A complete book of either format, written row by row as docs/minutes.md says.

So what is wrong with it is what a test made wrong, whatever the program of the day writes. It has three
volumes with every thing that a verifier looks at: signatures of two people, a certificate that is replaced,
checkpoints with a witness's line, folios, pictures, and papers kept elsewhere.
"""

import base64
import hashlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding

from hallctl.minutes import Draft, Stamp, canonical
from hallctl.minutes.entry import NO_HASH, Sealed, compose
from hallctl.minutes.note import COSIGNATURE, Note, Verifier, cosign, sign, verifier_of
from hallctl.minutes.schema import APPLICATION_ID, INSERT, INSERT_CHECKPOINT, SCHEMA
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.signed import KINDS
from hallctl.minutes.signing.certificates import Authority, Validity, issue_person, make_authority
from hallctl.minutes.signing.signers import SoftwareSigner
from hallctl.minutes.tree import Frontier, leaf_hash

HOLDS = Validity(datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC))
STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "synchronised", "b-1")
FORMATS = {2: "libro de actas, formato 2 (docs/minutes.md)", 3: "libro de actas, formato 3 (docs/minutes.md)"}
KEY_NAME, WITNESS_NAME = "sala/libro", "testigo/uno"
MARIA, JUAN, ANA = "María Quispe", "Juan Mamani", "Ana Flores"
POSTS = {MARIA: ["jefe"], JUAN: ["director"], ANA: ["director", "jefe"]}
CONTROLLER = "controller:hallctl"
SIGNED = list(KINDS)


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def spelled(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _ec_key(number: int) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(number, ec.SECP256R1())


@dataclass
class House:
    """The keys of a hall; another ``seed``, another hall."""

    seed: int = 1
    authority: Authority = field(init=False)
    signers: dict[str, SoftwareSigner] = field(init=False)
    renewed: SoftwareSigner = field(init=False)
    controller: ed25519.Ed25519PrivateKey = field(init=False)
    witness: ed25519.Ed25519PrivateKey = field(init=False)

    def __post_init__(self) -> None:
        self.authority = make_authority("Sala", "Bingo SA", HOLDS, _ec_key(self.seed * 100))
        self.signers = {
            person: self.certified(person, POSTS[person], self.seed * 100 + place)
            for place, person in enumerate(POSTS, 1)
        }
        self.renewed = self.certified(MARIA, POSTS[MARIA], self.seed * 100 + 50)
        self.controller = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([self.seed]) * 32)
        self.witness = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([self.seed + 100]) * 32)

    def certified(self, person: str, posts: Sequence[str], key: int) -> SoftwareSigner:
        private = _ec_key(key)
        certificate = issue_person(self.authority, person, posts, HOLDS, private.public_key())
        return SoftwareSigner(certificate.public_bytes(Encoding.DER), private)

    @property
    def authority_der(self) -> bytes:
        return self.authority.certificate.public_bytes(Encoding.DER)

    @property
    def verifier(self) -> Verifier:
        return verifier_of(KEY_NAME, self.controller)

    @property
    def witness_key(self) -> Verifier:
        return verifier_of(WITNESS_NAME, self.witness, COSIGNATURE)

    def enrolment(self, person: str, signer: SoftwareSigner) -> dict[str, Any]:
        return {
            "person": person, "posts": POSTS[person], "certificate": spelled(signer.certificate),
            "accredited": "",
        }  # fmt: skip


def note_text(origin: str, size: int, root: bytes, ordinal: int | None) -> str:
    """Give the text of a checkpoint; ``ordinal`` None, of one of format 2."""
    return f"{origin}\n{size}\n{spelled(root)}\n" + (f"checkpoint {ordinal}\n" if ordinal else "")


@dataclass
class VolumePen:
    """Writes the rows of one volume."""

    house: House
    number: int
    format: int
    sealed: list[Sealed] = field(default_factory=list)
    notes: list[tuple[int, int, str, Note]] = field(default_factory=list)
    tree: Frontier = field(default_factory=Frontier)
    ordinal: int = 0

    @property
    def origin(self) -> str:
        return f"{KEY_NAME}/tomo-{self.number:04d}"

    @property
    def end(self) -> dict[str, Any]:
        last = self.sealed[-1].entry
        return {
            "volume": self.number, "entries": self.tree.size,
            "root": self.tree.root().hex(), "hash": last.hash,
        }  # fmt: skip

    def add(self, kind: str, actor: str, body: Mapping[str, Any] | None = None, request: str = "") -> Sealed:
        previous = self.sealed[-1].entry.hash if self.sealed else NO_HASH
        digest = sha256(request.encode()) if request else ""
        draft = Draft(kind, body or {}, actor, request, digest)
        self.sealed.append(compose(draft, STAMP, len(self.sealed) + 1, previous))
        self.tree.add(leaf_hash(self.sealed[-1].text))
        return self.sealed[-1]

    def signed(
        self, kind: str, post: str, person: str, body: Mapping[str, Any] | None = None,
        signer: SoftwareSigner | None = None,
    ) -> None:  # fmt: skip
        entry = self.add(kind, f"{post}:{person}", body, f"r-{len(self.sealed)}").entry
        signer = signer or self.house.signers[person]
        signature = signer.sign(signed_message(entry.hash))
        draft = signature_draft(entry, person, signer.fingerprint, signer.algorithm, signature)
        self.add(draft.kind, entry.actor, draft.body, entry.request)

    def note(self) -> None:
        self.ordinal += 1
        ordinal = self.ordinal if self.format >= 3 else None
        text = note_text(self.origin, self.tree.size, self.tree.root(), ordinal)
        self.keep(sign(KEY_NAME, self.house.controller, text))

    def witnessed(self) -> None:
        """Keep the newest checkpoint again, with the witness's line."""
        note = self.notes[-1][3]
        self.keep(note.with_lines([cosign(WITNESS_NAME, self.house.witness, note.text, 1_800_000_000)]))

    def keep(self, note: Note) -> None:
        peaks = b"".join(self.tree.peaks).hex()
        self.notes.append((len(self.notes) + 1, self.tree.size, peaks, note))

    def write(self, folder: Path, second: Path) -> None:
        name = f"tomo-{self.number:04d}"
        with closing(sqlite3.connect(folder / f"{name}.sqlite", isolation_level=None)) as database:
            database.execute("PRAGMA page_size = 512")
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {self.format}")
            database.execute("BEGIN")
            for statement in SCHEMA.values():
                database.execute(statement)
            database.executemany(INSERT, (sealed.row for sealed in self.sealed))
            database.executemany(INSERT_CHECKPOINT, ((*row[:3], str(row[3])) for row in self.notes))
            database.execute("COMMIT")
            database.execute("PRAGMA journal_mode = WAL")
        (second / f"{name}.jsonl").write_bytes(b"".join(sealed.line for sealed in self.sealed))


@dataclass(frozen=True)
class WrittenBook:
    """Where a book is, with all that is known of it from elsewhere."""

    house: House
    where: Path

    @property
    def folder(self) -> Path:
        return self.where / "libro"

    @property
    def second(self) -> Path:
        return self.where / "segundo"

    @property
    def exported(self) -> Path:
        return self.where / "exportado"

    @property
    def folios(self) -> Path:
        return self.where / "folios"

    @property
    def pictures(self) -> Path:
        return self.where / "imagenes"

    @property
    def note(self) -> Path:
        """The newest checkpoint, kept elsewhere."""
        return self.where / "fuera/nota.txt"

    @property
    def papers(self) -> list[str]:
        """The texts of the codes on folios."""
        return (self.where / "fuera/codigos.txt").read_text("utf-8").splitlines()

    def volume(self, number: int) -> Path:
        return self.folder / f"tomo-{number:04d}.sqlite"


@dataclass
class BookPen:
    """Writes a book of three volumes, of which the last is open, and all that lies beside it."""

    house: House
    where: Path
    formats: Sequence[int] = (3, 3, 3)
    games: int = 1
    balls: int = 2
    papers: list[str] = field(default_factory=list)
    jefe: SoftwareSigner = field(init=False)

    def write(self, finish: Callable[[Path], None] = lambda folder: None) -> WrittenBook:
        kept = WrittenBook(self.house, self.where)
        for name in ("libro", "segundo", "folios", "imagenes", "fuera", "exportado/folios"):
            (self.where / name).mkdir(parents=True)
        self.jefe = self.house.signers[MARIA]
        pens: list[VolumePen] = []
        for number, format_ in enumerate(self.formats, 1):
            pens.append(self._volume(number, format_, pens[-1] if pens else None))
            if number < len(self.formats):
                self._close(pens[-1])
        for pen in pens:
            pen.write(kept.folder, kept.second)
        finish(kept.folder)
        kept.note.write_text(str(pens[-1].notes[-1][3]), "utf-8")
        (self.where / "fuera/codigos.txt").write_text("".join(f"{each}\n" for each in self.papers), "utf-8")
        export(kept)
        return kept

    def _volume(self, number: int, format_: int, before: VolumePen | None) -> VolumePen:
        pen = VolumePen(self.house, number, format_)
        pen.signed("BookOpened", "director", JUAN, opening(pen, before.end if before else None, self.jefe))
        pen.add("ControllerStarted", CONTROLLER, {"boot": "b-1"})
        pen.note()
        pen.signed("SessionOpened", "jefe", MARIA, {"session": number}, self.jefe)
        pen.signed("IncidentMinuted", "jefe", MARIA, {"number": 1, "text": "«ñ» 🎱"}, self.jefe)
        pen.signed("IncidentApproved", "director", JUAN, {"number": 1})
        for game in range(self.games):
            self._game(pen, game)
        pen.signed("VoidProposed", "jefe", MARIA, {"reason": "corte de luz"}, self.jefe)
        pen.signed("GameVoided", "director", ANA, {})
        pen.note()
        return pen

    def _game(self, pen: VolumePen, game: int) -> None:
        for ball in range(self.balls):
            picture = f"imagen {pen.number} {game} {ball}".encode()
            (self.where / f"imagenes/{sha256(picture)}.jpg").write_bytes(picture)
            body = {"ball": 1 + ball % 90, "game": game, "picture": sha256(picture)}
            pen.add("BallReported", CONTROLLER, body)
        pen.signed("GameSigned", "jefe", MARIA, {"game": game}, self.jefe)
        pen.note()
        pen.witnessed()
        self._folio(pen, "acta", 2 + game)
        if game == 0 and pen.number == 1:
            self.jefe = self.house.renewed
            pen.add("SignatoryEnrolled", CONTROLLER, self.house.enrolment(MARIA, self.jefe))

    def _folio(self, pen: VolumePen, document: str, folio: int) -> None:
        last = pen.sealed[-1].entry
        data = canonical({"document": document, "folio": folio, "volume": pen.number, "words": "«ñ»"})
        name = f"tomo-{pen.number:04d}-folio-{folio:04d}-{document}"
        pdf = b"%PDF-1.7 " + data
        (self.where / f"folios/{name}.pdf").write_bytes(pdf)
        (self.where / f"exportado/folios/{name}.json").write_bytes(data)
        body = {
            "volume": pen.number, "document": document, "folio": folio, "sheets": 1, "copy": 0,
            "entry": last.number, "data": sha256(data), "pdf": sha256(pdf), "name": f"{name}.pdf",
        }  # fmt: skip
        pen.add("FolioSealed", CONTROLLER, body)
        pen.note()
        self.papers.append(
            f"hallctl:folio:1;{pen.origin};{pen.number};{folio};{sha256(data)};{last.number};{last.hash}"
        )

    def _close(self, pen: VolumePen) -> None:
        pen.signed("ClosingProposed", "jefe", MARIA, {}, self.jefe)
        pen.signed("BookClosed", "director", JUAN, {})
        if pen.format >= 3:
            self._folio(pen, "diligencia-cierre", 9)
        else:
            pen.note()


def opening(pen: VolumePen, previous: Mapping[str, Any] | None, jefe: SoftwareSigner) -> dict[str, Any]:
    house = pen.house
    people = {**house.signers, MARIA: jefe}
    return {
        "format": FORMATS[pen.format],
        "volume": pen.number,
        "origin": pen.origin,
        "controller": str(house.verifier),
        "authority": spelled(house.authority_der),
        "people": [house.enrolment(person, signer) for person, signer in people.items()],
        "signed": SIGNED,
        "previous": previous,
        "hall": "Sala",
    }


def export(kept: WrittenBook) -> None:
    """Write the export that docs/minutes.md describes; the folios' data are there."""
    into = kept.exported
    (into / "certificados").mkdir(exist_ok=True)
    for path in sorted(kept.folder.glob("tomo-*.sqlite")):
        (into / f"{path.stem}.jsonl").write_bytes((kept.second / f"{path.stem}.jsonl").read_bytes())
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            rows = database.execute("SELECT * FROM checkpoints ORDER BY number").fetchall()
        lines = [canonical(dict(zip(("number", "size", "peaks", "note"), row, strict=True))) for row in rows]
        (into / f"{path.stem}.puntos").write_bytes(b"".join(line + b"\n" for line in lines))
        (into / f"{path.stem}.punto").write_text(rows[-1][3], "utf-8")
    house = kept.house
    for der in (
        house.authority_der,
        house.renewed.certificate,
        *(s.certificate for s in house.signers.values()),
    ):
        (into / f"certificados/{sha256(der)}.der").write_bytes(der)
    (into / "LEEME.txt").write_text("Qué hay en esta carpeta.\n", "utf-8")
    (into / "verificar_libro.py").write_text("# una copia\n", "utf-8")
    write_sums(into)


def write_sums(folder: Path) -> None:
    """Write ``SHA256SUMS`` over what is there."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    paths.pop("SHA256SUMS", None)
    lines = [f"{sha256(path.read_bytes())}  {name}\n" for name, path in sorted(paths.items())]
    (folder / "SHA256SUMS").write_text("".join(lines), "utf-8")
