import { nothingNew } from '../../../domain/debug/find-new-in-base.ts'
import { planTests } from '../../../domain/loop/plan-tests.ts'
import type { Suspect } from '../../../domain/debug/suspicion.ts'
import type { Work } from '../../../domain/records/work.ts'
import type { WorkEventBody } from '../../../domain/work/draft/work-event.ts'
import type { Performance } from '../../attempts/attempt-effect.ts'
import { concludeTests } from './conclude-tests.ts'
import type { MachinePorts, RecordPorts } from '../../ports/machine-ports.ts'
import { onceDone } from '../../attempts/once-done.ts'
import { runTestCommands } from '../tests/run-test-commands.ts'

/**
 * The plan's tests on the integration branch; where they fail, why, and which task is to blame (spec 002 §4). Called
 * again after a fault it goes on with what the tests came to.
 */
export function openPlanValidation(
  ports: RecordPorts & Pick<MachinePorts, 'workspace' | 'analyst'>,
  { repository, work, configuration }: Pick<Performance, 'repository' | 'work' | 'configuration'>,
  { op, commit, signal }: { op: string; commit: string; signal: AbortSignal },
): () => Promise<WorkEventBody> {
  const { plan, record } = work
  if (plan === null || record?.base_sha == null) return () => Promise.resolve({ kind: 'effect_done', op })
  const { base_sha: base } = record
  const waived = new Set(work.execution?.test_waivers.map(({ test }) => test))
  const runTests = onceDone(async () => {
    await using workTree = await ports.workspace.openWorkTree(repository, commit)
    return await runTestCommands(workTree, planTests(plan, configuration), configuration, signal, waived)
  })
  const conclude = onceDone(async () => {
    const tested = await runTests()
    // Against the base of the plan, everything that tasks brought in is the change itself.
    const change = { base, commit, newInBase: nothingNew }
    const owner = { runId: op, issue: record.number, task: 'plan' }
    return concludeTests(ports, { repository, configuration, owner, signal }, { ...change, tested, waived })
  })
  return async () => {
    const { validation, suspect } = await conclude()
    // Left in the middle, it stays owed.
    if (signal.aborted) throw new Error('it was told to end')
    const tree_sha = await ports.workspace.readTreeSha(repository, commit)
    return { kind: 'plan_validated', op, commit_sha: commit, tree_sha, guilty: findGuilty(work, suspect), validation }
  }
}

/** Whose change it was: the task that touched the path last. Nobody, where the change is not what is suspected. */
function findGuilty({ plan, execution }: Work, suspect: Suspect | null): string | null {
  switch (suspect?.kind) {
    case 'hunk':
    case 'file': {
      const { path } = suspect
      const approved = (plan?.tasks ?? []).flatMap(({ id }) => {
        const node = execution?.nodes[id]
        const artifactId = node?.kind === 'ACTION' ? node.approved_artifact_id : null
        const index = execution?.artifacts.findIndex((one) => one.artifact_id === artifactId) ?? -1
        const touches = execution?.artifacts[index]?.files.some((file) => file.path === path) ?? false
        return touches ? [{ id, index }] : []
      })
      return approved.toSorted((one, other) => other.index - one.index)[0]?.id ?? null
    }
    case 'input':
      return suspect.task
    case 'commit':
    case 'flaky':
    case 'environment':
    case 'timeout':
    case undefined:
      return null
  }
}
