"""What may be done around the rows of a book: rows that nobody counts, the schema, the files beside."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from hallctl.minutes.schema import SCHEMA
from tests.hallctl.minutes.notary.maker import WrittenBook, sha256, write_sums
from tests.torture.pages import HASH, Pages, bound, hash_of, unbound
from tests.torture.tamperings import alone, covered, of_export, some, tampering

# ---- rows that a walk from 1 does not meet


def insert(path: Path, table: str, row: list) -> None:
    """Put a row in, with the triggers taken away and put back letter by letter."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        unbound(database)
        database.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
        bound(database)


def beyond(rng: random.Random, size: int) -> int:
    return rng.choice([0, -1, -rng.randint(2, 2**53), -(2**63), size + 2, 2**31, 2**53, 2**63 - 1])


@alone("MIN-NUMBER")
def add_an_entry_where_nobody_counts(rng, bench, kept):
    pages = some(rng, kept)
    row = list(rng.choice(pages.rows))
    row[0] = beyond(rng, len(pages.rows))
    if abs(row[0]) < 2**53:
        row[HASH] = hash_of(row)
    insert(pages.path, "entries", row)
    return "MIN-NUMBER"


@alone("MIN-NOTE")
def add_a_checkpoint_where_nobody_counts(rng, bench, kept):
    pages = some(rng, kept)
    insert(pages.path, "checkpoints", [beyond(rng, len(pages.notes)), *rng.choice(pages.notes)[1:]])
    return "MIN-NOTE"


@alone("MIN-NUMBER")
def number_the_entries_otherwise(rng, bench, kept):
    pages = some(rng, kept)
    by = rng.choice([-1, 1, -len(pages.rows), 1000])
    for row in pages.rows:
        row[0] += by
        row[HASH] = hash_of(row)
    pages.write(second=rng.random() < 0.5)
    return "MIN-NUMBER"


@alone("MIN-FORM")
def write_bytes_that_are_no_text(rng, bench, kept):
    pages = some(rng, kept)
    column = rng.choice(["clock", "boot", "actor", "kind", "request", "previous", "hash", "body"])
    place = covered(rng, pages) + 1
    with closing(sqlite3.connect(pages.path, isolation_level=None)) as database:
        unbound(database)
        database.execute(f"UPDATE entries SET {column} = CAST(x'61ff' AS TEXT) WHERE number = {place}")
        bound(database)
    return "MIN-FORM"


@alone("MIN-NOTE")
def write_a_checkpoint_that_is_no_text(rng, bench, kept):
    pages = some(rng, kept)
    with closing(sqlite3.connect(pages.path, isolation_level=None)) as database:
        unbound(database)
        database.execute(f"UPDATE checkpoints SET {rng.choice(['note', 'peaks'])} = CAST(x'61ff' AS TEXT)")
        bound(database)
    return "MIN-NOTE"


# ---- the schema


def rebuilt(path: Path, encoding: str, change: tuple[str, str] = ("", "")) -> None:
    """Write a volume into a new file, of another encoding or with another statement."""
    draft = path.with_suffix(".otro")
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(draft, isolation_level=None)) as new:
        for pragma in ("application_id", "user_version"):
            new.execute(f"PRAGMA {pragma} = {old.execute(f'PRAGMA {pragma}').fetchone()[0]}")
        new.execute(f"PRAGMA encoding = '{encoding}'")
        tables = [statement for statement in SCHEMA.values() if statement.startswith("CREATE TABLE")]
        for statement in tables:
            new.execute(statement.replace(*change))
        for table in ("entries", "checkpoints"):
            rows = old.execute(f"SELECT * FROM {table} ORDER BY number").fetchall()
            names = [each[0] for each in old.execute(f"SELECT * FROM {table}").description]
            marks = ",".join("?" * len(names))
            new.executemany(f"INSERT INTO {table} ({','.join(names)}) VALUES ({marks})", rows)
        for statement in SCHEMA.values():
            if statement not in tables:
                new.execute(statement)
    path.unlink()
    draft.rename(path)


