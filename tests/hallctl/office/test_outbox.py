"""What goes to the head office next, by its last word and the book: all of it arrives, whatever is lost."""

import random
from datetime import UTC, datetime

import pytest

from hallctl.devices.office_view import LEAST_S, MOST_S, Showing
from hallctl.minutes.book import Book
from hallctl.minutes.entry import Draft, Stamp, stored_line
from hallctl.minutes.note import Checkpoint, sign
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.volumes import volume_name
from hallctl.minutes.wire.messages import Have, read_object
from hallctl.minutes.wire.outbox import LONGEST_S, PATIENCE_S, Outbox
from tests.hallctl.office.keys import CONTROLLER

ORIGIN = "sala.example/libro"
STAMP = Stamp.at(datetime(2026, 11, 30, tzinfo=UTC), "synchronised", "boot")


def grow(folder, entries, volume=1, note=True):
    """Add entries to a volume, which is made where it is not there, and a checkpoint of it."""
    path = folder / volume_name(volume)
    with Book.open(path) if path.exists() else Book.create(path) as book:
        for first in range(0, entries, 50):
            drafts = [Draft("Algo", {"n": n}, "hallctl:hallctl") for n in range(min(50, entries - first))]
            book.append(drafts, STAMP)
        if note:
            checkpoint = book.checkpoint(f"{ORIGIN}/tomo-{volume:04}")
            book.keep_note(sign(ORIGIN, CONTROLLER, checkpoint.text))
    return path


def lines(path):
    with read_only(path) as connection:
        return [stored_line(row) for row in stored_rows(connection)]


def had(path, number, volume=1, **more):
    """Return the office's word that it has a volume up to an entry."""
    with read_only(path) as connection:
        rows = list(stored_rows(connection, number, number)) if number else []
    return Have(volume, number, str(rows[0][-1]) if rows else "", **more)


def sent(outbox, now=0.0):
    """Send everything that goes now; return the letters."""
    found = []
    while letters := outbox.page(now):
        found += letters
        for letter in letters:
            outbox.went(letter, now)
    return found


def numbers(letters):
    return [letter.number for letter in letters if letter.number]


def test_the_book_goes_in_order_within_the_window_and_its_newest_checkpoint_behind(tmp_path):
    path = grow(tmp_path, 130)
    outbox = Outbox("sala-1", tmp_path, window=100)
    assert outbox.page(0) == []
    outbox.heard(Have(), 0)
    first = sent(outbox)
    assert numbers(first) == list(range(1, 101)) and outbox.waiting == 100
    assert [each.content for each in first] == lines(path)[:100]
    assert {each.subject for each in first} == {"hall.sala-1.entries.1"}
    assert first[0].id.startswith("sala-1.")
    assert first[0].id.endswith(f".{read_object(first[0].content.rstrip())['hash']}")
    outbox.heard(had(path, 90), 1)
    rest = sent(outbox, 1)
    assert numbers(rest) == list(range(101, 131))
    assert (rest[-1].subject, rest[-1].size) == ("hall.sala-1.notes.1", 130)
    assert Checkpoint.read(rest[-1].content.decode().partition("\n\n")[0] + "\n").size == 130
    outbox.heard(had(path, 130), 3)
    assert outbox.waiting == 0 and sent(outbox, 1e6) == [] and outbox.calm(1e6, 1)


def test_what_goes_again_has_the_name_that_it_had_and_nobody_else_can_guess_it(tmp_path):
    """The server drops what comes under a name that it has: another hall must not be first."""
    grow(tmp_path, 5)
    one, names = Outbox("sala-1", tmp_path), []
    for outbox in (one, one, Outbox("sala-1", tmp_path)):
        outbox.begin()  # a connection
        outbox.heard(Have(), 0)
        names.append([each.id for each in sent(outbox)])
    assert names[0] == names[1] and len(names[0]) == 6
    assert not {*names[0]} & {*names[2]}, "notes too"


def test_silence_is_answered_by_one_entry_under_another_name_and_ever_later(tmp_path):
    path = grow(tmp_path, 60, note=False)
    outbox = Outbox("sala-1", tmp_path)
    outbox.heard(had(path, 5), 0)
    names = {each.number: each.id for each in sent(outbox)}
    now, probes = 0.0, []
    while now < 2500:
        now += 10
        for letter in sent(outbox, now):
            probes.append((now, letter.number))
            assert letter.id != names[letter.number]
    assert {number for _, number in probes} == {6}
    assert probes[0][0] == PATIENCE_S + 10 and probes[-1][0] - probes[-2][0] == LONGEST_S + 10
    assert not outbox.calm(now, 300)
    outbox.heard(had(path, 6), now)
    again = sent(outbox, now)
    assert numbers(again) == list(range(7, 61)) and not {each.id for each in again} & set(names.values())


