"""What somebody with the files, SQLite, a copy of our programs and a key of their own may do to a book.

Each tampering is a function of a random generator, the bench and a copy of the book, which it changes. It
gives the code that both verifiers must say, where one is certain; that they say something is certain always.
Left out is what no verifier can show: entries after the newest checkpoint sealed anew on both media, and
checkpoints left out at the end of the table.
"""

import base64
import hashlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hallctl.minutes import canonical
from hallctl.minutes.entry import COLUMNS, NO_HASH, entry_of, stored_line, text_of
from hallctl.minutes.note import Checkpoint, Note, sign
from hallctl.minutes.schema import SCHEMA
from hallctl.minutes.tree import Frontier, leaf_hash
from tests.hallctl.notary.hall import Hall, Kept

PLACE = {name: place for place, name in enumerate(COLUMNS)}
PEOPLE = ("María Quispe", "Juan Mamani")


@dataclass(frozen=True)
class Bench:
    """A book, an older state of it, another book of the same hall, and a book of another hall."""

    book: Kept
    older: Kept
    sibling: Kept
    strange: Kept

    @classmethod
    def make(cls, where: Path) -> "Bench":
        hall = Hall(people=PEOPLE)
        return cls(
            Kept.make(where / "1", hall, games=2, balls=3),
            Kept.make(where / "2", hall, games=1, balls=3),
            Kept.make(where / "3", hall, games=2, balls=4),
            Kept.make(where / "4", Hall(seed=2, people=PEOPLE), games=2, balls=3),
        )

    def copy(self, where: Path) -> Kept:
        """Give a copy of the book that may be spoiled; the checkpoint elsewhere is not in reach."""
        for name in ("libro", "segundo"):
            shutil.copytree(self.book.folder.parent / name, where / name)
        return Kept(
            self.book.hall, where / "libro", where / "segundo", where / "exportado", self.book.note,
            self.book.notes,
        )  # fmt: skip


class Pages:
    """The rows of one volume as lists, to be changed and written back."""

    def __init__(self, kept: Kept, number: int) -> None:
        self.path, self.line_path = kept.volume(number), kept.second / f"tomo-{number:04d}.jsonl"
        with closing(sqlite3.connect(self.path)) as database:
            self.rows = [list(row) for row in database.execute("SELECT * FROM entries ORDER BY number")]
            self.notes = [list(row) for row in database.execute("SELECT * FROM checkpoints ORDER BY number")]

    def body(self, place: int) -> dict:
        return json.loads(self.rows[place][PLACE["body"]])

    def put(self, place: int, **fields: object) -> None:
        for name, value in fields.items():
            self.rows[place][PLACE[name]] = canonical(value).decode() if name == "body" else value

    def reseal(self) -> None:
        """Compute numbers, links and hashes anew."""
        previous = NO_HASH
        for place in range(len(self.rows)):
            self.put(place, number=place + 1, previous=previous)
            previous = _hash(self.rows[place])
            self.put(place, hash=previous)

    def renote(self, hall: Hall | None = None) -> None:
        """Make roots and peaks right again; signed by a hall, or with the old signatures."""
        peaks = {}
        tree = Frontier()
        for row in self.rows:
            tree.add(leaf_hash(text_of(tuple(row))))
            peaks[tree.size] = (tree.root(), b"".join(tree.peaks).hex())
        self.notes = [note for note in self.notes if note[1] in peaks]
        for note in self.notes:
            root, note[2] = peaks[note[1]]
            old = Note.read(note[3])
            said = Checkpoint(Checkpoint.read(old.text).origin, note[1], root)
            note[3] = str(
                sign("sala/libro", hall.controller, said.text) if hall else Note(said.text, old.lines)
            )

    def write(self, *, second: bool) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as database:
            unbound(database)
            database.execute("BEGIN")
            for table, rows in (("entries", self.rows), ("checkpoints", self.notes)):
                database.execute(f"DELETE FROM {table}")
                marks = ",".join("?" * (12 if table == "entries" else 4))
                database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            database.execute("COMMIT")
            bound(database)
        if second:
            self.line_path.write_bytes(b"".join(stored_line(tuple(row)) for row in self.rows))

    def signatures(self) -> list[int]:
        return [place for place, row in enumerate(self.rows) if row[PLACE["kind"]] == "EntrySigned"]


