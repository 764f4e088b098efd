"""Writes down a night as a script; ``python -m tests.hallctl.cli.scripts.scribe`` rewrites the examples."""

import json
import re
from pathlib import Path

from hallctl.cli.scripts.play import play
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw
from hallctl.games.bingo.rules.commands.closing import CollectCards, PayPrize, SignGame
from hallctl.games.bingo.rules.commands.draw import DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.i18n.refusals import translate
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Post
from tests.hallctl.games.bingo.rules.night import PEOPLE, RULES, Night

ROOT = Path(__file__).parents[4]
SESSIONS = ROOT / "fixtures/sessions"
PAGE = ROOT / "docs/play.md"
AGAIN = "the rules changed: run `python -m tests.hallctl.cli.scripts.scribe`"
ONE_GAME = SESSIONS / "one-game.jsonl"
MISTAKES = SESSIONS / "refusals.jsonl"


def line(command, post=None, at=None, request="", person=None):
    """Return a command as a line of a script, without what goes without saying."""
    post = post or STEPS[type(command)].posts[0]
    said = {"at": at, "request": request or None, "post": post.value, "person": person or PEOPLE[post]}
    said |= {"command": type(command).__name__, "body": encode(command) or None}
    return json.dumps({k: v for k, v in said.items() if v is not None}, ensure_ascii=False).encode()


class Scribe(Night):
    """A night whose every command is written down with its time and a request id of its own."""

    def __init__(self, rules=RULES):
        super().__init__(rules)
        self.lines: list[bytes] = []

    def note(self, comment):
        self.lines.append(f"# {comment}".encode())

    def answer(self, command, post=None, person=None):
        request = f"r{len(self.lines) + 1}"
        self.lines.append(line(command, post, self.now, request, person))
        return super().answer(command, post, person)


def one_game():
    """Return a session of one game as a script, with some of what the rules refuse on the way."""
    night = Scribe(rule_set("aj-bolivia"))
    night.lines.append(b'{"matrix": "../series/a-1042.csv"}')
    night.note("Apertura del libro, material, sesión y recuento.")
    night.open_session()
    night.note("Venta. Un vendedor no cierra la venta; la cierra el jefe de mesa.")
    night.sell(60)
    night.refused(CloseSale(), Post.VENDEDOR)
    night.do(CloseSale(), StartDraw())
    night.note("Sorteo: la fila superior del cartón 5. Entre bola y bola hay un ritmo.")
    night.call_card(5, rows=1)
    night.refused(DrawBall())
    night.note("¡Línea! El cartón 7 se equivocó, el 5 no.")
    night.claim(Claim.LINE, 7, 5)
    night.refused(ResumeDraw())
    night.ask()
    night.do(ResumeDraw())
    night.note("El resto del cartón 5, y ¡bingo!")
    night.call_card(5)
    night.claim(Claim.BINGO, 5)
    night.ask()
    night.do(FinishGame())
    night.note("Pago, retirada y firma; una petición repetida no paga dos veces.")
    night.do(*(PayPrize(a.prize.claim, a.prize.series, a.prize.card) for a in night.state.game.awards))
    night.lines.append(night.lines[-1])
    night.do(CollectCards(60), SignGame())
    return night


def start():
    """Return the state in which the example sessions begin."""
    return State(rule_set("aj-bolivia"))


def answers(lines, language="es"):
    """Return what a script of the example sessions is answered, byte by byte."""
    played = play(
        lines,
        start(),
        lambda path: read_csv(SESSIONS / path),
        lambda refusal: translate(refusal, language),
    )
    return b"".join(json.dumps(answer, ensure_ascii=False).encode() + b"\n" for answer in played)


def with_answers(page):
    """Return the page on scripts with its answers, which are its second block, as of today."""
    before, script, between, _, end = re.split(r"(?<=```jsonl\n)(.*?)(?=```)", page, flags=re.DOTALL)
    return "".join([before, script, between, answers(script.encode().splitlines()).decode(), end])


def main():
    lines = one_game().lines
    ONE_GAME.write_bytes(b"\n".join(lines) + b"\n")
    ONE_GAME.with_suffix(".out.jsonl").write_bytes(answers(lines))
    mistakes = answers(MISTAKES.read_bytes().splitlines(), "en")
    MISTAKES.with_suffix(".out.jsonl").write_bytes(mistakes)
    PAGE.write_text(with_answers(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
