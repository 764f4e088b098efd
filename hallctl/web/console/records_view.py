"""What the pages of the book's past show: folios by session with their words, and what a report can be about.

Not responsible for markup, nor for reading the book.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.reports import Reach, ReportKind
from hallctl.outputs.rounds import Rounds
from hallctl.rules.state import State
from hallctl.web.records import FolioRow, RecordsError, SessionRow

A_PAGE: Final = 100
"""How many folios one page lists."""

DOCUMENTS: Final = {
    "acta": _("Acta de la partida"),
    "acta-mesa": _("Acta del día de mesa"),
    "acta-sesion": _("Acta de la sesión"),
    "cambio-bolas": _("Cambio de bolas"),
    "diligencia-apertura": _("Diligencia de apertura"),
    "diligencia-cierre": _("Diligencia de cierre"),
    "incidencia": _("Incidencia"),
    "libro-reclamos": _("Libro de reclamos"),
    "partida": _("Acta de la partida"),
    "registro-barajas": _("Registro de barajas"),
    "registro-premios": _("Registro de premios"),
    "registro-ruletas": _("Registro de ruletas"),
}
"""What people call a document, by its template."""

PRINTED: Final = {
    "printed": _("impresa"),
    "waits": _("en la cola de la impresora"),
    "lost": _("no salió de la impresora"),
}
_DATE: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2,4}))?|(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_NO_SESSION: Final = _("El libro todavía no tiene ninguna sesión.")


@dataclass(frozen=True, slots=True)
class Row:
    """A folio in the words of its reader."""

    folio: FolioRow
    name: str
    title: str
    where: str
    day: str
    signed: str
    printed: str


def row_of(folio: FolioRow, phrases: Phrasebook) -> Row:
    """Return a folio as a page shows it."""
    title = DOCUMENTS.get(folio.document, Sentence(folio.document))
    named = phrases(title) if folio.game is None else f"{phrases(title)} {folio.game}"
    signed = (
        _("firmada con clave por {people}", people=", ".join(folio.signers))
        if folio.signers
        else _("se firma a mano, sobre el papel")
    )
    printed = PRINTED.get(folio.printed)
    return Row(
        folio=folio,
        name=folio.name.removesuffix(".pdf"),
        title=named,
        where=phrases(_where(folio)),
        day=phrases.date(folio.time.date().isoformat()),
        signed=phrases(signed),
        printed=phrases(printed) if printed else "",
    )


def _where(folio: FolioRow) -> Sentence:
    if not folio.folio:
        return _("Tomo {volume}, libro aparte", volume=folio.volume)
    if folio.sheets == 1:
        return _("Tomo {volume}, folio {folio}", volume=folio.volume, folio=folio.folio)
    last = folio.folio + folio.sheets - 1
    return _("Tomo {volume}, folios {first} a {last}", volume=folio.volume, first=folio.folio, last=last)


def is_coming(found: Sequence[FolioRow], state: State) -> bool:
    """Return whether the book has taken a folio whose file is not there yet."""
    last = max((f.folio + f.sheets - 1 for f in found if f.volume == state.volume and f.folio), default=0)
    return state.folios > last


def folio_list(found: Sequence[FolioRow], asked: str, first: int, phrases: Phrasebook) -> dict[str, Any]:
    """Return a page of the list: the folios that fit what is looked for, by session, the newest first."""
    fitting = [each for each in found if fits(each, asked)]
    shown, more = fitting[first : first + A_PAGE], len(fitting) > first + A_PAGE
    older = urlencode({"busca": asked, "desde": first + A_PAGE}) if more else ""
    return {"asked": asked, "groups": _groups(shown, phrases), "older": older}


def _groups(shown: Iterable[FolioRow], phrases: Phrasebook) -> list[tuple[str, list[Row]]]:
    groups = []
    for session, rows in groupby(shown, key=lambda each: each.session):
        heading = _("Fuera de sesión") if session is None else _("Sesión {number}", number=session)
        groups.append((phrases(heading), [row_of(each, phrases) for each in rows]))
    return groups


def fits(folio: FolioRow, asked: str) -> bool:
    """Return whether a folio is what is looked for: by its game, session or folio, its day, or its words."""
    if not asked:
        return True
    if asked.isascii() and asked.isdigit():
        number = int(asked)
        on_it = folio.folio <= number < folio.folio + folio.sheets
        return number in (folio.game, folio.session) or on_it
    written = _DATE.fullmatch(asked)
    if written is not None:
        return _is_on(folio.time.date(), written)
    said = str(DOCUMENTS.get(folio.document, folio.document)).lower()
    return asked.lower() in said or any(asked.lower() in each.lower() for each in folio.signers)


def _is_on(day: date, written: re.Match[str]) -> bool:
    """Return whether a day is the written one; a year that is left out is any."""
    short_day, short_month, short_year, year, month, whole_day = written.groups()
    if year is not None:
        return (day.year, day.month, day.day) == (int(year), int(month), int(whole_day))
    if (day.month, day.day) != (int(short_month), int(short_day)):
        return False
    return short_year is None or day.year % 10 ** len(short_year) == int(short_year)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a report is about: a session, or a whole volume; and what else it could be about."""

    volume: int
    session: int | None
    value: str
    choices: tuple[tuple[str, str], ...]


def choose(
    kind: ReportKind, sessions: Sequence[SessionRow], wanted: str, phrases: Phrasebook, rounds: Rounds
) -> Chosen:
    """Return what a report is about, as its page's form names it; without a word, the newest there is.

    Raises:
        RecordsError: The book has no session yet.
    """
    if not sessions:
        raise RecordsError(phrases(_NO_SESSION))
    options: dict[str, tuple[int, int | None, str]] = {}
    if kind.reach is not Reach.BOOK:
        options |= {
            f"sesion-{s.number}": (s.volume, s.number, phrases(_named(s, phrases, rounds))) for s in sessions
        }
    if kind.reach is not Reach.SESSION:
        for volume in dict.fromkeys(each.volume for each in sessions):
            options[f"tomo-{volume}"] = (volume, None, phrases(_("Todo el tomo {volume}", volume=volume)))
    value = wanted if wanted in options else next(iter(options))
    volume, session, _said = options[value]
    return Chosen(volume, session, value, tuple((each, said) for each, (*_rest, said) in options.items()))


def _named(session: SessionRow, phrases: Phrasebook, rounds: Rounds) -> Sentence:
    day = phrases.date(session.opened.date().isoformat())
    words = {"number": session.number, "day": day, "played": rounds.counted(session.games)}
    if session.closed:
        return _("Sesión {number}, {day}; {played}", **words)
    return _("Sesión {number}, {day}, abierta; {played}", **words)
