"""The libro de actas: its entries and their chain, signatures, the witness, and two verifiers.

Not responsible for what the entries mean (``hallctl.rules``), for when one is written (``hallctl.table``),
nor for paper (``drivers.printer``).
"""

from hallctl.minutes.book import Book
from hallctl.minutes.canonical import CanonicalError, canonical
from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import Draft, Entry, EntryError, Stamp, seal
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.inspection import Verdict
from hallctl.minutes.reader import Reader, read_entries
from hallctl.minutes.verify import verify

__all__ = [
    "Book",
    "CanonicalError",
    "Draft",
    "Entry",
    "EntryError",
    "MinutesError",
    "Problem",
    "Reader",
    "Stamp",
    "Verdict",
    "canonical",
    "read_entries",
    "seal",
    "verify",
]
