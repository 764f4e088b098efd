"""The code on every printed folio agrees with the book that it was printed from, and with no other."""

import pytest

from hallctl.cli.book.outside import Paper, compare
from hallctl.devices.paper import Archive
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volumes_in
from tests.hallctl.bingo import annexes, documents, minuted
from tests.hallctl.devices.printing import print_all
from tests.hallctl.devices.test_paper import write
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, closed, empty, played


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A closed volume of a hall without keys, printed with its registers and recorded."""
    folder = tmp_path_factory.mktemp("sala")
    print_all(write(folder / "libro", closed(played()).events), Archive(folder / "actas"))
    return folder / "libro"


@pytest.fixture(scope="module")
def codes(book):
    """The texts of all codes of all its documents."""
    entries = list(read_entries(book / "tomo-0001.sqlite"))
    printed = [*documents(empty(), entries, LETTERHEAD)]
    printed += annexes(empty(), list(minuted(entries)), LETTERHEAD)
    return [(folio.kind, code) for folio in printed for code in folio.data["stamp"]["codes"]]


def by_hall(book, code):
    return [problem.code for problem in compare([Paper.read(code)], volumes_in(book)).problems]


def by_notary(book, code):
    return [each.code for each in notary.verify(book, papers=[code]).findings if each.code == "MIN-SHORT"]


def test_every_code_agrees_with_its_book(book, codes):
    assert len({kind for kind, _ in codes}) == 8
    assert len({code for _, code in codes}) == len(codes)
    for kind, code in codes:
        assert by_hall(book, code) == by_notary(book, code) == [], (kind, code)


def test_a_code_of_other_data_or_another_entry_does_not(book, codes):
    code = next(code for kind, code in codes if kind == "acta")
    for place in (4, 6):  # the hash of the data, and that of the entry
        fields = code.split(";")
        fields[place] = "0" * 64
        text = ";".join(fields)
        assert by_hall(book, text) == by_notary(book, text) == ["MIN-SHORT"], text
