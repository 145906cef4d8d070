#!/usr/bin/env bash
# Lays what `countersign setup` wrote into .env as files into ./secrets, for compose.yaml, with a password for Postgres.
set -euo pipefail
umask 077

[ -f .env ] || { echo 'lay-secrets: there is no .env here: run "npm run countersign -- setup --url https://…" first' >&2; exit 1; }
[ ! -e secrets ] || { echo 'lay-secrets: secrets is there already and is not overwritten; move it away' >&2; exit 1; }

mkdir secrets
for name in APP_ID PRIVATE_KEY WEBHOOK_SECRET STATE_SECRET; do
  value=$(sed -n "s/^$name=//p" .env | tail -n 1 | sed 's/^"\(.*\)"$/\1/')
  [ -n "$value" ] || { echo "lay-secrets: $name is not in .env" >&2; rm -r secrets; exit 1; }
  printf '%s' "$value" > "secrets/${name,,}"
done
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
printf '%s' "$password" > secrets/postgres_password
printf 'postgres://countersign:%s@postgres:5432/countersign' "$password" > secrets/database_url
echo 'The secrets are in ./secrets, readable by you alone; .env is needed no more.'
