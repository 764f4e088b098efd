"""What a game reads of a hall's configuration, as one value of the game.

Not responsible for any game's files: each reads its own, and the composition root hands the values over.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from hallctl.rules.commands.base import Command, Post
from hallctl.rules.ruleset import GameRuleSet, RuleSet

Material: TypeAlias = tuple[Any, ...]
"""What a game needs of the hall's files, e.g. its cards."""


def _nothing(_: Path, __: Mapping[str, Any], ___: GameRuleSet, ____: list[str]) -> Material:
    """Read no file."""
    return ()


def _registers_nothing(_: Mapping[str, Any], __: Material) -> tuple[Command, ...]:
    """Register nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class GameFiles:
    """What a game reads of a configuration.

    Attributes:
        rules: The kind of its rule sets.
        highest: Returns the highest number that a result of its machine has.
        prizes: Returns how many prizes a wall shows at most.
        lettered: Returns whether results have a letter over their number on the walls.
        balls: Whether it draws balls, out of a machine or by hand, which a camera reads.
        symbols: Returns whether balls have symbols in the place of numbers.
        join: Returns the rules of a hall with others, by which games are played too; None where none are.
        material: Reads what the file at a path says of the game's material, by its values and its rule
            set, None where that is wrong; adds what is wrong to the problems.
        own: The sections of the file that the game alone reads and checks, with its material.
        registers: Returns the steps that register what the file has, by its values and the material.
        posts: The posts that somebody must hold (AJ-13).
    """

    rules: type[RuleSet]
    highest: Callable[[GameRuleSet], int]
    prizes: Callable[[GameRuleSet], int]
    material: Callable[[Path, Mapping[str, Any], GameRuleSet, list[str]], Material] = _nothing
    lettered: Callable[[GameRuleSet], bool] = lambda _: False
    own: tuple[str, ...] = ()
    balls: bool = False
    registers: Callable[[Mapping[str, Any], Material], tuple[Command, ...]] = _registers_nothing
    posts: tuple[Post, ...] = (Post.DIRECTOR, Post.JEFE)
    symbols: Callable[[GameRuleSet], bool] = lambda _: False
    join: Callable[[GameRuleSet, tuple[GameRuleSet, ...]], GameRuleSet] | None = None
