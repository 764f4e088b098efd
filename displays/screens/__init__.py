"""The screens: a pure ``draw`` each, from a view and a size to a picture."""

from displays.screens import between, board, cctv, check, no_signal, notices, prizes, sale

__all__ = ["between", "board", "cctv", "check", "no_signal", "notices", "prizes", "sale"]
