import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const cli = resolve('src/entrypoints/cli.ts')
const bin = resolve('bin/countersign.mjs')

/** In a folder of its own, which may have a file of settings that nobody told node to read. */
async function countersign(args: string[], settings?: string) {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-cli-'))
  try {
    if (settings !== undefined) await writeFile(join(dir, '.env'), settings)
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
    const { exitCode, stderr, stdout } = await execa(process.execPath, [cli, ...args], {
      cwd: dir,
      env,
      extendEnv: false,
      reject: false,
    })
    return { exitCode, stderr, stdout }
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** Tells of each module that is loaded, before it is. */
const tellingLoads = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    process.stderr.write(url + '\\n')
    return next(url, context)
  },
})`

test('a server loads nothing of the sandbox, of other commands, or for what few issues need', async () => {
  const program = ['--import', `data:text/javascript,${encodeURIComponent(tellingLoads)}`, 'src/entrypoints/cli.ts']

  // It ends for want of settings, with everything loaded.
  const { exitCode, stderr } = await execa(process.execPath, [...program, 'app'], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    extendEnv: false,
    reject: false,
  })

  expect(exitCode).toBe(1)
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'))
  expect(loaded.some((url) => url.endsWith('/src/entrypoints/server/start-app.ts'))).toBe(true)
  const others = /\/github-sandbox\/|\/commands\/(?:doctor|plan|setup|verify)\.ts|\/adapters\/postgres\//
  const packages =
    /\/node_modules\/(?:@ai-sdk\/[^/]+|@hono\/node-server|ai|@pydantic\/genai-prices|ajv|execa|hono|pg|pino-http|saxes|tap-parser|tar-stream|unified)\//
  expect(loaded.filter((url) => others.test(url) || packages.test(url))).toEqual([])
}, 60_000)

const tellingFlags = `console.error('flags ' + process.execArgv.filter((flag) => /^--(?:max-semi|expose-gc)/.test(flag)).join(' '))`

test.skipIf(process.platform === 'win32').each([
  [
    'a server asks Node for little room for what is new, and to collect what starting left',
    [],
    ['flags ', 'flags --max-semi-space-size=2 --expose-gc'],
  ],
  ['who asks for more has it', ['--max-semi-space-size=8'], ['flags --max-semi-space-size=8']],
])(
  '%s',
  async (_, given, told) => {
    const program = ['--import', `data:text/javascript,${encodeURIComponent(tellingFlags)}`, ...given, bin, 'app']

    const { exitCode, stderr } = await execa(process.execPath, program, {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      extendEnv: false,
      reject: false,
    })

    expect(exitCode).toBe(1)
    expect(stderr).toContain('APP_ID is missing')
    expect(stderr.split('\n').filter((line) => line.startsWith('flags'))).toEqual(told)
  },
  60_000,
)

test('what a command lacks is explained by that command’s help', async () => {
  const { exitCode, stderr } = await countersign(['plan', 'check'])

  expect(exitCode).toBe(2)
  expect(stderr).toContain('(countersign plan check --help explains it)')
})

test('a command of the thread is told where it goes', async () => {
  const { exitCode, stderr } = await countersign(['export', 'ISS-007'])

  expect(exitCode).toBe(2)
  expect(stderr).toContain('export is a comment in the issue: /export')
  expect(stderr).toContain('"countersign verify"')
})

test.each([
  ['an archive', './countersign-ISS-007-1.tar.gz'],
  ['the page of a release', 'https://github.com/octo/widgets/releases/tag/countersign-ISS-007-1'],
  ['a folder', './downloads/bundle'],
  ['a manifest', './downloads/manifest.json'],
])('the help of verify has an example of %s', async (_what, example) => {
  const { exitCode, stdout } = await countersign(['verify', '--help'])

  expect(exitCode).toBe(0)
  expect(stdout).toContain(example)
})

test('doctor takes an issue as status does', async () => {
  const { exitCode, stderr } = await countersign(['doctor', 'seven'])

  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'countersign doctor: an issue is a number, such as 7, #7 or ISS-007, not "seven"',
  })
})

test('keys without settings says what was looked for, and where', async () => {
  const { exitCode, stderr } = await countersign(['keys'])

  expect(exitCode).toBe(2)
  expect(stderr).toContain('neither STATE_SECRET nor WEBHOOK_SECRET')
  expect(stderr).toMatch(/countersign --settings FILE keys.* \(in \S+countersign-cli-\S+ there is no \.env with them\)/)
})

test('keys beside settings that nobody read names them', async () => {
  const { stderr } = await countersign(['keys'], 'APP_ID=1\nSTATE_SECRET=abc\n')

  expect(stderr).toContain('.env here is read where it is named: countersign --settings .env keys')
})

test('settings that nobody read are named, with the command that reads them', async () => {
  const { exitCode, stderr } = await countersign(['setup', '--check'], 'APP_ID=1\n')

  expect(exitCode).toBe(2)
  expect(stderr).toContain('APP_ID is missing')
  expect(stderr).toContain('.env here is read where it is named: countersign --settings .env setup --check')
})

test('a file of settings is read where it is named', async () => {
  const { exitCode, stderr } = await countersign(
    ['setup', '--check', '--settings', '.env'],
    'APP_ID=one\nDATABASE=tape\n',
  )

  expect(exitCode).toBe(2)
  expect(stderr).toContain('APP_ID must be a whole number')
})

test('a file of settings that is not there is named, with what it is', async () => {
  const { exitCode, stderr } = await countersign(['agents', '--settings', 'none.env'])

  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/no file \S+none\.env; "countersign setup --out none\.env" registers an App/)
})

test('who has no settings yet is told what makes them', async () => {
  const { exitCode, stderr } = await countersign(['app'])

  expect(exitCode).toBe(1)
  expect(stderr).toContain('"countersign setup" registers an App and writes them into .env')
})

test('a table that is piped is as wide as COLUMNS says', async () => {
  const { stdout } = await execa(process.execPath, [cli, 'plan', 'dry-run', '--format', 'table', '-'], {
    env: { COLUMNS: '90' },
    input: '# Say hello\n\n- [ ] T1: Write a file that says hello to everybody who comes by, in `hello.txt`\n',
    reject: false,
  })

  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBe(90)
})

test('an older Node, where the project brings no other, is told which one it takes', async () => {
  const older = `for (const [key, value] of [['versions', { ...process.versions, node: '20.11.0' }], ['platform', 'sunos']])
    Object.defineProperty(process, key, { value })`
  const program = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, bin, '--help']

  const { exitCode, stderr } = await execa(process.execPath, program, { reject: false })

  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^Countersign needs Node 24 or newer; this is v[^\n]+$/)
})

/** As on a server, which `npm ci --omit=dev --omit=optional` has brought that package not. */
const without = (name: string) => `import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('${name}')) return next(specifier, context)
    return next(specifier, { ...context, parentURL: 'file:///nowhere/' })
  },
})`
const noSandbox = 'no sandbox is installed here; run "npm ci" without --omit=dev, which brings it'
const mcp = '@modelcontextprotocol/sdk'
const notHere = 'is not installed here; run "npm ci" without --omit=optional, which brings it'

test.each([
  ['sandbox', 'github-sandbox', noSandbox],
  ['demo', 'github-sandbox', noSandbox],
  ['mcp', mcp, `${mcp} ${notHere}`],
  ['tune', 'gpt-tokenizer', `gpt-tokenizer ${notHere}`],
])('%s says in one line what to install where it is missing', async (command, name, why) => {
  const skill = command === 'tune' ? ['examples/skills/manual-writer'] : []
  const program = ['--import', `data:text/javascript,${encodeURIComponent(without(name))}`, cli, command, ...skill]

  const { exitCode, stdout, stderr } = await execa(process.execPath, program, { reject: false })

  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: '', stderr: `countersign ${command}: ${why}` })
})

test.skipIf(process.platform === 'win32')(
  'a reader that has enough ends a command as a pipe does, without a word',
  async () => {
    // The shell's `true` is gone before anything is written.
    const line = '{ "$0" "$1" --help; echo "$?" >&2; } | true'
    const { stderr } = await execa('sh', ['-c', line, process.execPath, cli])

    expect(stderr).toBe('141')
  },
)
