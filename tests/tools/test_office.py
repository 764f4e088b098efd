"""The demo chain of `make office`: servers, office and halls, to the last entry of every book."""

import socket
import subprocess
import sys
from dataclasses import replace

from hallctl.office.making import Plan, make_office
from tests.hallctl.office.servers import free_port
from tools.office import with_free_port


def test_its_pages_take_another_port_where_theirs_is_taken(tmp_path, capsys):
    setting = make_office(tmp_path / "o", Plan("C", "cadena", "postgresql://x@127.0.0.1/x"))
    web = setting.config.web.model_copy(update={"port": free_port()})
    setting = replace(setting, config=setting.config.model_copy(update={"web": web}))
    assert with_free_port(setting) is setting and not capsys.readouterr().out
    with socket.create_server((setting.config.web.host, setting.config.web.port)):
        web = with_free_port(setting).config.web
    assert web.port != setting.config.web.port
    assert f"escuchan en el {web.port}." in capsys.readouterr().out
    with socket.create_server((web.host, web.port)):
        pass


def test_the_demo_chain_brings_every_book_whole(tmp_path):
    command = (
        sys.executable,
        "-m",
        "tools.office",
        "--folder",
        str(tmp_path / "oficina"),
        "--games",
        "1",
        "--once",
    )
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("asientos preparados") == 3
    assert "Páginas: http://127.0.0.1:" in ran.stdout
