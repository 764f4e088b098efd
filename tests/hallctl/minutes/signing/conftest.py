"""A hall's keys, made once for each test that asks; few rounds, because the tests guess nothing.

The certificates hold for long, because the programs that check them go by the machine's clock.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from drivers.printer.pdf import render
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.keystore import Keystore

START = datetime(2020, 1, 1, tzinfo=UTC)
MOMENT = datetime(2026, 11, 21, 1, 30, tzinfo=UTC)
DECADE = Validity(START, datetime(2049, 1, 1, tzinfo=UTC))
YEARS = Validity(START, datetime(2040, 1, 1, tzinfo=UTC))
OFFICE = "contraseña de la autoridad"
ANA = "contraseña de Ana"
ACT = Path(__file__).parents[4] / "fixtures/documents/acta.json"


@pytest.fixture
def store(tmp_path):
    return Keystore.create(tmp_path / "claves", "Bingo Illimani", "Juegos SRL", OFFICE, DECADE, rounds=1000)


@pytest.fixture
def ana(store):
    return store.enrol("Ana Quispe", ["jefe"], ANA, OFFICE, YEARS)


@pytest.fixture(scope="session")
def folio():
    return render("acta", json.loads(ACT.read_text("utf-8")), MOMENT)
