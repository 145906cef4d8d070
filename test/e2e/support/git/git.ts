import { tmpdir } from 'node:os'
import { gitStarter } from '../../../../src/adapters/workspace/plumbing/git-starter.ts'

/** No configuration of the machine, no prompts, no advice: the same everywhere. */
export const gitEnvironment = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
}

/** Output of plain git on a repository; throws where git fails. */
export function readGit(dir: string, args: readonly string[]): Promise<string> {
  return runGit(['-C', dir, ...args])
}

/** Runs git; its output without the last line end. Throws where git fails. */
export async function runGit(args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', ...gitEnvironment }
  const command = { args, env, input: undefined, cwd: tmpdir(), timeoutMs: 5 * 60_000, maxBytes: 200_000_000 }
  const { exitCode, stdout, stderr } = await gitStarter.run(command)
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${exitCode}: ${decode(stderr)}`)
  return decode(stdout).replace(/\n$/, '')
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
