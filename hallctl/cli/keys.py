"""The commands ``hallctl keys``: make the hall's keys, certify people and tokens, list them, try a token.

A passphrase is asked for without echo or read from a file, and never an argument, which other users of the
machine could read. Not responsible for the keys themselves.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Final

import typer

from hallctl import BUILT
from hallctl.cli.terminal import print_lines
from hallctl.minutes.signing.certificates import CONSOLE_DAYS, Validity, checked_hosts
from hallctl.minutes.signing.console import ConsolePair, certify_console, console_pair
from hallctl.minutes.signing.errors import SigningError, named_trouble, refused
from hallctl.minutes.signing.keystore import Holder, Keystore
from hallctl.minutes.signing.signers import fingerprint_of
from hallctl.minutes.signing.token import open_token
from hallctl.minutes.signing.verify import hosts_of, in_force, issued_by, issuer_of, name_of, serves, span_of

app = typer.Typer(no_args_is_help=True, help="Crea y muestra las claves con que se firma el libro.")

DAYS_A_YEAR: Final = 365

Folder = Annotated[Path, typer.Argument(help="La carpeta de las claves.")]
Company = Annotated[str, typer.Option(help="La empresa que explota la sala.")]
PassphraseFile = Annotated[
    Path | None, typer.Option("--passphrase-file", help="Lee la contraseña de este archivo.")
]
AuthorityFile = Annotated[
    Path | None,
    typer.Option("--authority-passphrase-file", help="Lee la contraseña de la autoridad de este archivo."),
]

Module = Annotated[Path, typer.Option(help="La biblioteca PKCS#11 de la tarjeta.")]
Label = Annotated[str, typer.Option(help="La etiqueta de la tarjeta.")]
Key = Annotated[str, typer.Option(help="La etiqueta de clave y certificado.")]
PinFile = Annotated[Path | None, typer.Option("--pin-file", help="Lee el PIN de este archivo.")]


@app.command()
def init(
    folder: Folder,
    hall: Annotated[str, typer.Option(help="El nombre de la sala.")],
    company: Company,
    years: Annotated[int, typer.Option(min=1, max=30, help="Vigencia de la autoridad.")] = 10,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Crea la autoridad de certificación de la sala, su sello y la clave del controlador."""
    with _report_errors():
        passphrase = _new_passphrase("Contraseña de la autoridad", passphrase_file)
        store = Keystore.create(folder, hall, company, passphrase, _validity(years))
        print_lines(f"{folder}: claves creadas.")
        for der in (store.authority, store.seal().certificate):
            print_lines(f"{name_of(der)}: {fingerprint_of(der)}")


