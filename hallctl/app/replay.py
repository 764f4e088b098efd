"""The state that the book gives under a configuration.

Not responsible for opening the book (``hallctl.app.vault``).
"""

from collections.abc import Callable
from dataclasses import replace

from hallctl.app.games import GAMES
from hallctl.config.calibrated import calibrated
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.minutes.entry import Entry
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.volumes import Shelf
from hallctl.rules.codec import CodecError
from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.game_rules import GameRules
from hallctl.rules.state import State
from hallctl.table.keeper import event_of


def empty_state(setting: Setting, game: GameRules | None = None) -> State:
    """Return the state of an empty book under this configuration, of its game where no other is named."""
    rules = game or GAMES[setting.config.hall.game].rules
    return rules.state.empty(setting.rules, setting.material, calibrated(setting))


def replay(setting: Setting, book: Shelf, heard: Callable[[Event], None] = lambda _: None) -> State:
    """Return the state that the book gives, once the configuration is seen to fit it.

    Args:
        setting: The configuration.
        book: The book.
        heard: Called with every event on the way.

    Raises:
        MinutesError: If a newer program wrote in the book what this one does not know (MIN-NEWER).
        ConfigError: If an open session is played by other rules, or only one of book and configuration is for
            practice, or the book is of another game.
    """
    game, state = GAMES[setting.config.hall.game].rules, empty_state(setting)
    for entry in book.entries():
        event = _event_of(game, entry)
        if isinstance(event, BookOpened) and event.game != game.name:
            raise ConfigError([f"{setting.path}: [hall] game: el libro es de «{event.game}»"])
        heard(event)
        state = game.evolve(state, event)
    opened, path = state.book, setting.path
    problems = []
    if state.session is not None and state.rule_set_digest != setting.rules.digest:
        problems.append(f"{path}: [hall] rule_set: la sesión abierta se juega con otras reglas (AJ-117)")
    if opened is not None and opened.simulated != setting.config.simulated:
        kind = "de práctica" if opened.simulated else "real"
        problems.append(f"{path}: simulated: el libro es {kind}; use otro [hall] directory")
    if problems:
        raise ConfigError(problems)
    return state


def _event_of(game: GameRules, entry: Entry) -> Event:
    """Return the event of an entry that this program knows.

    Raises:
        MinutesError: It knows none of that kind, or not with that body (MIN-NEWER).
    """
    try:
        return event_of(game, entry)
    except (KeyError, CodecError) as error:
        sentence = f"este programa no conoce el asiento {entry.number} ({entry.kind}): lo anotó uno más nuevo"
        advice = "Siga con ese: es el del último arranque que dice el libro («hallctl book tail»)"
        raise MinutesError("MIN-NEWER", f"{sentence}. {advice}.") from error


def replayed(setting: Setting, book: Shelf, heard: Callable[[Event], None]) -> tuple[Setting, State]:
    """Return what `replay` does, and the configuration without calibrations of sets that the book retired.

    Raises:
        ConfigError: As `replay` does.
    """
    state = replay(setting, book, heard)
    known = setting.calibrations.without(frozenset(GAMES[setting.config.hall.game].retired(state)))
    return replace(setting, calibrations=known), state
