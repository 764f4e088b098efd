"""Whatever a person types: refused with a reason, or on every folio, screen and page (I24)."""
