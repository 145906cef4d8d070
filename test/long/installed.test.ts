import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { root } from '../docs/read/read-pages.ts'
import { packCountersign } from '../support/package/pack-countersign.ts'

/** Asks the registry for what both packages need. */
const installMs = 900_000

test(
  'installed by npm into an empty folder, with the sandbox beside it, the demo goes to a verified release',
  { timeout: installMs },
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'countersign-installed-'))
    try {
      const place = join(dir, 'empty')
      await mkdir(place)
      const tarball = await packCountersign(dir)
      const sandbox = execFileSync('npm', ['pack', '--silent', '--pack-destination', dir], {
        cwd: join(root, 'packages/github-sandbox'),
        encoding: 'utf8',
      })
      const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }

      const packages = [tarball, join(dir, sandbox.trim().split('\n').at(-1) ?? '')]
      await execa('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: place, env })
      const { all } = await execa('npx', ['countersign', 'demo'], { cwd: place, env, all: true, reject: false })

      expect(stripVTControlCharacters(all)).toMatch(/\nVerified\. Issue #1 became 2 plans/)
    } finally {
      await rm(dir, { recursive: true })
    }
  },
)
