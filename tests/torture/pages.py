"""The rows of one volume as lists, to be changed and written back with SQLite and some keys."""

import hashlib
import json
import sqlite3
from contextlib import closing

from hallctl.minutes import canonical
from hallctl.minutes.entry import COLUMNS, NO_HASH, Entry, stored_line, text_of
from hallctl.minutes.note import Note, sign
from hallctl.minutes.schema import SCHEMA
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.signing.signers import SoftwareSigner
from hallctl.minutes.tree import Frontier, leaf_hash
from tests.hallctl.minutes.notary.maker import KEY_NAME, MARIA, House, WrittenBook, note_text

PLACE = {name: place for place, name in enumerate(COLUMNS)}
KIND, ACTOR, BODY, HASH = (PLACE[name] for name in ("kind", "actor", "body", "hash"))


class Pages:
    """One volume on both media."""

    def __init__(self, kept: WrittenBook, number: int) -> None:
        self.number = number
        self.path, self.line_path = kept.volume(number), kept.second / f"tomo-{number:04d}.jsonl"
        with closing(sqlite3.connect(self.path)) as database:
            self.rows = [list(row) for row in database.execute("SELECT * FROM entries ORDER BY number")]
            self.notes = [list(row) for row in database.execute("SELECT * FROM checkpoints ORDER BY number")]
            self.format = database.execute("PRAGMA user_version").fetchone()[0]

    def kind(self, place: int) -> str:
        return self.rows[place][KIND]

    def body(self, place: int) -> dict:
        return json.loads(self.rows[place][BODY])

    def put(self, place: int, **fields: object) -> None:
        for name, value in fields.items():
            self.rows[place][PLACE[name]] = canonical(value).decode() if name == "body" else value

    def of_kind(self, *kinds: str) -> list[int]:
        return [place for place, row in enumerate(self.rows) if row[KIND] in kinds]

    def signatures(self) -> list[int]:
        return self.of_kind("EntrySigned")

    def remove(self, kind: str) -> None:
        """Take the entries of a kind out, each with its signature."""
        for place in reversed(self.of_kind(kind)):
            signed = place + 1 < len(self.rows) and self.kind(place + 1) == "EntrySigned"
            del self.rows[place : place + 1 + signed]

    def insert(self, place: int, kind: str, actor: str, body: dict, **fields: object) -> None:
        """Put a new entry in, which has yet to be sealed."""
        row = [*self.rows[0][:5], actor, "", "", kind, canonical(body).decode(), "", ""]
        self.rows.insert(place, row)
        self.put(place, **fields)

    # -- made right again

    def reseal(self) -> None:
        """Compute numbers, links and hashes anew: no key is needed for that."""
        previous = NO_HASH
        for place in range(len(self.rows)):
            self.put(place, number=place + 1, previous=previous)
            previous = self.seal(place)

    def seal(self, place: int) -> str:
        self.put(place, hash=hash_of(self.rows[place]))
        return self.rows[place][HASH]

    def resign(self, signers: dict[str, SoftwareSigner]) -> None:
        """Compute all anew and sign again what was signed, as people with all those keys could.

        Each signs with the certificate that the signature names, where it is of one of these signers, else
        with the one under the person's name.
        """
        known = {signer.fingerprint: signer for signer in signers.values()}
        previous = NO_HASH
        for place in range(len(self.rows)):
            self.put(place, number=place + 1, previous=previous)
            if self.kind(place) == "EntrySigned" and place:
                before = self.rows[place - 1]  # whatever form it has
                signed = Entry(*before[:9], {}, *before[10:])  # type: ignore[call-arg]
                person = signed.actor.partition(":")[2]
                signer = known.get(self.body(place).get("certificate", "")) or signers[person]
                signature = signer.sign(signed_message(signed.hash))
                draft = signature_draft(signed, person, signer.fingerprint, signer.algorithm, signature)
                self.rows[place][1:8] = self.rows[place - 1][1:8]
                self.put(place, body=dict(draft.body))
            previous = self.seal(place)

    def states(self) -> dict[int, tuple[bytes, str]]:
        """Give the root and the peaks of the tree at every size."""
        tree, found = Frontier(), {}
        for row in self.rows:
            tree.add(leaf_hash(text_of(tuple(row))))
            found[tree.size] = (tree.root(), b"".join(tree.peaks).hex())
        return found

    def renote(self, house: House | None = None) -> None:
        """Make roots and peaks right again; signed by a hall, or with the old signatures."""
        states = self.states()
        self.notes = [note for note in self.notes if note[1] in states]
        for note in self.notes:
            root, note[2] = states[note[1]]
            old = Note.read(note[3])
            origin, _, _, *more = old.text.split("\n")[:-1]
            said = "".join(f"{line}\n" for line in more)
            text = note_text(origin, note[1], root, None) + said
            note[3] = str(sign(KEY_NAME, house.controller, text) if house else Note(text, old.lines))

    def note_end(self, house: House) -> None:
        """Leave one checkpoint, of all entries, as who has the controller's key could."""
        size = len(self.rows)
        root, peaks = self.states()[size]
        text = note_text(self.body(0)["origin"], size, root, 1 if self.format >= 3 else None)
        self.notes = [[1, size, peaks, str(sign(KEY_NAME, house.controller, text))]]

    def renumber(self) -> None:
        """Number the checkpoints anew."""
        for number, note in enumerate(self.notes, 1):
            note[0] = number

    # -- written

    def write(self, *, second: bool) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as database:
            unbound(database)
            database.execute(f"PRAGMA user_version = {self.format}")
            database.execute("BEGIN")
            for table, rows in (("entries", self.rows), ("checkpoints", self.notes)):
                database.execute(f"DELETE FROM {table}")
                marks = ",".join("?" * (12 if table == "entries" else 4))
                database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            database.execute("COMMIT")
            bound(database)
        if second:
            self.line_path.write_bytes(b"".join(stored_line(tuple(row)) for row in self.rows))


def hash_of(row: list) -> str:
    return hashlib.sha256(text_of(tuple(row))).hexdigest()


def unbound(database: sqlite3.Connection) -> None:
    for name, statement in SCHEMA.items():
        if statement.startswith("CREATE TRIGGER"):
            database.execute(f"DROP TRIGGER {name}")


def bound(database: sqlite3.Connection) -> None:
    for statement in SCHEMA.values():
        if statement.startswith("CREATE TRIGGER"):
            database.execute(statement)


def keys_of(house: House) -> dict[str, SoftwareSigner]:
    """Give the signers of a hall by person, and the first one of who was given another by its fingerprint."""
    old = house.signers[MARIA]
    return {**house.signers, MARIA: house.renewed, old.fingerprint: old}
