"""Opens jackpots: a new one with its seed, and with all that the halls' books state of it already.

They state something where the office lost its database: then the halls' entries with the reservations that
an office signed decide (``history``). Not responsible for what comes later (``store``).
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from hallctl.minutes.note import Verifier
from hallctl.minutes.wire.jackpots import Answer, Outcome
from hallctl.minutes.wire.messages import WireError
from hallctl.office.bodies import BodyError, body_of
from hallctl.office.database import Connection
from hallctl.office.jackpots import store
from hallctl.office.jackpots.entries import ANNOUNCED, KINDS, facts_of, game_of
from hallctl.office.jackpots.history import Stated, history
from hallctl.office.jackpots.ledger import Confirmed, Fact, Terms
from hallctl.office.jackpots.store import Place

_TAKEN: Final = """
SELECT e.hall, e.volume, e.number, e.hash, e.kind, e.line, extract(epoch FROM e.time)::float8
FROM entries e JOIN jackpot_cursors c USING (hall)
WHERE (e.volume, e.number) <= (c.volume, c.number) AND e.kind = ANY(%s)
ORDER BY e.hall, e.volume, e.number
"""


class MissingBookError(Exception):
    """More of a jackpot is reserved than the books that are here have added."""


def open_jackpots(
    connection: Connection, terms: Sequence[Terms], offices: Sequence[Verifier] = (), now: int = 0
) -> list[str]:
    """Open the jackpots that are not there yet; the rules of the others are those given.

    Args:
        connection: To the database.
        terms: The jackpots.
        offices: The keys of this office and of those before it: what they signed counts.
        now: The office's clock, in milliseconds of POSIX time.

    Returns:
        Why some are not opened, a sentence each.

    Raises:
        psycopg.Error: The server refuses.
    """
    closed = []
    for each in terms:

        def work(each: Terms = each) -> None:
            if store.keep_terms(connection, each):
                _write_history(connection, each, offices, now)

        try:
            store.serialisable(connection, work)
        except MissingBookError as error:
            closed.append(str(error))
    return closed


def _write_history(connection: Connection, terms: Terms, offices: Sequence[Verifier], now: int) -> None:
    stated = [*_stated(connection, terms.name, offices)]
    steps, short = history(terms, stated, now)
    if short:
        halls = ", ".join(sorted({each.fact.hall for each in short}))
        raise MissingBookError(
            f"El pozo «{terms.name}» sigue cerrado: lo reservado a {halls} es más de lo que aportaron"
            " los libros que hay; falta alguno."
        )
    for step in steps:
        place = None if step.stated is None else step.stated.place
        if step.change.objection and place is not None:
            store.object_to(connection, place, terms.name, step.change.objection)
        else:
            game = None if step.stated is None else step.stated.fact.game
            store.write(connection, terms.name, step.change, step.kind, place, game)
    store.end_unknown(connection, terms.name)


def _stated(connection: Connection, name: str, offices: Sequence[Verifier]) -> Iterator[Stated[Place]]:
    """Yield what the books state of a jackpot, as far as their facts were looked at."""
    hall, game, latest = "", 0, 0
    with connection.cursor("stated") as rows:
        for of, volume, number, digest, kind, line, seconds in rows.execute(_TAKEN, (list(KINDS),)):
            if of != hall:
                hall, game, latest = of, 0, 0
            body = body_of(line)
            latest = max(latest, round(seconds * 1000))  # a clock that was put back changes no order
            try:
                game = game_of(body) if kind == ANNOUNCED else game
                facts = facts_of(hall, game, kind, body)
            except BodyError:
                continue  # told when it was looked at
            place = Place(hall, volume, number, digest, game)
            for jackpot, fact in facts:
                if jackpot == name:
                    decided = _decided(name, fact, offices)
                    yield Stated(decided or latest, fact, place, signed=decided is not None)


def _decided(name: str, fact: Fact, offices: Sequence[Verifier]) -> int | None:
    """Return when an office decided the reservation that a hall confirms, in milliseconds; None: none did."""
    if not isinstance(fact, Confirmed):
        return None
    for office in offices:
        try:
            answer = Answer.read(fact.note, office)
        except WireError:
            continue
        said = (answer.jackpot, answer.hall, answer.game, answer.amount, answer.outcome)
        if said == (name, fact.hall, fact.game, fact.amount, Outcome.RESERVED):
            moment = datetime.fromisoformat(answer.time).astimezone(UTC)
            return round(moment.timestamp()) * 1000 + 999  # its second, to the end
    return None
