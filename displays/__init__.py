"""Frozen views in, pixels out: what the walls of the hall show.

Leaves of the house: nothing here knows a rule, the book or a device.
"""

import os

# Both are read when pygame and SDL start, so they stand before anything here imports pygame. Without the
# second, SDL under X11 without a GPU sends every frame through a renderer, at more than twice the time.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
