"""What a file of a rule set names, put in its place: the variant, the shapes of its prizes.

Not responsible for reading the file, nor for what a rule set may say.
"""

from collections.abc import Mapping
from typing import Any

from hallctl.games.bingo.variants import library
from hallctl.games.bingo.variants.prizes import WrittenPrize, meant
from hallctl.games.bingo.variants.shapes import Shape
from hallctl.rules.codec import decode, encode


def written_out(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a file says, with the variant and the shapes that it names in their place.

    Raises:
        ValueError: There is no such variant or shape, a prize contradicts itself, or a field is not the
            file's to say.
    """
    for unwritten in ("approved", "beside", "home"):
        if unwritten in values:
            raise ValueError(f"{unwritten}: no se escribe, lo aprobado es el archivo")
    written, key = dict(values), values.get("variant")
    if isinstance(key, str):
        if key not in library.VARIANTS:
            raise ValueError(f"no existe la variante «{key}»; hay: {', '.join(library.VARIANTS)}")
        written["variant"] = encode(library.variant(key))
    own = _own_shapes(written.pop("shapes", []))
    if isinstance(values.get("prizes"), list):
        written["prizes"] = _written_prizes(values["prizes"], own)
    if isinstance(values.get("specials"), list):
        written["specials"] = [
            {**special, "prizes": _written_prizes(special.get("prizes", []), own)}
            for special in values["specials"]
        ]
    return written


def _own_shapes(values: Any) -> tuple[Shape, ...]:
    """Return the shapes that a file draws beside those of the library.

    Raises:
        ValueError: One is drawn wrongly, or has a key that is taken.
    """
    shapes = tuple(decode(Shape, shape) for shape in values)
    keys = [shape.key for shape in (*library.shapes(), *shapes)]
    taken = [key for key in keys if keys.count(key) > 1]
    if taken:
        raise ValueError(f"shapes: ya existe la figura «{taken[0]}» (PT-62)")
    return shapes


def _written_prizes(values: Any, own: tuple[Shape, ...]) -> Any:
    """Return prizes as a file says them, with the shapes that they name in their place."""
    listed = [decode(WrittenPrize, prize) for prize in values]
    return encode(meant(listed, (*library.shapes(), *own)))
