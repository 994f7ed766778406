# shellcheck shell=bash
# shellcheck disable=SC2034 # the other files use what is set here
# Paths, settings, and how processes of a lab are started, found and ended.

LAB_DIR=$(realpath -m "${LAB_DIR:-.lab}")
LAB_CACHE=$(realpath -m "${LAB_CACHE:-${MEDEVAC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/medevac}}")
LAB_ID=lab$(printf '%s' "$LAB_DIR" | sha256sum | cut -c1-6) # names of links and cgroups; two labs never share it
KUBE_VERSION=v1.36.3
KUBE_BIN=$LAB_CACHE/kubernetes/$KUBE_VERSION
IMAGES=$LAB_CACHE/images
RUN=$LAB_DIR/run/lab LOGS=$LAB_DIR/logs PKI=$LAB_DIR/pki SETTINGS=$LAB_DIR/settings
export LC_ALL=C.UTF-8

say() { printf '%s\n' "$*" >&2; }
die() {
  say "lab: $*"
  exit 1
}
step() { # one line per step of `up`, with the seconds since its start
  say "$(printf '%5.1f s  %s' "$(bc_seconds)" "$*")"
}
bc_seconds() {
  local now=${EPOCHREALTIME/[.,]/}
  printf '%d.%d' $(((now - LAB_STARTED) / 1000000)) $(((now - LAB_STARTED) / 100000 % 10))
}
LAB_STARTED=${EPOCHREALTIME/[.,]/}

# await SECONDS WHAT CMD...: until CMD succeeds
await() {
  local what=$2 end=$((SECONDS + $1))
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || {
      say "lab: not within the time: $what"
      return 1
    }
    sleep .1
  done
}

# Its path goes into configuration files of several formats.
case $LAB_DIR in *[!A-Za-z0-9_./+@-]*) die "LAB_DIR may not contain blanks or special characters: $LAB_DIR" ;; esac

need_root() { [ "$(id -u)" = 0 ] || die "'lab $1' makes network and mount namespaces and needs root: run it with sudo"; }

# Commands that change a lab carry LAB_MARK in their environment, and so does every process they start:
# `down` finds them all by it, whatever happened to the pid files. The lock keeps two such commands apart.
changing() {
  local name=$1
  shift
  if [ "${LAB_MARK:-}" != "$LAB_DIR" ]; then
    exec env LAB_MARK="$LAB_DIR" LAB_DIR="$LAB_DIR" LAB_CACHE="$LAB_CACHE" bash "$LAB_HOME/lab" "$name" "$@"
  fi
  trap 'say "interrupted: lab down clears what was started"; exit 130' INT TERM
  mkdir -p "$RUN" "$LOGS" || exit 1
  exec 9>"$LAB_DIR/.lock"
  if [ "$name" = node ]; then
    flock -s -w 120 9 || die "another command is at work in $LAB_DIR"
  else
    flock -n 9 || {
      say "another command is at work in $LAB_DIR; waiting for it"
      flock -w 300 9 || die "another command is still at work in $LAB_DIR"
    }
  fi
}

# marked [-v]: pids of this lab's processes
marked() {
  grep -slxzF "LAB_MARK=$LAB_DIR" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
    [ "$pid" != $$ ] && [ "$pid" != "$BASHPID" ] && echo "$pid"
  done
}
is_ours() { [ -n "$1" ] && grep -sqxzF "LAB_MARK=$LAB_DIR" "/proc/$1/environ"; }

pid_of() { # NAME: the pid of a living process of this lab, or nothing
  local pid
  [ -s "$RUN/$1.pid" ] && read -r pid <"$RUN/$1.pid" && is_ours "$pid" && echo "$pid"
}
alive() { [ -n "$(pid_of "$1")" ]; }

spawn() { # NAME CMD...: a daemon, its output in logs/NAME.log
  local name=$1
  shift
  LAB_MARK=$LAB_DIR setsid "$@" >>"$LOGS/$name.log" 2>&1 </dev/null 9>&- &
  echo $! >"$RUN/$name.pid"
  disown
}

# with_registry CMD...: one lab of this user's machine at a time chooses its network and ports
with_registry() {
  mkdir -p "$LAB_CACHE"
  (
    exec 7>"$LAB_CACHE/.labs.lock"
    flock -w 60 7
    { grep -vxF "$LAB_DIR" "$LAB_CACHE/.labs" 2>/dev/null | while read -r dir; do [ -s "$dir/settings" ] && echo "$dir"; done; echo "$LAB_DIR"; } >"$LAB_CACHE/.labs.new"
    mv "$LAB_CACHE/.labs.new" "$LAB_CACHE/.labs"
    "$@"
  )
}
taken_by_others() { # KEY VALUE: a lab of another folder has it in its settings
  grep -vxF "$LAB_DIR" "$LAB_CACHE/.labs" | while read -r dir; do cat "$dir/settings"; done 2>/dev/null | grep -qxF "$1=$2"
}

gone() { # SECONDS PID...: all of them have ended
  local end=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000)) pid left
  shift
  while :; do
    left=
    for pid in "$@"; do [ -d "/proc/$pid" ] && ! grep -sq '^State:.Z' "/proc/$pid/status" && left=1; done
    [ -n "$left" ] || return 0
    [ "${EPOCHREALTIME/[.,]/}" -lt "$end" ] || return 1
    sleep .05
  done
}

stop_processes() { # SECONDS NAME...: TERM, then KILL
  local seconds=$1 name pid
  local -a pids=()
  shift
  for name in "$@"; do
    pid=$(pid_of "$name")
    [ -n "$pid" ] && pids+=("$pid") && kill -TERM "$pid" 2>/dev/null
    rm -f "$RUN/$name.pid"
  done
  [ ${#pids[@]} -gt 0 ] || return 0
  gone "$seconds" "${pids[@]}" || {
    kill -KILL "${pids[@]}" 2>/dev/null
    gone 5 "${pids[@]}"
  }
}

# Settings of this lab are kept in one file of KEY=VALUE lines.
setting() { sed -n "s/^$1=//p" "$SETTINGS" 2>/dev/null | tail -1; }
set_setting() { # KEY VALUE
  local kept
  kept=$(grep -v "^$1=" "$SETTINGS" 2>/dev/null)
  printf '%s\n' ${kept:+"$kept"} "$1=$2" >"$SETTINGS.$BASHPID" && mv "$SETTINGS.$BASHPID" "$SETTINGS"
}
