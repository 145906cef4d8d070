import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Page {
  /** Path in the repository. */
  path: string
  text: string
}

/** The Markdown that people read here: at the top, in docs/ and in .github/. */
export async function readPages(): Promise<Page[]> {
  const top = (await readdir(root)).filter((name) => name.endsWith('.md')).map((name) => join(root, name))
  const below = await Promise.all(['docs', '.github'].map((folder) => findPages(join(root, folder))))
  const files = [...top, ...below.flat()].toSorted()
  return Promise.all(files.map(async (file) => ({ path: relative(root, file), text: await readFile(file, 'utf8') })))
}

async function findPages(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Text without fenced blocks and code spans: examples hold no links. */
export function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n.*?\n\1$/gms, '').replaceAll(/`[^`\n]+`/g, '')
}
