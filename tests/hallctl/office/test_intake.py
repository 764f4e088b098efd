"""What halls send is stored exactly, once and in order, and each lie is found and named."""

import base64
import random
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import Note, verifier_of
from hallctl.minutes.wire.messages import Have, entries_subject, notes_subject
from hallctl.office import alarms, database, snapshots, store
from hallctl.office.intake import GAP_S, Intake
from hallctl.office.roots import Roots
from hallctl.office.settling import settle
from hallctl.office.store import NEVER_AGAIN
from tests.hallctl.minutes.format_2 import Format2
from tests.hallctl.office.sent import Book, altered, enrolled, office_keys, stored

KEYS = office_keys()


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A hall's book of three volumes: the last one open, with every signature and checkpoint."""
    kept = Format2.unpacked(tmp_path_factory.mktemp("format-2"))
    return Book.read(kept.book, kept.outside("clave"))


class Chain:
    """An office with its database and a clock of its own."""

    def __init__(self, url, book):
        self.now = 4_000_000_000.0
        self.connection = database.connect(url)
        enrolled(self.connection, book)
        self.restart()

    def restart(self):
        """Go on from what is stored alone."""
        self.intake = Intake(self.connection, KEYS, 120, lambda: self.now)
        self.intake.refresh()

    def take(self, messages, batch=1000):
        for at in range(0, len(messages), batch):
            self.intake.take(messages[at : at + batch])

    def have(self):
        return self.intake.have("sala-1")

    def hours_pass(self):
        """As the database sees it: no alarm was seen for hours, and entries came since."""
        self.connection.execute("UPDATE alarms SET seen = seen - interval '1 hour'")
        self.intake.watch()

    def codes(self, *, ended=False):
        return [each.code for each in alarms.alarms_of(self.connection, ended=ended)]

    def evidence(self):
        return self.connection.execute("SELECT evidence FROM alarms ORDER BY id DESC").fetchall()[0][0]


@pytest.fixture
def chain(office_url, book):
    chain = Chain(office_url, book)
    yield chain
    chain.connection.close()


def test_a_book_is_stored_byte_for_byte_and_its_checkpoints_are_cosigned(chain, book):
    assert chain.have() == Have(1)
    chain.take(book.messages())
    assert stored(chain.connection) == book.volumes
    have = chain.have()
    assert (have.volume, have.number, have.refused) == (3, len(book.volumes[2]), "")
    assert chain.codes(ended=True) == []
    size = max(size for size, _ in book.notes[2])
    assert Note.read(have.note).text == Note.read(dict(book.notes[2])[size].decode()).text
    assert Note.read(have.note).signed_by(KEYS.verifier)
    kept = chain.connection.execute("SELECT volume, size, note FROM notes ORDER BY volume, size").fetchall()
    sizes = {(volume, size) for volume, of in enumerate(book.notes, 1) for size, _ in of}
    assert sizes == {(volume, size) for volume, size, _ in kept}
    signed = {volume: Note.read(note).signed_by(KEYS.verifier) for volume, _, note in kept}
    assert signed == {1: True, 2: True, 3: True}, "the newest of each volume"
    heads = chain.connection.execute("SELECT closed FROM heads ORDER BY volume").fetchall()
    assert heads == [(True,), (True,), (False,)]
    chain.restart()
    assert chain.have() == have


def test_checkpoints_that_come_again_do_not_read_the_volume_again(chain, book, monkeypatch):
    chain.take(book.messages())
    notes = [message for message in book.messages() if message[0] == notes_subject("sala-1", 3)]
    assert len(notes) > 2
    chain.restart()
    chain.take(notes[-1:])
    monkeypatch.setattr(Roots, "of", lambda *_: pytest.fail("the whole volume was read"))
    chain.take(notes)
    assert chain.codes(ended=True) == []


