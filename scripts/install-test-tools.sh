#!/usr/bin/env bash
# Installs what tests need beside Node: bubblewrap for isolated commands, strace to see what reaches the disk, and the
# Python of the system, whose repositories are tried for real. Does nothing where all are there.
set -euo pipefail
cd "$(dirname "$0")"

bash ./install-isolation.sh
command -v strace >/dev/null || bash ./install-package.sh strace

# Isolated commands see /usr, and no Python that stands in somebody's home.
works() {
  env -i PATH=/usr/local/bin:/usr/bin:/bin python3 -m unittest --help >/dev/null 2>&1
}

works && exit 0

bash ./install-package.sh python3

works && exit 0

echo "install-test-tools: install python3 by hand, below /usr" >&2
exit 1
