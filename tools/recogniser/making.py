"""The recogniser that the tools measure: as a hall has it, or alone, without its second witness.

It is NOT responsible for what is measured.
"""

import argparse

from drivers.recogniser.calibration import Calibration
from drivers.recogniser.recogniser import Recogniser
from hallctl.devices.recogniser import recogniser_of


def take_alone(parser: argparse.ArgumentParser) -> None:
    """Give a tool its option --alone."""
    parser.add_argument("--alone", action="store_true", help="without the second witness")


def made(calibration: Calibration, *, alone: bool) -> Recogniser:
    """Return what recognises the balls of a calibration."""
    return Recogniser(calibration) if alone else recogniser_of(calibration)
