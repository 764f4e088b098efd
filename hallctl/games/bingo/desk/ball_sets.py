"""What the desk of bingo offers of ball sets: registered, mounted and retired, with what a game lacks.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""

from collections.abc import Iterator
from typing import Final

from hallctl.games.bingo.rules.commands.opening import MountBallSet, RegisterBallSet, RetireBallSet
from hallctl.games.bingo.rules.deciding.opening import is_fit, sets_lacking
from hallctl.games.bingo.rules.state import State
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.offer import Candidate, Premises, Question, step

_NONE_FIT: Final = _("No hay juego de bolas en regla: el Director registra uno.")
_NO_SPARE: Final = _("No hay juego de bolas de reserva: el Director registra uno.")
_LAST: Final = _("Es el último juego en regla. Sin otro no hay más partidas.")
_NO_SPARE_LEFT: Final = _("Después no queda juego de reserva: la próxima partida espera a que registre otro.")


def steps_of_ball_sets(state: State, premises: Premises) -> Iterator[Candidate]:
    """Yield what brings a game its ball sets: register those at hand, mount one, register what lacks."""
    at_hand = [name for name in premises.ball_sets if name not in state.ball_sets]
    lacking = lacking_set(state)
    for name in at_hand:
        registered = step(RegisterBallSet(name), _("Registrar bolas {set}", set=name))
        yield registered.waited_for(lacking) if lacking else registered
    if lacking and not at_hand:
        asked = Question("ball_set", _("Nombre del juego nuevo"), "text")
        yield step(RegisterBallSet(""), _("Registrar juego de bolas"), asked).waited_for(lacking)
    mounted = state.ball_sets.get(state.mounted or "")
    if mounted is None or not is_fit(state, mounted):
        for name, each in state.ball_sets.items():
            if name != state.mounted and not each.retired:
                yield step(MountBallSet(name), _("Montar bolas {set}", set=name))


def lacking_set(state: State) -> Sentence | None:
    """Return which ball set a game lacks, and who registers it; None where it lacks none."""
    if not sets_lacking(state) or not state.ball_sets:
        return None
    fit = any(is_fit(state, each) for each in state.ball_sets.values())
    return _NO_SPARE if fit else _NONE_FIT


def steps_of_defective_balls(state: State) -> Iterator[Candidate]:
    """Yield the step that retires the mounted ball set for a defect, with what is left without it."""
    if state.mounted is None:
        return
    why = Question("reason", _("Qué bola, y qué defecto"), "text")
    label = _("Retirar bolas {set}", set=state.mounted)
    retire = step(RetireBallSet(state.mounted, ""), label, why)
    if not sets_lacking(state, without=state.mounted):
        yield retire
        return
    others = (each for each in state.ball_sets.values() if each.name != state.mounted)
    left = any(is_fit(state, each) for each in others)
    yield retire.noticed(_NO_SPARE_LEFT if left else _LAST)
