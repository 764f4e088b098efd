"""What the trials of a set say: which balls are alike, what certainty to ask for, what does not fit.

It is NOT responsible for making the trials.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from drivers.recogniser.judging import Judge, features, learn_judge
from drivers.recogniser.learning import BallPicture, Learnt
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.trials import Trial, Trials, mirrored

_AS_OWN: Final = 0.25  # of balls are less like their own prints than a ball that is alike
_GOOD: Final = (-4.0, 0.75, -2.0, 1.0, 1.0)  # features of a match with its own print, where none was tried
_ROUNDS: Final = 3
_SURELY: Final = 50.0  # of the evidence: more makes nothing more certain

Pairs = set[frozenset[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """What a calibration concludes.

    Attributes:
        judge: Says when a match is certain.
        pairs: Groups of balls that cannot be told apart.
        others: Balls with a picture that looks like another ball of the set.
        mirrored: Balls with a picture that fits only in a mirror.
        unlike: Balls with a picture that its other pictures do not confirm.
    """

    judge: Judge
    pairs: tuple[frozenset[int], ...]
    others: frozenset[int]
    mirrored: frozenset[int]
    unlike: frozenset[int]


def verdicts_of(learnt: Learnt, pictures: Sequence[BallPicture], trials: Trials) -> Verdicts:
    """Conclude from the trials of a set."""
    judge, pairs = _judged(trials)
    groups = _groups(pairs)
    refused = [each for each in trials.own if judge.margin(each.match) < 0]
    others = {
        number
        for each in trials.own
        if each.match.number != each.number and judge.margin(each.match) >= 0
        for number in (each.number, each.match.number)
    }
    in_mirror = {each.number for each in refused if _fits_mirrored(learnt, pictures, each, judge)}
    seldom = {each.number for each in trials.own} - {
        each.number
        for each in trials.own
        if each.match.number == each.number and judge.margin(each.match) >= 0
    }
    return Verdicts(judge, groups, frozenset(others), frozenset(in_mirror), frozenset(seldom))


def told_of(trials: Trials) -> float:
    """Return how much of a set's own pictures would be told by its other pictures, 0..1.

    One that is just certain enough counts half, so that no few pictures decide between two ways to compare.
    """
    judge, pairs = _judged(trials)
    alike = frozenset[int]().union(*pairs)
    own = [each.match for each in trials.own if each.match.number == each.number not in alike]
    rows = features(own)
    above = np.clip(judge.sums(rows) - judge.threshold, -_SURELY, _SURELY)
    return float((judge.shows_enough(rows) / (1 + np.exp(-above))).sum()) / max(trials.count, 1)


def _judged(trials: Trials) -> tuple[Judge, Pairs]:
    """The judge, and the pairs that it need not tell apart."""
    own = [each.match for each in trials.own if each.match.number == each.number]
    pairs, strange = Pairs(), list(trials.strange)
    judge = _learnt(own, strange)
    for _ in range(_ROUNDS):
        rows = features(own) if own else np.asarray([_GOOD])
        level = float(np.quantile(judge.sums(rows), _AS_OWN))
        alike = [each for each in strange if judge.sums(features((each.match,)))[0] >= level]
        if not alike:
            break
        pairs |= {_pair(each) for each in alike if not each.mirrored and not each.hidden}
        gone = {_pair(each) for each in alike if not each.hidden and _mostly(each, alike, trials.strange)}
        if not gone:
            break
        strange = [each for each in strange if _pair(each) not in gone]
        judge = _learnt(own, strange)
    return judge, pairs


def _mostly(one: Trial, alike: Sequence[Trial], strange: Sequence[Trial]) -> bool:
    """Whether balls are alike in most of their pictures: in a few, what tells them apart is out of sight.

    Those few still say how like another ball a picture may be: without them, too little would be asked for.
    """
    pair = _pair(one)
    shown = [each for each in strange if each.number in pair and _kind(each) == _kind(one)]
    like = [each for each in alike if _pair(each) == pair and _kind(each) == _kind(one)]
    return 2 * len(like) >= len(shown)


def _kind(trial: Trial) -> tuple[bool, bool]:
    return trial.mirrored, trial.hidden


def _learnt(own: Sequence[Match], strange: Sequence[Trial]) -> Judge:
    return learn_judge(own, [each.match for each in strange], [each.number for each in strange])


def _pair(trial: Trial) -> frozenset[int]:
    return frozenset((trial.number, trial.match.number))


def _groups(pairs: Pairs) -> tuple[frozenset[int], ...]:
    """Balls that any chain of pairs connects."""
    groups: list[frozenset[int]] = []
    for pair in pairs:
        joined = [each for each in groups if each & pair]
        groups = [each for each in groups if not each & pair]
        groups.append(pair.union(*joined))
    return tuple(sorted(groups, key=min))


def _fits_mirrored(learnt: Learnt, pictures: Sequence[BallPicture], trial: Trial, judge: Judge) -> bool:
    picture = pictures[trial.source]
    surface = mirrored(learnt.whole.shading.surface(picture.ball))
    match = Matcher(learnt.patterns).match(surface, learnt.barred(picture))
    return match is not None and match.number == trial.number and judge.margin(match) >= 0
