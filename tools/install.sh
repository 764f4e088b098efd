#!/bin/sh
# Installs what is missing on Debian or Raspberry Pi OS: system packages by apt, the rest from the lock file.
# usage: tools/install.sh runtime|dev
set -eu
what=$1
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else echo "hallctl: run this as root, or install sudo: needed for: $*" >&2; exit 1
    fi
}

# Each need is a probe and the package that answers it, so that nothing is installed on a machine that has it.
missing=""
need() { eval "$1" >/dev/null 2>&1 || missing="$missing $2"; }
library() { printf "python3 -c 'import ctypes; ctypes.CDLL(\"%s\")'" "$1"; }

need "python3 -c 'import ensurepip, venv'" python3-venv
need "$(library libGL.so.1)" libgl1
need "$(library libglib-2.0.so.0)" libglib2.0-0
if [ "$what" = dev ]; then
    need "command -v chromium" chromium
    need "command -v chromium-headless-shell || ! apt-cache show chromium-headless-shell" chromium-headless-shell
    need "command -v pdftotext && command -v pdfsig" poppler-utils
    need "command -v qpdf" qpdf
    need "command -v openssl" openssl
    need "command -v certutil" libnss3-tools  # tells pdfsig whom to trust
    need "command -v softhsm2-util" softhsm2
    need "command -v curl" curl  # what docs/api.md has a programmer type
    need "command -v git" git
    need "echo '#include <stdio.h>' | gcc -E -" "gcc libc6-dev"  # compiles the tests' machines in C
    need "command -v espeak-ng" espeak-ng  # makes the clips of the hall's voice
    need "command -v sqlite3" sqlite3  # what docs/minutes.md has a notary type
    need "command -v strace" strace  # records and fails the book's writes and syncs, in the tests
    need "command -v systemd-analyze" systemd  # reads the units; it need not run
    need "command -v Xorg" xserver-xorg-core
    need "test -e /usr/lib/xorg/modules/drivers/dummy_drv.so" xserver-xorg-video-dummy  # two virtual monitors
    need "command -v nats-server" nats-server  # what halls and head office talk over
    need "ls /usr/lib/postgresql/*/bin/initdb" postgresql  # where the head office keeps the halls' books
    need "$(library libatomic.so.1)" libatomic1  # for the browser driver of the tests
fi
if [ -n "$missing" ]; then
    echo "hallctl: installing from apt:$missing"
    as_root apt-get update -qq
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

[ -x .venv/bin/python ] || python3 -m venv .venv
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install -q --disable-pip-version-check uv
lock=requirements.lock
[ "$what" = dev ] && lock=requirements-dev.lock
echo "hallctl: installing the Python packages of $lock"
.venv/bin/uv pip install -q --compile-bytecode --python .venv/bin/python --require-hashes --only-binary :all: -r "$lock"
.venv/bin/uv pip install -q --python .venv/bin/python --no-deps --no-build-isolation -e .
# The services write no bytecode: without this each start of the hall, one after a fault too, compiles all of it.
.venv/bin/python -m compileall -q displays drivers fonts hallctl
touch .venv/.runtime
[ "$what" = runtime ] || touch .venv/.dev
