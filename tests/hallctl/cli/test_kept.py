"""A simulated night keeps a book that both verifiers find whole, and the games are those without one."""

from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.cli.kept import KeptPlaces, kept_book
from hallctl.cli.scripts.sessions import Premises
from hallctl.cli.scripts.simulate import before, simulate
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.opening import Opening
from hallctl.minutes.reader import Reader
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volumes_in
from hallctl.minutes.wire.credentials import read_server_key
from hallctl.minutes.wire.nkey import public_nkey
from tools.chain_books import make_hall

START = datetime(2026, 11, 21, tzinfo=UTC)


def whole(folder):
    """Return the entries and notes of a book that both verifiers find whole, volume by volume."""
    places = KeptPlaces(folder)
    verdict = verify_book(places.book, places.second)
    assert verdict.ok, verdict
    assert verificar_libro.verify(places.book, places.second).whole
    found = []
    for path in volumes_in(places.book):
        with Reader(path) as reader:
            found.append((list(reader.entries()), list(reader.notes())))
    return found


def test_the_book_of_a_night_is_signed_bound_and_changes_no_game(tmp_path):
    rules, cards = rule_set("aj-bolivia"), make_matrix(60, 1)
    premises = Premises("sala-7", "Sala Siete", "Siete S.R.L.", "RA-7", first_series=7001)
    with kept_book(tmp_path / "noche", before(rules, cards), premises, START) as book:
        report = simulate(1, 8, 3, rules, cards, premises=premises, book=book)
    assert report == simulate(1, 8, 3, rules, cards)
    ((entries, notes),) = whole(tmp_path / "noche")
    opening = Opening.read(entries[0])
    assert opening.controller is not None and notes[-1].signed_by(opening.controller)
    assert entries[0].body["company"] == "Siete S.R.L."
    assert {entry.kind for entry in entries} >= {"EntrySigned", "GameSigned", "SessionClosed"}
    assert {entry.body["series"] for entry in entries if entry.kind == "GameAnnounced"} == {"A-7001"}
    with pytest.raises(FileExistsError), kept_book(tmp_path, before(rules, cards), premises, START):
        pass


def test_the_command_keeps_one_where_it_is_asked_to(tmp_path):
    night = tmp_path / "noche"
    asked = ["simulate", "--games", "1", "--seats", "5", "--rules", "pt-bingo-30", "--book", str(night)]
    ran = CliRunner().invoke(app, asked)
    assert ran.exit_code == 0, ran.output
    assert len(whole(night)) == 1
    again = CliRunner().invoke(app, asked)
    assert again.exit_code == 2 and "ya hay algo" in again.output


def test_halls_of_a_chain_have_keys_series_and_companies_of_their_own(tmp_path):
    one, other = (make_hall(tmp_path, number, 1, "pt-bingo-30") for number in (1, 6))
    assert (one.company, other.company) == ("Compañía 1 S.R.L.", "Compañía 2 S.R.L.")
    assert one.controller.startswith("sala-1.simulacro/libro+")
    assert public_nkey(read_server_key(tmp_path / "sala-6/chain.key")) == other.nkey
    ((entries, _),) = whole(tmp_path / "sala-6")
    assert len(entries) == other.entries
    assert str(Opening.read(entries[0]).controller) == other.controller


@pytest.mark.campaign
@pytest.mark.parametrize("rules", ["aj-bolivia", "aj-bolivia-manual", "pt-bingo-90", "pt-bingo-75"])
def test_a_book_of_many_games_closes_its_volumes(tmp_path, rules):
    make_hall(tmp_path, 3, 120, rules)
    assert len(whole(tmp_path / "sala-3")) > 1
