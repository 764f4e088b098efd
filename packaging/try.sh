#!/bin/sh
# Tries the package in a fresh Debian: installs it, plays a practice session, starts the hall as its unit would,
# updates to a second version and goes back, removes and purges it; the book verifies at each step, at the end by the
# notary's verifier alone, and is byte for byte what the hall left.
# Takes root (mounts of its own), mmdebstrap, and the mirrors of Debian.
# usage: packaging/try.sh bookworm|trixie [FOLDER]
set -eu
suite=$1
here=$(cd "$(dirname "$0")/.." && pwd)
[ "${HALLCTL_UNSHARED:-}" ] || exec env HALLCTL_UNSHARED=1 unshare --mount --propagation private sh "$0" "$@"
work=${2:-$(mktemp -d)}
root=$work/root
arch=$(dpkg --print-architecture)
mkdir -p "$work/debs"
step() { printf '\n== %s: %s\n' "$suite" "$*"; }

step "two versions of the package"
cd "$here"
sh packaging/deb.sh "$suite" "$arch" "$work/debs"
first=$(ls "$work"/debs/hallctl_*.deb)
next=$work/next
mkdir -p "$next"
git ls-files -z -co --exclude-standard | xargs -0 cp --parents -P -t "$next"
ln -s "$here/.venv" "$next/.venv"
version=$(sed -n 's/^__version__: Final = "\(.*\)"/\1/p' hallctl/__init__.py)
sed -i "s/^__version__: Final = .*/__version__: Final = \"$version.1\"/" "$next/hallctl/__init__.py"
sed -i "s/^version = \"$version\"/version = \"$version.1\"/" "$next/pyproject.toml"
sh "$next/packaging/deb.sh" "$suite" "$arch" "$work/debs"
second=$(ls "$work"/debs/hallctl_"$version".1*.deb)

step "a fresh $suite"
if [ -f "$work/base.tar" ]; then mkdir -p "$root" && tar -C "$root" -xf "$work/base.tar"
else mmdebstrap --quiet --variant=minbase --include=ca-certificates "$suite" "$root"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
cp "$first" "$second" "$root/root/"
cp "$here/packaging/tried.py" "$here/hallctl/minutes/notary/verificar_libro.py" "$root/root/"
# The packages of both versions do not bear what the tree's own environment has.
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$root" "$@"; }
install() { inside apt-get install -y -q --no-install-recommends --allow-downgrades "/root/$(basename "$1")" 2>&1 |
    grep -E '^hallctl|^Setting up hallctl|^E:' || true; }
state() { inside sh -c 'sha256sum /var/lib/hallctl/sala/libro/*.sqlite /etc/hallctl/hall.toml'; }

step "install"
inside apt-get update -q >/dev/null
install "$first"
inside hallctl --version
inside python3 /root/tried.py play
inside hallctl install-service
inside python3 /root/tried.py start

step "an update is refused under a hall that plays"
inside python3 /root/tried.py refused "/root/$(basename "$second")"

step "update to the second version"
before=$(state)
install "$second"
[ "$(state)" = "$before" ]
inside hallctl --version
inside python3 /root/tried.py start

step "back to the first version"
before=$(state)
install "$first"
[ "$(state)" = "$before" ]
inside hallctl --version
inside python3 /root/tried.py start
inside python3 /root/tried.py programs
inside su -s /bin/sh hallctl -c 'hallctl book verify /var/lib/hallctl/sala/libro --second /var/lib/hallctl/sala/segundo-soporte' || [ $? -eq 3 ]
inside su -s /bin/sh hallctl -c 'hallctl book export /var/lib/hallctl/sala/libro /var/lib/hallctl/notario' || true

step "remove, and purge"
before=$(state)
inside hallctl install-service --remove
inside apt-get remove -y -q hallctl 2>&1 | grep -E '^hallctl|^Removing hallctl'
[ "$(state)" = "$before" ]
inside dpkg --purge hallctl
[ "$(state)" = "$before" ]
[ ! -e "$root/opt/hallctl" ] && [ ! -e "$root/usr/bin/hallctl" ]
inside python3 /root/verificar_libro.py /var/lib/hallctl/notario | tail -1
step "all of it passed"
umount -l "$root/dev" "$root/proc" "$root/tmp"
[ "${2:-}" ] || rm -rf "$work"
