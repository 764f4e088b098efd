"""The act of one game as the document that is printed: the fields of AJ-42..53, as people read them.

Not responsible for typesetting, nor for reading the book: it gets the game's entries in their order. The
shape of the document is that of the printer's template ``acta``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from hallctl.outputs.aloud import aloud
from hallctl.outputs.narration import narrate
from hallctl.outputs.words import amount, date, doubt, hour, series_name, sold_formula
from hallctl.rules import events as ev
from hallctl.rules.commands import Claim, Post
from hallctl.rules.state import Game, State

E = TypeVar("E", bound=ev.Event)


@dataclass(frozen=True, slots=True)
class Minuted:
    """An event with what its entry adds: number, local time, actor and hash."""

    number: int
    time: datetime
    actor: str
    hash: str
    event: ev.Event


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What the act says of the hall beyond its opening diligence."""

    tax_id: str
    place: str


def act(state: State, entries: Sequence[Minuted], letterhead: Letterhead) -> dict[str, Any]:
    """Return the act of a game.

    Args:
        state: The state after the last entry: the game is signed.
        entries: The entries of the game, from its announcement to its signature.
        letterhead: What the configuration adds.
    """
    game, book, session = state.game, state.book, state.session
    assert game is not None
    assert book is not None
    assert session is not None
    last = entries[-1]
    return {
        "simulated": book.simulated,
        "hall": {
            "name": book.hall,
            "company": book.company,
            "tax_id": letterhead.tax_id,
            "licence": book.licence,
            "place": letterhead.place,
        },
        "book": {"volume": str(book.volume), "folio": state.folios, "folios": book.folios},
        "session": {"number": str(session.number), "date": date(entries[0].time)},
        "game": {"order": str(game.number)},
        "opening": _opening(entries, session.posts[Post.JEFE], session.posts[Post.DIRECTOR]),
        "sale": _sale(game, state.rules.currency),
        "progressives": [
            {"name": c.progressive, "amount": amount(c.total, state.rules.currency)}
            for c in game.contributions
        ],
        "prizes": _prizes(game, state.rules.currency),
        "annulment": _annulment(entries, state.rules.currency),
        "draws": _draws(entries),
        "claims": _claims(game, entries),
        "incidents": [{"time": hour(e.time), "text": text} for e, text in _incidents(entries)],
        "closing": {"date": date(last.time), "time": hour(last.time), "jefe": session.posts[Post.JEFE]},
        "entries": {"first": entries[0].number, "last": last.number, "hash": last.hash},
    }


def _of(entries: Sequence[Minuted], kind: type[E]) -> Iterator[tuple[Minuted, E]]:
    return ((entry, entry.event) for entry in entries if isinstance(entry.event, kind))


def _opening(entries: Sequence[Minuted], jefe: str, director: str) -> dict[str, str]:
    """The diligence of commencement; that of a game voided before it is the announcement of its sale."""
    start = next((entry for entry, _ in _of(entries, ev.DrawStarted)), entries[0])
    return {"date": date(start.time), "time": hour(start.time), "jefe": jefe, "director": director}


def _sale(game: Game, currency: str) -> dict[str, Any]:
    root = f"{game.root} ({aloud(game.root)})" if game.root else "la venta no llegó a cerrarse"
    return {
        "series": [series_name(key) for key in (game.series, game.second) if key is not None],
        "price": amount(game.face_value, currency),
        "sold": str(game.cards),
        "total": amount(game.collected, currency),
        "formula": sold_formula(game.sold) if game.sold else "No se vendió ningún cartón.",
        "root": root,
    }


def _prizes(game: Game, currency: str) -> dict[str, Any]:
    paid = sum(award.prize.amount for award in game.awards if award.paid)
    return {
        "line": _prize(_paid(game, Claim.LINE), "Línea", game.line, currency),
        "bingo": _prize(_paid(game, Claim.BINGO), "Bingo", game.bingo, currency),
        "progressives": [
            _prize(_paid(game, None, c.progressive), c.progressive, c.total, currency)
            for c in game.contributions
        ],
        "nothing": amount(0, currency),
        "total": amount(paid, currency),
    }


