import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Recipe } from './recipe.ts'

export interface FoundAgent {
  /** Without links. */
  file: string
  /** All that it needs of this machine; null where it is part of the system, which every isolation shows. */
  folder: string | null
  /** Of its npm package; null where it is in none. */
  version: string | null
}

/** Where agents are looked for. */
export interface AgentPlaces {
  /** As `scripts/install-agents.sh` fills it: a folder for each. */
  dir: string
  path: string
}

/** An agent's program on this machine; undefined where it isn't there. */
export function findAgent(
  name: string,
  { program }: Pick<Recipe, 'program'>,
  places: AgentPlaces,
): FoundAgent | undefined {
  const found = listCandidates(name, program, places).find(isProgram)
  if (found === undefined) return undefined
  const file = realpathSync(found)
  return { file, folder: findFolder(file), version: readVersion(file) }
}

function listCandidates(name: string, program: string, { dir, path }: AgentPlaces): string[] {
  if (isAbsolute(program)) return [program]
  const installed = join(dir, name, 'node_modules', '.bin', program)
  return [installed, ...path.split(delimiter).flatMap((one) => (isAbsolute(one) ? [join(one, program)] : []))]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A package with those it depends on, which stand beside it; else the one file. */
function findFolder(file: string): string | null {
  if (file.startsWith('/usr/')) return null
  const at = file.indexOf('/node_modules/')
  return at === -1 ? file : file.slice(0, at + '/node_modules'.length)
}

function readVersion(file: string): string | null {
  if (!file.includes('/node_modules/')) return null
  for (let folder = dirname(file); !folder.endsWith('/node_modules') && folder !== '/'; folder = dirname(folder)) {
    const version = readPackage(join(folder, 'package.json'))
    if (version !== null) return version
  }
  return null
}

function readPackage(path: string): string | null {
  if (!existsSync(path)) return null
  const text = readFileSync(path, 'utf8')
  return /"version"\s*:\s*"([\w.+-]{1,60})"/.exec(text)?.[1] ?? null
}
