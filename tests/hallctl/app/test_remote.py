"""Whether other machines may reach the console is told by `hallctl check`, and decided at each start."""

import re
import ssl
import subprocess
import sys
import textwrap
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.processes import Controller, Simulators, free_port
from hallctl.app.remote import find_remote_access, temporary_access
from hallctl.app.setting import load
from hallctl.config.hall import ConsoleSection
from hallctl.config.problems import ConfigError
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.console import certify_console
from hallctl.minutes.signing.keystore import Keystore

OFFICE = "contraseña de la autoridad"
HALL = "192.168.1.10"
NOW = datetime.now(UTC).replace(microsecond=0)
YEARS = Validity(NOW - timedelta(days=900), NOW + timedelta(days=3000))


def days(first, last):
    return Validity(NOW + timedelta(days=first), NOW + timedelta(days=last))


@pytest.fixture
def store(tmp_path):
    return Keystore.create(tmp_path / "claves", "Bingo Illimani", "Juegos SRL", OFFICE, YEARS, rounds=1000)


def options(store, host=HALL):
    changes = [
        f"console.host={host}",
        f"keys.directory={store.folder}",
        f"hall.directory={store.folder.parent / 'sala'}",
        f"feed.port={free_port()}",
    ]
    return [option for change in changes for option in ("--set", change)]


def check(store, host=HALL):
    free = ["--set", f"console.port={free_port()}"]
    return CliRunner().invoke(app, ["check", "--config", str(CONFIG), *options(store, host), *free])


def refused(store, host=HALL):
    """What `check` and `run` say, which is the same; both end with 2, and nothing of the hall was made."""
    ran = check(store, host)
    assert (ran.exit_code, ran.stdout) == (2, "")
    started = CliRunner().invoke(app, ["run", "--config", str(CONFIG), *options(store, host)])
    assert (started.exit_code, started.stderr) == (2, ran.stderr)
    assert not (store.folder.parent / "sala").exists()
    return ran.stderr


def test_without_a_certificate_it_is_told_which_command_makes_one_and_that_does(store, tmp_path):
    said = refused(store)
    command = f"hallctl keys console {store.folder} --host {HALL}"
    assert said == (
        f"{CONFIG}: [console] host: {HALL} deja entrar a otras máquinas y la consola no tiene certificado. "
        f"Hágalo con «{command}»\n"
    )
    made = CliRunner().invoke(app, command.split()[1:], input=f"{OFFICE}\n")
    assert made.exit_code == 0, made.output
    assert check(store).exit_code == 0
    assert "--host DIRECCIÓN" in find_refusal(tmp_path, "0.0.0.0")


def find_refusal(folder, host):
    other = Keystore.create(folder / "otras", "Otra", "Otra SRL", OFFICE, YEARS, rounds=1000)
    ran = check(other, host)
    assert ran.exit_code == 2
    return ran.stderr


def test_one_that_has_run_out_or_names_another_machine_is_refused_with_its_own_sentence(store):
    certify_console(store, ["10.0.0.7"], OFFICE, days(-300, -1))
    over, other = refused(store).splitlines()
    crt = store.folder / "console.crt"
    assert (
        f"{crt}: el certificado de la consola caducó el {NOW - timedelta(days=1):%Y-%m-%d}. Renuévelo" in over
    )
    assert f"{crt}: el certificado de la consola no es para {HALL}, sino para 10.0.0.7, 127.0.0.1" in other
    certify_console(store, [HALL], OFFICE, days(2, 300))
    assert "el certificado de la consola vale del" in check(store).stderr
    certify_console(store, ["10.0.0.7"], OFFICE, days(-1, 300))
    assert check(store, "0.0.0.0").exit_code == 0, "which address others use, nobody knows then"
    assert check(store).exit_code == 2


def test_one_of_another_authority_or_that_others_can_read_is_refused(store, tmp_path):
    other = Keystore.create(tmp_path / "otras", "Otra", "Otra SRL", OFFICE, YEARS, rounds=1000)
    for each in (store, other):
        certify_console(each, [HALL], OFFICE, days(-1, 300))
    for name in ("console.crt", "console.key"):
        (store.folder / name).write_bytes((other.folder / name).read_bytes())
    assert "no lo emitió la autoridad de esta carpeta" in check(store).stderr
    (store.folder / "console.key").write_bytes((store.folder / "seal.key").read_bytes())
    assert "no son pareja" in refused(store)
    (store.folder / "console.key").chmod(0o644)
    assert "otros usuarios pueden leer" in check(store).stderr.lower()


def test_one_that_soon_runs_out_is_told_in_one_line_and_used(store):
    certify_console(store, [HALL], OFFICE, days(-300, 29))
    ran = check(store)
    assert ran.exit_code == 0
    (line,) = ran.stderr.splitlines()
    assert f"caduca el {NOW + timedelta(days=29):%Y-%m-%d} (en 28 días)" in line
    assert "hallctl keys console" in line
    certify_console(store, [HALL], OFFICE, days(-300, 32))
    assert check(store).stderr == ""


