import { tool, type ToolSet } from 'ai'
import { z } from 'zod'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { ToolRoom } from './tool-room.ts'

const mostLines = 600
const mostFound = 100
const mostListed = 1_000

/** Tools that look at files: of one commit, or of a work tree as it is. */
export function createRepositoryTools(reader: RepositoryReader, give: ToolRoom) {
  return {
    list_files: tool({
      description: 'Names of the files and folders right below a folder of the repository.',
      inputSchema: z.object({ folder: z.string().describe("Path without a slash at its ends; '' for the top.") }),
      execute: ({ folder }) => give('list_files', folder, () => listFiles(reader, folder)),
    }),
    read_file: tool({
      description: `Lines of a text file, at most ${mostLines}, each with its number.`,
      inputSchema: z.object({
        path: z.string(),
        first_line: z.int().positive().default(1),
        last_line: z.int().positive().optional(),
      }),
      execute: ({ path, first_line: first, last_line: last }) =>
        give('read_file', path, () => readFileLines(reader, path, first, last ?? first + mostLines - 1)),
    }),
    search_files: tool({
      description: 'Lines that hold a text, in any letter case. It is taken as it is, not as a pattern.',
      inputSchema: z.object({
        text: z.string().min(1).max(200),
        below: z.string().default('').describe("A folder or file to search in; '' for all."),
      }),
      execute: ({ text, below }) => give('search_files', text, () => searchFiles(reader, text, below)),
    }),
  } satisfies ToolSet
}

async function listFiles(reader: RepositoryReader, folder: string): Promise<string> {
  const names = await reader.list(trimSlashes(folder))
  if (names === undefined) return 'There is no such folder.'
  const more = names.length - mostListed
  return [...names.slice(0, mostListed), ...(more > 0 ? [`[and ${more} more]`] : [])].join('\n')
}

async function readFileLines(reader: RepositoryReader, path: string, first: number, last: number): Promise<string> {
  const found = await reader.read(trimSlashes(path), 2_000_000)
  if (found === undefined) return 'There is no such file.'
  if (found.kind === 'binary') return `This is no text: ${found.bytes} bytes.`
  const lines = found.text.split('\n')
  const until = Math.min(last, first + mostLines - 1, lines.length)
  const shown = lines.slice(first - 1, until).map((line, index) => `${first + index}: ${line}`)
  return [...shown, `[lines ${first} to ${until} of ${lines.length}${found.isCut ? ' or more' : ''}]`].join('\n')
}

async function searchFiles(reader: RepositoryReader, text: string, below: string): Promise<string> {
  const { lines, isCut } = await reader.search(text, trimSlashes(below), mostFound)
  if (lines.length === 0) return 'Nothing holds it.'
  const shown = lines.map(({ path, line, text: said }) => `${path}:${line}: ${said.slice(0, 300)}`)
  return [...shown, ...(isCut ? [`[and more than these ${mostFound}]`] : [])].join('\n')
}

/** Models write `./src/a.js` and `/src/a.js` for the same. */
export function trimSlashes(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '')
}
