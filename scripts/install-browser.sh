#!/bin/sh
# Installs the browser that tests of pages play in, and that scripts/look.ts takes screenshots with (Debian, as root).
# Its fonts come with it, unless `--without-fonts` is said, which tests don't need. Safe to run again.
set -eu

fonts='fontconfig fonts-liberation fonts-noto-color-emoji fonts-noto-cjk'
if [ "${1:-}" = --without-fonts ]; then fonts=''; fi

has_browser() {
  command -v chromium >/dev/null || command -v google-chrome >/dev/null
}

has_fonts() {
  [ -z "$fonts" ] || { fc-list 2>/dev/null | grep -q 'Noto Color Emoji' && fc-list | grep -q 'CJK'; }
}

if has_browser && has_fonts; then
  echo 'The browser is there already.'
  exit 0
fi

browser=chromium
if has_browser; then browser=''; fi

export DEBIAN_FRONTEND=noninteractive
apt-get update
# shellcheck disable=SC2086 -- one argument for each package
apt-get install -y --no-install-recommends $browser $fonts
