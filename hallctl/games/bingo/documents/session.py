"""The act of a session: its people, checks, balls, games, progressives and incidents (AJ-41, 60..64).

Not responsible for the acts of its games, which have folios of their own.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from hallctl.games.bingo.documents.tally import READ as ADDED_UP
from hallctl.games.bingo.documents.tally import GameLine, Tally, games, tally
from hallctl.games.bingo.rules.events.opening import BallsCounted
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Session, State
from hallctl.i18n.words import amount, date, hour
from hallctl.outputs.folios.frame import planned, post_name, sectioned
from hallctl.outputs.folios.layout import LONGEST_DATE
from hallctl.outputs.folios.numbers import amount_in_words
from hallctl.outputs.folios.sections import Section, prose, signature, signatures, table
from hallctl.outputs.folios.values import NOT_SAID, Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post
from hallctl.rules.events.incidents import IncidentMinuted
from hallctl.rules.events.session import CheckPassed, SessionClosed
from hallctl.rules.events.till import ShiftClosed

_LONGEST_IN_WORDS: Final = 4_545_445_499
"""No sum below a hundred millions takes more words; a page with a greater one is set smaller."""
Row = tuple[str, ...]


READ: Final = (*ADDED_UP, CheckPassed, BallsCounted, ShiftClosed, SessionClosed)
"""The events that the act reads: who keeps a session's entries for it need keep no others."""


def session_act(
    state: State,
    entries: Sequence[Minuted],
    letterhead: Letterhead,
    place: Place,
    folios: Mapping[int, int],
    before: Mapping[str, int],
) -> Folio:
    """Return the act of a session.

    Args:
        state: The state before the session closed.
        entries: Its entries, from its opening to its close.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
        folios: The folio of each of its games, by order number.
        before: What each progressive held at the opening.
    """
    session = state.session
    assert session is not None
    document = {
        "title": f"Acta de la sesión n.º {session.number}",
        "subtitle": date(entries[0].time)[:1].upper() + date(entries[0].time)[1:],
        "short": f"Acta de la sesión n.º {session.number}",
    }
    currency, last = state.rules.currency, entries[-1]
    played = games(entries)
    noted = [
        (str(entry.event.number), hour(entry.time), entry.event.text)
        for entry in entries
        if isinstance(entry.event, IncidentMinuted)
    ]
    sums = tally(entries)
    sections = [
        _declaration(state, session, hour(entries[0].time), date(entries[0].time)),
        _people(session, letterhead),
        _checks(
            session, {entry.event.item: entry for entry in entries if isinstance(entry.event, CheckPassed)}
        ),
        _counts(
            [
                _counted(hour(entry.time), entry.actor.partition(":")[2], entry.event)
                for entry in entries
                if isinstance(entry.event, BallsCounted)
            ]
        ),
        _games([_game(game, folios, currency) for game in played], _total(sums, currency), state.rules),
        _progressives(state, before),
        *_shifts([_shift(e.event, currency) for e in entries if isinstance(e.event, ShiftClosed)]),
        _incidents(noted),
        _signatures(session, _ending(state, session, sums, entries), letterhead, last.number),
    ]
    return sectioned("acta-sesion", document, sections, entries, state, letterhead, place)


def session_sheets(
    state: State,
    games: int,
    counts: Sequence[BallsCounted],
    incidents: Sequence[str],
    letterhead: Letterhead,
    *,
    late: bool = False,
) -> int:
    """Return on how many folios the act of the state's session will be at most, before it is closed.

    What is not known before the close has the most room that it can take.

    Args:
        state: The state with the session open.
        games: How many games it has.
        counts: Every count of the balls in it.
        incidents: The text of every incident minuted in it, in order.
        letterhead: What the configuration adds.
        late: Whether a card of an earlier session was refunded in it.
    """
    session = state.session
    assert session is not None
    assert state.book is not None
    counter = max(session.posts.values(), key=len)
    sections = [
        _declaration(state, session, "00:00:00", LONGEST_DATE),
        _people(session, letterhead),
        _checks(session, {}),
        _counts([_counted("00:00:00", counter, count) for count in counts]),
        _games([_BLANK_GAME] * games, _BLANK_GAME, state.rules),
        _progressives(state, {}),
        *_shifts([("0", max(session.cashiers, key=len, default=""), *(_LONGEST_SUM,) * 6)] * session.shifts),
        _incidents([("0", "00:00:00", text) for text in incidents]),
        _signatures(session, _longest_ending(state, session, late=late), letterhead, 0),
    ]
    return len(planned(sections, state.book, letterhead))


