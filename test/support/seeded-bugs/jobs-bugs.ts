import { edit, type SeededBug } from './seeded-bug.ts'

const decoy = {
  found: edit(
    'src/store.js',
    'return this.#rows.get(key) ?? null',
    'return this.#rows.has(key) ? this.#rows.get(key) : null',
  ),
  keys: edit(
    'src/store.js',
    '.filter((key) => key.startsWith(prefix))',
    ".filter((key) => prefix === '' || key.startsWith(prefix))",
  ),
  done: edit('src/worker.js', "this.log.push('done ' + key)", "this.log.push('done: ' + key)"),
  unknown: edit(
    'src/worker.js',
    "      await this.store.put(key, { ...job, state: 'unknown' })\n      return",
    "      const state = 'unknown'\n      await this.store.put(key, { ...job, state })\n      return",
  ),
  ready: edit(
    'src/worker.js',
    "      if (job.state !== 'ready') continue\n      await this.runOne(key, job)\n      done += 1",
    "      if (job.state === 'ready') {\n        await this.runOne(key, job)\n        done += 1\n      }",
  ),
  last: edit('src/retry.js', '  let last\n', '  let last = null\n'),
  fatal: edit('src/retry.js', 'if (error.fatal === true) throw error', 'if (error.fatal) throw error'),
  peak: edit(
    'src/queue.js',
    '      this.peak = Math.max(this.peak, this.running)',
    '      if (this.running > this.peak) this.peak = this.running',
  ),
  jobs: edit('src/queue.js', '/** Runs jobs, so many at once', '/** Runs jobs, `limit` at once'),
  stats: edit('src/cache.js', 'this.stats = { hits: 0, misses: 0 }', 'this.stats = { hits: 0, misses: 0, dropped: 0 }'),
  oldest: edit(
    'src/cache.js',
    '      const oldest = this.entries.keys().next().value\n      this.entries.delete(oldest)',
    '      const [oldest] = this.entries.keys()\n      this.entries.delete(oldest)',
  ),
  clock: edit('src/clock.js', '      now += ms\n      return now', '      return (now += ms)'),
  times: edit(
    'src/schedule.js',
    '  const times = []\n  for (let time = from; time <= to; time += every) {\n    times.push(time)\n  }\n  return times',
    '  const count = Math.floor((to - from) / every) + 1\n  return Array.from({ length: count }, (_, index) => from + index * every)',
  ),
  noTime: edit('src/schedule.js', "'no time: ' + text", "'not a time: ' + text"),
}

const command = 'node --test'

export const jobsBugs: SeededBug[] = [
  {
    name: 'missing await: the result of a job',
    repository: 'jobs',
    command: 'node --test --test-reporter=tap',
    by: 'change',
    guilty: edit(
      'src/worker.js',
      'const result = await retry(() => handler(job.payload), { wait: this.wait })',
      'const result = retry(() => handler(job.payload), { wait: this.wait })',
    ),
    decoys: [decoy.found, decoy.keys, decoy.unknown, decoy.last, decoy.fatal, decoy.peak],
  },
  {
    name: 'wrong unit: seconds for milliseconds',
    repository: 'jobs',
    command,
    by: 'change',
    guilty: edit('src/clock.js', 'export const second = 1000', 'export const second = 1'),
    decoys: [decoy.last, decoy.fatal, decoy.done, decoy.found, decoy.unknown, decoy.clock],
  },
  {
    name: 'off by one: the first wait is twice as long',
    repository: 'jobs',
    command: 'node --test --test-reporter=junit',
    by: 'change',
    guilty: edit('src/retry.js', 'base * 2 ** (attempt - 1)', 'base * 2 ** attempt'),
    decoys: [decoy.last, decoy.ready, decoy.unknown, decoy.keys, decoy.times, decoy.peak],
  },
  {
    name: 'wrong comparison: the cache keeps too long',
    repository: 'jobs',
    command,
    by: 'change',
    guilty: edit('src/cache.js', 'this.clock.now() >= entry.until', 'this.clock.now() > entry.until'),
    decoys: [decoy.stats, decoy.oldest, decoy.clock, decoy.times, decoy.noTime, decoy.peak],
  },
  {
    name: 'removed lines: the cache forgets what is in use',
    repository: 'jobs',
    command,
    by: 'change',
    guilty: edit(
      'src/cache.js',
      '    this.stats.hits += 1\n    this.entries.delete(key)\n    this.entries.set(key, entry)\n',
      '    this.stats.hits += 1\n',
    ),
    decoys: [decoy.oldest, decoy.stats, decoy.clock, decoy.peak, decoy.times, decoy.noTime],
  },
  {
    name: 'wrong order: the least urgent first',
    repository: 'jobs',
    command,
    by: 'change',
    guilty: edit('src/queue.js', 'other.priority - one.priority', 'one.priority - other.priority'),
    decoys: [decoy.peak, decoy.jobs, decoy.clock, decoy.times, decoy.oldest, decoy.noTime],
  },
  {
    name: 'never ends: a job that is done keeps its place',
    repository: 'jobs',
    command,
    timeoutMs: 2_500,
    by: 'change',
    guilty: edit('src/queue.js', '      this.running -= 1\n      this.pump()', '      this.pump()'),
    decoys: [decoy.peak, decoy.times, decoy.noTime, decoy.oldest, decoy.stats, decoy.clock],
  },
  {
    name: 'out of time: a loop without end',
    repository: 'jobs',
    command: 'node --test test/parts.test.js',
    by: 'change',
    timeoutMs: 6_000,
    guilty: edit('src/schedule.js', '    time += day\n', '    time = Math.max(time, now)\n'),
    decoys: [decoy.times, decoy.peak, decoy.oldest, decoy.stats, decoy.clock, decoy.jobs],
  },
  {
    name: 'lost copy: a stored value changes afterwards',
    repository: 'jobs',
    command: 'node --test',
    by: 'change',
    guilty: edit(
      'src/worker.js',
      "{ ...job, state: 'done', result }",
      "Object.assign(job, { state: 'ready', result })",
    ),
    decoys: [decoy.found, decoy.keys, decoy.last, decoy.fatal, decoy.unknown, decoy.clock],
  },
  {
    name: 'by chance: a first run without its file of state',
    repository: 'jobs',
    command: 'node --test && if [ -e "$STATE_FILE" ]; then echo kept; else touch "$STATE_FILE"; exit 1; fi',
    by: 'chance',
    guilty: null,
    decoys: [decoy.found, decoy.keys, decoy.last, decoy.peak, decoy.oldest, decoy.times],
  },
]
