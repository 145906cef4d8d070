import { Client } from 'pg'

const againMs = 2_000
const connectMs = 5_000

export interface Listening {
  address: string
  /** A plain name. */
  channel: string
  /** Called with each notification, and without one after a gap in which some may have been missed. */
  heard: (payload?: string) => void
  onFault: (error: Error) => void
}

/** Listens on a connection of its own, which is opened again when it breaks; returns how to end it. */
export async function listenOn({ address, channel, heard, onFault }: Listening): Promise<() => Promise<void>> {
  let isClosed = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = new Client({
      connectionString: address,
      connectionTimeoutMillis: connectMs,
      application_name: 'countersign',
    })
    let isBroken = false
    const again = (why?: Error) => {
      if (isBroken) return
      isBroken = true
      if (why !== undefined && !isClosed) onFault(why)
      void opened.end().catch(() => undefined)
      if (!isClosed) timer = setTimeout(() => void connect(), againMs)
    }
    opened.on('error', again)
    opened.on('end', () => again())
    opened.on('notification', ({ payload }) => heard(payload))
    client = opened
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
      heard()
    } catch (error) {
      again(error instanceof Error ? error : new Error(String(error)))
    }
  }

  await connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}