def test_a_restarted_office_goes_on_from_a_snapshot_of_its_own_alone(chain, book, monkeypatch):
    """Another office's, hall's, volume's or program's, an altered one, one of an entry that is not stored."""
    monkeypatch.setattr(snapshots, "EVERY", 40)
    messages = book.messages()
    chain.take(messages[:-60], 70)
    read = list[int]()
    lines_of = store.lines_of

    def counted(*args, **more):
        for line in lines_of(*args, **more):
            read[-1] += 1
            yield line

    monkeypatch.setattr(store, "lines_of", counted)
    head = chain.have()
    kept = chain.connection.execute("SELECT state FROM heads WHERE volume = 3").fetchall()[0][0]
    checks, wrong = [], bytes(kept[:-1]) + bytes([kept[-1] ^ 1])
    mine = snapshots.opened(KEYS, "sala-1", 3, kept)
    assert mine is not None
    unlike = [(office_keys(), "sala-1", 3), (KEYS, "sala-2", 3), (KEYS, "sala-1", 2)]
    others = [snapshots.sealed(*of, mine) for of in unlike]
    for last in (mine.last._replace(hash="0" * 64), mine.last._replace(number=head.number + 1)):
        others.append(snapshots.sealed(KEYS, "sala-1", 3, replace(mine, last=last)))
    with monkeypatch.context() as newer:
        newer.setattr(snapshots, "this_program", lambda: "hallctl 0.0.0")
        others.append(snapshots.sealed(KEYS, "sala-1", 3, mine))
    assert None not in others and len({*others, kept, wrong}) == len(others) + 2
    for state in (kept, wrong, *others, None):
        chain.connection.execute("UPDATE heads SET state = %s WHERE volume = 3", (state,))
        chain.restart()
        read.append(0)
        checks.append(chain.intake._checked(chain.intake._of(chain.intake._enrolled["sala-1"])))
    assert read[0] < 110 and set(read[1:]) == {head.number}
    assert all(each.snapshot() == checks[-1].snapshot() for each in checks)
    chain.connection.execute("UPDATE heads SET state = %s WHERE volume = 3", (kept,))
    chain.restart()
    read.append(0)
    chain.take(messages)
    assert stored(chain.connection) == book.volumes and chain.codes(ended=True) == []


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_cut_repeated_or_out_of_order_comes_to_the_same(chain, book, seed):
    """A hall sends again from what the office has; in between anything is cut off, repeated and mixed."""
    dice = random.Random(seed)
    messages = book.messages()
    while (chain.have().volume, chain.have().number) != (3, len(book.volumes[2])):
        have = chain.have()
        done = sum(map(len, book.volumes[: max(have.volume - 1, 0)])) + have.number
        lines = [i for i, (subject, _) in enumerate(messages) if ".entries." in subject]
        begin = max(0, lines[done] - dice.randrange(40))
        window = messages[begin : begin + dice.randrange(1, 200)]
        for _ in range(dice.randrange(4)):
            one, other = sorted(dice.choices(range(len(window)), k=2))
            window[one:other] = dice.choice(([], window[one:other] * 2, window[one:other][::-1]))
        chain.take(window, dice.randrange(1, 100))
        if dice.random() < 0.3:
            chain.restart()
    assert stored(chain.connection) == book.volumes
    assert chain.codes(ended=True) == []


def after(book, volume, number):
    """All that was sent up to an entry."""
    entries, found, end = 0, [], sum(map(len, book.volumes[: volume - 1])) + number
    for subject, content in book.messages():
        entries += ".entries." in subject
        if entries > end:
            break
        found.append((subject, content))
    return found


LIES = {
    "rewritten tail": lambda lines: [altered(lines[99], body={"x": 1})],
    "another next": lambda lines: [altered(lines[200], previous="ab" * 32)],
}


@pytest.mark.parametrize("lie", LIES)
def test_another_history_is_a_fork_with_both_lines_until_a_person_settles_it(chain, book, lie):
    chain.take(after(book, 2, 200))
    before = stored(chain.connection)
    lies = LIES[lie](book.volumes[1])
    subject = entries_subject("sala-1", 2)
    chain.take([(subject, line) for line in lies])
    assert chain.codes() == ["OFFICE-FORK"]
    assert lies[0].decode().strip() in chain.evidence()
    assert len(chain.evidence().splitlines()) == 2
    chain.take(book.messages()[200:])
    assert stored(chain.connection) == before, "nothing more is taken"
    assert chain.have().refused == "OFFICE-FORK"
    chain.restart()
    assert chain.have().refused == "OFFICE-FORK"


