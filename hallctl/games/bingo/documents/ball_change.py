"""A ball set mounted or retired during a session, before the Director (AJ-26, 28).

Not responsible for which sets may be used.
"""

from collections.abc import Sequence

from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRetired
from hallctl.games.bingo.rules.state import State
from hallctl.i18n.words import date, hour
from hallctl.outputs.folios.frame import planned, sectioned
from hallctl.outputs.folios.layout import LONGEST_DATE
from hallctl.outputs.folios.numbers import in_words
from hallctl.outputs.folios.sections import Section, fields, prose, signature, signatures
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post

Change = BallSetMounted | BallSetRetired


def ball_change(state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place) -> Folio:
    """Return the diligence of a change of balls.

    Args:
        state: The state after it, its session open.
        entries: The entry that mounts or retires the set.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
    """
    entry, session = entries[0], state.session
    event = entry.event
    assert isinstance(event, (BallSetMounted, BallSetRetired))
    where = "Fuera de sesión" if session is None else f"Sesión n.º {session.number}"
    document = {
        "title": "Diligencia de cambio de bolas",
        "subtitle": f"{where}, {date(entry.time)}",
        "short": f"Cambio de bolas, juego {event.ball_set}",
    }
    when = f"A horas {hour(entry.time)} del {date(entry.time)}"
    director = entry.actor.partition(":")[2]
    sections = _sections(state, event, when, director, letterhead, entry.number)
    return sectioned("cambio-bolas", document, sections, entries, state, letterhead, place)


def ball_change_sheets(state: State, change: Change, letterhead: Letterhead, director: str) -> int:
    """Return on how many folios a change of balls before this Director will be at most."""
    assert state.book is not None
    when = f"A horas 00:00:00 del {LONGEST_DATE}"
    sections = _sections(state, change, when, director, letterhead, 0)
    return len(planned(sections, state.book, letterhead))


def _sections(
    state: State, change: Change, when: str, director: str, letterhead: Letterhead, entry: int
) -> list[Section]:
    jefe = "" if state.session is None else state.session.posts[Post.JEFE]
    retired = isinstance(change, BallSetRetired)
    done = "se retira para siempre" if retired else "se monta en el aparato de extracción"
    said = (
        f"{when}, en presencia de {director}, Director de Bingo, {done} el juego de bolas {change.ball_set}, "
        f"que lleva {change.games} ({in_words(change.games)}) partidas jugadas."
    )
    return [
        prose("declaration", "Diligencia", said),
        fields(
            "facts",
            "Constancia",
            ("Juego de bolas", change.ball_set),
            ("Partidas jugadas con él", str(change.games)),
            ("Última partida de la sala", str(state.games) if state.games else "ninguna"),
            ("Asiento", str(entry)),
        ),
        *([prose("reason", "Motivo", change.reason)] if isinstance(change, BallSetRetired) else []),
        signatures(
            "signatures",
            "Firmas",
            signature(jefe, "Jefe de Mesa", letterhead),
            signature(director, "Director de Bingo", letterhead, entry),
        ),
    ]
