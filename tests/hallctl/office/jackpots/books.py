"""Verified entries of made halls, as ingest leaves them in the office's database."""

import json

from hallctl.office.database import add_partitions

SEAT = (
    "INSERT INTO halls (hall, name, game, time_zone, nkey, controller)"
    " VALUES (%s, %s, 'bingo', 'UTC', %s, '')"
)


class Book:
    """A hall's volume at the office."""

    at: float | None = None
    """When the next entry is sealed, in seconds of POSIX time; None: now."""

    def __init__(self, connection, hall):
        self.connection, self.hall, self.number, self.game = connection, hall, 0, 0
        connection.execute(SEAT, (hall, hall, hall))
        add_partitions(connection, hall, 1)

    def minute(self, kind, **body):
        self.number += 1
        line = json.dumps({"body": body}).encode()
        of = (self.hall, self.number, self.at, kind, f"{self.hall}/{self.number}", line)
        with self.connection.transaction():
            self.connection.execute(
                "INSERT INTO entries (hall, volume, number, time, kind, hash, line)"
                " VALUES (%s, 1, %s, coalesce(to_timestamp(%s), now()), %s, %s, %s)",
                of,
            )
            self.connection.execute(
                "INSERT INTO heads (hall, volume, number, hash, peaks, time)"
                " VALUES (%s, 1, %s, %s, '', now())"
                " ON CONFLICT (hall, volume) DO UPDATE SET number = excluded.number, hash = excluded.hash",
                (self.hall, self.number, of[4]),
            )

    def sale(self, amount, jackpot="pozo"):
        self.game += 1
        self.minute("GameAnnounced", game=self.game)
        self.minute("SaleClosed", progressives=[{"progressive": "P", "amount": amount, "linked": jackpot}])

    def void(self, amount):
        back = [{"progressive": "P", "amount": amount, "linked": "pozo"}]
        self.minute("GameVoided", game=self.game, reversed=back)

    def claims(self, game=None):
        self.minute("LinkedJackpotClaimed", jackpot="pozo", game=game or self.game)

    def announces(self, amount, game=None, note=""):
        about = {"jackpot": "pozo", "game": game or self.game, "amount": amount, "note": note}
        self.minute("LinkedJackpotReserved", **about)

    def lapses(self, game=None):
        self.minute("LinkedJackpotLapsed", jackpot="pozo", game=game or self.game)


def balances(connection):
    row = connection.execute("SELECT held, reserved, seeded, added, paid FROM jackpot_balances").fetchone()
    return dict(zip(("held", "reserved", "seeded", "added", "paid"), map(int, row), strict=True))
