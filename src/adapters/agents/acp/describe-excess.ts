import { recordText } from '../../../domain/language/message.ts'
import type { ProgramEnd } from '../../../application/ports/roles/workspace.ts'

/** Why an agent was killed, as a clause, with what a repository may raise. */
export function describeExcess(excess: NonNullable<ProgramEnd['excess']>): string {
  switch (excess) {
    case 'disk':
      return recordText('it filled the disk (`run.max_disk_mb`) and was killed')
    case 'memory':
      return recordText('it took too much memory (`run.max_memory_mb`) and was killed')
  }
}
