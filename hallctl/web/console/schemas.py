"""JSON Schema of the codec's values: what the API describes of commands and answers is read from their types.

Not responsible for the codec, whose limits it repeats, nor for routes.
"""

import inspect
import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from hallctl.rules.codec import MOST, UNSENT, encode
from hallctl.rules.fields import ANY_NUMBER, PLAIN, Span, Words

Schema = dict[str, Any]

_ATTRIBUTE: Final = re.compile(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


class Schemas:
    """Makes schemas, and keeps one of each class by its name for all to refer to.

    Attributes:
        made: The schemas by name, as OpenAPI's components.
    """

    def __init__(self, *, received: bool) -> None:
        """Begin with none.

        Args:
            received: Whether they are of what somebody sends, which is limited and read strictly; what is
                answered may grow by fields.
        """
        self.made: dict[str, Schema] = {}
        self._received = received

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type that the codec reads and writes."""
        if is_dataclass(kind) or is_typeddict(kind):
            if kind.__name__ not in self.made:
                self.made[kind.__name__] = {}  # held free: a type may hold itself
                self.made[kind.__name__] = self._object(kind)
            return reference(kind.__name__)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.of(arguments[0]) | (_limits(arguments[1]) if self._received else {})
        if origin in {Union, types.UnionType}:
            return {"anyOf": [self.of(each) for each in arguments]}
        if origin is Literal:
            return {"type": "string", "enum": list(arguments)}
        if origin in {tuple, list}:
            return self._list(arguments)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        return {} if kind is Any else self._plain(kind)

    def _plain(self, kind: type) -> Schema:
        if issubclass(kind, StrEnum):
            return {"type": "string", "enum": [each.value for each in kind]}
        if kind is int:
            return {"type": "integer"} | (_limits(ANY_NUMBER) if self._received else {})
        if kind is str:
            return {"type": "string"} | (_limits(PLAIN) if self._received else {})
        return {"type": {bool: "boolean", types.NoneType: "null"}[kind]}

    def _list(self, arguments: tuple[Any, ...]) -> Schema:
        schema = {"type": "array", "items": self.of(arguments[0])}
        if len(arguments) > 1 and arguments[-1] is not Ellipsis:
            return schema | {"minItems": len(arguments), "maxItems": len(arguments)}
        return schema | ({"maxItems": MOST} if self._received else {})

    def _object(self, kind: Any) -> Schema:
        defaults = _defaults(kind)
        text, attributes = _documented(kind)
        properties = {}
        unsent = _unsent(kind)
        for name, hint in get_type_hints(kind, include_extras=True).items():
            if name in unsent:
                continue
            schema = self.of(hint)
            if self._received and name in defaults and not is_dataclass(defaults[name]):
                schema |= {"default": encode(defaults[name])}
            properties[name] = schema | ({"description": attributes[name]} if name in attributes else {})
        needed = [name for name in properties if not (self._received and name in defaults)]
        described: Schema = {"type": "object"} | ({"description": text} if text else {})
        return described | {"properties": properties, "required": needed} | self._closed()

    def _closed(self) -> Schema:
        return {"additionalProperties": False} if self._received else {}


def _limits(limits: Words | Span) -> Schema:
    """Return the limits of a field as a schema has them."""
    if isinstance(limits, Span):
        return {"minimum": limits.least, "maximum": limits.most}
    return {"maxLength": limits.most}


def reference(name: str) -> Schema:
    """Return the reference to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def _defaults(kind: Any) -> Mapping[str, Any]:
    if not is_dataclass(kind):
        return {}
    return {each.name: each.default for each in fields(kind) if each.default is not MISSING}


def _unsent(kind: Any) -> frozenset[str]:
    """Return the fields that the codec leaves out."""
    if not is_dataclass(kind):
        return frozenset()
    return frozenset(each.name for each in fields(kind) if each.metadata == UNSENT)


def _documented(kind: Any) -> tuple[str, Mapping[str, str]]:
    """Return the docstring of a class, and that of each attribute."""
    text, _, attributes = (inspect.getdoc(kind) or "").partition("\n\nAttributes:\n")
    described = {name: " ".join(words.split()) for name, words in _ATTRIBUTE.findall(attributes)}
    return " ".join(text.split()), described
