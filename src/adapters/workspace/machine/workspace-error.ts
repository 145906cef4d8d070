export type WorkspaceErrorCode =
  | 'isolation_missing'
  | 'repository_refused'
  | 'fetch_failed'
  | 'fetch_refused'
  | 'commit_missing'
  | 'blob_missing'
  | 'git_failed'
  | 'disk_full'
  | 'machine_exhausted'
  | 'path_refused'

/** A fault of local git or of isolation. `details` say what was seen and what to do. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError'
  readonly code: WorkspaceErrorCode
  readonly details: string
  readonly retry: 'never' | 'later'

  constructor(
    code: WorkspaceErrorCode,
    message: string,
    options: { details: string; retry: 'never' | 'later'; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.details = options.details
    this.retry = options.retry
  }
}
