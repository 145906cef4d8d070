import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { execa } from 'execa'

/** What a process had its disk do, or said, in the order in which it came. */
export type DiskEvent =
  | { kind: 'made' | 'removed' | 'synced'; path: string }
  | { kind: 'written'; path: string; offset: number; bytes: Buffer }
  | { kind: 'cut'; path: string; size: number }
  | { kind: 'said'; text: string }

/** It tells each call of a program to the kernel, in order. */
const strace = 'strace'
const calls = 'mkdir,openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,rename'
/** How much of a write strace tells: more than a page. */
const longest = 70_000

/** Runs a program of Node under strace, and returns what it does below a folder, and what it says on its stdout. */
export async function recordDisk(folder: string, program: readonly string[]): Promise<DiskEvent[]> {
  const trace = `${folder}.trace`
  const options = [
    '-f',
    '-qq',
    '-y',
    '-xx',
    '--seccomp-bpf',
    '-s',
    String(longest),
    '-e',
    `trace=${calls}`,
    '-o',
    trace,
  ]
  const { exitCode, signal, stderr } = await execa(strace, [...options, process.execPath, ...program], {
    reject: false,
  })
  if (exitCode !== 0 && signal !== 'SIGKILL') throw new Error(`the program ended with ${exitCode}: ${stderr}`)
  const events = joinCalls((await readFile(trace, 'latin1')).split('\n')).flatMap((call) => readCall(call) ?? [])
  await rm(trace)
  const parent = dirname(folder)
  return events.filter((one) => one.kind === 'said' || one.path === parent || one.path.startsWith(folder))
}

/** Lines of calls that had ended, in the order in which they did: of one that was interrupted both parts are put together. */
function joinCalls(lines: readonly string[]): string[] {
  const begun = new Map<string, string>()
  const whole: string[] = []
  for (const line of lines) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    if (text.endsWith(' <unfinished ...>')) begun.set(thread, text.slice(0, -' <unfinished ...>'.length))
    else whole.push(resumed === null ? text : `${begun.get(thread) ?? ''}${resumed[1] ?? ''}`)
  }
  return whole
}

const text = '"((?:\\\\x[0-9a-f]{2})*)"'
const file = '(\\d+)<([^>]*)>'
const shapes = {
  mkdir: new RegExp(`^mkdir\\(${text}, \\d+\\) += 0`),
  made: new RegExp(`^openat\\([^,]*, ${text}, [A-Z_|]*O_CREAT[A-Z_|]*, \\d+\\) += \\d`),
  removed: new RegExp(`^unlink\\(${text}\\) += 0`),
  renamed: new RegExp(`^rename\\(${text}, ${text}\\) += 0`),
  written: new RegExp(`^pwrite64\\(${file}, ${text}, \\d+, (\\d+)\\) += \\d`),
  said: new RegExp(`^write\\(1<[^>]*>, ${text}, \\d+\\) += \\d`),
  cut: new RegExp(`^ftruncate\\(${file}, (\\d+)\\) += 0`),
  synced: new RegExp(`^(?:fsync|fdatasync)\\(${file}\\) += 0`),
}

function readCall(call: string): DiskEvent | undefined {
  const match = (shape: RegExp) => shape.exec(call)?.slice(1)
  const made = match(shapes.mkdir) ?? match(shapes.made)
  if (made !== undefined) return { kind: 'made', path: readText(made[0]) }
  const removed = match(shapes.removed)
  if (removed !== undefined) return { kind: 'removed', path: readText(removed[0]) }
  const written = match(shapes.written)
  if (written !== undefined)
    return { kind: 'written', path: readText(written[1]), bytes: readBytes(written[2]), offset: Number(written[3]) }
  const said = match(shapes.said)
  if (said !== undefined) return { kind: 'said', text: readText(said[0]) }
  const cut = match(shapes.cut)
  if (cut !== undefined) return { kind: 'cut', path: readText(cut[1]), size: Number(cut[2]) }
  const synced = match(shapes.synced)
  if (synced !== undefined) return { kind: 'synced', path: readText(synced[1]) }
  // SQLite renames nothing; should it begin to, this is to be told of and not passed over.
  if (match(shapes.renamed) !== undefined && call.includes(hex('database.sqlite')))
    throw new Error(`not foreseen: ${call}`)
  return undefined
}

function readBytes(escaped = ''): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
}

/** Paths stand in hexadecimal or not, as the version of strace has it. */
function readText(escaped = ''): string {
  return escaped.startsWith('\\x') ? readBytes(escaped).toString() : escaped
}

function hex(plain: string): string {
  return [...Buffer.from(plain)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
