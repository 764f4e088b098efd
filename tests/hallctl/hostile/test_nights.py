"""A hostile text in every field of a night is refused with a reason, or printed and shown to the end."""

import html
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from displays import show
from drivers.printer.pdf import render
from fonts import uncovered
from hallctl.devices.paper import typeset
from hallctl.games.bingo.documents.prizes import prize_book
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from hallctl.outputs.folios.complaints import complaints_book
from hallctl.outputs.folios.values import NO_HASH, Place
from hallctl.rules.events.volumes import BookClosed
from hallctl.rules.text import flaw
from hallctl.table.snapshot import Snapshot
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD
from tests.hallctl.hostile import outputs
from tests.hallctl.hostile.fields import WRITTEN, is_formed
from tests.hallctl.hostile.night import HostileNight
from tests.hallctl.hostile.texts import TEXTS
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, Hall, Serving
from tests.sampling import sampled

pytestmark = pytest.mark.invariant("I24")

SAMPLE = ("typst",)
"""Those of which also every page is printed, drawn and asked for in `make test`; all are with --torture."""

EVERY_FIELD = {(name, path) for name, path, limits in WRITTEN if not is_formed(name, path, limits)}
SIZE = (640, 360)


def is_fit(text: str) -> bool:
    """Return whether a text is fit for one line; its length is cut to the field's by the night."""
    said = f"{text} x".strip()
    return "\n" not in said and flaw(unicodedata.normalize("NFC", said), uncovered) is None


@pytest.mark.parametrize("name", sampled(TEXTS, 4))
def test_a_text_is_refused_everywhere_or_accepted_everywhere_and_the_volume_closes(name: str) -> None:
    night = HostileNight(TEXTS[name]).volume()
    assert isinstance(night.events[-1], BookClosed)
    assert outputs.of_book(night.states[0], night.entries(), LETTERHEAD)
    for event, state in zip(night.events, night.states[1:], strict=True):
        outputs.of_event(event, state)
    for state in night.states[1 :: 7 if name in SAMPLE else 75]:
        outputs.of_state(state, night.now, TEXTS[name] if is_fit(TEXTS[name]) else "Illimani")
    if is_fit(TEXTS[name]):
        assert not night.refusals
        assert night.taken == EVERY_FIELD
    else:
        assert night.refusals
        for refusal in night.refusals:
            assert refusal.code in {"TEXT-PRINT", "TEXT-LINES"}
            assert refusal.sentence.isprintable()


def chosen(full: bool) -> Iterator[tuple[str, HostileNight]]:
    """Yield the texts that are printed and drawn, each with its night."""
    for name, text in TEXTS.items():
        if (full or name in SAMPLE) and is_fit(text):
            yield text, HostileNight(text).volume()


def moments(night: HostileNight, full: bool) -> list[State]:
    """Return the states after each event; of each kind of event once, where not all are wanted."""
    last = {type(event): state for event, state in zip(night.events, night.states[1:], strict=True)}
    return night.states[1:] if full else list(last.values())


@pytest.mark.timeout(900)
def test_what_is_accepted_prints_on_every_folio_that_it_reaches(full: bool) -> None:
    printed = 0
    for text, night in chosen(full):
        entries, first = night.entries(), Place(1, NO_HASH)
        bound = fold(night.states[0], night.events[:-1])
        folios = outputs.of_book(night.states[0], entries, LETTERHEAD)
        folios += [book(bound, entries, LETTERHEAD, first) for book in (prize_book, complaints_book)]
        for folio in folios:
            assert typeset(folio, render).startswith(b"%PDF"), (text, folio.kind)
            printed += 1
    assert printed >= (200 if full else 11)


@pytest.mark.timeout(900)
def test_what_is_accepted_is_drawn_on_every_screen(full: bool) -> None:
    for text, night in chosen(full):
        seen = {}
        for state in moments(night, full):
            views = outputs.of_state(state, 0, f"{text} Illimani"[:120])
            seen |= {str(view.to_json()): view for view in views[: len(outputs.SCREENS)]}
        for view in list(seen.values())[:: 1 if full else 7]:
            assert isinstance(show.draw(view, SIZE), pygame.Surface), text


@pytest.mark.timeout(900)
def test_what_is_accepted_is_on_every_page_of_the_console(full: bool, tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as serving:
        for text, night in chosen(full):
            shown = ""
            for state in moments(night, full)[:: 3 if full else 6]:
                hall.bulletin.publish(Snapshot(hall.newest().sequence + 1, 1, state))
                for person in (DIRECTOR, JEFE, LOCUTOR, CAJERO):
                    page = serving.plain.get("/", headers=serving.bearer(person))
                    assert page.status_code == 200, (text, page.text[:300])
                    shown += page.text
                    answer = serving.plain.get("/api/desk", headers=serving.bearer(person))
                    assert answer.status_code == 200, text
            assert "<script>alert" not in shown
            assert unicodedata.normalize("NFC", text.strip()[:40]) in html.unescape(shown), text
