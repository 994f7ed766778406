# shellcheck shell=bash
# up, down, env, status.

up_options() {
  local option value nodes spares
  [ -z "${LAB_POOL_LABEL:-}" ] || set_setting pool_label "$LAB_POOL_LABEL"
  [ -z "${LAB_SPARE_LABEL:-}" ] || set_setting spare_label "$LAB_SPARE_LABEL"
  while [ $# -gt 0 ]; do
    option=${1%%=*} value=${1#*=}
    if [ "$value" = "$1" ]; then
      value=${2:-}
      shift
    fi
    case $option in
      --nodes | --spares | --gpus | --kill-wait | --cred-expire) ;;
      *) usage ;;
    esac
    [[ $value =~ ^[0-9]+$ ]] || die "$option wants a number"
    option=${option#--}
    set_setting "${option/-/_}" "$value"
    shift
  done
  default nodes 2
  default spares 1
  nodes=$(setting nodes) spares=$(setting spares)
  default gpus 8
  default kill_wait 120
  default cred_expire 10
  default pool_label lab/pool=training
  default spare_label lab/spare=training
  default max $((nodes + spares + 2 > 8 ? nodes + spares + 2 : 8))
  [ -z "${LAB_MAX:-}" ] || set_setting max "$LAB_MAX"
  [ "$(setting max)" -ge $((nodes + spares)) ] || set_setting max $((nodes + spares + 2))
  [ "$(setting gpus)" -ge 1 ] && [ "$(setting max)" -le 90 ] || die "at least 1 GPU and at most 90 nodes"
}
default() { [ -n "$(setting "$1")" ] || set_setting "$1" "$2"; } # a setting is kept from the last time

up_command() {
  local i node boot booted='' failed=''
  local -a boots=()
  up_options "$@"
  [ "$(setting address)" != 127.0.0.1 ] || ! alive kube-apiserver || die "a control plane on loopback runs in $LAB_DIR: lab control stop"
  with_registry network_up || exit 1
  step "network $(setting net).0.0/16, bridge $LAB_ID"
  slurm_files
  munge_start
  control_start
  node_role "$CONTROL_NODE" control
  for ((i = 0; i < $(setting nodes) + $(setting spares); i++)); do
    if [ "$i" -lt "$(setting nodes)" ]; then node_role "gpu-$i" training; else node_role "gpu-$i" spare; fi
  done
  node_pid_known "$CONTROL_NODE" || booted=1
  for node in $(node_nodes); do
    node_locked "$node" node_start "$node" &
    boots+=($!)
  done
  control_finish
  step "control plane ready: $(api_url)"
  slurm_deploy
  for boot in "${boots[@]}"; do wait "$boot" || failed=1; done
  [ -z "$failed" ] || die "not every node could be started, see $LOGS"
  boots=()
  for node in $(node_nodes); do
    node_join "$node" &
    boots+=($!)
  done
  for boot in "${boots[@]}"; do wait "$boot" || failed=1; done
  [ -z "$failed" ] || die "not every node has joined the cluster, see $LOGS"
  step "nodes ready: $(node_nodes | tr '\n' ' ')"
  await 120 "slurmd on every node of the pool has reported to slurmctld (lab slurm sinfo; $LOGS/slurmctld.log)" slurm_settled || exit 1
  [ -z "$booted" ] || slurm_requeue_lost
  step "Slurm ready: $(slurm_client sinfo -h -t idle,mix,alloc,drain -o '%N %T' | sort -u | tr '\n' ' ')"
  say "eval \"\$($LAB_HOME/lab env)\" gives you kubectl, sinfo, sbatch, ..."
}

# Ends whatever of this lab is alive, however it came to be; then its links, cgroups and sockets.
# slurmctld may save its state; for everything else on the nodes it is a power cut.
down_command() {
  local pid name
  local -a rest=()
  if [ -z "$(marked)" ] && [ ! -d "$LAB_DIR" ]; then
    say "there is no lab in $LAB_DIR"
    return 0
  fi
  slurmctld_stop
  # commands at work and the nodes: at once, so that nobody starts anything new
  for _ in 1 2 3 4 5; do
    rest=()
    for pid in $(marked); do
      read -r name <"/proc/$pid/comm" 2>/dev/null || continue
      case $name in
        etcd | kube-apiserver | kube-controller | kube-scheduler | munged) ;;
        *) rest+=("$pid") ;;
      esac
    done
    [ ${#rest[@]} -gt 0 ] || break
    kill -KILL "${rest[@]}" 2>/dev/null
    gone 10 "${rest[@]}"
  done
  control_stop
  munge_stop
  for pid in $(marked); do kill -KILL "$pid" 2>/dev/null; done
  network_down
  cgroup_remove
  rm -rf "$RUN"
  [ -z "$(marked)" ] || die "some processes could not be ended: $(marked | tr '\n' ' ')"
  say "the lab in $LAB_DIR is down"
}

env_command() {
  [ -s "$LAB_DIR/kubeconfig" ] || die "there is no lab in $LAB_DIR: lab up"
  printf 'export KUBECONFIG=%q\n' "$LAB_DIR/kubeconfig"
  [ ! -s "$SLURM_DIR/slurm.conf" ] || printf 'export SLURM_CONF=%q\nunset SLURM_JWT\n' "$SLURM_DIR/slurm.conf"
  printf 'export LAB_DIR=%q LAB_WORK=%q\ncase :$PATH: in *:%q:*) ;; *) export PATH=%q:$PATH ;; esac\n' "$LAB_DIR" "$LAB_DIR/work" "$KUBE_BIN" "$KUBE_BIN"
}

process_status() { # NAME: its pid, and whether it is ready
  local pid ready=false API_SECONDS=5
  pid=$(pid_of "$1")
  if [ -n "$pid" ]; then
    case $1 in
      munged) munge -n -S "$MUNGE_SOCKET" >/dev/null 2>&1 && ready=true ;;
      control-* | gpu-*) node_ready "$1" 2>/dev/null && ready=true ;;
      *) process_ready "$1" && ready=true ;;
    esac
  fi
  echo "${pid:-0} $ready"
}

status_command() {
  local name json='' n=0
  [ "${1:-}" != --json ] || json=1
  { # all at once: what is dead or paused is waited for once
    for name in "${CONTROL_PLANE[@]}" munged $(node_nodes); do
      [ -s "$RUN/$name.pid" ] || [ -d "$LAB_DIR/nodes/$name" ] || continue
      n=$((n + 1))
      echo "$n $name $(process_status "$name")" &
    done
    wait
  } | sort -n | cut -d ' ' -f 2- | python3 "$LAB_HOME/lib/memory" ${json:+--json}
}
