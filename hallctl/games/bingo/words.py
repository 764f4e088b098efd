"""What a game of bingo announces, in the words of the regulation.

Not responsible for when: ``script`` and the screens are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from fonts.symbols import symbol
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.deciding.by_rules import unfit_cards
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.programme import Programmed
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.events.wrong_calls import MadeWinners
from hallctl.games.bingo.rules.ruleset import RuleSet, Special
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.variants.combination import Line, Way
from hallctl.games.bingo.variants.variant import Variant
from hallctl.i18n.screen_texts import ScreenTexts
from hallctl.i18n.sentences import Named, Sentence, _
from hallctl.i18n.words import amount
from hallctl.rules.text import series_name

CLAIM_NAMES: Final[Mapping[str, str]] = {Claim.LINE: "línea", Claim.BINGO: "bingo"}
_TITLES: Final[Mapping[str, Sentence]] = {Claim.LINE: _("Línea"), Claim.BINGO: _("Bingo")}
ANY_MORE: Final[Mapping[str, Sentence]] = {
    Claim.LINE: _("¿Alguna línea más?"),
    Claim.BINGO: _("¿Algún bingo más?"),
}


def prize_name(key: str, rules: RuleSet | None = None) -> Sentence:
    """Return what people call a prize within a sentence; without a rule set, one of a list by its key."""
    if key in CLAIM_NAMES:
        return Sentence(CLAIM_NAMES[key])
    prize = None if rules is None else rules.prize_of_any_game(key)
    if prize is None:
        return Named(key)
    es, pt, en = (f"{name[:1].lower()}{name[1:]}" for name in (prize.es, prize.pt, prize.en))
    return Named(es, pt=pt, en=en)


def ball_name(variant: Variant, ball: int) -> Sentence:
    """Return how a ball is called and written: "B-7" by its letter (PT-65), or "3 · luna" by its symbol."""
    called = variant.call(ball)
    if not variant.symbols or not 1 <= ball <= variant.universe:
        return Named(called, pt=called, en=called)
    es, pt, en = (f"{called} · {symbol(ball).name(language)}" for language in ("es", "pt", "en"))
    return Named(es, pt=pt, en=en)


def special_name(special: Special) -> Named:
    """Return what people call a special."""
    return Named(special.es, pt=special.pt, en=special.en)


def game_name(programmed: Programmed, rules: RuleSet) -> Sentence:
    """Return what people call a game of the programme."""
    of = rules.for_game(programmed.rule_set)
    special, series = of.special(programmed.special), series_name(programmed.series)
    name = _("serie {series}", series=series)
    if special is not None:
        name = _("{special}, serie {series}", special=special_name(special), series=series)
    return _("{game}, {balls} bolas", game=name, balls=of.universe) if programmed.rule_set else name


def games_at_hand(state: State, series: Iterable[str]) -> Iterator[Programmed]:
    """Yield every kind of game that can be played with one of some series: by which rules, which special."""
    for key in series:
        for name, rules in state.rules.of_hall.of_games.items():
            if unfit_cards(state, key, rules) is None:
                yield from (
                    Programmed(key, kind, name) for kind in ("", *(each.key for each in rules.specials))
                )


def prize_title(key: str, rules: RuleSet | None = None) -> Sentence:
    """Return what people call a prize at the beginning of a line."""
    if key in _TITLES:
        return _TITLES[key]
    prize = None if rules is None else rules.prize_of_any_game(key)
    return Named(key) if prize is None else Named(prize.es, pt=prize.pt, en=prize.en)


def wall_name(key: str, rules: RuleSet, texts: ScreenTexts) -> str:
    """Return what a prize is called, as the wall writes it."""
    known = {Claim.LINE.value: texts.line, Claim.BINGO.value: texts.bingo}
    prize = rules.prize(key)
    return known.get(key) or (key if prize is None else prize.name(texts.language)).upper()


def any_more(key: str, rules: RuleSet | None = None) -> Sentence:
    """Return the question whether anybody else holds a prize (AJ-100)."""
    known = ANY_MORE.get(key)
    return known if known is not None else _("¿Alguien más: {claim}?", claim=prize_name(key, rules))


_ENDINGS: Final = {
    Ending.ASKED: "se pidió",
    Ending.CLAIM: "cantaron",
    Ending.DOUBT: "bola dudosa",
    Ending.FAULT: "un fallo",
    Ending.RESTART: "el sistema se reinició",
    Ending.WRONG_CALL: "error al cantar",
    Ending.BY_HAND: "se propuso seguir a mano",
    Ending.VOID: "se propuso anular",
    Ending.VOICE: "la megafonía no se oye",
    Ending.EMPTY: "salieron todas",
}


_STOPPED: Final[Mapping[Ending, Sentence]] = {
    Ending.ASKED: _("se pidió"),
    Ending.CLAIM: _("han cantado; compruebe el cartón"),
    Ending.DOUBT: _("la bola es dudosa; diga cuál es"),
    Ending.FAULT: _("hay un fallo"),
    Ending.RESTART: _("el sistema se reinició"),
    Ending.WRONG_CALL: _("se anotó un error al cantar"),
    Ending.BY_HAND: _("se propuso seguir a mano"),
    Ending.VOID: _("se propuso anular la partida"),
    Ending.VOICE: _("la megafonía no se oye; cante el locutor"),
    Ending.EMPTY: _("salieron todas"),
}


def why_stopped(game: Game) -> Sentence | str:
    """Return why the hall draws no more by itself, to who leads the table; "" once it is past."""
    last = game.cadences[-1] if game.cadences else None
    if last is None or last.ended is None or game.order != last.after + last.balls:
        return ""
    if game.phase not in (Phase.DRAW, Phase.CLAIM):
        return ""
    return _("las paró {person}", person=last.stopper) if last.stopper else _STOPPED[last.ended]


def ending(why: Ending, person: str) -> str:
    """Return what ended a cadence; where it was asked for, who did."""
    return f"lo para {person}" if person else _ENDINGS[why]


def counted_balls(balls: int) -> str:
    """Return how many balls, in words of a hall."""
    return "una bola" if balls == 1 else f"{balls} bolas"


def card_numbers(cards: Sequence[int]) -> Sentence:
    """Return some cards by their numbers, within a sentence."""
    if len(cards) == 1:
        return _("cartón {card}", card=cards[0])
    return _("cartones {cards}", cards=", ".join(map(str, cards)))


_NAMED: Final = 12
"""Cards that a sentence names; of more it says how many, and the entry has them all."""


def made_cards(made: MadeWinners) -> Sentence:
    """Return the cards that a wrong call would have made win, with their series where the entry has it."""
    if not made.series:
        return card_numbers(made.cards)
    words = {"series": series_name(made.series), "count": len(made.cards)}
    if len(made.cards) > _NAMED:
        return _("serie {series}, {count} {count:cartón|cartones}", **words)
    return _("serie {series}, {cards}", series=words["series"], cards=card_numbers(made.cards))


def line_name(rules: RuleSet, prize: str, form: int) -> Sentence | str:
    """Return what people call the line that won a prize, by its place among its forms; "" for none."""
    forms = rules.forms(prize)
    found = forms[form - 1] if 0 < form <= len(forms) else None
    if not isinstance(found, Line):
        return ""
    match found.way:
        case Way.ROWS:
            return _("fila {row}", row=found.place)
        case Way.COLUMNS:
            return _("columna {column}", column=rules.variant.column_name(found.place - 1))
        case _diagonal:
            return _("diagonal {place}", place=found.place)


def sold_formula(sold: Sequence[SoldRange]) -> str:
    """Return the announcement of the cards sold, in the exact formula of the regulation (AJ-83)."""
    total = sum(part.count for part in sold)
    ranges = " y ".join(
        f"de la serie {series_name(part.series)} del número {part.first} al {part.last}" for part in sold
    )
    return f"Cartones vendidos {total}, {ranges}."


def prizes_sentence(game: Game, rules: RuleSet) -> str:
    """Return the announcement of the prizes (AJ-84)."""
    (first, *others) = (
        (prize_name(each.prize, rules), amount(each.amount, rules.currency)) for each in game.prizes
    )
    said = [
        f"El premio de {first[0]} es de {first[1]}",
        *(f"el de {name}, de {sum_}" for name, sum_ in others),
    ]
    return f"{' y '.join(part for part in (', '.join(said[:-1]), said[-1]) if part)}."


def is_last(state: State) -> bool:
    """Return whether the game was announced as the last one of the session (AJ-104)."""
    game, session = state.game, state.session
    return game is not None and session is not None and session.last_game == game.number


def utc_hour(moment: str) -> str:
    """Return the hour and minute of a moment of the head office, which is in UTC."""
    return moment[11:16]
