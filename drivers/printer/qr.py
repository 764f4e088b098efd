"""QR codes as rows of modules, which a template draws: the same text, the same modules.

Not responsible for what a code says.
"""

import segno


def modules(text: str) -> list[str]:
    """Return the rows of the QR code of a text, "1" for a dark module; the quiet zone is the template's."""
    code = segno.make_qr(text, error="m", boost_error=False)
    return ["".join("1" if module else "0" for module in row) for row in code.matrix]
