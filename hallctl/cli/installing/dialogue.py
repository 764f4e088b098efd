"""The dialogue on the terminal: asks question after question until there is none, then shows all answers.

Not responsible for what is asked (``hallctl.app.installing``), nor for what is made of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hallctl.app.installing.interview import (
    answered,
    next_question,
    picked,
    place_of,
    questions_for,
    with_answer,
)
from hallctl.app.installing.question import Choice, Found, Question
from hallctl.app.installing.questions import may_be_empty, worded
from hallctl.cli.doctor.finding import Finding, Verdict
from hallctl.cli.installing.trials import Trial
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _

BACK, HELP, NONE = "<", "?", "-"

_SIGNS: Final = {Verdict.GOOD: "✓", Verdict.ADVICE: "!", Verdict.MISSING: "✗"}


@dataclass
class Dialogue:
    """One person at one terminal.

    Attributes:
        found: What the machine has.
        trials: What can be tried of an answer, by the key of its question.
        keep: Is given the answers after each of them.
        read: Reads a line after a prompt; ``EOFError`` or ``KeyboardInterrupt`` end the dialogue.
        write: Prints a line.
        given: The answers so far.
    """

    found: Found
    trials: Mapping[str, Trial]
    keep: Callable[[Mapping[str, str]], None]
    read: Callable[[str], str] = input
    write: Callable[[str], None] = print
    given: dict[str, str] = field(default_factory=dict)
    _part: str = ""

    @property
    def say(self) -> Phrasebook:
        """The sentences of the language that was chosen."""
        return Phrasebook(self.given.get("language", self.found.language))

    def hold(self) -> dict[str, str]:
        """Ask everything that is still open, let the person look it over, and return the answers."""
        say = self.say
        if self.given:
            self.write(
                say(_("Seguimos donde quedó: {count} {count:respuesta|respuestas}.", count=len(self.given)))
            )
        self.write(
            say(_("Enter acepta lo que está entre corchetes; «?» explica, «<» vuelve atrás, «-» deja vacío."))
        )
        self.write(say(_("Ctrl-C guarda las respuestas y sale; aún no se hace nada.")))
        while True:
            question = next_question(self.given)
            if question is not None:
                self.ask(question)
            elif self._looked_over():
                return self.given

    def ask(self, question: Question) -> None:
        """Ask one question until it has an answer, or the person goes back."""
        self._head(question)
        choices = question.choices(self.given, self.found)
        for line in self._listed(question, choices):
            self.write(f"   {line}")
        proposed = self.given.get(question.key) or question.default(self.given, self.found)
        values = [choice.value for choice in choices]
        shown = str(values.index(proposed) + 1) if proposed in values else proposed
        empty = may_be_empty(question, self.given)
        while True:
            text = self.read(f"   [{shown or '—'}] > " if shown or empty else "   > ").strip()
            if text == HELP:
                self.write(f"   {self.say(question.help)}")
            elif text == BACK:
                self._back(question)
                return
            elif self._take(question, self._meant(question, text) if text else proposed):
                return

    def _meant(self, question: Question, text: str) -> str:
        return "" if text == NONE else picked(question, text, self.given, self.found)

    def _listed(self, question: Question, choices: Sequence[Choice]) -> Iterator[str]:
        """Yield the lines of what can be chosen: people side by side, all else one below the other."""
        if question.people:
            yield from ["   ".join(f"{number} {each.label}" for number, each in enumerate(choices, 1))][
                : len(choices)
            ]
            return
        for number, each in enumerate(choices, 1):
            if isinstance(each.label, Sentence):
                yield f"{number}  {self.say(each.label)}"
            else:
                yield f"{number}  {each.label}" + ("" if each.label == each.value else f" ({each.value})")

    def _head(self, question: Question) -> None:
        part = self.say(question.part)
        if part != self._part:
            self.write(f"\n── {part} ──")
            self._part = part
        number, count = place_of(question, self.given)
        # Before the rules are known, so is not how much they ask for.
        place = f"{number}/{count}" if "rules" in self.given else str(number)
        self.write(f"{place}  {self.say(worded(question, self.given))}")

    def _take(self, question: Question, text: str) -> bool:
        """Take an answer if it holds; return whether the dialogue goes on."""
        answer = answered(question, text, self.given, self.found)
        if isinstance(answer, Sentence):
            self.write(f"   ✗ {self.say(answer)}")
            if not text:  # who knew what to write would have
                self.write(f"   {self.say(question.help)}")
            return False
        if answer and question.key in self.trials and not self._tried(question, answer):
            return False
        self.given = with_answer(self.given, question, answer)
        self.keep(self.given)
        return True

    def _tried(self, question: Question, answer: str) -> bool:
        """Try what an answer names; return whether it is kept."""
        found = list(self.trials[question.key](answer, self.given))
        for each in found:
            self.write(line_of(each, self.say))
        if all(each.verdict is not Verdict.MISSING for each in found):
            return True
        return not self.read(
            f"   {self.say(_('Enter lo deja así; otra tecla pregunta de nuevo'))} > "
        ).strip()

    def _back(self, question: Question) -> None:
        """Forget the answer before a question; it is then asked again."""
        before = [each for each in questions_for(self.given) if not each.quiet and each.key in self.given]
        before = before[: before.index(question)] if question in before else before
        if before:
            self.given = {key: text for key, text in self.given.items() if key != before[-1].key}
            self.keep(self.given)

    def _looked_over(self) -> bool:
        """Show every answer; return whether the person changes none."""
        self.write(f"\n── {self.say(_('Todas las respuestas'))} ──")
        asked = [each for each in questions_for(self.given) if not each.quiet]
        for number, question in enumerate(asked, 1):
            self.write(
                f"{number:>3}  {self.say(worded(question, self.given))} {self.given[question.key] or '—'}"
            )
        text = self.read(f"   {self.say(_('Enter hace la sala; un número cambia esa respuesta'))} > ").strip()
        if not text:
            return True
        if text.isdigit() and 1 <= int(text) <= len(asked):
            self.ask(asked[int(text) - 1])
        return False


def line_of(finding: Finding, say: Phrasebook) -> str:
    """Return what a look found as a line of the dialogue."""
    line = f"   {_SIGNS[finding.verdict]} {say.say(finding.said)}"
    return f"{line}\n     → {say.say(finding.remedy)}" if finding.remedy else line
