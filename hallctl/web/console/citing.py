"""Makes links of the codes in a sentence, wherever a page shows one: a rule, a fault, a denied log-in.

Not responsible for what stands behind them. They open in a tab of their own, always the same one: at the
desk nothing moves under a finger, nothing that was typed is lost, and nothing lies over the ball. It needs no
script.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from markupsafe import Markup, escape

TAB: Final = "ayuda"
"""The tab of the help."""

_CODE: Final = re.compile(r"(?<![\w-])(?:[A-Z]+(?:-[A-Z]+)+|(?:AJ|PT)-\d+|[DI]\d+)(?![\w-])")


class Citing:
    """Links the codes that have a text behind them; all others stay what they are."""

    def __init__(self, known: Mapping[str, str], tab: str = TAB) -> None:
        """Know some codes.

        Args:
            known: The address of each.
            tab: In which tab the links open; empty: where they stand.
        """
        self._known = known
        self._target = Markup(' target="{}"').format(tab) if tab else Markup()

    def __call__(self, sentence: object, plain: Callable[[object], Markup] = escape) -> Markup:
        """Return a sentence as HTML; ``plain`` makes it of what stands between the links."""
        return Markup().join(self._pieces(str(sentence), plain))

    def _pieces(self, sentence: str, plain: Callable[[object], Markup]) -> Iterator[Markup]:
        end = 0
        for found in _CODE.finditer(sentence):
            address = self._known.get(found[0])
            if address is None:
                continue
            yield plain(sentence[end : found.start()])
            yield Markup('<a class="law" href="{}"{}>{}</a>').format(address, self._target, found[0])
            end = found.end()
        yield plain(sentence[end:])
