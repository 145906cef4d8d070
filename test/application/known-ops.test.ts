import { expect, test } from 'vitest'
import { KnownOps } from '../../src/application/known-ops.ts'

const status = (op: string) => ({ op, action: { kind: 'show_status' } })

test('a comment that another process may have made is looked for, though its operation is a new one', () => {
  const known = new KnownOps()

  known.settle('octo/widgets#7', [status('1')], [status('2')])

  expect(known.isOurs('octo/widgets#7', '2')).toBe(false)
})

test('where the operation before was ours as well, nobody else can have made the comment', () => {
  const known = new KnownOps()
  known.settle('octo/widgets#7', [], [status('1')])

  known.settle('octo/widgets#7', [status('1')], [status('2')])

  expect(known.isOurs('octo/widgets#7', '2')).toBe(true)
})
