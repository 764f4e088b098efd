"""The act of one game as the document that is printed: the fields of AJ-42..53, as people read them.

Not responsible for typesetting, nor for reading the book: it gets the game's entries in their order. The
shape of the document is that of the printer's template ``acta``, whose columns have the widths said here.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from hallctl.games.bingo.documents.awards import PRIZE_NAME_MM
from hallctl.games.bingo.documents.awards import prizes as prize_data
from hallctl.games.bingo.documents.draws import NUMBERS_A_ROW, balls_a_row, draws
from hallctl.games.bingo.documents.incidents import incidents
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.draw import DrawStarted
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Cadence, Game, State
from hallctl.games.bingo.variants.combination import Line, Way
from hallctl.games.bingo.words import ending, line_name, prize_title, sold_formula
from hallctl.i18n.words import amount, date, hour
from hallctl.outputs.aloud import aloud
from hallctl.outputs.folios.frame import Data, framed
from hallctl.outputs.folios.heading import heading_mm
from hallctl.outputs.folios.layout import (
    BODY_PT,
    CELL_MM,
    HEAD_MM,
    LINE_MM,
    LONGEST_DATE,
    MEASURE_MM,
    SECTION_MM,
    TABLE_PT,
    Page,
    Part,
    paginate,
)
from hallctl.outputs.folios.numbers import amount_in_words
from hallctl.outputs.folios.sections import signature, signature_mm
from hallctl.outputs.folios.text import breakable, chunks, lines
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post
from hallctl.rules.events.base import Event
from hallctl.rules.text import series_name

E = TypeVar("E", bound=Event)

_DILIGENCE_MM: Final = 94.0
_SIGNER_MM: Final = 58.0
_INK_MM: Final = 12.0
_FIELD_MM: Final = 42.0
_VERDICT_MM: Final = 66.0
_CARD_MM: Final = 36.0
_CLAIM_MM: Final = 16.0
_VOIDED_MM: Final = MEASURE_MM - 6
_WINNER_MM: Final = 60.0
_WINNERS_A_ROW: Final = 10
_RESERVED_MM: Final = 10.0
_LEFT_MM: Final = 1.0
_BOTH_MM: Final = 63.0
_NARROW_MM: Final = 46.0
_BALLS_ROW_MM: Final = 4.4


def game_act(state: State, entries: Sequence[Minuted], letterhead: Letterhead, place: Place) -> Folio:
    """Return the act of a game.

    Args:
        state: The state after the last entry: the game is signed.
        entries: The entries of the game, from its announcement to its signature.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
    """
    game, session = state.game, state.session
    assert game is not None
    assert session is not None
    title = f"Acta de la partida n.º {game.number}"
    voided = any(isinstance(entry.event, GameVoided) for entry in entries)
    document = {
        "title": f"{title} · ANULADA" if voided else title,
        "subtitle": f"Sesión n.º {session.number}, {date(entries[0].time)}",
        "short": f"{title}, sesión n.º {session.number}",
    }
    content = _content(state, game, entries, letterhead)
    notes = [text for _, text in incidents(entries)]
    plan = pages(state, notes, letterhead)
    return framed("acta", document, content, plan, entries, state, letterhead, place)


def sheets(state: State, notes: Sequence[str], letterhead: Letterhead) -> int:
    """Return on how many folios the act of the state's game will be, before it is signed.

    Args:
        state: The state with the game finished or void, its claims verified and its prizes awarded and paid.
        notes: What the act will say went wrong, in order: ``incident_text`` of every event that has one.
        letterhead: What the configuration adds.
    """
    return len(pages(state, notes, letterhead))


def pages(state: State, notes: Sequence[str], letterhead: Letterhead) -> list[Page]:
    """Return what stands on which page of the act of the state's game."""
    game, book = state.game, state.book
    assert game is not None
    assert book is not None
    rows = -(-len(game.drawn) // balls_a_row(state.rules.variant))
    parts = [
        Part("opening", _opening_height(state, game)),
        Part("game", _game_height(state, game)),
        Part("prizes", SECTION_MM + HEAD_MM, _prize_heights(state, game)),
        Part("total", _total_height(state, game)),
        Part("draws", SECTION_MM + (0 if rows else LINE_MM), (_BALLS_ROW_MM,) * rows),
        *([Part("cadences", _LEFT_MM, _cadence_heights(game))] if game.cadences else []),
        Part("claims", SECTION_MM + (HEAD_MM if game.claims else LINE_MM), _claim_heights(game, state.rules)),
        *([Part("incidents", SECTION_MM, _note_heights(notes))] if notes else []),
        Part("closing", _closing_height(state, game, noted=bool(notes))),
    ]
    return paginate(parts, heading_mm(book, letterhead))


def _opening_height(state: State, game: Game) -> float:
    assert state.session is not None
    assert state.book is not None
    said = (
        f"En {state.book.hall}, a horas 00:00:00 del {LONGEST_DATE}, quien suscribe, Jefe de Mesa, da "
        f"comienzo a la partida n.º {game.number} de la sesión n.º {state.session.number}, después de "
        "anunciar los cartones vendidos, el valor de los premios y el comienzo de la partida. Director de "
        f"Bingo: {state.session.posts[Post.DIRECTOR]}."
    )
    return SECTION_MM + _diligence_height(state, said)


def _diligence_height(state: State, said: str) -> float:
    """Return the height of a diligence with the signature of the jefe de mesa beside it."""
    assert state.session is not None
    jefe = signature_mm(state.session.posts[Post.JEFE], "Jefe de Mesa", _SIGNER_MM)
    return max(_INK_MM + jefe, lines(said, _DILIGENCE_MM, BODY_PT) * LINE_MM)


def _both_height(state: State, said: str) -> float:
    """Return the height of a diligence with the signatures of jefe de mesa and Director beside it."""
    assert state.session is not None
    posts = state.session.posts
    both = (
        signature_mm(posts[post], name, _NARROW_MM)
        for post, name in ((Post.JEFE, "Jefe de Mesa"), (Post.DIRECTOR, "Director de Bingo"))
    )
    # The facts of the electronic signature take two lines in the narrow column.
    return max(_INK_MM + max(both) + LINE_MM, lines(said, _BOTH_MM, BODY_PT) * LINE_MM)


def _closing_height(state: State, game: Game, *, noted: bool) -> float:
    """Return the height of the closing and the space above it; where something is noted, two people sign."""
    said = (
        f"A horas 00:00:00 del {LONGEST_DATE} se da por terminada y cerrada la partida n.º {game.number}, "
        "con 90 bolas extraídas y Bs 000.000.000,00 pagados en premios. Cuanto consta en esta acta "
        "concuerda con los asientos 0000000 a 0000000 del libro."
    )
    if noted:
        return _LEFT_MM + SECTION_MM + _both_height(state, said)
    return SECTION_MM + _RESERVED_MM + SECTION_MM + _diligence_height(state, said)


def _game_height(state: State, game: Game) -> float:
    currency = state.rules.currency
    pots = sum(
        lines(f"{pot.progressive}, {amount(pot.total, currency)}", _FIELD_MM, BODY_PT)
        for pot in game.contributions
    )
    series = lines(", ".join(_series(game)), _FIELD_MM, BODY_PT)
    table = 3 * CELL_MM + LINE_MM * (1 + series + max(1, pots))
    words = lines(f"Recaudado: {amount_in_words(game.collected, currency)}.", MEASURE_MM, BODY_PT)
    formula = lines(f"«{_formula(game)}»", MEASURE_MM, BODY_PT)
    by = sum(lines(said, MEASURE_MM, BODY_PT) for said in _by_rules(game, state.rules).values())
    return SECTION_MM + table + (words + formula + by + 1) * LINE_MM + 0.5


def _prize_heights(state: State, game: Game) -> tuple[float, ...]:
    prizes = prize_data(game, state.rules)
    ordinary = prizes["listed"] if "listed" in prizes else [prizes["line"], prizes["bingo"]]
    rows = [*ordinary, *prizes["progressives"]]
    heights = [height for row in rows for height in _prize_rows(row)]
    return tuple(heights if prizes["progressives"] else [*heights, CELL_MM + LINE_MM])


def _prize_rows(prize: Data) -> Iterator[float]:
    """Return the height of each row of a prize, which has one for every so many winners."""
    for at in range(0, max(1, len(prize["winners"])), _WINNERS_A_ROW):
        won = sum(
            lines(f"serie {one['series']}, n.º {one['card']}, {one['paid']}", _WINNER_MM, BODY_PT, bold=True)
            for one in prize["winners"][at : at + _WINNERS_A_ROW]
        )
        yield CELL_MM + LINE_MM * max(1, won, lines(prize["name"], PRIZE_NAME_MM, BODY_PT))


def _total_height(state: State, game: Game) -> float:
    currency = state.rules.currency
    paid = sum(award.prize.amount for award in game.awards if award.paid)
    said = f"Total pagado en premios: {amount_in_words(paid, currency)}."
    height = 0.5 + lines(said, MEASURE_MM - 46, BODY_PT, bold=True) * LINE_MM
    if game.void_reason is None:
        return height
    voided = (
        f"Partida anulada a horas 00:00:00. {_sentence(game.void_reason)} Se devuelve el valor facial de "
        f"{game.cards} cartones: {amount(game.refunded, currency)} "
        f"({amount_in_words(game.refunded, currency)})."
    )
    return height + 2.5 + lines(voided, _VOIDED_MM, BODY_PT, bold=True) * LINE_MM


def _cadence_heights(game: Game) -> tuple[float, ...]:
    said = (_cadence(each, "00:00:00", "00:00:00") for each in game.cadences)
    return tuple(LINE_MM * lines(each, MEASURE_MM, BODY_PT) for each in said)


def _claim_heights(game: Game, rules: RuleSet) -> tuple[float, ...]:
    return tuple(
        CELL_MM
        + LINE_MM
        * max(
            lines(_verdict(claim, game, rules), _VERDICT_MM, TABLE_PT),
            lines(_card(claim), _CARD_MM, TABLE_PT),
            lines(str(prize_title(claim.claim, rules)), _CLAIM_MM, TABLE_PT),
        )
        for claim in game.claims
    )


def _note_heights(notes: Sequence[str]) -> tuple[float, ...]:
    pieces = [piece for note in notes for piece in _pieces(note)]
    return tuple(
        1.5 + LINE_MM * lines(f"00:00:00  {piece}", MEASURE_MM, BODY_PT, bold=True) for piece in pieces
    )


def _pieces(note: str) -> list[str]:
    return chunks(note, MEASURE_MM - 18, BODY_PT)


def _content(state: State, game: Game, entries: Sequence[Minuted], letterhead: Letterhead) -> Data:
    session, last, currency = state.session, entries[-1], state.rules.currency
    assert session is not None
    jefe, director = session.posts[Post.JEFE], session.posts[Post.DIRECTOR]
    start = next((entry for entry, _ in _of(entries, DrawStarted)), entries[0])
    in_a_row = balls_a_row(state.rules.variant)
    return {
        "session": {"number": str(session.number), "date": date(entries[0].time)},
        "game": {"order": _order(state, game)},
        # A game voided before its draw has the announcement of its sale for a commencement.
        "opening": {
            "date": date(start.time),
            "time": hour(start.time),
            "director": breakable(director, _SIGNER_MM, BODY_PT),
            "signature": signature(jefe, "Jefe de Mesa", letterhead, start.number),
        },
        "sale": _sale(game, currency) | _by_rules(game, state.rules),
        "progressives": [
            {"name": breakable(c.progressive, _FIELD_MM, BODY_PT), "amount": amount(c.total, currency)}
            for c in game.contributions
        ],
        "prizes": prize_data(game, state.rules),
        "annulment": _annulment(entries, currency),
        "draws": draws(entries, state.rules.variant),
        # Left out where there is nothing to say: an act of before is made again with the hash in its book.
        **({} if in_a_row == NUMBERS_A_ROW else {"balls_a_row": in_a_row}),
        **({"cadences": _cadences(game, entries)} if game.cadences else {}),
        "claims": _claims(game, entries, state.rules),
        "incidents": _notes(entries),
        "signatures": [
            signature(jefe, "Jefe de Mesa", letterhead, last.number),
            signature(director, "Director de Bingo", letterhead),
        ],
        "closing": {
            "date": date(last.time),
            "time": hour(last.time),
            "signature": signature(jefe, "Jefe de Mesa", letterhead, last.number),
        },
    }


def _order(state: State, game: Game) -> str:
    """Return the number of the game, and what special it was (PT-17)."""
    special = state.rules.special(game.special)
    return str(game.number) if special is None else f"{game.number}: {special.es}"


def _of(entries: Sequence[Minuted], kind: type[E]) -> Iterator[tuple[Minuted, E]]:
    return ((entry, entry.event) for entry in entries if isinstance(entry.event, kind))


def _series(game: Game) -> list[str]:
    return [series_name(key) for key in (game.series, game.second) if key is not None]


def _formula(game: Game) -> str:
    return sold_formula(game.sold) if game.sold else "No se vendió ningún cartón."


def _sale(game: Game, currency: str) -> dict[str, Any]:
    return {
        "series": _series(game),
        "price": amount(game.face_value, currency),
        "sold": str(game.cards),
        "total": amount(game.collected, currency),
        "words": amount_in_words(game.collected, currency),
        "formula": _formula(game),
        "root": game.root,
        "aloud": aloud(game.root) if game.root else "",
    }


def _by_rules(game: Game, rules: RuleSet) -> dict[str, str]:
    """Return by which rule set the game was played, where the book names another, and which hall called."""
    said = []
    if game.rule_set:
        by = f"las reglas {game.rule_set}, aprobadas: {game.approval}"
        said.append(f"Jugada con {rules.universe} bolas por {by}.")
    if game.caller is not None:
        its = f"partida {game.caller.game} del tomo {game.caller.volume} de su libro"
        said.append(f"Llama la sala «{game.caller.hall}»: {its}.")
    return {"rules": breakable(" ".join(said), MEASURE_MM, BODY_PT)} if said else {}


def _annulment(entries: Sequence[Minuted], currency: str) -> dict[str, str] | None:
    for entry, voided in _of(entries, GameVoided):
        return {
            "time": hour(entry.time),
            "reason": breakable(_sentence(voided.reason), _VOIDED_MM, BODY_PT),
            "cards": str(voided.refunded_cards),
            "refunded": amount(voided.refunded, currency),
            "words": amount_in_words(voided.refunded, currency),
        }
    return None


def _sentence(reason: str) -> str:
    reason = reason.strip().rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}."


