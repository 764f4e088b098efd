"""The console over TLS: real handshakes, with a certificate of a hall's own authority."""

import gc
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect
from typer.testing import CliRunner

from hallctl.app.practice.processes import free_port
from hallctl.app.remote import RemoteAccess, find_remote_access
from hallctl.app.setting import load
from hallctl.cli.keys import app
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.console import certify_console, console_pair
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.signers import fingerprint_of
from hallctl.minutes.volumes import volume_name
from tests.browser import Browsers
from tests.hallctl.web.console.hall import CONFIG, JEFE, PASSPHRASE, Hall, Serving
from tests.hallctl.web.console.hands import log_in
from tests.hallctl.web.console.test_browser import Desk
from tests.hallctl.web.console.test_entry import Browser

OFFICE = "contraseña de la autoridad"
NAME = "sala.local"
NOW = datetime.now(UTC).replace(microsecond=0)
YEARS = Validity(NOW - timedelta(days=1), NOW + timedelta(days=3000))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Keystore:
    folder: Path = tmp_path_factory.mktemp("hall") / "claves"
    store = Keystore.create(folder, "Bingo Illimani", "Juegos SRL", OFFICE, YEARS, rounds=1000)
    certify_console(store, [NAME], OFFICE, YEARS)
    return store


def entrance_of(store: Keystore) -> RemoteAccess:
    overrides = ["console.host=0.0.0.0", f"console.port={free_port()}", f"keys.directory={store.folder}"]
    return find_remote_access(load(CONFIG, overrides), datetime.now(UTC))


