import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, each of these would run alone at the end, beside an idle core. */
const longest = [
  'test/e2e/agents/injection.test.ts',
  'test/e2e/faults/http-faults.test.ts',
  'test/e2e/faults/kills.test.ts',
  'test/e2e/servers/workers.test.ts',
  'test/e2e/faults/database.test.ts',
  'test/e2e/faults/workflow-branch.test.ts',
  'test/e2e/faults/loop-kills.test.ts',
  'test/e2e/faults/full-disk.test.ts',
  'test/e2e/servers/many-workers.test.ts',
  'test/contracts/queues/seeded-bugs.test.ts',
  'test/contracts/queues/inbox-outage.test.ts',
  // Short to read, and start programs that take long.
  'test/e2e/programs/benches.test.ts',
  'test/e2e/plans/written-issues.test.ts',
  'test/e2e/programs/demo.test.ts',
  'test/e2e/programs/own-history.test.ts',
  'test/e2e/plans/another-plan.test.ts',
  'test/adapters/agents/rules-reviewer.test.ts',
  'test/support/foreign-parsers/registry.test.ts',
]

/** Where no earlier run tells how long files take, as in CI, vitest begins with the largest ones: here, with those that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { root } = this.ctx.config
    const turnOf = ({ moduleId }: TestSpecification) => {
      const turn = longest.indexOf(relative(root, moduleId))
      return turn === -1 ? longest.length : turn
    }
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || turnOf(a) - turnOf(b))
  }
}
