import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Octokit } from '@octokit/rest'
import { readExample } from '../read-example.ts'
import { startSandboxApp, type SandboxApp } from '../start-sandbox-app.ts'
import type { CommandIo } from './verify.ts'
import { untilStopped } from './until-stopped.ts'

export interface SandboxArguments {
  port: number
  import?: string
  data?: string
  json?: boolean
}

/** `countersign sandbox`: a GitHub on this machine with the App attached, until SIGINT or SIGTERM. */
export async function runSandbox(args: SandboxArguments, io: CommandIo): Promise<number> {
  const from = args.import === undefined ? undefined : resolve(args.import)
  if (from !== undefined && !(await isGitRepository(from))) {
    io.stderr(`countersign sandbox: ${from} is not a git repository (there is neither .git nor HEAD in it)\n`)
    return 2
  }
  const dataDir = args.data === undefined ? await mkdtemp(join(tmpdir(), 'countersign-sandbox-')) : resolve(args.data)
  const running = await startSandboxApp({
    dataDir,
    port: args.port,
    env: io.env,
    secondIdentity: true,
    sweepMinutes: 5,
  })
  const repository = await findOrCreateRepository(running, from)
  io.stdout(
    args.json === true ? `${JSON.stringify(describe(running, repository))}\n` : renderWelcome(running, repository),
  )
  await untilStopped()
  await running.close()
  if (args.data === undefined) await rm(dataDir, { recursive: true, force: true })
  return 0
}

async function isGitRepository(path: string): Promise<boolean> {
  const found = await Promise.all(
    [join(path, '.git'), join(path, 'HEAD')].map((one) => stat(one).catch(() => undefined)),
  )
  return found.some((one) => one !== undefined)
}

async function findOrCreateRepository(running: SandboxApp, from: string | undefined): Promise<string> {
  const name =
    from === undefined
      ? 'example'
      : basename(from)
          .replace(/\.git$/, '')
          .replaceAll(/[^\w.-]/g, '-')
  const standing = running.sandbox.world.repositories.find((one) => one.name === name)
  if (standing !== undefined) return `${standing.owner}/${standing.name}`
  const example = from === undefined ? await readExample() : undefined
  const made = await running.sandbox.createRepository(
    from === undefined ? { name, files: example?.files ?? {} } : { name, from },
  )
  await running.sandbox.idle()
  if (example !== undefined) await openExampleIssues(running, made.repository, example.issues)
  return made.repository
}

async function openExampleIssues(
  running: SandboxApp,
  repository: string,
  issues: readonly { title: string; body: string }[],
): Promise<void> {
  const [owner = '', repo = ''] = repository.split('/')
  const maintainer = new Octokit({ auth: running.sandbox.tokens.maintainer, baseUrl: running.sandbox.url })
  for (const issue of issues) await maintainer.rest.issues.create({ owner, repo, ...issue })
}

function describe({ sandbox }: SandboxApp, repository: string) {
  const { id, slug, webhookSecret, privateKey, installationId } = sandbox.app
  return {
    url: sandbox.url,
    web: sandbox.web,
    git: `${sandbox.web}/${repository}.git`,
    repository,
    app: { id, slug, installationId, webhookSecret, privateKey },
    tokens: sandbox.tokens,
  }
}

function renderWelcome({ sandbox }: SandboxApp, repository: string): string {
  const people = Object.entries(sandbox.tokens).map(
    ([role, token]) =>
      `  ${role.padEnd(11)} @${sandbox.logins[role as keyof typeof sandbox.logins].padEnd(10)} ${token}`,
  )
  return [
    `A GitHub on this machine, with Countersign installed on ${repository}.`,
    '',
    `  Pages   ${sandbox.web}/${repository}/issues`,
    `  Clone   git clone ${sandbox.web}/${repository}.git`,
    `  API     ${sandbox.url}`,
    '',
    'People and their tokens (as password for git, as bearer token for the API):',
    ...people,
    '',
    'Open an issue and label it "countersign", or comment /plan. Ctrl-C ends it.',
    '',
  ].join('\n')
}
