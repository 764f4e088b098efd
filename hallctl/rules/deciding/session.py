"""A session: who is there, what is checked, and how it ends.

Not responsible for what is played in it: what a game has against its end, the game says.
"""

from typing import Final

from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession, PassCheck
from hallctl.rules.deciding.clock import not_the_day
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.session import (
    CheckPassed,
    DualPostNoted,
    PlayersCounted,
    SessionClosed,
    SessionOpened,
)
from hallctl.rules.folios import CLOSING, RESERVE, first_folio, folios_left, granted
from hallctl.rules.refusals import refuse
from hallctl.rules.state import State
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Place, Proof, Step, Steps


def open_session(state: State, command: OpenSession, context: Context) -> Answer:
    """Open a session with at least the mandatory posts filled, on a day of the approval (AJ-13, 117)."""
    if state.session is not None:
        return refuse("SESSION-OPEN")
    if folios_left(state) <= RESERVE:
        return refuse("BOOK-FULL")
    wrong_day = not_the_day(state, command)
    if wrong_day is not None:
        return wrong_day
    filled = {a.post for a in command.appointments if a.person.strip()}
    missing = [post.value for post in context.mandatory if post not in filled]
    if missing:
        return refuse("SESSION-POSTS", missing=tuple(missing))
    seller = next((a.person for a in reversed(command.appointments) if a.post is Post.VENDEDOR), None)
    cashiers = {a.person for a in command.appointments if a.post is Post.CAJERO}
    opened = SessionOpened(state.sessions + 1, command.appointments, command.day, command.security)
    if seller is None or seller not in cashiers:
        return (opened,)
    if not state.rules.seller_may_pay:
        return refuse("SESSION-SAME", person=seller)
    return (opened, DualPostNoted(seller))


def pass_check(state: State, command: PassCheck, _: Context) -> Answer:
    """Confirm one item; confirming it twice changes nothing."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if command.item not in state.rules.checks:
        return refuse("CHECK-UNKNOWN", item=command.item, items=state.rules.checks)
    return () if command.item in state.session.passed else (CheckPassed(command.item),)


def close_session(state: State, command: CloseSession, context: Context) -> Answer:
    """Close the session when its last game is signed, and the game has nothing against it."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.playing is not None:
        return refuse("SESSION-GAME", game=state.playing.number)
    if state.incidents:
        return refuse("SIGN-INCIDENT", numbers=", ".join(map(str, state.incidents)))
    if state.session.shift is not None:
        return refuse("SESSION-SHIFT", cashier=state.session.shift.cashier)
    objection = context.objection(state, command)
    if objection is not None:
        return objection
    sheets = granted(state, command.sheets, CLOSING)
    if sheets < 1:
        return refuse("BOOK-FULL")
    session, folio = state.session, first_folio(state)
    return (SessionClosed(session.number, session.games, folio, sheets, command.security),)


def count_players(state: State, command: CountPlayers, _: Context) -> Answer:
    """Count the players; there are never more than seats (AJ-14, 15)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if command.players < 0:
        return refuse("PLAYERS-COUNT")
    if command.players > state.rules.seats:
        return refuse("PLAYERS-SEATS", players=command.players, seats=state.rules.seats)
    return (PlayersCounted(command.players),)


STEPS: Final[Steps] = {
    OpenSession: Step("Abrir sesión", (Post.JEFE,), open_session, IN_ORDER),
    PassCheck: Step("Comprobar material", (Post.JEFE,), pass_check, IN_ORDER),
    CloseSession: Step(
        "Cerrar sesión", (Post.JEFE,), close_session, Button(Place.IN_ORDER, (), Care.HELD, Proof.SESSION)
    ),
    CountPlayers: Step("Contar jugadores", (Post.JEFE, Post.AUXILIAR), count_players, SELDOM.by("Alt+J")),
}
"""How the commands of this chapter are decided and taken."""
