"""The office's papers: made, signed, listed, and what each hall made of them.

Not responsible for sending them (``paper_sender``), nor for what a hall does with one.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

import psycopg
from psycopg.types.range import Range

from hallctl.minutes.canonical import canonical
from hallctl.minutes.note import Note, verifier_of
from hallctl.minutes.wire.messages import WireError
from hallctl.minutes.wire.papers import Head, SignedPaper, digest_of, signed_paper
from hallctl.office.config import JackpotSection
from hallctl.office.database import Connection
from hallctl.office.errors import OfficeError
from hallctl.office.keys import OfficeKeys
from hallctl.rules.commands.base import Post
from hallctl.rules.papers import PaperKind

Contents = Mapping[str, Any]
"""What a paper of a kind says, as JSON values."""

_SAID: Final = {"PaperReceived": "espera", "PaperAdopted": "adoptado", "PaperRefused": "rechazado"}


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of a paper in a hall, by the hall's own book.

    Attributes:
        hall: The hall.
        said: "espera", "adoptado" or "rechazado"; empty while its book says nothing of the paper.
        person: Who adopted or refused it; empty where nobody did.
        reason: Why it was refused.
        time: When its book says so.
    """

    hall: str
    said: str = ""
    person: str = ""
    reason: str = ""
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A paper of the office, with what became of it.

    Attributes:
        kind: What it is about.
        number: Its number among those of its kind.
        valid_from: The first day on which it can be adopted.
        contents: What it says, as canonical JSON.
        signed: When it was signed; None before.
        standings: What became of it in each of its halls.
    """

    kind: PaperKind
    number: int
    valid_from: date
    contents: str
    signed: datetime | None
    standings: tuple[Standing, ...]


def series_contents(ranges: Sequence[str]) -> Contents:
    """Return what a paper of cards says, of ranges like "A-1042:1-5000".

    Raises:
        OfficeError: One has another form, or a series is there twice.
    """
    found = []
    for each in ranges:
        series, _, cards = each.partition(":")
        first, _, last = cards.partition("-")
        if not (series and first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) < 10**6):
            raise OfficeError(f"«{each}» no es un tramo de cartones, como A-1042:1-5000.")
        found.append({"series": series, "first": int(first), "last": int(last)})
    if not found or len({each["series"] for each in found}) < len(found):
        raise OfficeError("Un papel de cartones tiene un tramo por serie, al menos uno.")
    return {"ranges": found}


def rules_contents(toml: str, jackpots: Sequence[JackpotSection] = ()) -> Contents:
    """Return what a paper says of the file of a rule set: name, version, approval, and the file itself.

    Args:
        toml: The file.
        jackpots: Those of the office: what the rule set plays for is one of them, in its own currency.

    Raises:
        OfficeError: It is no rule set that says these, or it plays for a jackpot as the office does not.
    """
    try:
        values = tomllib.loads(toml)
        said = {name: values[name] for name in ("name", "version", "approval")}
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise OfficeError(f"No son unas reglas con name, version y approval: {error}.") from error
    if any(type(value) is not str for value in said.values()):
        raise OfficeError("name, version y approval de unas reglas son textos.")
    problems = [*_faults_of_links(values, {each.name: each for each in jackpots})]
    if problems:
        raise OfficeError("\n".join(problems))
    return {**said, "toml": toml}


def _faults_of_links(rules: Mapping[str, Any], jackpots: Mapping[str, JackpotSection]) -> Iterator[str]:
    """Yield why halls with these rules would not play for the office's jackpots; the form they check."""
    progressives, currency = rules.get("progressives"), rules.get("currency")
    for each in progressives if isinstance(progressives, list) else ():
        linked = each.get("linked") if isinstance(each, dict) else None
        if not linked:
            continue
        jackpot = jackpots.get(str(linked))
        if jackpot is None:
            yield f"«{linked}» no es un pozo de la oficina ([[jackpots]] de office.toml)."
            continue
        if currency != jackpot.currency:
            yield f"El pozo «{linked}» es en {jackpot.currency} y las reglas cuentan en {currency}."
        terms = (each.get("at_once"), each.get("window_s", 0), each.get("seed"))
        if terms != (jackpot.at_once, jackpot.window_s, jackpot.seed):
            yield (
                f"El pozo «{linked}» tiene en la oficina otros at_once, window_s o seed que en las reglas: "
                "las salas jugarían sin él."
            )


def people_contents(people: Sequence[str]) -> Contents:
    """Return what a paper of people says, of texts like "jefe:Eva Rojas".

    Raises:
        OfficeError: One has another form.
    """
    found = []
    for each in people:
        post, _, name = each.partition(":")
        if post not in set(Post) - {Post.CONTROLLER} or not name.strip():
            raise OfficeError(f"«{each}» no es puesto y persona, como «jefe:Eva Rojas».")
        found.append({"post": post, "person": name.strip()})
    if not found:
        raise OfficeError("Un papel de personas propone al menos una.")
    return {"people": found}


def program_contents(name: str, version: str) -> Contents:
    """Return what a paper says of an approved version of the program."""
    return {"name": name, "version": version}


