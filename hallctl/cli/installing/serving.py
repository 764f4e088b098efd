"""``hallctl init --pages``: the interview's pages on the console of a machine that has no hall yet.

Not responsible for what is asked (``pages``), nor for making the hall (``hallctl.app.installing.making``).
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from typing import Final

import segno
import typer

from hallctl.app.installing.making import Made
from hallctl.app.remote import RemoteAccess, temporary_access
from hallctl.cli.doctor.finding import Finding, Verdict
from hallctl.cli.installing.closing import halves
from hallctl.cli.installing.pages import Pages, shown_finding
from hallctl.cli.terminal import code_of, print_lines
from hallctl.config.hall import ConsoleSection
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import _
from hallctl.web.setup.admission import Admission
from hallctl.web.setup.app import make_setup
from hallctl.web.setup.port import Closing, Left, Looked

_WEIGHTS: Final = (Verdict.MISSING, Verdict.ADVICE, Verdict.GOOD)


@contextmanager
def served(pages: Pages, host: str, port: int, say: Phrasebook) -> Iterator[None]:
    """Serve the pages for the block, and tell on the terminal where they are and with which code.

    Raises:
        ConsoleError: The port is taken.
        SigningError: No certificate can be made for that address.
    """
    section = ConsoleSection(host=host, port=port)
    with temporary_access(section, datetime.now().astimezone()) as access:

        def show(code: str) -> None:
            print_lines(say(_("Código para entrar, de una sola vez: {code}", code=code)))

        admission = Admission(show)
        server = access.server(make_setup(pages, admission, access.hosts, say.language))
        server.start()
        try:
            _tell(access, say)
            admission.renew()
            yield
        finally:
            server.stop()


def _tell(access: RemoteAccess, say: Phrasebook) -> None:
    print_lines(say(_("Haga la sala con un navegador en {url}", url=access.url)))
    if access.authority is not None:
        typer.echo(code_of(access.url))
        digest = sha256(access.authority).digest().hex(" ").upper()
        print_lines(
            say(
                _(
                    "El navegador no conoce el certificado, que vale hasta que la sala esté hecha. "
                    "Compare su SHA-256:"
                )
            ),
            *halves(digest),
        )
    print_lines(say(_("Ctrl-C guarda las respuestas y sale; aún no se hace nada.")))


def closing_page(
    made: Made, found: Iterable[Finding], steps: Iterable[Left], trust: tuple[str, str]
) -> Closing:
    """Return what the last page shows of a hall: what was found of it, what is left, whom tablets trust."""
    by_weight = sorted(found, key=lambda each: _WEIGHTS.index(each.verdict))
    looked = tuple(Looked(each.part, shown_finding(each)) for each in by_weight)
    url, digest = trust
    return Closing(str(made.config.parent), looked, tuple(steps), url, digest, _drawn(url) if url else b"")


def _drawn(address: str) -> bytes:
    """Return an address as a code (SVG)."""
    picture = io.BytesIO()
    segno.make(address, error="l").save(picture, kind="svg", scale=8, border=0)
    return picture.getvalue()
