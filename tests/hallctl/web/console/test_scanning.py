"""A picture of a card fills in the question for its number; anything else is said, and nothing is kept."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import numpy as np
import pytest

from hallctl.games.bingo.desk.card_codes import answers
from hallctl.games.bingo.rules.commands.claims import VerifyCard
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.i18n.sentences import Sentence
from hallctl.outputs.card_codes import Scanned
from hallctl.web.access.matrix import route_of
from hallctl.web.console.scanning import EVERY_S, ScanLimiter
from tests.drivers.test_barcode import with_size
from tests.hallctl.games.bingo.cards.photos import jpeg, panel, photo
from tests.hallctl.games.bingo.rules.night import RULES
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall, Serving

GAME = Game(number=1, series="A-1042", face_value=500, first=1, phase=Phase.CLAIM)
LARGEST = 1 << 17


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder: Path = tmp_path_factory.mktemp("scanning")
    with Hall(folder) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=20)
        serving.play("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!")
        yield serving


def send(serving: Serving, picture: bytes, person: str = JEFE, kind: str = "image/jpeg") -> httpx.Response:
    """Send a picture, again where one was on its way."""
    headers = serving.bearer(person) | {"Content-Type": kind, "Origin": serving.url}
    for _ in range(50):
        answer = serving.plain.post("/escanear", content=picture, headers=headers)
        if answer.status_code != 429:
            break
        time.sleep(EVERY_S)
    return answer


def test_a_card_that_the_tablet_sees_answers_the_question(serving: Serving) -> None:
    before = serving.hall.newest().entry
    answer = send(serving, jpeg(photo(panel(5), turn=8, blur=1)))
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.json() == {"sentence": "Cartón 5 de la serie A 1042.", "fields": {"card": "5"}}
    assert serving.hall.newest().entry == before, "a person takes the step"


@pytest.mark.parametrize(
    ("sent", "kind", "status", "said"),
    [
        (jpeg(np.full((480, 640, 3), 128, np.uint8)), "image/jpeg", 200, ""),
        (b"", "image/jpeg", 422, "La imagen no se puede leer."),
        (b"GIF89a" * 50, "image/jpeg", 422, "La imagen no se puede leer."),
        (with_size(12_000, 9_000), "image/jpeg", 422, "La imagen no se puede leer."),
        (b"\x89PNG", "image/png", 415, "La petición debe ser una imagen JPEG."),
    ],
)
def test_what_is_no_picture_of_a_card_is_said(
    serving: Serving, sent: bytes, kind: str, status: int, said: str
) -> None:
    answer = send(serving, sent, kind=kind)
    assert (answer.status_code, answer.json()["fields"]) == (status, {})
    assert answer.json()["sentence"].startswith(said)


def test_a_picture_has_a_measure_and_no_other_form_has_as_much(serving: Serving) -> None:
    assert send(serving, b"x" * (LARGEST + 1)).status_code == 413
    assert send(serving, b"x" * LARGEST).status_code == 422
    headers = serving.bearer(JEFE) | {"Origin": serving.url}
    assert serving.plain.post("/steps", content=b"x" * LARGEST, headers=headers).status_code == 413


@pytest.mark.invariant("I16")
def test_only_who_verifies_cards_scans_them(serving: Serving) -> None:
    assert send(serving, jpeg(photo(panel(1))), LOCUTOR).status_code == 403
    route = route_of("POST", "/escanear")
    assert route is not None
    assert route.posts == STEPS[VerifyCard].posts


@pytest.mark.parametrize(
    ("texts", "game", "sentence", "fields"),
    [
        ((), GAME, "", {}),
        (("OTRO-99",), GAME, "Ese código de barras no es de un cartón.", {}),
        (("OTRO-99", "A-1042/7"), GAME, "Cartón 7 de la serie A 1042.", {"card": "7"}),
        (("A-1042/7", "A-1042/8"), GAME, "Se ven varios cartones. Acerque uno solo.", {}),
        (
            ("B-7/3",),
            GAME,
            "Cartón 3 de la serie B 7, que no se juega en esta partida.",
            {"card": "B-7/3"},
        ),
        (
            ("B-7/3",),
            replace(GAME, second="B-7"),
            "Cartón 3 de la serie B 7.",
            {"series": "B-7", "card": "3"},
        ),
        (("A-1042/7",), replace(GAME, phase=Phase.DRAW), "Ahora no se comprueba ningún cartón.", {}),
        (("A-1042/7",), None, "Ahora no se comprueba ningún cartón.", {}),
    ],
)
def test_what_a_code_says_to_the_step(
    texts: tuple[str, ...], game: Game | None, sentence: str, fields: dict[str, str]
) -> None:
    assert answers(texts, State(RULES, game=game)) == Scanned(Sentence(sentence), fields)


def test_one_picture_passes_at_a_time_and_not_too_soon() -> None:
    limiter = ScanLimiter()
    assert limiter.enter(1.0)
    assert not limiter.enter(9.0), "the one before is still looked at"
    limiter.leave()
    assert limiter.enter(9.0)
    limiter.leave()
    assert not limiter.enter(9.0 + EVERY_S / 2)
    assert limiter.enter(9.0 + EVERY_S)
