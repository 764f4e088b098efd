"""Every refusal can be read in Portuguese and in English, after it was made."""

import re
import string
from dataclasses import replace
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.app.games import every_refusal
from hallctl.cli.scripts.play import play
from hallctl.games.baccarat.rules.refusals import BACCARAT_REFUSALS
from hallctl.games.baccarat.rules.refusals import refuse as of_baccarat
from hallctl.games.bingo.cards.matrix_file import MOST_CARDS, export_csv, import_csv, read_csv
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.rules.cards import Card, MatrixError, faults
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim, VerifyCard
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.variants.library import variant
from hallctl.games.roulette.rules.refusals import ROULETTE_REFUSALS
from hallctl.games.roulette.rules.refusals import refuse as of_the_table
from hallctl.i18n.refusals import DETAILS, LANGUAGES, _pattern, translate, translate_detail
from hallctl.i18n.script_refusals import unreadable
from hallctl.rules.card_faults import CardFault
from hallctl.rules.claim_faults import ClaimFault, Mark
from hallctl.rules.file_faults import FileFault
from hallctl.rules.refusals import Refusal, inflected
from tests.hallctl.cli.scripts.scribe import start
from tests.hallctl.cli.scripts.test_play import WRONG
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night
from tools.catalogues import (
    HEADER,
    compiled,
    merged,
    messages,
    parse,
    path_of,
    templates,
    untranslated,
    written,
)

OTHERS = LANGUAGES[1:]


def placeholders(template):
    return sorted({name for _, name, _, _ in string.Formatter().parse(template) if name is not None})


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


def made(code, words):
    """Return the refusal of this code, whoever makes it."""
    if code in ROULETTE_REFUSALS:
        return of_the_table(code, **words)
    if code in BACCARAT_REFUSALS:
        return of_baccarat(code, **words)
    return refuse(code, **words) if code in every_refusal() else unreadable(code, **words)


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_is_translated_with_the_words_it_was_made_with(language):
    entries = catalogue(language)
    for code, template in templates().items():
        words = {name: f"<{name}>" for name in placeholders(template)}
        refusal = made(code, words)
        assert refusal.words == words
        assert refusal.sentence == inflected(template, words)
        assert translate(refusal, language) == inflected(entries[code, template], words), code
        assert translate(refusal, "es") == refusal.sentence


@given(st.sampled_from(sorted(templates())), st.data())
def test_whatever_the_words_every_one_of_them_is_in_the_translation(code, data):
    # Nothing is looked for in the sentence: words may be anything, even parts of it.
    anything = st.integers() | st.text(max_size=20).filter(lambda said: said not in spoken())
    words = {name: data.draw(anything) for name in placeholders(templates()[code])}
    for language in OTHERS:
        refusal = made(code, words)
        translated = translate(refusal, language)
        assert all(str(said) in translated for said in refusal.words.values())


@cache
def spoken():
    """The words that are translated themselves."""
    return {text for _, text in messages()}


def test_a_refusal_that_no_catalogue_knows_stays_as_it_is():
    assert translate(Refusal("NO-SUCH-CODE", "", "¿Qué?"), "en") == "¿Qué?"


@pytest.mark.parametrize("template", DETAILS)
def test_every_detail_is_found_again_in_what_was_said(template):
    said = template.format(**{name: "7" for name in placeholders(template)})
    for language in OTHERS:
        expected = catalogue(language)["detail", str(template)]
        assert translate_detail(said, language) == expected.format(**{n: "7" for n in placeholders(template)})
    assert translate_detail(said, "es") == said


SPANISH = {
    "cartón",
    "línea",
    "casilla",
    "el",
    "la",
    "los",
    "números",
    "archivo",
    "está",
    "tiene",
    "con",
    "falta",
}


def bad_files():
    """Return files of cards each with faults of their own, all that there are."""
    lines = export_csv(make_matrix(12, 1)).splitlines()
    cells = [line.split(",") for line in lines]
    number = next(cell for cell in cells[1][1:] if cell)
    changed = [
        ["1", *("91" if cell == number else cell for cell in cells[1][1:])],
        ["1", *("" if index % 9 == 0 else cell for index, cell in enumerate(cells[1][1:]))],
        ["1", *(number if cell else "" for cell in cells[1][1:])],
        ["1", "x"],
        ["1", *cells[2][1:]],
        ["x"],
        ["", ""],
        ['""'],
        ["9" * 2000],
        ["", "1"],
        ["4", *cells[1][1:]],
        ["30"],
    ]
    yield from ("\n".join([lines[0], ",".join(line), *lines[2:]]) for line in changed)
    yield from ("", lines[0], "\n".join(lines[1:]))
    yield "\n".join([*lines[:3], *lines[4:6], *lines[9:]])
    yield "\n" * MOST_CARDS + "1\n" * 3


def test_no_spanish_is_left_of_what_is_wrong_with_a_file_of_cards(tmp_path):
    found = set()
    for text in bad_files():
        with pytest.raises(MatrixError) as caught:
            import_csv(text)
        found |= set(caught.value.problems)
    (tmp_path / "a.csv").write_bytes(b"\xff")
    with pytest.raises(MatrixError) as caught:
        read_csv(tmp_path / "a.csv")
    found |= {*caught.value.problems, *faults(Card((0,) * 26))}
    square, ninety = variant("pt-bingo-75"), variant("pt-bingo-90")
    found |= {*faults(Card((0, *[31] * 24), 5), square), *faults(Card((9, *[8] * 26)), ninety)}
    patterns = {template: _pattern(template) for template in (*FileFault, *CardFault)}
    unmet = {t for t, pattern in patterns.items() if not any(pattern.search(said) for said in found)}
    assert unmet == {FileFault.BYTES}  # as long as 16 MiB
    for said in found:
        english = translate_detail(said, "en")
        assert not set(re.findall(r"\w+", english)) & SPANISH, english


@pytest.mark.req("AJ-94", "AJ-106", "AJ-107", "AJ-108", "AJ-109")
def test_what_the_book_says_against_a_card_can_be_read_in_portuguese_and_english():
    night = Night(replace(RULES, line_needs_last_ball=True)).open_session().start()
    night.call_card(5, rows=1)
    night.draw(next(ball for ball in range(1, 91) if ball not in MATRIX.card(5).numbers))
    night.do(StopForClaim(Claim.LINE))
    late = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 5, tuple(Mark)))
    unknown = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 601))
    lacking = night.only(CardVerified, VerifyCard(Claim.BINGO, "A-1042", 5))
    said = [*late.faults, *unknown.faults, *lacking.faults]
    assert len(set(said)) == len(Mark) + len(ClaimFault) - 1, "symbols are for the room, not in the book"
    assert not {fault for fault in said if translate_detail(fault, "en") == fault}
    assert translate_detail(unknown.faults[0], "pt") == "o cartão 601 não existe na série A 1042"


@pytest.mark.parametrize(
    ("refusal", "language", "said"),
    [
        (
            refuse("POST", step="Extraer bola", posts=("jefe", "locutor")),
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
        (refuse("CHECKS", missing=("cámara", "sonido")), "en", "Checks are missing: camera, sound."),
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
        next(play([script_line], state, say=partial(translate, language=to)))["refusal"]["sentence"]
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
