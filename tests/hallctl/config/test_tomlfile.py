"""Configuration files as editors save them: read, or refused in Spanish with the line and what to do."""

import pytest

from hallctl.config.tomlfile import TomlFileError, read_toml

TEXT = '[hall]\nname = "Salón Ñandú"\nplace = "La Paz"\n'


def saved(tmp_path, raw):
    path = tmp_path / "hall.toml"
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_byte_order_mark_and_line_ends_make_no_difference(tmp_path, encoding, end):
    path = saved(tmp_path, TEXT.replace("\n", end).encode(encoding))
    assert read_toml(path)["hall"] == {"name": "Salón Ñandú", "place": "La Paz"}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (TEXT.encode("latin-1"), "línea 2: no está en UTF-8 («ó» parece de Windows-1252"),
        (TEXT.encode("utf-16"), "está en UTF-16"),
        (TEXT.encode("utf-16-be").join([b"\xfe\xff", b""]), "está en UTF-16"),
        (TEXT.replace('"La Paz"', "“La Paz”").encode(), "línea 3: «“» es una comilla tipográfica"),
        (TEXT.replace('"La Paz"', "«La Paz»").encode(), "línea 3: ««» es una comilla tipográfica"),
        (b"[hall]\nname = \n", "línea 2, columna 8: no es TOML"),
        (b"a = " + b"[" * 5000, "no es TOML"),
        (b"\x00", "línea 1"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_what_to_do(tmp_path, raw, said):
    with pytest.raises(TomlFileError) as raised:
        read_toml(saved(tmp_path, raw))
    assert said in str(raised.value)
