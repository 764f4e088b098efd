"""Drafts and books for the tests: small, readable, always the same."""

from pathlib import Path

from hallctl.minutes import Book, Draft, Entry, Stamp, seal
from hallctl.minutes.entry import NO_HASH

STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "synchronised", "boot-1")


def ball(number: int, request: str = "") -> Draft:
    """Draft a ball; a request has a digest, and what the controller does by itself has neither."""
    digest = "ab" * 32 if request else ""
    return Draft("BallDrawn", {"ball": number, "note": "bolilla «ñ»"}, "jefe:maria", request, digest)


def chain_of(count: int) -> list[Entry]:
    entries: list[Entry] = []
    for number in range(1, count + 1):
        entries.append(seal(ball(number), STAMP, number, entries[-1].hash if entries else NO_HASH))
    return entries


def closed_book(path: Path, count: int) -> Path:
    """Write a book of ``count`` entries, with a request of its own each, and close it."""
    with Book.create(path) as book:
        for number in range(1, count + 1):
            book.append([ball(number, f"request-{number}")], STAMP)
    return path
