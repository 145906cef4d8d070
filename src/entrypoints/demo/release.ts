import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import { ManifestSchema } from '../../domain/bundle/manifest.ts'
import type { Stage } from './stage.ts'
import type { Report } from './report.ts'

/** As they stand in the repository: what `uses:` runs, and what somebody has who only downloaded a release. */
const actionEntry = findBuilt('dist/action.js')
const verifierEntry = findBuilt('packages/countersign-verify/countersign-verify.mjs')

/** Runs the companion Action as a runner would: a process of its own, inputs and outputs through its environment. */
export async function exportThroughAction(stage: Stage, planId: string): Promise<Report['release']> {
  const { sandbox } = stage.running
  const [event, output, summary] = ['event.json', 'output.txt', 'summary.md'].map((name) => join(stage.dir, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(event, JSON.stringify({ inputs: { plan: planId } }))
  await Promise.all([writeFile(output, ''), writeFile(summary, '')])
  const run = await execa(process.execPath, [actionEntry], {
    extendEnv: false,
    reject: false,
    env: {
      PATH: process.env['PATH'],
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: sandbox.url,
      GITHUB_SERVER_URL: sandbox.web,
      GITHUB_REPOSITORY: stage.repository,
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_EVENT_PATH: event,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      INPUT_PLAN: planId,
      INPUT_TOKEN: await createRunnerToken(stage),
      'INPUT_INCLUDE-CANDIDATES': 'false',
      'INPUT_INCLUDE-SUPPORTING': 'true',
      INPUT_PARTIAL: 'false',
    },
  })
  if (run.exitCode !== 0)
    throw new Error(`the Action ended with exit code ${run.exitCode}:\n${run.stdout}\n${run.stderr}`)
  const outputs = parseOutputs(await readFile(output, 'utf8'))
  return {
    tag: outputs['tag'] ?? '',
    url: outputs['release-url'] ?? '',
    manifestSha256: outputs['manifest-sha256'] ?? '',
    files: Number(outputs['count'] ?? 0),
  }
}

/** Above this file, which lies deeper once it is compiled. */
function findBuilt(path: string): string {
  for (let dir = new URL('.', import.meta.url); ; dir = new URL('..', dir)) {
    const found = fileURLToPath(new URL(path, dir))
    if (existsSync(found)) return found
    if (dir.pathname === '/') throw new Error(`there is no ${path}: run "npm run build"`)
  }
}

/** What `GITHUB_TOKEN` is with `permissions: contents: write`. */
async function createRunnerToken(stage: Stage): Promise<string> {
  const { id, privateKey, installationId } = stage.running.sandbox.app
  const { request } = new Octokit({ baseUrl: stage.running.sandbox.url })
  const auth = createAppAuth({ appId: id, privateKey, installationId, request })
  return (await auth({ type: 'installation', permissions: { contents: 'write' } })).token
}

function parseOutputs(text: string): Record<string, string> {
  const found = text.matchAll(/^(.+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2\n/gm)
  return Object.fromEntries([...found].map((match) => [match[1] ?? '', match[3] ?? '']))
}

export function releaseDir(stage: Stage): string {
  return join(stage.dir, 'release')
}

/** What models were asked for the released plan, from the manifest that was downloaded. */
export async function readSpent(stage: Stage): Promise<Report['models']> {
  const { spent } = ManifestSchema.parse(JSON.parse(await readFile(join(releaseDir(stage), 'manifest.json'), 'utf8')))
  return spent === undefined ? null : { calls: spent.calls, tokens: spent.tokens.input + spent.tokens.output }
}

/** Downloads the assets as a reader, and the App's key from its server, and holds them against the repository. */
export async function verifyRelease(stage: Stage, tag: string): Promise<boolean> {
  const dir = releaseDir(stage)
  await mkdir(dir, { recursive: true })
  const reader = stage.as('reader')
  const release = await reader.rest.repos.getReleaseByTag({ ...stage.place, tag })
  for (const asset of release.data.assets) {
    const answer = await fetch(asset.url, { headers: { accept: 'application/octet-stream' } })
    await writeFile(join(dir, asset.name), Buffer.from(await answer.arrayBuffer()))
  }
  const { sandbox, app } = stage.running
  const server = { GITHUB_SERVER_URL: sandbox.web, GITHUB_API_URL: sandbox.url }
  const publicKey = new URL('/public-keys', app.webhookUrl).href
  const run = await execa(
    process.execPath,
    [verifierEntry, dir, '--repo', stage.cloneUrl, '--public-key', publicKey, '--json'],
    { reject: false, env: server },
  )
  if (run.exitCode !== 0)
    throw new Error(`countersign-verify ended with exit code ${run.exitCode}: ${run.stdout}${run.stderr}`)
  return true
}
