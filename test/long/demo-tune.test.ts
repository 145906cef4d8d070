import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'

test('with --tune a skill is diagnosed, asked about, mended by tasks and diagnosed again', async () => {
  const { all } = await execa('node', ['bin/countersign.mjs', 'demo', '--tune'], { all: true, reject: false })

  expect(stripVTControlCharacters(all)).toMatch(
    /Its gate fails, score 60: 1 critical[^]*T1 to T7[^]*gate fail → pass, score 60 → 100[^]*\nVerified\. Issue #1 became 1 plan/,
  )
})
