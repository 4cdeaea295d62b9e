#!/bin/bash
# Bring up a Docker engine on a bare Debian machine, without a network bridge. A second call finds it up.
# usage: engine-up.sh FOLDER    its data, logs and run folders; FOLDER/run names the run folder, whose file "pid" has dockerd's pid
set -euo pipefail
folder=$1
if docker info >/dev/null 2>&1; then exit 0; fi
mkdir -p "$folder"
# A new run folder for each start: the pid files that a killed engine leaves stop the next start.
run=$(mktemp -d "$folder/run.XXXXXX")
echo "$run" >"$folder/run"
# The default log driver would keep a copy of everything that a function writes.
setsid nohup dockerd --data-root "$folder/data" --exec-root "$run/exec" --pidfile "$run/pid" --log-driver none \
  --iptables=false --ip6tables=false --bridge=none >"$folder/dockerd.log" 2>&1 </dev/null &
for _ in {1..240}; do
  if docker info >/dev/null 2>&1; then exit 0; fi
  sleep 0.25
done
echo "the Docker engine did not start:" >&2
tail -20 "$folder/dockerd.log" >&2
exit 1
