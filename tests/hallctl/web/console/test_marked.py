"""No page of the console says a sentence that nobody marked for the catalogues.

A night is walked in a language that is none, in whose catalogues every sentence stands in brackets: what a
page says outside them is data, or a sentence that nobody marked.
"""

import html
import json
import re
import string
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest

from hallctl.app.practice.alone import PERSON, stand_ins
from hallctl.app.setting import load
from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.rules.state import Caller
from hallctl.games.bingo.rules.tables import COMMANDS
from hallctl.games.bingo.rules.written import WrittenCard
from hallctl.i18n.refusals import LANGUAGES
from hallctl.i18n.regulations.articles import read_law
from hallctl.i18n.sentences import Sentence
from hallctl.outputs.claims import Win
from hallctl.rules.calls import Lost, Stage
from hallctl.rules.commands.base import Post
from hallctl.table import messages as msg
from hallctl.web.access.sessions import FRESH_MS, IDLE_MS
from hallctl.web.console import scanning
from hallctl.web.console.authority import fingerprint
from hallctl.web.console.claims import ClaimDesk, ClaimedCard
from hallctl.web.console.language import NAMES, TAGS, Languages
from hallctl.web.console.records_view import A_PAGE
from hallctl.web.ports import ScreenHealth
from hallctl.web.records import FolioRow
from tests.hallctl.games.bingo.rules.listed import rules_of
from tests.hallctl.web.console.hall import (
    CAJERO,
    CONFIG,
    DIRECTOR,
    JEFE,
    LOCUTOR,
    PASSPHRASE,
    PIN,
    Hall,
    Serving,
)
from tests.hallctl.web.console.other_scenes import Calibrated
from tests.hallctl.web.console.past import printing, wait_for_folios
from tests.hallctl.web.console.wedge import Wedge
from tools.catalogues import CODE, DOMAINS, HEADER, compiled, in_template

EVERYBODY = (DIRECTOR, JEFE, LOCUTOR, CAJERO)
LAW = read_law()
READ = {"alt", "aria-label", "placeholder", "title"}
WALL, TYPED, NAMELESS = "Pared norte", "Lo que alguien anotó", "Nadie"
CERTIFICATE = b"the authority's"
TILL = [{"tender": "note", "value": 10_000, "count": 5}]
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source"}

FIXED = re.compile(
    r"\b((?:Shift\+)?F\d+|Alt\+[A-Z]|Bs|hallctl( people init)?|"
    r"[A-Z]+(-[A-Z]+)+|POST|[A-Z]{1,2}-\d+|[ID]\d+|D[BR]\d+|\d+ s)\b"
    r"|\{\w+\}"
)
"""What is the same in every language: keys, codes, requirement IDs, the currency, names of the program."""


def bracketed(text: str) -> str:
    """Return a sentence with what it says itself in brackets, and what fills it outside them."""
    parts = string.Formatter().parse(text)
    return "".join(
        (f"⟦{said}⟧" if said else "") + (f"{{{name}}}" if name is not None else "")
        for said, name, _, _ in parts
    )


def in_brackets(folder: Path) -> Languages:
    """Return the languages of a console whose Portuguese is Spanish in brackets."""
    for domain, wanted in DOMAINS.items():
        catalogue = {HEADER: "Content-Type: text/plain; charset=UTF-8\n"}
        catalogue |= {(context, text): bracketed(text) for context, text in wanted()}
        for language in LANGUAGES[1:]:
            path = folder / language / "LC_MESSAGES" / f"{domain}.mo"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(compiled(catalogue))
    return Languages("pt", folder)


class SpokenTexts(HTMLParser):
    """What a person reads on a page, or hears of it, that the page says is in her language."""

    def __init__(self, page: str, language: str = TAGS["pt"]) -> None:
        super().__init__()
        self._spoken = [language]
        self._wanted = language
        self.said: list[str] = []
        # A link in the middle of a sentence is a part of it.
        self.feed(re.sub('<a class="law"[^>]*>([^<]*)</a>', r"\1", page))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        language = given.get("lang") or self._spoken[-1]
        if tag in {"script", "style"}:
            language = ""
        if tag not in VOID:
            self._spoken.append(language)
        for name, value in attrs:
            if value and (name in READ or (name.startswith("data-") and " " in value)):
                self._hear(value, language)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._spoken.pop()

    def handle_data(self, data: str) -> None:
        self._hear(data, self._spoken[-1])

    def _hear(self, text: str, language: str) -> None:
        if language == self._wanted and text.strip():
            self.said.append(" ".join(text.split()))