def _hash(row: list) -> str:
    return hashlib.sha256(text_of(tuple(row))).hexdigest()


def unbound(database: sqlite3.Connection) -> None:
    for name, statement in SCHEMA.items():
        if statement.startswith("CREATE TRIGGER"):
            database.execute(f"DROP TRIGGER {name}")


def bound(database: sqlite3.Connection) -> None:
    for statement in SCHEMA.values():
        if statement.startswith("CREATE TRIGGER"):
            database.execute(statement)


Tampering = Callable[[random.Random, Bench, Kept], str]
TAMPERINGS: dict[str, Tampering] = {}


def tampering(function: Tampering) -> Tampering:
    TAMPERINGS[function.__name__] = function
    return function


def some(rng: random.Random, kept: Kept) -> Pages:
    return Pages(kept, rng.randint(1, 3))


def covered(rng: random.Random, pages: Pages) -> int:
    """Choose an entry that a checkpoint covers: the newest one only is after the last of them."""
    return rng.randrange(len(pages.rows) - 1)


# ---- entries


@tampering
def swap_two(rng, bench, kept):
    pages = some(rng, kept)
    a, b = rng.sample(range(len(pages.rows)), 2)
    pages.rows[a], pages.rows[b] = pages.rows[b], pages.rows[a]
    pages.rows[a][0], pages.rows[b][0] = pages.rows[b][0], pages.rows[a][0]
    pages.write(second=rng.random() < 0.5)
    return "MIN-LINK"


@tampering
def swap_two_and_seal_anew(rng, bench, kept):
    pages = some(rng, kept)
    a = rng.randrange(1, len(pages.rows) - 2)
    pages.rows[a], pages.rows[a + 1] = pages.rows[a + 1], pages.rows[a]
    before = [row[-1] for row in pages.rows]
    pages.reseal()
    assert before != [row[-1] for row in pages.rows]
    pages.write(second=True)
    return "MIN-NOTE"


@tampering
def splice_from_another_book(rng, bench, kept):
    number = rng.randint(1, 3)
    pages, other = Pages(kept, number), Pages(rng.choice([bench.sibling, bench.strange]), number)
    place = covered(rng, pages)
    while other.rows[place] == pages.rows[place]:
        place += 1
    pages.rows[place] = other.rows[place]
    pages.write(second=rng.random() < 0.5)
    return ""


@tampering
def splice_a_tail_from_a_book_of_the_same_hall(rng, bench, kept):
    number = rng.randint(1, 3)
    pages, other = Pages(kept, number), Pages(bench.sibling, number)
    pages.rows[3:] = other.rows[3:]
    pages.notes = other.notes
    pages.reseal()
    pages.write(second=True)
    return ""


@tampering
def replay_an_entry(rng, bench, kept):
    pages = some(rng, kept)
    pages.rows.append([len(pages.rows) + 1, *rng.choice(pages.rows)[1:]])
    if rng.random() < 0.5:
        pages.reseal()
    pages.write(second=False)
    return ""


@tampering
def replay_a_game_between(rng, bench, kept):
    pages = some(rng, kept)
    pages.rows[1:1] = [list(row) for row in pages.rows[1:6]]
    pages.reseal()
    pages.write(second=True)
    return "MIN-NOTE"


@tampering
def truncate(rng, bench, kept):
    pages = some(rng, kept)
    del pages.rows[-rng.randint(1, 4) :]
    pages.notes = [note for note in pages.notes if note[1] <= len(pages.rows)]
    pages.write(second=False)
    return "MIN-AHEAD"


@tampering
def truncate_both_media_with_their_checkpoints(rng, bench, kept):
    pages = some(rng, kept)
    del pages.rows[-rng.randint(2, len(pages.rows) - 1) :]
    pages.notes = [note for note in pages.notes if note[1] <= len(pages.rows)]
    pages.write(second=True)
    return "MIN-SHORT" if "0003" in pages.path.name else "MIN-OPEN"


