import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { root } from '../../docs/read/read-pages.ts'

/** What `npm pack` reads. It changes package.json while it packs, so it gets a copy. */
const taken = [
  'LICENSE',
  'README.md',
  'app.yml',
  'bin',
  'dist',
  'examples',
  'package.json',
  'packages/countersign-verify',
  'schemas',
  'scripts',
  'src',
]

/** The tarball of this project as it would be published, made in `dir`. */
export async function packCountersign(dir: string): Promise<string> {
  const copy = join(dir, 'copy')
  for (const name of taken) await cp(join(root, name), join(copy, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { stdout } = await execa('npm', ['pack', '--silent', '--pack-destination', dir], { cwd: copy })
  return join(dir, stdout.trim().split('\n').at(-1) ?? '')
}

/**
 * Lays it out as npm would in an empty folder, with what the package says it depends on, and nothing else of this
 * project: without asking a registry.
 */
export async function layPackage(tarball: string, dir: string): Promise<string> {
  const modules = join(dir, 'empty/node_modules')
  const own = join(modules, 'countersign')
  await mkdir(own, { recursive: true })
  await execa('tar', ['--extract', '--file', tarball, '--directory', own, '--strip-components', '1'])
  const { dependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  return join(dir, 'empty')
}