def left(said: str, data: Iterable[str]) -> str:
    """Return what a text says outside brackets that is no data."""
    said = re.sub("⟦[^⟦⟧]*⟧", " ", said)
    for known in sorted(data, key=len, reverse=True):
        said = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", said)
    return " ".join(re.findall(r"[^\W\d_]+", FIXED.sub(" ", said)))


class Reader:
    """Reads every page that anybody has, in brackets, and keeps what is outside of them."""

    def __init__(self, serving: Serving) -> None:
        self.serving, self.hall = serving, serving.hall
        self.unmarked: dict[str, str] = {}
        self._marked: set[str] = set()
        self.pages: list[str] = []
        opening = serving.hall.premises.opening
        of_the_hall = (opening.hall, opening.company, opening.licence, opening.notary)
        sets = (*serving.hall.premises.ball_sets, "A 1042", "A-1042", "B 7")
        self.data = {
            *EVERYBODY,
            PERSON,
            *of_the_hall,
            *sets,
            *map(str, Post),
            *NAMES.values(),
            WALL,
            TYPED,
            NAMELESS,
            *(f"sala-{number}" for number in (2, 3, 4)),
        }
        self.data.add(fingerprint(CERTIFICATE))

    def read(self, text: str, where: str) -> str:
        self.pages.append(text)
        found = SpokenTexts(text).said if "<" in text else [text]
        for said in {*found} - self._marked:  # most of a page stood on those before
            if rest := left(said, self.data):
                self.unmarked[rest] = f"{where}: {said}"
            else:
                self._marked.add(said)
        return text

    def look(self, where: str) -> None:
        for person in EVERYBODY:
            answer = self.serving.client.get("/", headers=self.serving.bearer(person))
            assert answer.status_code == 200
            self.read(answer.text, f"{where}, {person}")

    def alone(self) -> None:
        """Read the pages of the practice person: all posts together, and the tab of one."""
        for path in ("/", "/?puesto=cajero"):
            answer = self.serving.client.get(path, headers=self.serving.bearer(PERSON))
            assert answer.status_code == 200
            self.read(answer.text, f"{path}, {PERSON}")

    def asleep(self) -> None:
        """Read the desk of a session that sleeps."""
        headers = self.serving.bearer(JEFE)
        self.hall.slept_ms += IDLE_MS + 1
        self.read(self.serving.client.get("/", headers=headers).text, "asleep")
        self.hall.slept_ms -= IDLE_MS + 1

    def play(self, *labels: str, **body: Any) -> None:
        for label in labels:
            self.serving.play(label, **body)
            self.look(label)

    def send(self, path: str, person: str, **fields: Any) -> str:
        """Send a form as a person does, and read what it is answered."""
        headers = {"Origin": self.serving.url, "HX-Request": "true", **self.serving.bearer(person)}
        answer = self.serving.plain.post(path, data=fields, headers=headers)
        return self.read(answer.text, f"{path} {fields}")

    def step(self, command: str, post: str, person: str, request: str, **body: Any) -> str:
        """Take a step by its form."""
        said = {"request": request, "command": command, "post": post, "body": json.dumps(body)}
        said |= self.hall.pressed(command) if command in COMMANDS else {}
        return self.send("/steps", person, **said)

    def scan(self, picture: bytes, kind: str = "image/jpeg") -> None:
        """Send a picture as a tablet does, and read what it is answered."""
        headers = {"Origin": self.serving.url, "Content-Type": kind, **self.serving.bearer(JEFE)}
        answer = self.serving.plain.post("/escanear", content=picture, headers=headers)
        self.read(answer.json()["sentence"], "/escanear")

    def enter(self, *numbers: int) -> None:
        """Take balls out by hand, and call them."""
        for number in numbers:
            self.serving.play("Bola sacada a mano", ball=number)
            self.serving.play(f"Cantar el {number}")

    def show(self, **changes: Any) -> None:
        """Read the pages of a game that differs in something."""
        newest = self.hall.newest()
        assert self.hall.state.game is not None
        game = replace(self.hall.state.game, **changes)
        self.hall.bulletin.publish(replace(newest, state=replace(self.hall.state, game=game)))
        self.look(str(changes))
        self.hall.bulletin.publish(newest)

    def wait(self, until: str) -> None:
        while not getattr(self.hall.newest().state, until):
            assert self.hall.after(self.hall.newest().sequence, 5) is not None


