"""The hall without its devices: its book opened for what people decide while no session is run.

Not responsible for what is decided. The run stands in the book like any other, from start to stop, and ends
with a checkpoint where the hall has keys.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hallctl import BUILT
from hallctl.app.games import GAMES
from hallctl.app.letterhead import letterhead_of
from hallctl.app.letters import fonts_read
from hallctl.app.program import program
from hallctl.app.replay import replay
from hallctl.app.vault import HallKeys, demand_own_keys, open_shelf, second_media
from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.config.hall import Setting
from hallctl.minutes.signed import kinds
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.running import StartController, StopController
from hallctl.rules.commands.volumes import ProposeRepair, ReportCompletion
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.text import composed
from hallctl.table.clock import SystemClock
from hallctl.table.keeper import Keeper
from hallctl.table.registrar import Registrar


@dataclass(frozen=True, slots=True)
class Deciders:
    """The two people who decide about the book, with their passphrases; those are empty without keys."""

    director: str
    jefe: str
    passphrases: tuple[str, str] = ("", "")

    def unlock(self, keys: HallKeys | None, now: int) -> None:
        """Unlock both keys.

        Raises:
            BookError: A passphrase is wrong, or a person has no key.
        """
        for person, passphrase in zip((self.director, self.jefe), self.passphrases, strict=True):
            attempt = keys.unlocked.unlock(person, passphrase, now) if keys is not None else None
            if attempt is not None and attempt.code:
                raise BookError(f"{attempt.code}: la clave de {person} no se abrió. Revise la contraseña.")

    def agreed(self, reason: str, decision: Command) -> list[tuple[Command, Actor]]:
        """Give a decision as its two steps: the jefe proposes, the Director decides (I16)."""
        proposed = (ProposeRepair(reason), Actor(self.jefe, Post.JEFE))
        return [proposed, (decision, Actor(self.director, Post.DIRECTOR))]


def deciders_of(setting: Setting, director: str, jefe: str) -> Deciders:
    """Give the two people, once the configuration is seen to name them in their posts.

    Raises:
        BookError: One does not hold the post, or they are one person.
    """
    director, jefe = composed(director), composed(jefe)
    posts = {(appointment.post, appointment.person) for appointment in setting.config.appointments}
    for post, person in ((Post.DIRECTOR, director), (Post.JEFE, jefe)):
        if (post, person) not in posts:
            raise BookError(f"{person} no ocupa el puesto «{post}» en {setting.path}.")
    if director == jefe:
        raise BookError("Deciden dos personas: el Director y el jefe de mesa (I16).")
    return Deciders(director, jefe)


def second_folder(setting: Setting) -> Path:
    """Give the folder of the second medium.

    Raises:
        BookError: The hall has none.
    """
    second = second_media(setting)
    if second is None:
        raise BookError(f"{setting.path}: [book] second: la sala no tiene segundo soporte.")
    return second


def minute(
    setting: Setting,
    keys: HallKeys | None,
    steps: Sequence[tuple[Command, Actor]],
    deciders: Deciders | None = None,
) -> tuple[Event, ...]:
    """Open the book and take these steps, each minuted; return what followed from the last.

    Args:
        setting: The configuration.
        keys: The hall's keys.
        steps: Commands with who issues them.
        deciders: Who signs.

    Raises:
        BookError: A step is refused; those before it are minuted.
        ConfigError: The configuration does not fit the book.
        MinutesError: The book cannot be opened or written.
    """
    clock, boot = SystemClock(), uuid.uuid4().hex
    happened: tuple[Event, ...] = ()
    with open_shelf(setting, keys) as shelf:
        game = GAMES[setting.config.hall.game]
        paperwork = game.documents.paperwork(letterhead_of(setting, game))
        demand_own_keys(setting, shelf, keys)
        state = replay(setting, shelf, paperwork.take)
        ended = "order" if state.in_order else "died"
        registrar = Registrar(shelf, keys, program(), clock.quality, paperwork, signed=kinds(game.name))
        keeper = Keeper(game.rules, shelf, state, clock, boot, registrar, uncovered=fonts_read(), built=BUILT)
        keeper.report(StartController(boot, program(), ended))
        keeper.report(ReportCompletion(shelf.completed))
        keeper.enrol()
        try:
            if deciders is not None:
                deciders.unlock(keys, clock.now())
            for command, actor in steps:
                outcome = keeper.submit(Issued(command, actor, uuid.uuid4().hex))
                if isinstance(outcome, Refusal):
                    raise BookError(f"{outcome.code} ({outcome.requirement}): {outcome.sentence}", NOT_WHOLE)
                happened = outcome.events
        finally:
            keeper.report(StopController())
    return happened
