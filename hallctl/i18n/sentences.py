"""What the console says to a person, as sentences that remember how they were made.

Not responsible for translating (``hallctl.i18n``). A sentence is marked where it is made,
``_("Faltan {count}", count=3)``; it is Spanish text until it is put into a page, where its
reader's language is known. ``python -m tools.catalogues`` finds the marks.
A word that a number changes has both forms, in each language its own: ``{count} {count:cartón|cartones}``.
"""

from collections.abc import Iterable, Mapping

from hallctl.rules.refusals import inflected


class Sentence(str):
    """Spanish text, made of a template and its words.

    Attributes:
        template: As the catalogues have it.
        words: What fills it; those that are sentences are said in the reader's language too, others stay.
    """

    template: str
    words: Mapping[str, object]

    def __new__(cls, template: str, /, **words: object) -> "Sentence":
        """Fill a template; one without words is text as it stands."""
        made = super().__new__(cls, inflected(template, words) if words else template)
        made.template = str(template)
        made.words = words
        return made


class Named(Sentence):
    """A name that the hall gave in each language itself: no catalogue has it.

    Attributes:
        others: The name by language; Spanish is the text itself.
    """

    others: Mapping[str, str]

    def __new__(cls, spanish: str, /, **others: str) -> "Named":
        """Make a name of what it is in Spanish and in the other languages."""
        made = str.__new__(cls, spanish)
        made.template, made.words, made.others = spanish, {}, others
        return made


def _(template: str, /, **words: object) -> Sentence:
    """Mark a sentence for the catalogues, and make it."""
    return Sentence(template, **words)


def listed(parts: Iterable[Sentence], between: str = ", ") -> Sentence:
    """Return several sentences as one, with commas or something else between them."""
    words: dict[str, object] = {f"part{number}": part for number, part in enumerate(parts)}
    return Sentence(between.join(f"{{{name}}}" for name in words), **words)
