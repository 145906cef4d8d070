import { expect, test } from 'vitest'
import { layHandedBack } from '../../../../src/application/runs/jobs/lay-handed-back.ts'
import { openRun } from '../../../../src/application/runs/run-task.ts'
import type { HandedBack } from '../../../../src/application/ports/forge/task-jobs.ts'
import type { WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { buildExecution, buildPlan, buildReceipt, buildTask, testSha } from '../../../support/builders.ts'
import { Machine } from '../../../support/fakes/machine.ts'
import { buildJobOrder } from '../../../support/runs/build-job-order.ts'
import { buildTaskRun } from '../../../support/runs/build-task-run.ts'

function handBack(files: HandedBack['result']['files'], changes: Partial<HandedBack['result']> = {}): HandedBack {
  const { outcome: _outcome, ...receipt } = buildReceipt()
  const claimed = { ...receipt, executor: 'somebody else', run_id: 'another' }
  const result = {
    version: 1 as const,
    order: 'sealed',
    outcome: { kind: 'changed' as const },
    receipt: claimed,
    files,
    ...changes,
  }
  return {
    order: buildJobOrder(),
    url: 'https://github.test/octo/widgets/actions/runs/9',
    result,
    bytes: files.map(({ mode }) => (mode === null ? null : Buffer.from('a\n'))),
  }
}

const plan = buildPlan({ tasks: [buildTask({ executor: 'shell' })] })
const run = buildTaskRun(plan, buildExecution(plan, { T1: { state: 'RUNNING', executor: 'shell' } }))

test('files are laid as the job left them; whose run it was, and in which job, the bot knows better than the result', async () => {
  const done: string[] = []
  const workTree = {
    writeFile: (path: string, bytes: Uint8Array, mode?: string) => void done.push(`${mode} ${path} ${bytes.length}`),
    removeFile: (path: string) => void done.push(`rm ${path}`),
  } as unknown as WorkTree
  const files = [
    { path: 'a.sh', mode: '100755' as const },
    { path: 'b.txt', mode: null },
  ]

  const { outcome, receipt } = await layHandedBack(run, workTree, handBack(files))

  expect(done).toEqual(['100755 a.sh 2', 'rm b.txt'])
  expect(outcome).toEqual({ kind: 'changed' })
  expect(receipt).toMatchObject({ run_id: run.runId, task: 'T1', executor: 'shell' })
  expect(receipt.job).toBe('https://github.test/octo/widgets/actions/runs/9')
})

test('a path that leads out of the work tree is a failed attempt, with what is wrong', async () => {
  const refused = Object.assign(new Error('../x: it leads out'), { code: 'path_refused' })
  const workTree = { writeFile: () => Promise.reject(refused) } as unknown as WorkTree

  const { outcome } = await layHandedBack(run, workTree, handBack([{ path: '../x', mode: '100644' }]))

  expect(outcome).toEqual({ kind: 'failed', reason: expect.stringContaining('../x: it leads out') })
})

test('a version of what was handed back stands on the commit that was worked on, not on what came since', async () => {
  const machine = new Machine()
  const bases: string[] = []
  const openWorkTree = machine.workspace.openWorkTree.bind(machine.workspace)
  machine.ports.workspace.openWorkTree = (repository, commit) => {
    bases.push(commit)
    return openWorkTree(repository, commit)
  }
  const results = { files_modified: [], commit_hash: testSha('since') }
  const execution = buildExecution(plan, { T1: { state: 'RUNNING', executor: 'shell' } }, { execution_result: results })
  const handedBack = handBack([])

  const event = await openRun(machine.ports, { ...buildTaskRun(plan, execution), handedBack })(false)

  expect(bases).toEqual([handedBack.order.base_sha])
  expect(event).toMatchObject({ kind: 'run_yielded', receipt: { executor: 'shell' } })
})
