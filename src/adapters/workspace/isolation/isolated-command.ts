import type { GivenFile } from '../../../application/ports/roles/workspace.ts'
import type { PackageCache } from './package-caches.ts'
import type { Environment } from '../plumbing/git-environment.ts'

export interface IsolatedCommand {
  command: string
  /** Where the server is root and the command confined, all in it must be the command user's (`command-user.ts`). */
  dir: string
  passwdFile: string
  env: Environment
  redact: (text: string) => string
  /** The run that it is part of; null for none. */
  run: string | null
  given?: readonly GivenFile[]
  /** Packages of this machine that a confined one may read. */
  caches?: readonly PackageCache[]
  /** What was free on the disk before anything ran in the folder; measured now where it isn't told. */
  freeBefore?: number | undefined
  /** Sees the output as it comes, all of it. */
  onOutput?: (chunk: Buffer) => void
}
