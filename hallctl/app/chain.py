"""What a hall has of its chain: the key with which it enters the message server, and the servers' authority.

Not responsible for what goes over the line (``hallctl.devices.office_line``).
"""

import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.app.games import GAMES
from hallctl.app.live import live_view
from hallctl.app.office_papers import open_papers
from hallctl.app.vault import Places
from hallctl.config.chain import KEY, ChainSection
from hallctl.config.hall import Setting
from hallctl.minutes.note import Verifier
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.wire.credentials import read_server_key, server_tls
from hallctl.readings.calls import CallUse
from hallctl.rules.calls import Lose, Lost, Stage, conduct
from hallctl.rules.commands.base import Command
from hallctl.rules.state import GameState
from hallctl.table import messages as msg
from hallctl.table.registrar import Keys
from hallctl.table.snapshot import Bulletin
from hallctl.table.table import Inbox
from hallctl.table.troubles import CALLS, OFFICE

if TYPE_CHECKING:
    from hallctl.devices.office_line import Office, OfficeLine
    from hallctl.devices.remote_caller import RemoteCaller


def key_path(setting: Setting) -> Path:
    """Return where the hall's key for the message server is, or will be made."""
    chain = setting.config.chain
    return setting.beside(KEY if chain is None else chain.key)


def credentials(setting: Setting, chain: ChainSection) -> tuple[Ed25519PrivateKey, ssl.SSLContext | None]:
    """Return the hall's key, and with what the servers are checked; None where they are on this machine.

    Raises:
        SigningError: A file is missing, damaged or open to others.
    """
    tls = None
    if chain.encrypted and chain.authority is not None:
        tls = server_tls(setting.beside(chain.authority))
    return read_server_key(key_path(setting)), tls


def office_of(setting: Setting, chain: ChainSection) -> "Office":
    """Return the office that the configuration names."""
    from hallctl.devices.office_line import Office  # only a hall of a chain loads the client of NATS

    return Office(chain.hall, chain.servers, Verifier.read(chain.office), lambda: credentials(setting, chain))


def office_line(
    setting: Setting, inbox: Inbox, bulletin: Bulletin, witness_lag: Callable[[], int | None]
) -> "OfficeLine | None":
    """Return the line to the head office; None where the hall is of no chain.

    What a former line left in the book ends there.
    """
    chain = setting.config.chain
    if chain is None:
        for device, code in OFFICE:
            inbox.put(msg.Recovered(device, code))
        return None
    from hallctl.devices.office_jackpots import JackpotQuestions
    from hallctl.devices.office_line import OfficeLine

    book, office = Places(setting.directory).book, office_of(setting, chain)
    game = GAMES[setting.config.hall.game]
    papers = open_papers(setting, lambda command: inbox.put(msg.Reported(command)))
    asked = JackpotQuestions(
        office.hall, office.verifier, game.jackpots, lambda: bulletin.newest().state, inbox.put
    )
    return OfficeLine(
        office,
        book,
        inbox,
        lambda: live_view(setting, bulletin.newest(), witness_lag()),
        papers=None if papers is None else papers.take,
        jackpots=asked,
    )


def remote_caller(
    setting: Setting, keys: Keys | None, inbox: Inbox, bulletin: Bulletin
) -> "RemoteCaller | None":
    """Return the line to the hall that may call for this one, or to those that may follow; None for none.

    Without a line, whoever was in a game over it is out.
    """
    chain = setting.config.chain
    others = {} if chain is None else {**chain.called, **chain.caller}
    if chain is None or keys is None or not others:
        inbox.put(msg.Recovered(*CALLS))
        for command in _ended(GAMES[setting.config.hall.game].calls, bulletin.newest().state):
            inbox.put(msg.Reported(command))
        return None
    from hallctl.devices.remote_caller import Halls, RemoteCaller

    halls = Halls(
        chain.hall,
        chain.servers,
        lambda: credentials(setting, chain),
        (keys.origin, keys.controller),
        {hall: Verifier.read(key) for hall, key in others.items()},
        calls=bool(chain.called),
    )
    use = GAMES[setting.config.hall.game].calls
    return RemoteCaller(halls, Places(setting.directory).book, use, inbox, bulletin.newest)


def _ended(use: CallUse, state: GameState) -> Iterator[Command]:
    """Yield what puts halls that follow, or this one that follows, out of the game, and offers none more."""
    calling, following = use.calling(state, "", 0, ()), use.following(state, "")
    hall, offered = use.wanted(state) or ("", None)
    if offered is not None and (following is None or following.game != offered):
        yield use.hear(hall, None)
    for stand in () if calling is None else conduct(calling, {}, 0, 0):
        yield use.stand(state, stand)
    if following is not None and following.stage in (Stage.SELLING, Stage.PLAYING):
        yield use.lose(state, Lose(Lost.SILENT))


def chain_problems(setting: Setting) -> Iterator[str]:
    """Yield what is wrong with the files that ``[chain]`` names."""
    chain = setting.config.chain
    if chain is None:
        return
    if not key_path(setting).exists():
        yield f"{setting.path}: [chain] key: no existe {key_path(setting)}; la hace «hallctl chain key»"
        return
    try:
        credentials(setting, chain)
    except SigningError as error:
        yield f"{setting.path}: [chain]: {error.sentence}"
