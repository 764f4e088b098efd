"""What the API answers, as types: its description is read from them.

Not responsible for making the answers: the routes do.
"""

from typing import Any, Final, TypedDict

from hallctl.i18n.phrasebook import SPANISH
from hallctl.outputs.offer import Offer
from hallctl.outputs.stage import Stage
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Post
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Fault, Notice, Shift
from hallctl.web.access.words import denied
from hallctl.web.console.gate import refusal
from hallctl.web.console.schemas import Schema, Schemas, reference
from hallctl.web.console.words import NO_ANSWER
from hallctl.web.ports import ScreenHealth

_JSON: Final = "application/json"
_TEXT: Final = "text/plain"


class Refused(TypedDict):
    """The rules or the authentication service say no, and nothing was done."""

    refusal: Refusal


class Cause(TypedDict):
    """What is wrong with the hall itself.

    Attributes:
        code: Stable, listed in docs/fault-codes.md.
        sentence: What happened and what to do.
    """

    code: str
    sentence: str


class Failed(TypedDict):
    """The hall cannot: this is no refusal."""

    error: Cause


class Unclear(TypedDict):
    """What was sent is no request of this kind.

    Attributes:
        problems: Each misfit, with where it is.
    """

    problems: list[str]


class Entries(TypedDict):
    """What a step left in the book.

    Attributes:
        entries: The numbers of its first and its last entry; null where nothing had to change.
    """

    entries: tuple[int, int] | None


class Done(TypedDict):
    """The step was taken, and is in the book."""

    done: Entries


class Entered(TypedDict):
    """A session began.

    Attributes:
        token: What the program sends from now on; it is told once.
        person: Whose session it is.
        posts: In which of them the person may take steps.
    """

    token: str
    person: str
    posts: list[Post]


class Present(TypedDict):
    """Whose session this is.

    Attributes:
        person: The name.
        posts: In which of them the person may take steps.
        fresh: Whether they authenticated within two minutes, as payments and what two decide want it.
    """

    person: str
    posts: list[Post]
    fresh: bool


class Proved(TypedDict):
    """The person authenticated again."""

    fresh: bool


class Unlocked(TypedDict):
    """A key can sign.

    Attributes:
        unlocked: Whose.
    """

    unlocked: str


class Ended(TypedDict):
    """A session is over.

    Attributes:
        ended: Whose.
    """

    ended: str


class Signer(TypedDict):
    """Somebody with a key, and whether it is unlocked."""

    person: str
    unlocked: bool


class Reckoned(TypedDict):
    """What the desk adds to a shift.

    Attributes:
        expected: What the till should hold, money and chips together.
    """

    expected: int


class Desk(TypedDict):
    """Where the hall stands, and every step that a person can take.

    Attributes:
        sequence: Grows with every change; the live stream names it.
        now: The hall's own milliseconds, to be sent with a step as ``heard``.
        entry: The number of the newest entry of the book.
        halted: Why the book stopped the hall; empty while it works.
        simulated: Whether any device is simulated: everything then says SIMULACRO.
        session: The number of the session that is open.
        games: The number of the newest game.
        phase: "book" before its opening, "hall" without a session, "session" before a game; then the game's.
        till: The open shift, for a cashier and the Director; null for others, and without one.
        suspended: Whether play waits for the jefe to go on after a restart.
        script: What is said to the room now.
        signers: Who has a key.
        screens: How each wall is.
        offers: The steps of this moment, the next one first; those with a refusal are not open.
    """

    sequence: int
    now: int
    entry: int
    halted: str
    simulated: bool
    hall: str
    currency: str
    session: int | None
    games: int
    phase: str
    till: Shift | None
    faults: tuple[Fault, ...]
    notices: tuple[Notice, ...]
    suspended: bool
    script: str
    signers: list[Signer]
    screens: list[ScreenHealth]
    offers: list[Offer]


class Changed(TypedDict):
    """The data of an event of the live stream, as the desk has it under the same names."""

    sequence: int
    now: int
    entry: int
    phase: str
    halted: str


_REFUSED: Final = {"refusal": encode(refuse("BOOK-FOLIOS", least=10))}
_SILENT: Final = {"error": {"code": "TABLE-SILENT", "sentence": NO_ANSWER}}
_BROKEN: Final = {
    "error": {"code": "MIN-FULL", "sentence": "book.sqlite: no queda espacio en el disco del libro."}
}
_PROBLEMS: Final = {"problems": ["SellCards.count: falta"]}


