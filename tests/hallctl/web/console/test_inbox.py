"""What waits for the Director stands on top of their page, with what the book says and its answers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import Markup

from hallctl.rules.commands.base import Actor, Post
from hallctl.web.access.sessions import FRESH_MS
from hallctl.web.console import view
from hallctl.web.console.inbox import with_inbox
from hallctl.web.console.tabs import Looking
from hallctl.web.console.view import Page
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, Hall, Serving
from tests.hallctl.web.console.test_entry import Browser


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, [7, 3]) as hall:
        yield hall


@pytest.fixture
def drawing(hall: Hall) -> Iterator[Serving]:
    """A hall whose first ball is called."""
    with Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 7")
        yield serving


def page(hall: Hall, *posts: Post) -> Page:
    actors = tuple(Actor(a.person, a.post) for a in hall.premises.appointments if a.post in posts)
    return with_inbox(hall, view.page(hall, hall.newest(), Looking("", actors, actors, None, tabbed=False)))


@pytest.mark.req("AJ-05", "AJ-54", "AJ-56", "AJ-111")
def test_the_inbox_has_the_newest_first_with_its_entry_its_game_its_balls_and_its_answers(
    hall: Hall, drawing: Serving
) -> None:
    drawing.play("Anotar incidencia", text="Se fue la luz un momento.")
    drawing.play(
        "Anotar reclamación", claimant="Juan Choque", document="123", text="No oí el 7.", signed=True
    )
    drawing.play("Proponer anulación", reason="Bola defectuosa o que falta (D9): la 12")
    void, complaint, incident = page(hall, Post.DIRECTOR).inbox
    assert [each.item.kind for each in (void, complaint, incident)] == [
        "Anulación",
        "Reclamación 1",
        "Incidencia 1",
    ]
    for each, said, label in (
        (void, "la 12", "Conformar anulación"),
        (complaint, "No oí el 7.", "Resolver reclamación 1"),
        (incident, "Se fue la luz un momento.", "Firmar incidencia 1"),
    ):
        assert each.origin is not None
        assert (each.origin.game, each.origin.drawn) == (1, 1)
        assert said in each.said
        assert [step.offer.label for step in each.steps] == [label]
    assert void.origin and complaint.origin and void.origin.entry > complaint.origin.entry
    html = drawing.client.get("/", headers=drawing.bearer(DIRECTOR)).text
    inbox = html[html.index('class="inbox"') : html.index('class="stage"')]
    assert f"asiento {complaint.origin.entry} ·" in inbox
    assert "Juan Choque" in inbox
    assert "Partida 1 · 1 bola<" in inbox
    assert html.count(f'data-step="{void.steps[0].key}"') == 1, "each step stands on the page once"


def test_nobody_else_has_an_inbox_and_every_step_of_the_director_stays_on_their_page(
    hall: Hall, drawing: Serving
) -> None:
    def steps(shown: Page) -> set[str]:
        left = shown.steps
        first = () if left.next is None else (left.next,)
        aside = (*first, *left.open, *left.stops, *left.voiding, *left.seldom, *left.closed)
        return {step.key for step in (*aside, *(each for item in shown.inbox for each in item.steps))}

    drawing.play("Anotar incidencia", text="Se fue la luz.")
    assert page(hall, Post.JEFE, Post.LOCUTOR).inbox == ()
    assert 'class="inbox"' not in drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    actors = tuple(Actor(a.person, a.post) for a in hall.premises.appointments if a.post is Post.DIRECTOR)
    plain = view.page(hall, hall.newest(), Looking("", actors, actors, None, tabbed=False))
    assert steps(plain) == steps(with_inbox(hall, plain))


@pytest.mark.req("AJ-27", "AJ-28")
@pytest.mark.invariant("I21")
def test_a_set_that_is_lacking_is_in_the_inbox_and_is_everybodys_next_step(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as serving:
        serving.play_until("Anunciar serie A 1042 y precio")
        assert len(hall.premises.ball_sets) == 3, "of the practice hall"
        for name in hall.premises.ball_sets:
            if hall.state.mounted is None:
                serving.play(f"Montar bolas {name}")
            serving.play(f"Retirar bolas {name}", reason="rayada")
        (lacking,) = page(hall, Post.DIRECTOR).inbox
        assert lacking.item.text == "No hay juego de bolas en regla: el Director registra uno."
        assert [step.offer.label for step in lacking.steps] == ["Registrar juego de bolas"]
        assert "Se retira el juego de bolas" in lacking.said
        html = serving.client.get("/", headers=serving.bearer(JEFE)).text
        following = html[html.index('class="step next') : html.index("Cerrar sesión")]
        assert "No hay juego de bolas en regla: el Director registra uno." in following
        assert "Espera a Marta Suárez, Director" in Markup(following).striptags()
        serving.play("Registrar juego de bolas", ball_set="J-07")
        serving.play("Montar bolas J-07")
        assert hall.state.mounted == "J-07"


@pytest.mark.req("AJ-54", "AJ-110")
def test_no_motive_is_chosen_for_anybody_and_none_is_refused_before_a_pin_is_asked_for(
    hall: Hall, drawing: Serving
) -> None:
    with Browser(drawing) as browser:
        browser.enter(JEFE)
        html = browser.get("/").text
        form = next(part for part in html.split("<form")[1:] if 'value="ProposeVoid"' in part)
        motives = re.findall(r'type="radio" name="q.reason" value="([^"]*)"( checked)?', form)
        assert len(motives) == 3
        assert not any(checked for _, checked in motives)
        assert any("AJ-110" in motive for motive, _ in motives)
        assert not any("D8" in motive for motive, _ in motives), "a ball is out"
        hall.slept_ms += FRESH_MS + 1
        step = {"request": "v-1", "command": "ProposeVoid", "post": "jefe", "body": '{"reason": ""}'}
        step |= {"ask": "reason", **hall.pressed("ProposeVoid")}
        none = browser.send("/", "/steps", **step, **{"q.reason": ["", ""]}).text
        assert "Indique el motivo de la anulación." in none
        asked = browser.send("/", "/steps", **step, **{"q.reason": [motives[1][0], "la 12, rota"]}).text
        assert "Confirme que es usted" in asked