def prepare(reader: Reader) -> None:
    """From the closed book to the sale."""
    reader.look("book")
    while (label := reader.serving.desk()["offers"][0]["label"]) != "Anunciar serie A 1042 y precio":
        reader.play(label)
    reader.play("Abrir turno de caja", pieces=TILL)
    reader.play(label)
    reader.play("Contar jugadores", players=30)
    reader.play("Entregar cartones", seller=LOCUTOR, count=12)
    reader.play("Anotar reclamación", claimant=TYPED, document=TYPED, text=TYPED, signed=True)
    reader.play("Anotar incidencia", text=TYPED)
    reader.play("Vender cartones", count=60)
    reader.play("Cerrar venta", "Comienzo de la partida")


def draw(reader: Reader, row: Iterable[int]) -> None:
    """A ball, a doubtful one, a fault, and on by hand to the line of the first card."""
    hall, serving = reader.hall, reader.serving
    serving.play("Extraer bola")
    hall.wait_for_ball()
    reader.look("a ball")
    reader.show(drawn=(7,) * 89)
    reader.show(
        caller=Caller("sala-2", 3, 12, 40, Lost.SILENT),
        halls={"sala-3": Stage.CLAIM, "sala-4": Stage.PLAYING},
    )
    reader.alone()
    reader.asleep()
    reader.play("Cantar el 7")
    reader.play("Error al cantar", said=70)
    reader.play("Acordar seguir", reason=TYPED)
    serving.play("Extraer bola")
    hall.wait_for_ball()
    reader.look("a doubtful ball")
    doubt = hall.state.game.doubt
    blind = replace(doubt, candidates=(), picture="")  # type: ignore[type-var]
    reader.show(doubt=blind)
    reader.play("Resolver bola dudosa", ball=66)
    reader.play("Cantar el 66", "Extraer bola")
    hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
    hall.inbox.put(msg.Trouble("cámara de mesa", "DESK-CAMERA", "no da imágenes"))
    reader.wait("faults")
    reader.wait("notices")
    hall.walls = tuple(ScreenHealth(WALL, state, 1) for state in ("on", "late", "off"))
    reader.look("a fault")
    reader.show(entered=7)  # as where the locutor is one of several witnesses
    reader.play("Proponer seguir a mano", reason=TYPED)
    reader.play("Conformar seguir a mano")
    reader.enter(*(n for n in row if n not in {7, 66}))


def _with(see: Callable[..., ClaimedCard | None], *where: object, **what: Any) -> ClaimedCard | None:
    """Return what the desk sees of a claim, but for what is given."""
    seen = see(*where)
    return seen and replace(seen, **what)


def claim(reader: Reader, numbers: Iterable[int]) -> None:
    """A bad card, a good line, the bingo; prizes paid, cash counted, and the signature."""
    reader.play("Parar: ¡línea!")
    reader.play("Comprobar línea", card=2, marks=["erasable"])
    reader.play("Comprobar línea", card=1)
    scan(reader)
    reader.play("¿Alguna línea más?")
    for unsung in range(3):
        won = Win(Sentence("línea"), 100, tuple(range(1, unsung + 2)))
        seen = partial(_with, ClaimDesk.see, wins=(won,), unsung=unsung)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ClaimDesk, "see", lambda *see, seen=seen: seen(*see))
            reader.look(f"{unsung} unsung")
    reader.play("Reanudar")
    drawn = {each for each in reader.hall.state.game.drawn}
    reader.enter(*(n for n in numbers if n not in drawn))
    reader.play("Parar: ¡bingo!")
    reader.play("Comprobar bingo", card=1)
    reader.play("¿Algún bingo más?", "Dar por finalizada")
    reader.play("Contar efectivo", pieces=TILL)
    collected = reader.hall.state.game.collected
    for much in (collected - 1, collected, collected + 1):
        reader.show(cash=much)
    reader.show(drawn=(7,))
    awards = reader.hall.state.game.awards
    reader.show(awards=tuple(replace(each, prize=replace(each.prize, amount=1)) for each in awards))
    reader.play("Pagar línea, cartón 1", "Pagar bingo, cartón 1", "Retirar cartones")
    reader.hall.inbox.put(msg.Recovered("extractor", "EXT-JAM"))
    while any(fault.active for fault in reader.hall.newest().state.faults):
        assert reader.hall.after(reader.hall.newest().sequence, 5) is not None
    reader.look("a fault that is over")
    reader.play("Reconocer EXT-JAM", "Firmar incidencia 1", "Firmar la partida")
    reader.play("Resolver reclamación 1", decision=TYPED)


