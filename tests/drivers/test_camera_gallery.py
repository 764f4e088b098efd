"""The evidence: whole, cut out, under its digest, and swept away in time."""

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from drivers.camera.balls import EMPTY, render
from drivers.camera.gallery import Gallery, GalleryError
from drivers.camera.pictures import decode

DAY = 24 * 3600.0
NOW = 1_800_000_000.0


def ball(seed: int = 1) -> np.ndarray:
    return render("42", np.random.default_rng(seed))


def found(image: np.ndarray) -> tuple[int, int, int, int] | None:
    """The middle of the picture, where it is bright."""
    return (190, 110, 260, 260) if image[200:280, 280:360].mean() > 70 else None


def test_frame_and_cut_are_both_stored_under_the_digests_of_their_bytes(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path, found)
    digest = gallery.keep(ball())
    frame, cut = gallery.picture(digest), gallery.crop(digest)
    assert frame is not None
    assert cut is not None
    assert hashlib.sha256(frame).hexdigest() == digest
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"{digest}.jpg", f"{digest}.{hashlib.sha256(cut).hexdigest()}.jpg"}
    assert decode(frame).shape == (480, 640, 3)
    assert decode(cut).shape == (322, 322, 3)


def test_without_a_ball_the_frame_is_kept_alone(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path, found)
    digest = gallery.keep(render(EMPTY, np.random.default_rng(1)))
    assert gallery.picture(digest) is not None
    assert gallery.crop(digest) is None


@pytest.mark.parametrize("name", ["../etc/passwd", "*", "a" * 63, "A" * 64])
def test_what_is_no_digest_names_no_picture(tmp_path: Path, name: str) -> None:
    gallery = Gallery(tmp_path, found)
    gallery.keep(ball())
    assert gallery.picture(name) is None
    assert gallery.crop(name) is None


def aged(gallery: Gallery, folder: Path, days: float, seed: int) -> set[Path]:
    before = set(folder.iterdir())
    gallery.keep(ball(seed))
    made = set(folder.iterdir()) - before
    for path in made:
        os.utime(path, (NOW - days * DAY,) * 2)
    return made


def test_only_pictures_of_its_own_that_are_older_are_swept(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path, found)
    old = aged(gallery, tmp_path, 31, 1)
    kept = aged(gallery, tmp_path, 29, 2) | aged(gallery, tmp_path, 0, 3)
    strange = {tmp_path / "notas.txt", tmp_path / "foto.jpg", tmp_path / ("b" * 64 + ".png")}
    for path in strange:
        path.write_text("of somebody else")
        os.utime(path, (NOW - 400 * DAY,) * 2)
    elsewhere = tmp_path.parent / "elsewhere.jpg"
    elsewhere.write_text("evidence")
    link = tmp_path / ("c" * 64 + ".jpg")
    link.symlink_to(elsewhere)
    assert gallery.sweep(NOW, 30 * DAY) == len(old) == 2
    assert set(tmp_path.iterdir()) == kept | strange | {link}
    assert elsewhere.exists()
    assert gallery.sweep(NOW, 30 * DAY) == 0


@pytest.mark.invariant("I22")
def test_a_clock_that_jumps_ahead_deletes_nothing_that_was_just_made(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path, found)
    kept = aged(gallery, tmp_path, 2, 1) | aged(gallery, tmp_path, 0, 2)
    assert gallery.sweep(NOW + 9000 * DAY, 30 * DAY) == 0
    assert set(tmp_path.iterdir()) == kept


def test_a_disk_that_does_not_take_the_picture_is_said_so(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path / "imagenes", found)
    (tmp_path / "imagenes").rmdir()
    with pytest.raises(GalleryError, match="no se puede guardar"):
        gallery.keep(ball())
    with pytest.raises(GalleryError, match="no se pueden borrar"):
        gallery.sweep(NOW, DAY)
