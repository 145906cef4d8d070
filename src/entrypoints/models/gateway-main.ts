import { setTimeout as delay } from 'node:timers/promises'
import { createGateway, type Gateway } from '../../adapters/models/gateway/create-gateway.ts'
import { openSqliteLedger } from '../../adapters/models/ledger/sqlite-ledger.ts'
import type { GatewayOrder, GatewayStart, GatewayWord } from '../../adapters/models/remote/gateway-messages.ts'
import { createRedactor } from '../redaction/create-redactor.ts'

// A process of its own: it alone talks to providers, and what agents and models send is read here and not in the server.
let gateway: Promise<Gateway> | undefined
process.on('message', (message) => void obey(message as GatewayOrder))
// These go to the whole group or service: agents may still be at work, and the server ends this one itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// Whoever began this is gone.
process.once('disconnect', () => void end())

async function obey(order: GatewayOrder): Promise<void> {
  if (order.kind === 'start') {
    gateway = begin(order)
    // Without a port there is nothing to be asked; why is told, and it ends.
    return await gateway.then(
      ({ port }) => sendWord({ kind: 'ready', port }),
      (error: unknown) => {
        sendWord({ kind: 'fault', why: messageOf(error) })
        process.exitCode = 1
        process.disconnect()
      },
    )
  }
  const { id } = order
  try {
    const ours = await gateway
    if (ours === undefined) throw new Error('it was not started')
    if (order.kind === 'open') return sendWord({ kind: 'opened', id, reach: await ours.open(order.grant) })
    const report = order.kind === 'report' ? ours.report(order.run) : await ours.closeRun(order.run)
    sendWord({ kind: 'reported', id, report })
  } catch (error) {
    sendWord({ kind: 'failed', id, why: messageOf(error) })
  }
}

function begin({ options, ledgerFile, socketFolder, socketOwner, port }: GatewayStart): Promise<Gateway> {
  return createGateway(
    options,
    {
      ledger: openSqliteLedger(ledgerFile, () => new Date()),
      clock: {
        nowMs: Date.now,
        wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
        random: Math.random,
      },
      elapsedMs: () => performance.now(),
      redact: createRedactor(options.providers.flatMap(({ key }) => key ?? [])),
      onStop: (run, stop) => sendWord({ kind: 'stopped', run, stop }),
      onCall: (run, { provider, asked, used, outcome, status, durationMs, usage }) =>
        sendWord({ kind: 'called', run, call: { provider, asked, used, outcome, status, durationMs, usage } }),
      onFault: (error) => sendWord({ kind: 'fault', why: messageOf(error) }),
      socketFolder,
      socketOwner,
    },
    port,
  )
}

async function end(): Promise<void> {
  const ours = await gateway?.catch(() => undefined)
  await ours?.close()
  process.exit()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function sendWord(word: GatewayWord): void {
  process.send?.(word, () => {})
}
