# Wait until the master accepts connections, for at most WAIT_MASTER_TIMEOUT seconds.
export LC_ALL=C
master=$MASTER_ADDR:$MASTER_PORT
probe=''
trap 'kill $probe $! 2>/dev/null; exit 143' TERM INT

# Connect to host $1, port $2 within $3 seconds, in the way that $how names.
connect() {
  case $how in
    'nc -z') exec nc -z -w "$3" "$1" "$2" ;;
    'bash /dev/tcp under timeout') exec timeout "$3" bash -c ": </dev/tcp/$1/$2" ;;
    'bash /dev/tcp') exec bash -c ": </dev/tcp/$1/$2" ;;
    'sh /dev/tcp') exec sh -c ": </dev/tcp/$1/$2" ;;
    'nc -e') exec nc -w "$3" "$1" "$2" -e sleep 0 ;;
  esac
}

# A closed port must be reported as such, not as an unknown option or a missing program.
usable() {
  answer=$(connect 127.0.0.1 1 1 2>&1)
  case $?:$answer in
    0:* | 12[67]:* | *[Oo]ption* | *[Uu]sage* | *help* | *'such file'*) return 1 ;;
  esac
}

# Sleeping in the background lets a signal end the wait at once.
pause() {
  sleep 1 &
  wait $!
  IFS=. read -r now rest </proc/uptime
  elapsed=$((now - start))
}

for how in 'nc -z' 'bash /dev/tcp under timeout' 'bash /dev/tcp' 'sh /dev/tcp' 'nc -e' ''; do
  if usable; then break; fi
done
if [ -z "$how" ] || ! command -v sleep >/dev/null || ! IFS=. read -r start rest </proc/uptime; then
  echo "Cannot wait for master $master: the image needs sleep, /proc, and bash or nc -z; set --wait-master-image" >&2
  exit 1
fi

echo "Waiting up to $WAIT_MASTER_TIMEOUT seconds for master $master, using $how"
elapsed=0 report=0
while [ "$elapsed" -lt "$WAIT_MASTER_TIMEOUT" ]; do
  # A try may take 10 seconds: a resolver asks its second name server after 5.
  end=$((elapsed + 10))
  if [ "$end" -gt "$WAIT_MASTER_TIMEOUT" ]; then end=$WAIT_MASTER_TIMEOUT; fi
  # Every 30 seconds the log shows what a try says.
  if [ "$elapsed" -ge "$report" ]; then exec 3>&2; else exec 3>/dev/null; fi
  connect "$MASTER_ADDR" "$MASTER_PORT" $((end - elapsed)) >&3 2>&3 &
  # An overdue try is ended. Netcats can hang in a TERM, so KILL follows.
  probe=$! signal=TERM
  while pause && kill -0 "$probe" 2>/dev/null; do
    if [ "$elapsed" -ge "$end" ]; then kill -s "$signal" "$probe" 2>/dev/null && signal=KILL; fi
  done
  if wait "$probe"; then
    echo "Master $master is ready after $elapsed seconds"
    exit 0
  fi
  if [ "$elapsed" -ge "$report" ]; then
    echo "Master $master is not ready after $elapsed of $WAIT_MASTER_TIMEOUT seconds"
    report=$((elapsed + 30))
  fi
  if [ "$elapsed" -lt "$WAIT_MASTER_TIMEOUT" ]; then pause; fi
done
echo "Timeout waiting for master $master after $elapsed seconds" >&2
exit 1
