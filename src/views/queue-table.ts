import { renderCount } from './amounts.ts'
import type { Terminal } from './plan-text.ts'
import { plain } from './status-text/plain.ts'
import { renderTextTable } from './status-text/text-table.ts'
import { wrapColumns } from './status-text/wrap-columns.ts'
import { renderTime } from './time.ts'

export interface QueueLine {
  row: number
  state: 'waiting' | 'dead'
  lane: string
  event: string
  receivedAt: string
  attempts: number
  fault: string | null
}

const maxFault = 500

/** What waits, what is dead, and what to do about it, for a terminal. Text of others is kept to printable lines. */
export function renderQueueTable(entries: readonly QueueLine[], { width }: Pick<Terminal, 'width'>): string {
  if (entries.length === 0) return 'Nothing waits and nothing is dead.\n'
  const heads = ['id', 'state', 'where', 'event', 'received', 'tries', 'fault']
  const rows = entries.map((entry) => describe(entry).map((text) => ({ text })))
  const told = renderTextTable(heads, rows, width) ?? entries.map((entry) => renderLines(entry, width)).join('')
  return `${told}${wrapColumns(describeWay(entries), Math.max(20, width)).join('\n')}\n`
}

function describe({ row, state, lane, event, receivedAt, attempts, fault }: QueueLine): string[] {
  return [
    String(row),
    state,
    plain(lane, 120),
    plain(event, 60),
    renderTime(plain(receivedAt, 40)),
    String(attempts),
    plain(fault ?? '', maxFault),
  ]
}

/** Where the terminal is too narrow for a table. */
function renderLines(entry: QueueLine, width: number): string {
  const [row = '', state = '', lane = '', event = '', received = '', , fault = ''] = describe(entry)
  const tries = renderCount(entry.attempts, 'try', 'tries')
  const [first = '', ...rest] = wrapColumns(`${row} ${state}: ${lane}, ${event}`, Math.max(20, width))
  const below = [`${received}, ${tries}`, ...(fault === '' ? [] : [fault])]
  const indented = [...rest, ...below].flatMap((text) => wrapColumns(text, Math.max(20, width - 4)))
  return [first, ...indented.map((line) => `    ${line}`)].map((line) => `${line}\n`).join('')
}

function describeWay(entries: readonly QueueLine[]): string {
  const dead = entries.find(({ state }) => state === 'dead')
  if (dead === undefined) return 'What waits is tried again by itself.'
  return `What waits is tried again by itself; what is dead is not, and holds up nothing. Once what its fault names is mended, "countersign queue retry ${dead.row}" (or --all) puts it back; "countersign queue drop ${dead.row}" gives it up.`
}
