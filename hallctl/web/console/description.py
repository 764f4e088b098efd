"""The OpenAPI description of the API: what FastAPI knows of the routes, with commands and answers put in.

Not responsible for the routes, nor for what a command means: its schema is read from the rules' own types.
"""

from typing import Final

from hallctl.games.game import Game
from hallctl.rules.commands.base import Command
from hallctl.rules.game_rules import GameRules
from hallctl.web.console.answers import answer_schemas
from hallctl.web.console.asking import LONGEST_REQUEST, steps_of_people
from hallctl.web.console.schemas import Schema, Schemas, reference

ABOUT: Final = """The desk of a bingo hall for programs: the same steps as its page, with the same refusals.

Enter at `/api/session` as a person with an account and send the token as `Authorization: Bearer`. Look at
`/api/desk`, take a step at `/api/commands`, listen at `/api/events`. A request id makes a step safe to
repeat: the same again has the same answer and no second effect. How to use it, with examples: docs/api.md."""

_STEP: Final = "Step"


def completed(described: Schema, game: Game) -> Schema:
    """Return the description of the application with its commands, its answers and who may ask.

    Args:
        described: The description as FastAPI makes it, which is changed.
        game: The game, whose steps are described with those of the house.
    """
    rules, received = game.rules, Schemas(received=True)
    asked = {
        f"{_STEP}{name}": _asked(rules, name, kind, received) for name, kind in steps_of_people(rules).items()
    }
    body = described["paths"]["/api/commands"]["post"]["requestBody"]["content"]["application/json"]
    body["schema"] = {
        "oneOf": [reference(name) for name in asked],
        "discriminator": {
            "propertyName": "command",
            "mapping": {name.removeprefix(_STEP): reference(name)["$ref"] for name in asked},
        },
    }
    body["examples"] = {name: {"value": example} for name, example in game.stage.examples.items()}
    components = described["components"]
    del components["schemas"]["Asking"]
    components["schemas"] |= answer_schemas(game.stage) | received.made | asked
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    return described | {"security": [{"bearer": []}]}


def _pressed() -> dict[str, Schema]:
    """Return the schema of what a step was taken on, and when."""
    return {
        "seen": {"type": "string", "maxLength": 64, "description": "Of the offer of this step."},
        "heard": {
            "type": "integer",
            "minimum": 0,
            "description": "The `now` of the desk, or of the newest event of the stream.",
        },
        "age": {
            "type": "integer",
            "minimum": 0,
            "default": 0,
            "description": "How many milliseconds ago that came, when the step was taken.",
        },
    }


def _asked(game: GameRules, name: str, kind: type[Command], received: Schemas) -> Schema:
    """Return the schema of one command as a program sends it."""
    step = game.all_steps[kind]
    fresh = " It wants an authentication of the last two minutes." if step.wants_proof else ""
    properties = {
        "request": {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_REQUEST,
            "description": "The request id, new for each step; a repetition keeps it.",
        },
        "post": {
            "type": "string",
            "enum": [post.value for post in step.posts],
            "description": "In which of their posts the person takes it.",
        },
        "command": {"type": "string", "const": name},
        "body": received.of(kind),
    }
    if not step.stops:
        properties |= _pressed()
    return {
        "type": "object",
        "title": step.name,
        "description": f"{(kind.__doc__ or '').partition(chr(10))[0]}{fresh}",
        "properties": properties,
        "required": [name for name in properties if name != "age"],
        "additionalProperties": False,
    }
