# Unpacks and configures the packages that packaging/image.sh has fetched, and ours: its root, complete.
# This machine unpacks; what configures runs in the emulator. mmdebstrap keeps services from starting meanwhile.
# usage: packaging/image_root.sh ROOT PACKAGE
set -eu
root=$1
step() { printf '\n== image: %s (%s)\n' "$*" "$(date +%T)"; }
inside() { env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" "$@"; }

step "unpacked"
# The initial disk is made once, in the end.
dpkg-divert --root="$root" --quiet --local --rename --add /usr/sbin/update-initramfs
ln -s /bin/true "$root/usr/sbin/update-initramfs"
dpkg --root="$root" --force-depends,unsafe-io,confnew,architecture --unpack "$root"/var/cache/apt/archives/*.deb "$2" \
    > "$root/../unpack.log" 2>&1 || { tail "$root/../unpack.log"; exit 1; }
# Bytecode knows no architecture: a Python of the same version makes it here in a tenth of the time.
own=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
[ "$own" != 3.11 ] || .venv/bin/python -m compileall -q -j 2 -s "$root" "$root/opt/hallctl/.venv/lib" >/dev/null || true

step "configured"
inside dpkg --configure -a > "$root/../configure.log" 2>&1 || { tail "$root/../configure.log"; exit 1; }
cp -a packaging/image/. "$root/"
# Not hallctl: install-service enables it, and by that hallctl-init knows that the hall is a service.
inside systemctl enable systemd-networkd systemd-timesyncd hallctl-screens hallctl-init
inside usermod -p "${HALLCTL_ROOT_HASH:-!}" root
sed -i "s/^#ROOTPART=.*/ROOTPART=LABEL=hallctl-root/" "$root/etc/default/raspi-firmware"

step "the initial disk"
rm "$root/usr/sbin/update-initramfs"
dpkg-divert --root="$root" --quiet --local --rename --remove /usr/sbin/update-initramfs
if [ "${HALLCTL_MODULES:-}" ]; then
    printf '%s\n' $HALLCTL_MODULES > "$root/etc/initramfs-tools/modules"
    echo MODULES=list > "$root/etc/initramfs-tools/conf.d/modules"
fi
inside update-initramfs -c -k all
step "the root is complete"