def make_paper(
    connection: Connection, kind: PaperKind, halls: Sequence[str], valid_from: date, contents: Contents
) -> int:
    """Put a paper down, unsigned; return its number.

    Raises:
        OfficeError: A hall is not of the chain, or a card was given to another hall already.
        psycopg.Error: The database fails.
    """
    if kind is PaperKind.SERIES and len(set(halls)) != 1:
        raise OfficeError("Los cartones se dan a una sola sala en cada papel.")
    if not halls:
        raise OfficeError("Un papel es para al menos una sala.")
    text = canonical(contents).decode()
    try:
        with connection.transaction():
            connection.execute("LOCK TABLE papers IN SHARE ROW EXCLUSIVE MODE")
            newest = connection.execute(
                "SELECT coalesce(max(number), 0) + 1 FROM papers WHERE kind = %s", (kind,)
            ).fetchone()
            assert newest is not None
            number: int = newest[0]
            connection.execute(
                "INSERT INTO papers (kind, number, valid_from, contents) VALUES (%s, %s, %s, %s)",
                (kind, number, valid_from, text),
            )
            _for_halls(connection, kind, number, halls, contents)
    except psycopg.errors.ForeignKeyViolation as error:
        raise OfficeError("Una de las salas no es de la cadena.") from error
    except psycopg.errors.ExclusionViolation as error:
        raise OfficeError(f"Otra sala tiene ya cartones de ese tramo: {error.diag.message_detail}") from error
    return number


def _for_halls(
    connection: Connection, kind: PaperKind, number: int, halls: Sequence[str], contents: Contents
) -> None:
    for hall in sorted(set(halls)):
        connection.execute("INSERT INTO paper_halls VALUES (%s, %s, %s)", (kind, number, hall))
    for each in contents["ranges"] if kind is PaperKind.SERIES else ():
        connection.execute(
            "INSERT INTO paper_ranges (number, hall, series, cards) VALUES (%s, %s, %s, %s)",
            (number, halls[0], each["series"], Range(each["first"], each["last"] + 1)),
        )


def sign_paper(connection: Connection, keys: OfficeKeys, kind: PaperKind, number: int) -> SignedPaper:
    """Sign a paper as it stands; one that is signed stays.

    Raises:
        OfficeError: There is none of that number.
        psycopg.Error: The database fails.
    """
    row = connection.execute(
        "SELECT valid_from, contents, note FROM papers WHERE kind = %s AND number = %s", (kind, number)
    ).fetchone()
    if row is None:
        raise OfficeError(f"No hay ningún papel n.º {number} de «{kind}».")
    valid_from, contents, note = row
    if note is not None:
        return read_signed(note, contents)
    named = connection.execute(
        "SELECT hall FROM paper_halls WHERE kind = %s AND number = %s", (kind, number)
    ).fetchall()
    halls = tuple(hall for (hall,) in named)
    try:
        signed = signed_paper(
            keys.name, keys.cosigning, kind, number, halls, valid_from.isoformat(), contents
        )
    except WireError as error:
        raise OfficeError(str(error)) from error
    connection.execute(
        "UPDATE papers SET note = %s, signed = %s WHERE kind = %s AND number = %s AND note IS NULL",
        (str(signed.note), datetime.now(UTC), kind, number),
    )
    return signed


def read_signed(note: str, contents: str) -> SignedPaper:
    """Return a signed paper as the database has it."""
    signed = Note.read(note)
    return SignedPaper(Head.read(signed.text), signed, contents)


def newest_signed(connection: Connection, keys: OfficeKeys) -> list[tuple[str, SignedPaper]]:
    """Return each hall that is of the chain with its newest signed paper of each kind.

    Raises:
        OfficeError: A paper in the database is not what the office signed.
        psycopg.Error: The database fails.
    """
    rows = connection.execute(
        "SELECT DISTINCT ON (hall, kind) hall, note, contents FROM papers"
        " JOIN paper_halls USING (kind, number) JOIN halls USING (hall)"
        " WHERE note IS NOT NULL AND retired IS NULL ORDER BY hall, kind, number DESC"
    ).fetchall()
    found = [(str(hall), read_signed(note, contents)) for hall, note, contents in rows]
    verifier = verifier_of(keys.name, keys.cosigning)
    for hall, paper in found:
        if not paper.note.signed_by(verifier) or digest_of(paper.contents) != paper.head.digest:
            raise OfficeError(f"El papel n.º {paper.head.number} de {hall} no es el que se firmó.")
    return found


def list_papers(connection: Connection) -> list[Listed]:
    """Return every paper, the newest of each kind first, with what became of it by each hall's own book.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute(
        "SELECT kind, number, valid_from, contents, signed FROM papers ORDER BY kind, number DESC"
    ).fetchall()
    halls = connection.execute("SELECT kind, number, hall FROM paper_halls ORDER BY hall").fetchall()
    told = {
        (kind, number, digest, hall): Standing(hall, _SAID[said], person, reason, time)
        for hall, kind, number, digest, said, person, reason, time in connection.execute(
            "SELECT hall, kind, number, digest, said, person, reason, time FROM paper_standings"
        )
    }
    found = []
    for kind, number, valid_from, contents, signed in rows:
        digest = digest_of(contents)
        of_paper = [hall for k, n, hall in halls if (k, n) == (kind, number)]
        standings = tuple(told.get((kind, number, digest, hall), Standing(hall)) for hall in of_paper)
        found.append(Listed(PaperKind(kind), number, valid_from, contents, signed, standings))
    return found
