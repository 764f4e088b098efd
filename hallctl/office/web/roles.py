"""Who may do what at the head office: its roles, and every route of its pages.

Not responsible for accounts (``hallctl.web.access``), nor for who may do what in a hall.
"""

from enum import StrEnum
from typing import Final

from hallctl.i18n.sentences import _
from hallctl.web.access.account import Roles
from hallctl.web.access.matrix import Matrix, Route


class Role(StrEnum):
    """What a person does at the office."""

    READER = "consulta"
    SETTLER = "alarmas"
    ADMINISTRATOR = "administración"


ROLES: Final = Roles(tuple(Role), Role.ADMINISTRATOR)
ROLE_NAMES: Final = {
    Role.READER: _("Consulta"),
    Role.SETTLER: _("Alarmas"),
    Role.ADMINISTRATOR: _("Administración"),
}

_ALL: Final = tuple(Role)
SETTLERS: Final = (Role.SETTLER, Role.ADMINISTRATOR)
"""Who takes note of alarms."""
ADMINISTRATORS: Final = (Role.ADMINISTRATOR,)

ROUTES: Final = (
    Route("GET", "/entrar", None, "the log-in"),
    Route("POST", "/entrar", None, "log in"),
    Route("POST", "/pin", None, "go on after a pause, by PIN"),
    Route("POST", "/idioma", None, "choose the language of one's pages"),
    Route("GET", "/static/{path:path}", None, "styles and scripts of the pages"),
    Route("GET", "/oficina/{file}", None, "the office's own"),
    Route("GET", "/fonts/{path:path}", None, "their fonts"),
    Route("GET", "/ca.crt", None, "the certificate of the authority, where the office speaks TLS"),
    # What hangs on a wall goes on showing the halls when nobody has touched it for a while.
    Route("GET", "/", _ALL, "all halls at a glance", does=True, asleep=True),
    Route("GET", "/panel", _ALL, "its live part, which fetches itself", asleep=True),
    Route("GET", "/events", _ALL, "the news that something changed", asleep=True),
    Route("GET", "/salas/{hall}", _ALL, "one hall's night", does=True),
    Route("GET", "/salas/{hall}/panel", _ALL, "its live part, which fetches itself"),
    Route("GET", "/asientos", _ALL, "search of entries", does=True),
    Route("GET", "/asientos/{hall}/{volume}/{number}", _ALL, "one entry", does=True),
    Route("GET", "/asientos/{hall}/{volume}/{number}/prueba.json", _ALL, "its proof", does=True),
    Route("GET", "/alarmas", _ALL, "the alarms with their evidence", does=True),
    Route("POST", "/alarmas", SETTLERS, "take note of an alarm", does=True),
    Route("GET", "/informes", _ALL, "the first of the reports", does=True),
    Route("GET", "/informes/{name}.pdf", _ALL, "a report as PDF", does=True),
    Route("GET", "/informes/{name}.csv", _ALL, "a report as a table", does=True),
    Route("GET", "/informes/{name}", _ALL, "a report", does=True),
    Route("POST", "/salir", _ALL, "log out", does=True, initial=True),
    Route("GET", "/cuenta", _ALL, "their own account", does=True, initial=True),
    Route("POST", "/cuenta", _ALL, "change their own passphrase or PIN", does=True, initial=True),
    Route("GET", "/personas", ADMINISTRATORS, "the accounts, and the newest of the security log", does=True),
    Route("POST", "/personas", ADMINISTRATORS, "make, change and close accounts", does=True),
)
"""Every route of the office with who may use it; what is not here is not served."""

OFFICE: Final = Matrix(ROUTES)
