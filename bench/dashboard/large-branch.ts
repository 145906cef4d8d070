import { execa } from 'execa'
import { workFiles } from '../../src/application/state/state-files.ts'
import { workflowBranch } from '../../src/domain/records/iss-record.ts'
import { buildExecution, buildPlan, buildRecord, buildTask } from '../../test/support/builders.ts'
import { commitFiles } from '../../test/support/repository/push-approved-plan.ts'

/** A bare repository in this folder whose workflow branch has ISS-007 with a plan of so many tasks, at work. */
export async function writeLargeBranch(dir: string, count: number): Promise<void> {
  const random = drawFrom(7)
  const before = (index: number) => `T${Math.max(1, index - Math.floor(random() * 8))}`
  const tasks = Array.from({ length: count }, (_, index) => {
    const waits = index === 0 ? [] : [before(index), ...(random() < 0.4 ? [before(index)] : [])]
    return buildTask({ id: `T${index + 1}`, title: `Write note ${index + 1}`, depends_on: [...new Set(waits)] })
  })
  const plan = buildPlan({ tasks })
  const record = buildRecord({ loop_id: null, plan_hash: plan.hash })
  const state = workFiles({ record, plan, execution: buildExecution(plan), loop: null })
  await execa('git', ['init', '--quiet', '--bare', '--initial-branch=main', dir])
  await commitFiles(dir, 'refs/heads/main', null, asFiles([['README.md', '# Notes\n']]))
  await commitFiles(dir, `refs/heads/${workflowBranch}`, null, asFiles(state))
}

function asFiles(texts: Iterable<readonly [path: string, text: string]>) {
  return new Map([...texts].map(([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }]))
}

/** Numbers from 0 to 1, always the same ones. */
function drawFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
