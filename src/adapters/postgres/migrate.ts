import type { Database } from './database.ts'

/** Applied in order, each once; never changed once released, only added to. */
const migrations: readonly (readonly string[])[] = [
  [
    `create table inbox (
      id bigint generated always as identity primary key,
      delivery_id text not null unique,
      body_sha256 text not null unique,
      event text not null,
      lane text not null,
      body bytea not null,
      received_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'dead')),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      settled_at timestamptz,
      fault text
    )`,
    // It is soon removed: packing it would take longer than all the rest.
    'alter table inbox alter column body set storage external',
    // Small whatever the history: rows leave it when they are done.
    `create index inbox_open on inbox (lane, id) where state = 'waiting'`,
    `create index inbox_dead on inbox (id) where state = 'dead'`,
    `create index inbox_settled on inbox (settled_at) where state = 'done'`,
    // One row for each lane with waiting rows; due in the future while somebody works on it.
    `create table inbox_lane (lane text primary key, due_at timestamptz not null, holder text)`,
    `create index inbox_lane_due on inbox_lane (due_at)`,
  ],
]

/** Brings the tables to what this version needs. Processes that start at once wait for each other. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock(7263915)')
    await query('create schema if not exists countersign')
    await query(
      'create table if not exists countersign.migration (version integer primary key, at timestamptz not null)',
    )
    const [row] = await query('select coalesce(max(version), 0) as version from countersign.migration')
    const applied = Number(row?.['version'] ?? 0)
    await query('set local search_path to countersign')
    for (const [index, statements] of migrations.entries()) {
      if (index < applied) continue
      for (const statement of statements) await query(statement)
      await query('insert into countersign.migration (version, at) values ($1, now())', [index + 1])
    }
  })
}
