"""Paper: documents of the hall as PDF files that read the same in thirty years.

Not responsible for what a document says (it comes ready for people), nor for signing it. ``pdf`` is not
imported here: it loads the typesetter, which the hall's own process does without.
"""

from drivers.printer.cups import print_on
from drivers.printer.errors import PrinterError
from drivers.printer.service import Fate, Service, find_service, plain_words
from drivers.printer.typesetter import Typesetter

__all__ = [
    "Fate",
    "PrinterError",
    "Service",
    "Typesetter",
    "find_service",
    "plain_words",
    "print_on",
]
