import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'

test('the first command of the README goes from the label to a verified release', async () => {
  const { all } = await execa('node', ['bin/countersign.mjs', 'demo'], { all: true, reject: false })

  expect(stripVTControlCharacters(all)).toMatch(/\n✔ Downloaded and verified: [^]*\nVerified\. Issue #1 became 2 plans/)
})

test('with --agents an issue in prose is planned, done, rejected, redone and judged by models, with --watch on a page', async () => {
  const demo = execa('node', ['bin/countersign.mjs', 'demo', '--agents', '--watch'], { all: true, reject: false })
  const url = await new Promise<string>((resolve) => {
    demo.stdout.on('data', (chunk: Buffer) => {
      const [, said] = /Watch it at (\S+)/.exec(chunk.toString()) ?? []
      if (said !== undefined) resolve(said)
    })
  })

  await expect.poll(async () => (await fetch(url)).text()).toMatch(/<h2 id="plan">/)
  const { all } = await demo
  expect(stripVTControlCharacters(all)).toMatch(
    /REJECTED it by a quoted line; redone, APPROVED[^]*couldn’t tell[^]*\nVerified\. Issue #1 became 1 plan[^]*\d+ calls and \d+ tokens/,
  )
})
