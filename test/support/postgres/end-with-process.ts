import type { ChildProcess } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Sends a child `signal` when this process ends, by itself or because somebody ended it. */
export function endWithProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = () => void child.kill(signal)
  const onSignal = (received: NodeJS.Signals) => {
    end()
    forget()
    // Now as if nobody had listened.
    process.kill(process.pid, received)
  }
  const forget = () => {
    process.off('exit', end)
    for (const one of signals) process.off(one, onSignal)
  }
  process.on('exit', end)
  for (const one of signals) process.on(one, onSignal)
  child.on('exit', forget)
}
