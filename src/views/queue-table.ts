import Table from 'cli-table3'

export interface QueueLine {
  row: number
  state: string
  lane: string
  event: string
  receivedAt: string
  attempts: number
  fault: string | null
}

/** What waits and what is dead, for a terminal. Text of others is kept to one printable line. */
export function renderQueueTable(entries: readonly QueueLine[]): string {
  if (entries.length === 0) return 'Nothing waits and nothing is dead.\n'
  const table = new Table({
    head: ['id', 'state', 'where', 'event', 'received', 'tries', 'fault'],
    style: { head: [] },
  })
  for (const { row, state, lane, event, receivedAt, attempts, fault } of entries)
    table.push([row, state, lane, event, receivedAt, attempts, fault ?? ''].map((cell) => printable(String(cell))))
  return `${table.toString()}\n`
}

function printable(text: string): string {
  const clean = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean
}
