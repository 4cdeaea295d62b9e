#!/bin/bash
# Build BusyBox as the official image has it, and as Alpine's nearly is: the unpatched source in its default
# configuration, so that nc knows -z (Debian's package leaves that out). The source is the distribution's own.
# usage: busybox.sh [TARGET]
set -euo pipefail
target=${1:-/usr/local/bin/busybox-full}
[ -x "$target" ] && { echo "have $target"; exit 0; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p sources lists/partial
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  [ -f "$file" ] && sed 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$file" >"sources/${file##*/}"
done
options=(-q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources"
  -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root)
apt-get "${options[@]}" update >log 2>&1 || { cat log; exit 1; }
apt-get "${options[@]}" source --download-only busybox >log 2>&1 || { cat log; exit 1; }
tar -xf busybox_*.orig.tar.*
cd busybox-*/
{ make defconfig && make -j "$(nproc)" busybox; } >"$work/log" 2>&1 </dev/null || { tail -20 "$work/log"; exit 1; }
install busybox "$target"
"$target" | sed -n 1p
