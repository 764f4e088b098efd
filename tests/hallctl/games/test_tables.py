"""What the house and its games define is in their tables: no command has no step, no event has no fold."""

import dataclasses
import re
import sys
from collections.abc import Callable, Iterator, Mapping

import pytest

from hallctl.app.desk import premises
from hallctl.app.games import GAMES
from hallctl.app.practice.data import PRACTICE
from hallctl.app.setting import load
from hallctl.games.game import Game
from hallctl.i18n.posts import POST_NAMES
from hallctl.outputs.folios.frame import post_name
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.events.base import Event
from hallctl.rules.game_rules import NO_GAME
from hallctl.rules.step import Button, Step

Tables = Callable[[Game], Mapping[str, type]]


def defined(base: type) -> Iterator[type]:
    """Every class of the house that derives from a base, but those that others derive from."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from defined(kind)
        elif kind.__module__.startswith("hallctl."):
            # A dataclass with slots is made twice; the first one is left over, and nobody's.
            yield vars(sys.modules[kind.__module__])[kind.__name__]


@pytest.mark.parametrize(
    ("base", "tables"),
    [
        pytest.param(Command, lambda game: game.rules.commands, id="commands"),
        pytest.param(Event, lambda game: game.rules.events, id="events"),
    ],
)
def test_each_kind_is_in_a_table_of_the_house_or_of_a_game(base: type, tables: Tables) -> None:
    known = {kind for game in GAMES.values() for kind in tables(game).values()}
    left_out = sorted(kind.__name__ for kind in defined(base) if kind not in known)
    assert len(known) > 1
    assert not left_out, "an entry of such a kind could be written and never be read again"


OF_THE_MACHINE = {"hallctl.rules.commands.extraction"}
"""What a machine reports, which every game that has one decides."""
OF_ANY_TABLE = {"hallctl.games.any_table.rules.commands", "hallctl.games.any_table.rules.events"}
"""The bank of a table, which every game of one has."""


@pytest.mark.parametrize("name", GAMES)
def test_the_commands_and_events_of_a_game_lie_in_its_own_package(name: str) -> None:
    rules, house = GAMES[name].rules, NO_GAME
    known = {*house.all_steps, *house.events.values()}
    own = {*rules.steps, *rules.folds} - known
    places = {kind.__module__ for kind in own}
    elsewhere = {place for place in places if not place.startswith(f"hallctl.games.{name}.rules.")}
    elsewhere -= OF_THE_MACHINE | OF_ANY_TABLE
    assert len(own) > 1
    assert elsewhere == set()


STEPS = {kind: step for game in GAMES.values() for kind, step in game.rules.all_steps.items()}


def test_no_row_leaves_out_who_takes_a_step_nor_how() -> None:
    without = {
        kind.__name__: [f.name for f in dataclasses.fields(kind) if f.default is not dataclasses.MISSING]
        for kind in (Step, Button)
    }
    assert without == {"Step": ["suspended", "faulty", "late"], "Button": ["keys"]}


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_a_step_has_a_button_where_people_take_it_and_none_where_the_controller_does(
    kind: type[Command],
) -> None:
    step = STEPS[kind]
    assert step.posts
    assert (step.button is None) is (step.posts == (Post.CONTROLLER,))
    assert step.button is None or Post.CONTROLLER not in step.posts


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_the_keys_of_a_step_are_the_hall_s_to_give_and_are_told_apart_by_its_own_fields(
    kind: type[Command],
) -> None:
    button = STEPS[kind].button
    keys = () if button is None else button.keys
    assert all(re.fullmatch(r"F([1-4]|[6-9]|10)|Alt\+[A-Z]", key.name) for key in keys), (
        "F5 and F11 are the browser's"
    )
    assert {name for key in keys for name in key.when} <= {field.name for field in dataclasses.fields(kind)}
    assert len(keys) < 2 or all(key.when for key in keys), "the second would never be its key"


def test_the_console_and_the_folios_have_a_name_for_every_post() -> None:
    people = {post for post in Post if post is not Post.CONTROLLER}
    assert {*POST_NAMES} == people
    assert all(post_name(post, Letterhead("", "")) != post.value for post in people)


def test_no_two_games_refuse_by_one_code() -> None:
    codes = [code for game in GAMES.values() for code in game.rules.refusals]
    assert len(codes) == len({*codes} - set(NO_GAME.all_refusals))


@pytest.mark.req("AJ-39")
@pytest.mark.parametrize(
    ("config", "game"),
    [
        ("practice", "bingo"),
        ("practice-roulette", "roulette"),
        ("practice-baccarat", "baccarat"),
    ],
)
def test_the_opening_diligence_says_what_the_book_of_each_game_is_for(config: str, game: str) -> None:
    setting = load(PRACTICE.with_name(f"{config}.toml"))
    assert setting.config.hall.game == game
    assert premises(setting, "2026-11-30").opening.purpose == GAMES[game].documents.purpose
    assert len({each.documents.purpose for each in GAMES.values()}) == len(GAMES)
