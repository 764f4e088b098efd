"""Makes a hall on the pages of a machine that has none, by their forms, as a browser does; no script runs.

Not responsible for the machine (``boot.py``), nor for what is asked. Standard library alone.
"""

import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from ssl import SSLContext

PATIENCE_S, STEP_S, ANSWER_S = 1800.0, 2.0, 300.0


class Page(HTMLParser):
    """What a page has to fill in, with what is proposed.

    Attributes:
        actions: Where its forms go.
        fields: What its fields hold.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.actions: list[str] = []
        self.fields: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a form or a field."""
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.actions.append(has.get("action", ""))
        elif tag == "input" and (has.get("type") not in {"radio", "checkbox"} or "checked" in has):
            self.fields.append((has.get("name", ""), has.get("value", "")))

    @property
    def question(self) -> str:
        """The key of what it asks; empty where it asks nothing."""
        keys = [found[1] for each in self.actions if (found := re.fullmatch(r"/pregunta/(\w+)", each))]
        return keys[0] if keys else ""

    @property
    def refused(self) -> str:
        """Why it did not take an answer."""
        found = re.search(r'role="alert">(.*?)</(?:p|div)>', self.text, re.DOTALL)
        return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


class Visitor:
    """A browser without a window.

    Args:
        url: Of the machine.
        trust: What checks its certificate.
        say: Hears what is done.
    """

    def __init__(self, url: str, trust: SSLContext, say: Callable[[str], None]) -> None:
        self._url, self._say = url, say
        handlers = (
            urllib.request.HTTPSHandler(context=trust),
            urllib.request.HTTPCookieProcessor(CookieJar()),
        )
        self._opener = urllib.request.build_opener(*handlers)

    def enter(self, code: str) -> None:
        """Enter with the code that the machine shows."""
        self._send("/entrar", [("code", code)])

    def make(self, answers: Mapping[str, str]) -> None:
        """Answer, have the hall made, and leave; what is not answered is taken as proposed.

        Raises:
            RuntimeError: An answer is refused, or nothing goes on.
        """
        page = self._got("/")
        while page.question:
            key = page.question
            sent = [("text", answers[key])] if key in answers else page.fields
            page = self._send(f"/pregunta/{key}", sent)
            if page.question == key and page.refused:
                raise RuntimeError(f"{key}: {sent}: {page.refused}")
            self._say(f"{key} = {' '.join(value for _, value in sent)}")
        for action in ("/hacer", "/anotadas", "/terminar"):
            self._until(page, action)
            page = self._send(action, [])
            self._say(action)

    def _until(self, page: Page, action: str) -> None:
        began = time.monotonic()
        while action not in page.actions:
            if page.refused or time.monotonic() - began > PATIENCE_S:
                raise RuntimeError(f"{action} does not come: {page.refused}")
            time.sleep(STEP_S)
            page = self._got("/")

    def _got(self, path: str) -> Page:
        return self._asked(urllib.request.Request(self._url + path))

    def _send(self, path: str, fields: list[tuple[str, str]]) -> Page:
        data = urllib.parse.urlencode(fields).encode()
        return self._asked(urllib.request.Request(self._url + path, data, {"Origin": self._url}))

    def _asked(self, request: urllib.request.Request) -> Page:
        try:
            with self._opener.open(request, timeout=ANSWER_S) as answer:
                return Page(answer.read().decode())
        except urllib.error.HTTPError as error:  # a wrong answer comes with the question
            return Page(error.read().decode())
