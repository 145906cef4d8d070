#!/usr/bin/env bash
# Installs what isolated commands need: bubblewrap 0.8 or newer, allowed to make user namespaces.
# Does nothing where it works already.
set -euo pipefail

works() {
  command -v bwrap >/dev/null &&
    bwrap --unshare-all --unshare-user --uid 1000 --gid 1000 --cap-drop ALL --disable-userns --die-with-parent \
      --ro-bind / / --proc /proc --dev /dev true 2>/dev/null
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

works && exit 0

if ! command -v bwrap >/dev/null; then
  if command -v apt-get >/dev/null; then
    as_root apt-get update -qq
    as_root apt-get install -y -qq --no-install-recommends bubblewrap >/dev/null
  elif command -v dnf >/dev/null; then
    as_root dnf install -y -q bubblewrap
  elif command -v apk >/dev/null; then
    as_root apk add --quiet bubblewrap
  else
    echo "install-isolation: install bubblewrap 0.8 or newer by hand; no known package manager is here" >&2
    exit 1
  fi
fi

works && exit 0

# Ubuntu 24.04 forbids unprivileged user namespaces to programs without an AppArmor profile.
if [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
  as_root sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0
fi

works && exit 0

echo "install-isolation: bubblewrap is here but can't make namespaces:" >&2
bwrap --version >&2
bwrap --unshare-all --unshare-user --uid 1000 --gid 1000 --cap-drop ALL --disable-userns --die-with-parent \
  --ro-bind / / --proc /proc --dev /dev true || true
exit 1