@pytest.fixture(scope="module")
def serving(store: Keystore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Hall(tmp_path_factory.mktemp("tls")) as hall, Serving(hall, entrance=entrance_of(store)) as serving:
        yield serving


def named(serving: Serving, store: Keystore) -> httpx.Client:
    """Return a client as on another machine: it knows the console by name, and trusts ca.crt alone."""
    client = httpx.Client(
        base_url=serving.url, verify=ssl.create_default_context(cafile=store.folder / "ca.crt")
    )

    def by_name(request: httpx.Request) -> None:
        request.headers["host"] = f"{NAME}:{serving.server.port}"
        request.extensions["sni_hostname"] = NAME

    client.event_hooks["request"] = [by_name]
    return client


@pytest.mark.invariant("I16")
def test_who_trusts_the_authority_enters_by_name_with_a_cookie_for_tls_alone(
    serving: Serving, store: Keystore
) -> None:
    origin = f"https://{NAME}:{serving.server.port}"
    form = {"person": JEFE, "passphrase": PASSPHRASE, "code": ""}
    with named(serving, store) as client:
        answer = client.post("/entrar", data=form, headers={"Origin": origin})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        (cookie,) = answer.headers.get_list("set-cookie")
        name, *flags = (part.strip() for part in cookie.split(";"))
        assert name.startswith("__Host-hallctl=")
        assert {flag.lower() for flag in flags} == {"httponly", "path=/", "samesite=strict", "secure"}
        page = client.get("/", headers={"Cookie": name})
        assert page.status_code == 200
        assert JEFE in page.text
        assert client.get("/panel", headers={"Cookie": name.removeprefix("__Host-")}).status_code == 401
        assert page.headers["strict-transport-security"] == "max-age=2592000"


def test_a_tablet_fetches_the_authority_and_compares_its_fingerprint(
    serving: Serving, store: Keystore
) -> None:
    shown = fingerprint_of(store.authority)
    with httpx.Client(base_url=serving.url, verify=False) as stranger:
        answer = stranger.get("/ca.crt")
        page = stranger.get("/entrar").text
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-x509-ca-cert")
    assert answer.content == (store.folder / "ca.crt").read_bytes()
    found = re.search(r'class="fingerprint">([0-9A-F ]+)<', page)
    assert found is not None
    assert found[1].replace(" ", "").lower() == shown
    listed = CliRunner().invoke(app, ["list", str(store.folder)]).output
    assert listed.splitlines()[0].endswith(f": {shown}")
    certified = (
        CliRunner().invoke(app, ["console", str(store.folder), "--host", NAME], input=f"{OFFICE}\n").output
    )
    assert found[1] in certified


def test_a_console_without_tls_has_no_authority_to_show(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as plain:
        assert plain.plain.get("/ca.crt").status_code == 404
        assert "ca.crt" not in plain.plain.get("/entrar").text


def test_a_stay_over_tls_ends_with_its_cookie(serving: Serving) -> None:
    with Browser(serving) as browser:
        assert browser.enter(JEFE).status_code == 303
        left = browser.send("/", "/salir")
        (gone,) = left.headers.get_list("set-cookie")
        assert gone.startswith('__Host-hallctl=""')
        assert "Secure" in gone
        assert browser.get("/").headers["location"] == "/entrar"


def test_programs_and_streams_go_over_tls_too(serving: Serving) -> None:
    serving.play("Diligencia de apertura")
    with serving.client.stream("GET", "/events") as events:
        assert "changed" in next(line for line in events.iter_lines() if line.startswith("event:"))


@pytest.mark.parametrize("trust", [None, "other"])
def test_who_does_not_have_the_authority_refuses(serving: Serving, tmp_path: Path, trust: str | None) -> None:
    context = ssl.create_default_context()
    if trust is not None:
        other = Keystore.create(tmp_path / "c", "Bingo Illimani", "Juegos SRL", OFFICE, YEARS, rounds=1000)
        context = ssl.create_default_context(cafile=other.folder / "ca.crt")
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(f"{serving.url}/entrar", verify=context)


def test_a_machine_that_the_certificate_does_not_name_is_not_believed(serving: Serving) -> None:
    with pytest.raises(httpx.ConnectError, match="mismatch"):
        httpx.get(
            f"https://127.0.0.2:{serving.server.port}/entrar", verify=serving.trust
        )  # this machine listens there too, but the certificate does not say so


def connected(serving: Serving) -> socket.socket:
    return socket.create_connection(("127.0.0.1", serving.server.port), timeout=10)


def test_plain_http_gets_nothing(serving: Serving) -> None:
    with connected(serving) as plain:
        plain.sendall(b"GET /entrar HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"HTTP" not in plain.recv(4096)
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://127.0.0.1:{serving.server.port}/entrar")


def old_context(make: int) -> ssl.SSLContext:
    context = ssl.SSLContext(make)
    context.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning):
        context.minimum_version = ssl.TLSVersion.TLSv1
    with pytest.warns(DeprecationWarning):
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    return context


def test_an_old_tls_is_refused_and_the_newer_two_are_taken(serving: Serving, store: Keystore) -> None:
    old = old_context(ssl.PROTOCOL_TLS_CLIENT)
    old.load_verify_locations(store.folder / "ca.crt")
    with connected(serving) as raw, pytest.raises(ssl.SSLError):
        old.wrap_socket(raw, server_hostname="localhost")
    server = old_context(ssl.PROTOCOL_TLS_SERVER)
    pair = console_pair(store)
    assert pair is not None
    server.load_cert_chain(pair.path, pair.key_path)
    assert spoken(server, old) == "TLSv1.1", "the client itself is able to"
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        context = ssl.create_default_context(cafile=store.folder / "ca.crt")
        context.minimum_version = context.maximum_version = version
        with connected(serving) as raw, context.wrap_socket(raw, server_hostname=NAME) as secure:
            assert secure.version() == version.name.replace("_", ".")


def spoken(server: ssl.SSLContext, client: ssl.SSLContext) -> str | None:
    """Return what two ends agree on."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(to_server, to_client, server_side=True)
    theirs = client.wrap_bio(to_client, to_server, server_hostname="localhost")
    for _ in range(4):
        for end in (theirs, ours):
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return theirs.version()


@pytest.mark.parametrize(
    "host", ["evil.example", "sala.local.evil.example", "192.168.1.10", "127.0.0.2", "[::1]"]
)
@pytest.mark.parametrize("path", ["/", "/entrar", "/api/desk", "/static/desk.css"])
def test_a_name_that_the_certificate_does_not_have_is_refused(serving: Serving, host: str, path: str) -> None:
    for port in ("", f":{serving.server.port}"):
        answer = serving.client.get(path, headers={"host": f"{host}{port}"})
        assert answer.status_code == 403
        assert f"https://{NAME}" in answer.text
    assert serving.client.get(path, headers={"host": "SALA.local"}).status_code == 200


@pytest.mark.invariant("I16")
@pytest.mark.parametrize("origin", ["http://{}", "https://evil.example", "null", "https://{}1", ""])
def test_a_form_of_another_site_or_of_plain_http_is_refused(serving: Serving, origin: str) -> None:
    host = serving.url.removeprefix("https://")
    headers = {"Origin": origin.format(host)} if origin else {}
    form = {"person": JEFE, "passphrase": PASSPHRASE, "code": ""}
    assert serving.plain.post("/entrar", data=form, headers=headers).status_code == 403
    good = serving.plain.post("/entrar", data=form, headers={"Origin": f"https://{host}"})
    assert good.status_code == 303


def test_localhost_is_not_held_to_tls_for_it_is_every_programs(serving: Serving) -> None:
    for host, said in (("localhost", False), ("127.0.0.1", True), (NAME, True)):
        answer = serving.plain.get("/entrar", headers={"host": host})
        assert ("strict-transport-security" in answer.headers) is said, host


def test_without_tls_nothing_says_tls(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as plain:
        forged = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.9.8.7", "Origin": plain.url}
        answer = plain.plain.post(
            "/entrar", data={"person": JEFE, "passphrase": PASSPHRASE, "code": ""}, headers=forged
        )
        assert answer.status_code == 303
        assert answer.headers["set-cookie"].startswith("hallctl=")
        assert "Secure" not in answer.headers["set-cookie"]
        assert "strict-transport-security" not in answer.headers
        assert hall.auth.log.entries(1)[0].source == "127.0.0.1", "nobody chooses where she comes from"


def stop_with_connections(entrance: RemoteAccess, hall: Hall) -> float:
    """Stop a server to which one has spoken, and to which another has only connected; return the seconds."""
    serving = Serving(hall, entrance=entrance)
    serving.server.start()
    assert isinstance(serving.trust, ssl.SSLContext)
    half, raw = connected(serving), connected(serving)
    with half, serving.trust.wrap_socket(raw, server_hostname=NAME) as secure:
        secure.sendall(b"GET /entrar HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert secure.recv(100).startswith(b"HTTP/1.1 200")
        start = time.monotonic()
        serving.server.stop()
        return time.monotonic() - start


def test_it_stops_in_time_with_connections_open_and_half_open(store: Keystore, tmp_path: Path) -> None:
    entrance = entrance_of(store)
    with Hall(tmp_path) as hall:
        assert stop_with_connections(entrance, hall) < 3
        with warnings.catch_warnings():
            # A handshake that nobody went on with ends with its loop, and Python warns of that.
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
        with Serving(hall, entrance=entrance) as again:
            assert again.plain.get("/entrar").status_code == 200


def test_a_renewed_certificate_is_shown_from_the_next_start(store: Keystore, tmp_path: Path) -> None:
    folder = tmp_path / "claves"
    shutil.copytree(store.folder, folder)
    mine = Keystore(folder, rounds=1000)

    def shown() -> bytes | None:
        with Hall(tmp_path) as hall, Serving(hall, entrance=entrance_of(mine)) as serving:
            assert isinstance(serving.trust, ssl.SSLContext)
            with connected(serving) as raw, serving.trust.wrap_socket(raw, server_hostname=NAME) as secure:
                return secure.getpeercert(binary_form=True)

    first = console_pair(mine)
    assert first is not None
    assert shown() == first.certificate
    (tmp_path / volume_name(1)).unlink()
    for name in ("cuentas.sqlite", "seguridad.sqlite"):
        (tmp_path / name).unlink()
    second = certify_console(mine, [NAME], OFFICE, YEARS)
    assert shown() == second.certificate != first.certificate


@pytest.fixture
def tablet(store: Keystore, tmp_path: Path, browsers: Browsers) -> Iterator[Callable[..., BrowserContext]]:
    """A browser to which the console has a name; it trusts what the operating system's list trusts."""
    home = tmp_path / "home"
    database = home / ".pki/nssdb"
    database.mkdir(parents=True)
    nss = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*nss, "-N", "--empty-password"], check=True)
    subprocess.run([*nss, "-A", "-n", "sala", "-t", "C,,", "-i", store.folder / "ca.crt"], check=True)
    flag = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with browsers.own(tmp_path / "profile", flag, env={**os.environ, "HOME": str(home)}) as context:
        yield context  # type: ignore[misc]


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("certutil") is None, reason="apt-get install libnss3-tools")
def test_a_tablet_that_has_the_authority_opens_the_desk_without_a_warning(
    serving: Serving, tablet: BrowserContext
) -> None:
    serving.url, before = f"https://{NAME}:{serving.server.port}", serving.url
    try:
        desk = Desk(tablet.new_page(), serving, comes=log_in)
        expect(desk.page.locator(".desk")).to_be_visible()
        (cookie,) = tablet.cookies()
        assert (cookie["name"], cookie["secure"], cookie["domain"]) == ("__Host-hallctl", True, NAME)
        assert desk.complaints == []
    finally:
        serving.url = before
