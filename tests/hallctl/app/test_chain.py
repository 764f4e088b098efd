"""The hall's side of ``[chain]``: what the section may say, its key, and what a look at it finds."""

import queue
import stat
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.chain import chain_problems, credentials, remote_caller
from hallctl.app.live import live_view
from hallctl.app.replay import empty_state, replay
from hallctl.app.setting import load
from hallctl.app.vault import open_shelf
from hallctl.cli.doctor.finding import Verdict
from hallctl.cli.doctor.house import check_house
from hallctl.config.example import every_key
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.rules.commands.calling import HearCaller, LoseCaller, StandHall
from hallctl.minutes.canonical import canonical
from hallctl.minutes.note import Verifier
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.wire.credentials import make_server_key, read_server_key
from hallctl.minutes.wire.nkey import is_public_nkey, public_nkey
from hallctl.rules.calls import Lost, Stage
from hallctl.rules.state import GameState, Session, Totals
from hallctl.table.clock import SystemClock
from hallctl.table.messages import Recovered, Reported
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.troubles import CALLS
from tests.hallctl.cli.book.hall import Hall
from tests.hallctl.games.bingo.rules.test_calling import accepted, called, following
from tests.hallctl.hostile.baccarat_day import BaccaratDay
from tests.hallctl.hostile.night import HostileNight
from tests.hallctl.hostile.roulette_day import RouletteDay

OFFICE = every_key()["chain"]["office"]


def section(of, **values):
    """Write a section ``[chain]`` into the hall's file, these values instead of its own."""
    written = {"hall": '"sala-1"', "servers": '["nats://127.0.0.1:4222"]', "office": f'"{OFFICE}"'} | values
    lines = "\n".join(f"{name} = {value}" for name, value in written.items())
    text = of.config.read_text("utf-8").partition("[chain]")[0]
    of.config.write_text(f"{text}\n[chain]\n{lines}\n", "utf-8")
    return load(of.config)


def test_the_section_is_refused_where_it_would_not_do_and_says_why(tmp_path):
    hall = Hall.made(tmp_path)
    assert load(hall.config).config.chain is None
    assert section(hall).config.chain.key == "chain.key"
    for name, value, said in (
        ("hall", '"Sala 1"', "debe tener minúsculas, cifras y guiones"),
        ("servers", "[]", "necesita al menos 1"),
        ("servers", '["http://127.0.0.1:4222"]', "debe ser una dirección como"),
        ("servers", '["nats://127.0.0.1"]', "debe ser una dirección como"),
        ("servers", '["nats://u:p@127.0.0.1:4222"]', "debe ser una dirección como"),
        ("servers", '["nats://10.0.0.9:4222"]', "sale de esta máquina; debe ser «tls://»"),
        ("servers", '["tls://oficina.example:4222"]', "[chain] authority: falta"),
        ("servers", '["tls://a.example:4222", "nats://127.0.0.1:4222"]', "o todos con «tls://»"),
        ("office", '"oficina"', "no es la clave con que firma la oficina"),
        ("office", f'"{hall.keys.verifier}"', "no es la clave con que firma la oficina"),
        ("caller", f'{{ sala-2 = "{OFFICE}" }}', "no es la clave de un libro"),
        ("names", '{ sala-9 = "Sala Sopocachi" }', "sala-9 no está en caller ni en called"),
        ("names", f'{{ sala-2 = "{"S" * 33}" }}', "32"),
        ("called", f'{{ sala-1 = "{hall.keys.verifier}" }}', "son otras salas"),
        ("caller", f'{{ a = "{hall.keys.verifier}", b = "{hall.keys.verifier}" }}', "sigue a una que llama"),
    ):
        with pytest.raises(ConfigError, match="chain") as refused:
            section(hall, **{name: value})
        assert said in str(refused.value)
    (tmp_path / "sin-claves").mkdir()
    with pytest.raises(ConfigError, match="faltan las"):
        section(Hall.made(tmp_path / "sin-claves", keys=False))


def test_the_key_is_made_once_for_its_owner_alone_and_said_with_the_book_s(tmp_path):
    hall = Hall.made(tmp_path)
    said = [CliRunner().invoke(app, ["chain", "key", "--config", str(hall.config)]) for _ in range(2)]
    assert [each.exit_code for each in said] == [0, 0]
    nkey, controller = (line.partition(" = ")[2] for line in said[0].stdout.splitlines())
    assert said[1].stdout == said[0].stdout
    assert is_public_nkey(nkey) and Verifier.read(controller) == hall.keys.verifier
    key = tmp_path / "chain.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert public_nkey(read_server_key(key)) == nkey
    with pytest.raises(SigningError, match="KEY-EXISTS"):
        make_server_key(key)


