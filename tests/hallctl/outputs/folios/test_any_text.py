"""Whatever is accepted is printed: any text that the fonts show, in any field, on its planned folios."""

import json
import random
import re
import shutil
import subprocess
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import typst

from drivers.printer import fonts, pdf
from drivers.printer.pdf import render
from hallctl.games.bingo.documents.act import game_act, sheets
from hallctl.games.bingo.documents.ball_change import ball_change, ball_change_sheets
from hallctl.games.bingo.documents.incidents import incident_text
from hallctl.games.bingo.documents.session import session_act, session_sheets
from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.opening import BallsCounted, BallSetRetired
from hallctl.outputs.folios.closing import closing_diligence, closing_sheets
from hallctl.outputs.folios.complaints import complaints_book
from hallctl.outputs.folios.incident import incident_diligence, incident_sheets
from hallctl.outputs.folios.opening import opening_diligence, opening_sheets
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from hallctl.rules.binding import Signatory
from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.events.session import SessionClosed
from hallctl.rules.events.volumes import BookClosed, ClosingProposed
from tests.hallctl.games.bingo.documents.volume import CERTIFICATES, minuted, opened
from tests.hallctl.outputs.folios.hostile import text
from tests.hallctl.outputs.folios.test_sheets import made_up

LONG, NAME = 2000, 120
"""The most characters of a text and of a name that the door lets in."""
CREATED = datetime(2026, 11, 20, 21, tzinfo=UTC)


class Sala:
    """A hall all of whose names are hostile, with a session open."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        night = opened()
        book, session = night.state.book, night.state.session
        assert book is not None
        assert session is not None
        posts = {post: self.name() for post in session.posts}
        certificate = next(iter(CERTIFICATES.values()))
        people = tuple(Signatory(name, ("jefe",), certificate) for name in posts.values())
        hall, company, licence, notary, notarised_on = (self.name() for _ in range(5))
        named = replace(book, hall=hall, company=company, licence=licence, notary=notary)
        self.letterhead = Letterhead(self.name()[:40], self.name())
        self.state = replace(
            night.state,
            book=replace(named, notarised_on=notarised_on, people=people),
            session=replace(session, posts=posts, passed=frozenset((self.name(),))),
            closing=self.name(),
        )
        self.posts = list(posts.values())

    def name(self) -> str:
        return text(self.luck, self.luck.choice((20, 58, NAME)))

    def text(self) -> str:
        return text(self.luck, self.luck.choice((60, LONG)))

    def act(self):
        state, entries = made_up(self.luck.random(), claims=3, troubles=0)
        game = replace(state.game, void_reason=self.text() if state.game.void_reason else None)
        state = replace(self.state, game=game)
        happened = [
            GameVoided(game.number, game.void_reason, 1, game.refunded, 0, ())
            if isinstance(entry.event, GameVoided)
            else entry.event
            for entry in entries
        ]
        happened[-1:-1] = [
            IncidentMinuted(1, self.text(), self.posts[0], 0),
            ComplaintFiled(1, 1, self.name(), self.name(), self.text(), late=False, taken_by="Ana"),
        ]
        entries = minuted(happened)
        notes = [note for entry in entries if (note := incident_text(entry.event)) is not None]
        told = sheets(state, notes, self.letterhead)
        return game_act(state, entries, self.letterhead, Place(7, NO_HASH, told))

    def incident(self):
        said, (jefe, director, *_) = self.text(), self.posts
        entries = minuted([IncidentMinuted(1, said, jefe, 0), IncidentApproved(1, director, 7, 1)])
        told = incident_sheets(self.state, said, self.letterhead)
        place = Place(7, NO_HASH, told)
        return incident_diligence(self.state, entries, self.letterhead, place)

    def session(self):
        count = BallsCounted(self.name(), 90, "Marta", self.name(), witness_asked=True)
        minuted_ones = [IncidentMinuted(number, self.text(), "Ana", 0) for number in (1, 2)]
        happened = [count, *minuted_ones, SessionClosed(1, 0, 7, 1)]
        told = session_sheets(self.state, 0, [count], [each.text for each in minuted_ones], self.letterhead)
        place = Place(7, NO_HASH, told)
        return session_act(self.state, minuted(happened), self.letterhead, place, {}, {})

    def opening(self):
        assert self.state.book is not None
        told = opening_sheets(self.state.book, self.letterhead, self.posts[0])
        place = Place(1, NO_HASH, told)
        return opening_diligence(self.state, minuted([self.state.book]), self.letterhead, place)

    def closing(self):
        totals = dict.fromkeys(("games", "voids", "sessions", "incidents", "complaints"), 77_777)
        money = dict.fromkeys(("collected", "paid", "refunded"), 777_777_777_777)
        close = BookClosed(1, 777_776, "ab" * 32, "cd" * 32, **totals, **money, folio=377, sheets=1)
        told = closing_sheets(self.state, close, self.letterhead, self.posts[1])
        entries = minuted([ClosingProposed(self.posts[0]), replace(close, sheets=told)])
        place = Place(377, NO_HASH, told)
        return closing_diligence(self.state, entries, self.letterhead, place)

    def balls(self):
        retired = BallSetRetired(self.name(), 3, self.text(), 7, 1)
        told = ball_change_sheets(self.state, retired, self.letterhead, "Marta Choque Rojas")
        place = Place(7, NO_HASH, told)
        return ball_change(self.state, minuted([retired]), self.letterhead, place)

    def complaints(self):
        filed = ComplaintFiled(1, 1, self.name(), self.name(), self.text(), late=True, taken_by="Ana")
        entries = minuted([filed, ComplaintResolved(1, self.text())])
        return complaints_book(self.state, entries, self.letterhead, Place(1, NO_HASH))


def set_smaller(folio) -> list[str]:
    """Return by how much each page is set smaller that holds more than was planned."""
    template, given = pdf.TEMPLATES / f"{folio.kind}.typ", pdf.inputs(folio.data)
    own = fonts.font_paths()
    answer = typst.query(template, "<smaller>", root=pdf.TEMPLATES, font_paths=own, sys_inputs=given)
    return [found["value"] for found in json.loads(answer)]


def outside(document: bytes) -> list[str]:
    """Return the words that stand beyond the right edge of the text."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (apt-get install poppler-utils)")
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=document, capture_output=True, check=True)
    boxes = re.findall(r'xMax="([0-9.]+)" yMax="[0-9.]+">([^<]*)<', done.stdout.decode(errors="replace"))
    return [word for right, word in boxes if float(right) > (210 - 15) / 25.4 * 72]


@pytest.mark.parametrize("kind", ["act", "incident", "session", "opening", "closing", "balls", "complaints"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.invariant("I24")
@pytest.mark.req("AJ-39", "AJ-53")
def test_any_accepted_text_is_printed_on_the_folios_that_were_planned(kind, seed):
    folio = getattr(Sala(seed), kind)()
    document = render(folio.kind, folio.data, folio.moment)
    assert not set_smaller(folio)
    assert not outside(document)