def test_the_steps_of_the_document_open_the_console(store, tmp_path):
    page = (Path(__file__).parents[3] / "docs/access.md").read_text("utf-8")
    shell, toml = (
        textwrap.dedent(block) for block in re.findall(r"   ```(?:sh|toml)\n(.*?)   ```", page, re.DOTALL)
    )
    for command in shell.splitlines():
        arguments = command.replace("claves", str(store.folder)).split()[1:]
        ran = CliRunner().invoke(app, arguments, input=f"{OFFICE}\n")
        assert ran.exit_code == 0, ran.output
    section = tomllib.loads(toml)["console"]
    setting = load(
        CONFIG, [f"keys.directory={store.folder}", *(f"console.{k}={v}" for k, v in section.items())]
    )
    entrance = find_remote_access(setting, NOW)
    assert entrance.url in page
    assert entrance.hosts == {HALL, "sala.local", "127.0.0.1", "localhost"}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3"])
def test_this_machine_alone_needs_no_certificate(store, host):
    assert check(store, host).exit_code == 0
    setting = load(CONFIG, [f"console.host={host}", f"keys.directory={store.folder}"])
    entrance = find_remote_access(setting, NOW)
    assert (entrance.tls, entrance.url) == (None, f"http://{host}:8000")
    assert entrance.hosts == {"localhost", "127.0.0.1", "[::1]", host}


def test_a_hall_without_keys_stays_on_its_machine(tmp_path):
    text = CONFIG.read_text("utf-8").replace("../series/", f"{CONFIG.parents[1]}/series/")
    path = tmp_path / "hall.toml"
    path.write_text(text[: text.index("[keys]")] + text[text.index("[extractor]") :], "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, ["console.host=192.168.1.10"])
    assert caught.value.problems == [
        f"{path}: [console] host: sin [keys] no hay con qué cifrar y solo sirve 127.0.0.1"
    ]
    with pytest.raises(ConfigError, match=r"\[console\] host: no tiene la forma"):
        load(path, ["console.host=sala.local"])


def test_pages_without_a_hall_have_a_certificate_for_their_address_at_any_moment():
    at = datetime.now(UTC).replace(microsecond=654321)
    with temporary_access(ConsoleSection(host=HALL, port=8010), at) as access:
        assert access.url == f"https://{HALL}:8010"
        assert HALL in access.hosts
        assert access.tls is not None
        assert access.authority is not None


@pytest.mark.invariant("I16")
def test_the_whole_hall_serves_its_desk_over_tls_to_who_has_the_authority(tmp_path: Path) -> None:
    overrides = [*demo_overrides(tmp_path), "console.host=0.0.0.0"]
    setting = load(CONFIG, overrides)
    with Simulators(setting, seed=1, pace=10):
        store = Keystore(tmp_path / "claves")
        # It soon runs out, so that the start has something to say.
        certify_console(store, ["sala.local"], PASSPHRASE, days(-1, 9))
        entrance, log = find_remote_access(setting, NOW), tmp_path / "hallctl.log"
        port = setting.config.console.port
        controller = Controller(CONFIG, port, overrides, log, entrance.url, entrance.trust)
        try:
            controller.await_ready()
            context = ssl.create_default_context(cafile=store.folder / "ca.crt")
            with httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=context) as client:
                said = {"person": "Marta Suárez", "passphrase": PASSPHRASE}
                token = client.post("/api/session", json=said).json()["token"]
                desk = client.get("/api/desk", headers={"Authorization": f"Bearer {token}"})
                assert desk.status_code == 200
            with pytest.raises(httpx.HTTPError):
                httpx.get(f"http://127.0.0.1:{port}/entrar")
        finally:
            assert controller.end() == 0
        assert "caduca el" in log.read_text("utf-8").splitlines()[0]


@pytest.mark.campaign
def test_the_practice_hall_opens_over_tls_too(tmp_path: Path) -> None:
    text = CONFIG.read_text("utf-8").replace("../series/", f"{CONFIG.parents[1]}/series/")
    text = text.replace("../../practice", str(tmp_path / "sala")).replace("8081", str(free_port()))
    text = text.replace("port = 8000", f'port = {free_port()}\nhost = "0.0.0.0"')
    path = tmp_path / "hall.toml"
    path.write_text(f"{text}\n[feed]\nport = {free_port()}\n", "utf-8")

    def practise() -> subprocess.Popen[str]:
        command = [sys.executable, "-u", "-m", "hallctl", "practice", "--config", str(path)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    with practise() as refused:
        assert f"hallctl keys console {tmp_path}/sala/claves --host DIRECCIÓN" in refused.communicate()[1]
    assert refused.returncode == 2
    certify_console(Keystore(tmp_path / "sala/claves"), ["sala.local"], PASSPHRASE, days(-1, 300))
    with practise() as hall:
        assert hall.stdout is not None
        lines = [hall.stdout.readline() for _ in range(2)]
        hall.terminate()
        hall.communicate()
    assert "consola  https://127.0.0.1:" in lines[1], lines
