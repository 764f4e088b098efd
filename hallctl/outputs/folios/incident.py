"""An incident as a folio of its own, with its two signatures (AJ-53, 54).

Not responsible for who may sign it.
"""

from collections.abc import Sequence

from hallctl.i18n.words import date, hour
from hallctl.outputs.folios.frame import planned, sectioned
from hallctl.outputs.folios.sections import Section, fields, longest_name, prose, signature, signatures
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.incidents import IncidentApproved, IncidentMinuted
from hallctl.rules.state import State


def incident_diligence(
    state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place
) -> Folio:
    """Return the diligence of an incident.

    Args:
        state: The state after it was approved.
        entries: The entry that minuted it and the one that approved it.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
    """
    minuted, approved = entries
    event, approval = minuted.event, approved.event
    assert isinstance(event, IncidentMinuted)
    assert isinstance(approval, IncidentApproved)
    session = state.session.number if state.session is not None else 0
    rounds = letterhead.rounds
    game = f"{rounds.one} n.º {state.games}" if state.playing is not None else f"entre {rounds.many}"
    document = {
        "title": f"Diligencia de incidencia n.º {event.number}",
        "subtitle": f"Sesión n.º {session}, {date(minuted.time)}",
        "short": f"Incidencia n.º {event.number}",
    }
    sections = [
        _facts(minuted, approved, f"Sesión n.º {session}, {game}"),
        prose("text", "Hechos", event.text),
        signatures(
            "signatures",
            "Firmas",
            signature(event.author, "Jefe de Mesa", letterhead, minuted.number),
            signature(approval.approver, letterhead.director, letterhead, approved.number),
        ),
    ]
    return sectioned("incidencia", document, sections, entries, state, letterhead, place)


def incident_sheets(state: State, text: str, letterhead: Letterhead) -> int:
    """Return on how many folios an incident of this text is at most, in the session of the state."""
    assert state.book is not None
    longest = longest_name(state)
    blank = signature(longest, letterhead.director, letterhead)
    rows = [("", "")] * 3
    sections = [
        fields("facts", "", *rows),
        prose("text", "", text),
        signatures("signatures", "", blank, blank),
    ]
    return len(planned(sections, state.book, letterhead))


def _facts(minuted: Minuted, approved: Minuted, where: str) -> Section:
    return fields(
        "facts",
        "Constancia",
        ("Momento", where),
        ("Anotada", f"a horas {hour(minuted.time)}, asiento n.º {minuted.number}"),
        ("Conforme del Director", f"a horas {hour(approved.time)}, asiento n.º {approved.number}"),
    )
