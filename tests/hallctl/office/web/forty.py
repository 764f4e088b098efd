"""Forty halls at the office: bingo and tables, with faults, alarms, cash that is short, and silence."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from psycopg.types.json import Jsonb

from hallctl.office.database import connect, make_tables
from hallctl.office.web.app import make_office_app
from hallctl.office.web.roles import ROLES, Role
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.incidents import ComplaintFiled, IncidentMinuted
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.events.session import SessionClosed
from hallctl.rules.events.till import ShiftClosed
from hallctl.web.access.auth import AuthService, open_auth_service
from hallctl.web.access.hashing import Cost, Hasher
from hallctl.web.access.people import People, Secrets
from hallctl.web.server import ConsoleServer
from tests.hallctl.games.baccarat import table as baccarat
from tests.hallctl.games.bingo.reports.record import night, noted
from tests.hallctl.games.roulette import table as roulette
from tests.hallctl.office.books import HallBook, put_hall, sealed

PASSPHRASE = "una contraseña de prueba"
READER, SETTLER, ADMINISTRATOR = "Carla Ríos", "Julio Vega", "Elena Paz"

NAMES = """Illimani|Sajama|El Prado|La Recoleta|Potosí Centro|Sucre|Tarija Norte|Cochabamba I
Cochabamba II|Santa Cruz Equipetrol|Santa Cruz Plan 3000|Montero|Warnes|Oruro|Trinidad|Cobija
El Alto 16 de Julio|El Alto Ceja|Viacha|Quillacollo|Sacaba|Camiri|Yacuiba|Villazón|Tupiza|Uyuni
Riberalta|Guayaramerín|San Ignacio|Puerto Suárez
Bermejo|Copacabana|Achocalla|Tiquipaya|Punata|Llallagua|Huanuni
Casino Estoril|Casino Madeira|Casino Macau""".replace("\n", "|").split("|")
"""Of the forty halls, in their order; the last three are tables."""


@cache
def tables() -> tuple[tuple[Minuted, ...], tuple[Minuted, ...]]:
    wheel = roulette.TableDay.opened()
    for pocket in ("7", "0", "32", "15", "19", "4"):
        wheel.spun(pocket)
    shoe = baccarat.TableDay.opened()
    for cards in (baccarat.NATURAL, baccarat.TIE, baccarat.BANKER, baccarat.NATURAL):
        shoe.played(*cards)
    return noted(wheel.events), noted(shoe.events)


@cache
def record_of(place: int) -> tuple[Minuted, ...]:
    """Return the record of a hall, in its night's own state."""
    if place >= 37:
        return tables()[place - 37 == 2]
    whole = night(9, 12)
    cut = len(whole) - 160 * (place % 9)  # some are in a sale, some draw, some have ended
    record = whole if place % 9 == 0 else whole[:cut]
    more = {
        3: (FaultLatched("cámara", "CAMERA-LOST", "sin imagen desde el cable USB 2"),),
        5: (IncidentMinuted(1, "Se cortó la luz tres minutos; siguió el generador.", "Ana", 0),),
        7: (ComplaintFiled(1, 2, "Juan Mamani", "LP-4471", "no oí el 47 y tenía línea", False, "Ana"),),
        11: (ShiftClosed(1, "Rosa", 100_000, 250_000, 90_000, 0, 260_000, 258_500, ()),),
        13: (FaultLatched("extractor", "EXTRACTOR-JAM", "bola atascada en el tubo"),),
        18: (SessionClosed(1, 9, 0, 0),),
    }.get(place, ())
    last = record[-1]
    added = (Minuted(last.number, last.time, "jefe:Ana", last.hash, event) for event in more)
    return (*record, *added)


def fill(url: str, now: datetime, halls: int = len(NAMES)) -> None:
    """Put the halls into the office's tables, their night a few hours before now."""
    with connect(url) as connection:
        make_tables(connection)
        start = now - timedelta(hours=3)
        for place, name in enumerate(NAMES[:halls]):
            game = ("roulette", "roulette", "baccarat")[place - 37] if place >= 37 else "bingo"
            silent = timedelta(minutes=25) if place == 21 else timedelta(seconds=place % 7)
            lines = [] if place == 30 else sealed(record_of(place), start, f"Sala {name}")
            put_hall(connection, HallBook(f"sala-{place + 1}", name, game, lines), now - silent)
            if place not in {21, 30, 33}:
                said = {"game": game, "phase": "draw" if place % 2 else "sale", "round": 3, "balls": place}
                view = Jsonb({**said, "faults": []})
                connection.execute(
                    "INSERT INTO live (hall, sent, received, view) VALUES (%s, %s, %s, %s)",
                    (f"sala-{place + 1}", now, now - timedelta(seconds=place % 3), view),
                )
        _raise_alarms(connection, halls)
        connection.execute("SELECT books.refresh()")


LINE = '{"actor":"jefe:Ana","body":{"ball":42},"hash":"ab…","kind":"BallDrawn","number":812}'
ALARMS = (
    ("sala-2", "OFFICE-FORK", 812, "El asiento 812 llegó dos veces, con contenidos distintos.", LINE * 2),
    ("sala-9", "OFFICE-UNVERIFIED", 77, "El hash del asiento 77 no corresponde a su contenido.", LINE),
    ("sala-22", "OFFICE-LATE", None, "No llega nada desde hace 25 minutos.", ""),
    ("sala-15", "OFFICE-CLOCK", None, "Su reloj va 190 s por delante.", ""),
)


def _raise_alarms(connection, halls) -> None:
    columns = "hall, code, volume, number, detail, evidence"
    for hall, code, number, detail, evidence in ALARMS:
        if int(hall.partition("-")[2]) <= halls:
            insert = f"INSERT INTO alarms ({columns}) VALUES (%s, %s, 1, %s, %s, %s)"
            connection.execute(insert, (hall, code, number, detail, evidence))
    take = "UPDATE alarms SET acknowledged = now(), acknowledged_by = %s WHERE code = 'OFFICE-CLOCK'"
    connection.execute(take, (SETTLER,))


@dataclass
class Office:
    """The office's pages while a test looks at them."""

    url: str
    auth: AuthService
    database: str


@contextmanager
def serving(folder: Path, database: str, render=lambda *_: b"%PDF-") -> Iterator[Office]:
    """Serve the pages of an office over a database, with a person of each role."""
    clock = datetime.now(UTC)
    files = folder / "cuentas.sqlite", folder / "seguridad.sqlite"
    cheap = Hasher(Cost(passes=1, memory_kib=64))
    with open_auth_service(*files, lambda: 0, lambda: clock, cheap, roles=ROLES) as auth:
        people = People(auth, "tests", "máquina")
        assert people.begin(ADMINISTRATOR, [], Secrets(PASSPHRASE)) is None
        assert people.add(READER, [Role.READER], Secrets(PASSPHRASE)) is None
        assert people.add(SETTLER, [Role.SETTLER], Secrets(PASSPHRASE)) is None
        server = ConsoleServer(
            make_office_app("Salas del Altiplano", database, auth, render), 0, section="web"
        )
        server.start()
        try:
            yield Office(f"http://127.0.0.1:{server.port}", auth, database)
        finally:
            server.stop()