def test_only_what_is_missing_is_sent_again_and_once_in_a_place(tmp_path):
    path = grow(tmp_path, 30, note=False)
    outbox = Outbox("sala-1", tmp_path)
    outbox.heard(had(path, 0), 0)
    sent(outbox)
    for word in (had(path, 10), had(path, 10, note="una"), had(path, 10, note="una")):
        outbox.heard(word, 1)  # the office begins anew, or takes what came twice
        assert sent(outbox, 2) == []
    outbox.heard(had(path, 10, missing=True), 3)
    assert numbers(sent(outbox, 3)) == list(range(11, 31))
    outbox.heard(had(path, 10, missing=True), 9)
    assert sent(outbox, 9) == [], "what was on its way before says so for a while"
    outbox.heard(had(path, 20, missing=True), 10)
    assert numbers(sent(outbox, 10)) == list(range(21, 31))


def test_what_merely_waits_for_a_slow_office_is_not_sent_again(tmp_path):
    """Forty halls catch up at once: the office comes to each one's messages after a while."""
    path = grow(tmp_path, 120, note=False)
    outbox = Outbox("sala-1", tmp_path, window=60)
    outbox.heard(Have(), 0)
    now, words, had_, times = 0.0, sent(outbox), 0, dict.fromkeys(range(1, 121), 0)
    while had_ < 120:
        now += 3 * PATIENCE_S
        for number in numbers(words):
            times[number] += 1
        probe, had_ = sent(outbox, now), had_ + 20
        assert len(probe) == 1
        outbox.heard(had(path, had_), now)
        words = [*probe, *sent(outbox, now)]
    assert {number for number, count in times.items() if count > 1} == {1, 21, 41, 61, 81}, "probes alone"
    assert sent(outbox, 2 * now) == []


def test_from_what_the_server_refused_on_all_goes_under_other_names(tmp_path):
    grow(tmp_path, 30, note=False)
    outbox = Outbox("sala-1", tmp_path)
    outbox.heard(Have(), 0)
    letters = outbox.page(0)
    for letter in letters[:10]:
        outbox.went(letter, 0)
    outbox.resume()
    rest = sent(outbox, 1)
    assert numbers(rest) == list(range(11, 31))
    assert not {each.id for each in rest} & {each.id for each in letters}


def test_volumes_follow_one_another_once_the_office_has_the_one_before(tmp_path):
    one, two = grow(tmp_path, 3), grow(tmp_path, 2, volume=2)
    outbox = Outbox("sala-1", tmp_path)
    outbox.heard(Have(), 0)
    assert [(each.volume, each.number, each.size) for each in sent(outbox)] == [
        *((1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 0, 3))
    ]
    outbox.heard(had(one, 3), 1)
    assert [(each.volume, each.number) for each in sent(outbox, 1)] == [(2, 1), (2, 2), (2, 0)]
    assert outbox.waiting == 2
    outbox.heard(had(one, 3, missing=True), 20)
    assert numbers(sent(outbox, 20)) == [1, 2]
    outbox.heard(had(two, 2, volume=2), 21)
    assert outbox.waiting == 0
    later = Outbox("sala-1", tmp_path)
    later.heard(Have(2), 0)
    assert numbers(sent(later)) == [1, 2]


def test_an_office_that_has_more_or_another_is_named_and_shown_what_the_book_has(tmp_path):
    path = grow(tmp_path, 10, note=False)
    outbox = Outbox("sala-1", tmp_path)
    outbox.heard(Have(1, 12, "ab" * 32), 0)
    assert "tiene 12 asientos del tomo 1 y este libro, 10" in outbox.ahead
    assert numbers(sent(outbox)) == [10]
    grow(tmp_path, 3, note=False)
    assert numbers(sent(outbox)) == [11, 12, 13]
    outbox.heard(Have(1, 12, "ab" * 32), 5)
    assert "el último es otro" in outbox.ahead
    assert sent(outbox, 5) == [], "it has been shown already"
    outbox.heard(had(path, 11, refused="OFFICE-FORK"), 6)
    assert (outbox.ahead, outbox.refused, sent(outbox, 7)) == ("", "OFFICE-FORK", [])
    assert numbers(sent(outbox, 6 + PATIENCE_S + 1)) == [12]  # so that the office says when it takes more
    outbox.heard(had(path, 11), 18)
    assert (outbox.refused, numbers(sent(outbox, 18))) == ("", [12, 13])


def test_a_book_restored_to_a_former_volume_is_shown_from_that_one_on(tmp_path):
    grow(tmp_path, 50, note=False)
    grow(tmp_path, 90, volume=2, note=False)
    outbox, word = Outbox("sala-1", tmp_path), Have(3, 1, "cd" * 32)
    outbox.heard(word, 0)
    assert "tomo 3 y este libro, 0" in outbox.ahead
    assert {each.volume for each in outbox.page(0)} == {2}
    letters = sent(outbox)
    assert numbers(letters) == list(range(1, 91)) and outbox.waiting == 0
    outbox.heard(word, 5)
    assert sent(outbox, 5) == []
    grow(tmp_path, 1, volume=2, note=False)
    assert numbers(sent(outbox, 6)) == [91]
    grow(tmp_path, 2, volume=3, note=False)
    assert [(each.volume, each.number) for each in sent(outbox, 9)] == [(3, 1), (3, 2)]
    outbox.heard(Have(3, 1, "cd" * 32, refused="OFFICE-FORK"), 10)
    assert sent(outbox, 10) == []
    assert Outbox("sala-1", tmp_path / "none").page(0) == []


