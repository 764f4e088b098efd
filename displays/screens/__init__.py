"""The screens: a ``draw`` each, which paints a view onto a canvas."""

from displays.screens import between, board, cards, cctv, check, no_signal, notices, prizes, sale, table

__all__ = ["between", "board", "cards", "cctv", "check", "no_signal", "notices", "prizes", "sale", "table"]
