"""Every sentence of the console is marked, and stands translated in the catalogues."""

import ast
import re
import string
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hallctl.games.bingo.rules.refusals import refuse
from hallctl.i18n.phrasebook import DOMAIN, SPANISH, Phrasebook
from hallctl.i18n.refusals import LANGUAGES
from hallctl.i18n.sentences import Sentence, _, listed
from tools.catalogues import HEADER, compiled, in_code, in_template, marked, merged, parse, path_of, written

OTHERS = LANGUAGES[1:]
ROOT = Path(__file__).parents[3]
TEMPLATES = sorted((ROOT / "hallctl/web/console").rglob("*.html"))
CODE = [
    *sorted((ROOT / "hallctl/web").glob("*.py")),
    *sorted((ROOT / "hallctl/web/console").glob("*.py")),
    *(
        ROOT / "hallctl" / name
        for name in (
            "outputs/desk.py",
            "outputs/house_steps.py",
            "games/bingo/desk/candidates.py",
            "games/bingo/desk/day_steps.py",
            "games/bingo/desk/game_steps.py",
            "outputs/session_steps.py",
            "web/access/words.py",
            "web/access/people.py",
        )
    ),
]

SPANISH_LOOKS = re.compile(
    r"[áéíóúñÁÉÍÓÚÑ¿¡«»]|\b(el|la|los|las|de|del|que|se|su|un|una|por|con|para|al)\b", re.IGNORECASE
)
READ = {"alt", "aria-label", "placeholder", "title"}
"""The attributes that a person reads or hears."""

OF_THE_MACHINE = {"server.py"}
"""What is said to who starts the program, on its terminal."""

OF_THE_BOOK = {
    "candidates.py": {
        # What is read aloud to the room, and reasons that are minuted as they stand in their fields.
        "Hay una avería antes de la primera bola. Si no se resuelve en {most}, se anula la partida y se "
        "devuelve el valor de los cartones.",
        "Huella de los cartones vendidos: ",
        "Partida anulada: se devuelven ",
        "Avería antes de la primera bola",
    },
    "game_steps.py": {"Error sustancial en el sorteo"},
    "people.py": {"sí"},
    "connections.py": {  # said before anything of a request is known
        "Hay demasiadas conexiones a la vez. Inténtelo de nuevo en un momento.",
        "La petición no llegó a tiempo. Inténtelo de nuevo.",
    },
    "answers.py": {"book.sqlite: no queda espacio en el disco del libro."},
    "manual.py": {"cantan-línea-o-bingo"},
    "language.py": {"Español"},
}
"""What stays Spanish whoever reads it."""


def catalogue(language: str) -> dict[tuple[str, str], str]:
    return parse(path_of(language, DOMAIN).read_text("utf-8"))


def placeholders(template: str) -> list[str]:
    return sorted({name for _, name, _, _ in string.Formatter().parse(template) if name is not None})


@pytest.mark.parametrize("language", OTHERS)
def test_every_marked_sentence_has_a_translation_of_the_same_form(language: str) -> None:
    entries = catalogue(language)
    for key in marked():
        text, translated = key[1], entries.get(key, "")
        assert translated, f"run `python -m tools.catalogues`, then translate «{text}»"
        assert placeholders(translated) == placeholders(text), text
        for end in (".", ":", "…"):
            assert translated.endswith(end) == text.endswith(end), text


@pytest.mark.parametrize("language", OTHERS)
def test_the_console_s_catalogues_are_as_their_tool_writes_and_compiles_them(language: str) -> None:
    path, current = path_of(language, DOMAIN), catalogue(language)
    assert path.read_text("utf-8") == written(merged(current, marked())), "run `python -m tools.catalogues`"
    assert path.with_suffix(".mo").read_bytes() == compiled(current), "run `python -m tools.catalogues`"
    assert current[HEADER]


