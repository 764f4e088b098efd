"""The reports that the office has, each with what it asks of the views.

Not responsible for what any of them says.
"""

from typing import Final

from hallctl.i18n.sentences import _
from hallctl.office.web.reports.house import ball_sets, complaints
from hallctl.office.web.reports.prizes import prizes, progressives
from hallctl.office.web.reports.takings import cash, summary
from hallctl.office.web.reports.values import WITHIN, Kind

_PROGRESSIVES: Final = """SELECT hall, progressive,
    coalesce(sum(amount) FILTER (WHERE reason NOT IN ('award', 'forward') AND within), 0)::bigint AS given,
    coalesce(-sum(amount) FILTER (WHERE reason = 'award' AND within), 0)::bigint AS won,
    (array_agg(held ORDER BY volume DESC, entry DESC))[1] AS held
    FROM (SELECT *, day BETWEEN %(since)s AND %(until)s AS within FROM books.progressives) AS moved
    WHERE %(hall)s = '' OR hall = %(hall)s GROUP BY hall, progressive ORDER BY 1, 2"""
_SETS: Final = """SELECT s.* FROM books.ball_sets AS s
    JOIN (SELECT hall, max(volume) AS volume FROM heads GROUP BY hall) AS n USING (hall, volume)
    WHERE retired IS NULL AND (%(hall)s = '' OR hall = %(hall)s)
    ORDER BY games DESC, hall, ball_set"""
_COMPLAINTS: Final = f"""SELECT hall, volume, day, time, filed AS local, 'complaint' AS what,
    complaint AS number, claimant AS person, text, decision, entry FROM books.complaints WHERE {WITHIN}
    UNION ALL SELECT hall, volume, day, time, minuted, 'incident', incident, author, text, approver, entry
    FROM books.incidents WHERE {WITHIN} ORDER BY time DESC"""

KINDS: Final = (
    Kind("resumen", _("Resumen"), f"SELECT * FROM books.days WHERE {WITHIN} ORDER BY day, hall", summary),
    Kind(
        "premios",
        _("Premios"),
        f"SELECT * FROM books.prizes WHERE {WITHIN} ORDER BY time, hall, entry",
        prizes,
    ),
    Kind("pozos", _("Pozos progresivos"), _PROGRESSIVES, progressives),
    Kind("bolas", _("Juegos de bolas"), _SETS, ball_sets, when=False),
    Kind("caja", _("Caja"), f"SELECT * FROM books.cash WHERE {WITHIN} ORDER BY time, hall", cash),
    Kind("reclamos", _("Reclamos e incidencias"), _COMPLAINTS, complaints),
)
"""Every report, in the order of its page."""
