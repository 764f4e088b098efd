#!/bin/sh
# Builds the Debian package of this tree from the locked wheels, for one release of Debian and one architecture; it
# needs neither a chroot nor an emulator, since wheels are only unpacked.
# usage: packaging/deb.sh bookworm|trixie amd64|arm64 FOLDER
set -eu
suite=$1 arch=$2 out=$(mkdir -p "$3" && cd "$3" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"

case $suite in
    bookworm) python=3.11 next=3.12 mark=deb12 glib=libglib2.0-0 ;;
    trixie) python=3.13 next=3.14 mark=deb13 glib=libglib2.0-0t64 ;;
    *) echo "unknown release of Debian: $suite" >&2; exit 2 ;;
esac
case $arch in
    amd64) platform=x86_64-manylinux_2_36 ;;
    arm64) platform=aarch64-manylinux_2_36 ;;
    *) echo "unknown architecture: $arch" >&2; exit 2 ;;
esac
version=$(sed -n 's/^__version__: Final = "\(.*\)"/\1/p' hallctl/__init__.py)
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-1793491200}"  # hallctl.BUILT

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root venv=$work/root/opt/hallctl/.venv
packages=$venv/lib/python$python/site-packages
mkdir -p "$venv/bin" "$packages" "$root/usr/bin" "$root/DEBIAN"

# The locked wheels of that Python and architecture, then our own; none of their scripts, which name another Python.
.venv/bin/uv pip install -q --python-version "$python" --python-platform "$platform" --target "$packages" \
    --no-deps --require-hashes --only-binary :all: -r requirements.lock
.venv/bin/python -m hatchling build -t wheel -d "$work" >/dev/null
.venv/bin/uv pip install -q --python-version "$python" --python-platform "$platform" --target "$packages" \
    --no-deps "$work"/hallctl-*.whl
rm -rf "$packages/bin" "$packages/.lock"
find "$packages" -name __pycache__ -prune -exec rm -rf {} +

# A virtual environment by hand: a link to Debian's Python, and where it looks.
ln -s "/usr/bin/python$python" "$venv/bin/python"
ln -s python "$venv/bin/python3"
printf 'home = /usr/bin\ninclude-system-site-packages = false\nversion = %s\n' "$python" > "$venv/pyvenv.cfg"
cat > "$venv/bin/hallctl" <<'PROGRAM'
#!/opt/hallctl/.venv/bin/python
import sys

from hallctl.__main__ import app

sys.exit(app())
PROGRAM
chmod 755 "$venv/bin/hallctl"
ln -s /opt/hallctl/.venv/bin/hallctl "$root/usr/bin/hallctl"

# Units, udev rules, user, folders and journal, where a package puts them.
.venv/bin/hallctl install-service --root "$root" --vendor --program /opt/hallctl/.venv/bin/hallctl >/dev/null
mkdir -p "$root/opt/hallctl/docs" "$root/usr/share/doc/hallctl"
cp docs/*.md "$root/opt/hallctl/docs/"
cp LICENSE "$root/usr/share/doc/hallctl/copyright"

find "$root" -type d -exec chmod 755 {} +
sed -e "s/@VERSION@/$version~$mark/" -e "s/@ARCH@/$arch/" -e "s/@GLIB@/$glib/" -e "s/@PYTHON@/$python/" \
    -e "s/@NEXT@/$next/" -e "s/@SIZE@/$(du -sk "$root/opt" | cut -f1)/" packaging/debian/control > "$root/DEBIAN/control"
for script in preinst postinst prerm postrm; do
    install -m 755 "packaging/debian/$script" "$root/DEBIAN/$script"
done
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb -Zzstd -z6 --root-owner-group --build "$root" "$out/hallctl_$version~${mark}_$arch.deb"
