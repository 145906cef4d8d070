import { isExhausted, machineExhausted, saysExhausted } from '../machine/machine-exhausted.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

/** Why a process could not be started. */
export function notStarted(error: unknown): WorkspaceError {
  const seen = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return isExhausted(code) ? machineExhausted(seen, error) : isolationMissing(seen, error)
}

/** Why a command was not begun, by what was said instead. */
export function notConfined(complaint: string): WorkspaceError {
  return saysExhausted(complaint) ? machineExhausted(complaint.trim()) : isolationMissing(complaint.trim())
}

/** A repository's configuration can't give away what the server's operator keeps (docs/decisions/0032). */
export function unconfinedRefused(): WorkspaceError {
  return new WorkspaceError('isolation_missing', 'this server runs no command without isolation', {
    details:
      '`run.isolation: none` is followed only where whoever runs the server allows it (UNCONFINED_COMMANDS=allowed). Take it out of .github/countersign.yml, and commands run in bubblewrap.',
    retry: 'never',
  })
}

function isolationMissing(seen: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError('isolation_missing', "this machine can't isolate commands", {
    details: `${seen}. Install bubblewrap 0.8 or newer and allow user namespaces (scripts/install-isolation.sh), or set \`run.isolation: none\` to run commands without isolation, where the server allows it (UNCONFINED_COMMANDS).`,
    retry: 'never',
    cause,
  })
}
