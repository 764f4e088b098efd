"""Who signs what is the same in the format, in the rules, in the notary's verifier and on the page."""

import inspect
import re
from pathlib import Path

import pytest

from hallctl.app.games import GAMES
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.signed import KINDS, SIGNING, kinds

PAGE = (Path(__file__).parents[3] / "docs" / "minutes.md").read_text("utf-8")


@pytest.mark.req("AJ-42", "AJ-54")
def test_the_format_and_the_rules_sign_the_same_kinds() -> None:
    assert set(SIGNING) == {kind for game in GAMES.values() for kind in game.rules.signed_within}
    for name, game in GAMES.items():
        assert set(kinds(name)) == set(game.rules.signed_within), name
    assert kinds("cara o cruz") == KINDS


@pytest.mark.invariant("I16")
@pytest.mark.parametrize("kind", SIGNING)
def test_the_posts_of_the_format_are_those_that_the_rules_allow(kind: str) -> None:
    """The steps whose decider makes an event of a kind are those whose posts may sign it."""
    (rules, *_) = [game.rules for game in GAMES.values() if kind in game.rules.signed_within]
    steps = rules.all_steps.values()
    making = [step for step in steps if re.search(rf"\b{kind}\(", inspect.getsource(step.answer))]
    assert making, f"no step makes a {kind}"
    posts = {post.value for step in making for post in step.posts}
    assert posts == set(SIGNING[kind].posts)
    assert kind in rules.events


def test_the_page_has_the_table_of_the_format() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \| (?:`(\w+)`)?[^|]*\|$", PAGE, re.MULTILINE)
    said = {kind: (tuple(posts.split(", ")), after) for kind, posts, after in rows if kind in SIGNING}
    assert said == {kind: (signing.posts, signing.after) for kind, signing in SIGNING.items()}


def test_the_notary_has_the_table_of_the_format() -> None:
    said = {kind: (signing.posts, signing.after) for kind, signing in SIGNING.items()}
    assert said == verificar_libro._SIGNERS
    for name in GAMES:
        only = verificar_libro._ONLY
        others = {kind for game, of_game in only.items() if game != name for kind in of_game}
        assert set(kinds(name)) == set(SIGNING) - (others - only[name])
