"""What keeps the office from beginning, or an order to it from being carried out."""


class OfficeError(OSError):
    """The office cannot do what was asked; the message says in Spanish why and what to do."""
