import { recordText } from '../../language/message.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import { findUnapproved } from '../../content/find-unapproved.ts'
import type { IntegrationDifference } from '../../effects/integration-difference.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { DoctorFacts } from '../doctor-facts.ts'
import { drift, type Looked } from '../looked.ts'

/** The integration branch holds, file by file, what was approved last for it, and nothing that nobody approved. */
export function checkIntegration(
  looked: Looked,
  record: IssRecord,
  execution: ExecutionRecord,
  { integration }: DoctorFacts,
): void {
  if (integration === null || record.base_branch === null) return
  const { base_branch: branch } = record
  const differences = findUnapproved(execution, integration)
  looked.expect(differences.length === 0, () => {
    const tasks = [...new Set(differences.flatMap(({ approved }) => approved?.task ?? []))]
    const recorded = execution.execution_result.commit_hash ?? record.base_sha
    const { commit } = integration
    const isAhead = recorded !== null && recorded !== commit
    const fix = isAhead ? { kind: 'restore_branch' as const, branch, sha: recorded, seen: commit } : null
    const commands = tasks.map((task) => `\`/retry ${task}\``).join(', ')
    const anew =
      commands === ''
        ? recordText('a push that takes it back has it made anew')
        : recordText('{code_lines} has it made anew', { code_lines: commands })
    const back =
      record.paused === null
        ? recordText('`/doctor fix` puts it back where it was recorded')
        : recordText('`/doctor fix` puts it back where it was recorded, then `/resume`')
    const next = fix === null ? anew : back
    const what = recordText('{branch} holds what nobody approved: {paths}', { branch, paths: describe(differences) })
    return drift('integration_differs', tasks.length === 0 ? ['G0'] : tasks, what, next, fix)
  })
}

const mostNamed = 5

function describe(differences: readonly IntegrationDifference[]): string {
  const named = differences
    .slice(0, mostNamed)
    .map(({ path, approved }) =>
      approved === null
        ? path
        : recordText('{path}, which is not as approved in version {version} of {task}', { path, ...approved }),
    )
  const more = differences.length - named.length
  return [...named, ...(more > 0 ? [recordText('and {n} more', { n: more })] : [])].join('; ')
}
