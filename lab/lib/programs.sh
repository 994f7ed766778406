# shellcheck shell=bash
# shellcheck disable=SC2154 # fresh is the work folder that parts_get makes
# The six programs of the control plane and the nodes: found on this machine, downloaded, or built from Go modules.

ETCD_VERSION=v3.6.8
KUBE_URL=${LAB_KUBE_URL:-https://dl.k8s.io/release}
ETCD_URL=${LAB_ETCD_URL:-https://github.com/etcd-io/etcd/releases/download}

programs_find() { # those that this machine has already
  local program
  mkdir -p "$KUBE_BIN"
  for program in $(missing_programs "$1"); do program_found "$program"; done
}
programs_get() { programs_download "$1" || programs_build; }

# keep FILE PROGRAM: into the cache, whole or not at all
keep() {
  chmod 755 "$1" && sync "$1" && mv "$1" "$KUBE_BIN/$2"
}

exact() { # FILE PROGRAM: it is the version that the lab wants
  local said
  case $2 in
    kubectl) said=$("$1" version --client 2>/dev/null) ;;
    *) said=$("$1" --version 2>/dev/null) ;;
  esac
  case $2 in
    etcd) [[ $said == *"etcd Version: ${ETCD_VERSION#v}"* ]] ;;
    *) grep -qE "(^|[ :])${KUBE_VERSION//./\\.}\$" <<<"$said" ;;
  esac
}

program_found() {
  local file
  for file in "${KUBEBUILDER_ASSETS:+$KUBEBUILDER_ASSETS/$1}" "$(command -v "$1")"; do
    [ -n "$file" ] && [ -x "$file" ] && exact "$file" "$1" || continue
    cp -L "$file" "$fresh/$1" && keep "$fresh/$1" "$1" && say "$1: $file"
    return
  done
}

architecture() { case $(uname -m) in x86_64) echo amd64 ;; aarch64) echo arm64 ;; *) uname -m ;; esac; }
fetch() { curl -fsSL --connect-timeout 4 -y 1000 -Y 30 -o "$1" "$2" 2>/dev/null; }

programs_downloadable() { curl -fsIL --connect-timeout 4 -m 10 -o "$fresh/probe" "$KUBE_URL/$KUBE_VERSION/bin/linux/$(architecture)/kubectl.sha256" 2>/dev/null; }
programs_download() {
  local what=$1 program arch base archive
  arch=$(architecture)
  for program in $(missing_programs "$what"); do
    if [ "$program" = etcd ]; then
      archive=etcd-$ETCD_VERSION-linux-$arch.tar.gz base=$ETCD_URL/$ETCD_VERSION
      fetch "$fresh/etcd.sums" "$base/SHA256SUMS" || return 1
      say "downloading etcd $ETCD_VERSION"
      fetch "$fresh/$archive" "$base/$archive" || return 1
      (cd "$fresh" && grep " $archive\$" etcd.sums | sha256sum -c --status) || die "etcd: the download does not match its checksum; run it again"
      tar -xzf "$fresh/$archive" -C "$fresh" --strip-components=1 "etcd-$ETCD_VERSION-linux-$arch/etcd" || return 1
    else
      base=$KUBE_URL/$KUBE_VERSION/bin/linux/$arch/$program
      fetch "$fresh/sum" "$base.sha256" || return 1
      say "downloading $program $KUBE_VERSION"
      fetch "$fresh/$program" "$base" || return 1
      [ "$(cut -d' ' -f1 "$fresh/sum")" = "$(sha256sum <"$fresh/$program" | cut -d' ' -f1)" ] || die "$program: the download does not match its checksum; run it again"
    fi
    keep "$fresh/$program" "$program"
  done
}

programs_buildable() {
  command -v go >/dev/null || die "no download and no Go here. Install Go 1.26 or later, or put $KUBE_VERSION of ${PROGRAMS[*]} (etcd: $ETCD_VERSION) into $KUBE_BIN"
  [ -n "${HOME:-}" ] || export HOME=$LAB_CACHE GOPATH=$LAB_CACHE/go GOCACHE=$LAB_CACHE/go-build
  (cd "$LAB_HOME/kubernetes" && go version >/dev/null 2>"$fresh/error" && go list -f '{{.GoVersion}}' -m >/dev/null 2>"$fresh/error") ||
    die "Go 1.26 or later is needed: $(tail -1 "$fresh/error")"
}
programs_build() {
  local version=k8s.io/component-base/version built=$fresh/built started=$SECONDS program
  programs_buildable
  say "no download here: building Kubernetes $KUBE_VERSION and etcd from their Go modules (about 9 minutes on 2 cores, once)"
  mkdir -p "$built"
  (cd "$LAB_HOME/kubernetes" && CGO_ENABLED=0 exec go build -trimpath -buildvcs=false -o "$built/" \
    -ldflags "-s -w -X $version.gitVersion=$KUBE_VERSION -X $version.gitMajor=1 -X $version.gitMinor=36 -X $version.gitTreeState=clean" tool) \
    >"$LAB_CACHE/build.log" 2>&1 8>&- &
  builder=$!
  while kill -0 "$builder" 2>/dev/null; do
    sleep 1
    [ $(((SECONDS - started) % 30)) != 0 ] || say "  $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s, $(find "$built" -type f | wc -l) of ${#PROGRAMS[@]} programs built"
  done
  wait "$builder" || die "the build failed ($LAB_CACHE/build.log): $(tail -1 "$LAB_CACHE/build.log")"
  mv "$built/server" "$built/etcd"
  for program in "${PROGRAMS[@]}"; do keep "$built/$program" "$program"; done
}
