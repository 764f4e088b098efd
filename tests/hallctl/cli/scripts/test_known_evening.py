"""What one seed plays is written into the book byte for byte as it always was: moved code changes no entry.

Who changes an event, an event's name or a rule on purpose says so in the changelog and puts the new sum here.
"""

import hashlib
from dataclasses import replace

import pytest

from hallctl.cli.scripts.simulate import simulate
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.minutes.canonical import canonical
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Issued
from hallctl.rules.deciding.context import Answer
from hallctl.rules.refusals import Refusal

AUTOMATIC = replace(
    rule_set("aj-bolivia"),
    bingo_bp=5000,
    progressives=(
        Progressive("Pozo A", "bingo", 10_000, 700, 60_000, 70),
        Progressive("Pozo B", "line", 5_000, 300, 20_000, 40),
    ),
)
BY_HAND = rule_set("aj-bolivia-manual")


@pytest.mark.parametrize(
    ("rules", "sum_of_bodies"),
    [
        pytest.param(
            AUTOMATIC,
            "ab5dfb7ce0b4ba4505ec096c9146ce77bedb060fa075d26ea31945a4df75a371",
            id="automatic, with progressives",
        ),
        pytest.param(
            BY_HAND, "d66a11327f8776fe6228504d5b2b125099dc98bacd60e9ac6a65eaea3502a025", id="by hand"
        ),
    ],
)
def test_the_entries_of_a_seed_have_the_same_kinds_and_the_same_canonical_bytes(
    rules: RuleSet, sum_of_bodies: str
) -> None:
    found = hashlib.sha256()
    kinds: set[str] = set()

    def take(_: int, __: Issued, answer: Answer) -> None:
        for event in () if isinstance(answer, Refusal) else answer:
            kinds.add(type(event).__name__)
            # A rule set that gains a field has another digest and plays the same.
            body = {**encode(event), "rule_set_digest": ""}
            found.update(canonical({"kind": type(event).__name__, "body": body}) + b"\n")

    simulate(25, 10, 12, rules, make_matrix(60, 1), take)
    assert kinds >= {"BookOpened", "BallDrawn", "CardVerified", "PrizePaid", "GameVoided", "SessionClosed"}
    assert found.hexdigest() == sum_of_bodies
