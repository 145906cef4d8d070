import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const program = fileURLToPath(new URL('../../../bin/bench.mjs', import.meta.url))

/** `npm run bench --` with these words, as a process of its own. */
export async function runProgram(words: readonly string[], timeoutMs: number) {
  const options = { reject: false, timeout: timeoutMs, forceKillAfterDelay: 5_000 } as const
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...words], options)
  return { exitCode, stdout, stderr }
}
