# shellcheck shell=bash
# A machine of the lab: a process tree with its own network, mount, host name and process namespaces, containerd and a kubelet.
# Killing its first process is cutting its power.

node_command() {
  local act=${1:-} node=${2:-}
  [ -n "$node" ] || usage
  valid_node "$node" || die "a node is called control-0 or gpu-0 ... gpu-99, not '$node'"
  shift 2
  case $act in
    exec) node_exec "$node" "$@" ;;
    kmsg) kernel_line "$LAB_DIR/nodes/$node" "$node" "$(node_uptime "$node")" "$*" ;;
    boot | kill | stop | remake | add)
      need_root "node $act"
      changing node "$act" "$node"
      [ "$act" = boot ] || [ "$act" = add ] || [ -d "$LAB_DIR/nodes/$node" ] || die "there is no node $node"
      node_locked "$node" "node_$act" "$node"
      ;;
    *) usage ;;
  esac
}

node_locked() { # NODE CMD...: one at a time for each node
  local node=$1
  shift
  mkdir -p "$LAB_DIR/nodes/$node"
  (
    exec 8>"$LAB_DIR/nodes/$node/.lock"
    flock -w 120 8 || die "another command is at work on $node"
    "$@"
  )
}

node_pid() { # the host's pid of the node's first process, while it lives
  local outer
  outer=$(pid_of "$1") || return 1
  [ -n "$outer" ] && pgrep -P "$outer" | head -1
}
node_nodes() { # all nodes that were ever made in this lab
  local dir
  for dir in "$LAB_DIR"/nodes/*/; do [ -d "$dir" ] && basename "$dir"; done
}

node_exec() {
  local pid
  pid=$(node_pid "$1")
  [ -n "$pid" ] || die "$1 is not running"
  shift
  [ $# -gt 0 ] || set -- bash
  if [ -e /proc/self/ns/time ]; then exec nsenter -t "$pid" -m -u -n -p -T "$@"; fi
  exec nsenter -t "$pid" -m -u -n -p "$@"
}

node_boot() {
  alive kube-apiserver || die "the lab is not up: lab up"
  node_start "$1" && node_join "$1"
}

# Switches the machine on; it waits by itself for the API server.
node_start() {
  local node=$1 dir=$LAB_DIR/nodes/$1 net address number link
  local -a clock=()
  [ -n "$(node_pid "$node")" ] && return 0
  net=$(setting net) address=$(node_address "$node") number=$(node_number "$node") link=$LAB_ID-$number
  node_off "$node" # what a crash may have left
  mkdir -p "$dir"/{etc,disk/kubelet,disk/containerd,disk/log}
  [ -s "$dir/disk/machine-id" ] || token >"$dir/disk/machine-id"
  cat /proc/sys/kernel/random/uuid >"$dir/boot-id"
  certificate "$dir/etc/node" "/O=system:nodes/CN=system:node:$node" clientAuth,serverAuth "IP:$address,DNS:$node"
  kubeconfig "$dir/etc/kubeconfig" "{client-certificate: $dir/etc/node.crt, client-key: $dir/etc/node.key}"
  node_config "$node" "$dir" "$net" "$address" "$number"
  cgroup_make "$node"
  rm -f "$dir/ready"
  [ -e /proc/self/ns/time ] && clock=(-T --boottime "-$(cut -d. -f1 /proc/uptime)") # the machine's uptime starts now
  spawn "$node" unshare "${clock[@]}" -n -m -u -p -f --kill-child --mount-proc --propagation private "$LAB_HOME/lib/node-init" "$dir/etc/node.env" 8>&-
  await 10 "first process of $node" node_pid_known "$node" || return 1
  ip link add "$link" type veth peer name eth0 netns "$(node_pid "$node")" && ip link set "$link" master "$LAB_ID" up &&
    ip route replace "$net.$number.0/24" via "$address" dev "$LAB_ID" onlink || die "$node got no network"
  date +%s >"$dir/booted"
  [ "$node" = "$CONTROL_NODE" ] || boot_messages "$node" "$dir"
}
node_pid_known() { [ -n "$(node_pid "$1")" ]; }

# Waits until the node has joined the cluster; a new one gets its labels and GPUs.
node_join() {
  local node=$1 dir=$LAB_DIR/nodes/$1 boot end=$((SECONDS + 90)) seen
  boot=$(<"$dir/boot-id")
  until seen=$(api GET "/api/v1/nodes/$node" 2>/dev/null) && [[ $seen == *"$boot"* ]]; do
    node_pid_known "$node" || die "$node stopped while it booted: $(tail -1 "$LOGS/$node.log")"
    [ $SECONDS -lt $end ] || die "$node did not join the cluster, see $LOGS/$node.log and $dir/kubelet.log"
    sleep .2
  done
  if [ -s "$dir/labels" ]; then
    api_merge "/api/v1/nodes/$node" "$(<"$dir/labels")" && rm "$dir/labels"
  fi
  if [ "$node" != "$CONTROL_NODE" ] && [[ $seen != *'"nvidia.com/gpu"'* ]]; then
    api_merge "/api/v1/nodes/$node/status" "{\"status\":{\"capacity\":{\"nvidia.com/gpu\":\"$(setting gpus)\"}}}"
  fi
  await 60 "$node is Ready" node_ready "$node"
}
node_ready() { api GET "/api/v1/nodes/$1" | python3 -c 'import json,sys; sys.exit(not any(c["type"]=="Ready" and c["status"]=="True" for c in json.load(sys.stdin)["status"]["conditions"]))'; }

# The metadata (and spec) that a node gets when it joins for the first time.
node_role() { # NODE control|training|spare
  local meta pool spare
  pool=$(setting pool_label) spare=$(setting spare_label)
  case $2 in
    control) meta='{"metadata":{"labels":{"node-role.kubernetes.io/control-plane":""}},"spec":{"taints":[{"key":"node-role.kubernetes.io/control-plane","effect":"NoSchedule"}]}}' ;;
    training) meta="{\"metadata\":{\"labels\":{\"${pool%%=*}\":\"${pool#*=}\"}}}" ;;
    spare) meta="{\"metadata\":{\"labels\":{\"${spare%%=*}\":\"${spare#*=}\"}},\"spec\":{\"unschedulable\":true}}" ;;
  esac
  mkdir -p "$LAB_DIR/nodes/$1"
  [ -d "$LAB_DIR/nodes/$1/disk" ] || echo "$meta" >"$LAB_DIR/nodes/$1/labels"
}

node_add() {
  [ "${1#gpu-}" -lt "$(setting max)" ] || die "Slurm knows gpu-0 to gpu-$(($(setting max) - 1)) here: start the lab with a higher LAB_MAX"
  node_role "$1" spare
  node_boot "$1"
}

node_kill() {
  local -a pids=()
  mapfile -t pids < <(pid_of "$1" && node_pid "$1")
  [ ${#pids[@]} = 0 ] || { kill -KILL "${pids[@]}" 2>/dev/null && gone 10 "${pids[@]}"; }
  node_off "$1"
}
node_stop() {
  local pid
  pid=$(node_pid "$1")
  [ -n "$pid" ] && kill -TERM "$pid" && gone 30 "$pid"
  node_kill "$1"
}
node_off() { # links, routes and cgroups of a machine that is off
  ip link del "$LAB_ID-$(node_number "$1")" 2>/dev/null
  cgroup_remove "$1"
  rm -f "$RUN/$1.pid"
}

# Another machine under the same name: empty disk, new machine id, new Node object. It keeps its place (the lab's two labels) only.
node_remake() {
  local node=$1 dir=$LAB_DIR/nodes/$1 pool spare
  pool=$(setting pool_label) spare=$(setting spare_label)
  alive kube-apiserver || die "the lab is not up: lab up"
  api GET "/api/v1/nodes/$node" 2>/dev/null | python3 -c '
import json, sys
old, wanted = json.load(sys.stdin)["metadata"].get("labels", {}), sys.argv[1:]
print(json.dumps({"metadata": {"labels": {k: old[k] for k in wanted if k in old}}}))' \
    "${pool%%=*}" "${spare%%=*}" node-role.kubernetes.io/control-plane >"$dir/labels.new"
  node_kill "$node"
  api DELETE "/api/v1/nodes/$node" >/dev/null 2>&1
  rm -rf "$dir/disk"
  mv "$dir/labels.new" "$dir/labels"
  node_boot "$node"
}

# --- the kernel log of a node -------------------------------------------------------------------------------

PCI_ADDRESSES=(0000:19:00 0000:3b:00 0000:5d:00 0000:9b:00 0000:ab:00 0000:bb:00 0000:cb:00 0000:db:00 0000:e1:00 0000:e5:00 0000:e9:00 0000:ed:00 0000:f1:00 0000:f5:00 0000:f9:00 0000:fd:00)
gpu_uuid() { # NODE INDEX: always the same
  printf 'lab %s %s' "$1" "$2" | sha256sum | sed -E 's/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/GPU-\1-\2-\3-\4-\5/'
}
node_uptime() { echo $((10 + $(date +%s) - $(cat "$LAB_DIR/nodes/$1/booted" 2>/dev/null || date +%s))).$((RANDOM % 10))$((10000 + RANDOM)); }

kernel_line() { # DIR NODE UPTIME TEXT: as rsyslog writes it
  local now=${EPOCHREALTIME/,/.}
  TZ=UTC printf '%(%Y-%m-%dT%H:%M:%S)T.%s+00:00 %s kernel: [%5d.%06d] %s\n' "${now%.*}" "${now#*.}" "$2" "${3%.*}" "$((10#${3#*.}))" "$4" >>"$1/kern.log"
}
boot_messages() {
  local node=$1 dir=$2 index pci gpus
  gpus=$(setting gpus)
  kernel_line "$dir" "$node" 0.0 "Linux version 6.1.0-28-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0, GNU ld (GNU Binutils for Debian) 2.40) #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22)"
  kernel_line "$dir" "$node" 0.0 "Command line: BOOT_IMAGE=/boot/vmlinuz-6.1.0-28-amd64 root=UUID=$(<"$dir/boot-id") ro console=ttyS0"
  kernel_line "$dir" "$node" 0.412007 "smpboot: Allowing 64 CPUs, 0 hotplug CPUs"
  kernel_line "$dir" "$node" 6.310442 "nvidia: loading out-of-tree module taints kernel."
  kernel_line "$dir" "$node" 6.552190 "nvidia-nvlink: Nvlink Core is being initialized, major device number 234"
  : >"$dir/gpus.tsv"
  for ((index = 0; index < gpus; index++)); do
    pci=${PCI_ADDRESSES[index]:-$(printf '0001:%02x:00' $((index + 1)))}
    printf '%s\t%s\t%s\n' "$index" "$pci" "$(gpu_uuid "$node" "$index")" >>"$dir/gpus.tsv"
    kernel_line "$dir" "$node" "6.$((560000 + index * 1300))" "nvidia $pci.0: enabling device (0000 -> 0003)"
  done
  kernel_line "$dir" "$node" 6.801733 "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  570.148.08  Thu May 15 21:02:14 UTC 2025"
  while read -r index pci uuid; do
    kernel_line "$dir" "$node" "9.$((100000 + index * 21000))" "NVRM: GPU at PCI:$pci: $uuid"
  done <"$dir/gpus.tsv"
}
