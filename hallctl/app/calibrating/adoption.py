"""Takes into use what was calibrated at the console: read anew as a start reads it, and handed to the table.

Not responsible for when it counts: the table waits until no game is played. Nothing is lost where the program
ends in between: the next start reads the same files.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Protocol

from hallctl.app.table_limits import vote_policy
from hallctl.config.calibrated import calibrated, foreign, minuted
from hallctl.config.hall import Setting
from hallctl.config.kept import file_name
from hallctl.config.problems import ConfigError
from hallctl.config.reader import Calibrations, calibrations
from hallctl.i18n.sentences import Sentence, _
from hallctl.table import messages as msg
from hallctl.table.table import Inbox


class Learns(Protocol):
    """What reads by the hall's calibrations."""

    def learn(self, known: Calibrations) -> Callable[[], None]:
        """Make ready for what was calibrated; what is returned has it count from then on.

        Raises:
            ConfigError: A file is none, or damaged.
        """


class Adoption:
    """Hands the table what the hall keeps of its ball sets.

    Args:
        setting: The hall, with the calibrations that it started with.
        learners: What reads by them.
        inbox: The table's.
        retired: Returns the ball sets that play no more.
    """

    def __init__(
        self,
        setting: Setting,
        learners: Sequence[Learns],
        inbox: Inbox,
        retired: Callable[[], Collection[str]],
    ) -> None:
        self._setting, self._learners, self._inbox = setting, learners, inbox
        self._in_use = setting.calibrations
        self.retired = retired

    @property
    def in_use(self) -> Calibrations:
        """By what the camera reads now."""
        return self._in_use

    def kept(self) -> Calibrations:
        """Return what the files say now, of all sets."""
        return calibrations(self._setting.path, self._setting.config.reader, [], self._setting.directory)

    def adopt(self, ball_set: str) -> Sentence | None:
        """Have what was calibrated of a set count from the next game on; return why it does not."""
        known = self.kept().without(self.retired())
        setting = replace(self._setting, calibrations=known)
        wrong = [each.why for each in known.damaged if each.file == file_name(ball_set)]
        wrong += [why for file, why in foreign(setting) if file == file_name(ball_set)]
        if wrong:
            return _("No se puede usar lo escrito: {why}", why=wrong[0])
        try:
            takes = [each.learn(known) for each in self._learners]
        except ConfigError as error:
            return _("No se puede usar lo escrito: {why}", why=error.problems[0])

        def take() -> None:
            for each in takes:
                each()
            self._in_use = known

        sets, vote = calibrated(setting), vote_policy(setting)
        self._inbox.put(msg.Calibrated(sets, vote, tuple(minuted(setting)), take))
        return None
