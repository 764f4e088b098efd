"""What the kernel's own files say is plugged in."""

from pathlib import Path

from hallctl.cli.doctor.computer import Camera, Computer


def made(root: Path, *paths: str, **texts: str) -> None:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for path, text in texts.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def test_a_port_is_named_by_what_stays_when_its_cable_is_moved(tmp_path: Path) -> None:
    made(tmp_path, "dev/ttyACM0", "dev/ttyUSB1", "dev/ttyS0")
    assert Computer(tmp_path).serial_ports() == ("/dev/ttyACM0", "/dev/ttyUSB1")
    made(tmp_path, "dev/serial/by-id/usb-Pico_1-if00", "dev/hallctl-extractor")
    assert Computer(tmp_path).serial_ports() == (
        "/dev/hallctl-extractor",
        "/dev/serial/by-id/usb-Pico_1-if00",
    )


def test_a_camera_counts_once_whatever_nodes_it_has(tmp_path: Path) -> None:
    cameras = {
        "video0": ("0", "C920"),
        "video1": ("1", "C920"),
        "video10": ("0", "Mesa"),
        "video2": ("0", "B"),
    }
    for node, (index, name) in cameras.items():
        made(
            tmp_path,
            **{f"sys/class/video4linux/{node}/index": index, f"sys/class/video4linux/{node}/name": name},
        )
    assert Computer(tmp_path).cameras() == (Camera(0, "C920"), Camera(2, "B"), Camera(10, "Mesa"))


def test_monitors_sound_pins_and_board_are_told_by_name(tmp_path: Path) -> None:
    made(
        tmp_path,
        "dev/gpiochip0",
        **{
            "sys/class/drm/card1-HDMI-A-1/status": "connected\n",
            "sys/class/drm/card1-HDMI-A-2/status": "disconnected\n",
            "proc/asound/cards": " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi-0\n                vc4\n",
            "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        },
    )
    computer = Computer(tmp_path)
    assert computer.monitors() == ("HDMI-A-1",)
    assert computer.sound() == ("vc4-hdmi - vc4-hdmi-0",)
    assert computer.pins() == ("/dev/gpiochip0",)
    assert computer.model() == "Raspberry Pi 5 Model B Rev 1.0"


def test_an_empty_machine_has_nothing_and_says_so_without_failing(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    assert (computer.serial_ports(), computer.cameras(), computer.monitors(), computer.sound()) == (
        (),
        (),
        (),
        (),
    )
    assert (computer.pins(), computer.model(), computer.stable_names()) == ((), "", False)


def test_the_rules_for_stable_names_are_found_where_they_are_installed(tmp_path: Path) -> None:
    made(tmp_path, "etc/udev/rules.d/70-hallctl.rules")
    assert Computer(tmp_path).stable_names()


def test_the_spooler_says_its_queues_or_is_not_there(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    assert computer.queues(("printf", "folios\\nrecibos\\n")) == ("folios", "recibos")
    assert computer.queues(("false",)) == ()
    assert computer.queues((str(tmp_path / "no-such-program"),)) is None