def _cadences(game: Game, entries: Sequence[Minuted]) -> list[str]:
    """Return a line for each stretch in which the hall ordered the balls itself."""
    began = [hour(entry.time) for entry, _ in _of(entries, CadenceStarted)]
    ended = [hour(entry.time) for entry, _ in _of(entries, CadenceStopped)]
    said = (_cadence(*each) for each in zip(game.cadences, began, ended, strict=True))
    return [breakable(each, MEASURE_MM, BODY_PT) for each in said]


def _cadence(cadence: Cadence, began: str, ended: str) -> str:
    first, last = cadence.after + 1, cadence.after + cadence.balls
    balls = f"bola {first}.ª" if cadence.balls == 1 else f"bolas {first}.ª a {last}.ª"
    out = f"{balls}, cada {cadence.seconds} s" if cadence.balls else "ninguna bola"
    why = "" if cadence.ended is None else f": {ending(cadence.ended, cadence.stopper)}"
    return (
        f"Las sacó la sala: {out}. La puso a ello {cadence.person} a horas {began}; hasta las {ended}{why}."
    )


def _claims(game: Game, entries: Sequence[Minuted], rules: RuleSet) -> list[dict[str, str]]:
    claims = []
    for place, entry in enumerate(entries):
        if isinstance(entry.event, CardVerified):
            drawn = [draw["ball"] for draw in draws(entries[:place], rules.variant)]
            claims.append(_claim(entry, entry.event, drawn, game, rules))
    return claims