def scan(reader: Reader) -> None:
    """Everything that a picture may be answered, while a line is verified."""
    reader.scan(b"")
    reader.scan(b"GIF89a")
    reader.scan(b"", "image/png")
    series = ("A-1042/7", "B-7/3")
    for texts in ((), ("OTRO",), series[:1], series[1:], series):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(scanning, "EVERY_S", 0)
            patch.setattr(reader.hall, "codes", lambda _, texts=texts: texts)
            reader.scan(b"a picture")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning.ScanLimiter, "enter", lambda *_: False)
        reader.scan(b"a picture")


def close(reader: Reader) -> None:
    """A game that is void, the last count, and the end of the volume; then all that a hall seldom shows."""
    serving, hall = reader.serving, reader.hall
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Comienzo de la partida")
    reader.play("Proponer anulación", reason=TYPED)
    reader.play("Conformar anulación")
    serving.play("Devolver cartones anulados")
    serving.play("Contar efectivo", pieces=TILL)
    serving.play("Retirar cartones", "Firmar la partida")
    reader.play("Cerrar turno de caja", pieces=TILL)
    reader.play("Recuento final de bolas", "Cerrar sesión", "Proponer el cierre del tomo")
    newest = hall.newest()
    last = {key: series.size - 1 for key, series in hall.state.series.items()}
    for changes in ({"suspended": True}, {"series": {}, "ball_sets": {}}, {"pointers": last}):
        hall.bulletin.publish(replace(newest, state=replace(newest.state, **changes)))
        reader.look(str(changes))
    hall.bulletin.publish(replace(newest, halted="MIN-FULL: no queda espacio en el disco del libro."))
    reader.look("halted")
    hall.bulletin.publish(newest)


def answers(reader: Reader) -> None:
    """Everything that a form of the desk may be answered, at the sale."""
    hall, step = reader.hall, reader.step
    assert "⟦Hecho⟧" in step("SellCards", "vendedor", LOCUTOR, "sell-1", count=6)
    step("SellCards", "vendedor", LOCUTOR, "sell-1", count=6)
    step("DeliverCards", "cajero", CAJERO, "deliver-1", seller=LOCUTOR, count=6)
    assert "AJ-" in step("SignGame", "jefe", JEFE, "sign-1", sheets=1)
    step("SellCards", "jefe", JEFE, "sell-2", count=6)
    step("SellCards", "controller", JEFE, "sell-3", count=6)
    step("SellCards", "nobody", JEFE, "", count="x", more=1)
    step(NAMELESS, "jefe", JEFE, "fly-1")
    reader.send("/steps", JEFE, step="x")
    blank = {"request": "p", "command": "CountCash", "post": "cajero", "body": '{"pieces":[]}'}
    reader.send("/steps", CAJERO, **blank, ask="pieces")
    number = {"request": "n", "command": "SellCards", "post": "vendedor", "body": '{"count":6}'}
    reader.send("/steps", LOCUTOR, **number, ask="count", **{"q.count": "seis"})
    waiting = {"request": "v", "command": "ProposeVoid", "post": "jefe", "body": '{"reason":"x"}'}
    hall.slept_ms += FRESH_MS + 1
    assert "⟦Confirme quién es⟧" in reader.send("/steps", JEFE, **waiting)
    reader.send("/confirmar", JEFE, secret="000001", step=str(httpx.QueryParams(waiting)))
    hall.passphrases[JEFE] = "la de la clave"
    assert "⟦Hace falta firmar⟧" in reader.send("/steps", JEFE, **waiting)
    reader.send("/keys", JEFE, secret="otra", step=str(httpx.QueryParams(waiting)))
    hall.answers = False
    step("SellCards", "vendedor", LOCUTOR, "sell-4", count=6)
    hall.answers = True
    for entries in ((3, 5), None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hall, "ask", lambda *_, entries=entries: msg.Done(entries))
            step("SellCards", "vendedor", LOCUTOR, "sell-5", count=6)


