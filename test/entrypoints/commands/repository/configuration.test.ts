import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runConfigCheck, runConfigExplain } from '../../../../src/entrypoints/commands/repository/configuration.ts'
import { createLocalRepository } from '../../../support/local-repository.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})
afterEach(() => rm(dir, { recursive: true }))

function openIo() {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io = {
    stdout: (part: string) => void stdout.push(part),
    stderr: (part: string) => void stderr.push(part),
    env: process.env,
    async *stdin() {},
    terminal: { colours: false, width: 100, isRead: true },
  }
  return { io, told: () => ({ stdout: stdout.join(''), stderr: stderr.join('') }) }
}

describe('config check', () => {
  async function check(text: string | undefined, json = false) {
    const { io, told } = openIo()
    const file = join(dir, 'countersign.yml')
    if (text !== undefined) await writeFile(file, text)
    return { code: await runConfigCheck({ file, json }, io), ...told() }
  }

  test.each([
    ['a file that holds', 'run:\n  parallel: 2\n'],
    ['an empty one', ''],
  ])('%s ends with 0', async (_what, text) => {
    expect(await check(text)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('holds.') })
  })

  test('each fault is a line with file, line and column, and ends with 1', async () => {
    const { code, stdout } = await check('run:\n  parallel: 0\nlabl: x\n')

    expect(code).toBe(1)
    expect(stdout).toBe(
      `${dir}/countersign.yml: Line 2, column 13: \`run.parallel\` is \`0\`; it must be more than 0.\n${dir}/countersign.yml: Line 3, column 1: \`labl\` is not known here; did you mean \`label\`?\n`,
    )
    expect(JSON.parse((await check('labl: x', true)).stdout)).toMatchObject({ ok: false, extends: null })
  })

  test('a file that is not there ends with 2', async () => {
    expect(await check(undefined)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('there is no'),
    })
  })
})

describe('config explain', () => {
  async function explain(key?: string, repo?: string) {
    const { io, told } = openIo()
    return { code: await runConfigExplain({ key, repo }, io), ...told() }
  }

  test('a key is told whole: what holds, the default, what it means and takes', async () => {
    await using repo = await createLocalRepository()
    await repo.commit({ '.github/countersign.yml': 'run:\n  parallel: 2\n' })

    expect((await explain('run.parallel', repo.source)).stdout).toBe(
      'run.parallel = 2  (default 4)\n  Tasks of one issue that run at once.\n  Takes: whole number above 0, at most 50\n',
    )
  })

  test('without one each is a line, in which what is not default stands', async () => {
    await using repo = await createLocalRepository()
    await repo.commit({ '.github/countersign.yml': 'run:\n  parallel: 2\n' })

    const { code, stdout } = await explain(undefined, repo.source)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^│ run\.parallel +│ 2 +│ 4 +│$/m)
    expect(stdout).toMatch(/^│ label +│ +│ countersign +│$/m)
  })

  test('a key that is none ends with 1 and names the nearest', async () => {
    expect(await explain('run.paralel')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'countersign config explain: there is no key run.paralel; did you mean run.parallel? Without a key, all are listed.\n',
    })
  })
})
