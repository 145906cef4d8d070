import { WorkspaceError } from './workspace-error.ts'

/** What the system answers where another file or process can't be had. */
const codes: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

/** Programs say the same in English, with `LC_ALL=C`. */
export const saysExhausted = /Too many open files|Resource temporarily unavailable|Cannot allocate memory/

/** Whether a process could not be started for want of file handles, processes or memory; `code` as Node gives it. */
export function isExhausted(code: unknown): boolean {
  return codes.has(code)
}

/** It passes by itself, as other work ends. */
export function machineExhausted(seen: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError('machine_exhausted', 'this machine can open no more files or processes', {
    details: `${seen}. Raise its limits (\`ulimit -n\`, \`ulimit -u\`) or have less work at once (\`--concurrency\`)`,
    retry: 'later',
    cause,
  })
}
