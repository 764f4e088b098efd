"""The people of a practice session hear an answer whole or not at all, and give names where asked."""

import socket
import threading

import pytest

from hallctl.app.practice.accounts import PIN, prepare_accounts
from hallctl.app.practice.alone import stand_ins
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.people import ConsoleClient, People
from hallctl.app.setting import load
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.events.opening import BallsCounted
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.rules.commands.base import Post
from hallctl.rules.events.session import SessionClosed
from hallctl.rules.refusals import Refusal
from hallctl.web.access.auth import Entered
from hallctl.web.console.view import desk_json
from tests.hallctl.bingo import event_of, read_step
from tests.hallctl.games.bingo.rules.night import MATRIX
from tests.hallctl.web.access.doors import Time, door_at
from tests.hallctl.web.console.hall import CONFIG, Hall


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1981\r\n\r\n",
        b'HTTP/1.1 200 OK\r\nContent-Length: 1981\r\n\r\n{"sequence":',
        b"HTTP/1.1 2",
    ],
)
def test_a_controller_that_dies_in_the_middle_of_an_answer_has_not_answered(said):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def die_in_the_middle():
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(said)

        thread = threading.Thread(target=die_in_the_middle)
        thread.start()
        try:
            with pytest.raises(OSError, match=r"127|closed|Remote|reset"):
                ConsoleClient(f"http://127.0.0.1:{server.getsockname()[1]}", "Marta Suárez").desk()
        finally:
            thread.join()


def play(hall, people):
    """Let the people play a session to its end."""
    while not people.finished(desk := desk_json(hall)):
        step = people.next_step(desk)
        if step is None:
            hall.after(desk["sequence"], 0.05)
            continue
        asked = {name: said for name, said in step.request().items() if name not in {"seen", "heard"}}
        outcome = hall.ask(read_step(person=step.person, **asked))
        assert not isinstance(outcome, Refusal), outcome


@pytest.mark.req("AJ-62", "AJ-118", "D4")
def test_people_play_a_whole_session_where_the_rules_ask_for_witnesses_and_names(tmp_path):
    with Hall(tmp_path, range(1, 91), operation="manual", split_by="player") as hall:
        play(hall, People(MATRIX, tmp_path / "no plant", 30, 1, "Marta Suárez"))
    events = [event_of(entry) for entry in read_entries(tmp_path / volume_name(1))]
    assert any(isinstance(event, SessionClosed) for event in events)
    counts = [event for event in events if isinstance(event, BallsCounted)]
    assert [count.director for count in counts] == ["Marta Suárez"] * 2
    good = [event for event in events if isinstance(event, CardVerified) and event.good]
    assert {claim.claim for claim in good} == {"line", "bingo"}
    assert all(claim.document == f"CI {claim.card}" for claim in good)


def test_everybody_in_a_practice_hall_enters_with_the_passphrase_that_is_printed(tmp_path):
    setting = load(CONFIG, [f"hall.directory={tmp_path}"])
    prepare_accounts(setting)
    prepare_accounts(setting)
    with door_at(tmp_path, Time()) as auth:
        expected = {person.name for person in setting.config.people} | set(stand_ins(setting))
        assert set(auth.names()) == expected
        for person in setting.config.people:
            entered = auth.log_in(person.name, PASSPHRASE, "", "127.0.0.1")
            assert isinstance(entered, Entered)
            assert list(entered.who.account.posts) == [post for post in Post if post in person.posts]
            assert auth.prove(entered.who, PIN, "127.0.0.1") is None


def test_a_real_hall_gets_no_account_with_a_passphrase_that_everybody_knows(tmp_path):
    real = [f"hall.directory={tmp_path}", "extractor.simulated=false", "camera.simulated=false"]
    with pytest.raises(ConfigError, match="cuentas de práctica"):
        prepare_accounts(load(CONFIG, real))
    assert list(tmp_path.iterdir()) == []
