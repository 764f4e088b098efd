"""What only a machine on the wire owes while a person is beside it.

Not responsible for what any machine owes (``attended``).
"""

from collections.abc import Sequence

from drivers.extractor import wire
from hallctl.cli.conformance import wire_rules as rules
from hallctl.cli.conformance.attended import Attended
from hallctl.cli.conformance.player import Player
from hallctl.cli.conformance.trial import Case


class WireAttended(Attended):
    """The cases that need somebody beside a machine on the wire."""

    @property
    def cases(self) -> Sequence[Case[Player]]:
        """What is tried, in order."""
        return (Case("Seta de emergencia", self.mushroom), *super().cases)

    def mushroom(self, player: Player) -> None:
        """The mushroom button latches, and holds while it is pressed."""
        how = "Pulse la seta de emergencia y déjela pulsada."
        with self.done(player, "press", how, "release", "Libere la seta."):
            self.stopped(player, player.event(2.0), wire.FaultCode.MUSHROOM, rules.MUSHROOM)

    def unknown(self, player: Player, order: int) -> None:
        """Just started, it refuses everybody who has not asked who it is."""
        began = len(player.log)
        player.permit()
        player.listen(0.1)
        refused = any(each.message == wire.Nak(1) for each in player.log[began:])
        player.require(refused, rules.UNIDENTIFIED, "recién arrancada no rehusó Permit con el motivo 1")
        for command in (wire.Draw(order + 1), wire.Draw(0), wire.Reload(), wire.Stop(), wire.Reset()):
            player.expect(command, 1, rules.UNIDENTIFIED, "recién arrancada")
