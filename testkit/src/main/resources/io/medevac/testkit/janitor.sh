# janitor.sh STATE LAB: ends what a test JVM has started, once that JVM is gone, however it went.
# The JVM holds the other end of our standard input; the kernel closes it for the JVM.
state=$1 lab=$2
cat >/dev/null

boot=$(cat /proc/sys/kernel/random/boot_id)
for file in "$state"/run/*.pid; do
  [ -e "$file" ] && read -r pid ticks started <"$file" || continue
  [ "$started" = "$boot" ] && [ "$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -d' ' -f20)" = "$ticks" ] &&
    kill -s KILL -- "-$pid"
done
if [ -e "$state/run/containers" ]; then
  containers=$(docker ps --all --quiet --filter "label=io.medevac.testkit=$state")
  [ -z "$containers" ] || docker rm --force --volumes $containers
  docker network rm "$(cat "$state/run/containers")"
fi
[ ! -d "$state/kubernetes" ] || LAB_DIR="$state/kubernetes" "$lab/lab" control stop
[ ! -d "$state/slurm" ] || LAB_DIR="$state/slurm" "$lab/slurm-bare" stop
rm -rf "$state/data" "$state/kubernetes/etcd" "$state/slurm/state"
