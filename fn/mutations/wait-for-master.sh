# Wait until the master listens, at most WAIT_MASTER_TIMEOUT seconds.
set -u
probe='' sleep=''
trap 'kill $probe $sleep 2>/dev/null; exit 143' TERM INT

# One connect to host $1, port $2, by the method $how, given $3 seconds.
connect() {
  case $how in
    'nc -z') exec nc -z -w "$3" "$1" "$2" ;;
    'bash and timeout') exec timeout "$3" bash -c ": </dev/tcp/$1/$2" ;;
    'bash') exec bash -c ": </dev/tcp/$1/$2" ;;
    'sh') exec sh -c ": </dev/tcp/$1/$2" ;;
    'nc -e') exec nc -w "$3" "$1" "$2" -e true ;;
  esac
}

# A method is usable if a closed port gives another error than a missing tool or option.
usable() {
  answer=$(LC_ALL=C connect 127.0.0.1 1 1 2>&1)
  case $?:$answer in
    12[67]:* | *[Oo]ption* | *[Uu]sage* | *'such file'*) return 1 ;;
  esac
}

seconds() { IFS=. read -r now rest </proc/uptime; }

# In the background, so that a signal ends the wait at once.
pause() {
  sleep 1 &
  sleep=$!
  wait "$sleep"
}

master=$MASTER_ADDR:$MASTER_PORT
for how in 'nc -z' 'bash and timeout' 'bash' 'sh' 'nc -e' ''; do
  usable && break
done
if [ -z "$how" ] || ! command -v sleep >/dev/null; then
  echo "Cannot wait for master $master: this image needs sleep, and bash or an nc with -z or -e; choose another with --wait-master-image" >&2
  exit 1
fi
echo "Waiting up to $WAIT_MASTER_TIMEOUT seconds for master $master with $how"

seconds
start=$now elapsed=0 report=0
while [ "$elapsed" -lt "$WAIT_MASTER_TIMEOUT" ]; do
  # Long enough for a name server that answers on its second try, after 5 seconds.
  try=$((WAIT_MASTER_TIMEOUT - elapsed)) && [ "$try" -lt 10 ] || try=10
  # Every 30 seconds the log shows why a try failed.
  if [ "$elapsed" -ge "$report" ]; then exec 3>&2; else exec 3>/dev/null; fi
  connect "$MASTER_ADDR" "$MASTER_PORT" "$try" >&3 2>&3 &
  probe=$!
  while pause && seconds && kill -0 "$probe" 2>/dev/null && [ "$((now - start - elapsed))" -lt "$try" ]; do :; done
  kill "$probe" 2>/dev/null
  if wait "$probe"; then
    echo "Master $master is ready after $((now - start)) seconds"
    exit 0
  fi
  if [ "$elapsed" -ge "$report" ]; then
    echo "Master $master is not ready after $((now - start)) of $WAIT_MASTER_TIMEOUT seconds"
    report=$((elapsed + 30))
  fi
  pause
  seconds
  elapsed=$((now - start))
done
echo "Timeout waiting for master $master after $elapsed seconds" >&2
exit 1
