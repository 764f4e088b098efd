"""What the desk of bingo offers of ball sets: registered, mounted and retired, with what a game lacks.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from hallctl.games.bingo.rules.commands.opening import MountBallSet, RegisterBallSet, RetireBallSet
from hallctl.games.bingo.rules.deciding.by_rules import next_rules, rules_of_balls, serves
from hallctl.games.bingo.rules.deciding.opening import is_fit, sets_lacking
from hallctl.games.bingo.rules.state import BallSet, State
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
        registered = step(RegisterBallSet(name, _of(premises, name)), _("Registrar bolas {set}", set=name))
        yield registered.waited_for(lacking) if lacking else registered
    if lacking and not at_hand:
        asked, of = Question("ball_set", _("Nombre del juego nuevo"), "text"), next_rules(state).label
        yield step(RegisterBallSet("", of), _("Registrar juego de bolas"), asked).waited_for(lacking)
    rules, mounted = next_rules(state), state.ball_sets.get(state.mounted or "")
    if mounted is None or not is_fit(state, mounted) or not serves(state, mounted, rules):
        yield from _mountings(state, [each for each in _left(state) if serves(state, each, rules)])


def steps_of_other_balls(state: State) -> Iterator[Candidate]:
    """Yield what mounts the balls of another rule set than that of the next game."""
    rules = next_rules(state)
    yield from _mountings(state, [each for each in _left(state) if not serves(state, each, rules)])


def _left(state: State) -> Iterator[BallSet]:
    return (each for name, each in state.ball_sets.items() if name != state.mounted and not each.retired)


def _mountings(state: State, sets: Sequence[BallSet]) -> Iterator[Candidate]:
    for each in sets:
        words = {"set": each.name, "balls": rules_of_balls(state, each).universe}
        label = (
            _("Montar bolas {set}, de {balls}", **words)
            if state.rules.several
            else _("Montar bolas {set}", **words)
        )
        yield step(MountBallSet(each.name), label)


def _of(premises: Premises, name: str) -> str:
    """Return of which rule set a ball set at hand is; "" of the hall's own."""
    return next((of for known, of in premises.other_sets if known == name), "")


def lacking_set(state: State) -> Sentence | None:
    """Return which ball set a game lacks, and who registers it; None where it lacks none."""
    rules = next_rules(state)
    if not sets_lacking(state, rules) or not state.ball_sets:
        return None
    fit = any(is_fit(state, each) and serves(state, each, rules) for each in state.ball_sets.values())
    return _NO_SPARE if fit else _NONE_FIT


def steps_of_defective_balls(state: State) -> Iterator[Candidate]:
    """Yield the step that retires the mounted ball set for a defect, with what is left without it."""
    if state.mounted is None:
        return
    why = Question("reason", _("Qué bola, y qué defecto"), "text")
    label = _("Retirar bolas {set}", set=state.mounted)
    retire = step(RetireBallSet(state.mounted, ""), label, why)
    rules = rules_of_balls(state, state.ball_sets[state.mounted])
    if not sets_lacking(state, rules, without=state.mounted):
        yield retire
        return
    serving = (each for each in state.ball_sets.values() if serves(state, each, rules))
    others = (each for each in serving if each.name != state.mounted)
    left = any(is_fit(state, each) for each in others)
    yield retire.noticed(_NO_SPARE_LEFT if left else _LAST)
