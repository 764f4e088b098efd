#!/bin/sh
# Plays the demonstration and runs the tests that can run there, in a bare Debian 12 for arm64 under emulation.
# Takes root (binfmt_misc, mounts), mmdebstrap, the mirrors of Debian.
# usage: [VARIANT=90] packaging/arm64.sh [FOLDER]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
[ "${HALLCTL_UNSHARED:-}" ] || exec env HALLCTL_UNSHARED=1 unshare --mount --propagation private sh "$0" "$@"
work=${1:-$here/build/arm64}
root=$work/root
mkdir -p "$work"
cd "$here"
. packaging/emulator.sh

step "the files of a bare Debian 12, unpacked only, and of the package"
[ -d "$root/usr" ] || mmdebstrap --quiet --architecture=arm64 --variant=extract \
    --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --include=dash,coreutils,libc-bin,util-linux,python3,libpython3-stdlib,libgl1,libglib2.0-0,tzdata,media-types \
    bookworm "$root"
ls "$work"/hallctl_*_arm64.deb >/dev/null 2>&1 || sh packaging/deb.sh bookworm arm64 "$work"
[ -d "$work/checks" ] || .venv/bin/uv pip install -q --python-version 3.11 --python-platform aarch64-manylinux_2_36 \
    --target "$work/checks" --only-binary :all: -c requirements-dev.lock pytest pytest-timeout hypothesis httpx playwright
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mkdir -p "$root/opt/tree" "$root/opt/checks"
mount --bind "$here" "$root/opt/tree"
mount --bind "$work/checks" "$root/opt/checks"
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \
    chroot "$root" "$@"; }
dpkg-deb -x "$work"/hallctl_*_arm64.deb "$root"
# Bytecode knows no architecture: a Python of the same version makes it here in a tenth of the time.
own=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
[ "$own" != 3.11 ] || .venv/bin/python -m compileall -q -j 2 -s "$root" "$root/opt/hallctl/.venv/lib" >/dev/null || true
mkdir -p "$root/var/lib/hallctl" "$root/etc"
[ -f "$root/etc/passwd" ] || echo 'root:x:0:0:root:/root:/bin/sh' > "$root/etc/passwd"
inside sh -c 'uname -m; hallctl --version'

step "the demonstration"
inside sh -c "cd /var/lib/hallctl && exec hallctl demo --variant ${VARIANT:-90} --directory /var/lib/hallctl/demo" \
    > "$work/demo.log" 2>&1 || failed=$?
tail -4 "$work/demo.log"
echo "balls: $(grep -c 'Sale el' "$work/demo.log" || true), asked of a person: $(grep -c 'lee una persona' "$work/demo.log" || true)"
[ -z "${failed:-}" ] || exit "$failed"

step "the tests that start no other program"
inside sh -c 'cd /opt/tree && PYTHONPATH=/opt/checks:/opt/tree exec /opt/hallctl/.venv/bin/python -m pytest -q -x \
    -p no:cacheprovider --timeout 3000 tests/fonts tests/hallctl/readings tests/hallctl/rules'
