"""The dialogue on docs/install.md is the program's own, word for word."""

import re
from collections.abc import Iterator
from pathlib import Path

from hallctl.app.installing.answers import answers_of
from hallctl.app.installing.interview import completed
from hallctl.app.installing.making import AUTHORITY
from hallctl.app.installing.plan import plan
from hallctl.cli.doctor.finding import Finding, good
from hallctl.cli.installing.closing import slips
from hallctl.cli.installing.dialogue import Dialogue
from hallctl.i18n.phrasebook import SPANISH
from tests.hallctl.app.installing.halls import FOUND

PAGE = Path(__file__).parents[2] / "docs/install.md"

TYPED = (
    *(
        "",
        "",
        "2",
        "Bingo Illimani",
        "Salones del Altiplano S.R.L.",
        "RA 12/2026",
        "1023456",
        "La Paz, Bolivia",
    ),
    *("25", "100", "Notaría 12", "", "", "", "Marta Suárez", "Ana Quispe", "Luis Rojas", "3"),
    *("Rosa Mamani, Eva Condori", "", "", "", "", "1042", "5", "", "", "circuito 4", "", "", "", "", "", ""),
)

PASSPHRASES = ("9s82-xee7-c6tg-zgpv", "pm6g-7d49-d57s-gaap", "9f3h-69tm-qje3-dnyt", "37bc-by9c-xzvz-zuja")


def transcript() -> list[str]:
    """Return the lines of a terminal on which somebody makes the hall of the page."""
    shown, typed = [], iter(TYPED)

    def read(prompt: str) -> str:
        line = next(typed)
        shown.append(f"{prompt}{line}".rstrip())
        return line

    def second(place: str, _: object) -> Iterator[Finding]:
        yield good("segundo soporte", f"{place} está en otro disco")

    dialogue = Dialogue(
        FOUND, {"second": second}, lambda _: None, read, lambda text: shown.extend(text.split("\n"))
    )
    wanted = plan(answers_of(completed(dialogue.hold(), FOUND)))
    names = [AUTHORITY, *(person.name for person in wanted.people)]
    told = dict(zip(names, [*PASSPHRASES, "jnxf-hx3h-7sm6-5dnj", "b2kd-u7nn-wq4t-e9ra"], strict=False))
    return [*shown, *slips(wanted, told, SPANISH)]


def test_what_the_page_shows_of_the_dialogue_is_what_the_terminal_shows():
    whole = "\n".join(transcript())
    blocks = re.findall(r"^```text\n(.*?)\n```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 2
    for block in blocks:
        assert f"\n{block}\n" in f"\n{whole}\n", block


def test_the_page_is_read_in_a_few_minutes():
    assert len(PAGE.read_text("utf-8").split()) <= 900
