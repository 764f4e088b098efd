#!/bin/sh
# Builds an image of Debian 12 for arm64 with the package: a read-only root, and a partition for the hall's data.
# No loop device is used. Takes root (binfmt_misc), mmdebstrap, e2fsprogs, dosfstools, mtools, fdisk, the mirrors of Debian.
# HALLCTL_ROOT_HASH is root's password as `openssl passwd -6` prints it; without it nobody logs in but over a key that
# you put into the image. HALLCTL_MODULES are the only modules of the kernel on the initial disk, for one known machine;
# without it there are all that Debian puts there, which takes an emulator half an hour. For qemu's virt:
# virtio_pci virtio_mmio virtio_blk virtio_net ext4 crc32c_generic.
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

step "the packages of Debian"
# The kernel is Debian's, with what has a Pi 4 start it; linux-image-arm64 of Debian 12 knows no Pi 5 (Debian 13's does).
mmdebstrap --quiet --architecture=arm64 --variant=extract --components='main non-free-firmware' \
    --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --include='?essential' --include=apt,usr-is-merged,mawk,init-system-helpers,hostname \
    --include=systemd-sysv,systemd-timesyncd,udev,dbus,kmod,iproute2,ca-certificates,tzdata,linux-image-arm64,raspi-firmware \
    --include=python3,libgl1,libglib2.0-0,libgbm1,libdrm2,libegl1,libgles2,alsa-utils,openssh-server \
    --extract-hook="sh packaging/image_root.sh \"\$1\" $(ls "$work"/hallctl_*_arm64.deb)" \
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
# A hall demands 500 MB free on the disk of its book (I14).
boot_mb=512 root_mb=$(megabytes "$work/root" 125 200) data_mb=2048
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
echo "to see it start without a Pi: make image-try"
