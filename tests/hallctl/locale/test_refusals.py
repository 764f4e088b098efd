"""Every refusal can be read in Portuguese and in English, after it was made."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.locale.refusals import LANGUAGES, templates, translate
from hallctl.rules.refusals import Refusal, refuse
from hallctl.scripts.play import play
from tests.hallctl.scripts.scribe import start
from tests.hallctl.scripts.test_play import WRONG
from tools.catalogues import (
    HEADER,
    compiled,
    merged,
    messages,
    parse,
    path_of,
    untranslated,
    written,
)

OTHERS = LANGUAGES[1:]


def placeholders(template):
    return sorted(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def catalogue(language):
    return parse(path_of(language).read_text("utf-8"))


@pytest.mark.parametrize("language", OTHERS)
def test_everything_the_code_says_has_a_translation(language):
    missing = untranslated(catalogue(language), messages())
    assert not missing, f"run `python -m tools.catalogues`, then translate in {path_of(language)}: {missing}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_of_its_sentence_and_ends_as_it_does(language):
    for (context, text), translated in catalogue(language).items():
        if (context, text) != HEADER and translated:
            assert placeholders(translated) == placeholders(text), (context, translated)
            assert translated.endswith(".") == text.endswith("."), (context, translated)


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogues_are_as_their_tool_writes_and_compiles_them(language):
    path, current = path_of(language), catalogue(language)
    assert path.read_text("utf-8") == written(merged(current, messages())), "run `python -m tools.catalogues`"
    assert path.with_suffix(".mo").read_bytes() == compiled(current), "run `python -m tools.catalogues`"


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_is_translated_with_the_words_it_was_made_with(language):
    entries = catalogue(language)
    for code, template in templates().items():
        words = {name: f"<{name}>" for name in placeholders(template)}
        made = Refusal(code, "", template.format(**words))
        said = entries.get((code, template)) or template
        assert translate(made, language) == said.format(**words), code
        assert translate(made, "es") == made.sentence


@given(st.sampled_from(sorted(templates())), st.data())
@settings(max_examples=200, deadline=None)
def test_whatever_the_words_every_one_of_them_is_in_the_translation(code, data):
    template = templates()[code]
    word = st.integers(0, 90).map(str) | st.from_regex(r"[A-Z]-[0-9]{1,4}", fullmatch=True)
    words = {name: data.draw(word) for name in placeholders(template)}
    for language in OTHERS:
        translated = translate(Refusal(code, "", template.format(**words)), language)
        assert all(said in translated for said in words.values())


@given(st.sampled_from(sorted(templates())), st.text(max_size=80))
def test_a_sentence_that_its_template_did_not_make_stays_as_it_is(code, sentence):
    if placeholders(templates()[code]) == []:
        assert translate(Refusal(code, "", sentence + "x"), "pt") == sentence + "x"
    assert translate(Refusal("NO-SUCH-CODE", "", sentence), "en") == sentence


@pytest.mark.parametrize(
    ("refusal", "language", "said"),
    [
        (
            refuse("POST", step="Extraer bola", posts="jefe, locutor"),
            "pt",
            "«Extrair bola» compete a: chefe de mesa, locutor. Entre com esse posto.",
        ),
        (
            refuse("PAY-NONE", claim="línea", card=17),
            "pt",
            "O cartão 17 não tem prémio de linha por pagar nesta jogada.",
        ),
        (
            refuse("ASK-FIRST", claim="alguna línea"),
            "pt",
            "Pergunte primeiro «Mais alguma linha?» e deixe passar o prazo.",
        ),
        (refuse("CHECKS", missing="cámara, sonido"), "en", "Checks are missing: camera, sound."),
        (
            refuse("POST-PERSON", person="Bingo", post="cajero"),
            "en",
            "Bingo does not hold the post “cashier” in this session.",
        ),
        (refuse("DRAW-PACE", wait=3), "en", "Too fast: wait 3 s for the next ball."),
    ],
)
def test_the_words_of_the_hall_are_translated_with_the_sentence_and_names_are_not(refusal, language, said):
    assert translate(refusal, language) == said


@pytest.mark.parametrize("script_line", [line for line, _ in WRONG.values()], ids=WRONG)
def test_nothing_spanish_is_left_in_what_a_script_gets_wrong(script_line):
    state = start()
    spanish, english = (
        next(play([script_line], state, say=lambda refusal, to=to: translate(refusal, to)))["refusal"][
            "sentence"
        ]
        for to in ("es", "en")
    )
    assert english != spanish
    left = {"se", "espera", "falta", "campo", "línea", "hay", "demasiado", "orden", "número", "tiene"}
    assert not left & set(english.replace(":", " ").replace(",", " ").split()), english


def test_a_language_without_a_catalogue_is_an_error():
    with pytest.raises(FileNotFoundError):
        translate(refuse("CHECKS", missing=""), "fr")


def test_a_catalogue_survives_being_written_and_read():
    strange = {HEADER: "Language: x\n", ("A", 'a "b" \\ c'): "\\", ("B", "á\nb"): "«é»"}
    assert parse(written(strange)) == strange
    with pytest.raises(ValueError, match="no es una línea de catálogo"):
        parse('msgid "a"\nmsgstr "b"\nnonsense here\n')


def test_what_is_new_waits_for_its_translation_and_what_is_gone_goes():
    before = {HEADER: "", ("A", "a"): "x", ("B", "b"): "y"}
    assert merged(before, [("B", "b"), ("C", "c")]) == {HEADER: "", ("B", "b"): "y", ("C", "c"): ""}
    assert untranslated(before, [("B", "b"), ("C", "c")]) == ["C: c"]
