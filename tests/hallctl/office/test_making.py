"""The office is made, told what is wrong with its configuration, and enrols halls whom the server lets in."""

import asyncio
import stat
import subprocess
import sys
import time

import nats.errors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.program import program
from hallctl.config.problems import ConfigError
from hallctl.minutes.note import Verifier, verifier_of
from hallctl.minutes.wire.connection import connect
from hallctl.minutes.wire.messages import LATEST_STREAM, entries_subject, have_subject
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office import database, enrolment, snapshots
from hallctl.office.config import CONFIG, load_office
from hallctl.office.errors import OfficeError
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from hallctl.office.parts import Office
from hallctl.office.running import run_office
from hallctl.office.server import admit
from tests.hallctl.office.servers import free_port, taking, wait_for_port
from tools.chain_books import make_hall


def hall(key, name="sala-1", **changes):
    controller = verifier_of(f"{name}/libro", Ed25519PrivateKey.generate())
    fields = {"game": "bingo", "time_zone": "America/La_Paz"} | changes
    return enrolment.Hall(name, "Sala", nkey=public_nkey(key), controller=str(controller), **fields)


def test_an_office_is_made_once_with_keys_for_its_owner_alone(tmp_path):
    folder = tmp_path / "oficina"
    plan = Plan('La "Cadena"', "cadena/oficina", "postgresql://o@127.0.0.1/o", hosts=("10.0.0.7",))
    setting = make_office(folder, plan)
    keys = read_keys(setting)
    assert setting.config.nats.servers == ["tls://10.0.0.7:4222"]
    assert Verifier.read(str(keys.verifier)).name == "cadena/oficina"
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in folder.glob("*.key"))
    assert {each.name for each in folder.glob("*.key")} == {
        "office.key",
        "nats.key",
        "authority.key",
        "nats-server.key",
    }
    with pytest.raises(OfficeError, match="ya existe"):
        make_office(folder, plan)
    (folder / "nats.key").chmod(0o644)
    with pytest.raises(OfficeError, match="chmod"):
        read_keys(setting)


def test_all_that_is_wrong_with_a_configuration_is_told_at_once(tmp_path):
    (tmp_path / CONFIG).write_text(
        '[office]\nname = ""\norigin = "a b"\n[database]\nurl = "mysql://x"\n[nats]\nservers = []\n'
        '[web]\nport = 1\n[alerts]\nwebhook = "ftp://x"\nsms = 1\n[alerts.mail]\nhost = "x"\n'
    )
    with pytest.raises(ConfigError) as error:
        load_office(tmp_path)
    told = "\n".join(error.value.problems)
    for where in (
        "[office] name",
        "[office] origin",
        "[database] url",
        "[nats] servers",
        "[web] port",
        "[alerts] webhook",
        "[alerts] sms: clave desconocida",
        "[alerts.mail] sender: falta",
    ):
        assert where in told
    good = '[office]\nname="a"\norigin="aaa"\n[database]\nurl="postgresql://x"\n[nats]\nservers=["{}"]\n'
    for server in ("nats://10.0.0.1:4222", "tls://127.0.0.1:1"):
        (tmp_path / CONFIG).write_text(good.format(server))
        with pytest.raises(ConfigError, match=r"\[nats\]"):
            load_office(tmp_path)


def test_all_that_is_wrong_with_a_hall_is_told_at_once():
    wrong = enrolment.Hall("Sala 1", "", "poker", "La_Paz", "U1", "x+y+z", 0)
    with pytest.raises(OfficeError) as error:
        wrong.demand_right()
    assert len(str(error.value).splitlines()) == 7


def test_an_office_without_its_servers_says_which_one_is_away(tmp_path, office_url):
    setting = make_office(tmp_path / "a", Plan("C", "cadena", f"postgresql://x@127.0.0.1:{free_port()}/x"))
    with pytest.raises(OfficeError, match="base de datos no responde"):
        run_office(setting, print)
    setting = make_office(tmp_path / "b", Plan("C", "cadena", office_url, f"127.0.0.1:{free_port()}"))
    with pytest.raises(OfficeError, match="servidor de mensajes no responde"):
        run_office(setting, print)


def test_an_office_that_runs_is_the_program_that_began_whatever_is_installed_meanwhile(tmp_path, monkeypatch):
    began = program()
    setting = make_office(tmp_path / "a", Plan("C", "cadena", f"postgresql://x@127.0.0.1:{free_port()}/x"))
    snapshots.this_program.cache_clear()
    with pytest.raises(OfficeError):
        run_office(setting, print)
    monkeypatch.setattr(snapshots, "program", lambda: "another version")
    assert snapshots.this_program().startswith(began)


@pytest.fixture
def enrolled(tmp_path, office_url):
    """An office with its own message server over TLS, and the commands' way to it."""
    folder, port = tmp_path / "oficina", free_port()
    setting = make_office(
        folder, Plan("Cadena", "cadena/oficina", office_url, f"127.0.0.1:{port}", ("127.0.0.1",))
    )
    command = [sys.executable, "-m", "hallctl", "office", "server", str(folder)]
    with (tmp_path / "log").open("ab") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for_port(port, server)
        yield setting, folder
    finally:
        server.terminate()
        server.wait()


