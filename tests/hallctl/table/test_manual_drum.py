"""A drum worked by hand behind the real table: no device at all, or a camera that must agree."""

import time

import pytest

from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.games.bingo.rules.events.draw import BallDoubted, BallDrawn
from hallctl.games.bingo.rules.events.opening import BallsCounted
from hallctl.games.bingo.rules.events.wrong_calls import MeansChanged
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.screens.wall import Wall
from hallctl.readings.outcomes import Absence
from hallctl.readings.witnesses import DISAGREEMENT
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.events.session import CheckPassed
from hallctl.rules.witnesses import Reading, Witness
from hallctl.table import messages as msg
from hallctl.table.clock import SystemClock
from hallctl.table.machine import Limits
from tests.hallctl.bingo import event_of, screens_of
from tests.hallctl.games.bingo.rules.night import MATRIX
from tests.hallctl.web.console.hall import PICTURE, Hall, Serving, Sighting, Simulators

MANUAL = {"operation": "manual", "extractor": "drum", "checks": ("bombo", "sonido")}
CALLER, CAMERA, MACHINE = Witness.CALLER, Witness.CAMERA, Witness.MACHINE


class Watching(Simulators):
    """The camera alone: each time it is told to look it sees the next ball; nothing where that is None."""

    def __init__(self, inbox, *seen: int | None):
        super().__init__(inbox)
        self.seen = iter(seen)
        self.armed = []

    def watch(self, serial, ball_set, *, armed):
        self.armed.append(armed)
        ball = next(self.seen, None)
        if ball is not None:
            for _ in range(4):
                self._see(serial, Sighting(True, False, {ball: 0.9995}))


class Tagged(Simulators):
    """A machine that reads a tag on each ball: what its list says is on the ball, and what on the tag."""

    def __init__(self, inbox, *out: tuple[int, int | None]):
        super().__init__(inbox)
        self.out = iter(out)

    def draw(self, order):
        self.last, self.event = order, self.event + 1
        seen, tag = next(self.out)
        self._see(order, Sighting(False, True))
        self.inbox.put(msg.BallArrived(self.event, order, tag))
        for _ in range(4):
            self._see(order, Sighting(True, False, {seen: 0.9995}))


def by_hand(folder, **rules):
    return Hall(folder, **{**MANUAL, **rules})


def sold(serving):
    """Come to the first ball; of a machine, its drum fills by itself."""
    serving.play_until("Anunciar serie A 1042 y precio")
    serving.play("Anunciar serie A 1042 y precio")
    serving.play("Vender cartones", count=60)
    if any(offer["label"] == "Bolas en el bombo" for offer in serving.desk()["offers"]):
        serving.play("Bolas en el bombo")
    serving.play("Cerrar venta", "Comienzo de la partida")


def take_out(serving, *balls):
    for ball in balls:
        serving.play("Bola sacada a mano", ball=ball)
        serving.play(f"Cantar el {ball}")


def events_of(folder):
    return [event_of(entry) for entry in read_entries(folder / volume_name(1))]


def until(hall, condition):
    end = time.monotonic() + 20
    while not condition(hall.newest().state):
        assert time.monotonic() < end, hall.state.game
        hall.after(hall.newest().sequence, 0.05)
    return hall.newest().state


