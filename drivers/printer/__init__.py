"""Paper: documents of the hall as PDF files that read the same in thirty years.

Not responsible for what a document says (it comes ready for people), nor for signing it.
"""

from drivers.printer.cups import print_on
from drivers.printer.pdf import PrinterError, render, templates
from drivers.printer.service import Fate, Service, find_service, plain_words

__all__ = [
    "Fate",
    "PrinterError",
    "Service",
    "find_service",
    "plain_words",
    "print_on",
    "render",
    "templates",
]