# What nats-py leaves of a connection that the server refused.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_enrolled_hall_enters_and_may_do_what_is_its_own_alone(enrolled, tmp_path):
    setting, folder = enrolled
    key, runner = Ed25519PrivateKey.generate(), CliRunner()
    one = hall(key)
    order = ["office", "enroll", str(folder), "sala-1", "--nkey", one.nkey, "--controller", one.controller]
    told = runner.invoke(app, [*order, "--name", "Sala Uno", "--output", str(tmp_path)])
    assert told.exit_code == 0, told.output
    section = (tmp_path / "sala-1.chain.toml").read_text()
    assert 'hall = "sala-1"' in section and str(read_keys(setting).verifier) in section
    assert (tmp_path / "sala-1.authority.crt").read_text().startswith("-----BEGIN CERT")

    office = Office(setting, read_keys(setting), print)
    context = office.tls()

    async def tried():
        heard, refused = [], []

        async def troubled(error):
            refused.append(str(error))

        async def listened(message):
            heard.append(message.subject)

        centre = await office.messages()
        servers = setting.config.nats.servers
        client = await connect(servers, key, "sala-1", tls=context, troubled=troubled)
        await centre.subscribe("hall.>", cb=listened)
        await client.subscribe(have_subject("sala-1"), cb=listened)
        await centre.flush()
        await client.flush()
        await client.publish(entries_subject("sala-1", 1), b"x")
        await centre.publish(have_subject("sala-1"), b"y")
        for forbidden in (
            entries_subject("sala-2", 1),
            "office.sala-1.have",
            "$JS.API.STREAM.DELETE.ENTRIES",
        ):
            await client.publish(forbidden, b"z")
        await client.subscribe("hall.>")
        await client.flush()
        await asyncio.sleep(0.1)
        await client.close()
        await centre.close()
        return sorted(heard), refused

    async def refused_now():
        with pytest.raises((nats.errors.Error, OSError)):
            await connect(setting.config.nats.servers, key, "sala-1", tls=context, timeout_s=1)

    heard, refused = asyncio.run(tried())
    assert heard == ["hall.sala-1.entries.1", "office.sala-1.have"]
    assert len(refused) == 4 and all("permissions violation" in each for each in refused)
    assert "sala-1: Sala Uno, bingo, nada" in runner.invoke(app, ["office", "halls", str(folder)]).output
    assert runner.invoke(app, ["office", "retire", str(folder), "sala-1"]).exit_code == 0
    assert runner.invoke(app, ["office", "retire", str(folder), "sala-1"]).exit_code == 2
    asyncio.run(refused_now())
    with database.connect(setting.config.database.url) as connection:
        assert enrolment.halls_of(connection) == []


def test_a_prepared_book_is_sent_over_tls_by_a_command(enrolled, tmp_path):
    setting, folder = enrolled
    made, runner = make_hall(tmp_path / "cadena", 1, 1, "pt-bingo-30"), CliRunner()
    place = tmp_path / "cadena" / made.hall
    with database.connect(setting.config.database.url) as connection:
        row = (made.hall, made.name, made.game, made.time_zone, made.nkey, made.controller)
        one = enrolment.Hall(*row)
        assert admit(connection, setting, read_keys(setting), lambda to: enrolment.enrol(to, one))
    with taking(Office(setting, read_keys(setting), print)):
        order = ["office", "replay", str(folder), str(place / "libro"), "--hall", made.hall]
        until_heard(setting, made.hall)
        told = runner.invoke(app, [*order, "--key", str(place / "chain.key")])
    assert told.exit_code == 0 and "sala-1: todo en" in told.output, told.output
    entries = (place / "segundo/tomo-0001.jsonl").read_bytes().count(b"\n")
    assert (
        f"hasta el asiento {entries} del tomo 1"
        in runner.invoke(app, ["office", "halls", str(folder)]).output
    )


def until_heard(setting, hall):
    """Wait until the office has made the streams and said what it has of a hall."""

    async def heard():
        client = await Office(setting, read_keys(setting), print).messages()
        try:
            await client.jetstream().get_last_msg(LATEST_STREAM, have_subject(hall))
        finally:
            await client.close()

    until = time.monotonic() + 20
    while True:
        try:
            return asyncio.run(heard())
        except nats.errors.Error:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_one_key_is_of_one_hall(office_url):
    key = Ed25519PrivateKey.generate()
    with database.connect(office_url) as connection:
        enrolment.enrol(connection, hall(key))
        enrolment.enrol(connection, hall(key, first_volume=3))
        with pytest.raises(OfficeError, match="NKey"):
            enrolment.enrol(connection, hall(key, "sala-2"))
        assert [each.first_volume for each in enrolment.halls_of(connection)] == [3]