def _declaration(state: State, session: Session, opened: str, day: str) -> Section:
    assert state.book is not None
    said = (
        f"En {state.book.hall}, a horas {opened} del {day}, se abre la sesión n.º {session.number}. Antes de "
        "su comienzo se comprueba el funcionamiento del material y de las instalaciones de juego y la "
        "existencia de las bolas del juego en uso."
    )
    return prose("declaration", "Diligencia de apertura", said)


def _people(session: Session, letterhead: Letterhead) -> Section:
    columns = (("Puesto", 40, "left"), ("Persona", 42, "left")) * 2
    held = [(post_name(post, letterhead), name) for post, name in session.holders]
    half = -(-len(held) // 2)
    rows = [(*left, *right) for left, right in zip_longest(held[:half], held[half:], fillvalue=("", ""))]
    return table("people", "Personas y puestos", columns, rows, empty="Sin nombramientos.")


def _checks(session: Session, entries: Mapping[str, Minuted]) -> Section:
    columns = (("Comprobado", 44, "left"), ("Hora", 18, "left"), ("Asiento", 16, "right"), ("", 8, "left"))
    listed = [
        (item[:1].upper() + item[1:], hour(entries[item].time), str(entries[item].number), "")
        if item in entries
        else (item[:1].upper() + item[1:], "", "", "")
        for item in sorted(session.passed)
    ]
    rows = [
        (*left, *right[:3]) for left, right in zip_longest(listed[::2], listed[1::2], fillvalue=("",) * 4)
    ]
    both = (*columns, *columns[:3])
    return table("checks", "Comprobaciones previas", both, rows, empty="No se hizo ninguna comprobación.")


def _counted(time: str, counter: str, event: BallsCounted) -> Row:
    """Return the row of a count: a manual extractor's is before the Director and a witness (AJ-62)."""
    director = f"; ante {event.director}" if event.director else ""
    nobody = "nadie quiso serlo" if event.director and not event.witness_asked else NOT_SAID
    return time, event.ball_set, str(event.count), f"{counter}{director}", event.witness or nobody


def _counts(rows: Sequence[Row]) -> Section:
    columns = (
        ("Hora", 22, "left"),
        ("Juego de bolas", 34, "left"),
        ("Bolas", 14, "right"),
        ("Recuento de", 46, "left"),
        ("Testigo del público", 48, "left"),
    )
    return table("counts", "Recuento de las bolas", columns, rows, empty="No se hizo ningún recuento.")


_IMPLIED: Final = ("Línea", "Bingo")
_LISTED: Final = ("Otros", "Final")


def _game_columns(of_prizes: tuple[str, str]) -> tuple[tuple[str, int, str], ...]:
    return (
        ("Partida", 15, "left"),
        ("Folio", 15, "left"),
        ("Cartones", 17, "right"),
        ("Recaudado", 25, "right"),
        (of_prizes[0], 22, "right"),
        (of_prizes[1], 23, "right"),
        ("Pozos", 23, "right"),
        ("Devuelto", 24, "right"),
    )


def _game(game: GameLine, folios: Mapping[int, int], currency: str) -> Row:
    sums = (game.collected, game.line, game.bingo, game.progressives, game.refunded)
    figures = (amount(sum_, currency).removeprefix(f"{currency} ") for sum_ in sums)
    folio = folios.get(game.number)
    number = f"{game.number} (A)" if game.void else str(game.number)
    return number, f"{folio:04d}" if folio is not None else "—", str(game.cards), *figures


_BLANK_GAME: Final[Row] = ("0",) * len(_game_columns(_IMPLIED))


def _total(sums: Tally, currency: str) -> Row:
    added = (sums.collected, sums.line, sums.bingo, sums.progressives, sums.refunded)
    figures = (amount(sum_, currency).removeprefix(f"{currency} ") for sum_ in added)
    return "Total", "", str(sums.cards), *figures


def _games(rows: Sequence[Row], total: Row, rules: RuleSet) -> Section:
    note = f"cantidades en {rules.currency}; (A), partida anulada"
    others = rules.of_hall.of_games.values() if rules.several else ()
    listed = rules.prizes or any(each.prizes for each in others)
    columns = _game_columns(_LISTED if listed else _IMPLIED)
    empty = "No se jugó ninguna partida."
    return table("games", "Partidas", columns, rows, empty=empty, note=note, total=total)


def _progressives(state: State, before: Mapping[str, int]) -> Section:
    currency = state.rules.currency
    columns = (("Pozo", 74, "left"), ("Al abrir", 45, "right"), ("Al cerrar", 45, "right"))
    rows = [
        (name, amount(before.get(name, 0), currency), amount(held, currency))
        for name, held in state.progressives.items()
    ]
    return table("progressives", "Pozos progresivos", columns, rows, empty="No hay.")


_SHIFT_COLUMNS: Final = (
    ("N.º", 10, "left"),
    ("Cajero", 34, "left"),
    ("Fondo", 20, "right"),
    ("Ingresos", 20, "right"),
    ("Pagado", 20, "right"),
    ("Debe haber", 20, "right"),
    ("Contado", 20, "right"),
    ("Diferencia", 20, "right"),
)
_LONGEST_SUM: Final = "-999.999.999,99"


def _shift(event: ShiftClosed, currency: str) -> Row:
    sums = (event.initial, event.income, event.prizes + event.refunds, event.expected, event.counted)
    listed = (*sums, event.counted - event.expected)
    figures = (amount(sum_, currency).removeprefix(f"{currency} ") for sum_ in listed)
    return str(event.shift), event.cashier, *figures


def _shifts(rows: Sequence[Row]) -> tuple[Section, ...]:
    """Return the cashiers' shifts (AJ-11), nothing where there were none."""
    note = "lo pagado son premios y devoluciones; una diferencia queda como se contó"
    return (table("shifts", "Turnos de caja", _SHIFT_COLUMNS, rows, empty="", note=note),) if rows else ()


def _incidents(rows: Sequence[tuple[str, str, str]]) -> Section:
    columns = (("N.º", 14, "left"), ("Hora", 20, "left"), ("Incidencia", 130, "left"))
    return table("incidents", "Incidencias", columns, rows, empty="Sin incidencias.")


def _ending(state: State, session: Session, sums: Tally, entries: Sequence[Minuted]) -> str:
    """Return the sentence that closes the session."""
    last, currency = entries[-1], state.rules.currency
    said = _closing_words(
        f"A horas {hour(last.time)} del {date(last.time)}",
        session.number,
        (sums.games, sums.void),
        tuple(_in_full(sum_, currency) for sum_ in (sums.collected, sums.paid, sums.refunded)),
        (entries[0].number, last.number),
    )
    owed = sum(each.amount for each in state.owed)
    late = _LATE.format(_in_full(sums.late, currency)) if sums.late else ""
    return said + late + (_OWED.format(_in_full(owed, currency)) if owed else "")


_LATE: Final = " Por cartones que faltaban en partidas anuladas de otras sesiones se devolvieron {}."
_OWED: Final = " A quien devuelva los cartones que faltan de partidas anuladas se deben {}."


def _longest_ending(state: State, session: Session, *, late: bool) -> str:
    """Return a closing sentence that is no shorter than any that the session may get."""
    at, longest = f"A horas 00:00:00 del {LONGEST_DATE}", _in_full(_LONGEST_IN_WORDS, state.rules.currency)
    said = _closing_words(at, session.number, (1000, 1000), (longest,) * 3, (10_000_000, 10_000_000))
    more = (_LATE if late else "") + (_OWED if state.owed else "")
    return said + more.replace("{}", longest)


def _in_full(minor: int, currency: str) -> str:
    return f"{amount(minor, currency)} ({amount_in_words(minor, currency)})"


def _closing_words(
    at: str, number: int, played: tuple[int, int], sums: Sequence[str], entries: tuple[int, int]
) -> str:
    (games, void), (collected, paid, refunded) = played, sums
    counted = "con una partida" if games == 1 else f"con {games} partidas" if games else "sin partidas"
    voided = f", {void} de ellas {'anulada' if void == 1 else 'anuladas'}" if void else ""
    return (
        f"{at} se da por cerrada la sesión n.º {number}, {counted}{voided}. Se recaudaron {collected}, se "
        f"pagaron en premios {paid} y se devolvieron {refunded}. El acta concuerda con los asientos "
        f"{entries[0]} a {entries[1]} del libro."
    )


def _signatures(session: Session, ending: str, letterhead: Letterhead, entry: int) -> Section:
    jefe, director = session.posts[Post.JEFE], session.posts[Post.DIRECTOR]
    return signatures(
        "signatures",
        "Diligencia de cierre y firmas",
        signature(jefe, "Jefe de Mesa", letterhead, entry),
        signature(director, "Director de Bingo", letterhead),
        said=ending,
    )
