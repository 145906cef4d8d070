#!/usr/bin/env bash
# Installs a package that apt, dnf and apk call the same: install-package.sh NAME
set -euo pipefail

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

if command -v apt-get >/dev/null; then
  as_root apt-get update -qq
  as_root apt-get install -y -qq --no-install-recommends "$1" >/dev/null
elif command -v dnf >/dev/null; then
  as_root dnf install -y -q "$1"
elif command -v apk >/dev/null; then
  as_root apk add --quiet "$1"
else
  echo "install-package: install $1 by hand; no known package manager is here" >&2
  exit 1
fi
