"""A template is compiled once for all languages, and each takes its own filters, also of a literal."""

import pytest
from jinja2 import DictLoader, Environment

from hallctl.web.compiled import COMPILED, late


def test_a_second_language_compiles_nothing_and_says_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "{{ 'Bola'|said }} {{ number|said }}"
    spanish, english = (
        Environment(loader=DictLoader({"test-compiled": text}), autoescape=True, bytecode_cache=COMPILED)
        for _ in range(2)
    )
    spanish.filters["said"] = late(lambda said: f"es:{said}")
    english.filters["said"] = late(lambda said: f"en:{said}")
    assert spanish.get_template("test-compiled").render(number=7) == "es:Bola es:7"
    monkeypatch.setattr(english, "compile", None)
    assert english.get_template("test-compiled").render(number=7) == "en:Bola en:7"
