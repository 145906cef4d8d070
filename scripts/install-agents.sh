#!/usr/bin/env bash
# Installs coding agents at the versions that were tried, each into a folder of its own outside of any repository:
# AGENTS_DIR, else ~/.cache/countersign/agents. `scripts/install-agents.sh codex gemini`; without names, all of them.
# Talks to the npm registry alone and runs no install script. What is there already stays.
set -euo pipefail

declare -A packages=(
  [claude]="@agentclientprotocol/claude-agent-acp@0.101.0"
  [cline]="cline@3.0.65"
  [codex]="@agentclientprotocol/codex-acp@2.6.0 @openai/codex@0.166.0"
  [copilot]="@github/copilot@1.0.102"
  [gemini]="@google/gemini-cli@0.61.0"
  [opencode]="opencode-ai@1.18.33"
  [pi]="pi-acp@0.0.34 @earendil-works/pi-coding-agent@0.81.1"
  [qwen]="@qwen-code/qwen-code@0.24.4"
)
dir="${AGENTS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/countersign/agents}"
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(claude cline codex copilot gemini opencode pi qwen)

for name in "${names[@]}"; do
  wanted="${packages[$name]:-}"
  if [ -z "$wanted" ]; then
    echo "install-agents: there is no $name; there are ${!packages[*]}" >&2
    exit 2
  fi
  if [ "$(cat "$dir/$name/installed" 2>/dev/null)" = "$wanted" ]; then
    echo "install-agents: $name is there ($dir/$name)"
    continue
  fi
  # Whole or not at all: what was interrupted is begun anew.
  part="$dir/.$name.$$"
  rm -rf "$part"
  mkdir -p "$part"
  trap 'rm -rf "$part"' EXIT
  echo '{"private":true}' > "$part/package.json"
  # shellcheck disable=SC2086 -- one argument for each package
  (cd "$part" && npm install --ignore-scripts --no-audit --no-fund --no-package-lock --save-exact --loglevel=error $wanted)
  # What its install script would do: the launcher is put in place of by the program for this machine.
  own="$part/node_modules/opencode-linux-$(uname -m | sed 's/x86_64/x64/;s/aarch64/arm64/')/bin/opencode"
  [ ! -x "$own" ] || ln -sfr "$own" "$part/node_modules/.bin/opencode"
  echo "$wanted" > "$part/installed"
  rm -rf "${dir:?}/$name"
  mv "$part" "$dir/$name"
  echo "install-agents: $name installed ($dir/$name)"
done
