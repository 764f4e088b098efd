"""What a new hall's technician is told at the end: the passphrases once, then what is left to do.

Not responsible for making the hall.
"""

from collections.abc import Callable, Iterator, Mapping

import segno

from hallctl.app.installing.making import AUTHORITY, Made
from hallctl.app.installing.plan import Plan
from hallctl.app.remote import find_remote_access
from hallctl.app.vault import feed_key
from hallctl.config.hall import Setting
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import _
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.signers import fingerprint_of
from hallctl.table.clock import SystemClock
from hallctl.web.setup.port import Left

Write = Callable[[str], None]


def slips(plan: Plan, passphrases: Mapping[str, str], say: Phrasebook) -> Iterator[str]:
    """Yield the lines with everybody's first passphrase, to be cut apart and handed out."""
    yield say(_("── Contraseñas de la primera vez: se dicen ahora, y nunca más ──"))
    for person in plan.people:
        posts = ", ".join(str(say(post)) for post in person.posts)
        yield f"{person.name} ({posts})"
        yield f"      {passphrases[person.name]}"
    yield say(_("La autoridad de la sala: no a la consola, a la caja fuerte"))
    yield f"      {passphrases[AUTHORITY]}"
    yield say(_("Cada contraseña entra en la consola y firma en la mesa. Reparta cada una a su persona."))


def trust_of(setting: Setting) -> tuple[str, str]:
    """Return where tablets fetch the authority, and its SHA-256; empty where only this machine enters."""
    keys, section = setting.config.keys, setting.config.console
    if keys is None or not section.remote:
        return "", ""
    der = Keystore(setting.beside(keys.directory)).authority
    shown = bytes.fromhex(fingerprint_of(der)).hex(" ").upper()
    return f"{find_remote_access(setting, SystemClock().wall()).url}/ca.crt", shown


def halves(digest: str) -> tuple[str, str]:
    """Return a SHA-256 as the two lines that a terminal of 80 columns has room for."""
    middle = len(digest) // 2
    return f"   {digest[:middle].strip()}", f"   {digest[middle:].strip()}"


def show_tls(setting: Setting, write: Write, say: Phrasebook) -> None:
    """Print the QR of the address at which tablets fetch the authority, and what they must compare."""
    url, digest = trust_of(setting)
    if not url:
        return
    write(say(_("Tabletas: con la sala en marcha, abra {url} e instale el certificado.", url=url)))
    segno.make(url, error="l").terminal(compact=True, border=2)
    write("\n".join((say(_("Antes de confiar en él, compare su SHA-256:")), *halves(digest))))


def next_steps(plan: Plan, made: Made, setting: Setting, say: Phrasebook) -> Iterator[Left]:
    """Yield what is left to do, each with its command."""
    config, url = made.config, find_remote_access(setting, SystemClock().wall()).url
    director = next(person.name for person in plan.people if "director" in person.posts)
    for ball_set in plan.calibrate:
        told = say(_("Enseñe las bolas de «{ball_set}» a la cámara:", ball_set=ball_set))
        yield Left(told, f"hallctl camera calibrate --ball-set {ball_set} --config {config}")
    if setting.rules.approval.startswith(("SIN ", "SEM ")):
        yield Left(
            say(_("Escriba la aprobación de sus reglas en un archivo de la sala (docs/manual-drum.md)."))
        )
    witness = f"hallctl witness --directory testigo --log '{feed_key(setting)}'"
    yield Left(say(_("El testigo, en otra máquina:")), witness)
    yield Left(say(_("La sala en marcha:")), f"hallctl run --config {config}")
    yield Left(say(_("Para siempre, como servicio:")), f"hallctl install-service --config {config}")
    opened = _(
        "Abra el libro: {director} entra en {url} y toma «Diligencia de apertura» con el notario.",
        director=director,
        url=url,
    )
    yield Left(say(opened))
