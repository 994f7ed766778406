# shellcheck shell=bash
# `lab parts`: which programs, packages and images the lab is made of, which of them are here, and how to get the rest.

PROGRAMS=(etcd kube-apiserver kube-controller-manager kube-scheduler kubectl kubelet)

# program (or file) : Debian package; the first five are needed for the control plane alone
PACKAGES="openssl:openssl curl:curl ss:iproute2 flock:util-linux setsid:util-linux
ip:iproute2 nsenter:util-linux containerd:containerd runc:runc /usr/lib/cni/bridge:containernetworking-plugins python3:python3
/usr/bin/python3:python3-minimal busybox:busybox-static munged:munge slurmctld:slurmctld slurmd:slurmd scontrol:slurm-client
slurmrestd:slurmrestd @slurm/auth_jwt.so:slurm-wlm-jwt-plugin pgrep:procps tar:tar"
CONTROL_PACKAGES=" openssl curl iproute2 util-linux "

IMAGE_NAMES=(busybox host-usr)

export PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

has_package() { # PROGRAM: a command, a file, or a Slurm plugin (@)
  local found
  case $1 in
    @*) for found in /usr/lib/*/slurm*/"${1##*/}" /usr/lib/slurm/"${1##*/}"; do [ -e "$found" ] && return 0; done; return 1 ;;
    /usr/lib/cni/*) [ -x "$1" ] || [ -x "/opt/cni/bin/${1##*/}" ] ;;
    /*) [ -x "$1" ] ;;
    *) command -v "$1" >/dev/null ;;
  esac
}
missing_packages() { # control|all
  local entry package
  for entry in $PACKAGES; do
    package=${entry#*:}
    [ "$1" = all ] || [[ $CONTROL_PACKAGES == *" $package "* ]] || continue
    has_package "${entry%%:*}" || echo "$package"
  done | sort -u
}
missing_programs() { # control|all
  local program
  for program in "${PROGRAMS[@]}"; do
    [ "$1" = control ] && [ "$program" = kubelet ] && continue
    [ -x "$KUBE_BIN/$program" ] || echo "$program"
  done
}
missing_images() {
  local image
  for image in "${IMAGE_NAMES[@]}"; do [ -s "$IMAGES/$image.tar" ] || echo "$image"; done
}
missing_any() { [ -n "$(missing_programs "$1")$(missing_packages "$1")" ] || { [ "$1" = all ] && [ -n "$(missing_images)" ]; }; }

parts_command() {
  local check='' json=''
  while [ $# -gt 0 ]; do
    case $1 in
      --check) check=1 ;;
      --json) json=1 ;;
      *) usage ;;
    esac
    shift
  done
  if [ -n "$json" ]; then
    parts_list | while IFS=$'\t' read -r part present detail how; do
      printf '{"part":"%s","present":%s,"detail":"%s","command":"%s"}\n' "$part" "$present" "$detail" "$how"
    done
  elif [ -n "$check" ]; then
    parts_list | while IFS=$'\t' read -r part present _ how; do
      [ "$present" = true ] || printf '%-28s %s\n' "$part" "$how"
    done
  else
    parts_get all
    return
  fi
  ! missing_any all
}

parts_list() { # PART <tab> true|false <tab> DETAIL <tab> COMMAND
  local program entry name image seen=' '
  for program in "${PROGRAMS[@]}"; do
    if [ -x "$KUBE_BIN/$program" ]; then printf '%s\ttrue\t%s\t\n' "$program" "$KUBE_BIN/$program"; else printf '%s\tfalse\t%s\t%s\n' "$program" "$KUBE_VERSION" "$LAB_HOME/lab parts"; fi
  done
  for entry in $PACKAGES; do
    name=${entry#*:}
    [[ $seen == *" $name "* ]] && continue
    seen+="$name "
    if missing_packages all | grep -qx "$name"; then printf '%s\tfalse\tDebian package\tapt-get install -y --no-install-recommends %s\n' "$name" "$name"; else printf '%s\ttrue\tDebian package\t\n' "$name"; fi
  done
  for image in "${IMAGE_NAMES[@]}"; do
    if [ -s "$IMAGES/$image.tar" ]; then printf 'image %s\ttrue\t%s\t\n' "$image" "$IMAGES/$image.tar"; else printf 'image %s\tfalse\tmade in a second\t%s\n' "$image" "$LAB_HOME/lab parts"; fi
  done
}

# parts_need control|all: what a command needs is here, or is got now, or the command ends before it has started anything
parts_need() { ! missing_any "$1" || parts_get "$1"; }

parts_get() {
  local what=$1
  missing_any "$what" || {
    say "all parts are here: $LAB_CACHE"
    return 0
  }
  mkdir -p "$LAB_CACHE" || exit 1
  (
    exec 8>"$LAB_CACHE/.lock"
    flock -n 8 || {
      say "another run is getting parts; waiting for it"
      flock 8
    }
    rm -rf "$LAB_CACHE"/.parts.* # of a run that was killed
    missing_any "$what" || exit 0
    trap parts_clean EXIT
    fresh=$(mktemp -d "$LAB_CACHE/.parts.XXXXXX")
    programs_find "$what"
    parts_plan "$what"
    packages_get "$what"
    if [ -n "$(missing_programs "$what")" ]; then programs_get "$what"; fi
    if [ "$what" = all ]; then images_get; fi
    missing_any "$what" && die "some parts are still missing: $LAB_HOME/lab parts --check"
    say "all parts are here: $LAB_CACHE"
  ) || exit 1
}

parts_clean() {
  [ -z "${builder:-}" ] || kill "$builder" 2>/dev/null
  [ -z "${policy:-}" ] || $policy rm -f /usr/sbin/policy-rc.d
  rm -rf "$LAB_CACHE"/.parts.*
}

root_command() { if [ "$(id -u)" = 0 ]; then echo env; elif sudo -n true 2>/dev/null; then echo "sudo -n env"; fi; }

# Refuses at once, with one message, what could not be finished.
parts_plan() {
  local packages
  packages=$(missing_packages "$1" | tr '\n' ' ')
  if [ -n "$packages" ]; then
    command -v apt-get >/dev/null || die "this is not Debian or Ubuntu; install what these packages bring, then run it again: $packages"
    [ -n "$(root_command)" ] || die "needs root (or sudo without a password) once: apt-get install -y --no-install-recommends $packages"
  fi
  if [ -n "$(missing_programs "$1")" ] && ! programs_downloadable; then programs_buildable; fi
  [ -L /bin ] || [ "$1" = control ] || die "this system has /bin apart from /usr/bin; the lab needs Debian 12, Ubuntu 22.04 or later"
}

packages_get() {
  local root
  local -a packages
  mapfile -t packages < <(missing_packages "$1")
  [ ${#packages[@]} -gt 0 ] || return 0
  root=$(root_command)
  say "installing with apt-get (usually half a minute): ${packages[*]}"
  # no service is to be started: the lab starts its own
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' | $root tee /usr/sbin/policy-rc.d >/dev/null && $root chmod 755 /usr/sbin/policy-rc.d
    policy=$root # parts_clean takes it away again
  fi
  apt_install() { $root DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "${packages[@]}" >>"$LAB_CACHE/apt.log" 2>&1 8>&-; }
  apt_install || { $root apt-get -q update >>"$LAB_CACHE/apt.log" 2>&1 8>&- && apt_install; } ||
    die "apt-get failed ($LAB_CACHE/apt.log): $(grep '^E:' "$LAB_CACHE/apt.log" | tail -1)"
}

# Two images, both tiny. busybox: pause and test workloads. host-usr: an empty Debian whose /usr is the host's,
# mounted read-only, so that a pod runs any program installed on this machine.
images_get() {
  local image root
  mkdir -p "$IMAGES"
  for image in $(missing_images); do
    root=$fresh/$image
    mkdir -p "$root"/rootfs/{etc,tmp,proc,sys,dev,run,root}
    chmod 1777 "$root/rootfs/tmp"
    grep -E '^(root|daemon|nobody|munge|slurm):' /etc/passwd >"$root/rootfs/etc/passwd"
    grep -E '^(root|daemon|nogroup|nobody|munge|slurm|tty|users):' /etc/group >"$root/rootfs/etc/group"
    printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$root/rootfs/etc/nsswitch.conf"
    case $image in
      busybox)
        mkdir "$root/rootfs/bin" && cp "$(command -v busybox)" "$root/rootfs/bin/busybox"
        busybox --list | while read -r applet; do [ "$applet" = busybox ] || ln -s busybox "$root/rootfs/bin/$applet"; done
        ;;
      host-usr)
        mkdir -p "$root"/rootfs/{usr,etc/alternatives,etc/slurm,etc/munge,opt,srv} "$root"/rootfs/var/{lib/munge,log/munge,spool/slurmd,spool/slurmctld,tmp}
        chmod 700 "$root"/rootfs/{etc/munge,var/lib/munge,var/log/munge} && chmod 1777 "$root/rootfs/var/tmp"
        ln -s /run "$root/rootfs/var/run"
        for dir in /bin /sbin /lib*; do [ -L "$dir" ] && ln -s "$(readlink "$dir")" "$root/rootfs$dir"; done
        ;;
    esac
    python3 "$LAB_HOME/lib/make-image" "$root/image.tar" "lab.local/$image:1" "$root/rootfs" || die "the image $image could not be made"
    sync "$root/image.tar" && mv "$root/image.tar" "$IMAGES/$image.tar"
  done
}