def test_check_tells_a_key_that_is_missing_or_open_and_an_authority_that_is_none(tmp_path):
    hall = Hall.made(tmp_path)
    assert list(chain_problems(load(hall.config))) == []
    setting = section(hall)
    assert "la hace «hallctl chain key»" in "".join(chain_problems(setting))
    key = tmp_path / "chain.key"
    make_server_key(key)
    assert list(chain_problems(setting)) == []
    assert credentials(setting, setting.config.chain)[1] is None
    key.chmod(0o640)
    assert "tros usuarios pueden leer" in "".join(chain_problems(setting))
    key.chmod(0o600)
    tls = section(hall, servers='["tls://oficina.example:4222"]', authority='"autoridad.crt"')
    assert "o existe" in "".join(chain_problems(tls))
    (tmp_path / "autoridad.crt").write_text("nada", "utf-8")
    assert "dañado" in "".join(chain_problems(tls))
    (tmp_path / "autoridad.crt").write_bytes(next(tmp_path.rglob("ca.crt")).read_bytes())
    assert list(chain_problems(tls)) == []
    assert credentials(tls, tls.config.chain)[1] is not None
    key.write_bytes(next(tmp_path.rglob("seal.key")).read_bytes())
    assert "no es lo que debe ser" in "".join(chain_problems(tls))


def test_doctor_says_that_the_office_does_not_answer_and_the_hall_opens_all_the_same(tmp_path):
    hall = Hall.made(tmp_path)
    setting = section(hall, servers='["nats://127.0.0.1:9"]')

    def said():
        found = [each for each in check_house(setting, SystemClock()) if each.part == "oficina"]
        assert [each.verdict for each in found] == [Verdict.ADVICE]
        return found[0].said

    assert "la hace «hallctl chain key»" in said()
    make_server_key(tmp_path / "chain.key")
    assert "no contesta en nats://127.0.0.1:9" in said()


def test_the_live_view_is_small_and_canonical_and_counts_the_session_alone(tmp_path):
    hall = Hall.made(tmp_path).open()
    setting = section(hall)
    with open_shelf(hall.setting, hall.keys) as shelf:
        state = replay(hall.setting, shelf)
    view = live_view(setting, Snapshot(1, 7, state), None)
    assert (view["volume"], view["entry"], view["session"], view["second_medium"]) == (1, 7, 0, "whole")
    assert len(canonical(dict(view))) < 1000
    before, now = Totals(100, 20, 3, 1), Totals(150, 25, 3, 1)
    opened = replace(state, totals=now, session=Session(2, {}, before=before))
    view = live_view(setting, Snapshot(1, 8, opened), 4)
    assert [view[name] for name in ("session", "collected", "paid", "witness_lag")] == [2, 50, 5, 4]


NIGHTS: dict[str, Callable[[], Sequence[GameState]]] = {
    "bingo": lambda: HostileNight("").volume().states,
    "roulette": lambda: RouletteDay("").whole().states,
    "baccarat": lambda: BaccaratDay("").whole().states,
}


@pytest.mark.parametrize("game", NIGHTS)
def test_the_live_view_is_canonical_at_every_moment_of_a_night(game, tmp_path):
    setting = section(Hall.made(tmp_path))
    hall = setting.config.hall.model_copy(update={"game": game})
    played = replace(setting, config=setting.config.model_copy(update={"hall": hall}))
    views = [live_view(played, Snapshot(1, 7, state), 0) for state in NIGHTS[game]()]
    assert all(canonical(dict(view)) for view in views)
    assert len({view["phase"] for view in views}) > 3


def test_a_hall_has_a_line_to_the_one_that_calls_or_to_those_that_follow_and_none_by_itself(tmp_path):
    hall, inbox = Hall.made(tmp_path), queue.SimpleQueue()
    state = Snapshot(0, 0, empty_state(hall.setting))
    assert remote_caller(section(hall), hall.keys, inbox, Bulletin(state)) is None
    assert inbox.get_nowait() == Recovered(*CALLS)
    heard = accepted()
    heard.do(HearCaller("sala-1", 3, 12))
    for night, step in (
        (heard, HearCaller("sala-1", 0, 0)),
        (called(), StandHall(1, "sala-2", Stage.OUT)),
        (following(), LoseCaller(1, Lost.SILENT)),
    ):
        remote_caller(section(hall), hall.keys, inbox, Bulletin(Snapshot(1, 9, night.state)))
        assert [inbox.get_nowait(), inbox.get_nowait()] == [Recovered(*CALLS), Reported(step)]
        night.do(step)
        remote_caller(section(hall), hall.keys, inbox, Bulletin(Snapshot(2, 10, night.state)))
        assert inbox.get_nowait() == Recovered(*CALLS) and inbox.empty()
    for key in ("caller", "called"):
        setting = section(hall, **{key: f'{{ sala-2 = "{hall.keys.verifier}" }}'})
        line = remote_caller(setting, hall.keys, inbox, Bulletin(state))
        assert line is not None
        assert line.halls.calls is (key == "called")
        assert line.halls.others == {"sala-2": hall.keys.verifier}
        assert line.halls.signer == (hall.keys.origin, hall.keys.controller)
