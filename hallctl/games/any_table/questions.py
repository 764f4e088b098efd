"""What the steps of a table's bank ask.

Not responsible for when they are offered.
"""

from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.offer import Question


def pieces(label: Sentence) -> Question:
    """How many pieces there are of each value."""
    return Question("pieces", label, "pieces")


def slip() -> tuple[Question, ...]:
    """The slip of a fill or a credit, and its chips."""
    return Question("slip", _("Número del vale"), "text"), pieces(_("Fichas"))
