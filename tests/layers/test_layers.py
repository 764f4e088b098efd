"""The layers of the house are held by import-linter, and the contracts do fail when they are broken."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINTER = Path(sys.executable).with_name("lint-imports")
IMPORTS = [
    ("hallctl/app/openers.py", "import typst", "The hall's own process"),
    ("drivers/extractor/wire.py", "import hallctl.rules.cash", "Drivers are leaves"),
    ("drivers/camera/camera.py", "import displays.views", "Drivers are leaves"),
    ("displays/theme.py", "import drivers.plant", "Displays are leaves"),
    ("fonts/chain.py", "import numpy", "The fonts import nothing"),
    ("hallctl/rules/cash.py", "import numpy", "The rules import only the standard library"),
    ("hallctl/rules/house.py", "import hallctl.table.keeper", "The rules import only"),
    ("hallctl/outputs/desk.py", "import hallctl.minutes.entry", "Readings, minutes and outputs"),
    ("hallctl/web/console/metrics.py", "import hallctl.app.service.meter", "Data flows one way"),
    ("hallctl/table/table.py", "import hallctl.games.bingo.scan", "No game is known"),
    ("hallctl/web/feed/app.py", "import hallctl.games.bingo.game", "No game is known"),
    ("hallctl/table/table.py", "import hallctl.rules.claim_faults", "The faults of cards"),
    ("hallctl/games/game.py", "import hallctl.games.bingo.cards.barcode_text", "No game knows another"),
    ("hallctl/games/bingo/rules/ledger.py", "import hallctl.outputs.desk", "The rules of a game"),
    ("hallctl/web/console/view.py", "import hallctl.web.feed.app", "The console and the feed"),
    ("hallctl/web/access/auth.py", "import starlette.requests", "The accounts know nothing of the web"),
    ("hallctl/web/access/auth.py", "import segno", "Who may enter is pure"),
    ("hallctl/cli/scripts/play.py", "import hallctl.table.keeper", "A script is played by the rules alone"),
    (
        "hallctl/games/bingo/reports/session.py",
        "import hallctl.minutes.entry",
        "Reports are drawn from events alone",
    ),
    ("hallctl/cli/reports.py", "import drivers.printer", "The command for reports"),
    ("hallctl/games/bingo/reports/balls.py", "import typer", "The figures of the reports are pure"),
    ("hallctl/minutes/notary/verificar_libro.py", "import hallctl.minutes.tree", "The notary's verifier"),
    ("hallctl/table/table.py", "import drivers.camera.camera", "know the drivers"),
    ("hallctl/minutes/witness/answers.py", "import hallctl.minutes.book", "The witness knows of the book"),
    (
        "hallctl/table/table.py",
        "import hallctl.minutes.witness.answers",
        "Only the command line knows the witness",
    ),
    ("hallctl/minutes/signing/verify.py", "import hallctl.minutes.book", "Signing knows of the book"),
    ("hallctl/outputs/desk.py", "import hallctl.minutes.signing.verify", "know signing"),
    ("hallctl/office/database.py", "import hallctl.devices.follower", "The head office drives no hall"),
    ("hallctl/devices/follower.py", "import hallctl.office.database", "A hall knows of the head office only"),
]
"""Imports that break a contract, each with a part of the name of the one that it breaks."""


def lint(root):
    command = [str(LINTER), "--config", "pyproject.toml", "--no-cache"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    root = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", root)
    ignored = shutil.ignore_patterns("__pycache__", "*.png", "*.npz", "static", "fonts")
    for package in ("hallctl", "drivers", "displays", "fonts"):
        shutil.copytree(ROOT / package, root / package, ignore=ignored)
    return root


@pytest.fixture(scope="module")
def broken(copy):
    """What the linter says of each broken contract, by its name, of a house with all IMPORTS at once."""
    kept = {copy / module: (copy / module).read_text("utf-8") for module, *_ in IMPORTS}
    for module, line, _ in IMPORTS:
        with (copy / module).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    try:
        ran = lint(copy)
    finally:
        for path, text in kept.items():
            path.write_text(text, "utf-8")
    assert ran.returncode == 1
    _, _, told = ran.stdout.partition("\nBroken contracts\n")
    return dict(re.findall(r"^(\S.*)\n-{3,}\n((?:(?!.*\n-{3,}\n).*\n)*)", told, re.MULTILINE))


def test_the_house_as_it_stands_keeps_every_contract(copy):
    ran = lint(copy)
    assert ran.returncode == 0, ran.stdout
    assert "0 broken" in ran.stdout


@pytest.mark.parametrize(("module", "line", "contract"), IMPORTS)
def test_an_import_that_breaks_a_layer_fails(broken, module, line, contract):
    (told,) = [told for name, told in broken.items() if contract in name]
    importer, imported = module.removesuffix(".py").replace("/", "."), line.removeprefix("import ")
    external = imported.split(".")[0]
    assert re.search(rf"{re.escape(importer)} -> ({re.escape(imported)}|{external})\b", told), told
