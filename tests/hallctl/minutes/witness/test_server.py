"""The witness as a program: real HTTP on loopback, real keys, and a power cut at the worst moment."""

import signal
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from time import sleep

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import COSIGNATURE, Note, Verifier, verifier_of
from hallctl.minutes.witness.memory import KEY as KEY_FILE
from hallctl.minutes.witness.memory import MEMORY
from tests.hallctl.minutes.witness.hall import (
    KEY,
    NAME,
    ORIGIN,
    VKEY,
    body,
    note_of,
    tree_of,
    witness_program,
)

LEAVES = [f"asiento {n}".encode() for n in range(40)]
TREE = tree_of(LEAVES)
FORK = tree_of([*LEAVES[:8], b"otro", *LEAVES[9:]])
volumes = count(1)


def post(url, content):
    with httpx.Client(trust_env=False) as client:
        return client.post(f"{url}/add-checkpoint", content=content, timeout=20)


def send(url, old, size, origin=ORIGIN, tree=TREE, proof=None):
    proof = tree.consistency(old, size) if proof is None else proof
    return post(url, body(old, proof, note_of(tree, size, origin)))


@pytest.fixture(scope="module")
def witness(tmp_path_factory):
    folder = tmp_path_factory.mktemp("testigo")
    with witness_program(folder, "--name", "testigo.example/w1") as (_, url):
        yield folder, url


@pytest.fixture
def url(witness):
    return witness[1]


@pytest.fixture
def origin():
    return f"{NAME}/tomo-{next(volumes):04d}"


def key_of(folder):
    command = [sys.executable, "-m", "hallctl", "witness", "--directory", str(folder), "--show-key"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout.strip(), ran.stderr


def test_a_book_that_only_grew_is_cosigned_with_the_moment(witness, origin):
    folder, url = witness
    verifier = Verifier.read(key_of(folder)[1])
    assert verifier.kind == COSIGNATURE
    old = 0
    for size in (8, 8, 13, 40):
        note = note_of(TREE, size, origin)
        answer = post(url, body(old, TREE.consistency(old, size), note))
        assert answer.status_code == 200
        assert answer.text.endswith("\n")
        assert answer.headers["content-type"].startswith("text/plain")
        cosigned = note.with_lines(answer.text.splitlines())
        assert cosigned.signed_by(VKEY)
        assert cosigned.signed_by(verifier)
        assert cosigned.cosigned_at(verifier) > 1_700_000_000
        old = size


def test_a_first_checkpoint_starts_from_nothing(url, origin):
    assert send(url, 0, 8, origin, proof=[bytes(32)]).status_code == 422
    answer = send(url, 5, 8, origin)
    assert (answer.status_code, answer.text) == (409, "0\n")
    assert send(url, 0, 0, origin).status_code == 200
    assert send(url, 0, 8, origin).status_code == 200


def test_another_old_size_is_answered_with_the_size_that_was_seen(url, origin):
    assert send(url, 0, 13, origin).status_code == 200
    for old, size in ((0, 13), (8, 13), (0, 8), (8, 8), (20, 30)):
        answer = send(url, old, size, origin)
        assert (answer.status_code, answer.text) == (409, "13\n")
        assert answer.headers["content-type"] == "text/x.tlog.size"


def test_a_wrong_proof_is_refused_and_kept_as_evidence(witness, origin):
    folder, url = witness
    assert send(url, 0, 13, origin).status_code == 200
    assert send(url, 13, 20, origin, proof=[]).status_code == 422
    assert send(url, 13, 20, origin, proof=TREE.consistency(12, 20)).status_code == 422
    assert send(url, 13, 20, origin, tree=FORK).status_code == 422
    assert send(url, 13, 13, origin, tree=FORK).status_code == 422, "another root at the same size"
    assert send(url, 13, 13, origin, proof=[bytes(32)]).status_code == 422
    connection = sqlite3.connect(folder / MEMORY)
    kept = {row[0] for row in connection.execute("SELECT note FROM refused WHERE origin = ?", (origin,))}
    connection.close()
    assert {str(note_of(FORK, size, origin)) for size in (13, 20)} <= kept
    assert send(url, 13, 20, origin).status_code == 200, "the true book goes on"


@pytest.mark.parametrize(
    "strange",
    [
        "otra.example/libro/tomo-0001",
        NAME,
        f"{NAME}/",
        f"{NAME}s/tomo-0001",
        f"{NAME}/x/tomo-0001",
        f"{NAME}/tomo-1",
        f"{NAME}/tomo-00011",
        f"{NAME}/tomo-0001/x",
        f"{NAME}/tomo-000١",
        f"x/{NAME}/tomo-0001",
    ],
)
def test_an_origin_that_is_no_volume_of_the_book_is_unknown(url, strange):
    assert send(url, 0, 8, strange).status_code == 404


def test_only_the_books_own_key_counts(url, origin):
    other = Ed25519PrivateKey.from_private_bytes(b"\x02" * 32)
    by_other = note_of(TREE, 8, origin, key=other)
    assert post(url, body(0, [], by_other)).status_code == 403
    by_name = note_of(TREE, 8, origin, name="otra.example/libro")
    assert post(url, body(0, [], by_name)).status_code == 403
    genuine, changed = note_of(TREE, 8, origin), note_of(TREE, 9, origin)
    assert post(url, body(0, [], Note(changed.text, genuine.lines))).status_code == 403
    spoiled = Note(genuine.text, (*genuine.lines, *changed.lines))
    assert post(url, body(0, [], spoiled)).status_code == 403, "one wrong signature of a known key"
    both = by_other.with_lines(genuine.lines)
    assert post(url, body(0, [], both)).status_code == 200, "unknown keys are passed over"


def good(origin):
    return body(0, [], note_of(TREE, 8, origin)).decode()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text.replace("old 0", "old 00"),
        lambda text: text.replace("old 0", "old -1"),
        lambda text: text.replace("old 0", "old  0"),
        lambda text: text.replace("old 0", "OLD 0"),
        lambda text: text.replace("old 0\n", "old 0\r\n"),
        lambda text: text.replace("old 0\n", ""),
        lambda text: text.replace("old 0", "old 9"),
        lambda text: text.replace("old 0", "old 99999999999999999999"),
        lambda text: text.replace("old 0\n", "old 0\nnot base64\n"),
        lambda text: text.replace("old 0\n", "old 0\nAAAA\n"),
        lambda text: text.replace("old 0\n", "old 0\n" + 64 * f"{'A' * 43}=\n"),
        lambda text: text.replace("\n8\n", "\n08\n"),
        lambda text: text.replace("\n8\n", "\n"),
        lambda text: text.removesuffix("\n"),
        lambda text: text[: text.index("\N{EM DASH}")],
        lambda text: text + 40 * text[text.index("\N{EM DASH}") :],
        lambda text: text.replace("sala", "sa\x00la"),
    ],
)
def test_what_has_another_form_is_refused(url, origin, spoil):
    assert post(url, spoil(good(origin)).encode()).status_code == 400
    assert post(url, good(origin).encode()).status_code == 200