@pytest.mark.parametrize("code", ["OFFICE-FORK", "OFFICE-UNVERIFIED"])
def test_an_office_that_refuses_is_asked_with_one_entry_ever_later_and_sent_the_rest_once_it_takes(
    tmp_path, code
):
    path = grow(tmp_path, 60, note=False)
    outbox = Outbox("sala-1", tmp_path)
    outbox.heard(had(path, 5), 0)
    sent(outbox)
    outbox.heard(had(path, 7, refused=code), 1)
    now, probes = 1.0, []
    while now < 3000:
        now += 5
        for letter in sent(outbox, now):
            probes.append((now, letter.number))
            outbox.heard(had(path, 7, refused=code), now + 1)
    assert {number for _, number in probes} == {8}
    assert PATIENCE_S <= probes[0][0] - 1 <= PATIENCE_S + 5
    assert LONGEST_S <= probes[-1][0] - probes[-2][0] <= LONGEST_S + 5
    outbox.heard(had(path, 7), now)
    assert numbers(sent(outbox, now)) == list(range(8, 61))


class Way:
    """A message server that forgets, and an office that takes what follows and says when some is missing."""

    def __init__(self, dice):
        self.dice, self.ids, self.queue, self.book, self.said = dice, {}, [], [], []
        self.missing = False

    def put(self, letter, now):
        """Return whether the stream has the message now."""
        if self.dice.random() < 0.05:
            return False  # full
        known = {name for name, at in self.ids.items() if now - at < 120}
        if letter.id not in known:
            self.ids[letter.id] = now
            if self.dice.random() > 0.03:  # a server that is killed may have said so and forgot
                self.queue.append(letter)
        return True

    def work(self):
        """Take some of what waits, perhaps in another order."""
        taken, self.queue = self.queue[:30], self.queue[30:]
        if self.dice.random() < 0.1:
            self.dice.shuffle(taken)
        for letter in taken:
            if letter.number == len(self.book) + 1:
                self.book.append(letter.content)
                self.missing = False
            elif letter.number > len(self.book):
                self.missing = True
        if taken:
            self.say()

    def say(self):
        number = len(self.book)
        hash_ = read_object(self.book[-1].rstrip())["hash"] if number else ""
        if self.dice.random() > 0.1:
            self.said.append(Have(1 if number else 0, number, hash_, missing=self.missing))


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.campaign) for n in range(4, 60))]
)
def test_whatever_is_lost_on_the_way_the_office_has_the_book_in_the_end(book_of_300, seed):
    dice = random.Random(seed)
    outbox, way, now = Outbox("sala-1", book_of_300.parent, window=100), Way(dice), 0.0
    outbox.heard(Have(), now)
    whole = lines(book_of_300)
    for turn in range(3000):
        now += dice.choice((0.2, 0.2, 3.0))
        if dice.random() < 0.01:  # the hall was killed, or its connection
            outbox = Outbox("sala-1", book_of_300.parent, window=100)
            outbox.heard(way.said[-1] if way.said else Have(), now)
        for letter in outbox.page(now):
            if not way.put(letter, now):
                outbox.resume()
                break
            outbox.went(letter, now)
        if dice.random() < 0.5:
            way.work()
        if dice.random() < 0.02 and way.book:  # the office was restored
            del way.book[-dice.randrange(1, 20) :]
            way.say()
        for have in way.said[-1:]:
            if dice.random() < 0.5:
                outbox.heard(have, now)
                way.said = [have]
        if way.book == whole and turn > 100:
            break
    assert way.book == whole


@pytest.fixture(scope="module")
def book_of_300(tmp_path_factory):
    return grow(tmp_path_factory.mktemp("libro"), 300, note=False)


def test_the_view_is_sent_when_it_changes_once_a_second_at_most_and_now_and_then():
    at = {"round": 1}
    showing = Showing("sala-1", lambda: dict(at))
    first = showing.due(0)
    assert first is not None and first[0] == "hall.sala-1.state"
    at["round"] = 2
    assert showing.due(LEAST_S / 2) is None
    second = showing.due(LEAST_S)
    assert second is not None
    content = read_object(second[1])
    assert (content["hall"], content["round"]) == ("sala-1", 2) and content["sent"].endswith("Z")
    assert showing.due(2 * LEAST_S) is None
    assert showing.due(LEAST_S + MOST_S) is not None
    showing.begin()
    assert showing.due(LEAST_S + MOST_S) is not None
    assert Showing("sala-1", None).due(0) is None
