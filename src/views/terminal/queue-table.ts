import { renderCount } from '../language/t.ts'
import type { Terminal } from './plan-text.ts'
import { plain } from './parts/plain.ts'
import { renderTextTable } from './parts/text-table.ts'
import { wrapColumns } from './parts/wrap-columns.ts'
import { renderTime } from '../text/time.ts'

export interface QueueLine {
  row: number
  state: 'waiting' | 'dead'
  partition: string
  event: string
  receivedAt: string
  attempts: number
  fault: string | null
}

const maxFault = 500

/** What is dead and came before `retriedFromMs` can't be requeued. */
interface QueueView extends Pick<Terminal, 'width'> {
  retriedFromMs: number
}

/** What waits, what is dead, and what to do about it, for a terminal. Text of others is kept to printable lines. */
export function renderQueueTable(entries: readonly QueueLine[], { width, retriedFromMs }: QueueView): string {
  if (entries.length === 0) return 'Nothing waits and nothing is dead.\n'
  const heads = ['id', 'state', 'where', 'event', 'received', 'tries', 'fault']
  const rows = entries.map((entry) => describe(entry).map((text) => ({ text })))
  const told = renderTextTable(heads, rows, width) ?? entries.map((entry) => renderLines(entry, width)).join('')
  return `${told}${wrapColumns(describeWay(entries, retriedFromMs), Math.max(20, width)).join('\n')}\n`
}

function describe({ row, state, partition, event, receivedAt, attempts, fault }: QueueLine): string[] {
  return [
    String(row),
    state,
    plain(partition, 120),
    plain(event, 60),
    renderTime(plain(receivedAt, 40)),
    String(attempts),
    plain(fault ?? '', maxFault),
  ]
}

/** Where the terminal is too narrow for a table. */
function renderLines(entry: QueueLine, width: number): string {
  const [row = '', state = '', partition = '', event = '', received = '', , fault = ''] = describe(entry)
  const tries = renderCount(entry.attempts, 'try', 'tries')
  const [first = '', ...rest] = wrapColumns(`${row} ${state}: ${partition}, ${event}`, Math.max(20, width))
  const below = [`${received}, ${tries}`, ...(fault === '' ? [] : [fault])]
  const indented = [...rest, ...below].flatMap((text) => wrapColumns(text, Math.max(20, width - 4)))
  return [first, ...indented.map((line) => `    ${line}`)].map((line) => `${line}\n`).join('')
}

function describeWay(entries: readonly QueueLine[], retriedFromMs: number): string {
  const dead = entries.filter(({ state }) => state === 'dead')
  const [first] = dead
  if (first === undefined) return 'What waits is tried again by itself.'
  const rule = 'What waits is tried again by itself; what is dead is not, and holds up nothing.'
  const young = dead.find(({ receivedAt }) => Date.parse(receivedAt) >= retriedFromMs)
  if (young === undefined)
    return `${rule} It is too old to be put back: what is still wanted is said again in the thread; "countersign queue drop ${first.row}" (or --all) gives it up.`
  return `${rule} Once what its fault names is mended, "countersign queue retry ${young.row}" (or --all) puts it back; "countersign queue drop ${young.row}" gives it up.`
}
