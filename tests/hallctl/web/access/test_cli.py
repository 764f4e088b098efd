"""``hallctl people``: the first account, and everybody's, on the machine itself."""

import re
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hallctl.__main__ import app
from hallctl.web.access import totp
from tests.hallctl.web.console.hall import CONFIG, ROOT

RUNNER = CliRunner()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A hall of its own; its accounts are made at what an account really costs."""
    text = CONFIG.read_text("utf-8").replace("../../practice", str(tmp_path / "sala"))
    path = tmp_path / "hall.toml"
    path.write_text(text.replace("../series", str(ROOT / "fixtures/series")), "utf-8")
    (tmp_path / "p").write_text("diez letras o más\n", "utf-8")
    (tmp_path / "pin").write_text("314159\n", "utf-8")
    return path


def people(config: Path, *said: str, typed: str = "") -> Result:
    return RUNNER.invoke(app, ["people", *said, "--config", str(config)], input=typed)


def test_from_the_first_director_to_a_closed_account(config: Path) -> None:
    files = ["--passphrase-file", str(config.parent / "p"), "--pin-file", str(config.parent / "pin")]
    assert people(config, "init", "Marta Suárez", *files).exit_code == 0
    again = people(config, "init", "Eva", *files)
    assert (again.exit_code, again.stderr.startswith("ACC-FIRST: ")) == (1, True)
    assert people(config, "add", "Ana Quispe", "--post", "jefe", *files[:2]).exit_code == 0
    assert "Ana Quispe: jefe (primera contraseña)" in people(config, "list").stdout
    assert people(config, "reset", "Ana Quispe", *files[:2], "--own").exit_code == 0
    assert people(config, "posts", "Ana Quispe", "--post", "jefe", "--post", "cajero").exit_code == 0
    assert people(config, "list").stdout.splitlines() == [
        "Ana Quispe: jefe, cajero",
        "Marta Suárez: director (PIN)",
    ]
    assert people(config, "disable", "Ana Quispe").exit_code == 0
    assert people(config, "disable", "Marta Suárez").stderr.startswith("ACC-LAST: ")
    assert "Ana Quispe: jefe, cajero (cerrada)" in people(config, "list").stdout
    log = people(config, "log", "--last", "2")
    assert (log.exit_code, len(log.stdout.splitlines())) == (0, 2)
    assert "account-disabled" in log.stdout


def test_a_passphrase_is_asked_for_twice_and_not_shown(config: Path) -> None:
    typed = "diez letras o más\notra cosa distinta\ndiez letras o más\ndiez letras o más\n314159\n314159\n"
    made = people(config, "init", "Marta Suárez", typed=typed)
    assert made.exit_code == 0, made.output
    assert "letras o más" not in made.output
    assert "314159" not in made.output
    assert "(PIN)" in people(config, "list").stdout


def test_codes_are_asked_for_once_the_telephone_gave_one_back(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = totp.new_secret()
    monkeypatch.setattr(totp, "new_secret", lambda: secret)
    people(config, "init", "Marta Suárez", "--passphrase-file", str(config.parent / "p"))
    wrong = people(config, "codes", "Marta Suárez", typed="000\n")
    assert (wrong.exit_code, "ACC-CODE" in wrong.stderr) == (1, True)
    assert "códigos" not in people(config, "list").stdout
    code = totp.code_at(secret, int(time.time()) // totp.STEP_S)
    right = people(config, "codes", "Marta Suárez", typed=f"{code}\n")
    assert right.exit_code == 0, right.output
    assert re.search("[█▀▄]{20}", right.stdout), "a QR for the telephone"
    assert "códigos" in people(config, "list").stdout
    assert people(config, "codes", "Marta Suárez", "--off").exit_code == 0
    assert "códigos" not in people(config, "list").stdout
