import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Octokit } from '@octokit/rest'
import { openDiskFolder } from '../../adapters/folder/disk-folder.ts'
import { cloneRepository } from '../../adapters/git/cloned-repository.ts'
import { createStateReader } from '../../adapters/github/state-reader.ts'
import { type TrustAnchor, verifyBundle, type VerifyInput } from '../../application/verify-bundle.ts'
import { verifyExitCode, type VerifyReport } from '../../domain/verify-report.ts'
import { renderVerifyReport } from '../../views/verify-report.ts'

export interface VerifyArguments {
  /** A folder, or a `manifest.json` in one. */
  target: string
  /** Address or path to clone, or `owner/name`. */
  repo?: string | undefined
  manifestSha256?: string | undefined
  json?: boolean | undefined
}

export interface CommandIo {
  stdout: (text: string) => void
  stderr: (text: string) => void
  env: Record<string, string | undefined>
}

/** `countersign verify`: exit code 0 approved, 3 self-consistent only, 1 broken, 2 wrong usage or nothing to read. */
export async function runVerify(args: VerifyArguments, io: CommandIo): Promise<number> {
  const wrong = await findWrongUsage(args)
  if (wrong !== undefined) {
    io.stderr(`countersign verify: ${wrong}\n`)
    return 2
  }
  let report: VerifyReport
  try {
    report = await verifyWithAnchor(args, io.env)
  } catch (error) {
    io.stderr(`countersign verify: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
  io.stdout(args.json === true ? `${JSON.stringify(report, null, 2)}\n` : renderVerifyReport(report))
  return verifyExitCode(report.verdict)
}

async function findWrongUsage({ target, repo, manifestSha256 }: VerifyArguments): Promise<string | undefined> {
  if (repo !== undefined && manifestSha256 !== undefined) return 'give --repo or --manifest-sha256, not both'
  if (manifestSha256 !== undefined && !/^[0-9a-f]{64}$/i.test(manifestSha256)) {
    return '--manifest-sha256 takes 64 hexadecimal digits'
  }
  if (repo !== undefined && (repo === '' || repo.startsWith('-')))
    return '--repo takes an address, a path or owner/name'
  const stats = await stat(target).catch(() => undefined)
  if (stats === undefined) return `there is no ${target}`
  if (stats.isFile() && basename(target) !== 'manifest.json') return 'give a folder, or a file named manifest.json'
  if (!stats.isFile() && !stats.isDirectory()) return `${target} is neither a folder nor a file`
  return undefined
}

async function verifyWithAnchor(args: VerifyArguments, env: CommandIo['env']): Promise<VerifyReport> {
  const isFile = (await stat(args.target)).isFile()
  const folder = openDiskFolder(isFile ? dirname(args.target) : args.target)
  const verify = (anchor: TrustAnchor | null) => {
    const input: VerifyInput = { folder, scope: isFile ? 'manifest' : 'folder', anchor }
    return verifyBundle(input)
  }
  if (args.manifestSha256 !== undefined) {
    return verify({ kind: 'manifest_sha256', sha256: args.manifestSha256.toLowerCase() })
  }
  if (args.repo === undefined) return verify(null)
  const name = await findRepositoryName(args.repo)
  const token = env['GITHUB_TOKEN'] ?? env['GH_TOKEN']
  if (name !== undefined && token !== undefined && token !== '') {
    const client = new Octokit({ auth: token, baseUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com' })
    return verify({ kind: 'repository', name: args.repo, reader: createStateReader(client, name) })
  }
  const server = env['GITHUB_SERVER_URL'] ?? 'https://github.com'
  const source = name === undefined ? args.repo : `${server}/${name.owner}/${name.repo}.git`
  await using clone = await cloneRepository(source, env)
  return await verify({ kind: 'repository', name: args.repo, reader: clone.reader })
}

/** `owner/name`, unless a folder of that name is there. */
async function findRepositoryName(text: string): Promise<{ owner: string; repo: string } | undefined> {
  const match = /^([\w.-]+)\/([\w.-]+)$/.exec(text)
  if (match?.[1] === undefined || match[2] === undefined) return undefined
  const isThere = await stat(text).then(
    () => true,
    () => false,
  )
  return isThere ? undefined : { owner: match[1], repo: match[2] }
}
