import { expect, test } from 'vitest'
import { measureCpu } from '../../../support/measure/measure-cpu.ts'
import { parseCodeBlock } from '../../../../src/domain/tuning/code/code-block.ts'

test.each(['*', '* ', '-', 'await ', '-->```js\n'])(
  'what nobody writes by hand isn’t read, as it takes ever longer: %j',
  (piece) => {
    const text = `${piece.repeat(20_000)}a`

    expect(parseCodeBlock('a.ts', 1, 'ts', text)).toBeUndefined()
    expect(measureCpu(() => parseCodeBlock('a.ts', 1, 'ts', text))).toBeLessThan(1_000)
  },
)

test('a run of backticks is looked at in no time, whatever its length', () => {
  expect(measureCpu(() => parseCodeBlock('a.ts', 1, 'ts', `${'`'.repeat(99)}code of its own`))).toBeLessThan(1_000)
})

test('code that writes some Markdown is read', () => {
  const text = 'const page = `# Title\n` + "```js\\n" + code + "```\\n"\n'.repeat(20)

  expect(parseCodeBlock('a.ts', 1, 'ts', text)?.tree.topNode.getChild('VariableDeclaration')).not.toBeNull()
})

test('a line of stars in a comment, and a generator, are code like any other', () => {
  const text = `/${'*'.repeat(100)}\n * Steps.\n ${'*'.repeat(100)}/\nfunction* steps() { yield* more() }\n`

  expect(parseCodeBlock('a.ts', 1, 'ts', text)?.tree.topNode.getChild('FunctionDeclaration')).not.toBeNull()
})
