#!/bin/sh
# Installs the browser and fonts that scripts/look.ts takes screenshots with (Debian, as root). Safe to run again.
set -eu

if command -v chromium >/dev/null && fc-list 2>/dev/null | grep -q 'Noto Color Emoji' && fc-list | grep -q 'CJK'; then
  echo 'Chromium and its fonts are there already.'
  exit 0
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends chromium fontconfig fonts-liberation fonts-noto-color-emoji fonts-noto-cjk
