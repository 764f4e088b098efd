"""The office's papers: no card in two halls, signed as they stand, sent, and what became of each."""

import asyncio
import json
import threading
from dataclasses import replace
from datetime import date

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.devices.office_papers import follow_papers
from hallctl.minutes.note import SIGNATURE, verifier_of
from hallctl.minutes.wire.connection import make_streams
from hallctl.minutes.wire.messages import MESSAGE_ID, paper_subject
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.minutes.wire.papers import SignedPaper
from hallctl.office import enrolment
from hallctl.office.config import JackpotSection, load_office
from hallctl.office.database import add_partitions, connect
from hallctl.office.errors import OfficeError
from hallctl.office.keys import make_keys, read_keys
from hallctl.office.paper_sender import PaperSender
from hallctl.office.papers import (
    Standing,
    list_papers,
    make_paper,
    newest_signed,
    people_contents,
    rules_contents,
    series_contents,
    sign_paper,
)
from hallctl.office.parts import Office
from hallctl.rules.codec import encode
from hallctl.rules.events.papers import PaperAdopted, PaperReceived, PaperRefused
from hallctl.rules.papers import Paper, PaperKind

DAY = date(2026, 12, 1)


def hall(name):
    key = Ed25519PrivateKey.generate()
    verifier = verifier_of(f"{name}/libro", key, SIGNATURE)
    return enrolment.Hall(name, name.title(), "bingo", "America/La_Paz", public_nkey(key), str(verifier))


@pytest.fixture
def office(tmp_path, office_url, nats_server):
    make_keys(tmp_path)
    (tmp_path / "office.toml").write_text(
        f'[office]\nname = "Cadena"\norigin = "oficina/prueba"\n[database]\nurl = "{office_url}"\n'
        f'[nats]\nservers = ["{nats_server.url}"]\n'
    )
    setting = load_office(tmp_path)
    with connect(office_url) as connection:
        for name in ("sala-1", "sala-2"):
            enrolment.enrol(connection, hall(name))
    return Office(setting, read_keys(setting), lambda _: None)


def cards(connection, name, *ranges):
    return make_paper(connection, PaperKind.SERIES, [name], DAY, series_contents(ranges))


@pytest.mark.req("AJ-20")
def test_no_card_of_a_series_is_ever_given_to_two_halls(office):
    with office.database() as connection:
        assert cards(connection, "sala-1", "A-1042:1-5000", "B-7:1-10") == 1
        for ranges in (["A-1042:5000-6000"], ["C-1:1-5", "B-7:10-10"], ["A-1042:1-1"]):
            with pytest.raises(OfficeError, match="Otra sala tiene ya"):
                cards(connection, "sala-2", *ranges)
        assert cards(connection, "sala-2", "A-1042:5001-6000") == 2, "a refused paper takes no number"
        assert cards(connection, "sala-1", "A-1042:1-5000") == 3, "a hall's own range may be said again"
        with pytest.raises(OfficeError, match="no es de la cadena"):
            cards(connection, "sala-9", "D-1:1-5")
        with pytest.raises(OfficeError, match="una sola sala"):
            make_paper(connection, PaperKind.SERIES, ["sala-1", "sala-2"], DAY, series_contents(["E-1:1-2"]))
        # The constraint itself, whatever the program does: two halls at once, one waits and fails.
        with pytest.raises(psycopg.errors.ExclusionViolation):
            connection.execute(
                "INSERT INTO paper_ranges (number, hall, series, cards) VALUES (2, 'sala-2', 'B-7', '[3,4)')"
            )
    for text in ("A-1042", "A-1042:5-1", "A-1042:0-1", ":1-2", "A-1:1-2-3"):
        with pytest.raises(OfficeError):
            series_contents([text])
    for bad in (["rey:Eva"], ["jefe:"], ["controller:x"], []):
        with pytest.raises(OfficeError):
            people_contents(bad)
    for toml in ("x", "name = 1\nversion = '1'\napproval = 'RA'", "name = 'a'"):
        with pytest.raises(OfficeError):
            rules_contents(toml)


def test_rules_play_for_a_jackpot_of_the_office_in_its_currency():
    jackpot = JackpotSection(name="gordo", seed=1000, currency="Bs")

    def made(currency="Bs", linked="gordo", seed=1000):
        head = f'name = "a"\nversion = "1"\napproval = "RA"\ncurrency = "{currency}"\n[[progressives]]\n'
        return rules_contents(f'{head}linked = "{linked}"\nat_once = "first"\nseed = {seed}\n', [jackpot])

    assert made()["name"] == "a"
    for given, said in (
        ({"currency": "€"}, "es en Bs y las reglas cuentan en €"),
        ({"linked": "otro"}, "no es un pozo de la oficina"),
        ({"seed": 5}, "jugarían sin él"),
    ):
        with pytest.raises(OfficeError, match=said):
            made(**given)


def book(connection, name, events):
    """Write what a hall's book would say into the office's copy of it."""
    add_partitions(connection, name, 1)
    for number, event in enumerate(events, 1):
        kind = type(event).__name__
        line = json.dumps({"body": encode(event)}).encode()
        row = (name, 1, number, f"2026-12-01T0{number}:00:00Z", kind, f"{name}{number}", line)
        columns = "hall, volume, number, time, kind, hash, line"
        connection.execute(f"INSERT INTO entries ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s)", row)


