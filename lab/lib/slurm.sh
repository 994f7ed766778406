# shellcheck shell=bash
# Slurm in the cluster's pods: slurmctld on control-0, slurmd on every node with the pool label. And Slurm's client side on this host.

SLURM_DIR=$LAB_DIR/slurm
MUNGE_SOCKET=/run/$LAB_ID/munge.socket

slurm_files() {
  local i net max
  net=$(setting net) max=$(setting max)
  mkdir -p "$SLURM_DIR"/{pods,state} "$LAB_DIR/work"
  chmod 1777 "$LAB_DIR/work"
  [ -s "$SLURM_DIR/munge.key" ] || (umask 077 && head -c 1024 /dev/urandom >"$SLURM_DIR/munge.key.new" && mv "$SLURM_DIR/munge.key.new" "$SLURM_DIR/munge.key")
  {
    sed -e "s#@CTLD@#$(node_address "$CONTROL_NODE")#;s#@KILL_WAIT@#$(setting kill_wait)#;s#@CRED_EXPIRE@#$(setting cred_expire)#;s#@GPUS@#$(setting gpus)#;s#@LOGS@#$LOGS#" "$LAB_HOME/slurm/slurm.conf"
    for ((i = 0; i < max; i++)); do echo "NodeName=gpu-$i NodeAddr=$net.0.$((10 + i))"; done
    echo 'PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP'
  } >"$SLURM_DIR/pods/slurm.conf"
  sed "s#^AuthInfo=#AuthInfo=socket=$MUNGE_SOCKET,#" "$SLURM_DIR/pods/slurm.conf" >"$SLURM_DIR/slurm.conf"
  echo "Name=gpu Type=h200 File=/dev/nvidia[0-$(($(setting gpus) - 1))]" >"$SLURM_DIR/pods/gres.conf"
  cgroup_plugin >"$SLURM_DIR/pods/cgroup.conf"
}

# Nothing in this configuration uses cgroups. Slurm before 24.05 has to load a plugin all the same: v1 is the one that asks for nothing
# (v2 wants systemd), on hosts of either kind.
cgroup_plugin() {
  local version
  version=$(slurmd -V | grep -oE '[0-9]+\.[0-9]+' | head -1)
  if [ "${version/./}" -lt 2405 ]; then echo CgroupPlugin=cgroup/v1; else echo CgroupPlugin=disabled; fi
}

indent() { sed "s/^/    /" "$1"; }

slurm_deploy() {
  local hosts file hash i pool
  pool=$(setting pool_label)
  hosts="{ip: $(node_address "$CONTROL_NODE"), hostnames: [control-0]}"
  for ((i = 0; i < $(setting max); i++)); do hosts+=", {ip: $(setting net).0.$((10 + i)), hostnames: [gpu-$i]}"; done
  # the pods are replaced when what they are started with has changed
  hash=$(cat "$SLURM_DIR"/pods/* "$SLURM_DIR/munge.key" "$LAB_HOME"/slurm/* | sha256sum | cut -c1-16)
  printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: slurm}\n' >"$RUN/namespace.yaml"
  {
    printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: slurm, namespace: slurm, labels: {app.kubernetes.io/part-of: slurm}}\ndata:\n'
    for file in "$SLURM_DIR"/pods/*.conf "$LAB_HOME/slurm/start"; do
      printf '  %s: |\n' "${file##*/}"
      indent "$file"
    done
  } >"$RUN/configmap.yaml"
  (umask 077 && printf 'apiVersion: v1\nkind: Secret\nmetadata: {name: munge, namespace: slurm, labels: {app.kubernetes.io/part-of: slurm}}\ndata: {munge.key: %s}\n' "$(base64 -w0 "$SLURM_DIR/munge.key")" >"$RUN/secret.yaml")
  for file in slurmctld slurmd; do
    sed "s#@HASH@#$hash#;s#@HOSTS@#$hosts#;s#@STATE@#$SLURM_DIR/state#;s#@WORK@#$LAB_DIR/work#g;s#@LOGS@#$LOGS#g;s#@GPUS@#$(setting gpus)#g
      s#@GRACE@#$(($(setting kill_wait) + 30))#;s#@POOL_KEY@#${pool%%=*}#;s#@POOL_VALUE@#${pool#*=}#" "$LAB_HOME/slurm/$file.yaml" >"$RUN/$file.yaml"
  done
  api_apply /api/v1/namespaces/slurm "$RUN/namespace.yaml" &&
    await 20 "the service account of namespace slurm" api GET /api/v1/namespaces/slurm/serviceaccounts/default &&
    api_apply /api/v1/namespaces/slurm/configmaps/slurm "$RUN/configmap.yaml" &&
    api_apply /api/v1/namespaces/slurm/secrets/munge "$RUN/secret.yaml" &&
    api_apply /apis/apps/v1/namespaces/slurm/statefulsets/slurmctld "$RUN/slurmctld.yaml" &&
    api_apply /apis/apps/v1/namespaces/slurm/daemonsets/slurmd "$RUN/slurmd.yaml" || die "Slurm could not be deployed"
}

munge_start() {
  alive munged && return 0
  mkdir -p "/run/$LAB_ID" && chmod 755 "/run/$LAB_ID"
  rm -f "$MUNGE_SOCKET"*
  spawn munged munged -F -S "$MUNGE_SOCKET" --key-file="$SLURM_DIR/munge.key" --log-file="/run/$LAB_ID/munged.log" \
    --pid-file="/run/$LAB_ID/munged.pid" --seed-file="/run/$LAB_ID/seed" --num-threads=2
}
munge_stop() {
  stop_processes 2 munged
  rm -rf "/run/$LAB_ID"
}

slurm_client() { env -u SLURM_JWT SLURM_CONF="$SLURM_DIR/slurm.conf" timeout 20 "$@"; }

# Every node of the pool has reported to Slurm (idle in a new lab; a lab with a past may have drained ones).
slurm_settled() {
  local nodes pool
  pool=$(setting pool_label)
  nodes=$(api GET "/api/v1/nodes?labelSelector=${pool/=/%3D}" | python3 -c 'import json,sys; print(*[n["metadata"]["name"] for n in json.load(sys.stdin)["items"]], sep=",")')
  [ -n "$nodes" ] || return 0
  ! slurm_client sinfo -hN -n "$nodes" -o '%T' | grep -qE '\*|unk' && slurm_client scontrol ping
}

# After a stop of all machines slurmctld still believes in the jobs that ran; it would take minutes to find out.
slurm_requeue_lost() {
  local job
  for job in $(slurm_client squeue -h -t running -o %A); do
    slurm_client scontrol requeue "$job" 2>/dev/null || slurm_client scancel "$job"
  done
}

slurmctld_stop() {
  local node pid
  node=$(node_pid "$CONTROL_NODE") && pid=$(pgrep --ns "$node" --nslist net -x slurmctld) || return 0
  # shellcheck disable=SC2086
  kill -TERM $pid 2>/dev/null && gone 2 $pid
}

slurm_command() {
  [ $# -gt 0 ] || usage
  [ -S "$MUNGE_SOCKET" ] || die "the lab is not up: lab up"
  SLURM_CONF=$SLURM_DIR/slurm.conf exec env -u SLURM_JWT "$@"
}
