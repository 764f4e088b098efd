"""The manual as a page: docs/manual.es.md, with a page of the game before it, made HTML.

Not responsible for its text, nor for its pictures, which the tests take. Raw HTML in it stays text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it.token import Token

PICTURES: Final = "/ayuda/imagenes/"
_FOLDER: Final = "handbook"
_TEXT: Final = "manual.es.md"
_KEY: Final = re.compile(r"(?:(?:Alt|Shift)\+)?(?:F\d+|[A-Z])|Intro|Alt")
_CODE: Final = re.compile(r"[A-Z]+(?:-[A-Z]+)+")
_WIDTH: Final = slice(16, 20)
_HEIGHT: Final = slice(20, 24)

Rule = Callable[[Any, Sequence["Token"], int, Any, Any], str]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the manual, and where it is."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Manual:
    """The manual.

    Attributes:
        text: As it is written.
        pictures: Each as PNG, by its name.
    """

    text: str
    pictures: Mapping[str, bytes]

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """What it has in it."""
        titles = re.findall(r"^## (.+)$", self.text, re.MULTILINE)
        return tuple(Chapter(anchor(title), title) for title in titles)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that it explains, each in a row of a table."""
        return tuple(re.findall(rf"^\| `({_CODE.pattern})` \|", self.text, re.MULTILINE))

    def html(self, cited: Callable[[str], Markup]) -> Markup:
        """Return it as HTML, its codes linked."""
        from markdown_it import MarkdownIt

        markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        rules: Mapping[str, Rule] = {
            "text": lambda _, tokens, at, __, ___: str(cited(tokens[at].content)),
            "code_inline": lambda _, tokens, at, __, ___: _marked(tokens[at].content),
            "heading_open": lambda _, tokens, at, __, ___: _heading(tokens[at], tokens[at + 1]),
            "image": lambda _, tokens, at, __, ___: self._picture(tokens[at]),
            "table_open": lambda *_: '<div class="wide"><table>\n',
            "table_close": lambda *_: "</table></div>\n",
        }
        for name, rule in rules.items():
            markdown.add_render_rule(name, rule)
        return Markup(markdown.render(self.text))

    def _picture(self, token: "Token") -> str:
        name = str(token.attrs["src"]).rpartition("/")[2]
        image = self.pictures[name]
        width, height = (int.from_bytes(image[side]) for side in (_WIDTH, _HEIGHT))
        tag = Markup('<img src="{}" alt="{}" width="{}" height="{}">')
        return tag.format(PICTURES + name, token.content, width, height)


def read_manual(game: str = "") -> Manual:
    """Read the manual that the package carries; what it has of a hall's own game stands first."""
    folder = files("hallctl.web.console").joinpath(_FOLDER)
    pictures = {each.name: each.read_bytes() for each in folder.iterdir() if each.name.endswith(".png")}
    own = folder.joinpath(f"manual-{game}.es.md")
    texts = [each.read_text("utf-8") for each in (own, folder.joinpath(_TEXT)) if each.is_file()]
    return Manual("\n".join(texts), pictures)


def anchor(title: str) -> str:
    """Return how a heading is linked to, as on the pages of a repository."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _heading(token: "Token", words: "Token") -> str:
    return Markup('<{} id="{}">').format(token.tag, anchor(words.content))


def _marked(content: str) -> str:
    """Return what stands between backticks: a key, a code that is explained here, or a button."""
    if _KEY.fullmatch(content):
        return Markup("<kbd>{}</kbd>").format(content)
    if _CODE.fullmatch(content):
        return Markup('<code id="{0}">{0}</code>').format(content)
    return Markup('<b class="button">{}</b>').format(escape(content))
