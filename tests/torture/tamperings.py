"""What somebody with the files, SQLite, a copy of our programs and some keys may do to a book.

Each tampering is a function of a random generator, the bench and a copy of the book, which it changes. It
gives the code that both verifiers must say, where one is certain; that they say something is certain always.
They are given everything that is known from elsewhere; where a tampering has to be found from the book alone,
``alone`` is the code (or ``UNBOUND``) that both say of it without anything from elsewhere.
Left out is what no verifier can show: checkpoints left out at the end of the table, a witness's line taken
away, and an ECDSA signature at the very end exchanged for its twin, which says the same.
"""

import base64
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hallctl.minutes.entry import entry_of
from hallctl.minutes.note import Checkpoint, Note, sign
from hallctl.minutes.schema import SCHEMA
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.signing.signers import SoftwareSigner
from tests.hallctl.minutes.notary.maker import (
    ANA,
    CONTROLLER,
    FORMATS,
    JUAN,
    KEY_NAME,
    BookPen,
    House,
    WrittenBook,
    note_text,
)
from tests.torture.pages import HASH, PLACE, Pages, hash_of, keys_of

UNBOUND = "UNBOUND"


@dataclass(frozen=True)
class Bench:
    """A book, an older state of it, another book of the same hall, and a book of another hall."""

    book: WrittenBook
    older: WrittenBook
    sibling: WrittenBook
    strange: WrittenBook

    @classmethod
    def make(cls, where: Path) -> "Bench":
        house = House()
        return cls(
            BookPen(house, where / "1", games=2, balls=3).write(),
            BookPen(house, where / "2", games=1, balls=3).write(),
            BookPen(house, where / "3", games=2, balls=4).write(),
            BookPen(House(seed=2), where / "4", games=2, balls=3).write(),
        )

    def copy(self, where: Path) -> WrittenBook:
        """Give a copy of the book that may be spoiled; what is kept elsewhere is not in reach."""
        shutil.copytree(self.book.where, where)
        return WrittenBook(self.book.house, where)


Tampering = Callable[[random.Random, Bench, WrittenBook], str]
TAMPERINGS: dict[str, Tampering] = {}
ALONE: dict[str, str] = {}
EXPORT: dict[str, Tampering] = {}


def tampering(function: Tampering) -> Tampering:
    TAMPERINGS[function.__name__] = function
    return function


def alone(code: str) -> Callable[[Tampering], Tampering]:
    """Take in a tampering that has to be found from the book alone."""

    def take(function: Tampering) -> Tampering:
        ALONE[function.__name__] = code
        return tampering(function)

    return take


def of_export(function: Tampering) -> Tampering:
    """Take in a tampering of an export, which the notary's verifier alone reads."""
    EXPORT[function.__name__] = function
    return function


def some(rng: random.Random, kept: WrittenBook) -> Pages:
    return Pages(kept, rng.randint(1, 3))


def covered(rng: random.Random, pages: Pages) -> int:
    """Choose an entry."""
    return rng.randrange(len(pages.rows))


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
    before = [row[HASH] for row in pages.rows]
    pages.reseal()
    assert before != [row[HASH] for row in pages.rows]
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
    return "" if name in ("digest", "request") else "MIN-HASH"  # which have no right form then


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
        pages.renote(bench.strange.house)
    pages.write(second=True)
    return ""


@tampering
def write_the_whole_volume_anew_with_other_keys(rng, bench, kept):
    number = rng.randint(1, 3)
    pages = Pages(kept, number)
    strange = Pages(bench.strange, number)
    pages.put(0, body={**strange.body(0), "previous": pages.body(0)["previous"]})
    enrolled = strange.of_kind("SignatoryEnrolled")
    for place, other in zip(pages.of_kind("SignatoryEnrolled"), enrolled, strict=True):
        pages.put(place, body=strange.body(other))
    for place in pages.signatures():
        pages.put(place, body={**pages.body(place), "certificate": strange.body(place)["certificate"]})
    pages.resign(keys_of(bench.strange.house))
    pages.renote(bench.strange.house)
    pages.write(second=True)
    return "MIN-OPEN"


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
    row[PLACE["hash"]] = hash_of(row)
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
            "PRAGMA user_version = 4",
            "PRAGMA application_id = 1",
            "CREATE TABLE sqlar (name TEXT)",
            "ANALYZE",
        ]
    )
    with closing(sqlite3.connect(some(rng, kept).path, isolation_level=None)) as database:
        database.executescript(statement)
    return "MIN-SCHEMA"


