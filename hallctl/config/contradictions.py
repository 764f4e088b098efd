"""What is wrong between the sections of a configuration, each of which is right by itself.

Not responsible for one section, nor for whether the rule set fits the devices (``hallctl.config.loading``).
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from hallctl.config.chain import chain_contradictions
from hallctl.config.extractor import extractor_contradictions
from hallctl.config.hall import Config
from hallctl.config.panel import panel_contradictions
from hallctl.config.screens import screen_contradictions
from hallctl.config.shoe import shoe_contradictions
from hallctl.config.theme import theme_contradictions
from hallctl.config.wheel import wheel_contradictions
from hallctl.rules.commands.base import SEVERAL, Post


def contradictions(path: Path, config: Config, posts: Iterable[Post]) -> list[str]:
    """Return what is wrong between sections.

    Args:
        path: The file.
        config: What it says.
        posts: Those that somebody must hold.
    """
    found = []
    if config.practice is not None and not config.simulated:
        found.append(f"{path}: [practice]: solo con un extractor o una cámara simulados")
    if not config.simulated and config.book.second is None:
        found.append(f"{path}: [book] second: una sala real lleva su libro en dos soportes")
    if not config.simulated and config.keys is None:
        found.append(f"{path}: [keys]: en una sala real las personas firman (AJ-42)")
    if config.extractor is not None:
        found += [f"{path}: {problem}" for problem in extractor_contradictions(config.extractor)]
    if config.wheel is not None:
        found += [f"{path}: {problem}" for problem in wheel_contradictions(config.wheel)]
    if config.shoe is not None:
        found += [f"{path}: {problem}" for problem in shoe_contradictions(config.shoe)]
    found += [f"{path}: {problem}" for problem in _network_contradictions(config)]
    if config.witness is not None and config.keys is None:
        found.append(f"{path}: [witness]: el testigo mira puntos de control firmados; faltan las [keys]")
    keyed = config.keys is not None
    found += [f"{path}: {problem}" for problem in chain_contradictions(config.chain, keyed=keyed)]
    sources = [camera.source for camera in (config.desk_camera, config.camera) if camera is not None]
    if len(set(sources)) < len(sources):
        found.append(f"{path}: [desk_camera] source: la cámara de la salida no deja la salida (AJ-30)")
    found += [f"{path}: [[keys.tokens]] {problem}" for problem in _token_contradictions(config)]
    found += [f"{path}: {problem}" for problem in panel_contradictions(config.panel, config.appointments)]
    found += [
        f"{path}: {problem}" for problem in screen_contradictions(config.screens, config.hall.farthest_seat_m)
    ]
    found += [f"{path}: {problem}" for problem in theme_contradictions(config.hall)]
    held = Counter(appointment.post for appointment in config.appointments)
    empty = (post for post in posts if post not in held)
    found += [f"{path}: [people] posts: nadie ocupa el puesto «{post}» (AJ-13)" for post in empty]
    for post, holders in held.items():
        if holders > 1 and post not in SEVERAL:
            found.append(f"{path}: [people] posts: {holders} personas para el puesto «{post}»; debe ser una")
    return found


def _network_contradictions(config: Config) -> list[str]:
    found = []
    if config.console.remote and config.keys is None:
        found.append("[console] host: sin [keys] no hay con qué cifrar y solo sirve 127.0.0.1")
    if not config.feed.host.startswith("127.") and config.keys is None:
        found.append("[feed] host: sin [keys] la señal va sin firma y solo sirve en 127.0.0.1")
    if config.feed.port == config.console.port:
        found.append(f"[feed] port: {config.feed.port} es el de la consola; debe ser otro")
    return found


def _token_contradictions(config: Config) -> list[str]:
    tokens = [] if config.keys is None else config.keys.tokens
    people = {person.name for person in config.people}
    found = [f"person: «{t.person}» no está en [[people]]" for t in tokens if t.person not in people]
    for person, count in Counter(token.person for token in tokens).items():
        if count > 1:
            found.append(f"person: {count} tarjetas para «{person}»; debe ser una")
    for (_, label), count in Counter((token.module, token.label) for token in tokens).items():
        if count > 1:
            found.append(f"label: «{label}» sirve a {count} personas; una tarjeta tiene un solo PIN (I16)")
    return found
