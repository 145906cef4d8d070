import { appendFile } from 'node:fs/promises'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import type { Sandbox } from 'github-sandbox'
import type { PlayAction } from './play-workflows.ts'

/** Our Action as a child process, with nothing of this process's environment; and the one that makes an App's token. */
export function playActionWith(program: string, sandbox: Sandbox): PlayAction {
  return async ({ uses, env, cwd }) => {
    if (uses.startsWith('actions/create-github-app-token@')) {
      await appendFile(
        env['GITHUB_OUTPUT'] ?? '',
        `token<<ghadelimiter_0\n${await makeAppToken(sandbox)}\nghadelimiter_0\n`,
      )
      return { exitCode: 0, log: '' }
    }
    const { exitCode, all } = await execa(process.execPath, [program], {
      env,
      extendEnv: false,
      cwd,
      reject: false,
      all: true,
    })
    return { exitCode: exitCode ?? 1, log: all }
  }
}

async function makeAppToken({ app, url }: Sandbox): Promise<string> {
  const { request } = new Octokit({ baseUrl: url })
  const auth = createAppAuth({ appId: app.id, privateKey: app.privateKey, installationId: app.installationId, request })
  return (await auth({ type: 'installation' })).token
}