@pytest.mark.req("AJ-08", "AJ-22", "AJ-60", "AJ-62", "AJ-86")
@pytest.mark.invariant("I1", "I14", "I18")
def test_a_whole_game_is_played_paid_and_signed_by_hand_with_no_device_at_all(tmp_path):
    wall = Wall("Bingo Illimani", False, camera=False)
    with by_hand(tmp_path) as hall, Serving(hall) as serving:
        sold(serving)
        first, *rest = MATRIX.card(5).rows
        board = screens_of(wall)["board"]
        serving.play("Bola sacada a mano", ball=first[0])
        assert board(hall.newest())["called"] == (), "drawn is not called (AJ-86)"
        serving.play(f"Cantar el {first[0]}")
        assert board(hall.newest())["called"] == (first[0],)
        take_out(serving, *first[1:])
        serving.play("Parar: ¡línea!")
        serving.play("Comprobar línea", card=5)
        serving.play("¿Alguna línea más?", "Reanudar")
        take_out(serving, *(ball for row in rest for ball in row))
        serving.play("Parar: ¡bingo!")
        serving.play("Comprobar bingo", card=5)
        serving.play("¿Algún bingo más?", "Dar por finalizada")
        serving.play("Pagar línea, cartón 5", "Pagar bingo, cartón 5")
        serving.play("Retirar cartones", count=60)
        serving.play("Firmar la partida")
        state = hall.newest().state
        assert (state.faults, state.notices) == ((), ())
    events = events_of(tmp_path)
    assert verify(tmp_path / volume_name(1)).ok
    assert [event.item for event in events if isinstance(event, CheckPassed)] == ["bombo", "sonido"]
    assert [event.director for event in events if isinstance(event, BallsCounted)] == ["Marta Suárez"]
    assert {event.reader for event in events if isinstance(event, BallDrawn)} == {"person"}
    assert sum(isinstance(event, PrizePaid) for event in events) == 2
    assert not any(isinstance(event, FaultLatched | MeansChanged) for event in events)


def test_a_manual_drum_has_no_line_that_could_be_lost_however_long_nobody_answers(tmp_path):
    with by_hand(tmp_path) as hall, Serving(hall) as serving:
        serving.play_until("Anunciar serie A 1042 y precio")
        time.sleep(Limits().line_s + 0.5)
        assert hall.newest().state.faults == ()
    assert not any(isinstance(event, FaultLatched) for event in events_of(tmp_path))


@pytest.mark.invariant("I15")
def test_what_the_camera_sees_of_a_ball_in_hand_must_be_what_the_locutor_says(tmp_path):
    hall = by_hand(tmp_path, witnesses=("caller", "camera"))
    hall.far_end = Watching(hall.inbox, 7, 24)
    with hall, Serving(hall) as serving:
        sold(serving)
        serving.play("Bola sacada a mano", ball=7)
        hall.wait_for_ball()
        serving.play("Cantar el 7")
        serving.play("Bola sacada a mano", ball=42)
        hall.wait_for_ball()
        game = hall.state.game
        assert game.drawn == (7,), "the public sees neither"
        assert (game.doubt.candidates, game.doubt.reason) == ((42, 24), DISAGREEMENT)
        assert hall.picture(game.doubt.picture) == PICTURE
        serving.play("Resolver bola dudosa", ball=24)
        serving.play("Cantar el 24")
    assert all(hall.far_end.armed), "no empty exit is waited for"
    drawn = [event for event in events_of(tmp_path) if isinstance(event, BallDrawn)]
    assert drawn[0].readings == (Reading(CALLER, 7), Reading(CAMERA, 7))
    assert [(event.ball, event.reader) for event in drawn] == [(7, "person"), (24, "person")]
    (doubted,) = [event for event in events_of(tmp_path) if isinstance(event, BallDoubted)]
    assert doubted.readings == (Reading(CALLER, 42), Reading(CAMERA, 24))


@pytest.mark.invariant("I15", "I21")
def test_a_camera_that_sees_nothing_of_a_ball_in_hand_leaves_it_to_a_person(tmp_path):
    hall = by_hand(tmp_path, witnesses=("caller", "camera"))
    hall.far_end = Watching(hall.inbox, None)
    with hall, Serving(hall) as serving:
        sold(serving)
        serving.play("Bola sacada a mano", ball=42)
        hall.inbox.put(msg.Trouble("cámara", "CAMERA-LOST", "sin señal"))
        state = until(hall, lambda state: state.game.doubt is not None)
        assert state.game.doubt.candidates == (42,)
        assert state.game.doubt.reason == Absence.NO_PICTURES
        serving.play("Resolver bola dudosa", ball=42)
        serving.play("Cantar el 42")
        serving.play("Proponer seguir a mano", reason="la cámara no da imagen")
        serving.play("Conformar seguir a mano")
        take_out(serving, 43)
        assert hall.state.game.called_balls == (42, 43)