class _Words(HTMLParser):
    """What a template says by itself, without its expressions."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self._look(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in READ:
                self._look(value or "")

    def _look(self, said: str) -> None:
        if re.search(r"[^\W\d_]{2}", said):
            self.found.append(said.strip())


def unmarked(source: str) -> list[str]:
    """Return what a template says without marking it."""
    words = _Words()
    words.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", source, flags=re.DOTALL))
    words.close()
    return words.found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_of_the_console_says_a_word_that_is_not_marked(path: Path) -> None:
    said = [text for text in unmarked(path.read_text("utf-8")) if not text.startswith("hallctl")]
    assert not said, f'write {{{{ _("…") }}}} around {said} in {path.name}'


def spanish(source: str) -> Iterator[str]:
    """Yield the Spanish of a module that is neither marked nor explains the code."""
    tree = ast.parse(source)
    passed: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                passed.add(id(text))
            case ast.Call(func=ast.Name(id="_")):
                passed |= {id(each) for each in ast.walk(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(said)) if id(node) not in passed and SPANISH_LOOKS.search(said):
                yield said


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_no_module_of_the_console_makes_a_sentence_that_is_not_marked(path: Path) -> None:
    if path.name not in OF_THE_MACHINE:
        left = set(spanish(path.read_text("utf-8"))) - OF_THE_BOOK.get(path.name, set())
        assert not left, f'write _("…") around {left} in {path.name}'


def test_the_checks_above_see_what_is_not_marked() -> None:
    assert unmarked('<p>{{ _("Hecho") }}</p><p>{% if x %}Falta{% endif %}</p>') == ["Falta"]
    assert unmarked('<p aria-label="Pasos" class="step">{{ x }} {{ "y" }}</p>') == ["Pasos"]
    assert list(spanish('"""El módulo."""\nA = _("de la sala")\nB = f"de {x}"\n')) == ["de "]
    assert list(in_template('{{ _("a {b}", b=c) }}{{ _(d) }}{{ e("f") }}')) == ["a {b}"]
    assert list(in_code('_("a" "b", c=1)\n_(d)\ne("f")\n')) == ["ab"]


def test_a_sentence_is_spanish_text_that_is_said_again_in_another_language() -> None:
    said = _("Pagar {prize}, cartón {card}", prize=Sentence("línea"), card=5)
    assert said == "Pagar línea, cartón 5" == SPANISH(said)
    assert Phrasebook("pt")(said) == "Pagar linha, cartão 5"
    assert Phrasebook("en")(said) == "Pay line, card 5"
    assert Phrasebook("en")(_("Pagar {prize}, cartón {card}", prize="línea", card=5)) == "Pay línea, card 5"
    several = listed(_("{first} al {last}", first=n, last=n + 5) for n in (1, 13))
    assert (several, Phrasebook("en")(several)) == ("1 al 6, 13 al 18", "1 to 6, 13 to 18")
    assert listed(()) == Phrasebook("en")(listed(())) == ""


def test_names_and_what_no_catalogue_knows_stay_as_they_are() -> None:
    english = Phrasebook("en")
    assert english("Ana {Quispe}") == "Ana {Quispe}"
    assert english.say("Motivo") == "Motivo", "text that nobody marked is data"
    assert english(_("de {person}", person="{number}")) == "by {number}"
    with pytest.raises(FileNotFoundError):
        Phrasebook("fr")


def test_amounts_and_days_are_written_as_the_reader_writes_them() -> None:
    spanish, portuguese, english = (Phrasebook(language) for language in LANGUAGES)
    assert spanish.amount(123450, "Bs") == portuguese.amount(123450, "Bs") == "Bs 1.234,50"
    assert english.amount(-123450, "Bs") == "Bs -1,234.50"
    assert spanish.date("2026-11-02") == portuguese.date("2026-11-02") == "02/11/2026"
    assert english.date("2026-11-02") == "2 Nov 2026"
    assert english.date("mañana") == "mañana"


def test_a_refusal_keeps_its_code_and_its_requirement_in_every_language() -> None:
    refusal = refuse("BALL-TWICE", ball=7)
    for language in LANGUAGES:
        told = Phrasebook(language).refusal(refusal)
        assert (told.code, told.requirement, told.words) == ("BALL-TWICE", "I2", {"ball": 7})
    assert Phrasebook("en").refusal(refusal).sentence == "Ball 7 is already out in this game."
    assert Phrasebook("pt").refusal(refusal).sentence == "A bola 7 já saiu nesta jogada."
