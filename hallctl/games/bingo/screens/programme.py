"""The games that follow as players read them: what is played, at what price, for which prizes (PT-17, PT-18).

Pure. Not responsible for where it is shown: the walls between games, and a page that can be printed.
"""

from collections.abc import Iterator
from typing import Final

from hallctl.games.bingo.rules.events.programme import Programmed
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.variants.drawn import drawn_rows
from hallctl.i18n.screen_texts import LANGUAGES, ScreenTexts
from hallctl.outputs.screens.scene import Section
from hallctl.rules.text import series_name

_LINES: Final = {
    "es": (
        "Partida {game}: {name}",
        "Serie {series}, {price} cada cartón.",
        "{prize}: {share} de lo recaudado.",
    ),
    "pt": ("Partida {game}: {name}", "Série {series}, {price} cada cartão.", "{prize}: {share} das vendas."),
    "en": ("Game {game}: {name}", "Series {series}, {price} a card.", "{prize}: {share} of the sales."),
}
_NONE: Final = {
    "es": Section("Programa", ("Todavía no se anuncia ninguna partida.",)),
    "pt": Section("Programa", ("Ainda não se anuncia nenhuma partida.",)),
    "en": Section("Programme", ("No game is announced yet.",)),
}


def short_programme(state: State, texts: ScreenTexts, most: int) -> tuple[str, ...]:
    """Return the next games that follow, a line each with its price."""
    games = () if state.session is None else state.session.programme
    title, _, _ = _LINES[texts.language]
    return tuple(
        f"{title.format(game=number, name=game_of(state, game, texts))} · {price_of(state, game, texts)}"
        for number, game in enumerate(games[:most], state.games + 1)
    )


def game_of(state: State, game: Programmed, texts: ScreenTexts) -> str:
    """Return what people call a game of the programme."""
    rules = state.rules.for_game(game.rule_set)
    special = rules.special(game.special)
    name = texts.ordinary if special is None else special.name(texts.language)
    return f"{name}, {texts.balls.format(balls=rules.universe)}" if rules.several else name


def price_of(state: State, game: Programmed, texts: ScreenTexts) -> str:
    """Return what a card of a game of the programme costs."""
    return texts.money(state.series[game.series].face_value, state.rules.currency)


def programme(state: State, language: str) -> tuple[Section, ...]:
    """Return the games that follow, a section each; one that says so where there is none."""
    games = () if state.session is None else state.session.programme
    texts = LANGUAGES[language]
    found = tuple(_section(state, at, game, texts) for at, game in enumerate(games, state.games + 1))
    return found or (_NONE[language],)


def _section(state: State, number: int, game: Programmed, texts: ScreenTexts) -> Section:
    title, sold, _ = _LINES[texts.language]
    name = game_of(state, game, texts)
    series = sold.format(series=series_name(game.series), price=price_of(state, game, texts))
    rules = state.rules.for_game(game.rule_set, game.special)
    drawn = (drawn_rows(rules.variant, prize.combination) for prize in rules.sung)
    return Section(title.format(game=number, name=name), (series, *_prizes(state, game, texts)), ((), *drawn))


def _prizes(state: State, game: Programmed, texts: ScreenTexts) -> Iterator[str]:
    _, _, shared = _LINES[texts.language]
    for prize in state.rules.for_game(game.rule_set, game.special).sung:
        name = prize.name(texts.language)
        if prize.amount:
            yield f"{name}: {texts.money(prize.amount, state.rules.currency)}."
        else:
            yield shared.format(prize=name, share=texts.percent(prize.share_bp))
