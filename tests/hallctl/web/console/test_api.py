"""The desk for programs: a whole game over HTTP, with the rules' own refusals."""

from pathlib import Path

import pytest

from hallctl.minutes.verify import verify
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Issued
from hallctl.table.messages import Outcome
from hallctl.table.press import Press
from tests.hallctl.bingo import screens_of
from tests.hallctl.web.console.hall import Hall, Serving
from tests.stranger import stranger_writes


def test_the_desk_says_where_an_empty_hall_stands(serving: Serving) -> None:
    desk = serving.desk()
    assert desk["hall"] == "Bingo Illimani"
    assert (desk["simulated"], desk["suspended"], desk["halted"]) == (True, False, "")
    assert (desk["phase"], desk["session"], desk["game"]) == ("book", None, None)
    assert [(o["command"], o["post"], o["person"]) for o in desk["offers"]] == [
        ("OpenBook", "director", "Marta Suárez")
    ]


def test_a_whole_game_is_played_over_the_api(serving: Serving, hall: Hall, tmp_path: Path) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=600)
    serving.play("Cerrar venta", "Comienzo de la partida")
    for ball in range(1, 91):
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")
    game = serving.desk()["game"]
    assert game["drawn"] == game["called_balls"] == list(range(1, 91))
    assert (game["cards"], game["uncalled"], game["pending"]) == (600, None, None)
    serving.play("Parar: ¡bingo!")
    serving.play("Comprobar bingo", card=17)
    serving.play("¿Algún bingo más?", "Dar por finalizada")
    game = serving.desk()["game"]
    prizes = [(a["prize"]["claim"], a["prize"]["card"], a["prize"]["amount"]) for a in game["awards"]]
    assert prizes == [("line", 17, 30_000), ("bingo", 17, 180_000)]
    serving.play("Pagar línea, cartón 17", "Pagar bingo, cartón 17", "Retirar cartones", "Firmar la partida")
    serving.play("Recuento final de bolas", "Cerrar sesión")
    assert serving.desk()["phase"] == "hall"
    assert verify(tmp_path / volume_name(1)).ok


def test_a_refusal_names_code_requirement_and_sentence(serving: Serving) -> None:
    serving.play_until("Vender cartones")
    offer = next(o for o in serving.desk()["offers"] if o["command"] == "CloseSale")
    answer = serving.take(offer, "close-1")
    assert answer.status_code == 409
    assert answer.json()["refusal"] == offer["refusal"]
    assert answer.json()["refusal"] == {
        "code": "SALE-MINIMUM",
        "requirement": "AJ-57",
        "sentence": "Se vendieron 0 cartones; el mínimo es 10. Venda más o anule la partida.",
        "words": {"sold": 0, "minimum": 10},
    }


@pytest.mark.invariant("I17")
def test_the_same_request_again_has_no_second_effect(serving: Serving) -> None:
    serving.play_until("Vender cartones")
    offer = serving.desk()["offers"][0]
    first, again = serving.take(offer, "sell-1", count=12), serving.take(offer, "sell-1", count=12)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert serving.desk()["game"]["cards"] == 12
    other = serving.take(offer, "sell-1", count=13)
    assert (other.status_code, other.json()["refusal"]["code"]) == (409, "REQUEST")


@pytest.mark.invariant("I17")
def test_a_step_whose_answer_was_lost_is_repeated_without_a_second_effect(
    serving: Serving, hall: Hall
) -> None:
    serving.play_until("Vender cartones")
    offer, asked = serving.desk()["offers"][0], hall.ask

    def loses_the_answer(issued: Issued, press: Press | None = None) -> Outcome:
        asked(issued, press)
        raise TimeoutError

    hall.ask = loses_the_answer  # type: ignore[method-assign]
    assert serving.take(offer, "sell-1", count=12).status_code == 504
    hall.ask = asked  # type: ignore[method-assign]
    answer = serving.take(offer, "sell-1", count=12)
    newest = hall.newest().entry
    assert (answer.status_code, answer.json()) == (200, {"done": {"entries": [newest, newest]}})
    assert serving.desk()["game"]["cards"] == 12


