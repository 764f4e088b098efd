"""The explained configuration has every key there is, each with its line, and passes the check."""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest
from pydantic import BaseModel
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.practice.data import FIXTURES, PRACTICE
from hallctl.app.practice.processes import free_port
from hallctl.app.setting import load
from hallctl.config.example import EXAMPLE, every_key, example_text
from hallctl.config.hall import Config
from hallctl.games.baccarat.files import SHOES
from hallctl.games.baccarat.files import ShoeSection as Shoe
from hallctl.games.roulette.files import WHEELS
from hallctl.games.roulette.files import WheelSection as Wheel
from hallctl.minutes.signing.certificates import Validity, make_authority, new_key
from hallctl.minutes.signing.files import pem
from hallctl.minutes.wire.credentials import make_server_key


def models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the sections that a field holds."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from models(each)


def known_keys(model: type[BaseModel], where: str = "") -> set[str]:
    """Return the keys of a section and of those in it."""
    found = set()
    for name, field in model.model_fields.items():
        inner = list(models(field.annotation))
        found |= set().union(*(known_keys(each, f"{where}{name}.") for each in inner)) or {f"{where}{name}"}
    return found


def written_keys(values: dict[str, Any], known: set[str], where: str = "") -> set[str]:
    """Return the keys that are written; what a known key holds is its value."""
    found = set()
    for name, value in values.items():
        key, inner = f"{where}{name}", value if isinstance(value, list) else [value]
        tables = [each for each in inner if isinstance(each, dict)] if key not in known else []
        found |= set().union(*(written_keys(each, known, f"{key}.") for each in tables)) or {key}
    return found


def test_it_has_every_key_and_none_that_the_program_does_not_know() -> None:
    known = known_keys(Config) | known_keys(Wheel, f"{WHEELS}.") | known_keys(Shoe, f"{SHOES}.")
    assert written_keys(every_key(), known) == known


def test_every_line_is_explained() -> None:
    again = "name = |posts = |\\[\\[people"  # of the people after the first
    lines = [line for line in EXAMPLE.read_text("utf-8").splitlines() if line and not re.match("# |#$", line)]
    bare = [line for line in lines if not re.search(r"\s#\s\S", line) and not re.match(again, line)]
    assert bare == []
    assert max(map(len, lines)) <= 128


@pytest.mark.parametrize("marks", ["", "#"])
def test_it_passes_the_check_as_it_is_and_with_its_optional_lines(tmp_path: Path, marks: str) -> None:
    shutil.copytree(FIXTURES / "series", tmp_path / "series")
    cv2.imwrite(str(tmp_path / "logo.png"), np.full((200, 200, 3), 255, np.uint8))
    make_server_key(tmp_path / "chain.key")
    validity = Validity(datetime(2026, 1, 1, tzinfo=UTC), datetime(2036, 1, 1, tzinfo=UTC))
    authority = make_authority("Oficina", "Altiplano S.R.L.", validity, new_key())
    (tmp_path / "authority.crt").write_bytes(pem(authority.certificate))
    path = tmp_path / "hall.toml"
    path.write_text(example_text(marks), "utf-8")
    ports = ["--set", f"console.port={free_port()}", "--set", f"feed.port={free_port()}"]
    ran = CliRunner().invoke(app, ["check", "--config", str(path), *ports])
    assert (ran.exit_code, ran.stderr) == (0, ""), ran.output


def test_the_sections_of_tables_pass_too(tmp_path: Path) -> None:
    text = example_text("##")
    for game, device, own in (("roulette", "wheel", WHEELS), ("baccarat", "shoe", SHOES)):
        practice = PRACTICE.with_name(f"practice-{game}.toml").read_text("utf-8")
        kept = re.sub(rf"^\[+({device}|{own})\]+$.*?(?=^\[)", "", practice, flags=re.MULTILINE | re.DOTALL)
        for name in (device, own):
            kept += "".join(re.findall(rf"^\[+{name}\]+.*?(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL))
        path = tmp_path / f"{game}.toml"
        path.write_text(kept, "utf-8")
        assert load(path).registers
