import { homedir } from 'node:os'
import { join } from 'node:path'
import { type PackageCache, type PackageTool, packageTools } from '../../adapters/workspace/isolation/package-caches.ts'

/** In HOME, as each of them has it without settings; a folder of wheels has no usual place. */
const usual: Partial<Record<PackageTool, string>> = {
  npm: '.npm',
  cargo: '.cargo',
  go: 'go',
  maven: '.m2',
  gradle: '.gradle',
}

/** What `PACKAGE_CACHES` names: `npm, pip=/srv/wheels`. */
export function listPackageCaches(text: string | undefined, home = homedir()): PackageCache[] {
  return (text?.split(',') ?? []).flatMap((one) => parseOne(one, home) ?? [])
}

/** Whether all that it names is known, each with a folder. */
export function namesPackageCaches(text: string): boolean {
  return text.split(',').every((one) => parseOne(one, homedir()) !== undefined)
}

function parseOne(text: string, home: string): PackageCache | undefined {
  const [name, ...rest] = text.split('=').map((part) => part.trim())
  const tool = packageTools.find((known) => known === name)
  if (tool === undefined) return undefined
  if (rest.length > 0) return rest[0]?.startsWith('/') === true ? { tool, path: rest.join('=') } : undefined
  const place = usual[tool]
  return place === undefined ? undefined : { tool, path: join(home, place) }
}
