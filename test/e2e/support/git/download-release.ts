import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { createStateMac } from '../../../../src/adapters/github/workflow-branch/state-mac.ts'
import { runVerify, type VerifyArguments } from '../../../../src/entrypoints/commands/verify.ts'
import type { Sandbox } from 'github-sandbox'
import type { Playground } from '../playground.ts'

/** The assets of a release in a folder, as anybody downloads them. */
export async function downloadRelease(playground: Playground, tag: string, dir: string): Promise<string> {
  const folder = await mkdtemp(join(dir, 'release-'))
  const { data } = await playground.as('reader').rest.repos.getReleaseByTag({ ...playground.place, tag })
  for (const asset of data.assets) {
    const answer = await fetch(asset.url, { headers: { accept: 'application/octet-stream' } })
    await writeFile(join(folder, asset.name), Buffer.from(await answer.arrayBuffer()))
  }
  return folder
}

/** What the release's page says to type, as it stands there. */
export async function commandsOnRelease(playground: Playground, tag: string): Promise<string[]> {
  const { data } = await playground.as('reader').rest.repos.getReleaseByTag({ ...playground.place, tag })
  return [...(data.body ?? '').matchAll(/^```sh\n(.+)\n```$/gm)].map(([, command = '']) => command)
}

/** In a terminal with nothing set, the verifier's one file beside what was downloaded, as the page says. */
export async function runCommand(command: string, cwd: string) {
  const verifier = join(import.meta.dirname, '../../../../packages/countersign-verify/countersign-verify.mjs')
  await copyFile(verifier, join(cwd, 'countersign-verify.mjs'))
  const env = { PATH: process.env['PATH'], HOME: cwd }
  return execa('sh', ['-c', command], { cwd, env, extendEnv: false, reject: false })
}

/** Exit code and report of `countersign verify` on a folder, by somebody for whom the sandbox is GitHub. */
export async function verifyRelease(
  target: string,
  anchor: Omit<VerifyArguments, 'target' | 'json'>,
  { web, url }: Pick<Sandbox, 'web' | 'url'>,
  env: Record<string, string> = {},
): Promise<{ code: number; report: string }> {
  const texts: string[] = []
  const collect = (text: string) => void texts.push(text)
  const place = { GITHUB_SERVER_URL: web, GITHUB_API_URL: url }
  const io = { stdout: collect, stderr: collect, env: { ...process.env, ...place, ...env } }
  const code = await runVerify({ target, json: true, ...anchor }, io)
  return { code, report: texts.join('') }
}

/** The public key as the App's operator tells it. */
export function publicKeyOf({ app }: Pick<Sandbox, 'app'>): string {
  return createStateMac(app.webhookSecret).publicKeys.join()
}
