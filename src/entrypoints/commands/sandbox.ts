import { isPackageMissing } from '../settings/missing-package.ts'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Octokit } from '@octokit/rest'
import { CountersignFault } from '../../application/fault.ts'
import { readExample } from './read/read-example.ts'
import { type GivenRole, giveRoles } from '../sandbox/give-roles.ts'
import type { SandboxApp } from '../sandbox/start-sandbox-app.ts'
import type { CommandIo } from './verify.ts'
import { whatBringsSandbox } from '../settings/called-as.ts'
import { explainPort } from '../settings/explain-port.ts'
import { nameModels } from '../models/name-models.ts'
import { untilStopped } from './lifetime/until-stopped.ts'

export interface SandboxArguments {
  port: number
  import?: string
  data?: string
  /** Other roles than people have by themselves. */
  role?: readonly GivenRole[]
  json?: boolean
}

/** `countersign sandbox`: a GitHub on this machine with the App attached, until SIGINT or SIGTERM. */
export async function runSandbox(args: SandboxArguments, io: CommandIo): Promise<number> {
  const from = args.import === undefined ? undefined : resolve(args.import)
  if (from !== undefined && !(await isGitRepository(from))) {
    io.stderr(`countersign sandbox: ${from} is not a git repository (there is neither .git nor HEAD in it)\n`)
    return 2
  }
  const starter = await loadStarter()
  if (starter === undefined) {
    io.stderr(`countersign sandbox: no sandbox is installed here; ${whatBringsSandbox}\n`)
    return 2
  }
  const dataDir = args.data === undefined ? await mkdtemp(join(tmpdir(), 'countersign-sandbox-')) : resolve(args.data)
  try {
    await starter.expectOwnFolder(dataDir)
    const running = await starter.startSandboxApp({
      dataDir,
      port: args.port,
      env: await nameModels(io.env),
      secondIdentity: true,
      reconcileMinutes: 5,
    })
    const repositories = await findOrCreateRepositories(running, from)
    const unable = giveRoles(running.sandbox, args.role ?? [])
    if (unable !== undefined) {
      io.stderr(`countersign sandbox: --role: ${unable}\n`)
      await running.close()
      return 2
    }
    const stopped = untilStopped()
    io.stdout(
      args.json === true
        ? `${JSON.stringify(describe(running, repositories))}\n`
        : renderWelcome(running, repositories),
    )
    await stopped
    await running.close()
    return 0
  } catch (error) {
    const why = explainStart(error, args.port)
    if (why === undefined) throw error
    io.stderr(`countersign sandbox: ${why}\n`)
    return 2
  } finally {
    if (args.data === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

/** What whoever started it can mend; undefined for every other error. */
function explainStart(error: unknown, port: number): string | undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_SANDBOX_FOLDER') return error.message
  if (error instanceof CountersignFault && error.code === 'configuration_invalid')
    return `${error.message}: ${error.details}`
  return explainPort(error, `127.0.0.1:${port}`, 'name another with --port N (--port 0 takes a free one)')
}

/** Servers are installed without the sandbox: undefined there. */
async function loadStarter() {
  try {
    return await import('../sandbox/start-sandbox-app.ts')
  } catch (error) {
    if (isSandboxMissing(error)) return undefined
    throw error
  }
}

/** Whether loading what needs the sandbox failed because it isn't installed. */
export function isSandboxMissing(error: unknown): boolean {
  return isPackageMissing(error, 'github-sandbox')
}

async function isGitRepository(path: string): Promise<boolean> {
  const found = await Promise.all(
    [join(path, '.git'), join(path, 'HEAD')].map((one) => stat(one).catch(() => undefined)),
  )
  return found.some((one) => one !== undefined)
}

/** What is in the folder already, that of `--import` first; where there is nothing, the example. */
async function findOrCreateRepositories(running: SandboxApp, from: string | undefined): Promise<Names> {
  const names = () => running.sandbox.world.repositories.map(({ owner, name }) => `${owner}/${name}`)
  const [first, ...others] = names()
  if (from === undefined && first !== undefined) return [first, ...others]
  const wanted =
    from === undefined
      ? 'example'
      : basename(from)
          .replace(/\.git$/, '')
          .replaceAll(/[^\w.-]/g, '-')
  const standing = running.sandbox.world.repositories.find((one) => one.name === wanted)
  const chosen =
    standing === undefined ? await createRepository(running, wanted, from) : `${standing.owner}/${standing.name}`
  return [chosen, ...names().filter((name) => name !== chosen)]
}

async function createRepository(running: SandboxApp, name: string, from: string | undefined): Promise<string> {
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

function describe({ sandbox, app: { dashboardUrl } }: SandboxApp, repositories: Names) {
  const [repository] = repositories
  const { id, slug, webhookSecret, privateKey, installationId } = sandbox.app
  return {
    url: sandbox.url,
    web: sandbox.web,
    dashboard: dashboardUrl,
    git: `${sandbox.web}/${repository}.git`,
    repository,
    repositories,
    app: { id, slug, installationId, webhookSecret, privateKey },
    tokens: sandbox.tokens,
  }
}

function renderWelcome({ sandbox, app }: SandboxApp, repositories: Names): string {
  const people = Object.entries(sandbox.tokens).map(
    ([role, token]) =>
      `  ${role.padEnd(11)} @${sandbox.logins[role as keyof typeof sandbox.logins].padEnd(10)} ${token}`,
  )
  const [only, ...others] = repositories
  const places = repositories.flatMap((repository) => [
    ...(others.length === 0 ? [] : [`  ${repository}`]),
    `  Pages   ${sandbox.web}/${repository}/issues`,
    `  Clone   git clone ${sandbox.web}/${repository}.git`,
    '',
  ])
  return [
    `A GitHub on this machine, with Countersign installed on ${others.length === 0 ? only : 'all of these'}.`,
    '',
    ...places,
    `  API     ${sandbox.url}`,
    ...(app.dashboardUrl === null ? [] : [`  Look    ${app.dashboardUrl}`]),
    '',
    'People and their tokens (as password for git, as bearer token for the API):',
    ...people,
    '',
    'Open an issue and label it "countersign", or comment /plan. Ctrl-C ends it.',
    '',
  ].join('\n')
}

type Names = readonly [string, ...string[]]
