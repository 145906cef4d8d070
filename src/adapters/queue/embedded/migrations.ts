/** Applied in order, each once; never changed once released, only added to. Their number is the version of the file. */
export const migrations: readonly string[] = [
  `
  -- What is done stays for a week, so that it is known when it comes again.
  create table inbox (
    row integer primary key,
    delivery_id text not null unique,
    body_key text not null unique,
    event text not null,
    partition text not null,
    received_at text not null,
    installation_id integer not null,
    run text,
    state text not null default 'waiting' check (state in ('waiting', 'dead', 'done')),
    attempts integer not null default 0,
    deferrals integer not null default 0,
    fault text,
    due_ms real not null default 0,
    settled_ms real
  ) strict;
  create index inbox_open on inbox (row) where state <> 'done';
  create index inbox_done on inbox (settled_ms) where state = 'done';
  -- Apart from the rows, which change more often than they.
  create table body (row integer primary key, packed blob not null) strict;
  -- Partitions that somebody works in: where they are still here at a start, it may be half done.
  create table held (partition text primary key, installation_id integer not null) strict, without rowid;
  create table run (
    place integer primary key,
    id text not null unique,
    repository text not null,
    installation_id integer not null,
    issue_number integer not null,
    op text not null,
    is_untried integer not null,
    ordered_by text not null,
    attempts integer not null,
    deferrals integer not null,
    is_cancelled integer not null,
    waits_for_room integer not null,
    due_ms real not null
  ) strict;
  create table head (repository text primary key, sha text not null, at text not null) strict, without rowid;
  `,
]