_ROWS = ("superior", "central", "inferior")


def _line(rules: RuleSet, verified: CardVerified) -> str:
    """Return what a completed line is called; of three rows by where it is (AJ-91, PT-56)."""
    forms, row = rules.forms(verified.claim), verified.row
    found = forms[row - 1] if 0 < row <= len(forms) else None
    rows = rules.variant.rows == len(_ROWS) and isinstance(found, Line) and found.way is Way.ROWS
    return f"línea {_ROWS[row - 1]}" if rows else str(line_name(rules, verified.claim, row))


def _claim(
    entry: Minuted, verified: CardVerified, drawn: list[str], game: Game, rules: RuleSet
) -> dict[str, str]:
    return {
        "time": hour(entry.time),
        "after": f"{len(drawn)}.ª ({drawn[-1]})" if drawn else "—",
        "kind": breakable(str(prize_title(verified.claim, rules)), _CLAIM_MM, TABLE_PT),
        "card": _card(verified),
        "verdict": breakable(_verdict(verified, game, rules), _VERDICT_MM, TABLE_PT),
    }


def _card(verified: CardVerified) -> str:
    return f"{series_name(verified.series)}, n.º {verified.card}"


def _verdict(verified: CardVerified, game: Game, rules: RuleSet) -> str:
    if not verified.good:
        return f"No válido: {'; '.join(verified.faults)}"
    line = _line(rules, verified)
    row = f", {line}" if line else ""
    by = f"; lo presenta {verified.player}, {verified.document}" if verified.player else ""
    return f"Correcto{row}{by}{_shared(verified, game)}"


def _shared(verified: CardVerified, game: Game) -> str:
    """Say among how many cards, or players, a good card's prize was divided (AJ-118..120, D4)."""
    if verified.player:
        good = (card for card in game.claims if card.good and card.claim == verified.claim)
        sharing, what = len({card.holder for card in good}), "jugadores"
    else:
        prizes = (award.prize for award in game.awards if not award.prize.progressive)
        sharing, what = sum(prize.claim == verified.claim for prize in prizes), "cartones"
    return f"; premio dividido entre {sharing} {what}" if sharing > 1 else ""


def _notes(entries: Sequence[Minuted]) -> list[dict[str, str]]:
    return [
        {"time": "" if at else hour(entry.time), "text": piece}
        for entry, text in incidents(entries)
        for at, piece in enumerate(_pieces(text))
    ]
