"""One hall, ray-traced: its exit and any of its balls, as light that falls on the sensor.

What does not change from ball to ball is traced once: rays of the camera to the ground and the ball, light of
every part of every lamp with what stands in its way, what ball and ground mirror. Light that goes from the
ball's paint to the ground is left out. It is NOT responsible for what a camera makes of it.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from tools.worlds.exits import Ground, ground_of
from tools.worlds.prints import Surface
from tools.worlds.world import Floats, Light, World

WIDTH: Final = 640
HEIGHT: Final = 480
_FAR: Final = 14.0  # of the camera from the ball, in radii
_FINE: Final = 2  # rays a pixel across, on the ball
_PARTS: Final = 5  # of a lamp, across and along, for shadows
_MARCH: Final = 14  # steps to a lamp, for what the ground shades


@dataclass(frozen=True)
class Pose:
    """How a ball lies.

    Attributes:
        turn: Rotation of the ball (3, 3).
        shift: Of its centre, pixels to the right and down.
    """

    turn: Floats
    shift: tuple[float, float]


class Scene:
    """A hall, ready to be looked at."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._tilt = _turned(world.tilt)
        self._ground = ground_of(world.exit, np.random.default_rng([world.seed, 1]))
        self._focal = world.radius * np.sqrt(_FAR**2 - 1)
        self.empty, self._shaded = self._exit()
        self._trace_ball()

    def picture(self, surface: Surface, pose: Pose) -> Floats:
        """Return the light of a ball in the exit, linear RGB, shape (HEIGHT, WIDTH, 3)."""
        albedo = surface.albedo(np.asarray(self._normals @ pose.turn, np.float32))
        colour = (albedo * self._lit + self._mirrored) * self._mask[..., None]
        layers = self._coarse(colour), self._coarse(self._mask)
        move = np.array([[1, 0, self._left + pose.shift[0]], [0, 1, self._top + pose.shift[1]]], np.float32)
        over, cover = (_f(cv2.warpAffine(each, move, (WIDTH, HEIGHT))) for each in layers)
        shade = np.array([[1, 0, pose.shift[0]], [0, 1, pose.shift[1]]], np.float32)
        shaded = cv2.warpAffine(self._shaded, shade, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        return self._glazed(self.empty_ground * shaded * (1 - cover[..., None]) + over)

    @property
    def towards(self) -> Floats:
        """The direction from the ball to the camera, in the exit's own axes."""
        return np.asarray(self._tilt.T @ [0, 0, 1], np.float32)

    def _rays(self, columns: Floats, rows: Floats) -> tuple[Floats, Floats]:
        """Where the camera is, and pixels' unit directions (rows, columns, 3), in the exit's own axes."""
        x = (columns - WIDTH / 2 + 0.5 - self.world.offset[0]) / self._focal
        y = -(rows - HEIGHT / 2 + 0.5 - self.world.offset[1]) / self._focal
        rays = np.stack([x, y, -np.ones_like(x)], -1)
        rays = rays / np.linalg.norm(rays, axis=-1, keepdims=True)
        tilt = self._tilt.T
        return np.asarray(tilt @ [0, 0, _FAR], np.float32), np.asarray(rays @ tilt.T, np.float32)

    def _exit(self) -> tuple[Floats, Floats]:
        """The exit without a ball, and how much of its light is left where one lies."""
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        eye, rays = self._rays(columns, rows)
        points = _met(self._ground, eye, rays)
        x, y = points[..., 0], points[..., 1]
        normals = self._ground.at(self._ground.normals(), x, y)
        albedo, polish = (self._ground.at(each, x, y) for each in (self._ground.albedo, self._ground.polish))
        half = (slice(None, None, 2), slice(None, None, 2))
        away = np.maximum(np.linalg.norm(points, axis=-1), 1.0)
        open_ = 1 - np.maximum(-(normals * points).sum(-1) / away, 0) / away**2
        sky = np.asarray(self.world.ambient, np.float32) * np.pi
        light, shaded = np.zeros_like(points), np.zeros_like(points)
        for lamp in self.world.lights:
            reach = _received(points, normals, lamp, 3)
            bare, under = _shadows(points[half], self._ground, lamp)
            whole, ball = (
                cv2.resize(each, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR) for each in (bare, under)
            )
            light += (reach * whole)[..., None] * lamp.radiance
            shaded += (reach * ball)[..., None] * lamp.radiance
        hollow = self._ground.at(_hollow(self._ground.height), x, y)[..., None]
        mirrored = rays - 2 * (rays * normals).sum(-1, keepdims=True) * normals
        shine = self._shine(points, mirrored, self._ground.rough) * polish[..., None]
        hits = _meets_ball(points, mirrored)[..., None]
        one = albedo / np.pi * (light + sky * hollow) + shine
        two = albedo / np.pi * (shaded + sky * hollow * open_[..., None]) + shine * (1 - 0.7 * hits)
        self.empty_ground = np.asarray(one, np.float32)
        ratio = two / np.maximum(one, 1e-5)
        return self._glazed(self.empty_ground), np.asarray(cv2.GaussianBlur(ratio, (0, 0), 0.7), np.float32)

    def _trace_ball(self) -> None:
        world = self.world
        side = int(world.radius + 6)
        self._left = round(WIDTH / 2 + world.offset[0]) - side
        self._top = round(HEIGHT / 2 + world.offset[1]) - side
        steps = (np.arange(2 * side * _FINE) + 0.5) / _FINE - 0.5
        columns, rows = (
            each.astype(np.float32) for each in np.meshgrid(steps + self._left, steps + self._top)
        )
        eye, rays = self._rays(columns, rows)
        along = -(rays @ eye)
        inside = along**2 - (eye @ eye - 1)
        self._mask = (inside > 0).astype(np.float32)
        points = eye + rays * (along - np.sqrt(np.maximum(inside, 0)))[..., None]
        normals = np.asarray(points / np.linalg.norm(points, axis=-1, keepdims=True), np.float32)
        self._normals = normals
        light = np.zeros_like(normals)
        for lamp in world.lights:
            bare, _ = _shadows(normals[::4, ::4] * 1.02, self._ground, lamp, ball=False)
            free = cv2.resize(bare, normals.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            light += (_received(normals, normals, lamp, 4) * free)[..., None] * lamp.radiance
        up = normals[..., 2:] if not self._ground.tube else np.abs(normals[..., 2:])
        around = self._around()
        sky = (1 + up) / 2 * np.asarray(world.ambient, np.float32) * np.pi + (1 - up) / 2 * around * np.pi
        self._lit = np.asarray((light + sky) / np.pi, np.float32)
        mirrored = rays - 2 * (rays * normals).sum(-1, keepdims=True) * normals
        fresnel = 0.04 + 0.96 * (1 - np.clip(-(rays * normals).sum(-1, keepdims=True), 0, 1)) ** 5 * 0.6
        below = np.clip(-mirrored[..., 2:] * 4, 0, 1)
        seen = self._shine(normals, mirrored, world.gloss) * (1 - below) + around * below
        self._mirrored = np.asarray(seen * fresnel, np.float32)

    def _around(self) -> Floats:
        """The mean light that the ground beside the ball gives back."""
        x, y = self.world.offset[0] + WIDTH / 2, self.world.offset[1] + HEIGHT / 2
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
        near = np.abs(np.hypot(columns - x, rows - y) / self.world.radius - 1.25) < 0.25
        lit = (self.empty_ground * self._shaded)[near]
        return np.asarray(lit.mean(axis=0) if len(lit) else self.world.ambient, np.float32)

    def _shine(self, points: Floats, rays: Floats, rough: float) -> Floats:
        """What rays (rows, columns, 3) from points meet: lamps, with soft edges, and the room."""
        seen = np.broadcast_to(np.asarray(self.world.ambient, np.float32), points.shape).copy()
        seen *= 0.6 + 0.4 * rays[..., 2:]
        for lamp in self.world.lights:
            normal = lamp.normal
            slope = rays @ normal
            far = ((lamp.centre - points) @ normal) / np.where(np.abs(slope) < 1e-4, 1e-4, slope)
            hit = points + rays * far[..., None] - lamp.centre
            cover = (far > 0).astype(np.float32)
            for side in (lamp.across, lamp.up):
                length = float(np.linalg.norm(side))
                soft = rough * np.abs(far) + 0.02
                within = length - np.abs(hit @ side) / length
                cover *= np.clip(0.5 + within / (2 * soft), 0, 1) ** 1.5
            spread = np.minimum(1, 1.2 / (1 + rough * 8))
            seen += (cover * spread)[..., None] * lamp.radiance
        return np.asarray(seen, np.float32)

    def _glazed(self, picture: Floats) -> Floats:
        """The picture through the tube, where there is one: lamps mirrored along it, its edges dark."""
        if not self._ground.tube:
            return np.asarray(picture, np.float32)
        x = (
            (np.arange(WIDTH) + 0.5 - WIDTH / 2 - self.world.offset[0])
            / self.world.radius
            / self._ground.tube
        )
        wall, seen = np.clip(np.abs(x), 0, 1), np.abs(x) < 1
        fresnel = np.where(seen, 0.06 + 0.7 * (1 - np.sqrt(1 - wall**2)) ** 4, 0)
        through = np.where(seen, (1 - fresnel) * (1 - 0.55 * np.exp(-((wall - 0.965) ** 2) / 0.0006)), 1)
        streak = np.zeros((WIDTH, 3))
        for lamp in self.world.lights:
            half = lamp.centre / np.linalg.norm(lamp.centre) + np.array([0, 0, 1])
            at, wide = half[0] / np.hypot(half[0], half[2]), 0.012 + 0.3 * lamp.across[0] ** 2 / 60
            streak += np.exp(-((x - at) ** 2) / (2 * wide**2))[:, None] * lamp.radiance * 0.012
        added = (streak + np.asarray(self.world.ambient) * fresnel[:, None]) * seen[:, None]
        return np.asarray(picture * through[None, :, None] + added[None], np.float32)

    @staticmethod
    def _coarse(fine: Floats) -> Floats:
        size = fine.shape[1] // _FINE, fine.shape[0] // _FINE
        return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.float32)


def _turned(tilt: tuple[float, float]) -> Floats:
    return np.asarray(cv2.Rodrigues(np.array([tilt[0], tilt[1], 0.0]))[0], np.float32)


def _met(ground: Ground, eye: Floats, rays: Floats) -> Floats:
    """Where rays meet the ground first."""
    top, bottom = float(ground.height.max()) + 0.01, float(ground.height.min()) - 0.01
    begin, end = ((each - eye[2]) / rays[..., 2] for each in (top, bottom))
    found, done = end.copy(), np.zeros(end.shape, np.bool_)
    for step in np.linspace(0, 1, 90):
        at = begin + (end - begin) * step
        points = eye + rays * at[..., None]
        under = ground.at(ground.height, points[..., 0], points[..., 1]) >= points[..., 2]
        found = np.where(under & ~done, at - (end - begin) / 180, found)
        done |= under
    return np.asarray(eye + rays * found[..., None], np.float32)


def _samples(lamp: Light, parts: int) -> Floats:
    steps = ((np.arange(parts) + 0.5) / parts * 2 - 1)[:, None]
    across, up = steps * lamp.across, steps * lamp.up
    return np.asarray((lamp.centre + across[:, None] + up[None]).reshape(-1, 3), np.float32)


def _received(points: Floats, normals: Floats, lamp: Light, parts: int) -> Floats:
    """The light of a lamp of radiance 1 on points, if nothing stands in its way."""
    area = 4 * float(np.linalg.norm(lamp.across) * np.linalg.norm(lamp.up)) / parts**2
    total = np.zeros(points.shape[:-1], np.float32)
    for place in _samples(lamp, parts):
        towards = place - points
        squared = (towards**2).sum(-1)
        here, there = (normals * towards).sum(-1), -(towards @ lamp.normal)
        total += np.maximum(here, 0) * np.maximum(there, 0) / squared**2 * area
    return total


def _shadows(points: Floats, ground: Ground, lamp: Light, *, ball: bool = True) -> tuple[Floats, Floats]:
    """How much of a lamp points see past the ground, and past the ground and the ball, 0..1."""
    bare, under = (np.zeros(points.shape[:-1], np.float32) for _ in range(2))
    for place in _samples(lamp, _PARTS):
        towards = place - points
        open_ = np.ones(points.shape[:-1], np.bool_)
        for step in (np.arange(_MARCH) + 1) / _MARCH * 0.35:
            at = points + towards * step
            open_ &= ground.at(ground.height, at[..., 0], at[..., 1]) < at[..., 2] + 0.02
        bare += open_
        if ball:
            nearest = np.clip(-(points * towards).sum(-1) / (towards**2).sum(-1), 0, 1)
            free = ((points + towards * nearest[..., None]) ** 2).sum(-1) > 1
            under += open_ & free
    return _f(bare / _PARTS**2), _f(under / _PARTS**2)


def _hollow(height: Floats) -> Floats:
    """How much of the sky the ground's hollows see: less, the deeper they lie under what is around them."""
    around = cv2.GaussianBlur(height, (0, 0), 25)
    return np.asarray(np.clip(1 - 0.6 * (around - height), 0.05, 1.1), np.float32)


def _meets_ball(points: Floats, rays: Floats) -> Floats:
    along = -(points * rays).sum(-1)
    nearest = ((points + rays * along[..., None]) ** 2).sum(-1)
    return _f((along > 0) & (nearest < 1))


def _f(values: object) -> Floats:
    return np.asarray(values, np.float32)
