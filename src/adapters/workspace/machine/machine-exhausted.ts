import { saysOfItself } from './says-of-itself.ts'
import { WorkspaceError } from './workspace-error.ts'

/** What the system answers where another file or process can't be had. */
const codes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

/** The same in words. */
const words = [
  'Too many open files',
  'Too many open files in system',
  'Resource temporarily unavailable',
  'Cannot allocate memory',
]

/** Whether a process could not be started for want of file handles, processes or memory; `code` as Node gives it. */
export function isExhausted(code: unknown): boolean {
  return codes.has(code)
}

/** As `isExhausted`, of what a program wrote to its standard error. */
export function saysExhausted(said: string): boolean {
  return saysOfItself(said, words)
}

/** It passes by itself, as other work ends. */
export function machineExhausted(seen: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError('machine_exhausted', 'this machine can open no more files or processes', {
    details: `${seen}. Raise its limits (\`ulimit -n\`, \`ulimit -u\`) or have less work at once (\`--concurrency\`)`,
    retry: 'later',
    cause,
  })
}
