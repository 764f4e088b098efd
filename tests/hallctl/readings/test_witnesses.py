"""Every combination of witnesses that agree, disagree, or say nothing: what becomes of the ball."""

from itertools import combinations, product

import pytest

from hallctl.readings.witnesses import Agreed, Disagreed, Silent, weigh
from hallctl.rules.witnesses import Reading, Witness

CAMERA, CALLER, MACHINE = Witness
UNASKED = "unasked"
"""Stands where a witness gives no reading at all, as one that the hall does not have."""

WORDS = (42, 24, None, UNASKED)
SETS = tuple(frozenset(some) for size in range(4) for some in combinations(Witness, size))


def readings(**words):
    return tuple(Reading(Witness(name), ball) for name, ball in words.items() if ball != UNASKED)


@pytest.mark.req("AJ-22")
@pytest.mark.invariant("I15")
@pytest.mark.parametrize(
    ("required", "said", "verdict"),
    [
        ({CAMERA}, {"camera": 42}, Agreed(42)),
        ({CAMERA}, {"camera": None}, Silent((CAMERA,))),
        ({CAMERA}, {}, Silent((CAMERA,))),
        ({CAMERA}, {"camera": 42, "machine": 42}, Agreed(42)),
        ({CAMERA}, {"camera": 42, "machine": 24}, Disagreed((42, 24))),
        ({CAMERA}, {"camera": 42, "machine": None}, Agreed(42)),
        ({CAMERA}, {"camera": None, "machine": 42}, Silent((CAMERA,))),
        ({CAMERA, MACHINE}, {"camera": 42, "machine": 42}, Agreed(42)),
        ({CAMERA, MACHINE}, {"camera": 42, "machine": None}, Silent((MACHINE,))),
        ({CAMERA, MACHINE}, {"camera": 42, "machine": 24}, Disagreed((42, 24))),
        ({CALLER}, {"caller": 42}, Agreed(42)),
        ({CALLER, CAMERA}, {"caller": 42, "camera": 42}, Agreed(42)),
        ({CALLER, CAMERA}, {"caller": 42, "camera": 24}, Disagreed((42, 24))),
        ({CALLER, CAMERA}, {"caller": 42, "camera": None}, Silent((CAMERA,))),
        ({CALLER, CAMERA, MACHINE}, {"caller": 42, "machine": 42, "camera": 42}, Agreed(42)),
        ({CALLER, CAMERA, MACHINE}, {"caller": 42, "machine": 24, "camera": 42}, Disagreed((42, 24))),
        ({CALLER, CAMERA, MACHINE}, {"caller": 42, "machine": 24, "camera": None}, Disagreed((42, 24))),
        ({CALLER, CAMERA, MACHINE}, {"caller": 42}, Silent((CAMERA, MACHINE))),
        (set(), {}, Silent(())),
    ],
)
def test_what_follows_from_what_the_witnesses_say(required, said, verdict):
    assert weigh(required, readings(**said)) == verdict


@pytest.mark.invariant("I15")
@pytest.mark.parametrize("required", SETS, ids=lambda some: "+".join(sorted(some)) or "none")
def test_a_ball_is_agreed_on_only_where_all_who_are_asked_for_say_it_and_nobody_another(required):
    verdicts = set()
    for camera, caller, machine in product(WORDS, repeat=3):
        words = {CAMERA: camera, CALLER: caller, MACHINE: machine}
        verdict = weigh(required, readings(camera=camera, caller=caller, machine=machine))
        numbers = {word for word in words.values() if isinstance(word, int)}
        verdicts.add(type(verdict))
        if len(numbers) == 2:
            assert isinstance(verdict, Disagreed)
            assert set(verdict.balls) == {42, 24}
        elif numbers and all(words[witness] in numbers for witness in required):
            assert verdict == Agreed(numbers.pop())
        else:
            assert verdict == Silent(tuple(w for w in Witness if w in required and words[w] not in numbers))
    assert verdicts == {Agreed, Disagreed, Silent}
