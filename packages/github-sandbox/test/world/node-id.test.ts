import { expect, test } from 'vitest'
import { nodeId, parseNodeId } from '../../src/world/node-id.ts'

test('an id leads back to its type and number', () => {
  const id = nodeId('PullRequest', 7)

  expect(id).toMatch(/^PR_/)
  expect(parseNodeId(id)).toEqual({ type: 'PullRequest', id: '7' })
})

test.each(['', 'nothing', 'PR_', 'PR_eA', nodeId('Issue', 7).replace('I_', 'PR_')])('%j is no id', (text) => {
  expect(parseNodeId(text)).toBeUndefined()
})
