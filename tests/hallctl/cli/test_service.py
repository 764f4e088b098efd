"""The service is put into a machine whole, taken away whole, and neither touches book or configuration."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.setting import load
from hallctl.cli.service import enable, wanted_files
from tests.hallctl.cli.book.hall import PRACTICE

FILES = {
    "systemd/system/hallctl.service",
    "systemd/system/hallctl-screens.service",
    "udev/rules.d/70-hallctl.rules",
    "sysusers.d/hallctl.conf",
    "tmpfiles.d/hallctl.conf",
    "systemd/journald.conf.d/hallctl.conf",
}


def ran(*arguments):
    return CliRunner().invoke(app, ["install-service", *map(str, arguments)])


def files_in(root):
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_it_writes_what_it_shows_and_takes_all_of_it_away(tmp_path):
    kept = tmp_path / "var/lib/hallctl/libro/tomo-0001.sqlite"
    kept.parent.mkdir(parents=True)
    kept.touch()
    shown = ran("--print", "--root", tmp_path)
    assert files_in(tmp_path) == {"var/lib/hallctl/libro/tomo-0001.sqlite"}
    done = ran("--root", tmp_path)
    assert done.exit_code == 0, done.stderr
    assert files_in(tmp_path) - {str(kept.relative_to(tmp_path))} == {f"etc/{name}" for name in FILES}
    assert all(f"# /etc/{name}" in shown.stdout for name in FILES)
    assert ran("--root", tmp_path).stdout == ""
    assert ran("--root", tmp_path, "--remove").exit_code == 0
    assert files_in(tmp_path) == {"var/lib/hallctl/libro/tomo-0001.sqlite"}


def test_what_a_package_has_put_in_is_not_written_again(tmp_path):
    program = ("--program", "/opt/hallctl/.venv/bin/hallctl")
    assert ran("--root", tmp_path, "--vendor", *program).exit_code == 0
    assert files_in(tmp_path) == {f"usr/lib/{name}" for name in FILES}
    assert ran("--root", tmp_path, *program).stdout == ""


def test_the_service_may_write_where_the_configuration_has_it_write(tmp_path):
    setting = load(PRACTICE, [f"hall.directory={tmp_path}", 'book.second="/media/mi libro"'])
    found = wanted_files(Path("/usr/bin/hallctl"), Path("/etc/other.toml"), setting)
    unit = found["etc/systemd/system/hallctl.service"]
    assert "ExecStart=/usr/bin/hallctl run" in unit
    assert "--config /etc/other.toml" in unit
    written = found["etc/systemd/system/hallctl.service.d/medios.conf"].splitlines()
    assert written[1:] == ["[Service]", f"ReadWritePaths=-{tmp_path}", 'ReadWritePaths=-"/media/mi libro"']


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd is not installed")
def test_systemd_makes_the_user_with_its_groups(tmp_path):
    (tmp_path / "etc").mkdir()
    assert ran("--root", tmp_path).exit_code == 0
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", "--dry-run"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Creating user 'hallctl' (Hall)" in done.stderr


def test_what_a_service_needs_is_on_the_disk_before_it_is_enabled(tmp_path, monkeypatch):
    told = tmp_path / "told"
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" >> {told}\n')
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(os, "sync", lambda: told.write_text("synced\n"))
    enable(["hallctl.service"])
    assert told.read_text().splitlines() == ["synced", "enable --now hallctl.service"]
