"""A hostile text in every field of a table's day is refused with a reason, or shown and printed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from displays import show
from drivers.printer.pdf import render
from hallctl.games.any_table.rules.ledger import TABLE
from hallctl.games.any_table.rules.state import TableState
from hallctl.games.baccarat.screens import table as baccarat
from hallctl.games.game import Game
from hallctl.games.roulette.screens import table as roulette
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.minutes.canonical import canonical
from hallctl.outputs.desk import offers
from hallctl.outputs.folios.book import folios
from hallctl.outputs.offer import Premises
from hallctl.outputs.screens.scene import Scene
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.codec import encode
from hallctl.rules.events.session import SessionClosed
from tests.hallctl.games.roulette.table import OPENING
from tests.hallctl.hostile.baccarat_day import BaccaratDay
from tests.hallctl.hostile.roulette_day import RouletteDay
from tests.hallctl.hostile.test_nights import SAMPLE, is_fit
from tests.hallctl.hostile.texts import TEXTS
from tests.sampling import sampled

pytestmark = pytest.mark.invariant("I24")

PREMISES = Premises(OPENING, (), (), (), "2026-11-21")
PHRASEBOOKS = tuple(map(Phrasebook, ("es", "pt", "en")))
TABLES: dict[str, Callable[[Any, Wall], Any]] = {"roulette": roulette.table, "baccarat": baccarat.table}
DAYS = {"roulette": RouletteDay, "baccarat": BaccaratDay}
FOLIOS = {
    "roulette": ["diligencia-apertura", "incidencia", "acta-mesa"],
    "baccarat": ["diligencia-apertura", "incidencia", "partida", "acta-mesa"],
}


@pytest.mark.parametrize("game", DAYS)
@pytest.mark.parametrize("name", sampled(TEXTS, 4))
def test_a_text_is_refused_everywhere_or_accepted_everywhere_and_the_day_closes(name: str, game: str) -> None:
    day = DAYS[game](TEXTS[name]).whole()
    assert isinstance(day.events[-1], SessionClosed)
    assert day.state.ledger[TABLE] == sum(day.state.ledger.values()) == 0
    for event in day.events:
        body = encode(event)
        canonical(body)
        assert day.game.rules.event(type(event).__name__, body) == event
        assert day.game.narrate(event, "€")
    for state in day.states[1::4]:
        _shown(day.game, state, TEXTS[name] if is_fit(TEXTS[name]) else "Mesa 7")
    for kind in day.game.reports:
        report = kind.make(day.entries(), None, day.state.rules, ())
        assert report.sheet.csv()
        json.dumps(report.paper(), ensure_ascii=False).encode()
    if is_fit(TEXTS[name]):
        assert not day.refusals
        assert day.taken == day.limits.keys() - set(day.never)
    else:
        assert {refusal.code for refusal in day.refusals} <= {"TEXT-PRINT", "TEXT-LINES"}
        assert all(refusal.sentence.isprintable() for refusal in day.refusals)


def _shown(game: Game, state: TableState, hall: str) -> None:
    """Make what the desk, its programs and the walls show of a moment."""
    found = offers(game.rules, game.candidates, state, PREMISES, 0)
    json.dumps([encode(offer) for offer in found], ensure_ascii=False).encode()
    json.dumps(game.stage.told(state))
    for phrases in PHRASEBOOKS:
        for offer in found:
            phrases(offer.label)
    for language in ("es", "pt", "en"):
        wall = Wall(hall, simulated=False, language=language, now=0, hour="21:35")
        json.dumps(game.screens.auto(Scene(state, wall)), ensure_ascii=False).encode()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", DAYS)
def test_what_is_accepted_is_printed_on_the_day_s_act_and_drawn(game: str, full: bool) -> None:
    for name, text in TEXTS.items():
        if not is_fit(text) or not (full or name in SAMPLE):
            continue
        day = DAYS[game](text).whole()
        made = list(folios(day.game.rules, day.game.documents, day.states[0], day.entries(), day.letterhead))
        assert [folio.kind for folio in made] == FOLIOS[game]
        for folio in made:
            assert render(folio.kind, folio.data, folio.moment).startswith(b"%PDF")
            if game == "roulette":  # at a baccarat table it is a shoe
                assert (
                    "partida" not in json.dumps(folio.data, ensure_ascii=False).replace(text, "").casefold()
                )
        wall = Wall(text, simulated=False, language="pt", now=0, hour="21:35")
        for state in day.states[-3:]:
            show.draw(TABLES[game](state, wall), (640, 360))
