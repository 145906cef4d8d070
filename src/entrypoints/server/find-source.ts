import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createCloneGit } from '../../adapters/git/cloned-repository.ts'

/**
 * What git clones: of a folder the repository that it is in; `owner/name` is an address on GitHub, unless there is a folder
 * of that name. Throws where neither is meant; `option` is where it was given.
 */
export async function findSource(
  given: string,
  env: Record<string, string | undefined>,
  option = '--repo',
): Promise<string> {
  const takes = `${option} takes a path, an address or owner/name`
  if (given === '' || given.startsWith('-')) throw new Error(takes)
  const stats = await stat(given).catch(() => undefined)
  if (stats === undefined) {
    if (/^[\w-][\w.-]*\/[\w.-]+$/.test(given))
      return `${env['GITHUB_WEB_URL'] ?? env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${given}.git`
    if (!given.includes(':')) throw new Error(`there is no ${given}; ${takes}`)
    return given
  }
  if (!stats.isDirectory()) return given
  const { exitCode, stdout, stderr } = await createCloneGit(
    given,
    env,
  )(['rev-parse', '--path-format=absolute', '--git-common-dir'])
  if (exitCode === 0) return stdout.toString('utf8').replace(/\n$/, '')
  if (stderr.includes('not a git repository'))
    throw new Error(`${resolve(given)} is no git repository, nor in one; ${takes}`)
  throw new Error(`git can't read ${given}: ${stderr.trim().split('\n')[0] ?? ''}`)
}
