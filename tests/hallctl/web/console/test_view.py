"""Where each step stands on the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import Markup

from hallctl.rules.commands.base import Actor
from hallctl.table import messages as msg
from hallctl.web.console import view
from hallctl.web.console.tabs import Looking
from hallctl.web.console.view import Page
from tests.hallctl.web.console.hall import CAJERO, JEFE, LOCUTOR, Hall, Serving


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, [7, (66, 9), 3], any_more_ms=400) as hall:
        yield hall


@pytest.fixture
def drawing(hall: Hall) -> Iterator[Serving]:
    """A hall at the beginning of its draw."""
    with Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=600)
        serving.play("Cerrar venta", "Comienzo de la partida")
        yield serving


def page(hall: Hall) -> Page:
    """Return the page of one who has every post at once, as nobody has: the place of every step is on it."""
    everybody = tuple(Actor(a.person, a.post) for a in hall.premises.appointments)
    return view.page(hall, hall.newest(), Looking("", everybody, everybody, None, tabbed=False))


def labels(shown: Page) -> dict[str, list[str]]:
    steps = shown.steps
    groups = {"open": steps.open, "stops": steps.stops, "voiding": steps.voiding, "closed": steps.closed}
    found = {name: [step.offer.label for step in group] for name, group in groups.items()}
    return {"next": [] if steps.next is None else [steps.next.offer.label], **found}


def test_the_next_step_of_a_draw_is_to_draw_and_stopping_has_its_own_place(
    hall: Hall, drawing: Serving
) -> None:
    assert labels(page(hall)) == {
        "next": ["Extraer bola"],
        "open": ["Sacar solas"],
        "stops": ["Parar: ¡línea!", "Parar: ¡bingo!"],
        "voiding": ["Proponer anulación"],
        "closed": [],
    }


def test_stopping_never_takes_the_place_of_a_draw_that_waits(hall: Hall, drawing: Serving) -> None:
    hall.far_end.balls = iter(())
    drawing.play("Extraer bola")
    shown = page(hall)
    assert shown.steps.next is not None
    assert shown.steps.next.offer.label == "Extraer bola"
    assert shown.steps.next.offer.refusal is not None
    assert shown.steps.next.offer.refusal.code == "DRAW-PENDING"
    html = drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    assert 'class="step next held"' in html
    assert "Hay una bola en camino. Espere su lectura." in html


def test_a_doubtful_ball_is_shown_with_its_picture_and_nobody_confirms_a_guess(
    hall: Hall, drawing: Serving
) -> None:
    drawing.play("Extraer bola")
    hall.wait_for_ball()
    drawing.play("Cantar el 7", "Extraer bola")
    while hall.state.game.doubt is None:
        assert hall.after(hall.newest().sequence, 5) is not None
    html = drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    doubt = drawing.desk()["game"]["doubt"]
    assert f'src="/pictures/{doubt["picture"]}.jpg"' in html
    assert "El número no se lee con bastante seguridad." in html
    assert "La cámara cree ver: <b>9, 66</b>" in html
    field = next(line for line in html.splitlines() if 'name="q.ball"' in line)
    assert 'value=""' in field
    assert labels(page(hall))["next"] == ["Resolver bola dudosa"]


def test_a_step_that_only_time_will_open_is_looked_at_again(hall: Hall, drawing: Serving) -> None:
    assert not page(hall).waiting
    drawing.play("Parar: ¡línea!")
    drawing.play("Comprobar línea", card=1)
    assert not page(hall).waiting
    drawing.play("Reanudar")
    hall.far_end.balls = iter(sorted(next(iter(hall.state.matrices.values())).card(1).rows[0]))
    for _ in range(5):
        drawing.play("Extraer bola")
        hall.wait_for_ball()
        drawing.play(drawing.desk()["offers"][0]["label"])
    drawing.play("Parar: ¡línea!")
    drawing.play("Comprobar línea", card=1)
    drawing.play("¿Alguna línea más?")
    assert page(hall).waiting
    assert 'hx-trigger="load delay' in drawing.client.get("/panel", headers=drawing.bearer(JEFE)).text
    idle = drawing.client.get("/panel", headers=drawing.bearer(CAJERO)).text
    assert "load delay" not in idle, "whose own steps wait for nothing asks for nothing"


def test_every_rendering_has_the_same_places(hall: Hall) -> None:
    first, second = page(hall).steps.next, page(hall).steps.next
    assert first is not None
    assert second is not None
    assert first.key == second.key


def test_what_people_wrote_is_text_on_the_page_and_nothing_else(hall: Hall, drawing: Serving) -> None:
    drawing.play("Proponer anulación", reason="<script>alert('x')</script> \"&' </form>")
    html = drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html
    assert labels(page(hall))["voiding"] == ["Conformar anulación"]


@pytest.mark.req("D8")
def test_a_game_that_waited_too_long_for_its_first_ball_has_voiding_as_its_next_step(tmp_path: Path) -> None:
    with Hall(tmp_path, wait_before_first_ball_ms=0) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        serving.play("Cerrar venta", "Comienzo de la partida")
        hall.inbox.put(msg.Trouble("cámara", "CAMERA-LOST", "sin imagen"))
        while not hall.newest().state.faults:
            assert hall.after(hall.newest().sequence, 5) is not None
        assert labels(page(hall))["next"] == ["Proponer anulación"]
        assert page(hall).script.startswith("Hay una avería antes de la primera bola.")
        serving.play("Proponer anulación")
        shown = labels(page(hall))
        assert (shown["next"], shown["voiding"]) == (["Conformar anulación"], [])
        serving.play("Conformar anulación")
        assert page(hall).phase == "void"


@pytest.mark.req("AJ-111")
def test_the_refunds_are_the_next_step_of_a_void_game_and_hold_its_signature(
    hall: Hall, drawing: Serving
) -> None:
    drawing.play("Proponer anulación", reason="avería")
    drawing.play("Conformar anulación")
    assert labels(page(hall))["next"] == ["Devolver cartones anulados"]
    html = drawing.client.get("/", headers=drawing.bearer(CAJERO)).text
    assert "Cartones: quedan 600" in html
    assert "600 cartones por devolver" in drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    drawing.play("Devolver cartones anulados", cards=599)
    shown = page(hall)
    assert labels(shown)["next"] == ["Devolver cartones anulados"]
    held = {step.offer.label: step.offer.refusal and step.offer.refusal.code for step in shown.steps.closed}
    assert held == {"Retirar cartones": "COLLECT-REFUNDS", "Firmar la partida": "SIGN-REFUNDS"}
    drawing.play("Devolver cartones anulados", cards=1)
    assert labels(page(hall))["next"] == ["Retirar cartones"]


@pytest.mark.req("AJ-76", "AJ-111")
def test_a_void_game_of_which_nobody_brings_a_card_back_has_a_way_to_its_signature(
    hall: Hall, drawing: Serving
) -> None:
    drawing.play("Proponer anulación", reason="avería")
    drawing.play("Conformar anulación")
    offered = {step.offer.label: step.offer.refusal for step in page(hall).steps.seldom}
    assert offered["Declarar cartones que faltan"] is None
    drawing.play("Declarar cartones que faltan", cards="1-600", reason="se fueron todos")
    assert labels(page(hall))["next"] == ["Retirar cartones"]


def test_a_tick_begins_empty_and_a_rectified_number_too(hall: Hall, drawing: Serving) -> None:
    html = drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    tick = next(line for line in html.splitlines() if 'name="q.signed"' in line)
    assert 'type="checkbox"' in tick
    assert "checked" not in tick
    announced = next(line for line in html.splitlines() if 'name="q.announced"' in line)
    assert 'value=""' in announced
    seldom = [step.offer.command for step in page(hall).steps.seldom]
    assert "RectifySale" in seldom


@pytest.mark.req("AJ-117")
def test_the_day_of_the_session_is_asked_with_today_as_its_answer(hall: Hall) -> None:
    with Serving(hall) as serving:
        serving.play_until("Abrir sesión")
        html = serving.client.get("/", headers=serving.bearer(JEFE)).text
    field = next(line for line in html.splitlines() if 'name="q.day"' in line)
    assert 'value="2026-11-21"' in field


@pytest.mark.invariant("I16")
def test_another_person_s_step_is_shown_where_the_night_waits_for_it_and_cannot_be_pressed(
    hall: Hall, drawing: Serving
) -> None:
    html = drawing.client.get("/", headers=drawing.bearer(CAJERO)).text
    assert "<form" not in html.partition('<section class="steps"')[2]
    assert 'href="/entrar?persona=Ana%20Quispe"' in html
    assert "Parar: ¡línea!" not in html.partition('<section class="steps"')[2].partition("</section>")[0]
    mine = drawing.client.get("/", headers=drawing.bearer(LOCUTOR)).text
    assert 'value="StopForClaim"' in mine
    assert 'value="DrawBall"' in mine, "the locutor draws too, though the jefe may"


def test_one_ball_is_one_in_words(hall: Hall, drawing: Serving) -> None:
    drawing.play("Extraer bola")
    hall.wait_for_ball()
    drawing.play("Cantar el 7")
    html = drawing.client.get("/", headers=drawing.bearer(JEFE)).text
    assert "1 extraída 89 quedan" in Markup(html).striptags()
