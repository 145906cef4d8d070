import { readdir, readFile } from 'node:fs/promises'

/** A command that takes `seconds` and a little, and that no other run of the tests on this machine has. */
export function ownSleep(seconds: number): string {
  return `sleep ${seconds}${Number.isInteger(seconds) ? '.' : ''}${process.pid}`
}

/** Processes of this machine with exactly this command line; those that ended have none. */
export async function countProcesses(commandLine: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.replaceAll('\0', ' ').trim() === commandLine).length
}
