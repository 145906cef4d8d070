import { expect, test } from 'vitest'
import { buildConfiguration, buildTask } from '../../support/builders.ts'
import { buildContext, comment, owedOf, playWork, proposed } from '../../support/work/play-work.ts'

test('of tasks that are ready, the lowest priority starts first; the plan decides where it is the same', () => {
  const context = buildContext({ configuration: buildConfiguration({ run: { parallel: 3 } }) })
  const tasks = [3, 2, 1, 2].map((priority, at) => buildTask({ id: `T${at + 1}`, priority }))

  const work = playWork(proposed(context, { tasks }), context, comment([{ kind: 'approve_plan', hash: null }]))

  expect(owedOf(work, 'run_task').map(({ task }) => task)).toEqual(['T3', 'T2', 'T4'])
})
