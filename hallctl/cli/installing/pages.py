"""The interview of ``hallctl init`` as the pages of the console ask it (``hallctl.web.setup``).

Not responsible for the questions, which are those of the terminal, nor for serving the pages (``serving``).
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from hallctl.app.installing.checks import People, WholeNumber, listed
from hallctl.app.installing.interview import (
    answered,
    next_question,
    place_of,
    questions_for,
    with_answer,
)
from hallctl.app.installing.making import AUTHORITY
from hallctl.app.installing.plan import Plan
from hallctl.app.installing.question import Found, Question
from hallctl.app.installing.questions import BY_KEY, may_be_empty, worded
from hallctl.cli.doctor.finding import Finding, Verdict
from hallctl.cli.installing.trials import Trial, look_through
from hallctl.i18n.posts import POST_NAMES
from hallctl.i18n.sentences import Sentence
from hallctl.rules.commands.base import Post
from hallctl.web.setup.port import Asked, Closing, Judged, Option, Part, Row, Slip, Stage, Tried


@dataclass
class Pages:
    """One interview, whoever reads the pages; thread-safe.

    Attributes:
        found: What the machine has.
        trials: What can be tried of an answer, by the key of its question.
        keep: Is given the answers after each of them.
        given: The answers so far.
    """

    found: Found
    trials: Mapping[str, Trial]
    keep: Callable[[Mapping[str, str]], None]
    given: dict[str, str] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _stage: Stage = Stage.ASKING
    _said: list[Sentence | str] = field(default_factory=list)
    _refused: bool = False
    _told: tuple[Tried, ...] = ()
    _slips: tuple[Slip, ...] = ()
    _closing: Closing | None = None
    _ordered: threading.Event = field(default_factory=threading.Event)
    _written: threading.Event = field(default_factory=threading.Event)
    _ended: threading.Event = field(default_factory=threading.Event)

    def language(self) -> str:
        """Return the language that was chosen; empty before that."""
        return self.given.get("language", "")

    def reader(self, language: str) -> None:
        """Propose the language of who reads the pages."""
        with self._lock:
            self.found = replace(self.found, language=language)

    def stage(self) -> Stage:
        """Return how far the hall is."""
        with self._lock:
            done = self._stage is Stage.ASKING and next_question(self.given) is None
            return Stage.LOOKING_OVER if done else self._stage

    def asked(self, key: str, typed: str | None = None) -> Asked | None:
        """Return a question that was answered, or without a key the next one; None where there is none."""
        with self._lock:
            question = BY_KEY.get(key) if key else next_question(self.given)
            if question is None or question not in self._reachable():
                return None
            return self._shown(question, typed)

    def take(self, key: str, text: str, *, insist: bool) -> Judged:
        """Take an answer if it holds; with ``insist`` also where what it names does not work."""
        with self._lock:
            question, given = BY_KEY.get(key), dict(self.given)
            if question is None or question not in self._reachable():
                return Judged(taken=True)  # of a page that was open before another answer
        answer = answered(question, text, given, self.found)
        if isinstance(answer, Sentence):
            return Judged(taken=False, why=answer)
        tried: list[Finding] = []
        if answer and not insist and key in self.trials:
            tried = list(self.trials[key](answer, given))
        told = tuple(map(shown_finding, tried))
        if any(each.verdict is Verdict.MISSING for each in tried):
            return Judged(taken=False, tried=told)
        with self._lock:
            self.given, self._told, self._refused = with_answer(self.given, question, answer), told, False
            self.keep(self.given)
        return Judged(taken=True, tried=told)

    def told(self) -> Sequence[Tried]:
        """Return once what came of trying the answer that was taken last."""
        with self._lock:
            told, self._told = self._told, ()
            return told

    def answers(self) -> Sequence[Part]:
        """Return every answer so far."""
        with self._lock:
            asked = [each for each in self._questions() if each.key in self.given]
            by_part = groupby(asked, key=lambda each: each.part)
            return [Part(part, tuple(map(self._row, rows))) for part, rows in by_part]

    def picture(self, value: str) -> bytes | None:
        """Look through a camera that was found, and return the picture as JPEG; None where there is none."""
        if value not in [each.value for each in self.found.cameras]:
            return None
        return look_through(int(value) if value.isdigit() else value)

    def make(self) -> None:
        """Have the hall made, once everything is answered."""
        with self._lock:
            if self.stage() is Stage.LOOKING_OVER:
                self._stage, self._said, self._refused = Stage.MAKING, [], False
                self._ordered.set()

    def said(self) -> Sequence[Sentence | str]:
        """Return what the making said last, or why it was refused."""
        return tuple(self._said)

    def refused(self) -> bool:
        """Return whether that is why it was refused."""
        return self._refused

    def slips(self) -> Sequence[Slip]:
        """Return the first passphrases, until they are noted."""
        return self._slips

    def noted(self) -> None:
        """Forget them: somebody has written them down."""
        with self._lock:
            if self._stage is Stage.SLIPS:
                self._slips, self._stage, self._said = (), Stage.LOOKING, []
                self._written.set()

    def closing(self) -> Closing | None:
        """Return the hall that was made."""
        return self._closing

    def end(self) -> None:
        """Have the pages end, once the hall is there."""
        if self._closing is not None:
            self._ended.set()

    def await_order(self) -> dict[str, str]:
        """Wait until somebody has the hall made, and return the answers."""
        self._ordered.wait()
        self._ordered.clear()
        return dict(self.given)

    def await_end(self) -> None:
        """Wait until somebody has read the closing page."""
        self._ended.wait()

    def say(self, sentence: Sentence) -> None:
        """Show what is done just now."""
        self._said.append(sentence)

    def refuse(self, why: Iterable[Sentence | str]) -> None:
        """Show why no hall was made; every answer can be changed again."""
        with self._lock:
            self._stage, self._said, self._refused = Stage.ASKING, list(why), True

    def hand_over(self, plan: Plan, passphrases: Mapping[str, str]) -> None:
        """Show the first passphrases that were made, and wait until somebody has written them down."""
        people = [(each.name, tuple(POST_NAMES[Post(post)] for post in each.posts)) for each in plan.people]
        slips = [
            Slip(name, posts, passphrases[name])
            for name, posts in (*people, (AUTHORITY, ()))
            if name in passphrases
        ]
        with self._lock:
            self._written.clear()  # what was written down before is of a hall that was not made
            self._slips, self._stage = tuple(slips), Stage.SLIPS if slips else Stage.LOOKING
        if slips:
            self._written.wait()

    def close(self, made: Closing) -> None:
        """Show the hall that was made."""
        with self._lock:
            self._closing, self._stage = made, Stage.DONE

    def _questions(self) -> list[Question]:
        return [each for each in questions_for(self.given) if not each.quiet]

    def _reachable(self) -> list[Question]:
        """Return what was answered, and the next question."""
        following = next_question(self.given)
        return [each for each in self._questions() if each.key in self.given or each == following]

    def _shown(self, question: Question, typed: str | None) -> Asked:
        proposed = self.given.get(question.key)
        if proposed is None:
            proposed = question.default(self.given, self.found)
        now = proposed if typed is None else typed
        several = isinstance(question.check, People) and question.check.most > 1
        chosen = set(listed(now)) if several else {now}
        choices = question.choices(self.given, self.found)
        values = {each.value for each in choices}
        other = ", ".join(each for each in listed(now) if each not in values) if several else now
        number, count = place_of(question, self.given)
        before = self._questions()[number - 2].key if number > 1 else ""
        return Asked(
            key=question.key,
            part=question.part,
            text=worded(question, self.given),
            help=question.help,
            options=tuple(Option(each.value, each.label, each.value in chosen) for each in choices),
            other="" if other in values else other,
            free=question.free,
            several=several,
            empty=may_be_empty(question, self.given),
            numeric=isinstance(question.check, WholeNumber),
            pictures=question.key == "camera",
            number=number,
            count=count if "rules" in self.given else 0,
            before=before,
        )

    def _row(self, question: Question) -> Row:
        """Return an answer as it is read: what was chosen by what is said of it."""
        answer = self.given[question.key]
        labels = {each.value: each.label for each in question.choices(self.given, self.found)}
        return Row(question.key, worded(question, self.given), labels.get(answer, answer))


def shown_finding(finding: Finding) -> Tried:
    """Return what a look found, as the pages have it."""
    return Tried(finding.verdict.value, finding.said, finding.remedy)
