import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = '.env'
const bin = fileURLToPath(new URL('../../../bin/countersign.mjs', import.meta.url))

/** What helps who has settings in the file that `setup` writes, but didn't tell node to read it; undefined elsewhere. */
export async function explainUnreadSettings(
  env: Record<string, string | undefined>,
  args: readonly string[],
): Promise<string | undefined> {
  if (env['APP_ID']) return undefined
  const text = await readFile(file, 'utf8').catch(() => '')
  if (!/^APP_ID=/m.test(text)) return undefined
  const near = relative(process.cwd(), bin)
  const program = near.startsWith('..') ? bin : near
  return `${file} here is read where node is told to: node --env-file=${file} ${[program, ...args].join(' ')}`
}
