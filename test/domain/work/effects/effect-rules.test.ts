import { expect, test } from 'vitest'
import { type EffectAction, EffectActionSchema } from '../../../../src/domain/effects/effect.ts'
import { branchRules } from '../../../../src/domain/work/effects/branch-rules.ts'
import { checkRules } from '../../../../src/domain/work/effects/check-rules.ts'
import { nameEffect } from '../../../../src/domain/work/effects/effect-rules.ts'
import { runRules } from '../../../../src/domain/work/effects/run-rules.ts'
import { threadRules } from '../../../../src/domain/work/effects/thread-rules.ts'

const named: [EffectAction, string][] = [
  [{ kind: 'merge_task', task: 'T1', artifact_id: 'a' }, 'merge T1'],
  [{ kind: 'open_base', branch: 'countersign/ISS-007/1/base' }, 'make the integration branch'],
  [{ kind: 'set_final_draft', number: 40, draft: false }, 'mark the final pull request as ready'],
  [{ kind: 'close_task_pull_request', task: 'T1', number: 12, why: '' }, 'close pull request #12 of T1'],
]

test.each(named)('what could not be done is said in words for people: %j', (action, words) => {
  expect(nameEffect(action)).toBe(words)
})

test('no kind has two rows, of which the table would take one', () => {
  const families = [branchRules, checkRules, runRules, threadRules].flatMap((rows) => Object.keys(rows))

  expect(families.toSorted()).toEqual(EffectActionSchema.options.map(({ shape }) => shape.kind.value).toSorted())
})
