import { readFile } from 'node:fs/promises'

const file = '.env'

/** What helps who has settings in the file that `setup` writes, but didn't say that it is to be read; undefined elsewhere. */
export async function explainUnreadSettings(
  env: Record<string, string | undefined>,
  args: readonly string[],
): Promise<string | undefined> {
  if (env['APP_ID']) return undefined
  const text = await readFile(file, 'utf8').catch(() => '')
  if (!/^APP_ID=/m.test(text)) return undefined
  return `${file} here is read where it is named: countersign ${['--settings', file, ...args].join(' ')}`
}