def helps(reader: Reader) -> None:
    """The frame of the help: the manual and the regulation themselves are Spanish, and say so."""
    for path in (
        "",
        "/reglamento",
        "/reglamento-pt",
        "/teclas",
        f"/{NAMELESS}",
        f"/imagenes/{NAMELESS}",
        *map("/{}".format, LAW.articles),
    ):
        reader.read(reader.serving.plain.get(f"/ayuda{path}").text, f"/ayuda{path}")


def scanners(reader: Reader) -> None:
    """The page that tries a scanner: a layout like this one and another, with an end and without."""
    desk = reader.serving.plain
    reader.read(desk.get("/lector").text, "/lector")
    for wedge in (Wedge(suffix=""), Wedge(scanner="us", computer="fr")):
        keys = [
            {"code": key.code, "key": key.key, "time": key.time, "alt": key.alt}
            for key in wedge.keys(code_of(WrittenCard("A-1042", 17)), 0)
        ]
        answer = desk.post("/lector", json=keys, headers={"Origin": reader.serving.url})
        reader.pages.append(answer.text)  # its other words are the keys themselves


def doors(reader: Reader) -> None:
    """The pages about people, and everything that they may answer."""
    hall, url = reader.hall, reader.serving.url
    hall.auth.store._db.execute("DELETE FROM accounts WHERE name=?", (PERSON,))  # one Director again
    for done in ("add", "reset", "disable", "posts"):
        text = reader.serving.client.get(f"/personas?hecho={done}").text
        reader.read(text, f"/personas {done}")
    reader.read(reader.serving.client.get("/cuenta").text, "/cuenta")
    reader.send("/cuenta", DIRECTOR, secret="no es esta")
    reader.send("/cuenta", DIRECTOR, secret=PASSPHRASE, passphrase="corta")
    given = {"secret": PIN, "passphrase": PASSPHRASE, "post": "cajero"}
    wrong = (
        {"action": "fly"},
        {"action": "add", "name": " x "},
        {"action": "add", "name": "Eva", "pin": "111111"},
        {"action": "add", "name": CAJERO},
        {"action": "posts", "name": CAJERO, "post": "rey"},
        {"action": "disable", "name": DIRECTOR},
        {"action": "disable", "name": NAMELESS},
    )
    for fields in wrong:
        reader.send("/personas", DIRECTOR, **given | fields)
    assert hall.auth.store.account(CAJERO) is not None
    hall.auth.store._db.execute("UPDATE accounts SET totp='AAAA', pin='' WHERE name=?", (CAJERO,))
    hall.auth.store._db.execute("UPDATE accounts SET enabled=0 WHERE name=?", (LOCUTOR,))
    reader.read(reader.serving.client.get("/personas").text, "/personas")
    hall.slept_ms += FRESH_MS + 1
    reader.read(reader.serving.client.get("/personas").text, "/personas, not fresh")
    with httpx.Client(base_url=url, headers={"Origin": url}) as browser:
        reader.read(browser.get("/entrar").text, "/entrar")
        entered = browser.post("/entrar", data={"person": JEFE, "passphrase": PASSPHRASE})
        assert entered.status_code == 303
        hall.slept_ms += IDLE_MS + 1
        reader.read(browser.get("/entrar").text, "/entrar, asleep")
        for _ in range(3):
            reader.read(browser.post("/pin", data={"pin": "000001"}).text, "/pin")
        for _ in range(4):
            reader.read(browser.post("/entrar", data={"person": DIRECTOR}).text, "/entrar, wrong")
        for path in ("/nada", "/personas", "/panel"):
            reader.read(browser.get(path).text, path)
        reader.read(browser.post("/entrar", headers={"Origin": "http://evil.example"}).text, "a stranger")
        hall.auth.store._db.execute("DELETE FROM accounts")
        reader.read(browser.get("/entrar").text, "/entrar, without accounts")


