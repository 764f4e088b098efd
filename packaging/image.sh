#!/bin/sh
# Builds an image of Debian 12 for arm64 with the package: a read-only root, and a partition for the hall's data.
# No loop device is used. Takes root (binfmt_misc), mmdebstrap, e2fsprogs, dosfstools, mtools, fdisk, the mirrors of Debian.
# HALLCTL_ROOT_HASH is root's password as `openssl passwd -6` prints it; without it nobody logs in but over a key that
# you put into the image.
# usage: packaging/image.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
[ "${HALLCTL_UNSHARED:-}" ] || exec env HALLCTL_UNSHARED=1 unshare --mount --propagation private sh "$0" "$@"
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$here"
for need in mmdebstrap mke2fs mkfs.vfat mcopy sfdisk; do
    command -v $need >/dev/null || { echo "image: $need is missing" >&2; exit 2; }
done
work=$here/build/arm64
mkdir -p "$work"
. packaging/emulator.sh
work=$out/image-work
rm -rf "$work"
mkdir -p "$work"
step "the package"
sh packaging/deb.sh bookworm arm64 "$work"

step "the packages of Debian, and ours"
# Bytecode knows no architecture: a Python of the same version makes it here in a tenth of the time.
own=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
compiled="$here/.venv/bin/python -m compileall -q -j 2 -s \"\$1\" \"\$1/opt/hallctl/.venv/lib\" >/dev/null || true"
[ "$own" = 3.11 ] || compiled=true
# The kernel of Debian, and what has a Pi 4 start it; linux-image-arm64 of Debian 12 knows no Pi 5 (Debian 13's does).
# Its initial disk is made once, in the end: under an emulator each takes half an hour.
mmdebstrap --quiet --architecture=arm64 --variant=minbase --components='main non-free-firmware' \
    --essential-hook='chroot "$1" dpkg-divert --quiet --local --rename --add /usr/sbin/update-initramfs' \
    --essential-hook='ln -s /bin/true "$1/usr/sbin/update-initramfs"' \
    --include=systemd-sysv,systemd-timesyncd,udev,dbus,kmod,iproute2,ca-certificates,tzdata,linux-image-arm64,raspi-firmware \
    --include=python3,libgl1,libglib2.0-0,libgbm1,libdrm2,libegl1,libgles2,alsa-utils,openssh-server \
    --customize-hook="copy-in $(ls "$work"/hallctl_*_arm64.deb) /root" \
    --customize-hook='chroot "$1" sh -c "dpkg --unpack /root/hallctl_*_arm64.deb && rm /root/hallctl_*_arm64.deb"' \
    --customize-hook="$compiled" \
    --customize-hook='chroot "$1" dpkg --configure hallctl' \
    --customize-hook='chroot "$1" systemctl enable systemd-networkd systemd-timesyncd hallctl-screens hallctl' \
    --customize-hook="chroot \"\$1\" usermod -p '${HALLCTL_ROOT_HASH:-!}' root" \
    --customize-hook='cp -a packaging/image/. "$1/"' \
    --customize-hook='rm "$1/usr/sbin/update-initramfs"' \
    --customize-hook='chroot "$1" dpkg-divert --quiet --local --rename --remove /usr/sbin/update-initramfs' \
    --customize-hook='sed -i "s/^#ROOTPART=.*/ROOTPART=LABEL=hallctl-root/" "$1/etc/default/raspi-firmware"' \
    --customize-hook='chroot "$1" update-initramfs -c -k all' \
    bookworm "$work/root"
# What a Pi starts by would take another root, and have it writable.
sed -i 's/ rw / ro /' "$work/root/boot/firmware/cmdline.txt"
grep -q ' root=LABEL=hallctl-root ro ' "$work/root/boot/firmware/cmdline.txt"
step "partitions"
# One image is one hall's: its journal is found again after a restart.
systemd-machine-id-setup --root="$work/root" >/dev/null 2>&1 || tr -d - < /proc/sys/kernel/random/uuid > "$work/root/etc/machine-id"
mkdir -p "$work/root/data" "$work/data/hallctl" "$work/data/etc" "$work/data/journal" "$work/data/systemd" "$work/data/ssh"
chroot "$work/root" id hallctl >/dev/null
owner=$(chroot "$work/root" id -u hallctl):$(chroot "$work/root" id -g hallctl)
chown "$owner" "$work/data/hallctl" && chmod 700 "$work/data/hallctl"
mkdir -p "$work/root/var/log/journal"

megabytes() { echo $(( ($(du -sm "$1" | cut -f1) * $2 / 100) + $3 )); }
boot_mb=512 root_mb=$(megabytes "$work/root" 125 200) data_mb=512
truncate -s ${boot_mb}M "$work/boot.img"
mkfs.vfat -n HALLBOOT "$work/boot.img" >/dev/null
mcopy -s -i "$work/boot.img" "$work"/root/boot/firmware/* ::/ 2>/dev/null || echo "image: no firmware of a Pi in it" >&2
mke2fs -q -t ext4 -L hallctl-root -d "$work/root" "$work/root.img" ${root_mb}M
mke2fs -q -t ext4 -L hallctl-data -d "$work/data" "$work/data.img" ${data_mb}M
image=$out/hallctl-arm64.img
truncate -s $((boot_mb + root_mb + data_mb + 4))M "$image"
printf 'label: dos\nstart=1MiB, size=%sMiB, type=c, bootable\nsize=%sMiB, type=83\nsize=%sMiB, type=83\n' \
    $boot_mb "$root_mb" $data_mb | sfdisk -q "$image"
dd if="$work/boot.img" of="$image" bs=1M seek=1 conv=notrunc status=none
dd if="$work/root.img" of="$image" bs=1M seek=$((boot_mb + 1)) conv=notrunc status=none
dd if="$work/data.img" of="$image" bs=1M seek=$((boot_mb + root_mb + 1)) conv=notrunc status=none
cp "$work"/root/boot/vmlinuz-* "$out/hallctl-arm64.vmlinuz"
cp "$work"/root/boot/initrd.img-* "$out/hallctl-arm64.initrd"
rm -rf "$work"
echo "$image"
echo "to see it start without a Pi: qemu-system-aarch64 -M virt -cpu cortex-a72 -m 2048 -nographic" \
    "-kernel $out/hallctl-arm64.vmlinuz -initrd $out/hallctl-arm64.initrd" \
    "-append 'root=LABEL=hallctl-root ro console=ttyAMA0' -drive file=$image,format=raw,if=virtio" \
    "-netdev user,id=net -device virtio-net-pci,netdev=net,romfile="