@pytest.mark.req("I12")
@pytest.mark.parametrize("number", [None, "x", True, -1, 2**31, 2**53 - 1, {}, []], ids=repr)
def test_whatever_one_hall_s_book_says_of_a_paper_hides_no_other_hall_s_word(office, number):
    with office.database() as connection:
        halls = ["sala-1", "sala-2"]
        of = make_paper(connection, PaperKind.PEOPLE, halls, DAY, people_contents(["jefe:Eva Rojas"]))
        digest = sign_paper(connection, office.keys, PaperKind.PEOPLE, of).head.digest
        paper = Paper(PaperKind.PEOPLE, of, digest, "oficina/prueba", DAY.isoformat())
        book(connection, "sala-1", [PaperReceived(replace(paper, number=number))])
        refused = PaperRefused("people", of, digest, "oficina/prueba", "no la conozco", "Iván")
        book(connection, "sala-2", [replace(refused, number=number), PaperReceived(paper)])
        (listed,) = list_papers(connection)
    assert [each.said for each in listed.standings] == ["", "espera"]


def test_what_became_of_a_paper_is_read_from_each_halls_own_book(office):
    with office.database() as connection:
        halls = ["sala-1", "sala-2"]
        number = make_paper(connection, PaperKind.PEOPLE, halls, DAY, people_contents(["jefe:Eva Rojas"]))
        signed = sign_paper(connection, office.keys, PaperKind.PEOPLE, number)
        assert sign_paper(connection, office.keys, PaperKind.PEOPLE, number) == signed
        (listed,) = list_papers(connection)
        assert listed.standings == (Standing("sala-1"), Standing("sala-2"))
        digest = signed.head.digest
        paper = Paper(PaperKind.PEOPLE, number, digest, "oficina/prueba", DAY.isoformat())
        book(connection, "sala-1", [PaperReceived(paper), PaperAdopted(paper, "Marta")])
        refused = PaperRefused("people", number, digest, "oficina/prueba", "no la conozco", "Iván")
        book(connection, "sala-2", [PaperReceived(paper), refused])
        (listed,) = list_papers(connection)
        said = [(each.hall, each.said, each.person, each.reason) for each in listed.standings]
        assert said == [
            ("sala-1", "adoptado", "Marta", ""),
            ("sala-2", "rechazado", "Iván", "no la conozco"),
        ]
        with pytest.raises(OfficeError, match="No hay ningún papel"):
            sign_paper(connection, office.keys, PaperKind.RULES, 1)
        connection.execute("UPDATE papers SET contents = '{}'")
        with pytest.raises(OfficeError, match="no es el que se firmó"):
            newest_signed(connection, office.keys)


def test_a_hall_finds_the_newest_signed_paper_of_each_kind_whenever_it_comes(office):
    async def kept(name):
        client, found = await office.messages(), {}
        try:
            await follow_papers(client, name, 5.0, found.__setitem__)
            before = dict(found)
            await client.publish(paper_subject(name, "rules"), b"news")
            while "rules" not in found:
                await asyncio.sleep(0.01)
            return {kind: SignedPaper.read(message) for kind, message in before.items() if kind != "rules"}
        finally:
            await client.close()

    async def streams():
        client = await office.messages()
        await make_streams(client, 1 << 20)
        await client.close()

    async def seized():
        """Send under the names that papers had, as another hall can: the server drops what comes later."""
        with office.database() as connection:
            papers = newest_signed(connection, office.keys)
        client = await office.messages()
        for hall, paper in papers:
            header = {MESSAGE_ID: f"{hall}-{paper.head.kind}-{paper.head.digest}-{paper.head.number}"}
            await client.jetstream().publish("hall.sala-2.state", b"{}", headers=header)
        await client.close()
        assert papers

    asyncio.run(streams())
    runner, folder = CliRunner(), str(office.setting.folder)
    for arguments in (
        ["series", folder, "--hall", "sala-1", "--cards", "A-1042:1-60", "--from", "2026-12-01"],
        ["series", folder, "--hall", "sala-1", "--cards", "A-1042:1-90"],
        ["sign", folder, "series", "1"],
    ):
        done = runner.invoke(app, ["office", "paper", *arguments])
        assert done.exit_code == 0, done.output
    asyncio.run(seized())
    sent = threading.Event()
    watched = Office(office.setting, office.keys, lambda said: sent.set() if "enviado" in said else None)
    sender = PaperSender(watched, look_s=0.05)
    thread = threading.Thread(target=sender.run)
    thread.start()
    try:
        assert sent.wait(20)
        found = asyncio.run(kept("sala-1"))["series"]
        assert found.head.number == 1
        assert found.fault(office.keys.verifier, "sala-1") == ""
        assert found.fault(office.keys.verifier, "sala-2") == "es de otra sala (sala-1)"
        sent.clear()
        runner.invoke(app, ["office", "paper", "sign", folder, "series", "2"])
        assert sent.wait(20)
        assert asyncio.run(kept("sala-1"))["series"].head.number == 2
        assert asyncio.run(kept("sala-2")) == {}
    finally:
        sender.stop()
        thread.join()
    listed = runner.invoke(app, ["office", "paper", "list", folder])
    assert "series n.º 2" in listed.output and "sala-1: su libro no lo dice" in listed.output
    wrong = runner.invoke(app, ["office", "paper", "sign", folder, "nada", "1"])
    assert wrong.exit_code == 2 and "no es una clase de papel" in wrong.output