# ---- signatures


def forged(rng: random.Random, kept: WrittenBook) -> tuple[Pages, int]:
    pages = some(rng, kept)
    return pages, rng.choice(pages.signatures())


def finish(rng: random.Random, pages: Pages) -> str:
    """Seal all anew; with all checkpoints taken away, the signature alone is to show it."""
    pages.reseal()
    if rng.random() < 0.5:
        pages.notes = []
    pages.write(second=True)
    return "MIN-SIGN"


def signature_of(place: int, pages: Pages, person: str, signer: SoftwareSigner) -> dict:
    """Give the body of a signature under the entry before a place."""
    signed = entry_of(tuple(pages.rows[place - 1]))
    signature = signer.sign(signed_message(signed.hash))
    return dict(signature_draft(signed, person, signer.fingerprint, signer.algorithm, signature).body)


@tampering
def sign_as_somebody_else(rng, bench, kept):
    pages, place = forged(rng, kept)
    person = pages.body(place)["person"]
    other = JUAN if person != JUAN else ANA
    body = signature_of(place, pages, other, kept.house.signers[other])
    way = rng.randrange(3)
    if way:
        body["person"] = person
    if way == 2:
        body["certificate"] = pages.body(place)["certificate"]
    pages.put(place, body=body)
    return finish(rng, pages)


@tampering
def sign_with_a_certificate_of_another_hall(rng, bench, kept):
    pages, place = forged(rng, kept)
    person = pages.body(place)["person"]
    pages.put(place, body=signature_of(place, pages, person, bench.strange.house.signers[person]))
    return finish(rng, pages)


@tampering
def enrol_a_stranger_and_sign(rng, bench, kept):
    pages, place = forged(rng, kept)
    person = pages.body(place)["person"]
    stranger = bench.strange.house
    signer = stranger.signers[person]
    pages.insert(2, "SignatoryEnrolled", CONTROLLER, stranger.enrolment(person, signer))
    place = max(place + 1, 2)
    pages.reseal()
    if place > 2:
        pages.put(place, body=signature_of(place, pages, person, signer))
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
        pages.rows[at][1:8] = before[1:8]
        pages.put(at, body={**pages.body(at), "entry": before[0], "hash": before[HASH]})
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
    pages.put(place, body={**pages.body(place), "hash": pages.rows[place - 1][HASH]})
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
    a, b = rng.sample(range(3), 2)
    a, b = body["people"][a], body["people"][b]
    way = rng.randrange(5)
    if way == 0:
        a["certificate"], b["certificate"] = b["certificate"], a["certificate"]
    elif way == 1:
        a["certificate"] = Pages(bench.strange, 1).body(0)["people"][0]["certificate"]
    elif way == 4:
        a["posts"] = rng.choice([[], ["cajero"], [*a["posts"], "cajero"], "jefe", None])
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
                {"format": FORMATS[2]},
                {"format": "libro de actas, formato 3"},
                {"signed": body["signed"][1:]},
                {"signed": [*body["signed"], "ZZ"]},
                {"signed": body["signed"][::-1]},
            ]
        )
    )
    pages.put(0, body=body)
    pages.reseal()
    if rng.random() < 0.5:
        pages.renote(bench.strange.house)
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
    pages.rows = pages.rows[: pages.of_kind("BookClosed")[0]]
    pages.notes = [note for note in pages.notes if note[1] <= len(pages.rows)]
    pages.write(second=True)
    return "MIN-OPEN"


# ---- checkpoints


