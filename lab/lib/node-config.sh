# shellcheck shell=bash
# The configuration files of one machine.

node_config() { # NODE DIR NET ADDRESS NUMBER
  local node=$1 dir=$2 net=$3 address=$4 number=$5 cni=/usr/lib/cni peers='' peer
  [ -x $cni/bridge ] || cni=/opt/cni/bin
  for peer in 9 $(seq 10 $((9 + $(setting max)))); do [ "$peer" = "$number" ] || peers+="$peer "; done
  cat >"$dir/etc/node.env" <<E
NODE=$node
DIR=$(printf %q "$dir")
NET=$net
ADDRESS=$address
PEERS="$peers"
API=$(api_url)
CA=$(printf %q "$PKI/ca.crt")
LAB_DIR=$(printf %q "$LAB_DIR")
LAB_HOME=$(printf %q "$LAB_HOME")
KUBE_BIN=$(printf %q "$KUBE_BIN")
IMAGES=$(printf %q "$IMAGES")
E
  mkdir -p "$dir/etc/cni"
  cat >"$dir/etc/cni/10-lab.conflist" <<J
{"cniVersion": "0.4.0", "name": "lab", "plugins": [{"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
  "ipam": {"type": "host-local", "dataDir": "/run/cni-ipam", "ranges": [[{"subnet": "$net.$number.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
J
  cat >"$dir/etc/containerd.toml" <<T
version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "lab.local/busybox:1"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$cni"
    conf_dir = "$dir/etc/cni"
T
  # failCgroupV1, failSwapOn: the lab runs on what the host has. eviction*, imageGC*: the host's disk is not this machine's.
  cat >"$dir/etc/kubelet.yaml" <<Y
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $address
failCgroupV1: false
failSwapOn: false
cgroupDriver: cgroupfs
cgroupRoot: /$LAB_ID/$node
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
tlsCertFile: $dir/etc/node.crt
tlsPrivateKeyFile: $dir/etc/node.key
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $PKI/ca.crt}}
authorization: {mode: Webhook}
makeIPTablesUtilChains: false
nodeStatusUpdateFrequency: 5s
nodeLeaseDurationSeconds: 12
evictionHard: {memory.available: 50Mi, nodefs.available: "1%", imagefs.available: "1%"}
imageGCHighThresholdPercent: 100
maxPods: 50
registryPullQPS: 0
eventRecordQPS: 50
Y
}
