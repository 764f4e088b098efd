"""The documents of the book as data for the printer, folio by folio.

Not responsible for typesetting (``drivers.printer``), nor for reading the book.
"""