def test_a_refusal_is_repeated_too(serving: Serving) -> None:
    serving.play_until("Vender cartones")
    offer = serving.desk()["offers"][0]
    first = serving.take(offer, "sell-1", count=0)
    serving.play("Vender cartones")
    again = serving.take(offer, "sell-1", count=0)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert first.json()["refusal"]["code"] == "SALE-COUNT"


@pytest.mark.invariant("I16")
def test_nobody_speaks_for_the_devices(serving: Serving) -> None:
    ball = {"serial": 1, "ball": 42, "picture": ""}
    said = {"request": "r", "command": "ReportBall", "body": ball}
    answer = serving.client.post("/api/commands", json=said | {"post": "controller"})
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "POST-CONTROLLER")
    answer = serving.client.post("/api/commands", json=said | {"post": "jefe"})
    assert (answer.status_code, answer.json()["problems"]) == (
        422,
        ["command: «ReportBall» no es un paso de la consola"],
    )


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (b"{", "body.1: JSON decode error"),
        (b"[]", "body: Input should be"),
        (b"[" * 60_000, "body: no se puede leer"),
        (b"\xff", "body: no se puede leer"),
        (b'{"request":' + b"9" * 5000 + b"}", "body: no se puede leer"),
        (b"{}", "body.request: Field required"),
        (b'{"request":1,"post":"jefe","command":"","body":{}}', "body.request: Input should be"),
        (b'{"request":"r","post":"jefe","command":"LoadBalls","body":{"x":1}}', "LoadBalls.x"),
        (
            b'{"request":"\\ud800","post":"jefe","command":"LoadBalls","body":{}}',
            "no se puede asentar",
        ),
    ],
)
def test_what_is_not_understood_is_explained(serving: Serving, said: bytes, problem: str) -> None:
    headers = {"content-type": "application/json"}
    answer = serving.client.post("/api/commands", content=said, headers=headers)
    assert answer.status_code == 422
    assert any(each.startswith(problem) for each in answer.json()["problems"]), answer.text


def test_a_table_that_does_not_answer_is_said_and_nothing_is_claimed(serving: Serving, hall: Hall) -> None:
    offer = serving.desk()["offers"][0]
    hall.answers = False
    answer = serving.take(offer, "r")
    assert (answer.status_code, answer.json()["error"]["code"]) == (504, "TABLE-SILENT")


def test_a_failed_book_stops_the_hall_and_every_page_says_so(
    serving: Serving, hall: Hall, tmp_path: Path
) -> None:
    serving.play_until("Vender cartones")
    stranger_writes(tmp_path / volume_name(1))
    answer = serving.take(serving.desk()["offers"][0], "r")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "MIN-CHAIN")
    assert serving.desk()["halted"].startswith("MIN-CHAIN: ")
    page = serving.client.get("/").text
    assert "La sala está detenida" in page
    assert "MIN-CHAIN: " in page
    assert "data-step" not in page
    shown = screens_of(Wall(hall.hall, hall.simulated))["board"](hall.newest())
    assert (shown["tone"], shown["headline"]) == ("stop", "PAUSA TÉCNICA")


def test_a_picture_is_served_by_its_digest_only(serving: Serving, hall: Hall) -> None:
    digest = hall.far_end.keep(b"\xff\xd8 a ball")
    answer = serving.client.get(f"/pictures/{digest}.jpg")
    assert (answer.status_code, answer.content) == (200, b"\xff\xd8 a ball")
    assert answer.headers["content-type"] == "image/jpeg"
    assert serving.client.get(f"/pictures/{'0' * 64}.jpg").status_code == 404
    assert serving.client.get("/pictures/..%2f..%2fetc%2fpasswd.jpg").status_code in {404, 422}
    assert serving.client.get("/pictures/ABC.jpg").status_code == 422


def test_a_program_that_would_take_a_page_is_still_told_and_not_sent_on(serving: Serving) -> None:
    for headers in ({"Accept": "text/html"}, {"HX-Request": "true"}):
        answer = serving.plain.get("/api/desk", headers=headers)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (401, "ACC-NONE")
