"""The hall's end of the head office's papers: only what its office signed for it waits, the rest is named."""

import functools
import shutil
import tomllib
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from hallctl import __version__, main
from hallctl.__main__ import app
from hallctl.app.office_papers import (
    OTHER_PROGRAM,
    OfficePapers,
    RulesPlacedError,
    paper_of,
    place_papers,
    proposed_people,
    restore_rules,
    rules_fault,
)
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.config.papers import FOLDER, adopted_file, adopted_rules, received_file, rules_file
from hallctl.config.problems import ConfigError
from hallctl.minutes.book import Book
from hallctl.minutes.canonical import canonical
from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.minutes.wire.messages import WireError
from hallctl.minutes.wire.papers import MOST_BYTES, SignedPaper, signed_paper
from hallctl.rules.commands.papers import AdoptPaper, ReceivePaper, RejectPaper
from hallctl.rules.commands.running import ReportNotice, ReportNoticeOver
from hallctl.rules.events.papers import PaperAdopted
from hallctl.rules.papers import CardRange, PaperKind, Papers
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from tests.hallctl.cli.book.hall import Hall
from tests.hallctl.games.bingo.rules.night import OPENING
from tests.hallctl.table.virtual import VirtualHall

OFFICE, KEY, OTHER = "oficina/prueba", Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
VERIFIER = verifier_of(OFFICE, KEY, COSIGNATURE)
DAY = "2026-12-01"
CARDS = {"ranges": [{"series": "A-1042", "first": 1, "last": 60}]}
RULES = 'base = "aj-bolivia"\nname = "cadena"\nversion = "7"\napproval = "RA 08-00777-26"\n'
BY_HAND, IN_PORTUGUESE, OF_75 = (
    RULES.replace("aj-bolivia", base) for base in ("aj-bolivia-manual", "pt-bingo-90", "pt-bingo-75")
)


def paper(contents=CARDS, kind="series", number=5, halls=("sala-1",), key=KEY, name=OFFICE, day=DAY):
    return signed_paper(name, key, kind, number, halls, day, canonical(contents).decode())


def of_rules(toml=RULES, **changes):
    values = tomllib.loads(RULES)
    said = {name: values[name] for name in ("name", "version", "approval")} | changes
    return paper({**said, "toml": toml}, "rules")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    made = Hall.made(tmp_path_factory.mktemp("sala"))
    lines = f'[chain]\nhall = "sala-1"\nservers = ["nats://127.0.0.1:4222"]\noffice = "{VERIFIER}"\n'
    with made.config.open("a", encoding="utf-8") as file:
        file.write(f"\n{lines}")
    return load(made.config)


@pytest.fixture(autouse=True)
def clean(hall):
    yield
    shutil.rmtree(hall.directory / FOLDER, ignore_errors=True)


