import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './read/read-pages.ts'

const folder = join(root, 'packages/github-sandbox')

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest
}

test('the sandbox says no word of Countersign', async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'LICENSE')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\/(?:dist|node_modules)\//.test(file))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))

  expect(files.length).toBeGreaterThan(200)
  expect(
    files.filter((_, index) => /countersign/i.test(texts[index] ?? '')).map((file) => relative(root, file)),
  ).toEqual([])
})

test('a server is installed without it and what it alone needs', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; version?: string; dependencies?: Record<string, string> }>
  }
  const [{ dependencies: ofServer }, { dependencies }] = await Promise.all([readManifest(root), readManifest(folder)])
  const others = Object.values(lock.packages).filter(({ dev }) => dev !== true)
  const shared = new Set(others.flatMap((one) => Object.keys(one.dependencies ?? {})))
  const own = Object.keys(dependencies).filter((name) => !(name in ofServer) && !shared.has(name))
  const installed = ['packages/github-sandbox', ...own.map((name) => `node_modules/${name}`)]

  expect(own).toContain('mermaid')
  expect(installed.filter((path) => lock.packages[path]?.dev !== true)).toEqual([])
})

test('both take the same version of what both need, and an exact one', async () => {
  const [ofRoot, ofSandbox] = await Promise.all([readManifest(root), readManifest(folder)])
  const versions = { ...ofRoot.devDependencies, ...ofRoot.dependencies }
  const needed = Object.entries({ ...ofSandbox.dependencies, ...ofSandbox.devDependencies })

  expect(needed.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(needed.filter(([name, version]) => (versions[name] ?? version) !== version)).toEqual([])
})
