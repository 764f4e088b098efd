import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import (
    COSIGNATURE,
    Checkpoint,
    Note,
    NoteError,
    Verifier,
    cosign,
    sign,
    verifier_of,
)

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
CHECKPOINT = Checkpoint("sala.example/tomo-0001", 7, bytes(range(32)))

# The example of golang.org/x/mod/sumdb/note, of which C2SP signed-note is the specification.
GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


def test_a_note_that_another_program_signed_verifies() -> None:
    verifier = Verifier.read(GO_KEY)
    note = Note.read(GO_NOTE)
    assert str(verifier) == GO_KEY
    assert str(note) == GO_NOTE
    assert note.signed_by(verifier)
    with pytest.raises(NoteError, match="wrong"):
        Note.read(GO_NOTE.replace("think", "thank")).signed_by(verifier)


def test_a_checkpoint_is_signed_and_read_back() -> None:
    note = sign("sala.example", KEY, CHECKPOINT.text)
    read = Note.read(str(note))
    assert read == note
    assert Checkpoint.read(read.text) == CHECKPOINT
    assert read.signed_by(verifier_of("sala.example", KEY))
    assert not read.signed_by(verifier_of("sala.example", OTHER))
    assert not read.signed_by(verifier_of("otra", KEY))


def test_a_witness_cosigns_with_its_moment() -> None:
    witness = verifier_of("testigo", OTHER, COSIGNATURE)
    note = sign("sala.example", KEY, CHECKPOINT.text)
    line = cosign("testigo", OTHER, CHECKPOINT.text, 1_800_000_000)
    both = note.with_lines([line]).with_lines([line])
    assert len(both.lines) == 2
    assert both.signed_by(witness)
    assert both.signed_by(verifier_of("sala.example", KEY))
    assert (both.cosigned_at(witness), note.cosigned_at(witness)) == (1_800_000_000, 0)
    later = cosign("testigo", OTHER, CHECKPOINT.text, 1_800_000_001)
    assert later != line
    forged = Note(Checkpoint("x", 7, CHECKPOINT.root).text, (line,))
    with pytest.raises(NoteError, match="testigo"):
        forged.signed_by(witness)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "text\n",
        "text\n\n",
        "text\n\n— name\n",
        "text\n\n— na+me AAAA\n",
        "text\n\n- name AAAA\n",
        "text\n\n— name AAAA",
        "te\txt\n\n— name AAAA\n",
        "text\n\n— name AAAA\n\n",
    ],
)
def test_what_is_no_note_is_refused(content: str) -> None:
    with pytest.raises(NoteError):
        Note.read(content)


@pytest.mark.parametrize(
    "text",
    [
        "o\n7\n",
        "o\n07\n" + CHECKPOINT.text.split("\n")[2] + "\n",
        "o\n-1\n" + CHECKPOINT.text.split("\n")[2] + "\n",
        "\n7\n" + CHECKPOINT.text.split("\n")[2] + "\n",
        "o\n7\nAAAA\n",
        "o\n7\n" + CHECKPOINT.text.split("\n")[2][:-2] + "9=\n",
        CHECKPOINT.text[:-1],
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        Checkpoint.read(text)


@pytest.mark.parametrize(
    "text",
    ["", "name", "name+c74f20a3", GO_KEY.replace("c7", "c8"), GO_KEY[:-4], GO_KEY.replace("+ARpc", "+AxCc")],
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        Verifier.read(text)


def test_a_key_has_a_name_without_spaces_and_a_note_a_last_line_break() -> None:
    with pytest.raises(NoteError):
        verifier_of("two words", KEY)
    with pytest.raises(NoteError):
        sign("sala", KEY, "no break")