@tampering
def fork(rng, bench, kept):
    number = rng.randint(1, 3)
    shutil.copy(bench.sibling.volume(number), kept.volume(number))
    if rng.random() < 0.5:
        shutil.copy(bench.sibling.second / f"tomo-{number:04d}.jsonl", kept.second)
        return "MIN-SHORT" if number == 3 else "MIN-OPEN"
    return "MIN-FORK"


@tampering
def change_a_field(rng, bench, kept):
    pages = some(rng, kept)
    place = covered(rng, pages)
    name = rng.choice(
        ["time", "offset_minutes", "clock", "boot", "actor", "request", "digest", "kind", "body"]
    )
    value = {"time": "2027-01-01T00:00:00.000Z", "offset_minutes": 0, "body": {"otra": "cosa"}}.get(
        name, "otro"
    )
    pages.put(place, **{name: value})
    pages.write(second=rng.random() < 0.5)
    return "MIN-HASH"


@tampering
def change_and_seal_anew(rng, bench, kept):
    pages = some(rng, kept)
    place = covered(rng, pages)
    pages.put(
        place, **rng.choice([{"clock": "exact"}, {"time": "2027-01-01T00:00:00.000Z"}, {"boot": "b-9"}])
    )
    pages.reseal()
    way = rng.randrange(4)
    if way == 1:
        pages.renote()
    elif way == 2:
        pages.notes = []
    elif way == 3:
        pages.renote(bench.strange.hall)
    pages.write(second=True)
    return ""


@tampering
def write_the_whole_volume_anew_with_other_keys(rng, bench, kept):
    number = rng.randint(1, 3)
    pages = Pages(kept, number)
    strange = Pages(bench.strange, number)
    body = {**strange.body(0), "origin": pages.body(0)["origin"], "previous": pages.body(0)["previous"]}
    pages.put(0, body=body)
    previous = NO_HASH
    for place, row in enumerate(pages.rows):
        pages.put(place, number=place + 1, previous=previous)
        if row[PLACE["kind"]] == "EntrySigned":
            signed = entry_of(tuple(pages.rows[place - 1]))
            person = signed.actor.partition(":")[2]
            draft = bench.strange.hall.signature(signed, person, bench.strange.hall.signers[person])
            pages.put(place, body=dict(draft.body))
        previous = _hash(row)
        pages.put(place, hash=previous)
    pages.renote(bench.strange.hall)
    pages.write(second=True)
    return "MIN-SHORT" if number == 3 else "MIN-OPEN"


@tampering
def roll_back_to_an_older_file(rng, bench, kept):
    pages = some(rng, kept)
    size = rng.randint(1, len(pages.rows) - 2)
    pages.rows, pages.notes = pages.rows[:size], [note for note in pages.notes if note[1] <= size]
    both = rng.random() < 0.5
    pages.write(second=both)
    if not both:
        return "MIN-AHEAD"
    return "MIN-SHORT" if "0003" in pages.path.name else "MIN-OPEN"


@tampering
def roll_back_all_of_it(rng, bench, kept):
    for folder in ("libro", "segundo"):
        shutil.rmtree(kept.folder.parent / folder)
        shutil.copytree(bench.older.folder.parent / folder, kept.folder.parent / folder)
    return "MIN-SHORT"


@tampering
def replace_an_entry_from_another_connection(rng, bench, kept):
    pages = some(rng, kept)
    row = list(rng.choice(pages.rows))
    row[PLACE["actor"]] = "jefe:otra"
    row[PLACE["hash"]] = _hash(row)
    with closing(sqlite3.connect(pages.path, isolation_level=None)) as database:
        database.execute("DROP TRIGGER entries_follow")
        database.execute(f"INSERT OR REPLACE INTO entries VALUES ({','.join('?' * 12)})", row)
        database.execute(SCHEMA["entries_follow"])
    return ""


# ---- the schema


