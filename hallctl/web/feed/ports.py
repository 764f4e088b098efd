"""What the feed shows, by name.

Not responsible for how a view is made; whoever makes it answers for what it holds (AJ-86).
"""

from collections.abc import Callable, Mapping

from hallctl.outputs.screens.scene import View
from hallctl.table.snapshot import Snapshot

Screens = Mapping[str, Callable[[Snapshot], View]]
"""How each screen of the feed sees a snapshot, by the screen's name."""
