"""Which question comes next, what an answer changes, and everything that is wrong with a set of answers.

Pure but for the rule sets that the answers name. Not responsible for asking.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from hallctl.app.installing.checks import listed
from hallctl.app.installing.facts import rules_of
from hallctl.app.installing.question import Found, Given, Question
from hallctl.app.installing.questions import BY_KEY, QUESTIONS, may_be_empty
from hallctl.i18n.sentences import Sentence, _
from hallctl.rules.text import composed


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one answer.

    Attributes:
        key: Of its question.
        why: The sentence for the person.
    """

    key: str
    why: Sentence


def questions_for(given: Given) -> tuple[Question, ...]:
    """Return the questions that concern a hall with these answers, in their order."""
    return tuple(question for question in QUESTIONS if question.asked(given))


def next_question(given: Given) -> Question | None:
    """Return the first question that a person is still to answer, None where there is none."""
    return next((each for each in questions_for(given) if each.key not in given and not each.quiet), None)


def place_of(question: Question, given: Given) -> tuple[int, int]:
    """Return which question this is of how many, counted from 1, as far as is known by now."""
    asked = [each for each in questions_for(given) if not each.quiet]
    return asked.index(question) + 1, len(asked)


def picked(question: Question, text: str, given: Given, found: Found) -> str:
    """Return the answer that somebody means who reads the list: its numbers stand for what is beside them."""
    choices = [choice.value for choice in question.choices(given, found)]
    parts = listed(text) if question.people else (text.strip(),)
    return ", ".join(_of_list(each, choices) for each in parts)


def _of_list(text: str, choices: list[str]) -> str:
    chosen = text.isascii() and text.isdigit() and 1 <= int(text) <= len(choices)
    return choices[int(text) - 1] if chosen else text


def answered(question: Question, text: str, given: Given, found: Found) -> str | Sentence:
    """Return the answer that a text is, or what is wrong with it as a ``Sentence``."""
    text = composed(" ".join(text.split()))
    if question.people:
        text = ", ".join(listed(text))
    if not text:
        return text if may_be_empty(question, given) else _("Hace falta una respuesta.")
    if not question.free and text not in [choice.value for choice in question.choices(given, found)]:
        return _("Escriba uno de los números de la lista.")
    return question.check(text, given) or text


def with_answer(given: Given, question: Question, answer: str) -> dict[str, str]:
    """Return the answers with one more; those after it that no longer hold are asked again."""
    changed = {**given, question.key: answer}
    if question.key in {"game", "rules"} and given.get(question.key) not in {None, answer}:
        changed = {key: text for key, text in changed.items() if key not in _after_rules(question.key)}
    if question.key == "screens" and given.get("screens") != answer:
        changed.pop("screen_heights", None)  # there is one of each
    return {key: text for key, text in changed.items() if BY_KEY[key].asked(changed)}


def _after_rules(key: str) -> set[str]:
    """Return what hangs on the game or the rules alone, and is asked again when these change."""
    of_rules = {"cards", "face_value", "camera"}
    return {"rules", *of_rules} if key == "game" else of_rules


def completed(given: Given, found: Found) -> dict[str, str]:
    """Return the answers with what is proposed for quiet questions."""
    rest = {
        each.key: each.default(given, found)
        for each in questions_for(given)
        if each.quiet and each.key not in given
    }
    return {**given, **rest}


def from_file(values: Mapping[str, object]) -> dict[str, str]:
    """Return the answers of a TOML file as text: lists with commas, numbers as they are."""
    return {key: _as_text(value) for key, value in values.items()}


def _as_text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_as_text(each) for each in value)
    return composed(" ".join(str(value).split()))


def faults(given: Given, found: Found) -> Iterator[Fault]:
    """Yield everything that is wrong with a set of answers: keys that nobody asks for, then wrong answers."""
    full = filled(given, found)
    for key in given:
        if key not in BY_KEY:
            near = get_close_matches(key, BY_KEY, 1)
            why = _("No es ninguna pregunta; la más parecida es «{near}».", near=near[0]) if near else None
            yield Fault(key, why or _("No es ninguna pregunta."))
        elif key not in full and rules_of(full) is not None:
            yield Fault(key, _("En una sala así no se pregunta."))
    for question in questions_for(full):
        answer = answered(question, full[question.key], full, found)
        if isinstance(answer, Sentence):
            yield Fault(question.key, answer)


def filled(given: Given, found: Found) -> dict[str, str]:
    """Return answers of a file with what is proposed where they say nothing."""
    known = {key: text for key, text in given.items() if key in BY_KEY}
    for question in QUESTIONS:
        if question.asked(known):
            known.setdefault(question.key, question.default(known, found))
    return {key: text for key, text in known.items() if BY_KEY[key].asked(known)}