def test_a_hall_from_an_old_backup_that_goes_on_is_a_fork(chain, book):
    chain.take(after(book, 2, 200))
    line = altered(book.volumes[1][150], time="2027-01-01T00:00:00.000Z")
    chain.take([(entries_subject("sala-1", 2), line)])
    assert chain.codes() == ["OFFICE-FORK"]


def test_a_checkpoint_of_another_history_is_a_fork(chain, book):
    sizes = dict(book.notes[1])
    size = min(sizes)
    chain.take([m for m in after(book, 2, size - 1) if ".entries." in m[0]])
    chain.take([(notes_subject("sala-1", 2), sizes[size])])
    assert chain.codes() == [], "of entries that are not here yet"
    chain.restart()
    forged = altered(book.volumes[1][size - 1], body={"x": 1})
    chain.take([(entries_subject("sala-1", 2), forged)])
    # Where the entry needs no signature it is right by itself; the hall's own checkpoint is of another.
    assert set(chain.codes()) <= {"OFFICE-FORK", "OFFICE-UNVERIFIED"} and chain.codes()


def test_what_was_cosigned_is_remembered_though_its_entries_came_before(chain, book):
    size, sent = book.notes[1][2]
    chain.take([m for m in after(book, 2, size) if ".entries." in m[0]])
    chain.take([(notes_subject("sala-1", 2), sent)])
    assert Note.read(chain.have().note).signed_by(KEYS.verifier)
    chain.restart()
    chain.take([(entries_subject("sala-1", 2), altered(book.volumes[1][size - 1], body={"x": 1}))])
    settle(chain.connection, "sala-1", "la sala volvió de su copia", size - 1)
    kept = chain.connection.execute("SELECT cosigned FROM heads WHERE volume = 2").fetchall()
    assert kept == [(NEVER_AGAIN,)], "never two histories of a volume"