def text_at(note: list) -> str:
    return note[3].partition("\n\n")[0]


def middle(rng: random.Random, pages: Pages) -> int:
    """Choose a checkpoint that is not the last, and whose text no other row has."""
    texts = [text_at(note) for note in pages.notes]
    return rng.choice([at for at, text in enumerate(texts[:-1]) if texts.count(text) == 1])


@tampering
def take_a_checkpoint_out(rng, bench, kept):
    pages = some(rng, kept)
    del pages.notes[rng.randrange(len(pages.notes) - 1)]
    pages.write(second=True)
    return "MIN-NOTE"


@alone("MIN-NOTE")
def take_a_checkpoint_out_and_number_the_rest_anew(rng, bench, kept):
    pages = some(rng, kept)
    del pages.notes[middle(rng, pages)]
    pages.renumber()
    pages.write(second=True)
    return "MIN-NOTE"


@alone("MIN-NOTE")
def repeat_a_checkpoint(rng, bench, kept):
    pages = some(rng, kept)
    at = rng.randrange(len(pages.notes))
    pages.notes.insert(rng.choice([at, at + 1]), list(pages.notes[at]))
    pages.renumber()
    pages.write(second=True)
    return "MIN-NOTE"


@alone("MIN-NOTE")
def keep_a_checkpoint_with_fewer_witnesses(rng, bench, kept):
    pages = some(rng, kept)
    at = rng.choice(
        [at for at, note in enumerate(pages.notes[1:], 1) if text_at(note) == text_at(pages.notes[at - 1])]
    )
    pages.notes[at - 1], pages.notes[at] = pages.notes[at], pages.notes[at - 1]
    pages.renumber()
    pages.write(second=True)
    return "MIN-NOTE"


@tampering
def forge_a_checkpoint(rng, bench, kept):
    number = rng.randint(1, 3)
    pages = Pages(kept, number)
    at = middle(rng, pages)
    note = pages.notes[at]
    read = Note.read(note[3])
    said = Checkpoint.read(read.text)
    other = Note.read(Pages(bench.sibling, number).notes[at + 1][3])
    more = read.text.split("\n", 3)[3]
    three = read.text.removesuffix(more)
    forked = note_text(said.origin, said.size, bytes(32), None) + more
    strange, house = bench.strange.house.controller, kept.house.controller
    note[3] = rng.choice(
        [
            str(sign(KEY_NAME, strange, read.text)),
            str(sign("otra", house, read.text)),
            str(Note(read.text, other.lines)),
            str(Note(other.text, read.lines)),
            str(Note(forked, read.lines)),
            str(sign(KEY_NAME, house, forked)),
            str(sign(KEY_NAME, house, note_text("otra", said.size, said.root, None) + more)),
            str(sign(KEY_NAME, house, read.text + "más\n")),
            str(sign(KEY_NAME, house, three)),
            str(sign(KEY_NAME, house, three + "checkpoint 900\n")),
            str(sign(KEY_NAME, house, three + "checkpoint 0\n")),
            str(sign(KEY_NAME, house, three + "checkpoint\n")),
            str(Note(read.text, (*read.lines, *read.lines))),
            str(Note(read.text, (*read.lines, "— testigo AAAAAAAA", "— testigo AAAAAAAB"))),
            str(Note(read.text, (*read.lines, "— testigo AAAA"))),
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
def cut_the_last_line_of_the_second_medium(rng, bench, kept):
    path = some(rng, kept).line_path
    content = path.read_bytes()
    last = len(content) - content.rindex(b"\n", 0, -1) - 1
    path.write_bytes(content[: -rng.randint(1, last)])
    return "MIN-BEHIND"


@tampering
def lose_the_second_medium(rng, bench, kept):
    some(rng, kept).line_path.unlink()
    return "MIN-SECOND"


@tampering
def invent_a_volume_on_the_second_medium(rng, bench, kept):
    shutil.copy(kept.second / "tomo-0001.jsonl", kept.second / "tomo-0004.jsonl")
    return "MIN-AHEAD"
