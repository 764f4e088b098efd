"""A session played from a script: commands in, events and refusals out, on a virtual clock.

Pure but for the reader of matrix files that is handed in. Not responsible for the book: what is played here
is decided and folded as in the hall, and kept nowhere.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from hallctl.cli.scripts.lines import CommandLine, MatrixLine, read
from hallctl.games.bingo.rules.cards import Matrix, MatrixError
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import decide, fold
from hallctl.i18n.script_refusals import UNREADABLE, unreadable
from hallctl.rules.admission import nothing_uncovered
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Issued
from hallctl.rules.deciding.context import Answer
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.text import Uncovered

ReadMatrix = Callable[[str], Matrix]
"""Reads the matrix cards of a path; raises OSError or MatrixError where it cannot."""

Say = Callable[[Refusal], str]
"""Says a refusal in the words of the person who reads the answers."""


def without_files(path: str) -> Matrix:
    """Stand for a reader of matrices where a script may name no files.

    Raises:
        FileNotFoundError: Always.
    """
    raise FileNotFoundError(path)


def in_spanish(refusal: Refusal) -> str:
    """Return the sentence as the rules say it."""
    return refusal.sentence


def play(
    lines: Iterable[bytes],
    state: State,
    read_matrix: ReadMatrix = without_files,
    say: Say = in_spanish,
    uncovered: Uncovered = nothing_uncovered,
) -> Iterator[dict[str, Any]]:
    """Play a script and yield one answer for every line that is neither blank nor a comment.

    Args:
        lines: The script's lines in UTF-8, with or without their ends.
        state: Where the hall stands before the first line.
        read_matrix: Reads the matrix cards that a line names.
        say: Says the refusals.
        uncovered: Says which characters no font at hand shows.
    """
    player = Player(state, read_matrix, say, uncovered)
    for number, line in enumerate(lines, 1):
        answer = player.take(number, line)
        if answer is not None:
            yield answer


class Player:
    """Plays a script line by line.

    Attributes:
        state: Where the hall stands after the lines taken so far.
        now: The virtual clock, in milliseconds.
    """

    def __init__(
        self,
        state: State,
        read_matrix: ReadMatrix = without_files,
        say: Say = in_spanish,
        uncovered: Uncovered = nothing_uncovered,
    ) -> None:
        self.state = state
        self._uncovered = uncovered
        self.now = 0
        self._read_matrix = read_matrix
        self._say = say
        self._answered: dict[str, tuple[int, Issued, Answer]] = {}

    def take(self, number: int, line: bytes) -> dict[str, Any] | None:
        """Answer one line, counted from 1; None where it is blank or a comment. It never raises."""
        said = read(line)
        if said is None:
            return None
        if isinstance(said, MatrixLine):
            return {"line": number, **self._at_hand(said.matrix)}
        if isinstance(said, Refusal):
            return {"line": number, **self._as_json(said)}
        return {"line": number, **self._answer(number, said)}

    def _at_hand(self, path: str) -> dict[str, Any]:
        try:
            matrix = self._read_matrix(path)
        except OSError:
            return self._as_json(unreadable("SCRIPT-MATRIX", path=path, problem=UNREADABLE))
        except MatrixError as error:
            return self._as_json(unreadable("SCRIPT-MATRIX", path=path, problem=error.problems))
        self.state = replace(self.state, matrices={**self.state.matrices, matrix.digest: matrix})
        return {"matrix": {"digest": matrix.digest, "cards": len(matrix.cards)}}

    def _answer(self, number: int, said: CommandLine) -> dict[str, Any]:
        """Decide a command once; the same request again has the same answer and no effect (I17)."""
        at = self.now if said.at is None else said.at
        if at < self.now:
            return self._as_json(unreadable("SCRIPT-TIME", at=at, now=self.now))
        self.now = at
        known = self._answered.get(said.issued.request)
        if known is not None and known[1] != said.issued:
            return self._as_json(refuse("REQUEST", request=said.issued.request))
        if known is not None:
            return {"again": known[0], **self._as_json(known[2])}
        answer = decide(self.state, said.issued, self.now, self._uncovered)
        if said.issued.request:
            self._answered[said.issued.request] = (number, said.issued, answer)
        if not isinstance(answer, Refusal):
            self.state = fold(self.state, answer)
        return self._as_json(answer)

    def _as_json(self, answer: Answer) -> dict[str, Any]:
        if isinstance(answer, Refusal):
            told = {"code": answer.code, "requirement": answer.requirement, "sentence": self._say(answer)}
            return {"refusal": told}
        return {"events": [{"kind": type(event).__name__, "body": encode(event)} for event in answer]}