def _paid(game: Game, claim: Claim | None, progressive: str = "") -> list[ev.PrizeAwarded]:
    """Return what was paid of an ordinary prize, or of a progressive whatever won it."""
    prizes = [award.prize for award in game.awards if award.paid and award.prize.progressive == progressive]
    return [prize for prize in prizes if claim is None or prize.claim is claim]


def _prize(paid: list[ev.PrizeAwarded], name: str, offered: int, currency: str) -> dict[str, Any]:
    winners = [
        {
            "series": series_name(prize.series),
            "card": str(prize.card),
            "paid": amount(prize.amount, currency),
        }
        for prize in paid
    ]
    return {
        "name": name,
        "offered": amount(offered, currency),
        "paid": amount(sum(prize.amount for prize in paid), currency),
        "winners": winners,
    }


def _annulment(entries: Sequence[Minuted], currency: str) -> dict[str, str] | None:
    for entry, voided in _of(entries, ev.GameVoided):
        reason = voided.reason.strip().rstrip(".")
        return {
            "time": hour(entry.time),
            "reason": f"{reason[:1].upper()}{reason[1:]}.",
            "cards": str(voided.refunded_cards),
            "refunded": amount(voided.refunded, currency),
        }
    return None


def _draws(entries: Sequence[Minuted]) -> list[dict[str, Any]]:
    draws: list[dict[str, Any]] = []
    for entry in entries:
        if isinstance(entry.event, ev.BallDrawn):
            draws.append({"ball": str(entry.event.ball), "time": hour(entry.time), "stopped": False})
        elif isinstance(entry.event, ev.ClaimRaised) and draws:
            draws[-1]["stopped"] = True
    return draws


def _claims(game: Game, entries: Sequence[Minuted]) -> list[dict[str, str]]:
    claims = []
    drawn: list[int] = []
    for entry in entries:
        if isinstance(entry.event, ev.BallDrawn):
            drawn.append(entry.event.ball)
        elif isinstance(entry.event, ev.CardVerified):
            claims.append(_claim(entry, entry.event, drawn, game))
    return claims


_ROWS = ("", "superior", "central", "inferior")


def _claim(entry: Minuted, verified: ev.CardVerified, drawn: list[int], game: Game) -> dict[str, str]:
    if verified.good:
        row = f", línea {_ROWS[verified.row]}" if verified.row else ""
        prizes = [award.prize for award in game.awards if not award.prize.progressive]
        winners = sum(prize.claim is verified.claim for prize in prizes)
        shared = f"; premio dividido entre {winners} cartones" if winners > 1 else ""
        verdict = f"Correcto{row}{shared}"
    else:
        verdict = f"No válido: {'; '.join(verified.faults)}"
    return {
        "time": hour(entry.time),
        "after": f"{len(drawn)}.ª ({drawn[-1]})" if drawn else "—",
        "kind": "Línea" if verified.claim is Claim.LINE else "Bingo",
        "card": f"{series_name(verified.series)}, n.º {verified.card}",
        "verdict": verdict,
    }


def _incidents(entries: Sequence[Minuted]) -> Iterator[tuple[Minuted, str]]:
    """Say what went wrong during the game; causes that ended and acknowledgements stay in the book alone."""
    for entry in entries:
        match entry.event:
            case ev.FaultLatched(device=device, code=code, detail=detail):
                yield entry, f"Fallo {code} ({device}): {detail.removesuffix('.')}."
            case ev.IncidentMinuted() | ev.WrongCallNoted() | ev.WrongCallSettled() | ev.MeansChanged():
                yield entry, narrate(entry.event, "")
            case ev.ComplaintFiled(late=False) | ev.ComplaintResolved() | ev.BallSetRetired():
                yield entry, narrate(entry.event, "")
            case ev.BingoCarried():
                yield (
                    entry,
                    "Salieron todas las bolas sin bingo; el premio pasa a la próxima partida.",
                )
            case ev.ControllerStarted(ended="died"):
                yield entry, "El sistema se reinició tras una interrupción; la partida siguió donde estaba."
            case ev.BallDoubted(order=order, reason=reason):
                yield entry, f"Bola {order}.ª dudosa para la cámara ({doubt(reason)}); la leyó una persona."
            case _:
                pass
