"""The opening diligence of a volume: its first folio (AJ-39, 40).

Not responsible for the legalisation itself.
"""

from collections.abc import Sequence

from hallctl.i18n.words import clock, date, hour, written_day
from hallctl.outputs.folios.frame import fingerprint, planned, post_name, sectioned
from hallctl.outputs.folios.layout import LONGEST_DATE
from hallctl.outputs.folios.numbers import in_words
from hallctl.outputs.folios.sections import Section, fields, keys, prose, signature, signatures, table
from hallctl.outputs.folios.values import NOT_SAID, Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.state import State


def opening_diligence(
    state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place
) -> Folio:
    """Return the opening diligence.

    Args:
        state: The state after the opening.
        entries: The entry that opens the volume.
        letterhead: What the configuration adds, and the volume's particulars.
        place: Its folio, and the closing hash of the volume before.
    """
    book = state.book
    assert book is not None
    document = {
        "title": "Diligencia de apertura",
        "subtitle": f"Tomo {book.volume} del Libro de Actas",
        "short": f"Diligencia de apertura del tomo {book.volume}",
    }
    when = f"a horas {hour(entries[0].time)} del {date(entries[0].time)}"
    director = entries[0].actor.partition(":")[2]
    sections = _sections(book, when, director, letterhead, entries[0].number)
    return sectioned("diligencia-apertura", document, sections, entries, state, letterhead, place)


def opening_sheets(book: BookOpened, letterhead: Letterhead, director: str) -> int:
    """Return on how many folios the opening diligence will be at most, signed by this Director."""
    when = f"a horas 00:00:00 del {LONGEST_DATE}"
    return len(planned(_sections(book, when, director, letterhead, 1), book, letterhead))


def _sections(
    book: BookOpened, when: str, director: str, letterhead: Letterhead, entry: int
) -> list[Section]:
    return [
        _declaration(book, when, letterhead),
        _hall(book, letterhead),
        _volume(book),
        _record(book),
        *_keys(book),
        _people(book, letterhead),
        signatures(
            "signatures",
            "Firmas",
            signature(director, letterhead.director, letterhead, entry),
            signature("", f"Notario de fe pública · {book.notary}", letterhead),
        ),
    ]


def _keys(book: BookOpened) -> tuple[Section, ...]:
    """Return what a person who checks the volume takes from this paper, and from nowhere else."""
    items = []
    if book.controller:
        use = "Firma los puntos de control del libro. Al comprobarlo se da con la opción --clave."
        items.append(("Clave del controlador de la sala", book.controller, use))
    if book.authority:
        use = "Certifica a las personas que firman. Al comprobar el libro se da con la opción --autoridad."
        items.append(("Huella SHA-256 de la autoridad de certificación", fingerprint(book.authority), use))
    title = "Claves con que se comprueba este tomo"
    return (keys("keys", title, *items),) if items else (fields("keys", title, ("Claves", NOT_SAID)),)


def _people(book: BookOpened, letterhead: Letterhead) -> Section:
    """Return the list of who may sign, with their certificates."""
    columns = (("Nombre", 44, "left"), ("Puesto", 34, "left"), ("Huella del certificado", 86, "left"))
    rows = []
    for one in book.people:
        posts = ", ".join(post_name(post, letterhead) for post in one.posts)
        rows.append((one.person, posts, fingerprint(one.certificate)))
        if one.accredited:
            rows.append(("", "acreditado, en tarjeta", fingerprint(one.accredited)))
    return table(
        "people", "Personas que firman en este tomo", columns, rows, empty="No constan en la apertura."
    )


def _declaration(book: BookOpened, when: str, letterhead: Letterhead) -> Section:
    said = (
        f"En {letterhead.place}, {when}, se abre el presente "
        f"Libro de Actas, tomo {book.volume} ({in_words(book.volume)}), de {book.hall}, que explota "
        f"{book.company.rstrip('.')}. Consta de {book.folios} ({in_words(book.folios)}) folios numerados "
        f"correlativamente del 1 al {book.folios}, y queda legalizado por {book.notary} el "
        f"{written_day(book.notarised_on)}."
    )
    kept = (
        "Sus asientos no se borran ni se enmiendan: todo error se corrige por salvedad en un asiento "
        "posterior. Cada folio lleva la huella del anterior, y el espacio que no se utiliza queda "
        "inutilizado."
    )
    return prose("declaration", "Diligencia", said, kept)


def _hall(book: BookOpened, letterhead: Letterhead) -> Section:
    return fields(
        "hall",
        "Sala y operador",
        ("Sala y domicilio", f"{book.hall}, {letterhead.place}"),
        ("Operador", f"{book.company}, NIT {letterhead.tax_id}"),
        ("Licencia", book.licence),
    )


def _volume(book: BookOpened) -> Section:
    previous = book.previous
    return fields(
        "volume",
        "El tomo",
        ("Objeto", book.purpose),
        ("Notario y legalización", f"{book.notary}, {written_day(book.notarised_on)}"),
        ("Raíz de cierre del tomo anterior", previous.root if previous else "es el primer tomo"),
    )


def _record(book: BookOpened) -> Section:
    name, _, digest = book.program.rpartition(" ")
    return fields(
        "record",
        "El registro electrónico",
        ("Programa y formato", f"{name or NOT_SAID}; {book.format.partition(' (')[0]}"),
        ("Huella del programa", digest or NOT_SAID),
        ("Reglas", f"{book.rule_set}, {book.approval or 'sin referencia de aprobación'}"),
        (
            "Vigencia de la aprobación",
            f"del {written_day(book.valid_from)} al {written_day(book.valid_until)}",
        ),
        ("Huella de las reglas", book.rule_set_digest),
        ("Nombre en los puntos de control", book.origin or NOT_SAID),
        ("Reloj de la sala", clock(book.clock) or NOT_SAID),
    )
