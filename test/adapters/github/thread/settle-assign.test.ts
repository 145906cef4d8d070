import { expect, test } from 'vitest'
import { settleAssign } from '../../../../src/adapters/github/thread/assign-people.ts'

const post = { kind: 'assign' as const, op: 'a', number: 7, subjectId: null, add: ['ada'], remove: ['bo'] }
const failed = (isOutage: boolean) => ({ kind: 'failed' as const, type: null, why: 'GitHub said no', isOutage })

test('who can not be assigned is asked all the same: only an outage is tried again', () => {
  expect(settleAssign(post, [{ kind: 'done', data: {} }, failed(false)])).toMatchObject({ op: 'a', ok: true })
  expect(settleAssign(post, [failed(false), failed(true)])).toEqual({
    op: 'a',
    ok: false,
    why: 'GitHub said no',
    isOutage: true,
  })
})
