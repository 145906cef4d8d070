import { spawn } from 'node:child_process'

/**
 * Sends a process `signal` when this one is gone, however it ended: nobody hears a SIGKILL, but its end of a pipe closes.
 * Who waits at the other end is in a group of its own, as what kills a whole group would reach it first. Returns what is
 * to be called when the process has ended before.
 */
export function endWithProcess(pid: number, signal: 'KILL' | 'QUIT'): () => void {
  const script = 'read -r _; kill -s "$0" "$1" 2>/dev/null'
  const watcher = spawn('sh', ['-c', script, signal, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  return () => void watcher.kill()
}
