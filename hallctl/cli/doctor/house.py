"""Looks at what is no device: clock, keys, accounts, certificates, legibility, and the disks by ``disk``.

Not responsible for whether the book verifies: ``hallctl book verify`` does that.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from hallctl import BUILT
from hallctl.app.chain import chain_problems, office_of
from hallctl.app.ports import port_problems
from hallctl.app.remote import find_remote_access
from hallctl.app.timely import REMEDY, clock_problems
from hallctl.app.vault import Places, named_certificates, read_keys
from hallctl.cli.doctor.disk import check_disks
from hallctl.cli.doctor.finding import (
    Finding,
    Inspection,
    advice,
    good,
    looked,
    missing,
    nothing_broken,
    sentence_of,
)
from hallctl.config.face import logo_problems, sponsor_problems
from hallctl.config.hall import Setting
from hallctl.config.legible import illegible
from hallctl.config.problems import ConfigError
from hallctl.devices.expiry import ending
from hallctl.devices.office_line import FAILURES, last_word
from hallctl.i18n.sentences import _
from hallctl.minutes.signing.errors import SigningError
from hallctl.table.clock import SYNCHRONISED, UNKNOWN, Clock
from hallctl.web.access.store import Store
from hallctl.web.access.words import AccessError

_PICTURES: Final = _("Ponga otra imagen: docs/theme.md dice cómo.")


def check_house(
    setting: Setting,
    clock: Clock,
    built: datetime = BUILT,
    broken: Callable[[str], bool] = nothing_broken,
) -> Iterator[Finding]:
    """Yield how the hall's own things are.

    Args:
        setting: The configuration.
        clock: The machine's.
        built: When the program was made, aware.
        broken: Returns whether a section of the configuration is wrong.
    """
    looks: list[Inspection] = [
        (_("discos"), "hall.directory", lambda: check_disks(setting)),
        (_("reloj"), "", lambda: [_clock(setting, clock, built)]),
        (_("claves"), "keys", lambda: [_keys(setting)]),
        (_("certificados"), "keys", lambda: _certificates(setting, clock.wall())),
        (_("cuentas"), "hall.directory", lambda: [_accounts(Places(setting.directory).accounts)]),
        (_("consola"), "console", lambda: _console(setting, clock.wall())),
        (_("lectura"), "screens", lambda: [_legibility(setting)]),
        (_("imágenes"), "", lambda: _face(setting)),
        (_("oficina"), "chain", lambda: _office(setting)),
    ]
    yield from looked(looks, broken)
    if setting.config.simulated:
        yield advice(
            _("simulacro"),
            _("hay un aparato simulado: el libro es de práctica"),
            _("Quite «simulated» de la configuración."),
        )


def _clock(setting: Setting, clock: Clock, built: datetime) -> Finding:
    moment, quality = clock.wall(), clock.quality()
    said = f"{moment:%Y-%m-%d %H:%M:%S %z}"
    problems = list(clock_problems(setting, moment, built))
    if problems:
        return missing(_("reloj"), "; ".join([said, *problems]), REMEDY)
    if quality == UNKNOWN:
        remedy = _("Póngale una pila (RTC) o active systemd-timesyncd (docs/operations.md).")
        return advice(_("reloj"), _("{moment}, no se sabe si está en hora", moment=said), remedy)
    return good(
        _("reloj"),
        _("{moment}, sincronizado", moment=said)
        if quality == SYNCHRONISED
        else _("{moment}, con pila", moment=said),
    )


def _certificates(setting: Setting, at: datetime) -> Iterator[Finding]:
    with suppress(SigningError):
        for told in ending(named_certificates(setting), at):
            yield advice(_("certificados"), told, "«hallctl keys enrol --replace», «hallctl keys console».")


def _keys(setting: Setting) -> Finding:
    try:
        keys = read_keys(setting)
    except SigningError as error:
        return missing(_("claves"), sentence_of(error))
    if keys is None:
        return advice(
            _("claves"), _("la sala no tiene: nada se firma"), _("Escriba [keys] y «hallctl keys init».")
        )
    return good(
        _("claves"),
        _(
            "de {count} {count:persona|personas}, origen {origin}",
            count=len(keys.people()),
            origin=keys.origin,
        ),
    )


def _accounts(path: Path) -> Finding:
    remedy = _("«hallctl people init NOMBRE» hace la primera.")
    if not path.exists():
        return missing(_("cuentas"), _("todavía nadie puede entrar a la consola"), remedy)
    try:
        with closing(Store(path)) as store:
            accounts = [each for each in store.accounts() if each.enabled]
    except AccessError as error:
        return missing(_("cuentas"), sentence_of(error))
    if not any(each.director for each in accounts):
        return missing(_("cuentas"), _("ningún Director puede entrar"), remedy)
    return good(_("cuentas"), _("{count} {count:persona puede|personas pueden} entrar", count=len(accounts)))


def _console(setting: Setting, at: datetime) -> Iterator[Finding]:
    try:
        entrance = find_remote_access(setting, at)
    except ConfigError as error:
        yield missing(_("consola"), "; ".join(error.problems))
        return
    taken = list(port_problems(setting, elsewhere=False))
    if taken:
        yield missing(_("consola"), "; ".join(taken))
    elif entrance.warning:
        yield advice(_("consola"), entrance.warning, "")
    else:
        here = _("{url}, solo en esta máquina", url=entrance.url)
        yield good(_("consola"), entrance.url if entrance.section.remote else here)


def _legibility(setting: Setting) -> Finding:
    if setting.config.hall.farthest_seat_m is None:
        remedy = _("Mida y escriba [hall] farthest_seat_m y la altura de cada pantalla (docs/screens.md).")
        return advice(_("lectura"), _("no se sabe a qué distancia está el último asiento"), remedy)
    problems = list(illegible(setting))
    if problems:
        return missing(_("lectura"), "; ".join(problems), _("Pantallas mayores, o más cerca (AJ-37)."))
    return good(_("lectura"), _("los cuatro datos se leen desde el último asiento"))


def _office(setting: Setting) -> Iterator[Finding]:
    """Yield whether the head office answers, where the hall is of a chain; it plays without."""
    chain = setting.config.chain
    if chain is None:
        return
    problems = list(chain_problems(setting))
    if problems:
        yield advice(_("oficina"), "; ".join(problems), _("«hallctl chain key»; lo demás lo da la oficina."))
        return
    remedy = _("Mire la red, y que la oficina haya inscrito la clave: «hallctl chain key» la dice.")
    try:
        have = last_word(office_of(setting, chain))
    except FAILURES as error:
        said = _("no contesta en {servers}: {why}", servers=", ".join(chain.servers), why=str(error))
        yield advice(_("oficina"), said, remedy)
        return
    if have.refused:
        yield advice(
            _("oficina"), _("no recibe más asientos: {why}", why=have.refused), _("Llame a la oficina.")
        )
    else:
        yield good(
            _("oficina"),
            _("tiene el tomo {volume} hasta el asiento {entry}", volume=have.volume, entry=have.number),
        )


def _face(setting: Setting) -> Iterator[Finding]:
    """Yield how the hall's logo and its sponsors' pictures are, where it has any."""
    hall = setting.config.hall
    if hall.logo is not None:
        problems = list(logo_problems(setting))
        yield missing(_("logo"), "; ".join(problems), _PICTURES) if problems else good(_("logo"), hall.logo)
    if hall.sponsors is not None:
        problems = list(sponsor_problems(setting))
        said = "; ".join(problems)
        yield (
            advice(_("patrocinadores"), said, _PICTURES)
            if problems
            else good(_("patrocinadores"), hall.sponsors)
        )