def test_bytes_that_are_no_text_are_refused(url):
    assert post(url, b"old 0\n\n\xff\xfe").status_code == 400


def test_a_body_beyond_all_measure_is_not_read(url):
    assert post(url, b"old 0\n" * 20_000).status_code == 413

    def endless():
        for _ in range(40):
            yield b"A" * 4096

    assert post(url, endless()).status_code == 413


def test_other_questions_have_no_answer(url):
    with httpx.Client(trust_env=False) as client:
        assert client.get(f"{url}/add-checkpoint").status_code == 405
        assert client.get(f"{url}/docs").status_code == 404
        assert client.get(f"{url}/openapi.json").status_code == 404


def test_the_page_says_what_was_seen(witness, origin):
    folder, url = witness
    assert send(url, 0, 13, origin).status_code == 200
    with httpx.Client(trust_env=False) as client:
        page = client.get(url).json()
    assert page["key"] == key_of(folder)[1]
    assert page["logs"] == [str(VKEY)]
    (seen,) = [one for one in page["origins"] if one["origin"] == origin]
    assert (seen["size"], seen["root"]) == (13, TREE.root(13).hex())


@pytest.mark.invariant("I12")
def test_of_two_books_at_once_one_is_cosigned(url, origin):
    assert send(url, 0, 8, origin).status_code == 200
    asked = [(TREE, size) for size in range(9, 25)] + [(FORK, size) for size in range(9, 25)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: send(url, 8, one[1], origin, one[0]), asked))
    assert [answer.status_code for answer in answers].count(200) == 1
    assert {answer.status_code for answer in answers} == {200, 409}


@pytest.mark.invariant("I12")
def test_killed_between_remembering_and_answering_it_neither_forgets_nor_forks(tmp_path):
    with witness_program(tmp_path, command=("-m", "tests.hallctl.minutes.witness.dies")) as (process, url):
        with pytest.raises(httpx.TransportError):
            send(url, 0, 13)
        assert process.wait(10) == -signal.SIGKILL
    with witness_program(tmp_path) as (_, url):
        again = send(url, 0, 13)
        assert (again.status_code, again.text) == (409, "13\n")
        assert send(url, 0, 8).text == "13\n", "not back"
        assert send(url, 13, 13, tree=FORK).status_code == 422, "not another"
        assert send(url, 13, 13).status_code == 200, "the true one gets its line in the end"


