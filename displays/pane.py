"""What one window shows: the view, its movement, and the camera's picture where the view has one.

Not responsible for the window itself, nor for what may be shown.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pygame

from displays import show
from displays.cctv import Camera, CctvReader
from displays.hall_pictures import HallPictures
from displays.layout import Box
from displays.screens import no_signal
from displays.views import View, pictures_of
from displays.words import LANGUAGES, SPANISH

TICK: Final = 0.05  # seconds between looks at the keyboard and the clock


class Pane:
    """A surface that is drawn again only when what it shows changes or moves."""

    def __init__(
        self,
        surface: pygame.Surface,
        cctv: Callable[[Camera], CctvReader],
        pictures: HallPictures | None = None,
    ) -> None:
        """Begin with nothing.

        Args:
            surface: The window's.
            cctv: Makes a reader of a camera's picture, which is followed only while a view shows it.
            pictures: Fetches the hall's own pictures; None shows none.
        """
        self._surface = surface
        self._make_cctv = cctv
        self._pictures = pictures
        self._held: Mapping[str, pygame.Surface] = {}
        self._cctv: CctvReader | None = None
        self._camera: Camera | None = None
        self._view: View | None = None
        self._began = 0.0
        self._number = 0
        self._steps = (0, 0, 0)
        self._shown = 0.0
        self._moving = False
        self._words = SPANISH
        self._frame_shown: pygame.Surface | None = None

    def show(self, view: View | None, now: float, repaint: bool) -> tuple[Box, ...]:
        """Bring the surface up to date and return the parts of it that were drawn.

        Args:
            view: What to show; None is SIN SEÑAL.
            now: Monotonic seconds.
            repaint: To draw though nothing changed.
        """
        number = self._follow(view)
        repaint = self._hang(view) or repaint
        newer, before = number != self._number, (self._view, self._steps)
        if view is not None and show.moves(self._view, view):
            self._began = now
        if type(view) is not type(self._view):
            self._shown = now
        passed, shown = now - self._began, now - self._shown
        frame = self._play(view, shown)
        self._steps = (0, 0, 0) if view is None else show.steps(view, passed, shown)
        # What moved when it was last looked at is drawn once more, standing still, however late that is.
        moved, self._moving = self._moving, view is not None and show.moving(view, passed)
        self._view, self._number = view, number
        if repaint or (view, self._steps) != before:
            return self._draw(view, passed, shown)
        if view is not None and frame is not None:
            return show.redraw_clip(self._surface, view, frame)
        if view is not None and (moved or newer):
            return show.redraw(self._surface, view, passed, self._frame(), shown, self._held)
        return ()

    def close(self) -> None:
        """Follow nothing any more."""
        if self._cctv is not None:
            self._cctv.stop()
            self._cctv = None
        if self._pictures is not None:
            self._pictures.stop()

    def _follow(self, view: View | None) -> int:
        """Follow a camera's picture as long as it is shown; return its number, 0 for none."""
        camera = show.live(view)
        if camera is not self._camera and self._cctv is not None:
            # A hall that does not answer must not hold up what is to be shown instead.
            self._cctv.leave()
            self._cctv = None
        self._camera = camera
        if camera is None:
            return 0
        if self._cctv is None:
            self._cctv = self._make_cctv(camera)
            self._cctv.start()
        newest = self._cctv.newest()
        return 0 if newest is None else newest.number

    def _hang(self, view: View | None) -> bool:
        """Ask for the pictures of a view; return whether one has come that it shows."""
        if self._pictures is None:
            return False
        wanted = pictures_of(view)
        self._pictures.want(wanted)
        before, self._held = self._held, {**self._stills(view), **self._pictures.held}
        return any(each in self._held and each not in before for each in wanted)

    def _stills(self, view: View | None) -> Mapping[str, pygame.Surface]:
        """Return the newest frame of each clip, where clips have a place."""
        if view is None or self._pictures is None or not self._pictures.clips:
            return {}
        if show.place_of_clip(self._surface, view) is None:
            return {}
        return {name: clip.newest() or clip.still for name, clip in self._pictures.clips.items()}

    def _play(self, view: View | None, shown: float) -> pygame.Surface | None:
        """Play the clip whose turn it is, and no other; return its newest frame if that is not drawn yet."""
        clips = {} if self._pictures is None else self._pictures.clips
        if not clips:
            return None
        place = None if view is None else show.place_of_clip(self._surface, view)
        turn = show.turn_of_clip(view, self._held, shown)
        for name, each in clips.items():
            if name != turn and each.playing:
                each.stop()
        clip = clips.get(turn)
        if clip is None or place is None:
            return None
        if not clip.playing:
            clip.start(place)
        before, self._frame_shown = self._frame_shown, clip.newest()
        return self._frame_shown if self._frame_shown is not before else None

    def _draw(self, view: View | None, passed: float, shown: float) -> tuple[Box, ...]:
        extent = self._surface.get_size()
        if view is None:
            self._surface.blit(no_signal.draw(extent, self._words), (0, 0))
        else:
            self._words = LANGUAGES[view.language]
            show.paint(self._surface, view, show.Moment(passed, self._frame(), shown, self._held))
        return (Box(0, 0, *extent),)

    def _frame(self) -> pygame.Surface | None:
        """Return the picture of the camera that is shown; None without one."""
        newest = None if self._cctv is None else self._cctv.newest()
        return None if newest is None else newest.surface