def adopted(hall, signed):
    """Return the state of a hall whose Director adopted a paper that came, and the paper."""
    kept = paper_of(signed)
    path = received_file(hall.directory, kept.kind, kept.digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(signed.encode())
    return replace(empty_state(hall), papers=Papers(adopted={kept.kind: kept})), kept


def papers_of(hall):
    said = []
    fault = functools.partial(rules_fault, hall)
    return OfficePapers(hall.directory, "sala-1", VERIFIER, said.append, fault), said


def test_a_paper_is_read_back_as_it_was_signed():
    signed = paper(halls=("sala-2", "sala-1"))
    again = SignedPaper.read(signed.encode())
    assert again == signed
    assert again.head.halls == ("sala-1", "sala-2")
    assert again.fault(VERIFIER, "sala-2") == ""
    for message in (b"", b"[]", b"{}", canonical({"note": "x", "contents": "{}"}), b"x" * (3 * MOST_BYTES)):
        with pytest.raises(WireError):
            SignedPaper.read(message)
    for wrong in ({"kind": "orden"}, {"number": 0}, {"halls": ("Sala",)}, {"day": "mañana"}):
        with pytest.raises(WireError):
            paper(**wrong)
    with pytest.raises(WireError):
        paper({"x": "y" * MOST_BYTES})


@pytest.mark.req("AJ-20")
def test_what_its_office_signed_for_it_is_kept_and_waits(hall):
    papers, said = papers_of(hall)
    papers.take("series", paper().encode())
    (received,) = said
    assert isinstance(received, ReceivePaper)
    kept = received.paper
    assert (kept.kind, kept.number, kept.signer, kept.valid_from) == (PaperKind.SERIES, 5, OFFICE, DAY)
    assert kept.ranges == (CardRange("A-1042", 1, 60),)
    assert not adopted_file(hall.directory, "series").exists()
    place_papers(hall, empty_state(hall), Inbox())(PaperAdopted(kept, "Marta"))
    assert SignedPaper.read(adopted_file(hall.directory, "series").read_bytes()) == paper()


def test_what_is_no_paper_for_this_hall_is_refused_and_named(hall):
    good = paper()
    altered = replace(good, contents=canonical({"ranges": []}).decode())
    again = paper(number=6)
    grafted = replace(again, note=replace(again.note, lines=good.note.lines))
    two = {"ranges": [*CARDS["ranges"], *CARDS["ranges"]]}
    for kind, message, why in (
        ("series", b"hola", "no tiene la forma"),
        ("series", altered.encode(), "el contenido no es el firmado"),
        ("series", grafted.encode(), "la firma no es buena"),
        ("series", paper(key=OTHER).encode(), "no lo firma la oficina de esta sala"),
        ("series", paper(name="otra/oficina").encode(), "no lo firma la oficina de esta sala"),
        ("series", paper(halls=("sala-2",)).encode(), "es de otra sala (sala-2)"),
        ("rules", good.encode(), "viene como «rules» y es de «series»"),
        ("series", paper({"ranges": [], "people": []}).encode(), "people: sobra"),
        ("series", paper({"ranges": [{"series": "A-1"}]}).encode(), "first: falta"),
        ("series", paper(two).encode(), "una por serie"),
        ("series", paper(day="2026-02-31").encode(), "no es un día"),
        (
            "people",
            paper({"people": [{"post": "rey", "person": "x"}]}, "people").encode(),
            "se espera uno de",
        ),
        ("rules", of_rules(version="8").encode(), "version: las reglas dicen otra cosa"),
        ("rules", of_rules(RULES + "seats = 0\nseating = 3\n").encode(), "no sirven en esta sala"),
        ("rules", of_rules("name =").encode(), "no se pueden leer"),
        ("rules", of_rules(BY_HAND).encode(), "[extractor]: sobra"),
        ("rules", of_rules(IN_PORTUGUESE).encode(), "[hall] language"),
        ("rules", of_rules(OF_75).encode(), "matrix"),
        ("rules", of_rules("a = " + "[" * 50_000).encode(), "no se pueden leer"),
    ):
        papers, said = papers_of(hall)
        papers.take(kind, message)
        (rejected,) = said
        assert isinstance(rejected, RejectPaper), message
        assert why in rejected.cause, (why, rejected.cause)


@pytest.mark.req("AJ-117")
def test_an_adopted_rule_set_counts_from_the_next_start_and_its_loss_is_told(hall):
    papers, said = papers_of(hall)
    signed = of_rules()
    papers.take("rules", signed.encode())
    assert isinstance(said[0], ReceivePaper), said
    assert adopted_rules(hall.directory) is None
    assert load(hall.path).rules.name.startswith("aj-bolivia")
    kept = paper_of(signed)
    state = replace(empty_state(hall), papers=Papers(adopted={kept.kind: kept}))
    with pytest.raises(ConfigError, match="arranque otra vez"):
        place_papers(hall, state, Inbox())
    read = load(hall.path)
    assert (read.rules.name, read.rules.version) == ("cadena", "7")
    assert read.rules.approval == "RA 08-00777-26"
    assert read.directory == hall.directory
    place_papers(read, state, Inbox())
    lost = replace(kept, digest="00" * 32)
    with pytest.raises(ConfigError, match="falta el papel"):
        place_papers(read, replace(state, papers=Papers(adopted={kept.kind: lost})), Inbox())


@pytest.mark.req("AJ-117")
def test_rules_that_are_adopted_leave_an_open_session_the_ones_it_was_opened_by(hall):
    state, kept = adopted(hall, of_rules())
    place_papers(hall, empty_state(hall), Inbox())(PaperAdopted(kept, "Marta"))
    place_papers(hall, replace(state, session=object()), Inbox())
    assert not rules_file(hall.directory).exists()
    assert load(hall.path).rules == hall.rules
    with pytest.raises(RulesPlacedError):
        place_papers(hall, state, Inbox())


@pytest.mark.req("AJ-117")
def test_a_paper_is_held_against_the_configuration_of_the_next_start(hall):
    text = hall.path.read_text("utf-8")
    try:
        hall.path.write_text(f"{text}\n[nada]\n", "utf-8")
        papers, said = papers_of(hall)
        papers.take("rules", of_rules().encode())
        assert said == [], "it comes again once the file is right"
    finally:
        hall.path.write_text(text, "utf-8")
    state, _ = adopted(hall, of_rules(BY_HAND))
    with pytest.raises(ConfigError, match=r"papel n\.º 5 .*no sirven en esta sala .*\[extractor\]") as told:
        place_papers(hall, state, Inbox())
    assert not isinstance(told.value, RulesPlacedError)
    assert load(hall.path).rules == hall.rules


@pytest.mark.req("AJ-117")
def test_adopted_rules_are_never_left_out_in_silence(hall):
    state, _ = adopted(hall, of_rules())
    with pytest.raises(RulesPlacedError):
        place_papers(hall, state, Inbox())
    rules, mark = rules_file(hall.directory), adopted_file(hall.directory, "rules")
    for spoil in (rules.unlink, lambda: rules.write_text("x = ["), lambda: rules.write_text(RULES * 2)):
        spoil()
        for mend in (restore_rules, lambda read: place_papers(read, state, Inbox())):
            read = load(hall.path)
            if adopted_rules(hall.directory) is None:
                assert read.rules == hall.rules
                with pytest.raises(RulesPlacedError):
                    mend(read)
        assert load(hall.path).rules.name == "cadena"
    rules.unlink()
    with pytest.raises(RulesPlacedError):
        place_papers(hall, state, Inbox())
    mark.write_bytes(mark.read_bytes().replace(b"cadena", b"condena"))
    with pytest.raises(RulesPlacedError):
        place_papers(hall, state, Inbox())
    chainless = replace(hall, config=hall.config.model_copy(update={"chain": None}))
    with pytest.raises(ConfigError, match=r"\[chain\]: falta; .*papel n\.º 5"):
        place_papers(chainless, state, Inbox())
    shutil.rmtree(rules.parent)
    with pytest.raises(ConfigError, match="falta el papel"):
        place_papers(load(hall.path), state, Inbox())


def test_a_start_that_put_rules_into_their_place_goes_on_by_them(hall, monkeypatch):
    state, _ = adopted(hall, of_rules())
    ran = []

    def run(setting, _):
        restore_rules(setting)
        place_papers(setting, state, Inbox())
        ran.append(setting.rules.name)

    monkeypatch.setattr(main, "_run", run)
    main.run(hall)
    rules_file(hall.directory).unlink()
    main.run(load(hall.path))
    assert ran == ["cadena", "cadena"]


@pytest.mark.req("AJ-13")
def test_people_of_an_adopted_paper_are_proposed_and_have_no_account_by_it(hall):
    papers, said = papers_of(hall)
    people = [{"post": "jefe", "person": "Eva Rojas"}, {"post": "director", "person": "Marta Suárez"}]
    papers.take("people", paper({"people": people}, "people").encode())
    assert proposed_people(hall.directory) == ()
    place_papers(hall, empty_state(hall), Inbox())(PaperAdopted(said[0].paper, "Marta Suárez"))
    before = CliRunner().invoke(app, ["people", "list", "--config", str(hall.path)])
    found = CliRunner().invoke(app, ["people", "proposed", "--config", str(hall.path)])
    assert "Eva Rojas: jefe, sin cuenta en ese puesto" in found.output, found.output
    assert CliRunner().invoke(app, ["people", "list", "--config", str(hall.path)]).output == before.output


@pytest.mark.invariant("I17")
def test_a_paper_goes_from_the_line_into_the_book_and_still_counts_after_a_cut(tmp_path):
    book = tmp_path / "libro"
    Book.create(book).close()
    there = VirtualHall(book, "b1")
    there.do(OPENING)
    report = there.inbox.put
    papers = OfficePapers(tmp_path, "sala-1", VERIFIER, lambda said: report(msg.Reported(said)), lambda _: "")
    early, now = paper(number=8, day="2999-01-01"), paper(number=9, day="2020-01-01")
    for message in (early.encode(), b"hola", early.encode()):
        papers.take("series", message)
    there.turn()
    refused = there.ask(AdoptPaper(PaperKind.SERIES, 8, early.head.digest, "3000-01-01"))
    assert isinstance(refused, Refusal) and refused.code == "PAPER-EARLY", "the day is the keeper's"
    papers.take("series", now.encode())
    there.turn()
    there.do(AdoptPaper(PaperKind.SERIES, 9, now.head.digest))
    kinds = [each.kind for each in there.book.entries() if each.kind.startswith("Paper")]
    assert kinds == ["PaperReceived", "PaperRefused", "PaperReceived", "PaperAdopted"]
    there.end()
    again = VirtualHall(book, "b2")
    assert again.state.papers.adopted == {PaperKind.SERIES: paper_of(now)}
    again.end()


def test_another_approved_version_of_the_program_is_a_notice_until_it_runs(hall):
    for version, told in (("99.1", ReportNotice), (__version__, ReportNoticeOver)):
        inbox = Inbox()
        signed = paper({"name": "hallctl", "version": version}, "program")
        place_papers(hall, empty_state(hall), inbox)(PaperAdopted(paper_of(signed), "Marta"))
        said = inbox.get_nowait()
        assert isinstance(said, msg.Reported) and isinstance(said.command, told)
        assert (said.command.device, said.command.code) == OTHER_PROGRAM
