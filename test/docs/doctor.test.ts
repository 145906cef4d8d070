import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doctorCodes } from '../../src/domain/effects/doctor-finding.ts'
import { root } from './read/read-pages.ts'

test('the page lists every code with its meaning, in order', async () => {
  const page = await readFile(join(root, 'docs/doctor.md'), 'utf8')

  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning])

  expect(rows).toEqual(Object.entries(doctorCodes))
})