def _denied(code: str, wait_ms: int = 0) -> Schema:
    return {"refusal": refusal(denied(code, wait_ms), SPANISH)}


_OTHERS: Final[dict[int, tuple[str, type, Any]]] = {
    401: (
        "Nobody: there is no session, it slept for ten minutes, or it ended.",
        Refused,
        _denied("ACC-NONE"),
    ),
    403: (
        "Not this person, or not now; as text where the request came from elsewhere.",
        Refused,
        _denied("ACC-POST"),
    ),
    409: ("The rules refuse the step, and say why.", Refused, _REFUSED),
    422: ("It is not understood.", Unclear, _PROBLEMS),
    429: (
        "Too many wrong attempts: wait as long as `Retry-After` says.",
        Refused,
        _denied("ACC-WAIT", 30_000),
    ),
    503: ("The hall has stopped, or its accounts cannot be read.", Failed, _BROKEN),
    504: (
        "The table did not answer in time: whether the step was taken is not known. Send the same again.",
        Failed,
        _SILENT,
    ),
}
_OUTSIDE: Final = {
    404: "There is no such thing.",
    411: "It does not say how long it is.",
    413: "It is longer than 64 KiB.",
    415: "It is not `application/json`.",
}

LOOKED: Final = (401, 403, 503)
"""What a request with a session may be answered beside what it asked for."""

POSTED: Final = (403, 411, 413, 415, 422, 503)
"""What may be answered to anything that is sent."""


Answers = dict[int | str, dict[str, Any]]


def answers(good: type, example: Any, *others: int) -> Answers:
    """Return what a route answers, for its description.

    Args:
        good: The type of what it was asked for, with status 200.
        example: One of it; None where the documentation has it.
        others: The other statuses.
    """
    return {200: _answer((good.__doc__ or "").partition("\n")[0], good, example), **_besides(*others)}


def _text(description: str) -> dict[str, Any]:
    return {"description": description, "content": {_TEXT: {"schema": {"type": "string"}}}}


def _besides(*others: int) -> Answers:
    answers: Answers = {}
    for status in sorted(set(others)):
        if status in _OUTSIDE:
            answers[status] = _text(_OUTSIDE[status])
        else:
            answers[status] = _answer(*_OTHERS[status])
    if 403 in answers:
        answers[403]["content"] |= _text("")["content"]
    if 429 in answers:
        answers[429]["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return answers


def _answer(description: str, kind: type, example: Any) -> dict[str, Any]:
    body = {"schema": reference(kind.__name__)} | ({} if example is None else {"example": example})
    return {"description": description, "content": {_JSON: body}}


LISTENED: Final[Answers] = {
    200: {
        "description": "Server-sent events, each with the data of the schema `Changed`.",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": "id: 42\nevent: changed\n"
                'data: {"sequence": 42, "now": 81723645, "entry": 41, "phase": "sale", "halted": ""}\n'
                "retry: 1000\n\n",
            }
        },
    },
    **_besides(*LOOKED),
}
"""What the live stream answers."""

PICTURED: Final[Answers] = {
    200: {
        "description": "The picture.",
        "content": {"image/jpeg": {"schema": {"type": "string", "contentMediaType": "image/jpeg"}}},
    },
    **_besides(404, 422),
    **{status: _text(_OTHERS[status][0]) for status in LOOKED},
}
"""What the pictures answer, which are not of the API alone: in text."""


def answer_schemas(stage: Stage) -> dict[str, Schema]:
    """Return the schema of every answer by its name, with what the game tells in them."""
    schemas = Schemas(received=False)
    kinds = (
        Refused,
        Failed,
        Unclear,
        Done,
        Entered,
        Present,
        Proved,
        Unlocked,
        Ended,
        Desk,
        Changed,
    )
    for kind in kinds:
        schemas.of(kind)
    for name, added in {"Shift": Reckoned, **stage.described}.items():
        schemas.of(added)
        answer, fields = schemas.made[name], schemas.made.pop(added.__name__)
        answer["properties"] |= fields["properties"]
        answer["required"] = list(dict.fromkeys((*answer["required"], *fields["required"])))
    return schemas.made
