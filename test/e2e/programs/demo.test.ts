import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'

test('the first command of the README goes from the label to a verified release', async () => {
  const { all } = await execa('node', ['bin/demo.mjs'], { all: true, reject: false })

  expect(stripVTControlCharacters(all)).toMatch(/\n✔ Downloaded and verified: [^]*\nVerified\. Issue #1 became 2 plans/)
})
