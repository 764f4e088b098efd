"""The rule sets of a hall beside its own, each with its own cards and balls (AJ-117).

Not responsible for what they may not differ in: the game says that.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints

from hallctl.config.game_files import GameFiles
from hallctl.config.problems import each_told
from hallctl.config.rules import RuleSetError
from hallctl.config.sections import File, Section, Text
from hallctl.rules.ruleset import GameRuleSet, RuleSet


class SeriesSection(Section):
    """A printed series of cards and the file of its matrix (AJ-20)."""

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
    identification: int = Field(ge=1, le=999_999)
    face_value: int = Field(ge=1, le=1_000_000)
    matrix: File


class RuleSetSection(Section):
    """Another rule set of the hall, by which a game may be played, with its own cards and balls (AJ-117)."""

    rule_set: File
    series: list[SeriesSection] = Field(min_length=1)
    ball_sets: list[Text] = Field(min_length=1)


def others_read(
    path: Path,
    sections: Sequence[RuleSetSection],
    read: Callable[[str], RuleSet],
    ball_sets: Sequence[str],
    problems: list[str],
) -> tuple[RuleSet, ...]:
    """Return the rule sets of some sections, none where one is wrong; what is wrong is added to the problems.

    Args:
        path: The configuration.
        sections: The sections.
        read: Reads a rule set by its name.
        ball_sets: Every ball set of the hall: each is of one rule set.
        problems: What is wrong with the configuration.
    """
    found = []
    for index, section in enumerate(sections, 1):
        try:
            found.append(read(section.rule_set))
        except RuleSetError as error:
            problems += each_told(f"{path}: [rule_sets.{index}] rule_set", error)
    twice = sorted({name for name in ball_sets if ball_sets.count(name) > 1}) if sections else ()
    problems += [f"{path}: ball_sets: «{name}» está dos veces; un juego es de unas reglas" for name in twice]
    return tuple(found) if len(found) == len(sections) else ()


def joined(
    path: Path, rules: RuleSet, others: tuple[RuleSet, ...], files: GameFiles, problems: list[str]
) -> GameRuleSet:
    """Return the rules of the hall with those beside them, which its game has to be able to play by."""
    if files.join is None:
        problems.append(f"{path}: [rule_sets]: este juego se juega por unas solas reglas")
        return rules
    try:
        return files.join(rules, others)
    except ValueError as error:
        problems += each_told(f"{path}: [rule_sets]", error)
        return rules


def sets_of(sections: Sequence[RuleSetSection], others: Sequence[RuleSet]) -> tuple[tuple[str, RuleSet], ...]:
    """Return each ball set of these sections with its rule set."""
    both = zip(sections, others, strict=False)
    return tuple((name, rules) for section, rules in both for name in section.ball_sets)
