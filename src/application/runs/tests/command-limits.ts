import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { CommandLimits } from '../../ports/roles/workspace.ts'

/** What a command of a repository may take, and how it is kept apart. */
export function commandLimits(run: Configuration['run'], signal: AbortSignal): CommandLimits {
  return {
    timeoutMs: run.timeout_minutes * 60_000,
    maxOutputBytes: run.max_output_bytes,
    maxDiskBytes: run.max_disk_mb * 1_000_000,
    maxMemoryBytes: run.max_memory_mb * 1_000_000,
    isolation: run.isolation,
    network: run.network,
    signal,
  }
}
