const before = 'export function total(count, each) {\n  return count * each\n}\n'
const right = before.replace('count * each', 'count >= 10 ? count * each * 0.9 : count * each')
const wrong = right.replace('>= 10', '> 10')
const test = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/price.js'
test('ten and more are a tenth cheaper', () => assert.equal(total(10, 5), 45))
test('one is the price', () => assert.equal(total(1, 5), 5))
`

/** A repository with a test that a change has to pass, and two versions of the change. */
export const priceFiles = {
  'package.json': '{ "type": "module" }\n',
  'src/price.js': before,
  'test/price.test.js': test,
  'tools/right.js': right,
  'tools/wrong.js': wrong,
}

/** An issue of one task that a script works on for a while: right at once, or only once it is told what debugging found. */
export function priceIssue(iterations: 1 | 2, workSeconds: number): { title: string; body: string } {
  const made = iterations === 1 ? 'right' : '$([ -n "$COUNTERSIGN_ANALYSIS" ] && echo right || echo wrong)'
  const body = [
    '- [ ] T1: Discount in `src/price.js` (executor: shell)',
    '  - Tests: `node --test`',
    '  - Acceptance:',
    '    - `src/price.js` contains `0.9`',
    '',
    '```sh run task=T1',
    `sleep ${workSeconds}`,
    `cp "tools/${made}.js" src/price.js`,
    '```',
    '',
  ]
  return { title: 'A discount', body: body.join('\n') }
}
