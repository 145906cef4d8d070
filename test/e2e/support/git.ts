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

/** Bytes of many objects in one process, by id; an id that is not there is missing in the answer. */
export async function readObjects(dir: string, ids: Iterable<string>): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)]
  const objects = new Map<string, Buffer>()
  if (wanted.length === 0) return objects
  const { stdout } = await execa('git', ['-C', dir, 'cat-file', '--batch', '--buffer'], {
    env: gitEnvironment,
    input: `${wanted.join('\n')}\n`,
    encoding: 'buffer',
    maxBuffer: 500_000_000,
  })
  const bytes = Buffer.from(stdout)
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf(10, at)
    const [id = '', type, size] = bytes.subarray(at, lineEnd).toString().split(' ')
    at = lineEnd + 1
    if (type === 'missing') continue
    const length = Number(size)
    objects.set(id, bytes.subarray(at, at + length))
    at += length + 1
  }
  return objects
}
