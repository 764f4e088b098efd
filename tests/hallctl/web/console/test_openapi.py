"""The description of the API holds: what is made from it is answered as it says, and nothing is a 500."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished

from hallctl.games.bingo.desk.stage import EXAMPLES
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.web.access.auth import Entered, Who
from tests.hallctl.bingo import STEPS_OF_PEOPLE, read_step
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, PASSPHRASE, Hall, Serving
from tests.sampling import sampled

SHORT, LONG = 6, 300
"""How many requests are made up for each operation and person; for the commands ten times as many."""

REJECTED = ["401", "403", "409", "411", "413", "415", "422", "429"]
"""What may be answered to what the description does not allow."""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A hall that sells cards: many steps are open, and many are not."""
    with Hall(tmp_path_factory.mktemp("openapi"), range(1, 91)) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        yield serving


class Entering:
    """Enters again whenever a session has ended: what is tried ends sessions too."""

    def __init__(self, hall: Hall, person: str) -> None:
        self._auth = hall.auth
        self._person = person
        self._token = ""

    def token(self) -> str:
        if not isinstance(self._auth.who(self._token), Who):
            entered = self._auth.log_in(self._person, PASSPHRASE, "", "máquina")
            assert isinstance(entered, Entered)
            self._token = entered.token
        return self._token

    def get(self, _: schemathesis.Case, __: schemathesis.AuthContext) -> str:
        return self.token()

    def set(self, case: schemathesis.Case, data: str, _: schemathesis.AuthContext) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


def whole(value: Any) -> Any:
    """Write 3.0 as 3: to JSON Schema both are integers, and the hall reads the second alone."""
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return [whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def described(serving: Serving, person: str, full: bool) -> schemathesis.BaseSchema:
    """Return the description as the person gets it, ready to be tried as her."""
    headers = {"Authorization": f"Bearer {Entering(serving.hall, DIRECTOR).token()}"}
    text = serving.plain.get("/api/openapi.json", headers=headers).json()
    examples = LONG if full else SHORT
    settings = {
        "generation": {"max-examples": examples, "deterministic": not full, "database": "none"},
        "phases": {"stateful": {"enabled": False}},
        "checks": {
            "negative_data_rejection": {"expected-statuses": REJECTED},
            # Other methods are tried by the test of the role matrix.
            "unsupported_method": {"enabled": False},
        },
        "operations": [
            {
                "include-path": "/api/commands",
                "generation": {"max-examples": 10 * examples},
                # Every boundary of every field of every command is a long campaign.
                "phases": {"coverage": {"enabled": full}},
            }
        ],
    }
    schema = schemathesis.openapi.from_dict(text, config=SchemathesisConfig.from_dict(settings))
    schema.config.update(base_url=serving.url)
    schema.hook("map_body")(lambda context, body: whole(body))
    if person:
        entering = Entering(serving.hall, person)
        schema.auth(refresh_interval=None)(type("Entering", (), {"get": entering.get, "set": entering.set}))
    # The live stream does not end, so it cannot be tried like this.
    return schema.exclude(path="/api/events")


@pytest.mark.parametrize("person", sampled([JEFE, DIRECTOR, ""], 3), ids=lambda person: person or "nobody")
def test_what_is_sent_is_answered_as_the_description_says(serving: Serving, person: str, full: bool) -> None:
    answered: Counter[tuple[str, int]] = Counter()
    failures = set()
    for event in from_schema(described(serving, person, full)).execute():
        assert not isinstance(event, (FatalError, NonFatalError)), event
        if isinstance(event, ScenarioFinished):
            recorder = event.recorder
            answers = [each.response for each in recorder.interactions.values() if each.response is not None]
            answered.update((recorder.label, answer.status_code) for answer in answers)
            found = [check.failure_info for checks in recorder.checks.values() for check in checks]
            failures |= {f"{each.failure}\n{each.code_sample[:800]}" for each in found if each is not None}
    assert not failures, "\n\n".join(sorted(failures))
    reached = {label: {status for each, status in answered if each == label} for label, _ in answered}
    assert len(reached) == 8
    if person:
        assert reached["POST /api/commands"] & {200, 409}, "the rules were asked"
        assert all(
            200 in reached[label] for label in ("GET /api/desk", "GET /api/session", "POST /api/log-out")
        )
    else:
        reached.pop("POST /api/session")
        assert all(401 in statuses for statuses in reached.values())


def test_every_field_of_the_desk_is_described(serving: Serving) -> None:
    desk = serving.desk()
    schemas = serving.client.get("/api/openapi.json").json()["components"]["schemas"]
    assert desk["game"]["number"] == 1
    found = {"Desk": desk, "Game": desk["game"], "Offer": desk["offers"][0]}
    for name, value in found.items():
        assert value.keys() == schemas[name]["properties"].keys() == set(schemas[name]["required"]), name


def test_every_step_of_people_has_a_schema_with_its_own_fields(serving: Serving) -> None:
    description = serving.client.get("/api/openapi.json").json()
    schemas = description["components"]["schemas"]
    asked = description["paths"]["/api/commands"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    assert asked["discriminator"]["mapping"].keys() == STEPS_OF_PEOPLE.keys()
    for name, reference in asked["discriminator"]["mapping"].items():
        step = schemas[reference.rpartition("/")[2]]["properties"]
        assert step["command"] == {"type": "string", "const": name}
        assert step["post"]["enum"] == [post.value for post in STEPS[STEPS_OF_PEOPLE[name]].posts]
        body = schemas[step["body"]["$ref"].rpartition("/")[2]]
        assert list(body["properties"]) == [each.name for each in fields(STEPS_OF_PEOPLE[name])]


def test_every_example_of_a_command_is_one_that_the_hall_understands() -> None:
    for name, example in EXAMPLES.items():
        issued = read_step(example["request"], example["post"], JEFE, example["command"], example["body"])
        assert type(issued.command).__name__ == name
        assert issued.actor.post in STEPS[type(issued.command)].posts