@tampering
def drop_something(rng, bench, kept):
    name = rng.choice([name for name in SCHEMA if SCHEMA[name].split()[1] in ("INDEX", "TRIGGER")])
    with closing(sqlite3.connect(some(rng, kept).path, isolation_level=None)) as database:
        kind = "INDEX" if name == "entries_request" else "TRIGGER"
        database.execute(f"DROP {kind} {name}")
        if rng.random() < 0.5:
            database.execute(_weak(name))
    return "MIN-SCHEMA"


def _weak(name: str) -> str:
    return SCHEMA[name].replace("request <> ''", "request <> 'x'").replace("RAISE(ABORT", "RAISE(FAIL")


@tampering
def add_something(rng, bench, kept):
    statement = rng.choice(
        [
            "CREATE TABLE more (x)",
            "CREATE VIEW acts AS SELECT * FROM entries",
            "CREATE INDEX by_kind ON entries (kind)",
            "CREATE TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END",
            "ALTER TABLE entries ADD COLUMN more TEXT",
            "PRAGMA user_version = 3",
            "ANALYZE",
        ]
    )
    with closing(sqlite3.connect(some(rng, kept).path, isolation_level=None)) as database:
        database.execute(statement)
    return "MIN-SCHEMA"


# ---- signatures


def forged(rng: random.Random, kept: Kept) -> tuple[Pages, int]:
    pages = some(rng, kept)
    return pages, rng.choice(pages.signatures())


def finish(rng: random.Random, pages: Pages) -> str:
    """Seal all anew; with all checkpoints taken away, the signature alone is to show it."""
    pages.reseal()
    if rng.random() < 0.5:
        pages.notes = []
    pages.write(second=True)
    return "MIN-SIGN"


@tampering
def sign_as_somebody_else(rng, bench, kept):
    pages, place = forged(rng, kept)
    other = PEOPLE[1]
    signer = kept.hall.signers[other]
    draft = kept.hall.signature(entry_of(tuple(pages.rows[place - 1])), other, signer)
    body = dict(draft.body)
    way = rng.randrange(3)
    if way:
        body["person"] = PEOPLE[0]
    if way == 2:
        body["certificate"] = kept.hall.signers[PEOPLE[0]].fingerprint
    pages.put(place, body=body)
    return finish(rng, pages)


@tampering
def sign_with_a_certificate_of_another_hall(rng, bench, kept):
    pages, place = forged(rng, kept)
    stranger = bench.strange.hall
    draft = stranger.signature(entry_of(tuple(pages.rows[place - 1])), PEOPLE[0], stranger.signers[PEOPLE[0]])
    pages.put(place, body=dict(draft.body))
    return finish(rng, pages)


@tampering
def enrol_a_stranger_and_sign(rng, bench, kept):
    pages, place = forged(rng, kept)
    signer = bench.strange.hall.signers[PEOPLE[0]]
    body = {"person": PEOPLE[0], "posts": [], "certificate": base64.b64encode(signer.certificate).decode()}
    row = list(pages.rows[place - 1])
    pages.rows.insert(1, row)
    pages.put(1, kind="SignatoryEnrolled", body=body)
    pages.reseal()
    signed = entry_of(tuple(pages.rows[place]))
    pages.put(place + 1, body=dict(bench.strange.hall.signature(signed, PEOPLE[0], signer).body))
    return finish(rng, pages)


@tampering
def move_a_signature(rng, bench, kept):
    pages, place = forged(rng, kept)
    target = rng.choice([each for each in range(1, len(pages.rows)) if each not in (place, place - 1)])
    row = pages.rows.pop(place)
    pages.rows.insert(target, row)
    pages.reseal()
    at = pages.rows.index(row)
    if rng.random() < 0.5:
        before = pages.rows[at - 1]
        pages.put(at, body={**pages.body(at), "entry": before[0], "hash": before[-1]}, actor=before[5])
    return finish(rng, pages)


@tampering
def leave_a_signature_out(rng, bench, kept):
    pages, place = forged(rng, kept)
    del pages.rows[place]
    return finish(rng, pages)


@tampering
def change_what_was_signed(rng, bench, kept):
    pages, place = forged(rng, kept)
    pages.put(place - 1, body={"game": 99})
    pages.reseal()
    pages.put(place, body={**pages.body(place), "hash": pages.rows[place - 1][-1]})
    return finish(rng, pages)