@pytest.mark.invariant("I12")
def test_killed_anywhere_it_remembers_all_that_it_cosigned(tmp_path, full):
    size = 0
    for turn in range(40 if full else 4):
        with witness_program(tmp_path) as (process, url), ThreadPoolExecutor(1) as pool:
            seen = int(send(url, 39, 40).text) if turn else 0
            assert seen >= size
            size = seen
            pool.submit(lambda p=process, t=turn: (sleep(0.01 * (t % 7)), p.kill()))  # type: ignore[misc]
            with suppress(httpx.TransportError):
                while size < 40:
                    assert send(url, size, size + 1).status_code == 200
                    size += 1


def test_with_a_disk_that_fails_it_signs_nothing_and_ends(tmp_path):
    def disk(statement):
        connection = sqlite3.connect(tmp_path / MEMORY)
        connection.execute(statement)
        connection.close()

    with witness_program(tmp_path) as (process, url):
        assert send(url, 0, 8).status_code == 200
        disk("CREATE TRIGGER full BEFORE INSERT ON seen BEGIN SELECT RAISE(FAIL, 'disk full'); END")
        answer = send(url, 8, 13)
        assert answer.status_code == 503
        assert "\N{EM DASH}" not in answer.text
        assert process.wait(10) == 3
        assert "disk full" in process.stderr.read()
    disk("DROP TRIGGER full")
    with witness_program(tmp_path) as (_, url):
        assert send(url, 0, 13).text == "8\n"


def test_control_c_and_a_polite_end_leave_it_whole(tmp_path):
    for ending, code in ((signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)):
        with witness_program(tmp_path) as (process, url):
            send(url, 0, 8)
            process.send_signal(ending)
            assert process.wait(10) == code
            assert not process.stderr.read()
    with witness_program(tmp_path) as (_, url):
        assert send(url, 8, 13).status_code == 200


def test_key_and_memory_are_the_witnesses_own(tmp_path):
    with witness_program(tmp_path / "new"):
        pass
    for name in (KEY_FILE, MEMORY):
        assert stat.S_IMODE((tmp_path / "new" / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    (tmp_path / "new" / KEY_FILE).chmod(0o640)
    code, _, error = key_of(tmp_path / "new")
    assert code == 3
    assert "chmod 600" in error


@pytest.mark.invariant("I12")
@pytest.mark.parametrize("lost", [MEMORY, KEY_FILE])
def test_a_witness_that_lost_its_memory_or_its_key_is_retired(tmp_path, lost):
    with witness_program(tmp_path) as (_, url):
        assert send(url, 0, 13).status_code == 200
    (tmp_path / lost).unlink()
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "hallctl",
            "witness",
            "--directory",
            tmp_path,
            "--log",
            str(VKEY),
            "--port",
            "0",
        ],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ran.returncode == 3
    assert "retírelo" in ran.stderr
    assert not (tmp_path / lost).exists()


def test_the_memory_of_another_witness_is_not_taken(tmp_path):
    for name in ("a", "b"):
        with witness_program(tmp_path / name):
            pass
    (tmp_path / "a" / MEMORY).write_bytes((tmp_path / "b" / MEMORY).read_bytes())
    code, _, error = key_of(tmp_path / "a")
    assert code == 3
    assert "retírelo" in error


def test_a_first_start_that_was_cut_short_is_done_again(tmp_path):
    with witness_program(tmp_path):
        pass
    (tmp_path / KEY_FILE).unlink()  # what a crash between memory and key leaves
    with witness_program(tmp_path) as (_, url):
        assert send(url, 0, 8).status_code == 200


@pytest.mark.parametrize(
    "log",
    ["", "sala.example/libro", str(verifier_of(NAME, KEY, COSIGNATURE)), str(VKEY)[:-4] + "AAA="],
)
def test_a_key_that_is_none_is_refused_at_the_start(tmp_path, log):
    command = [sys.executable, "-m", "hallctl", "witness", "--directory", str(tmp_path / "w"), "--log", log]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == 2
    assert "clave" in ran.stderr


def test_a_taken_port_is_said_plainly(witness, tmp_path):
    port = witness[1].rpartition(":")[2]
    command = [sys.executable, "-m", "hallctl", "witness", "--directory", str(tmp_path), "--log", str(VKEY)]
    ran = subprocess.run([*command, "--port", port], capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == 2
    assert f"127.0.0.1:{port}" in ran.stderr
