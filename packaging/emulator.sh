# Has this machine run programs for arm64; read by the scripts beside it, in a mount namespace of their own, with $work.
# The emulator is qemu-aarch64 of version 8 or later, taken from Debian 13 where the machine has none: under the 7.2 of
# Debian 12 `import onnxruntime` crashes. What it puts into binfmt_misc is gone when the script ends.
step() { printf '\n== arm64: %s (%s)\n' "$*" "$(date +%T)"; }

binfmt=/proc/sys/fs/binfmt_misc
emulator=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)
major=$([ -z "$emulator" ] || "$emulator" --version | sed -n '1s/.*version \([0-9]*\).*/\1/p')
if [ "$(uname -m)" = aarch64 ]; then
    step "this machine is arm64: nothing is emulated"
elif [ "${major:-0}" -lt 8 ]; then
    step "the emulator, from Debian 13 (this machine's: ${emulator:-none} ${major:-})"
    [ -x "$work/qemu/usr/bin/qemu-aarch64" ] ||
        mmdebstrap --quiet --variant=extract --include=qemu-user trixie "$work/qemu"
    emulator=$work/qemu/usr/bin/qemu-aarch64
fi
if [ "$(uname -m)" != aarch64 ]; then
    "$emulator" --version | head -1
    [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt
    # F: the emulator is opened now, and found in every chroot; mmdebstrap looks for this name.
    if [ ! -e $binfmt/qemu-aarch64 ]; then
        magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
        mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
        printf '%s' ":qemu-aarch64:M::$magic:$mask:$emulator:F" > $binfmt/register
        trap 'echo -1 > $binfmt/qemu-aarch64' EXIT
    fi
fi
