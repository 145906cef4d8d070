import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { settingsInFiles } from '../../src/entrypoints/settings/read-environment.ts'
import { SettingsSchema } from '../../src/entrypoints/settings/settings.ts'
import { root } from './read/read-pages.ts'

const ComposeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      env_file: z.unknown().optional(),
      secrets: z.array(z.string()).optional(),
      mem_limit: z.string().optional(),
      pids_limit: z.number().optional(),
      security_opt: z.array(z.string()).optional(),
      deploy: z.object({ replicas: z.string() }).optional(),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string()).optional(),
      cap_drop: z.array(z.string()).optional(),
      stop_grace_period: z.string().optional(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
const ignored = await readFile(join(root, '.dockerignore'), 'utf8')
const compose = ComposeSchema.parse(parse(await readFile(join(root, 'compose.yaml'), 'utf8'), { merge: true }))
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'countersign')

/** Sources of COPY from the folder of the project. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
const variables = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
  [...line.matchAll(/(\w+)=/g)].map(([, name = '']) => name),
)

test('everything that goes into the image is there, and let in', async () => {
  const allowed = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

  expect(copied.length).toBeGreaterThan(5)
  for (const source of copied) {
    await expect(stat(join(root, source))).resolves.toBeDefined()
    expect(allowed).toContain(source)
  }
})

test('what is set in the image and by compose are settings', () => {
  const known = new Set([
    ...Object.keys(SettingsSchema.shape),
    ...settingsInFiles.map((name) => `${name}_FILE`),
    'NODE_ENV',
  ])
  const set = [...variables, ...ours.flatMap(([, { environment }]) => Object.keys(environment))]

  expect(set.filter((name) => !known.has(name))).toEqual([])
})

test('the image runs as nobody special, with git and bubblewrap, and looks at its own health', () => {
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/apt-get install .*\bbubblewrap\b.*\bgit\b/)
  expect(dockerfile).toMatch(/^HEALTHCHECK [^]*\/healthz/m)
})

test('compose starts an app and two workers once Postgres is healthy', () => {
  expect(ours.map(([name, { deploy }]) => `${name} ${deploy?.replicas ?? 1}`)).toEqual([
    'app 1',
    'worker ${WORKERS:-2}',
  ])
  for (const [, { depends_on: needs }] of ours) expect(needs).toEqual({ postgres: { condition: 'service_healthy' } })
  expect(compose.services['postgres']?.healthcheck?.test).toContain('pg_isready')
})

test('each process of compose is a command with options that it knows', async () => {
  const asked = ours.map(async ([, { command = [] }]) => {
    const [name = '', ...options] = command
    const { stdout } = await execa(process.execPath, ['bin/countersign.mjs', name, '--help'], { cwd: root })
    return { name, options: options.filter((one) => one.startsWith('--')), stdout }
  })

  for (const { name, options, stdout } of await Promise.all(asked)) {
    expect(stdout).toContain(`countersign ${name}`)
    for (const option of options) expect(stdout).toContain(option)
  }
  // Starting processes takes its time on a busy machine.
}, 60_000)

test('the limits are shared by as many processes as work, however many that are', () => {
  const worker = compose.services['worker']

  expect(worker?.environment['LIMITS_SHARED_BY']).toBe(worker?.deploy?.replicas)
})

test('a process of compose can write to its volume and to /tmp alone, and has time to end in order', () => {
  for (const [, service] of ours) {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp:exec'], cap_drop: ['ALL'] })
    // More than the 30 seconds of src/entrypoints/commands/end-within.ts.
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(30)
  }
})

test('the image is built from what git has, with nothing from elsewhere but the base image and two registries', async () => {
  const { stdout } = await execa('git', ['ls-files', '--', ...copied], { cwd: root })
  const tracked = stdout.split('\n')

  for (const source of copied)
    expect(tracked.some((path) => path === source || path.startsWith(`${source}/`))).toBe(true)
  expect(dockerfile).not.toMatch(/^# *syntax *=/m)
})

test('what the image says of its version is what package.json says', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }

  const { stdout } = await execa(process.execPath, ['bin/countersign.mjs', '--version'], { cwd: root })

  expect(stdout).toBe(version)
  // Starting a process takes its time on a busy machine.
}, 60_000)

test('every secret of compose is a file that the script lays, each told to who has it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-secrets-'))
  try {
    await writeFile(
      join(dir, '.env'),
      'APP_ID=7\nPRIVATE_KEY="-----BEGIN\\nKEY"\nWEBHOOK_SECRET=hush\nSTATE_SECRET=quiet\n',
    )
    await execa('bash', [join(root, 'scripts/lay-secrets.sh')], { cwd: dir })
    const again = await execa('bash', [join(root, 'scripts/lay-secrets.sh')], { cwd: dir, reject: false })
    const read = (name: string) => readFile(join(dir, 'secrets', name), 'utf8')
    const laid = await readdir(join(dir, 'secrets'))

    expect(laid.toSorted()).toEqual(Object.keys(compose.secrets).toSorted())
    expect([await read('app_id'), await read('private_key')]).toEqual(['7', String.raw`-----BEGIN\nKEY`])
    expect(await read('database_url')).toBe(
      `postgres://countersign:${await read('postgres_password')}@postgres:5432/countersign`,
    )
    expect((await stat(join(dir, 'secrets/private_key'))).mode & 0o777).toBe(0o600)
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('secrets is there already') })
  } finally {
    await rm(dir, { recursive: true })
  }
  for (const [, { environment, secrets = [] }] of ours)
    for (const [name, path] of Object.entries(environment).filter(([one]) => one.endsWith('_FILE')))
      expect(secrets, name).toContain(path.replace('/run/secrets/', ''))
})

test('every service has its limits, and none is left without a seccomp profile', async () => {
  const profile = JSON.parse(await readFile(join(root, 'seccomp.json'), 'utf8')) as { syscalls: { names: string[] }[] }
  const refused = profile.syscalls.flatMap(({ names }) => names)

  for (const [name, service] of Object.entries(compose.services)) {
    expect(service, name).toMatchObject({ mem_limit: expect.any(String), pids_limit: expect.any(Number) })
    expect(service.security_opt ?? [], name).not.toContain('seccomp=unconfined')
  }
  expect(compose.services['worker']?.security_opt).toContain('seccomp=seccomp.json')
  expect(refused).toEqual(expect.arrayContaining(['bpf', 'keyctl', 'ptrace', 'setns', 'io_uring_setup', 'init_module']))
  // What bubblewrap makes its rooms of.
  for (const needed of ['clone', 'unshare', 'mount', 'umount2', 'pivot_root', 'prctl'])
    expect(refused).not.toContain(needed)
})
