"""Each query of the Grafana dashboard is one that PostgreSQL answers."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from hallctl.office.database import connect
from tests.hallctl.office.web.forty import fill

HALLS = 12
BOARD = json.loads((Path(__file__).parents[3] / "packaging/grafana/hallctl.json").read_text("utf-8"))


def asked(query: str) -> str:
    """Return a query as Grafana sends it: its macros and its variable filled in."""
    query = re.sub(r"\$__timeFilter\((\w+)\)", r"\1 BETWEEN now() - interval '2 days' AND now()", query)
    query = query.replace("$__timeFrom()", "(now() - interval '2 days')").replace("$__timeTo()", "now()")
    halls = ", ".join(f"'sala-{place}'" for place in range(1, HALLS + 1))
    return query.replace("$hall", halls)


def test_every_panel_asks_what_the_views_answer(office_url):
    fill(office_url, datetime.now(UTC), HALLS)
    empty = {"Banca de las mesas"}  # none of the tables has closed yet
    with connect(office_url) as connection:
        for variable in BOARD["templating"]["list"]:
            if variable["type"] == "query":
                assert len(connection.execute(variable["query"]).fetchall()) == HALLS
        for panel in BOARD["panels"]:
            query = asked(panel["targets"][0]["rawSql"])
            assert "$" not in query, panel["title"]
            found = connection.execute(query.encode())
            columns = [each.name for each in found.description or ()]
            if panel["targets"][0]["format"] == "time_series":
                assert columns == ["time", "metric", "value"], panel["title"]
            assert found.fetchall() or panel["title"] in empty, panel["title"]
