import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const exampleDir = fileURLToPath(new URL('../../../../examples/clock', import.meta.url))
const skillDir = fileURLToPath(new URL('../../../../examples/skills/manual-writer', import.meta.url))

export interface Example {
  /** Repository path → text. */
  files: Record<string, string>
  /** First line is the title, the rest the body. */
  issues: { name: string; title: string; body: string }[]
}

/** Path of the first example issue, from where the program was called. */
export function findExampleIssue(): string {
  return relative(process.cwd(), join(exampleDir, 'issues/1-durations-in-words.md'))
}

/** The example repository and its issues, from `examples/`. */
export async function readExample(): Promise<Example> {
  const files = await readFolder(join(exampleDir, 'repository'))
  const issuesDir = join(exampleDir, 'issues')
  const issues = []
  for (const name of (await readdir(issuesDir)).toSorted()) {
    const [title = '', ...body] = (await readFile(join(issuesDir, name), 'utf8')).split('\n')
    issues.push({ name, title: title.replace(/^#\s*/, ''), body: body.join('\n').trim() })
  }
  return { files, issues }
}

/** The example of a skill, with a fault of every kind. */
export function readSkillExample(): Promise<Record<string, string>> {
  return readFolder(skillDir)
}

async function readFolder(dir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[path.slice(dir.length + 1)] = await readFile(path, 'utf8')
  }
  return files
}
