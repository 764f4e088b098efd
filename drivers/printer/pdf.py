"""Typesetting: a template of ours and data ready for people become a PDF/A-2a, always the same bytes.

Not responsible for the wording of amounts, dates and times, which are strings in the data, nor for where the
file goes, nor for the fonts (``fonts.py``). Nothing is fetched. The typesetter keeps some 20 MiB of a page
until ten more are made, and a little of it for good: what typesets all day has ``Typesetter`` do it.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typst

from drivers.printer import fonts, qr
from drivers.printer.errors import PrinterError

TEMPLATES = Path(__file__).with_name("templates")
"""Where the templates are; the data each one takes is described beside it."""
_SHARED = ("folio", "cartones-comun")
"""What templates import, not a document by itself."""


def templates() -> tuple[str, ...]:
    """Name the documents that can be rendered."""
    return tuple(sorted(path.stem for path in TEMPLATES.glob("*.typ") if path.stem not in _SHARED))


def render(template: str, data: Mapping[str, Any], created: datetime) -> bytes:
    """Typeset a document and give its PDF/A-2a bytes: same template, data and moment, same bytes.

    Args:
        template: One of ``templates()``, e.g. ``"acta"``.
        data: What the template prints; its shape is in the ``.md`` beside the template.
        created: When the document is made, aware; written in the file's metadata and nowhere else.

    Raises:
        PrinterError: The template is unknown, the data lacks what the template needs or is not JSON, or
            ``created`` has no time zone.
    """
    if template not in templates():
        raise PrinterError(f"no existe la plantilla «{template}»; hay: {', '.join(templates())}")
    if created.utcoffset() is None:
        raise PrinterError(f"la fecha del documento no tiene zona horaria: {created.isoformat()}")
    try:
        given = inputs(data)
    except (TypeError, ValueError) as error:
        raise PrinterError(f"los datos de «{template}» no son JSON: {error}") from error
    try:
        return typst.compile(
            TEMPLATES / f"{template}.typ",
            root=TEMPLATES,
            font_paths=fonts.font_paths(),
            sys_inputs=given,
            pdf_standards="a-2a",
            timestamp=created.astimezone(UTC).replace(microsecond=0),
            # No package is used; the folder that is not there keeps it so.
            package_path=TEMPLATES / "packages",
            package_cache_path=TEMPLATES / "packages",
        )
    except typst.TypstError as error:
        raise PrinterError(_explain(template, error)) from error


def picture(template: str, data: Mapping[str, Any], page: int, dots: float = 110.0) -> bytes:
    """Typeset a document and give one of its pages as PNG, for looking at.

    Args:
        template: As ``render``.
        data: As ``render``.
        page: Which page, from 1.
        dots: Per inch.

    Raises:
        PrinterError: As ``render``; or there is no such page.
    """
    if template not in templates():
        raise PrinterError(f"no existe la plantilla «{template}»; hay: {', '.join(templates())}")
    try:
        made = typst.compile(
            TEMPLATES / f"{template}.typ",
            root=TEMPLATES,
            font_paths=fonts.font_paths(),
            sys_inputs=inputs(data),
            format="png",
            ppi=dots,
            package_path=TEMPLATES / "packages",
            package_cache_path=TEMPLATES / "packages",
        )
    except typst.TypstError as error:
        raise PrinterError(_explain(template, error)) from error
    pages: list[bytes] = made if isinstance(made, list) else [made]
    if not 1 <= page <= len(pages):
        raise PrinterError(f"«{template}» no tiene la página {page}")
    return pages[page - 1]


def inputs(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what a template reads: the data, the rows of its QR codes, and the fonts to fall back to.

    Raises:
        TypeError: The data is not JSON.
        ValueError: So is a number in it.
    """
    return {
        "data": json.dumps(data, ensure_ascii=False, allow_nan=False),
        "modules": json.dumps({code: qr.modules(code) for code in _codes(data)}),
        "fonts": json.dumps(fonts.families()),
    }


def _codes(data: Mapping[str, Any]) -> list[str]:
    """Return the texts that the document shows as QR codes: that of each page, and those of its parts."""
    items = (item for part in data.get("parts", {}).values() for item in part.get("items", ()))
    return [*data.get("stamp", {}).get("codes", ()), *(item["code"] for item in items)]


def _explain(template: str, error: typst.TypstError) -> str:
    where = "; ".join([*error.hints, *error.trace])
    return f"no se pudo componer «{template}»: {error.message}{f' ({where})' if where else ''}"
