import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Package managers whose packages on this machine may be shown to what runs in isolation. */
export const packageTools = ['npm', 'cargo', 'go', 'maven', 'gradle', 'pip'] as const
export type PackageTool = (typeof packageTools)[number]

/** The folder of one of them on this machine. */
export interface PackageCache {
  tool: PackageTool
  path: string
}

/** What of the folder is shown: packages alone, never what stands beside them (settings, credentials, logs, addresses). */
const shown: Readonly<Record<PackageTool, readonly string[]>> = {
  npm: ['_cacache/content-v2'],
  cargo: ['registry/index', 'registry/cache', 'registry/src'],
  go: ['pkg/mod/cache/download'],
  maven: ['repository'],
  gradle: ['caches/modules-2'],
  // A folder of wheels, of nobody's HOME: all of it.
  pip: ['.'],
}

/** Where these look for their folder in HOME. What they fetch goes into it too, so that fetching needs one of its own. */
const inHome: Partial<Record<PackageTool, string>> = { npm: '.npm', cargo: '.cargo' }

/** The others are told of a second place, which they only read. */
const told: Partial<Record<PackageTool, (at: string) => Record<string, string>>> = {
  go: (at) => ({ GOPROXY: `file://${at}/pkg/mod/cache/download,https://proxy.golang.org,direct` }),
  maven: (at) => ({ MAVEN_ARGS: `-Dmaven.repo.local.tail=${at}/repository` }),
  gradle: (at) => ({ GRADLE_RO_DEP_CACHE: `${at}/caches` }),
  pip: (at) => ({ PIP_FIND_LINKS: at, UV_FIND_LINKS: at }),
}

export interface ShownCaches {
  /** Folders of the machine, each at its place inside. */
  mounts: { path: string; at: string }[]
  /** Names in HOME that lead there. */
  links: { from: string; to: string }[]
  environment: Record<string, string>
}

/** How caches of this machine are seen by a run, which may only read them; those that aren't there are left out. */
export function showPackageCaches(caches: readonly PackageCache[], home: string, fetches: boolean): ShownCaches {
  const all: ShownCaches = { mounts: [], links: [], environment: {} }
  for (const { tool, path } of caches) {
    const at = `/opt/packages/${tool}`
    const own = inHome[tool]
    if (own !== undefined && fetches) continue
    const parts = listParts({ tool, path })
    all.mounts.push(...parts.map((part) => ({ path: join(path, part), at: join(at, part) })))
    if (own !== undefined) all.links.push(...parts.map((part) => ({ from: join(home, own, part), to: join(at, part) })))
    if (parts.length > 0) Object.assign(all.environment, told[tool]?.(at))
  }
  return all
}

/** Folders with packages that are there. */
export function listParts({ tool, path }: PackageCache): string[] {
  return shown[tool].filter((part) => existsSync(join(path, part)))
}