@app.command()
def enrol(
    folder: Folder,
    person: Annotated[str, typer.Argument(help="Nombre y apellidos.")],
    post: Annotated[list[str], typer.Option(help="Su puesto; repita la opción si tiene varios.")],
    years: Annotated[int, typer.Option(min=1, max=10, help="Vigencia del certificado.")] = 2,
    replace: Annotated[
        bool, typer.Option("--replace", help="Sustituye su certificado; destruye la clave anterior.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    authority_passphrase_file: AuthorityFile = None,
) -> None:
    """Emite el certificado de una persona y crea su clave."""
    with _report_errors():
        store = Keystore(folder)
        store.people()  # says what is wrong with the folder before anyone types a passphrase
        authority = _passphrase("Contraseña de la autoridad", authority_passphrase_file)
        own = _new_passphrase(f"Contraseña de {person}", passphrase_file)
        _show(store.enrol(person, post, own, authority, _validity(years), replace=replace))


@app.command()
def endorse(
    folder: Folder,
    person: Annotated[str, typer.Argument(help="Nombre y apellidos.")],
    post: Annotated[list[str], typer.Option(help="Su puesto; repita la opción si tiene varios.")],
    module: Module,
    label: Label,
    key: Key,
    years: Annotated[int, typer.Option(min=1, max=10, help="Vigencia del certificado, como máximo.")] = 2,
    replace: Annotated[
        bool, typer.Option("--replace", help="Sustituye su certificado; destruye la clave anterior.")
    ] = False,
    pin_file: PinFile = None,
    authority_passphrase_file: AuthorityFile = None,
) -> None:
    """Emite el certificado de una persona sobre la clave de su tarjeta, que tiene uno acreditado."""
    with _report_errors():
        store = Keystore(folder)
        store.people()  # says what is wrong with the folder before anyone types a passphrase
        authority = _passphrase("Contraseña de la autoridad", authority_passphrase_file)
        with open_token(module, label, key, _passphrase("PIN", pin_file)) as signer:
            holder = store.endorse(person, post, signer, authority, _validity(years), replace=replace)
        _show(holder)


@app.command()
def console(
    folder: Folder,
    host: Annotated[
        list[str],
        typer.Option(
            help="Por qué dirección o nombre llegan otros a esta máquina; repita la opción si son varios."
        ),
    ],
    authority_passphrase_file: AuthorityFile = None,
) -> None:
    """Emite el certificado TLS de la consola y crea su clave; si ya los hay, los sustituye."""
    with _report_errors():
        store = Keystore(folder)
        store.people()  # says what is wrong with the folder before anyone types a passphrase
        checked_hosts(host)
        authority = _passphrase("Contraseña de la autoridad", authority_passphrase_file)
        _show_console(certify_console(store, host, authority, _console_validity()))
        shown = bytes.fromhex(fingerprint_of(store.authority)).hex(" ").upper()
        print_lines(f"Las tabletas instalan «/ca.crt» de la consola; su SHA-256: {shown}")
        print_lines("El controlador lo usa desde que arranca de nuevo.")


@app.command("list")
def list_(folder: Folder) -> None:
    """Muestra quién tiene certificado, y lo que hay que objetar a cada uno; termina con 1 si hay algo."""
    with _report_errors():
        store = Keystore(folder)
        authority = store.authority
        print_lines(f"{name_of(authority)}: {fingerprint_of(authority)}")
        faults = 0
        for holder in store.people():
            _show(holder)
            for problem in _problems(authority, holder, datetime.now(UTC)):
                faults += 1
                print_lines(f"  {problem}")
        pair, now = console_pair(store), datetime.now(UTC)
        if pair is not None:
            _show_console(pair)
            for problem in serves(authority, pair.certificate, now):
                faults += 1
                print_lines(f"  {problem}")
        raise typer.Exit(1 if faults else 0)


@app.command()
def token(
    module: Module,
    label: Label,
    key: Key,
    pin_file: PinFile = None,
) -> None:
    """Prueba una tarjeta: firma con ella, comprueba la firma y dice de quién es."""
    with _report_errors(), open_token(module, label, key, _passphrase("PIN", pin_file)) as signer:
        print_lines(f"{name_of(signer.certificate)} ({signer.algorithm}): {signer.fingerprint}")


def _show(holder: Holder) -> None:
    print_lines(f"{holder.name} ({', '.join(holder.posts)}): {holder.fingerprint}")
    if holder.accredited:
        given = f"{name_of(holder.accredited)}, por {issuer_of(holder.accredited)}"
        print_lines(f"  certificado acreditado de {given}: {fingerprint_of(holder.accredited)}")


def _show_console(pair: ConsolePair) -> None:
    hosts, held = ", ".join(hosts_of(pair.certificate)), span_of(pair.certificate)
    until = f", hasta el {held[1]:%Y-%m-%d}" if held else ""
    print_lines(f"Consola ({hosts}){until}: {fingerprint_of(pair.certificate)}")


def _problems(authority: bytes, holder: Holder, at: datetime) -> tuple[str, ...]:
    problems = issued_by(authority, holder.certificate, at)
    if not holder.accredited or in_force(holder.accredited, at):
        return problems
    return (*problems, f"el certificado acreditado no está vigente el {at:%Y-%m-%d}")


def _now() -> datetime:
    """Return the time from which a certificate counts.

    Raises:
        KeyRefusedError: KEY-CLOCK, the clock shows a time from before this program.
    """
    now = datetime.now(UTC).replace(microsecond=0)
    if now < BUILT:
        raise refused("KEY-CLOCK", now=f"{now:%Y-%m-%d %H:%M}", built=f"{BUILT:%Y-%m-%d}")
    return now


def _validity(years: int) -> Validity:
    now = _now()
    return Validity(now, now + timedelta(days=DAYS_A_YEAR * years))


def _console_validity() -> Validity:
    # From yesterday: the clock of a tablet may be behind.
    start = _now() - timedelta(days=1)
    return Validity(start, start + timedelta(days=CONSOLE_DAYS))


def _passphrase(prompt: str, file: Path | None) -> str:
    return _first_line(file) if file else str(typer.prompt(prompt, hide_input=True))


def _new_passphrase(prompt: str, file: Path | None) -> str:
    if file:
        return _first_line(file)
    return str(typer.prompt(prompt, hide_input=True, confirmation_prompt=f"{prompt}, otra vez"))


def _first_line(file: Path) -> str:
    with named_trouble(file):
        return file.read_bytes().decode("utf-8", "surrogateescape").partition("\n")[0].rstrip("\r")


@contextmanager
def _report_errors() -> Iterator[None]:
    """Tell a person what is wrong and what to do, and end with 2."""
    try:
        yield
    except SigningError as error:
        print_lines(error.sentence, err=True)
        raise typer.Exit(2) from error
