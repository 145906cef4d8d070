import type { Database } from './database.ts'

/** Applied in order, each once; never changed once released, only added to. */
const postgresMigrations: readonly (readonly string[])[] = [
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
    // One row for each partition with waiting rows; due in the future while somebody works on it.
    `create table inbox_lane (lane text primary key, due_at timestamptz not null, holder text)`,
    `create index inbox_lane_due on inbox_lane (due_at)`,
  ],
  [
    `alter table inbox add column installation_id bigint not null default 0`,
    // The run whose outcome the row is.
    `alter table inbox add column run text`,
    `create index inbox_run on inbox (run) where run is not null and state = 'waiting'`,
    // Due and held are apart now: a partition stays held while its rows are done and its work isn't. '-infinity': it was
    // given back; a time that is over: its holder went away.
    `alter table inbox_lane alter column due_at drop not null`,
    `alter table inbox_lane add column held_until timestamptz not null default '-infinity'`,
    // Grows with each taking, so that a late giving back can be told from a timely one.
    `alter table inbox_lane add column turn bigint not null default 0`,
    `alter table inbox_lane add column abandoned boolean not null default false`,
    `alter table inbox_lane add column installation_id bigint not null default 0`,
    `update inbox_lane set holder = null, due_at = now()`,
    `drop index inbox_lane_due`,
    `create index inbox_lane_due on inbox_lane (due_at) where due_at is not null`,
    `create index inbox_lane_held on inbox_lane (held_until) where held_until > '-infinity'`,
    `create table repository_change (repository text primary key, version bigint not null)`,
    `create table run (
      id text primary key,
      place bigint generated always as identity,
      repository text not null,
      installation_id bigint not null,
      issue integer not null,
      op text not null,
      ordered_by text not null,
      is_untried boolean not null,
      due_at timestamptz not null default now(),
      attempts integer not null default 0,
      holder text,
      held_until timestamptz not null default '-infinity',
      is_cancelled boolean not null default false
    )`,
    `create index run_repository on run (repository)`,
  ],
  [`create table known_head (repository text primary key, sha text not null, at timestamptz not null)`],
  [
    // Repositories take turns, installations that have enough are passed over.
    `alter table inbox_lane add column repository text generated always as (split_part(lane, '#', 1)) stored`,
    `drop index inbox_lane_due`,
    `create index inbox_lane_turn on inbox_lane (installation_id, repository, due_at) where due_at is not null`,
    `create index run_turn on run (installation_id, repository, place)`,
    // Not by the time they are held until, which each heartbeat changes.
    `create index run_held on run (installation_id, repository) where holder is not null`,
  ],
  [
    // An outage is no try: only what is handed out without an end counts in `attempts`.
    `alter table inbox add column put_offs integer not null default 0`,
    `alter table run add column put_offs integer not null default 0`,
  ],
  [
    // Its time hadn't come when somebody last looked: whoever looks for what is due doesn't come past it. See `make-due.ts`.
    `alter table inbox add column is_later boolean not null default false`,
    `alter table inbox_lane add column is_later boolean not null default false`,
    `alter table run add column is_later boolean not null default false`,
    `update inbox set is_later = true where state = 'waiting' and due_at > now()`,
    `update inbox_lane set is_later = true where due_at > now()`,
    `update run set is_later = true where due_at > now()`,
    `drop index inbox_open`,
    `create index inbox_open on inbox (lane, id) where state = 'waiting' and not is_later`,
    `create index inbox_later on inbox (lane, due_at) where state = 'waiting' and is_later`,
    `drop index inbox_lane_turn`,
    `create index inbox_lane_turn on inbox_lane (installation_id, repository, due_at) where due_at is not null and not is_later`,
    `create index inbox_lane_later on inbox_lane (due_at) where is_later`,
    `drop index run_turn`,
    `create index run_turn on run (installation_id, repository, place) where not is_later`,
    `create index run_later on run (due_at) where is_later`,
    // Room on a disk is made by people: the end of an outage tells nothing of it.
    `alter table run add column waits_for_room boolean not null default false`,
  ],
  [
    // Who worked in the repository last, and until when others leave its partitions to it for a moment.
    `create table repository_home (repository text primary key, holder text not null, until timestamptz not null)`,
  ],
  [
    // Fencing tokens of tables that were emptied and made again are none of the former: a lease given back late ended a new one.
    `alter table inbox_lane alter column turn set default (extract(epoch from clock_timestamp()) * 1000)::bigint`,
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
    for (const [index, statements] of postgresMigrations.entries()) {
      if (index < applied) continue
      for (const statement of statements) await query(statement)
      await query('insert into countersign.migration (version, at) values ($1, now())', [index + 1])
    }
  })
}
