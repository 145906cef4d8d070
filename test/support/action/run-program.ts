import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import type { Sandbox } from 'github-sandbox'

export interface ActionRun {
  exitCode: number | undefined
  stdout: string
  /** Everything that the runner reads, line by line, from both. */
  log: string
  token: string
  outputs: Record<string, string>
  summary: string
}

/** Where a run belongs: a folder for its files, the server and the repository. */
export interface RunnerPlace {
  dataDir: string
  sandbox: Sandbox
  repository: string
}

/** As a runner does it: an environment of its own with an empty HOME, a token for contents alone, files for outputs and summary. */
export async function runAction(
  { dataDir, sandbox, repository }: RunnerPlace,
  entry: string,
  inputs: Record<string, string>,
  env: Record<string, string> = {},
): Promise<ActionRun> {
  const dir = await mkdtemp(join(dataDir, 'runner-'))
  const [event, output, summary] = ['event.json', 'output', 'summary'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(event, JSON.stringify({ inputs, repository: { full_name: repository } }))
  await Promise.all([writeFile(output, ''), writeFile(summary, '')])
  const token = inputs['token'] ?? (await createRunnerToken(sandbox))
  const named = Object.entries({ ...inputs, token }).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
  const result = await execa(process.execPath, [entry], {
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: dir,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: sandbox.url,
      GITHUB_SERVER_URL: sandbox.web,
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_EVENT_PATH: event,
      GITHUB_OUTPUT: output,
      GITHUB_REPOSITORY: repository,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(named),
      ...env,
    },
    extendEnv: false,
    reject: false,
  })
  return {
    exitCode: result.exitCode,
    stdout: result.stdout,
    log: `${result.stdout}\n${result.stderr}`,
    token,
    outputs: parseOutputs(await readFile(output, 'utf8')),
    summary: await readFile(summary, 'utf8'),
  }
}

/** What `GITHUB_TOKEN` is with `permissions: contents: write`. */
async function createRunnerToken(sandbox: Sandbox): Promise<string> {
  const { id, privateKey, installationId } = sandbox.app
  const request = new Octokit({ baseUrl: sandbox.url }).request
  const auth = createAppAuth({ appId: id, privateKey, installationId, request })
  return (await auth({ type: 'installation', permissions: { contents: 'write' } })).token
}

function parseOutputs(text: string): Record<string, string> {
  const found = text.matchAll(/^(.+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2\n/gm)
  return Object.fromEntries([...found].map((match) => [match[1] ?? '', match[3] ?? '']))
}

/** What the runner takes for commands: `::name …::` at the start of a line, the older `##[name]` anywhere else in one. */
export function findCommands({ log }: Pick<ActionRun, 'log'>): string[] {
  return log.split(/\r\n|[\n\r]/).flatMap((line) => {
    const [command] = /^\s*::[\w-]+.*?::/.exec(line) ?? /##\[[\w-]+\]/.exec(line) ?? []
    return command === undefined ? [] : [command]
  })
}

/** Takes away what Node 20, on which the verifier has to run too, doesn't have. */
const likeNode20 = `data:text/javascript,${encodeURIComponent(`
  for (const [of, names] of [
    [Map, ['groupBy']], [Object, ['groupBy']], [Promise, ['withResolvers', 'try']], [Array, ['fromAsync']],
    [RegExp, ['escape']], [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference']],
    [Iterator.prototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
  ]) for (const name of names) delete of[name]
  delete globalThis.Iterator; delete globalThis.WebSocket
`)}`

/** The one-file verifier in a process of its own, without anything that Node 20 lacks. */
export async function runVerifier(
  verifier: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<{ code: number | undefined; stdout: string; stderr: string }> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, ['--import', likeNode20, verifier, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    extendEnv: false,
    reject: false,
  })
  return { code: exitCode, stdout, stderr }
}
