import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackageCache, showPackageCaches } from '../../../../src/adapters/workspace/isolation/package-caches.ts'
import type { ProgramOrder, WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { buildLimits, createLocalRepository, type LocalRepository, widgets } from '../../../support/local-repository.ts'

const canary = 'npm_canary0a7be1'
let dir: string
let cache: string
let repository: LocalRepository
let tree: WorkTree

/** A cache as npm itself fills it, with what stands beside it on a machine, and a repository whose lock names what is in it. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-caches-'))
  cache = join(dir, 'home', '.npm')
  await lay('thing/package.json', JSON.stringify({ name: 'thing', version: '1.0.0' }))
  await lay('thing/index.js', `module.exports = 'from the cache'\n`)
  const npm = (...args: string[]) => execa('npm', [...args, '--cache', cache], { cwd: dir })
  const packed = JSON.parse((await npm('pack', './thing', '--json', '--ignore-scripts')).stdout) as {
    integrity: string
  }[]
  await npm('cache', 'add', join(dir, 'thing-1.0.0.tgz'))
  await lay('home/.npmrc', `//registry.npmjs.org/:_authToken=${canary}\n`)
  await lay('home/.npm/_logs/debug.log', `GET https://x:${canary}@registry.example\n`)
  await lay('home/.npm/.npmrc', canary)
  const resolved = 'https://registry.npmjs.org/thing/-/thing-1.0.0.tgz'
  const dependencies = { thing: '1.0.0' }
  const packages = {
    '': { dependencies },
    'node_modules/thing': { version: '1.0.0', resolved, integrity: packed[0]?.integrity },
  }
  repository = await createLocalRepository()
  const commit = await repository.commit({
    'package.json': JSON.stringify({ name: 'widgets', version: '1.0.0', dependencies }),
    'package-lock.json': JSON.stringify({ name: 'widgets', version: '1.0.0', lockfileVersion: 3, packages }),
  })
  tree = await repository.workspace({ caches: [{ tool: 'npm', path: cache }] }).openWorkTree(widgets, commit)
})

afterAll(async () => {
  await tree[Symbol.asyncDispose]()
  await repository[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

async function lay(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), text)
}

async function readCache(): Promise<Record<string, string>> {
  const entries = await readdir(join(cache, '_cacache'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'base64')] as const)),
  )
}

test('npm installs from the cache of the machine without a network, and nothing in the run changes it', async () => {
  const before = await readCache()
  const content = '$(find -L ~/.npm/_cacache/content-v2 -type f | head -1)'

  const installed = await tree.run(`npm ci --offline --no-audit --no-fund && node -p "require('thing')"`, buildLimits())
  const poisoned = await tree.run(
    `set -- ${content}; echo evil >> $1; rm -f $1; mv $1 /tmp/x; touch ~/.npm/_cacache/content-v2/new; chmod -R u+w /opt/packages; npm cache clean --force; true`,
    buildLimits(),
  )

  expect(installed).toMatchObject({ exitCode: 0, output: expect.stringContaining('from the cache') })
  expect(poisoned.output.match(/Read-only file system/g)?.length).toBeGreaterThanOrEqual(4)
  expect(await readCache()).toEqual(before)
})

test('what stands beside the packages is not there: settings, tokens, logs, addresses', async () => {
  const ran = await tree.run(`grep -rl ${canary} ~ /opt /run /tmp 2>/dev/null; ls /opt/packages/npm/*`, buildLimits())

  expect(ran.output).toBe('content-v2\n')
})

test('an agent sees the same, and one that may fetch has a cache of its own to write', async () => {
  const look = async (more: Partial<ProgramOrder>) => {
    const describe = () => ({ args: ['-c', 'ls -A ~/.npm/_cacache 2>&1'], environment: {}, home: [] })
    const limits = { isolation: 'bubblewrap' as const, maxDiskBytes: 1e9, maxMemoryBytes: 1e9 }
    await using program = await tree.start({ file: '/bin/sh', folder: null, socket: null, describe, ...more }, limits)
    let text = ''
    for await (const chunk of program.output) text += Buffer.from(chunk).toString('utf8')
    return text
  }

  expect(await look({})).toBe('content-v2\n')
  expect(await look({ fetches: true })).toMatch(/No such file/)
})

test('each manager is told in its own way; what is not there is not shown', async () => {
  const caches: PackageCache[] = (['cargo', 'go', 'maven', 'gradle', 'pip', 'npm'] as const).map((tool) => ({
    tool,
    path: join(dir, tool),
  }))
  for (const place of [
    'cargo/registry/cache',
    'go/pkg/mod/cache/download',
    'maven/repository',
    'gradle/caches/modules-2',
  ])
    await mkdir(join(dir, place), { recursive: true })
  await mkdir(join(dir, 'pip'))
  await lay('cargo/credentials.toml', canary)
  await lay('maven/settings.xml', canary)

  const alone = showPackageCaches(caches, '/tmp/home', false)
  const fetching = showPackageCaches(caches, '/tmp/home', true)

  expect(alone.mounts.map(({ path, at }) => [path.slice(dir.length + 1), at])).toEqual([
    ['cargo/registry/cache', '/opt/packages/cargo/registry/cache'],
    ['go/pkg/mod/cache/download', '/opt/packages/go/pkg/mod/cache/download'],
    ['maven/repository', '/opt/packages/maven/repository'],
    ['gradle/caches/modules-2', '/opt/packages/gradle/caches/modules-2'],
    ['pip', '/opt/packages/pip'],
  ])
  expect(alone.links).toEqual([{ from: '/tmp/home/.cargo/registry/cache', to: '/opt/packages/cargo/registry/cache' }])
  expect(alone.environment).toEqual({
    GOPROXY: 'file:///opt/packages/go/pkg/mod/cache/download,https://proxy.golang.org,direct',
    MAVEN_ARGS: '-Dmaven.repo.local.tail=/opt/packages/maven/repository',
    GRADLE_RO_DEP_CACHE: '/opt/packages/gradle/caches',
    PIP_FIND_LINKS: '/opt/packages/pip',
    UV_FIND_LINKS: '/opt/packages/pip',
  })
  expect(fetching.links).toEqual([])
  expect(fetching.environment).toEqual(alone.environment)
})
