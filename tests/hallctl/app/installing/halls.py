"""Answers for a hall of each game, as a technician would give them."""

from collections.abc import Mapping

from hallctl.app.installing.making import Strength
from hallctl.app.installing.question import Choice, Found
from hallctl.web.access.hashing import Hasher
from tests.hallctl.web.access.doors import CHEAP

QUICK = Strength(Hasher(CHEAP), rounds=1000)

FOUND = Found(
    ports=(Choice("/dev/ttyACM0", "/dev/ttyACM0"),),
    cameras=(Choice("0", "HD Webcam"), Choice("2", "Otra")),
    monitors=("HDMI-A-1", "HDMI-A-2"),
    printers=("laser",),
    addresses=("192.168.1.10",),
    media=("/media/usb/libro",),
    today="2026-11-30",
)

_HOUSE: Mapping[str, object] = {
    "company": "Salones del Altiplano S.R.L.",
    "licence": "RA 12/2026",
    "tax_id": "1023456",
    "notary": "Notaría 12",
    "notarised_on": "2026-11-30",
    "second": "/media/usb/libro",
    "director": "Marta Suárez",
    "jefe": "Ana Quispe",
}

_BINGO: Mapping[str, object] = {
    "game": "bingo",
    "name": "Bingo Illimani",
    "place": "La Paz, Bolivia",
    "tables": 25,
    "seats": 100,
    "locutor": "Luis Rojas",
    "vendedor": "Luis Rojas",
    "cajero": ["Rosa Mamani", "Eva Condori"],
    "cards": 12,
    "face_value": "5,00",
}

MANUAL = {**_HOUSE, **_BINGO, "rules": "aj-bolivia-manual", "cctv": "circuito 4"}
MACHINE = {**_HOUSE, **_BINGO, "rules": "aj-bolivia", "extractor": "/dev/ttyACM0", "camera": "0"}
_TABLE: Mapping[str, object] = {
    "place": "Lisboa, Portugal",
    "maker": "Cammegh",
    "serial": "37-0421",
}
ROULETTE = {
    **_HOUSE,
    **_TABLE,
    "game": "roulette",
    "name": "Mesa 7",
    "croupier": ["Luis Rojas", "Eva Condori"],
}
BACCARAT = {**_HOUSE, **_TABLE, "game": "baccarat", "name": "Mesa 3", "croupier": "Luis Rojas"}

HALLS: Mapping[str, Mapping[str, object]] = {
    "manual": MANUAL,
    "machine": MACHINE,
    "roulette": ROULETTE,
    "baccarat": BACCARAT,
}
