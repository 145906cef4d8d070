import { expect, test } from 'vitest'
import { findLinks } from '../../../../src/domain/debug/read/find-links.ts'

test.each([
  ['src/a.js', "import { b } from './b.js'", 'src/b.js'],
  ['src/a.ts', "import b from '../lib/b'", 'lib/b.ts'],
  ['src/a.js', "readFile(new URL('../data/x.json', import.meta.url))", 'data/x.json'],
  ['tests/test_a.py', 'from shop.cart import total', 'shop/cart.py'],
  ['shop/a.py', 'from . import rates', 'shop/rates.py'],
  ['shop/a.py', 'import shop.rates', 'shop/rates.py'],
  ['test/run.sh', '. lib/read.sh', 'lib/read.sh'],
  ['test/run.sh', '. "$ROOT/lib/read.sh"', 'lib/read.sh'],
])('%s with %s means %s', (path, text, meant) => {
  expect(findLinks(path, text)).toContain(meant)
})

test('nothing leads out of the repository, or to the file itself', () => {
  expect(findLinks('a.js', "import '../../etc/passwd'; import './a.js'")).not.toContain('a.js')
  expect(findLinks('a.js', "import '../secret.js'")).toEqual([])
})

test('there are no more than 400, whatever a text names', () => {
  const text = Array.from({ length: 2_000 }, (_, index) => `import './m${index}.js'`).join('\n')

  expect(findLinks('a.js', text)).toHaveLength(400)
})