@tampering
def change_a_signature(rng, bench, kept):
    pages, place = forged(rng, kept)
    body = pages.body(place)
    key = rng.choice(sorted(body))
    bytes_ = base64.b64decode(body["signature"])
    body[key] = {
        "entry": rng.choice([body["entry"] + 1, str(body["entry"]), None]),
        "hash": "0" * 64,
        "person": "nadie",
        "certificate": body["certificate"].upper(),
        "algorithm": rng.choice(["ed25519", "rsa-pkcs1-sha256", "none", ""]),
        "signature": rng.choice(
            [
                base64.b64encode(bytes_ + b"\0").decode(),
                base64.b64encode(bytes_[:-1]).decode(),
                base64.b64encode(bytes_).decode().rstrip("=") + "====",
                body["signature"] + "\n",
                "",
            ]
        ),
    }[key]
    if rng.random() < 0.2:
        body["more"] = 1
    pages.put(place, body=body)
    return finish(rng, pages)


@tampering
def swap_certificates(rng, bench, kept):
    pages = some(rng, kept)
    body = pages.body(0)
    a, b = body["people"][:2]
    way = rng.randrange(4)
    if way == 0:
        a["certificate"], b["certificate"] = b["certificate"], a["certificate"]
    elif way == 1:
        a["certificate"] = Pages(bench.strange, 1).body(0)["people"][0]["certificate"]
    elif way == 2:
        a["person"], b["person"] = b["person"], a["person"]
    else:
        body["people"] = [b]
    pages.put(0, body=body)
    return finish(rng, pages)


# ---- volumes


@tampering
def rewrite_the_opening(rng, bench, kept):
    pages = some(rng, kept)
    strange = Pages(bench.strange, 1).body(0)
    body = pages.body(0)
    body.update(
        rng.choice(
            [
                {"controller": strange["controller"]},
                {"controller": ""},
                {"authority": strange["authority"]},
                {"authority": ""},
                {"signed": []},
                {"origin": "otra"},
                {"volume": body["volume"] + 1},
                {"volume": 0},
                {"people": []},
                {"previous": {"volume": 0, "entries": 1, "root": "0" * 64, "hash": "0" * 64}},
                {"hall": "otra"},
            ]
        )
    )
    pages.put(0, body=body)
    pages.reseal()
    if rng.random() < 0.5:
        pages.renote(bench.strange.hall)
    pages.write(second=True)
    return ""


@tampering
def open_twice_or_go_on_after_closing(rng, bench, kept):
    pages = Pages(kept, rng.randint(1, 2))
    if rng.random() < 0.5:
        pages.rows.append(list(pages.rows[1]))
    else:
        pages.rows[2:2] = [list(pages.rows[0])]
    pages.reseal()
    pages.write(second=True)
    return "MIN-OPEN"


@tampering
def leave_a_volume_out(rng, bench, kept):
    number = rng.randint(1, 3)
    kept.volume(number).unlink()
    if rng.random() < 0.5:
        (kept.second / f"tomo-{number:04d}.jsonl").unlink()
        return "MIN-SHORT" if number == 3 else "MIN-OPEN"
    return "MIN-AHEAD"


@tampering
def exchange_volumes(rng, bench, kept):
    a, b = rng.sample([1, 2, 3], 2)
    pairs = [(kept.volume(a), kept.volume(b))]
    if rng.random() < 0.5:
        pairs.append((kept.second / f"tomo-{a:04d}.jsonl", kept.second / f"tomo-{b:04d}.jsonl"))
    for one, other in pairs:
        spare = one.with_suffix(".aparte")
        one.rename(spare)
        other.rename(one)
        spare.rename(other)
    return "MIN-OPEN"


@tampering
def take_a_volume_of_another_book(rng, bench, kept):
    number = rng.randint(1, 3)
    shutil.copy(bench.strange.volume(number), kept.volume(number))
    shutil.copy(bench.strange.second / f"tomo-{number:04d}.jsonl", kept.second)
    return "MIN-OPEN" if number > 1 else ""