@alone("MIN-SCHEMA")
def write_the_file_in_another_encoding(rng, bench, kept):
    rebuilt(some(rng, kept).path, rng.choice(["UTF-16le", "UTF-16be"]))
    return "MIN-SCHEMA"


@alone("MIN-SCHEMA")
def write_the_file_with_another_column(rng, bench, kept):
    change = rng.choice(
        [("hash TEXT NOT NULL\n", "hash TEXT NOT NULL,\n    more TEXT\n"), (") STRICT", ")"),
         ("time TEXT NOT NULL", "time TEXT"), ("note TEXT NOT NULL", "note TEXT NOT NULL COLLATE NOCASE"),
         ("hash TEXT NOT NULL\n", "hash TEXT NOT NULL,\n    g TEXT GENERATED ALWAYS AS (body) VIRTUAL\n")]
    )  # fmt: skip
    rebuilt(some(rng, kept).path, "UTF-8", change)
    return "MIN-SCHEMA"


@tampering
def lie_in_the_schema(rng, bench, kept):
    with closing(sqlite3.connect(some(rng, kept).path, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            rng.choice(
                [
                    "UPDATE sqlite_schema SET name = 'prizes ' WHERE name = 'prizes'",
                    "UPDATE sqlite_schema SET tbl_name = 'checkpoints' WHERE name = 'entries_no_delete'",
                    "UPDATE sqlite_schema SET type = 'trigger' WHERE name = 'prizes'",
                    "UPDATE sqlite_schema SET sql = sql || ' ' WHERE name = 'placed'",
                    "INSERT INTO sqlite_schema VALUES ('view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT 1')",
                    "DELETE FROM sqlite_schema WHERE name = 'entries_follow'",
                ]
            )
        )
    return ""  # SQLite itself may refuse to read such a file


# ---- files beside the volumes


@alone("MIN-JOURNAL")
def lay_a_journal_beside(rng, bench, kept):
    path = some(rng, kept).path
    journal = path.with_name(f"{path.name}-journal")
    if rng.random() < 0.5:
        journal.write_bytes(rng.randbytes(rng.randint(1, 2000)))
        return "MIN-JOURNAL"
    # A hot one, as SQLite leaves it, which the next program that writes would play back into the file.
    other = path.with_suffix(".otro")
    shutil.copy(path, other)
    with closing(sqlite3.connect(other, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        unbound(database)
        database.execute("BEGIN")
        database.execute("UPDATE entries SET actor = 'nadie'")
        database.execute("PRAGMA cache_spill = 1")
        shutil.copy(other.with_name(f"{other.name}-journal"), journal)
    other.unlink()
    return "MIN-JOURNAL"


@alone("MIN-STRAY")
def lay_a_strange_name_beside(rng, bench, kept):
    name = rng.choice(
        ["tomo-3.sqlite", "tomo-0003 (copia).sqlite", "tomo-0003.sqlite.bak", "tomo-00003.sqlite",
         "tomo-0001.jsonl",
         "tomo-", "tomo-0001.db", "tomo-0002.sqlite-mj01234567", "tomo-٠٠٠١.sqlite", "tomo-0001.sqlite\n"]
    )  # fmt: skip
    shutil.copy(kept.volume(rng.randint(1, 3)), kept.folder / name)
    return "MIN-STRAY"


@tampering
def lay_a_strange_name_on_the_second_medium(rng, bench, kept):
    name = rng.choice(
        ["tomo-3.jsonl", "tomo-0003 (copia).jsonl", "tomo-0003.jsonl~", "tomo-0001.sqlite", "tomo-x"]
    )
    shutil.copy(kept.second / "tomo-0003.jsonl", kept.second / name)
    return "MIN-STRAY"


@alone("MIN-STRAY")
def put_a_folder_in_the_place_of_a_volume(rng, bench, kept):
    number = rng.randint(1, 4)
    path = kept.volume(number)
    path.unlink(missing_ok=True)
    path.mkdir()
    return "MIN-STRAY"


@alone("MIN-STRAY")
def put_folders_in_the_place_of_all_volumes(rng, bench, kept):
    for number in (1, 2, 3):
        kept.volume(number).unlink()
        kept.volume(number).mkdir()
    return "MIN-STRAY"


@alone("MIN-STRAY")
def lay_what_is_no_file_beside_a_volume(rng, bench, kept):
    path = some(rng, kept).path
    beside = path.with_name(f"{path.name}{rng.choice(['-wal', '-shm', '-journal'])}")
    if rng.random() < 0.5:
        beside.mkdir()
    else:
        beside.symlink_to(rng.choice(["nada", ".", beside.name]))
    return "MIN-STRAY"


# ---- folios and pictures


def any_file(rng: random.Random, folder: Path) -> Path:
    return rng.choice(sorted(folder.iterdir()))


@tampering
def alter_a_folio(rng, bench, kept):
    path = any_file(rng, kept.folios)
    path.write_bytes(rng.choice([b"", path.read_bytes() + b"\n", path.read_bytes()[1:]]))
    return "MIN-FOLIO"


@tampering
def exchange_two_folios(rng, bench, kept):
    one, other = rng.sample(sorted(kept.folios.iterdir()), 2)
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    return "MIN-FOLIO"


@tampering
def add_a_folio(rng, bench, kept):
    path = any_file(rng, kept.folios)
    shutil.copy(path, path.with_name(rng.choice(["tomo-0003-folio-0400-acta.pdf", f"tomo-{path.name}"])))
    return "MIN-FOLIO"


@tampering
def put_a_folder_in_the_place_of_a_folio(rng, bench, kept):
    path = any_file(rng, kept.folios)
    path.unlink()
    path.mkdir()
    return "MIN-FOLIO"


@tampering
def put_a_folder_in_the_place_of_a_picture(rng, bench, kept):
    path = any_file(rng, kept.pictures)
    path.unlink()
    path.mkdir()
    return "MIN-PICTURE"


@tampering
def seal_a_folio_again_under_another_name(rng, bench, kept):
    pages = Pages(kept, 3)
    body = pages.body(pages.of_kind("FolioSealed")[0])
    pages.insert(
        len(pages.rows), "FolioSealed", "controller:hallctl",
        {**body, "data": "0" * 64, "name": "tomo-0003-folio-0002-otra.pdf"},
    )  # fmt: skip
    pages.reseal()
    pages.write(second=True)
    return "MIN-SHORT"


@tampering
def cut_the_book_before_what_seals_a_printed_folio(rng, bench, kept):
    """Leave the entry that the newest paper prints last, with what binds it, and nothing after it.

    The newest checkpoint that is kept elsewhere is of that moment, too: only the paper is of later.
    """
    pages = Pages(kept, 3)
    size = pages.of_kind("FolioSealed")[-1]
    del pages.rows[size:]
    pages.notes = [note for note in pages.notes if note[1] <= size]
    pages.write(second=True)
    kept.note.write_text(pages.notes[-1][3], "utf-8")
    return "MIN-SHORT"


@alone("MIN-FORM")
def record_a_folio_in_another_form(rng, bench, kept):
    pages = Pages(kept, 3)
    body = pages.body(pages.of_kind("FolioSealed")[0])
    change = rng.choice(
        [{"sheets": "1"}, {"copy": None}, {"data": "AB" * 32}, {"pdf": ""}, {"name": ""},
         {"name": "tomo-/x.pdf"}, {"name": "tomo-\x7f.pdf"}, {"name": "tomo-\x85.pdf"},
         {"entry": True}, {"more": 1}]
    )  # fmt: skip
    pages.insert(len(pages.rows), "FolioSealed", "controller:hallctl", {**body, **change})
    pages.reseal()
    pages.write(second=True)
    return "MIN-FORM"


@tampering
def alter_a_picture(rng, bench, kept):
    path = any_file(rng, kept.pictures)
    path.write_bytes(rng.choice([b"", path.read_bytes() + b"\n", b"otra"]))
    return "MIN-PICTURE"


# ---- exports


def export_file(rng: random.Random, kept: WrittenBook, *endings: str) -> Path:
    found = [path for path in kept.exported.rglob("*") if path.is_file() and path.name.endswith(endings)]
    return rng.choice(sorted(found))


@of_export
def alter_a_file_of_the_export(rng, bench, kept):
    path = export_file(rng, kept, "")
    content = path.read_bytes()
    at = rng.randrange(len(content))
    path.write_bytes(
        rng.choice(
            [
                content[:at],
                content[:at] + b"x" + content[at:],
                content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :],
            ]
        )
    )
    return ""


@of_export
def alter_data_with_the_sums(rng, bench, kept):
    path = export_file(rng, kept, ".jsonl", ".puntos", ".punto", ".der", ".json")
    content = path.read_bytes()
    at = rng.randrange(len(content))
    while b"testigo" in content[max(0, at - 24) : at + 12]:
        at = rng.randrange(len(content))  # a line of a key by another name is not looked at
    path.write_bytes(content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :])
    write_sums(kept.exported)
    return ""


@of_export
def lose_a_file_of_the_export(rng, bench, kept):
    path = export_file(rng, kept, ".jsonl", ".puntos", ".punto", ".der", ".json", ".txt", ".py")
    path.unlink()
    return ""


@of_export
def drop_the_last_volume_of_the_export(rng, bench, kept):
    for path in kept.exported.glob("tomo-0003*"):
        path.unlink()
    for path in kept.exported.glob("folios/tomo-0003*"):
        path.unlink()
    if rng.random() < 0.5:
        write_sums(kept.exported)
    return "MIN-SHORT"  # the checkpoint that was kept elsewhere


@of_export
def put_a_foreign_volume_beside(rng, bench, kept):
    number = rng.randint(1, 3)
    source = rng.choice([bench.strange, bench.sibling]).exported
    for ending in (".jsonl", ".puntos", ".punto"):
        shutil.copy(source / f"tomo-{number:04d}{ending}", kept.exported / f"tomo-0004{ending}")
    write_sums(kept.exported)
    return "MIN-OPEN"


@of_export
def lay_a_strange_name_in_the_export(rng, bench, kept):
    name = rng.choice(["tomo-0003 (copia).jsonl", "tomo-3.puntos", "tomo-0001.sqlite-wal", "tomo-0001.txt"])
    shutil.copy(kept.exported / "tomo-0003.jsonl", kept.exported / name)
    return "MIN-STRAY"


@of_export
def change_the_data_of_a_folio(rng, bench, kept):
    folder = kept.exported / "folios"
    path = any_file(rng, folder)
    way = rng.randrange(4)
    if way == 0:
        path.write_bytes(path.read_bytes().replace(b"acta", b"Acta") + b" ")
    elif way == 1:
        path.unlink()
    elif way == 2:
        shutil.copy(path, folder / "tomo-0003-folio-0400-acta.json")
    else:
        shutil.rmtree(folder)
    write_sums(kept.exported)
    return "MIN-FOLIO"


@of_export
def change_the_certificates(rng, bench, kept):
    path = export_file(rng, kept, ".der")
    way = rng.randrange(4)
    if way == 0:
        path.unlink()
    elif way == 1:
        path.write_bytes(path.read_bytes()[:-1])
    elif way == 2:
        (path.parent / rng.choice(["otros", path.stem, f"{sha256(b'otro')}.der"])).mkdir()
    else:
        (path.parent / f"{sha256(b'otro')}.der").write_bytes(b"otro")
    write_sums(kept.exported)
    return "MIN-SIGN"


@of_export
def cut_the_end_of_the_sums(rng, bench, kept):
    path = kept.exported / "SHA256SUMS"
    path.write_bytes(path.read_bytes()[:-1])
    return "MIN-SUMS"


@of_export
def respell_the_sums(rng, bench, kept):
    path = kept.exported / "SHA256SUMS"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    place, way = rng.randrange(1, len(lines)), rng.randrange(4)
    if way == 0:
        lines[place] = lines[place].replace("  ", rng.choice(["  ./", "  folios/../", "  /"]))
    elif way == 1:
        lines.insert(place, lines[place])
    elif way == 2:
        lines[place - 1], lines[place] = lines[place], lines[place - 1]
    else:
        lines.append(lines[0])
    path.write_text("".join(lines), "utf-8")
    return "MIN-SUMS"
