import { tmpdir } from 'node:os'
import { gitStarter } from '../../../../src/adapters/workspace/plumbing/git-starter.ts'
import { letGitRunIn } from 'github-sandbox/testing'

/** The sandbox GitHub of this process has git started by the small process that starts the App's too. */
export function brokerSandboxGit(): void {
  letGitRunIn(async (args, env, input) => {
    const command = { args, env, input, cwd: tmpdir(), timeoutMs: 10 * 60_000, maxBytes: 1_000_000_000 }
    const { exitCode, stdout, stderr } = await gitStarter.run(command)
    return { exitCode: exitCode ?? undefined, stdout, stderr }
  })
}
