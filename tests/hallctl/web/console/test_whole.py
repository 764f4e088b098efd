"""Names stay in one piece on every page: series, ball sets, amounts, the hall's people and company."""

import pytest

from hallctl.web.console.citing import Citing
from hallctl.web.console.whole import Whole

WHOLE = Whole({"Ana Quispe", "Ana Quispe Rojas", "Bingo Illimani S.R.L."})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("No se pueden vender 9 de la serie A 1042.", ["A 1042"]),
        ("Retirar bolas J-01", ["J-01"]),
        ("Espera a Ana Quispe, Jefe de Mesa", ["Ana Quispe"]),
        ("Ana Quispe Rojas y Ana Quispe", ["Ana Quispe Rojas", "Ana Quispe"]),
        ("La empresa Bingo Illimani S.R.L. paga Bs 1.234,50.", ["Bingo Illimani S.R.L.", "Bs 1.234,50"]),
        ("Mariana Quispe", []),
    ],
)
def test_each_name_is_a_piece_of_its_own_and_the_text_stays(text: str, names: list[str]) -> None:
    made = WHOLE(text)
    assert made.striptags() == text
    assert [part.partition("</bdi>")[0] for part in made.split('<bdi class="whole">')[1:]] == names


def test_a_rule_is_a_link_and_no_name_and_what_is_markup_stays_text() -> None:
    cited = Citing({"AJ-57": "/ayuda/AJ-57"}, tab="")
    assert cited("<b> Ana Quispe (AJ-57)", WHOLE) == (
        '&lt;b&gt; <bdi class="whole">Ana Quispe</bdi> (<a class="law" href="/ayuda/AJ-57">AJ-57</a>)'
    )
