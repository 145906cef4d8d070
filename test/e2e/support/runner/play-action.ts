import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import { zipSync } from 'fflate'
import type { Sandbox } from 'github-sandbox'
import type { PlayAction } from './play-workflows.ts'

/** Child processes of jobs that are at work. */
export type LiveSteps = Set<{ mode: string; kill: (signal: 'SIGKILL') => unknown; exited: Promise<unknown> }>

/** Our Action as a child process, with nothing of this process's environment; and the one that makes an App's token. */
export function playActionWith(program: string, sandbox: Sandbox, live: LiveSteps = new Set()): PlayAction {
  return async ({ uses, env, cwd, signal }) => {
    if (uses.startsWith('actions/upload-artifact@')) {
      const { GITHUB_REPOSITORY = '', GITHUB_RUN_ID, INPUT_NAME = '', INPUT_PATH = '' } = env
      await sandbox.keepArtifact(GITHUB_REPOSITORY, Number(GITHUB_RUN_ID), INPUT_NAME, await packFolder(INPUT_PATH))
      return { exitCode: 0, log: '' }
    }
    if (uses.startsWith('actions/create-github-app-token@')) {
      await appendFile(
        env['GITHUB_OUTPUT'] ?? '',
        `token<<ghadelimiter_0\n${await makeAppToken(sandbox)}\nghadelimiter_0\n`,
      )
      return { exitCode: 0, log: '' }
    }
    const step = execa(process.execPath, [program], {
      // Half of a short job would be reading the Action anew.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
      extendEnv: false,
      cwd,
      reject: false,
      all: true,
      cancelSignal: signal,
      forceKillAfterDelay: 500,
    })
    const one = { mode: env['INPUT_MODE'] ?? '', kill: (how: 'SIGKILL') => step.kill(how), exited: step }
    live.add(one)
    const { exitCode, all } = await step
    live.delete(one)
    return { exitCode: exitCode ?? 1, log: all }
  }
}

/** As `actions/upload-artifact` does. */
export async function packFolder(dir: string): Promise<Uint8Array> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const packed = files.map(async (file) => [relative(dir, file), new Uint8Array(await readFile(file))] as const)
  return zipSync(Object.fromEntries(await Promise.all(packed)))
}

async function makeAppToken({ app, url }: Sandbox): Promise<string> {
  const { request } = new Octokit({ baseUrl: url })
  const auth = createAppAuth({ appId: app.id, privateKey: app.privateKey, installationId: app.installationId, request })
  return (await auth({ type: 'installation' })).token
}
