# shellcheck shell=bash
# The lab's private bridge, its addresses, and the cgroups of its nodes.
#
# A lab owns one 10.A.0.0/16: the bridge is 10.A.0.1, control-0 10.A.0.9, gpu-I 10.A.0.(10+I); node N's pods are in 10.A.N.0/24.

CONTROL_NODE=control-0
node_number() { if [ "$1" = "$CONTROL_NODE" ]; then echo 9; else echo $((10 + ${1#gpu-})); fi; }
node_address() { echo "$(setting net).0.$(node_number "$1")"; }
valid_node() { [[ $1 == "$CONTROL_NODE" || $1 =~ ^gpu-(0|[1-9][0-9]?)$ ]]; }

network_up() {
  local net tries first
  ip link show "$LAB_ID" >/dev/null 2>&1 && return 0
  net=$(setting net)
  if [ -z "$net" ] || net_taken "$net"; then
    first=$((16#${LAB_ID#lab} % 64))
    for tries in $(seq 0 63); do
      net=10.$((64 + (first + tries) % 64))
      net_taken "$net" || taken_by_others net "$net" || break
      [ "$tries" != 63 ] || die "no free network in 10.64.0.0/10"
    done
    set_setting net "$net"
  fi
  set_setting address "$net.0.1"
  ip link add "$LAB_ID" type bridge && ip addr add "$net.0.1/24" dev "$LAB_ID" && ip link set "$LAB_ID" up || die "no bridge could be made"
  # where the kernel sends bridged frames through iptables, a firewall of the host would cut the nodes off from each other
  if [ "$(cat /proc/sys/net/bridge/bridge-nf-call-iptables 2>/dev/null)" = 1 ] && command -v iptables >/dev/null; then
    iptables -I FORWARD -i "$LAB_ID" -o "$LAB_ID" -j ACCEPT
  fi
}
net_taken() { ip -4 route show table all | grep -qE "(^| )${1//./\\.}\."; }

network_down() {
  local link
  if command -v iptables >/dev/null && [ -e /proc/sys/net/bridge/bridge-nf-call-iptables ]; then
    while iptables -D FORWARD -i "$LAB_ID" -o "$LAB_ID" -j ACCEPT 2>/dev/null; do :; done
  fi
  for link in /sys/class/net/"$LAB_ID"*; do
    [ -e "$link" ] && ip link del "${link##*/}" 2>/dev/null
  done
  return 0
}

cgroup_v2() { [ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ]; }
cgroup_mounts() { awk '$3 ~ /^cgroup2?$/ {print $2}' /proc/mounts | grep '^/sys/fs/cgroup' | sort -u; }

cgroup_make() { # NODE
  local mount dir file
  if cgroup_v2; then
    for dir in / "/$LAB_ID" "/$LAB_ID/$1"; do
      mkdir -p "/sys/fs/cgroup$dir"
      for file in $(<"/sys/fs/cgroup$dir/cgroup.controllers"); do
        echo "+$file" >"/sys/fs/cgroup$dir/cgroup.subtree_control" 2>/dev/null ||
          case $file in cpu | memory | pids | cpuset) die "the cgroup controller $file cannot be delegated below $dir; run the lab outside a container" ;; esac
      done
    done
    return
  fi
  for mount in $(cgroup_mounts); do
    mkdir -p "$mount/$LAB_ID/$1" || die "no cgroup in $mount"
    for dir in "$LAB_ID" "$LAB_ID/$1"; do # cpusets are not inherited
      for file in cpuset.cpus cpuset.mems; do [ -e "$mount/$file" ] && cat "$mount/$file" >"$mount/$dir/$file"; done
    done
  done
  return 0
}
cgroup_remove() { # [NODE]
  local mount tries
  for tries in 1 2 3 4 5 6 7 8 9 10; do
    for mount in $(cgroup_mounts); do
      [ -d "$mount/$LAB_ID${1:+/$1}" ] && find "$mount/$LAB_ID${1:+/$1}" -depth -type d -exec rmdir {} + 2>/dev/null
    done
    for mount in $(cgroup_mounts); do [ -d "$mount/$LAB_ID${1:+/$1}" ] && break; done
    [ -d "$mount/$LAB_ID${1:+/$1}" ] || return 0
    sleep .1
  done
  return 0
}
