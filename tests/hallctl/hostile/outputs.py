"""Everything that is made of the state and its events, made at once: none of it may raise."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from displays.views import View
from hallctl.app.desk import premises
from hallctl.app.setting import load
from hallctl.games.bingo.announcer import Announcer
from hallctl.games.bingo.desk import stage
from hallctl.games.bingo.desk.claimed_card import matrix_card, rows
from hallctl.games.bingo.desk.claims import wins
from hallctl.games.bingo.desk.pending import pending
from hallctl.games.bingo.documents.register import prize_register
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.lamps import lights
from hallctl.games.bingo.machine import expected, orders, pursue
from hallctl.games.bingo.reports.balls import ball_statistics
from hallctl.games.bingo.reports.ballsets import ball_sets
from hallctl.games.bingo.reports.money_pages import prizes_paper, reconciliation_paper, session_paper
from hallctl.games.bingo.reports.prizes import register
from hallctl.games.bingo.reports.reconcile import reconcile
from hallctl.games.bingo.reports.record import sessions
from hallctl.games.bingo.reports.session import summary
from hallctl.games.bingo.reports.sheets import games_sheet, prizes_sheet, sales_sheet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.games.bingo.screens.recent import Recent
from hallctl.games.bingo.script import script
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.minutes.canonical import canonical
from hallctl.outputs.folios.values import Folio, Letterhead
from hallctl.outputs.lamps import lamps
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.screens.names import Screen
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionOpened
from hallctl.web.console import inbox, posts
from hallctl.web.console.view import arrange, phase
from tests.hallctl.bingo import folios, narrate, offers
from tests.hallctl.web.console.hall import CONFIG

PREMISES: Final = premises(load(CONFIG), "2026-11-21")
SCREENS: Final[tuple[Screen, ...]] = get_args(Screen)
PHRASEBOOKS: Final = tuple(map(Phrasebook, ("es", "pt", "en")))


def of_event(event: Event, state: State) -> None:
    """Make what an event is told as: the book's bytes, the narration, orders; ``state`` is that after it."""
    body = encode(event)
    canonical(body)
    assert BINGO_RULES.event(type(event).__name__, body) == event
    assert narrate(event, state.rules.currency) is not None
    orders(event, state)


def of_state(state: State, now: int, hall: str, actors: Iterable[Actor] = ()) -> list[View]:
    """Make what is shown of a moment: every screen in every language, the desk's steps, lamps, voice."""
    views = []
    for phrases in PHRASEBOOKS:
        wall = Wall(hall, simulated=False, language=phrases.language, now=now, hour="21:35")
        for screen in (*SCREENS, auto(state)):
            if _is_possible(screen, state):
                views.append(make(screen, state, wall, Recent().games))
    for view in views:
        json.dumps(view.to_json(), ensure_ascii=False).encode()
    found = offers(state, PREMISES, now, tuple(actors))
    for phrases in PHRASEBOOKS:
        for offer in found:
            phrases(offer.label)
            if offer.refusal is not None:
                phrases.refusal(offer.refusal)
    arrange(found, tuple(actors), BINGO_RULES)
    json.dumps([encode(offer) for offer in found], ensure_ascii=False).encode()
    _at_the_posts(state)
    return views


def _is_possible(screen: Screen, state: State) -> bool:
    """Return whether a screen may be ordered for this moment: some show a game, which there must be."""
    return state.game is not None or screen in {"board", "pause", "cctv", "between", "last", "closed"}


def _at_the_posts(state: State) -> None:
    phase(BINGO, state)
    script(state)
    pursue(state)
    expected(state)
    wins(state)
    lamps(state, pictures=True, lights=lights)
    stage.sellers(state.game)
    stage.chips(state)
    inbox.owed(state, pending(state))
    posts.till(state, tuple(Post))
    Announcer(state).take(state)
    if state.game is not None and state.game.verified:
        card = state.game.verified[-1]
        matrix_card(state, card)
        rows(state, card, {})


def of_book(empty: State, entries: Sequence[Minuted], letterhead: Letterhead) -> list[Folio]:
    """Make every document of a book, and every report on it."""
    documents = list(folios(empty, entries, letterhead))
    list(prize_register(entries))
    rules = empty.rules
    for stretch in sessions(entries):
        opened = stretch.entries[0].event
        assert isinstance(opened, SessionOpened)
        figures = summary(entries, opened.session, rules, rules.chips)
        games_sheet(figures).csv()
        session_paper(entries, figures, rules)
    reconciliation = reconcile(entries)
    sales_sheet(reconciliation).csv()
    reconciliation_paper(entries, reconciliation, rules, "Todo el libro")
    prizes = register(entries)
    prizes_sheet(prizes).csv()
    prizes_paper(entries, prizes, rules)
    ball_sets(entries, rules)
    ball_statistics(entries, rules.universe)
    return documents


def texts_in(value: Any) -> list[str]:
    """Return every text within JSON values."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in texts_in(each)]
    return [text for each in value for text in texts_in(each)] if isinstance(value, (list, tuple)) else []
