#!/usr/bin/env bash
# Installs what isolated commands need: bubblewrap 0.8 or newer, allowed to make user namespaces.
# Does nothing where it works already.
set -euo pipefail
cd "$(dirname "$0")"

works() {
  command -v bwrap >/dev/null &&
    bwrap --unshare-all --unshare-user --uid 1000 --gid 1000 --cap-drop ALL --disable-userns --die-with-parent \
      --ro-bind / / --proc /proc --dev /dev true 2>/dev/null
}

works && exit 0

command -v bwrap >/dev/null || bash ./install-package.sh bubblewrap

works && exit 0

# Ubuntu 24.04 forbids unprivileged user namespaces to programs without an AppArmor profile.
if [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
  allow=(sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0)
  if [ "$(id -u)" = 0 ]; then "${allow[@]}"; else sudo -n "${allow[@]}"; fi
fi

works && exit 0

echo "install-isolation: bubblewrap is here but can't make namespaces:" >&2
bwrap --version >&2
bwrap --unshare-all --unshare-user --uid 1000 --gid 1000 --cap-drop ALL --disable-userns --die-with-parent \
  --ro-bind / / --proc /proc --dev /dev true || true
exit 1
