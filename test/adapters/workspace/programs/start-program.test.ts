import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProgramOrder, RunningProgram, WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { countProcesses, ownSleep } from '../../../support/count-processes.ts'
import { createLocalRepository, type LocalRepository, widgets } from '../../../support/local-repository.ts'

const canary = 'canary-51b0c2'
let repository: LocalRepository
let tree: WorkTree
let folder: string
let server: Server

beforeAll(async () => {
  repository = await createLocalRepository()
  const workspace = repository.workspace({ env: { PATH: process.env['PATH'], APP_PRIVATE_KEY: canary } })
  tree = await workspace.openWorkTree(widgets, await repository.commit({ 'a.txt': 'a\n' }))
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-program-'))
  server = createServer((_, answer) => answer.end('hello from the socket'))
  await mkdir(join(folder, 'socket'))
  server.listen(join(folder, 'socket', 'models.sock'))
  await once(server, 'listening')
  await chmod(join(folder, 'socket', 'models.sock'), 0o666)
})

afterAll(async () => {
  server.close()
  await tree[Symbol.asyncDispose]()
  await repository[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function order(script: string, more: Partial<ProgramOrder> = {}): Promise<ProgramOrder> {
  const programs = join(folder, 'programs', 'bin')
  await mkdir(programs, { recursive: true })
  const file = join(programs, 'program')
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  const describe = () => ({ args: ['one', 'two words'], environment: { GREETING: 'hi' }, home: [] })
  return { file, folder: join(folder, 'programs'), describe, socket: null, ...more }
}

async function read(program: RunningProgram): Promise<string> {
  let text = ''
  for await (const chunk of program.output) text += Buffer.from(chunk).toString('utf8')
  return text
}

const limits = (isolation: 'bubblewrap' | 'none') => ({
  isolation,
  maxDiskBytes: 100_000_000,
  maxMemoryBytes: 1_000_000_000,
})

describe.each(['bubblewrap', 'none'] as const)('a program, isolation %s', (isolation) => {
  test('is talked with, gets its arguments and environment, and nothing of the server’s', async () => {
    const script = 'read line; echo "$line $1 $2 $GREETING"; cat a.txt; env >&2; exit 3'
    await using program = await tree.start(await order(script), limits(isolation))

    await program.write('ping\n')

    expect(await read(program)).toBe('ping one two words hi\na\n')
    expect(await program.ended).toEqual({ exitCode: 3, excess: null })
    expect(program.complaints()).toContain('GREETING=hi')
    expect(program.complaints()).not.toContain(canary)
  })

  test('finds files laid into its home, may write there, and leaves nothing of it', async () => {
    const describe = ({ home }: { home: string }) => ({
      args: [],
      environment: { KEPT_AT: home },
      home: [{ path: '.tool/config/settings.json', text: '{"a":1}' }],
    })
    const script =
      'cat "$KEPT_AT/.tool/config/settings.json"; echo x >> "$HOME/.tool/config/settings.json" && echo written'
    const program = await tree.start(await order(script, { describe }), limits(isolation))

    const said = await read(program)
    await program[Symbol.asyncDispose]()

    expect(said).toBe('{"a":1}written\n')
  })

  test('ends when its input does, if it wants to', async () => {
    await using program = await tree.start(await order('cat'), limits(isolation))

    await program.write('all\n')
    program.endInput()

    expect(await read(program)).toBe('all\n')
    expect((await program.ended).exitCode).toBe(0)
  })

  test('is gone with all that it began once nobody needs it', async () => {
    const sleep = ownSleep(600)
    const script = `setsid sh -c '${sleep} & ${sleep}' & trap '' TERM; echo ready; ${sleep}`
    const program = await tree.start(await order(script), limits(isolation))
    const output = program.output[Symbol.asyncIterator]()
    await output.next()

    await program[Symbol.asyncDispose]()

    await expect.poll(() => countProcesses(sleep)).toBe(0)
    expect((await program.ended).exitCode).not.toBe(0)
  })

  test('is killed where it takes too much memory', async () => {
    const script = "node -e 'const held = Buffer.alloc(200e6, 1); setTimeout(() => held, 6e4)'"
    await using program = await tree.start(await order(script), { ...limits(isolation), maxMemoryBytes: 100_000_000 })

    expect(await program.ended).toEqual({ exitCode: null, excess: 'memory' })
  })

  test('is killed where it fills the disk', async () => {
    const script = 'head -c 30000000 /dev/zero > big; sync; sleep 60'
    await using program = await tree.start(await order(script), {
      isolation,
      maxDiskBytes: 10_000_000,
      maxMemoryBytes: 1_000_000_000,
    })

    expect(await program.ended).toEqual({ exitCode: null, excess: 'disk' })
    await rm(join(tree.dir, 'big'))
  })
})

describe('confined', () => {
  test('its network is one socket, at an address of its own', async () => {
    const script = `node -e "
      const ask = async (url) => fetch(url).then((answer) => answer.text(), (error) => String(error.cause?.code ?? error))
      ;(async () => console.log(await ask(process.env.ORIGIN), await ask('http://1.1.1.1/'), await ask('http://example.com/')))()
    "`
    const describe = ({ origin }: { origin: string | null }) => ({
      args: [],
      environment: { ORIGIN: origin ?? '' },
      home: [],
    })
    const asked = await order(script, { describe, socket: join(folder, 'socket', 'models.sock') })
    await using program = await tree.start(asked, limits('bubblewrap'))

    expect(await read(program)).toMatch(/^hello from the socket ENETUNREACH EAI_AGAIN\n$/)
  })

  test('sees its own folder, and can’t write it', async () => {
    const script = `ls /opt/agent/programs; echo x > /opt/agent/programs/bin/more || echo refused; ls ${folder} 2>&1`
    await using program = await tree.start(await order(script), limits('bubblewrap'))

    expect(await read(program)).toMatch(/^bin\nrefused\nls: .*No such file/)
  })

  test('what it is told is in no command line', async () => {
    const describe = () => ({ args: [], environment: { TOKEN: canary }, home: [] })
    const script = 'cat /proc/*/cmdline | tr "\\0" " "; echo; echo done'
    await using program = await tree.start(await order(script, { describe }), limits('bubblewrap'))

    const said = await read(program)
    expect(said).toContain('done')
    expect(said).not.toContain(canary)
  })

  test('without bubblewrap it is not begun', async () => {
    const bin = await mkdtemp(join(folder, 'bin-'))
    for (const name of ['git', 'sh']) await symlink(`/usr/bin/${name}`, join(bin, name))
    const bare = repository.workspace({ env: { PATH: bin } })
    await using other = await bare.openWorkTree(widgets, tree.commit)

    await expect(other.start(await order('true'), limits('bubblewrap'))).rejects.toMatchObject({
      code: 'isolation_missing',
    })
  })

  test('a program that isn’t there says so', async () => {
    const asked = { ...(await order('true')), file: join(folder, 'programs', 'bin', 'nobody') }
    await using program = await tree.start(asked, limits('bubblewrap'))

    expect((await program.ended).exitCode).toBe(127)
    expect(program.complaints()).toContain('ENOENT')
  })
})
