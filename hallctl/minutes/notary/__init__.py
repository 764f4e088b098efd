"""What is given to the notary: a verifier of the book that shares no code with the hall.

``verificar_libro.py`` is one file that needs only Python 3.8 or newer, with its standard library. It is
written from ``docs/minutes.md`` alone, and imports nothing of ours, so that a mistake of the hall's own
verifier is not its mistake too. Copy the file beside the export, and run::

    python3 verificar_libro.py CARPETA --segundo OTRA_CARPETA --punto nota-del-testigo.txt

Exit code 0: the book is whole; 1: it is not, and each finding is a line; 2: it could not be verified.

Not responsible for making anything: no part of the hall imports this package.
"""
