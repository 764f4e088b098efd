"""What the hall's voice is called where it fails.

Not responsible for speaking (``devices.voice``).
"""

from typing import Final

VOICE: Final = ("megafonía", "VOICE-SILENT")
"""The notice that nothing is heard: its device and code."""