@tampering
def close_a_volume_never(rng, bench, kept):
    pages = Pages(kept, rng.randint(1, 2))
    pages.rows = pages.rows[:-2]
    pages.notes = [note for note in pages.notes if note[1] <= len(pages.rows)]
    pages.write(second=True)
    return "MIN-OPEN"


# ---- checkpoints


@tampering
def take_a_checkpoint_out(rng, bench, kept):
    pages = some(rng, kept)
    del pages.notes[rng.randrange(len(pages.notes) - 1)]
    pages.write(second=True)
    return "MIN-NOTE"


@tampering
def forge_a_checkpoint(rng, bench, kept):
    number = rng.randint(1, 3)
    pages = Pages(kept, number)
    place = rng.randrange(len(pages.notes))
    note = pages.notes[place]
    read = Note.read(note[3])
    said = Checkpoint.read(read.text)
    other = Note.read(Pages(bench.sibling, number).notes[place][3])
    fork_ = Checkpoint(said.origin, said.size, bytes(32))
    note[3] = rng.choice(
        [
            str(sign("sala/libro", bench.strange.hall.controller, read.text)),
            str(sign("otra", kept.hall.controller, read.text)),
            str(Note(read.text, other.lines)),
            str(Note(other.text, read.lines)),
            str(Note(fork_.text, read.lines)),
            str(sign("sala/libro", kept.hall.controller, fork_.text)),
            str(sign("sala/libro", kept.hall.controller, Checkpoint("otra", said.size, said.root).text)),
            str(sign("sala/libro", kept.hall.controller, read.text + "más\n")),
            str(Note(read.text, (*read.lines, *read.lines))),
            str(Note(read.text, ("— testigo AAAAAAAA", *read.lines))),
            note[3].rstrip("\n"),
            note[3] + "\n",
            note[3].replace("\n", "\r\n"),
            read.text,
            "",
        ]
    )
    pages.write(second=True)
    return "MIN-NOTE"


@tampering
def move_a_checkpoint(rng, bench, kept):
    pages = some(rng, kept)
    a, b = rng.sample(range(len(pages.notes)), 2)
    way = rng.randrange(3)
    if way == 0:
        pages.notes[a][1:], pages.notes[b][1:] = pages.notes[b][1:], pages.notes[a][1:]
    elif way == 1:
        pages.notes[a][1] += 1
    else:
        pages.notes[a][3] = pages.notes[b][3]
    pages.write(second=True)
    return "MIN-NOTE"


@tampering
def alter_peaks(rng, bench, kept):
    pages = some(rng, kept)
    note = rng.choice(pages.notes)
    note[2] = rng.choice(["", "00" * 32, note[2].upper() + "0", note[2][64:] + "00", note[2] * 2])
    pages.write(second=True)
    return "MIN-NOTE"


# ---- the second medium


@tampering
def touch_the_second_medium(rng, bench, kept):
    path = some(rng, kept).line_path
    lines = path.read_bytes().splitlines(keepends=True)
    a, b = sorted(rng.sample(range(len(lines)), 2))
    way = rng.randrange(8)
    if way == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif way == 1:
        lines[a] = lines[a].replace(b'"clock":"s', b'"clock":"S')
    elif way == 2:
        del lines[a:b]
    elif way == 3:
        lines = lines[:b]
    elif way == 4:
        lines.append(lines[-1])
    elif way == 5:
        lines[-1] = lines[-1][: rng.randrange(1, len(lines[-1]))]
    elif way == 6:
        lines.append(bytes(rng.randrange(1, 600)))
    else:
        lines[a] = lines[a].replace(b",", b", ", 1)
    path.write_bytes(b"".join(lines))
    return ""


@tampering
def lose_the_second_medium(rng, bench, kept):
    some(rng, kept).line_path.unlink()
    return "MIN-SECOND"


@tampering
def invent_a_volume_on_the_second_medium(rng, bench, kept):
    shutil.copy(kept.second / "tomo-0001.jsonl", kept.second / "tomo-0004.jsonl")
    return "MIN-AHEAD"
