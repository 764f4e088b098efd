"""What goes wrong with paper, whichever part of it fails.

Not responsible for what becomes of it.
"""


class PrinterError(OSError):
    """A document cannot be typeset or printed; the message says why."""
