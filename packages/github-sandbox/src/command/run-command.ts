import { rmSync } from 'node:fs'
import { access, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Sandbox } from '../instance/sandbox.ts'
import { FolderRefused, refuseStrangeFolder } from '../world/claim-folder.ts'
import { startSandbox } from '../start/start-sandbox.ts'
import { endWithPipe } from './end-with-pipe.ts'
import { readArguments, usage, type Arguments } from './read-arguments.ts'
import { readManifest } from './read-manifest.ts'
import { describeSandbox, renderWelcome, type Started } from './render-welcome.ts'
import { untilStopped } from './until-stopped.ts'
import { WrongInput } from './wrong-input.ts'

/** `github-sandbox`: a GitHub on this machine until SIGINT or SIGTERM. Returns the exit code. */
export async function runCommand(words: string[]): Promise<number> {
  endWithPipe()
  const read = readArguments(words)
  switch (read.kind) {
    case 'help':
      process.stdout.write(usage)
      return 0
    case 'wrong':
      return complain(read.why)
    case 'start':
      return start(read.arguments)
  }
}

/** What one that was ended before it first wrote its world may leave. */
const ownNames = ['app.pem', 'assets', 'octo-org', 'sandbox.lock', 'world.json.new']

async function start(given: Arguments): Promise<number> {
  const dataDir = given.data === undefined ? await makePassingFolder() : resolve(given.data)
  try {
    await refuseStrangeFolder(dataDir, 'world.json', ownNames)
    const app = given.manifest === undefined ? undefined : await readManifest(given.manifest)
    const sandbox = await startSandbox({ port: given.port, dataDir, ...(app === undefined ? {} : { app }) })
    try {
      const started = await furnish(sandbox, dataDir, given)
      const stopped = untilStopped()
      process.stdout.write(given.json ? `${JSON.stringify(describeSandbox(started))}\n` : renderWelcome(started))
      await stopped
    } finally {
      await sandbox.close()
    }
    return 0
  } catch (error) {
    const why = explain(error, given)
    if (why === undefined) throw error
    return complain(why)
  }
}

/** Gone with the process, also where a closed pipe ends that. */
async function makePassingFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'github-sandbox-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** With a repository to begin with, the App's webhooks on their way, and its key in a file. */
async function furnish(sandbox: Sandbox, dataDir: string, given: Arguments): Promise<Started> {
  const repositories = await findOrCreateRepositories(sandbox, given.import)
  sandbox.setWebhookUrl(given.webhook)
  const keyFile = join(dataDir, 'app.pem')
  await writeFile(keyFile, sandbox.app.privateKey, { mode: 0o600 })

  return { sandbox, repositories, webhookUrl: given.webhook, keyFile }
}

/** What is in the folder already, that of `--import` first; where there is nothing, an empty example. */
async function findOrCreateRepositories(sandbox: Sandbox, from: string | undefined): Promise<string[]> {
  if (from !== undefined && !(await isGitRepository(from)))
    throw new WrongInput(`${from} is not a git repository (there is neither .git nor HEAD in it)`)
  const names = () => sandbox.world.repositories.map(({ owner, name }) => `${owner}/${name}`)
  if (from === undefined && names().length > 0) return names()
  const name =
    from === undefined
      ? 'example'
      : basename(resolve(from))
          .replace(/\.git$/, '')
          .replaceAll(/[^\w.-]/g, '-')
  const standing = names().find((one) => one.endsWith(`/${name}`))
  const path = from === undefined ? {} : { from: resolve(from) }
  const chosen = standing ?? (await sandbox.createRepository({ name, ...path })).repository
  return [chosen, ...names().filter((one) => one !== chosen)]
}

async function isGitRepository(folder: string): Promise<boolean> {
  const looks = await Promise.allSettled([access(join(folder, '.git')), access(join(folder, 'HEAD'))])

  return looks.some((look) => look.status === 'fulfilled')
}

/** What the one who called can mend; undefined for every other error. */
function explain(error: unknown, { port, data }: Arguments): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  const place = `127.0.0.1:${port}`
  if (code === 'EADDRINUSE') return `something else listens on ${place}; name another with --port (0 takes a free one)`
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `this user may not listen on ${place}; name another with --port (0 takes a free one)`
  if (code === 'EACCES' || code === 'EROFS') return `can't write to ${data ?? tmpdir()}: ${error.message}`
  return error instanceof WrongInput || error instanceof FolderRefused ? error.message : undefined
}

function complain(why: string): number {
  process.stderr.write(`github-sandbox: ${why}\n`)
  return 2
}
