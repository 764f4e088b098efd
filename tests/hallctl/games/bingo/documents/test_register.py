"""The prize register holds every paid prize, and a progressive's winner."""

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.games.bingo.documents.register import prize_register
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.minutes.book import Book
from hallctl.minutes.entry import Draft, Stamp
from hallctl.outputs.minuted import Minuted
from hallctl.rules.codec import encode
from tests.hallctl.games.bingo.rules.night import RULES, Night

POT = Progressive("Pozo", "bingo", 1000, 500, 5000, 90)
WHEN = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)


@pytest.fixture
def night():
    return Night(replace(RULES, house_bp=2500, progressives=(POT,))).open_session().finished().settled()


@pytest.mark.req("AJ-55", "AJ-51", "AJ-50")
def test_every_paid_prize_is_registered_with_its_card_and_a_progressive_with_its_winner(night):
    entries = [Minuted(n, WHEN, "cajero:Rosa", "", event) for n, event in enumerate(night.events, 1)]
    rows = list(prize_register(entries))
    assert [(row.game, row.prize, row.card, row.amount, row.winner) for row in rows] == [
        (1, "line", 5, 3000, ""),
        (1, "bingo", 5, 18000, ""),
        (1, "Pozo", 5, 2500, "Juan"),
    ]


@pytest.mark.req("AJ-55")
def test_the_register_of_a_book_is_csv(night, tmp_path):
    path = tmp_path / "libro.sqlite"
    with Book.create(path) as book:
        drafts = [Draft(type(event).__name__, encode(event), "cajero:Rosa") for event in night.events]
        book.append(drafts, Stamp.at(WHEN, "unknown", "b1"))
    result = CliRunner().invoke(app, ["book", "prizes", str(path)])
    assert result.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["prize"] for row in rows] == ["line", "bingo", "Pozo"]
    assert rows[2]["document"] == "LP-123"
    assert {row["paid_by"] for row in rows} == {"cajero:Rosa"}
