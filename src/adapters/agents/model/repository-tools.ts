import { tool, type ToolSet } from 'ai'
import { z } from 'zod'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import { renderDataBlock } from '../prompts/data-block.ts'

/** What one call gives at most, and all calls of one question together. */
const mostAtOnce = 40_000
const mostInAll = 600_000
const mostLines = 600
const mostFound = 100
const mostListed = 1_000

/**
 * Tools that look at the files of one commit. `onCall` counts. Each answer is a marked block, bounded; beyond what all of
 * them may give together there is only the advice to answer.
 */
export function createRepositoryTools(reader: RepositoryReader, mark: string, onCall: (name: string) => void): ToolSet {
  let left = mostInAll
  const give = async (name: string, about: string, find: () => Promise<string>): Promise<string> => {
    onCall(name)
    if (left <= 0) return 'You have read as much as there is room for. Answer with what you know.'
    const text = await find()
    const shown = renderDataBlock({ label: JSON.stringify(about), text }, mark, Math.min(mostAtOnce, left))
    left -= shown.length
    return shown
  }
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
        give('read_file', path, () => readFile(reader, path, first, last ?? first + mostLines - 1)),
    }),
    search_files: tool({
      description: 'Lines that hold a text, in any letter case. It is taken as it is, not as a pattern.',
      inputSchema: z.object({
        text: z.string().min(1).max(200),
        below: z.string().default('').describe("A folder or file to search in; '' for all."),
      }),
      execute: ({ text, below }) => give('search_files', text, () => searchFiles(reader, text, below)),
    }),
  }
}

async function listFiles(reader: RepositoryReader, folder: string): Promise<string> {
  const names = await reader.list(trimSlashes(folder))
  if (names === undefined) return 'There is no such folder.'
  const more = names.length - mostListed
  return [...names.slice(0, mostListed), ...(more > 0 ? [`[and ${more} more]`] : [])].join('\n')
}

async function readFile(reader: RepositoryReader, path: string, first: number, last: number): Promise<string> {
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

function trimSlashes(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '')
}
