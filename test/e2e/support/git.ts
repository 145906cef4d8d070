import { execa } from 'execa'

/** No configuration of the machine, no prompts, no advice: the same everywhere. */
export const gitEnvironment = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
}

/** Output of plain git on a repository; throws where git fails. */
export async function readGit(dir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execa('git', ['-C', dir, ...args], { env: gitEnvironment, maxBuffer: 200_000_000 })
  return stdout
}