@pytest.mark.req("AJ-22")
@pytest.mark.invariant("I15")
def test_what_the_machine_reads_on_a_ball_against_the_camera_is_a_doubt_with_both_numbers(tmp_path):
    hall = Hall(tmp_path)
    hall.far_end = Tagged(hall.inbox, (7, 7), (9, None), (42, 24))
    with hall, Serving(hall) as serving:
        sold(serving)
        for ball in (7, 9):
            serving.play("Extraer bola")
            hall.wait_for_ball()
            serving.play(f"Cantar el {ball}")
        serving.play("Extraer bola")
        hall.wait_for_ball()
        game = hall.state.game
        assert game.drawn == (7, 9)
        assert game.doubt.readings == (Reading(MACHINE, 24), Reading(CAMERA, 42))
    drawn = [event.readings for event in events_of(tmp_path) if isinstance(event, BallDrawn)]
    assert drawn == [(Reading(MACHINE, 7), Reading(CAMERA, 7)), ()]


@pytest.mark.invariant("I15")
def test_a_machine_that_is_asked_for_the_number_and_says_none_leaves_the_ball_to_a_person(tmp_path):
    hall = Hall(tmp_path, witnesses=("camera", "machine"))
    hall.far_end = Tagged(hall.inbox, (9, None))
    with hall, Serving(hall) as serving:
        sold(serving)
        serving.play("Extraer bola")
        hall.wait_for_ball()
        doubt = hall.state.game.doubt
        assert doubt.candidates == (9,)
        assert doubt.readings == (Reading(MACHINE, None), Reading(CAMERA, 9))


@pytest.mark.req("AJ-08")
@pytest.mark.invariant("I15")
def test_the_machines_ball_waits_for_the_locutor_where_the_rules_ask_for_him(tmp_path):
    with Hall(tmp_path, [42, 7], witnesses=("camera", "caller")) as hall, Serving(hall) as serving:
        sold(serving)
        serving.play("Extraer bola")
        time.sleep(0.5)  # the camera has long made up its mind
        game = hall.state.game
        assert (game.pending, game.drawn, game.doubt) == (1, (), None)
        serving.play("Decir qué bola es", ball=42)
        hall.wait_for_ball()
        serving.play("Cantar el 42")
        serving.play("Extraer bola")
        serving.play("Decir qué bola es", ball=1)
        hall.wait_for_ball()
        assert hall.state.game.doubt.candidates == (1, 7)


def test_a_ball_in_hand_is_looked_at_no_more_once_its_game_is_void(tmp_path):
    hall = by_hand(tmp_path, witnesses=("caller", "camera"))
    hall.far_end = Watching(hall.inbox, None)
    with hall, Serving(hall) as serving:
        sold(serving)
        serving.play("Bola sacada a mano", ball=42)
        serving.play("Proponer anulación", reason="fin de la prueba")
        serving.play("Conformar anulación")
        at = SystemClock().now() / 1000
        for sequence in range(1, 5):
            hall.inbox.put(msg.Seen(1, Sighting(True, False, {42: 0.9995}), sequence, at, PICTURE))
        time.sleep(0.3)
        assert hall.state.game.drawn == ()


@pytest.mark.invariant("I13", "I15")
def test_a_late_refusal_of_the_machine_draws_no_ball_beside_the_one_in_hand(tmp_path):
    hall = by_hand(tmp_path, witnesses=("caller", "camera"))
    hall.far_end = Watching(hall.inbox, None, 9)
    with hall, Serving(hall) as serving:
        sold(serving)
        hall.inbox.put(msg.ExtractorUp(hall.far_end))
        serving.play("Bola sacada a mano", ball=42)
        hall.inbox.put(msg.OrderFailed("draw", "otra cosa se mueve", True))
        time.sleep(0.4)  # longer than an order waits to be given again
        assert hall.far_end.last is None