def records(reader: Reader, folder: Path) -> None:
    """The book's folios, before any is printed, after, and over many nights; its reports."""
    asked = "zzz"
    reader.data.add(asked)
    jefe, past = reader.serving.bearer(JEFE), reader.hall.records

    def read(*paths: str) -> None:
        for path in paths:
            page = reader.serving.plain.get(path, headers=jefe, follow_redirects=True, timeout=120)
            assert page.status_code == 200, page.text
            reader.read(page.text, path)

    read("/actas", "/actas/ultima")
    with printing(reader.hall, folder):
        wait_for_folios(reader.hall, 3)
    rows = past.folios()
    reader.data |= {row.data for row in rows}
    read("/actas", "/actas/ultima", f"/actas?busca={asked}", *(f"/actas/{_way(row)}" for row in rows))
    read(*(f"/informes/{kind.address}" for kind in reader.hall.game.reports))
    fates = ("printed", "waits", "lost")
    nights = tuple(replace(row, copy=1, printed=fate) for row in rows for fate in fates) * A_PAGE
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(past, "folios", lambda: nights)
        read("/actas", f"/actas/{_way(rows[0])}")


def drawings(reader: Reader, folder: Path) -> None:
    """The Director's page of patterns: cards with blanks, and of 75 balls with one form and several."""
    alone = reader.serving.client.get("/figuras", headers=reader.serving.bearer(DIRECTOR))
    reader.read(alone.text, "/figuras")
    rules = rules_of()
    of = {name: getattr(rules, name) for name in ("variant", "universe", "line_bp", "bingo_bp", "house_bp")}
    asked = ("c=0&c=4", "c=0&c=4&turned=on&key=two&es=Dos&pt=Dois&en=Two")
    folder.mkdir()
    reader.data |= {"B", "I", "N", "G", "O"}
    with (
        Hall(folder, prizes=rules.prizes, line=rules.line, **of) as hall,
        Serving(hall, languages=in_brackets(folder / "locale")) as serving,
    ):
        for query in ("", *asked):
            page = serving.client.get(f"/figuras?{query}", headers=serving.bearer(DIRECTOR))
            assert page.status_code == 200
            said = re.sub("<textarea.*?</textarea>", "", page.text, flags=re.DOTALL)
            reader.read(said, f"/figuras?{query}")


def calibrates(reader: Reader) -> None:
    """The page on which a set is calibrated: at a ball, and over."""
    director, calibrated = reader.serving.bearer(DIRECTOR), reader.hall.calibration
    assert isinstance(calibrated, Calibrated)
    reader.data |= {"R", "Q"}  # keys
    for calibrated.over in (False, True):
        reader.read(reader.serving.client.get("/calibrar", headers=director).text, "/calibrar")
    state = reader.serving.client.get("/calibrar/estado", headers=director)
    reader.read(state.text, "/calibrar/estado")


def _way(row: FolioRow) -> str:
    return row.name.removesuffix(".pdf")


@pytest.fixture(scope="module")
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Everything that the console says in a night, read once; in `make test` what the desk says."""
    folder = tmp_path_factory.mktemp("night")
    practice = Hall(folder, [7, (66, 9)])
    practice.stand_ins = stand_ins(load(CONFIG))
    practice.sound = lambda: None  # a hall with a voice
    practice.calibration = Calibrated()
    with (
        practice as hall,
        Serving(hall, languages=in_brackets(folder / "locale"), certificate=CERTIFICATE) as serving,
    ):
        card = next(iter(hall.state.matrices.values())).card(1)
        reader = Reader(serving)
        prepare(reader)
        draw(reader, card.rows[0])
        claim(reader, card.numbers)
        reader.play("Anunciar serie A 1042 y precio")
        answers(reader)
        close(reader)
        if request.config.getoption("--torture"):
            helps(reader)
            scanners(reader)
            records(reader, folder)
            drawings(reader, folder / "drawings")
            calibrates(reader)
            doors(reader)
        yield reader


def test_no_page_says_a_sentence_that_is_not_marked(reader: Reader) -> None:
    assert not reader.unmarked, "\n".join(reader.unmarked.values())


@pytest.mark.campaign
def test_the_night_has_every_sentence_of_the_templates(reader: Reader) -> None:
    """What is looked for above is only found where it is met: no template has a sentence that never came."""
    heard = "\n".join(html.unescape(page) for page in reader.pages)
    templates = [path.read_text("utf-8") for path in CODE.rglob("console/templates/*.html")]
    texts = {text for source in templates for text in in_template(source)}
    unmet = {
        t for t in texts if any(f"⟦{said}⟧" not in heard for said, *_ in string.Formatter().parse(t) if said)
    }
    assert not unmet, f"have a page of this night say {unmet}"
