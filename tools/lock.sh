#!/bin/sh
# Writes the two lock files, universal over Python >= 3.11, aarch64 and x86-64, with the hash of every file.
set -eu
cd "$(dirname "$0")/.."
lock() { .venv/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
    --no-header --no-annotate "$@"; }
lock pyproject.toml --extra build --extra office -o requirements.lock
lock pyproject.toml --extra build --extra office --extra dev -c requirements.lock -o requirements-dev.lock
# The Pi has wheels for every line, or the lock is no good there.
for platform in aarch64-manylinux_2_36 x86_64-manylinux_2_36; do
    for version in 3.11 3.13; do
        .venv/bin/uv pip compile -q --python-platform "$platform" --python-version "$version" --only-binary :all: \
            --no-header requirements.lock -o /dev/null
    done
done
