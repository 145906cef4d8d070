import { expect, test } from 'vitest'
import { noModelUse } from '../../src/domain/models/model-use.ts'
import { renderModelUse } from '../../src/views/text/model-use.ts'
import { buildModelUse } from '../support/builders.ts'

test.each([
  [buildModelUse(), '28 k tokens, $0.20'],
  [buildModelUse({ cost_usd: null, unpriced: 3 }), '28 k tokens, not priced'],
  [buildModelUse({ unpriced: 1 }), '28 k tokens, $0.20 and 1 call not priced'],
  [buildModelUse({ unmetered: 2 }), '28 k tokens and 2 calls of unknown size, $0.20 and 2 calls not priced'],
  [buildModelUse({ unmetered: 3, cost_usd: null, tokens: noModelUse.tokens }), '3 calls of unknown size, not priced'],
  [buildModelUse({ tokens: noModelUse.tokens, cost_usd: null }), '0 tokens, $0.00'],
  [{ ...noModelUse, refused: 2 }, ''],
  [null, ''],
])('%j is told as %s', (use, words) => {
  expect(renderModelUse(use)).toBe(words)
})
