#!/bin/bash
# Build a stand-in for an official Python image out of the host's own files, where no image can be pulled.
# usage: base-from-host.sh IMAGE PREFIX    PREFIX: a CPython of its own, such as ~/.pyenv/versions/3.13.0
set -euo pipefail
image=$1 prefix=$2
if docker image inspect "$image" >/dev/null 2>&1; then exit 0; fi
version=$("$prefix/bin/python3" -c 'import platform; print(platform.python_version())')
minor=${version%.*}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/usr/{bin,sbin,lib,lib64,local} "$root"/{etc/ssl/certs,proc,sys,dev,root,home,run,var/tmp,opt}
mkdir -m 1777 "$root/tmp"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done

# A small Debian, and the libraries that its programs and CPython's modules are linked to.
packages="base-files base-passwd bash dash coreutils libc6 libc-bin libgcc-s1 libstdc++6 sed grep tar gzip findutils
  debianutils mawk netbase tzdata ca-certificates"
for package in $packages; do dpkg -L "$package" 2>/dev/null || dpkg -L "$package:amd64"; done \
  | grep -Ev '^/usr/share/(doc|man|info|locale|lintian|bug)' | sort -u \
  | while read -r file; do if [ -L "$file" ] || [ -f "$file" ]; then echo "$file"; fi; done >"$root/files"
{
  find "$prefix/bin/python3" "$prefix"/lib/libpython*.so* "$prefix/lib/python$minor/lib-dynload" -type f -o -type l
  printf '%s\n' /usr/bin/{bash,dash,ls,sed,grep,tar,find,mawk}
} 2>/dev/null | xargs -r ldd 2>/dev/null | awk '/=> \//{print $3} /^\t\/lib/{print $1}' | grep -v "^$prefix" | sort -u \
  | while read -r library; do echo "$library"; readlink -f "$library"; done >>"$root/files"
copy() { tar -C / -c --no-recursion "$@" 2>/dev/null | tar -C "$root" -x --keep-directory-symlink; }
copy -h -T <(grep -E '/lib/.*\.so' "$root/files" | sort -u)
copy -T <(grep -vE '/lib/.*\.so' "$root/files" | sort -u)
rm "$root/files"
ln -sf dash "$root/usr/bin/sh"
for file in passwd group; do cp "/usr/share/base-passwd/$file.master" "$root/etc/$file"; done
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
for file in /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
  if [ -f "$file" ]; then cp "$file" "$root/etc/pip.conf"; fi
done

# CPython in /usr/local, as the official image has it: no tests, no headers, no bytecode, pip alone beside it.
tar -C "$prefix" -c --exclude='lib/python*/test' --exclude='lib/python*/idlelib' --exclude='lib/python*/tkinter' \
  --exclude='lib/python*/turtledemo' --exclude='lib/python*/config-*' --exclude='lib/*.a' --exclude='include' \
  --exclude='share' --exclude='lib/python*/site-packages/*' --exclude='__pycache__' bin lib | tar -C "$root/usr/local" -x
site=lib/python$minor/site-packages
mkdir -p "$root/usr/local/$site"
cp -a "$prefix/$site"/pip "$prefix/$site"/pip-*.dist-info "$root/usr/local/$site/"
find "$root/usr/local/bin" -mindepth 1 ! -name 'python*' ! -name 'pip*' -delete
for script in "$root"/usr/local/bin/pip*; do sed -i "1s|^#!.*|#!/usr/local/bin/python$minor|" "$script"; done
ln -sf "python$minor" "$root/usr/local/bin/python3"
ln -sf python3 "$root/usr/local/bin/python"
chown -R 0:0 "$root"
ldconfig -r "$root"
tar -C "$root" -c . | docker import \
  --change 'ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin' --change 'ENV LANG=C.UTF-8' \
  --change 'ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt' --change 'CMD ["python3"]' - "$image" >/dev/null
