"""The book's past as the console reads it: an index that reads on, and reports made in another process."""

import resource
import time
from pathlib import Path

import pytest

from hallctl.app.records.index import BookIndex
from hallctl.app.records.library import Library
from hallctl.minutes import Book, Draft, Stamp
from hallctl.rules.codec import encode
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import IncidentApproved, IncidentMinuted
from hallctl.rules.events.printing import FolioSealed
from hallctl.rules.events.volumes import EntrySigned
from hallctl.web.records import RecordsError
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import RULES, START, night


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a volume of two sessions."""
    folder = tmp_path_factory.mktemp("book")
    write_book(folder / "tomo-0001.sqlite", night(24, 12, RULES))
    return folder


def test_a_report_costs_the_hall_s_own_process_next_to_nothing(book: Path) -> None:
    library = Library(book, book / "actas", RULES)
    ours, theirs = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    page = library.page("session", 1, 1)
    ours = time.process_time() - ours
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - theirs
    assert page["title"] == "Sesión n.º 1"
    assert theirs > 0.3, "it was made by another process"
    assert ours < theirs / 5


def test_what_was_made_is_given_again_while_the_book_is_the_same(book: Path) -> None:
    library = Library(book, book / "actas", RULES)
    first = library.file("prizes", 1, None, "csv")
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert library.file("prizes", 1, None, "csv") == first
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime == began


def test_a_process_that_takes_too_long_is_ended(book: Path) -> None:
    library = Library(book, book / "actas", RULES, limit_s=0.05)
    with pytest.raises(RecordsError, match="Tarda demasiado"):
        library.page("session", 1, 1)


def test_who_asks_for_what_the_book_has_not_reads_why(book: Path, tmp_path: Path) -> None:
    library = Library(book, book / "actas", RULES)
    with pytest.raises(RecordsError, match="no tiene la sesión 9"):
        library.page("session", 1, 9)
    with pytest.raises(RecordsError, match="ningún tomo 4"):
        library.page("session", 4, 1)
    assert Library(tmp_path, tmp_path, RULES).sessions() == ()


def test_sessions_are_listed_the_newest_first_with_their_games(book: Path) -> None:
    found = Library(book, book / "actas", RULES).sessions()
    assert [(each.number, each.games, each.closed) for each in found] == [(2, 4, True), (1, 20, True)]
    assert found[1].opened == START


def sealed(name: str, document: str, entry: int, folio: int, volume: int = 1) -> FolioSealed:
    return FolioSealed(volume, document, folio, 1, 0, entry, "aa" * 32, "bb" * 32, name)


def signed(entry: int, person: str) -> EntrySigned:
    return EntrySigned(entry, "cc" * 32, person, "dd" * 32, "ed25519", "eA==")


def append(book: Book, *events: Event) -> None:
    stamp = Stamp.at(START, "synchronised", "b1")
    book.append([Draft(type(each).__name__, encode(each), "jefe:Ana") for each in events], stamp)


def test_an_incident_is_signed_by_both_and_the_index_reads_on(tmp_path: Path) -> None:
    path = tmp_path / "tomo-0001.sqlite"
    index = BookIndex(lambda: [(1, path)])
    with Book.create(path) as book:
        append(book, IncidentMinuted(1, "se cantó el 21 por el 20", "Ana", 0), signed(1, "Ana"))
        assert index.folios() == ()
        append(book, IncidentApproved(1, "Marta", 1, 1), signed(3, "Marta"))
        append(book, sealed("a.pdf", "incidencia", 3, 1))
        (folio,) = index.folios()
        assert folio.signers == ("Ana", "Marta")
        assert (folio.session, folio.game) == (None, None)
        append(book, sealed("b.pdf", "acta", 3, 2), sealed("a.pdf", "incidencia", 3, 1))
        later = [each.name for each in index.folios()]
        assert later == ["a.pdf", "b.pdf"], "the later takes the earlier's place"