WRONG = {
    "no json": lambda _: b"{]\n",
    "no line break": lambda _: b"{}",
    "hash": lambda line: line.replace(b'"hash":"', b'"hash":"0', 1),
    "spelling": lambda line: line.replace(b'{"actor"', b'{ "actor"', 1),
    "digest": lambda line: (
        altered(line)[:-1].replace(b'"offset_minutes":-240', b'"offset_minutes":-241') + b"\n"
    ),
    "nul": lambda line: altered(line, kind="Ball\0Drawn"),
    "kind": lambda line: altered(line, kind="K" * 65),
    "unsigned opening": lambda line: altered(line, kind="BookOpened"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_verify_is_not_stored_and_named_until_the_right_entry_comes(chain, book, wrong):
    chain.take(after(book, 2, 100))
    before, line = stored(chain.connection), book.volumes[1][100]
    chain.take([(entries_subject("sala-1", 2), WRONG[wrong](line))])
    assert stored(chain.connection) == before
    assert chain.codes() == ["OFFICE-UNVERIFIED"]
    chain.now += 10
    chain.take([(entries_subject("sala-1", 2), line)])
    chain.hours_pass()
    assert chain.codes() == [] and chain.codes(ended=True) == ["OFFICE-UNVERIFIED"]


def test_what_is_wrong_at_no_entry_is_one_alarm_while_it_comes_again(chain, book):
    chain.take(after(book, 2, 100))
    for number in range(100, 103):
        chain.take([(entries_subject("sala-1", 2), b"{]\n")])
        chain.now += 1000
        chain.take([(entries_subject("sala-1", 2), book.volumes[1][number])])
        chain.intake.watch()
    assert chain.codes() == chain.codes(ended=True) == ["OFFICE-UNVERIFIED"]
    chain.hours_pass()
    assert chain.codes() == []


def test_a_checkpoint_with_many_signatures_is_kept_once(chain, book):
    size, sent = book.notes[0][0]
    dice = random.Random(1)
    more = [f"\N{EM DASH} {n} {base64.b64encode(dice.randbytes(72)).decode()}\n" for n in range(100)]
    long = sent + "".join(more).encode()
    chain.take(
        [*after(book, 1, size), (notes_subject("sala-1", 1), long), (notes_subject("sala-1", 1), long)]
    )
    assert chain.codes() == [] and chain.have().number == size
    kept = chain.connection.execute("SELECT max(length(note)) FROM notes").fetchone()
    assert kept is not None and kept[0] > 10_000


@pytest.mark.parametrize("table", ["heads", "notes"])
def test_what_the_database_refuses_of_one_hall_stops_no_other(chain, book, table):
    enrolled(chain.connection, book, "sala-2")
    chain.intake.refresh()
    chain.connection.execute(f"ALTER TABLE {table} ADD CHECK (hall <> 'sala-1')")
    both = zip(after(book, 1, 100), book.messages("sala-2"), strict=False)
    chain.take([message for pair in both for message in pair])
    assert stored(chain.connection, "sala-1") == []
    assert stored(chain.connection, "sala-2") == [book.volumes[0][:100]]
    assert [(each.hall, each.code) for each in alarms.alarms_of(chain.connection)] == [
        ("sala-1", "OFFICE-UNVERIFIED")
    ]
    assert chain.have().refused == "OFFICE-UNVERIFIED"


def test_a_hall_that_is_refused_is_told_so_and_its_pauses_grow_until_something_is_stored(chain, book):
    chain.take(after(book, 2, 100))
    wrong = [(entries_subject("sala-1", 2), b"{]\n")]
    for seconds in (5, 10, 20, 40, 80, 160, 300, 300):
        chain.take(wrong)
        assert chain.have().refused == "OFFICE-UNVERIFIED" and chain.intake.refresh() == []
        chain.now += seconds - 1
        chain.take([(entries_subject("sala-1", 2), book.volumes[1][100])])
        assert chain.have().number == 100, "nothing is looked at"
        chain.now += 1
        assert chain.intake.refresh() == ["sala-1"] and chain.have().refused == ""
        assert chain.intake.refresh() == [], "it is told once"
    chain.take([(entries_subject("sala-1", 2), book.volumes[1][100])])
    chain.take(wrong)
    chain.now += 5
    assert chain.intake.refresh() == ["sala-1"]


@pytest.mark.parametrize("batch", [1, 2], ids=["in the pause", "in the batch that begins it"])
def test_a_fork_is_named_at_once_though_the_hall_is_not_looked_at(chain, book, batch):
    chain.take(after(book, 2, 100))
    subject, lines = entries_subject("sala-1", 2), book.volumes[1]
    chain.take([(subject, b"{]\n"), (subject, lines[60])], batch=1)
    assert chain.codes() == ["OFFICE-UNVERIFIED"], "what comes again as it is stored is no lie"
    chain.now += 0 if batch == 1 else 10
    chain.take([(subject, b"{]\n"), (subject, altered(lines[60], body={"x": 1}))], batch)
    assert chain.codes() == ["OFFICE-UNVERIFIED", "OFFICE-FORK"] and chain.have().refused == "OFFICE-FORK"
    assert stored(chain.connection) == [book.volumes[0], lines[:100]]


def test_missing_entries_are_an_alarm_after_a_while_and_end_when_they_come(chain, book):
    messages = book.messages(notes=False)
    chain.take(messages[:50] + messages[60:70])
    chain.intake.watch()
    assert chain.codes() == []
    chain.now += GAP_S
    chain.restart()  # an office that is killed meanwhile knows it still
    assert chain.have().number == 50
    for _ in range(3):
        chain.intake.watch()
    assert chain.codes() == ["OFFICE-GAP"]
    assert chain.have().number == 50
    chain.take(messages[50:60])
    assert chain.codes() == [] and chain.have().number == 60
    chain.now += GAP_S
    chain.restart()
    assert chain.have().number == 60
    chain.intake.watch()
    assert chain.codes() == []


def test_entries_that_come_ahead_and_again_in_one_batch_are_not_missing(chain, book):
    messages = book.messages(notes=False)
    chain.take(messages[:50] + messages[60:80])
    assert chain.have().missing
    chain.take(messages[80:100] + messages[50:100])
    assert (chain.have().number, chain.have().missing) == (100, False)
    chain.take(messages[120:130] + messages[100:125])
    assert (chain.have().number, chain.have().missing) == (125, True), "those after it came ahead alone"
    chain.take(messages[125:130])
    chain.now += GAP_S + 1
    for _ in range(2):
        chain.intake.watch()
        assert chain.codes(ended=True) == [] and not chain.have().missing
        chain.restart()
        chain.have()


def test_a_volume_follows_the_one_before_and_is_of_the_enrolled_key(chain, book, office_url):
    chain.take(after(book, 1, len(book.volumes[0]) - 1))
    chain.take([(entries_subject("sala-1", 2), book.volumes[1][0])])
    assert chain.have().volume == 1, "before the end of the first, the second is too early"
    chain.take([(entries_subject("sala-1", 1), book.volumes[0][-1])])
    false = altered(book.volumes[1][0], body={"previous": None})
    chain.take([(entries_subject("sala-1", 2), false)])
    assert chain.codes() == ["OFFICE-UNVERIFIED"] and chain.have().volume == 1
    chain.now += 10
    chain.take(book.messages()[len(after(book, 1, len(book.volumes[0]))) :])
    assert stored(chain.connection) == book.volumes and chain.codes() == []


def test_a_hall_that_another_key_signs_is_not_the_hall(office_url, book):
    other = verifier_of("sala/otra", Ed25519PrivateKey.generate())
    chain = Chain(office_url, Book(str(other), []))
    with chain.connection:
        chain.take(book.messages())
        assert stored(chain.connection) == [] and chain.codes() == ["OFFICE-UNVERIFIED"]


def test_a_wrong_checkpoint_is_named_and_the_entries_go_on(chain, book):
    text = book.notes[0][0][1].decode()
    wrong = text[:-8] + ("A" if text[-8] != "A" else "B") + text[-7:]
    chain.take([*book.messages()[:100], (notes_subject("sala-1", 1), wrong.encode())])
    chain.take([(notes_subject("sala-1", 1), b"nothing"), *book.messages()[100:]])
    assert chain.codes() == ["OFFICE-NOTE"] and chain.codes(ended=True) == ["OFFICE-NOTE"] * 2
    assert stored(chain.connection) == book.volumes
    chain.take([(notes_subject("sala-1", 3), book.notes[2][-1][1])])
    assert chain.codes() == [], "a right one ends it"


def test_a_hall_begins_with_the_volume_that_it_was_enrolled_from(chain, book):
    chain.connection.execute("UPDATE halls SET first_volume = 2")
    chain.intake.refresh()
    assert chain.have() == Have(2)
    chain.take([message for message in book.messages() if not message[0].endswith(".1")])
    assert stored(chain.connection) == book.volumes[1:] and chain.codes() == []


def test_a_clock_that_is_ahead_is_named_until_it_is_right(chain, book):
    messages = book.messages(notes=False)
    chain.now = 1_700_000_000.0  # long before the book was written
    chain.take(messages[:10])
    assert chain.codes() == ["OFFICE-CLOCK"]
    chain.now = 4_000_000_000.0
    chain.take(messages[10:11])
    assert chain.codes() == []


def test_who_is_not_enrolled_is_not_heard(chain, book):
    chain.take([(subject.replace("sala-1", "sala-9"), line) for subject, line in book.messages()[:5]])
    chain.take([("hall.sala-1.calls", b"x"), ("x", b"")])
    assert stored(chain.connection, "sala-9") == [] and chain.codes() == []
