import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildBot } from '../../../support/action/build-bot.ts'
import { writeBundles } from '../../../support/action/build-bundles.ts'
import { patienceMs } from '../../../support/vitest/patience.ts'

/** The Action as `npm run build` makes it of the sources of now, for the tests of one file: a folder with nothing else in it. */
export function useBundledAction(): { program: string } {
  const bundled = { program: '' }
  let dir = ''

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'countersign-action-'))
    await writeFile(join(dir, 'package.json'), '{ "type": "module" }\n')
    const [{ action }] = await Promise.all([writeBundles(join(dir, 'dist')), buildBot(join(dir, 'dist/bot'))])
    bundled.program = action
  }, patienceMs(120_000))

  afterAll(() => rm(dir, { recursive: true, force: true }))

  return bundled
}
