import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, each of these would run alone at the end, beside an idle core. */
const longest = [
  'test/e2e/faults/http-faults.test.ts',
  'test/e2e/faults/kills.test.ts',
  'test/e2e/workers.test.ts',
  'test/e2e/faults/database.test.ts',
  'test/e2e/faults/workflow-branch.test.ts',
  'test/e2e/faults/loop-kills.test.ts',
  'test/e2e/faults/full-disk.test.ts',
  'test/e2e/many-workers.test.ts',
  'test/contracts/seeded-bugs.test.ts',
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
