# shellcheck shell=bash
# The control plane: etcd, kube-apiserver, kube-controller-manager, kube-scheduler.

CONTROL_PLANE=(etcd kube-apiserver kube-controller-manager kube-scheduler)

control_command() {
  local act=${1:-} where=${2:---loopback}
  [ "$where" = --loopback ] || die "control start|stop [--loopback]"
  case $act in
    start)
      parts_need control
      set_setting address 127.0.0.1
      control_start
      control_finish
      say "control plane: export KUBECONFIG=$LAB_DIR/kubeconfig"
      ;;
    stop) control_stop ;;
    *) die "control start|stop [--loopback]" ;;
  esac
}

# Ten ports in a row that nobody listens on, below the range that the kernel hands out.
choose_ports() {
  local port tries first
  port=$(setting port)
  first=$((20000 + 16#${LAB_ID#lab} % 1200 * 10))
  for tries in $(seq 0 200); do
    port=${port:-$((20000 + (first - 20000 + tries * 70) % 12000))}
    taken_by_others port "$port" || ss -Hltn "sport >= :$port and sport <= :$((port + 9))" 2>/dev/null | grep -q . || {
      set_setting port "$port"
      return
    }
    port=
  done
  die "no free ports"
}

api_url() { echo "https://$(setting address):$(setting port)"; }

# api METHOD PATH [CURL-ARGS...]: a request as admin; fails on an HTTP error
api() {
  local method=$1 path=$2
  shift 2
  curl -sS -f --noproxy '*' -m "${API_SECONDS:-20}" -K "$RUN/curl.conf" -X "$method" "$(api_url)$path" "$@"
}
api_apply() { # PATH FILE: server-side apply of one object
  api PATCH "$1?fieldManager=lab&force=true" -H 'Content-Type: application/apply-patch+yaml' --data-binary "@$2" >/dev/null
}
api_merge() { # PATH JSON
  api PATCH "$1" -H 'Content-Type: application/merge-patch+json' -d "$2" >/dev/null
}

# certificate NAME SUBJECT USAGES [SAN]: a key and a certificate of the lab's own authority, pki/NAME.{key,crt} or an absolute NAME
certificate() {
  local name=$1
  [ "${name#/}" = "$name" ] && name=$PKI/$name
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -config "$PKI/openssl.cnf" \
    -CA "$PKI/ca.crt" -CAkey "$PKI/ca.key" -subj "$2" -addext basicConstraints=CA:FALSE -addext keyUsage=digitalSignature \
    -addext "extendedKeyUsage=$3" ${4:+-addext "subjectAltName=$4"} -keyout "$name.key" -out "$name.crt" 2>"$LOGS/openssl.log") ||
    die "no certificate for $2, see $LOGS/openssl.log"
}

kubeconfig() { # FILE USER-YAML
  (umask 077 && cat >"$1.new" <<Y
apiVersion: v1
kind: Config
clusters: [{name: lab, cluster: {server: "$(api_url)", certificate-authority-data: $(base64 -w0 "$PKI/ca.crt")}}]
users: [{name: lab, user: $2}]
contexts: [{name: lab, context: {cluster: lab, user: lab}}]
current-context: lab
Y
  ) && mv "$1.new" "$1"
}

token() { tr -d - </proc/sys/kernel/random/uuid; }

credentials() {
  local address name
  address=$(setting address)
  mkdir -p "$PKI"
  printf '[req]\ndistinguished_name=dn\n[dn]\n' >"$PKI/openssl.cnf"
  if [ ! -s "$PKI/complete" ]; then
    (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -config "$PKI/openssl.cnf" -subj /CN=lab-ca \
      -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign -keyout "$PKI/ca.key" -out "$PKI/ca.crt" 2>"$LOGS/openssl.log" &&
      openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$PKI/service-accounts.key" 2>>"$LOGS/openssl.log") ||
      die "no certificates, see $LOGS/openssl.log"
    certificate apiserver-to-kubelet /O=system:masters/CN=kube-apiserver clientAuth
    (
      umask 077
      for name in admin kube-controller-manager kube-scheduler; do token >"$PKI/$name.token"; done
      printf '%s,admin,admin,system:masters\n%s,system:kube-controller-manager,kcm,\n%s,system:kube-scheduler,scheduler,\n' \
        "$(<"$PKI/admin.token")" "$(<"$PKI/kube-controller-manager.token")" "$(<"$PKI/kube-scheduler.token")" >"$PKI/tokens.csv"
    )
    echo 1 >"$PKI/complete"
  fi
  certificate apiserver /CN=kube-apiserver serverAuth \
    "IP:127.0.0.1,IP:$address,IP:10.96.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local"
  (umask 077 && printf 'header = "Authorization: Bearer %s"\ncacert = "%s"\n' "$(<"$PKI/admin.token")" "$PKI/ca.crt" >"$RUN/curl.conf")
  kubeconfig "$LAB_DIR/kubeconfig" "{token: $(<"$PKI/admin.token")}"
  for name in kube-controller-manager kube-scheduler; do
    kubeconfig "$PKI/$name.kubeconfig" "{token: $(<"$PKI/$name.token")}"
  done
}

# Starts etcd and the API server, where they do not run; control_finish waits for them and starts the rest.
control_start() {
  local address port etcd peer
  alive etcd || alive kube-apiserver || with_registry choose_ports || exit 1
  address=$(setting address) port=$(setting port)
  etcd=http://127.0.0.1:$((port + 1)) peer=http://127.0.0.1:$((port + 2))
  mkdir -p "$LAB_DIR/etcd" && chmod 700 "$LAB_DIR/etcd"
  alive kube-apiserver || credentials
  alive etcd || spawn etcd "$KUBE_BIN/etcd" --name default --data-dir "$LAB_DIR/etcd" --listen-client-urls "$etcd" \
    --advertise-client-urls "$etcd" --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "default=$peer" --log-level warn
  alive kube-apiserver || spawn kube-apiserver "$KUBE_BIN/kube-apiserver" --etcd-servers "$etcd" --secure-port "$port" \
    --bind-address "$address" --advertise-address "$address" --endpoint-reconciler-type none --allow-privileged \
    --tls-cert-file "$PKI/apiserver.crt" --tls-private-key-file "$PKI/apiserver.key" --cert-dir "$PKI" \
    --token-auth-file "$PKI/tokens.csv" --client-ca-file "$PKI/ca.crt" --authorization-mode Node,RBAC --enable-admission-plugins NodeRestriction \
    --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$PKI/service-accounts.key" \
    --service-account-signing-key-file "$PKI/service-accounts.key" --service-cluster-ip-range 10.96.0.0/16 \
    --kubelet-certificate-authority "$PKI/ca.crt" --kubelet-client-certificate "$PKI/apiserver-to-kubelet.crt" \
    --kubelet-client-key "$PKI/apiserver-to-kubelet.key" --kubelet-preferred-address-types InternalIP
}

control_finish() {
  local port lag=4s end=$((SECONDS + 60)) name
  port=$(setting port)
  [ "$(setting address)" = 127.0.0.1 ] || lag=12s # real kubelets renew their lease every 3 s
  api_wait
  alive kube-controller-manager || spawn kube-controller-manager "$KUBE_BIN/kube-controller-manager" \
    --kubeconfig "$PKI/kube-controller-manager.kubeconfig" --authentication-kubeconfig "$PKI/kube-controller-manager.kubeconfig" \
    --authorization-kubeconfig "$PKI/kube-controller-manager.kubeconfig" --use-service-account-credentials \
    --bind-address 127.0.0.1 --secure-port $((port + 3)) --leader-elect=false --cluster-name lab \
    --service-account-private-key-file "$PKI/service-accounts.key" --root-ca-file "$PKI/ca.crt" \
    --cluster-signing-cert-file "$PKI/ca.crt" --cluster-signing-key-file "$PKI/ca.key" \
    --node-monitor-period 1s --node-monitor-grace-period "${LAB_NODE_GRACE:-$lag}" --large-cluster-size-threshold 0 \
    --node-eviction-rate 100 --secondary-node-eviction-rate 100
  alive kube-scheduler || spawn kube-scheduler "$KUBE_BIN/kube-scheduler" --kubeconfig "$PKI/kube-scheduler.kubeconfig" \
    --authentication-kubeconfig "$PKI/kube-scheduler.kubeconfig" --authorization-kubeconfig "$PKI/kube-scheduler.kubeconfig" \
    --bind-address 127.0.0.1 --secure-port $((port + 4)) --leader-elect=false
  until control_ready && api GET /api/v1/namespaces/default/serviceaccounts/default >/dev/null 2>&1; do
    for name in kube-controller-manager kube-scheduler; do
      died "$name" && die "$name ended: $(tail -1 "$LOGS/$name.log")"
    done
    [ $SECONDS -lt $end ] || die "the control plane is not ready, see $LOGS"
    sleep .1
  done
}

healthz() { curl -sfk --noproxy '*' -m 5 "https://127.0.0.1:$(($(setting port) + $1))/healthz"; }
process_ready() {
  alive "$1" || return 1
  case $1 in
    etcd) curl -sf --noproxy '*' -m 5 "http://127.0.0.1:$(($(setting port) + 1))/readyz" ;;
    kube-apiserver) api GET /readyz ;;
    kube-controller-manager) healthz 3 ;;
    kube-scheduler) healthz 4 ;;
  esac >/dev/null 2>&1
}
control_ready() {
  local name
  for name in "${CONTROL_PLANE[@]}"; do process_ready "$name" || return 1; done
}
died() { # NAME: it was started and is no more
  [ -s "$RUN/$1.pid" ] && ! alive "$1"
}

api_wait() {
  local end=$((SECONDS + 90))
  until process_ready kube-apiserver; do
    died etcd && die "etcd ended: $(tail -1 "$LOGS/etcd.log")"
    died kube-apiserver && die "kube-apiserver ended: $(tail -1 "$LOGS/kube-apiserver.log")"
    [ $SECONDS -lt $end ] || die "the API server is not ready, see $LOGS/kube-apiserver.log"
    sleep .1
  done
}
control_stop() {
  local api pid
  api=$(pid_of kube-apiserver)
  for name in kube-scheduler kube-controller-manager; do
    pid=$(pid_of "$name")
    [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null # they hold no state
    rm -f "$RUN/$name.pid"
  done
  if [ -n "$api" ]; then
    kill -TERM "$api" 2>/dev/null
    sleep .2
    kill -TERM "$api" 2>/dev/null # the second one does not wait for open watches
  fi
  stop_processes 2 kube-apiserver
  stop_processes 3 etcd
}
