"""The pad of cards in a browser: a press only chooses, the step's own button enters it."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playwright.sync_api import expect

from hallctl.games.baccarat.game import BACCARAT
from hallctl.games.baccarat.rules.state import State
from tests.browser import Browsers
from tests.hallctl.web.console.hall import ROOT, Hall, Serving
from tests.hallctl.web.console.hands import enter, press
from tests.hallctl.web.console.test_keys import SigningHall

CROUPIER = "Luis Rojas"
CARDS = ("4S", "2H", "5D", "KC")


class CardsHall(SigningHall):
    """A baccarat table whose shoe cannot read: the croupier says each card."""

    config = ROOT / "fixtures/config/practice-baccarat.toml"
    haste: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, game=BACCARAT, cards_by="croupier", shoe_result=False, checks=())


def dealing(serving: Serving) -> None:
    """Play a table's day until the first card is to be said."""
    serving.play("Diligencia de apertura", "Registrar distribuidor S-0073", "Abrir sesión")
    chips = [{"tender": "chip", "value": value, "count": 10} for value in serving.hall.rules.chips]
    notes = [{"tender": "note", "value": value, "count": 0} for value in serving.hall.rules.notes]
    serving.play("Abrir la mesa", pieces=[*notes, *chips])
    serving.play("Recibir barajas", lot="L-1", maker="Angel")
    serving.play("Inspeccionar el lote L-1", "Conformar la inspección del lote L-1", "Empezar la partida")
    serving.play("Cartas barajadas", "Cartas cortadas", "Carta blanca puesta", "Cartas introducidas")
    serving.play("Primeras cartas retiradas", "Abrir apuestas", "No va más")


def drawn(hall: Hall) -> tuple[str, ...]:
    """Return the cards that the book has of the round."""
    state = hall.newest().state
    assert isinstance(state, State)
    assert state.round is not None
    return tuple(each.card for each in state.round.cards)


def test_a_card_is_pressed_looked_at_and_entered_and_lies_face_down_until_it_is_turned(
    tmp_path: Path, browsers: Browsers
) -> None:
    with CardsHall(tmp_path) as hall, Serving(hall) as serving, browsers.windows() as window:
        dealing(serving)
        page = window().new_page()
        enter(page, serving.url, CROUPIER)
        pad, chosen = page.locator(".cards-of.pad button"), page.locator("output.pressed")
        expect(pad).to_have_count(52)
        said = page.locator("form.step input.on-board")
        said.fill("ZZ")
        expect(chosen).to_have_class(re.compile("^pressed$"))
        for at, card in enumerate(CARDS, 1):
            page.locator("#b-at-9C").click()  # a slip: another one is chosen then
            page.locator(f"#b-at-{card}").click()
            expect(chosen).to_have_text(page.locator(f"#b-at-{card}").get_attribute("data-says") or "")
            expect(page.locator('.pad [aria-pressed="true"]')).to_have_count(1)
            assert len(drawn(hall)) == at - 1, "a press enters nothing"
            press(page, f"Carta {at}")
            expect(page.locator(".dealt li.down")).to_have_count(at)
        assert drawn(hall) == CARDS
        press(page, "Volver cartas de jugador")
        expect(page.locator(".dealt li:not(.down)")).to_have_text(["4♠", "5♦"])
        expect(page.locator(".dealt li.down")).to_have_count(2)
