import { stat } from 'node:fs/promises'
import { Octokit } from '@octokit/rest'
import { cloneRepository } from '../../adapters/git/cloned-repository.ts'
import { readWorkflowHistory } from '../../adapters/git/workflow-history.ts'
import { createPersonReviews } from '../../adapters/github/pulls/create-person-reviews.ts'
import { createStateHistory } from '../../adapters/github/state/create-state-history.ts'
import { createStateReader } from '../../adapters/github/workflow-branch/state-reader.ts'
import type { AttestationDemand } from '../../application/bundle/verify/check-attestation.ts'
import { type TrustAnchor, verifyBundle } from '../../application/bundle/verify/verify-bundle.ts'
import type { CheckAttestation } from '../../application/ports/state/check-attestation.ts'
import type { HistoryTrust } from '../../domain/records/seal/judge-history.ts'
import { verifyExitCode, type VerifyReport } from '../../domain/bundle/verify-report.ts'
import { renderVerifyReport } from '../../views/bundle/verify-report.ts'
import { findSource } from '../server/find-source.ts'
import { createAttestationCheck } from './read/create-attestation-check.ts'
import { findGitHubPlace, type GitHubPlace, silentLog } from './read/find-github-place.ts'
import { openTarget, type VerifyTarget } from './read/open-target.ts'
import { readHistoryTrust } from './read/read-history-trust.ts'

/** The command waits that long for GitHub when it asks which repository this is. */
const answerMs = 15_000

export interface VerifyArguments {
  /** A folder, `manifest.json` in one, an archive, or the address of a release's page, whose repository is then `repo`. */
  target: string
  /** Address or path to clone, or `owner/name`. */
  repo?: string | undefined
  manifestSha256?: string | undefined
  /** Public key of the App, a file or an https address with it. */
  publicKey?: string | undefined
  /** GitHub's id of the repository, where it can't be asked. */
  repositoryId?: string | undefined
  /** Nothing is called approved without an attestation that holds. */
  requireAttestation?: boolean | undefined
  /** The workflow that has to have attested it: `octo/widgets/.github/workflows/export.yml`, with `@ref` or without. */
  signerWorkflow?: string | undefined
  /** File with the authorities by which attestations are checked. */
  trustedRoot?: string | undefined
  json?: boolean | undefined
}

export interface CommandIo {
  stdout: (text: string) => void
  stderr: (text: string) => void
  env: Record<string, string | undefined>
}

/** `countersign verify`: exit code 0 approved, 3 self-consistent only, 1 broken, 2 wrong usage or nothing to read. */
export async function runVerify(args: VerifyArguments, io: CommandIo): Promise<number> {
  const refuse = (why: string) => {
    io.stderr(`countersign verify: ${why}\n`)
    return 2
  }
  const wrong = findWrongUsage(args)
  if (wrong !== undefined) return refuse(wrong)
  let report: VerifyReport
  try {
    const check = await createAttestationCheck(args.trustedRoot)
    const opened = await openTarget(args.target, io.env)
    if (!opened.ok) return refuse(opened.why)
    await using target = opened.target
    report = await verifyWithAnchor(args, target, check, io.env)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
  io.stdout(args.json === true ? `${JSON.stringify(report, null, 2)}\n` : renderVerifyReport(report))
  return verifyExitCode(report.verdict)
}

function findWrongUsage(args: VerifyArguments): string | undefined {
  const { target, repo, manifestSha256, publicKey, repositoryId } = args
  if (repo !== undefined && manifestSha256 !== undefined) return 'give --repo or --manifest-sha256, not both'
  if (publicKey !== undefined && manifestSha256 !== undefined)
    return 'give --public-key (with --repo or without) or --manifest-sha256, not both'
  if (manifestSha256 !== undefined && !/^[0-9a-f]{64}$/i.test(manifestSha256)) {
    return '--manifest-sha256 takes 64 hexadecimal digits'
  }
  if (repo !== undefined && (repo === '' || repo.startsWith('-')))
    return '--repo takes an address, a path or owner/name'
  const isRepoGiven = repo !== undefined || /^https?:/.test(target)
  if (repositoryId !== undefined && (!isRepoGiven || !/^[1-9]\d{0,15}$/.test(repositoryId)))
    return '--repository-id goes with --repo, and takes GitHub’s number of it'
  if (args.signerWorkflow !== undefined && !workflowForm.test(args.signerWorkflow))
    return '--signer-workflow takes owner/name/.github/workflows/file.yml, and behind an @ the branch or tag it has to be of (@refs/heads/main)'
  return undefined
}

const workflowForm = /^[\w.-]+\/[\w.-]+\/\.github\/workflows\/[^/@\s]+\.ya?ml(?:@\S+)?$/

async function verifyWithAnchor(
  args: VerifyArguments,
  { folder, scope, repo: ofPage }: VerifyTarget,
  check: CheckAttestation,
  env: CommandIo['env'],
): Promise<VerifyReport> {
  const repo = args.repo ?? ofPage
  const attestation = { check, ...describeDemand(args, repo, env) }
  const verify = (anchor: TrustAnchor | null) => verifyBundle({ folder, scope, anchor, attestation })
  if (args.manifestSha256 !== undefined) {
    return verify({ kind: 'manifest_sha256', sha256: args.manifestSha256.toLowerCase() })
  }
  const trust = await readHistoryTrust(args.publicKey, env)
  if (repo === null) return verify(trust.keys === null ? null : { kind: 'public_key', trust })
  return verifyWithRepository(repo, args.repositoryId, trust, env, verify)
}

/** Who names the workflow wants to know that it was that one. */
function describeDemand(
  { requireAttestation = false, signerWorkflow }: VerifyArguments,
  repo: string | null,
  env: CommandIo['env'],
): Omit<AttestationDemand, 'check'> {
  const address = /^https?:/.test(repo ?? '') ? new URL(repo ?? '').origin : undefined
  return {
    isRequired: requireAttestation || signerWorkflow !== undefined,
    server: address ?? (env['GITHUB_SERVER_URL'] ?? 'https://github.com').replace(/\/$/, ''),
    workflow: signerWorkflow ?? null,
  }
}

/** Through the API where a token is at hand and a name was given, else by a clone. */
async function verifyWithRepository(
  repo: string,
  given: string | undefined,
  trust: HistoryTrust,
  env: CommandIo['env'],
  verify: (anchor: TrustAnchor) => Promise<VerifyReport>,
): Promise<VerifyReport> {
  const place = await findGitHubPlace(repo, env)
  const token = env['GITHUB_TOKEN'] || env['GH_TOKEN']
  const auth = token && place?.isHome === true ? { auth: token } : {}
  const client = place === undefined ? null : new Octokit({ ...auth, baseUrl: place.apiUrl, log: silentLog })
  const found = client === null || place === undefined ? null : await askRepositoryId(client, place)
  const repositoryId = given === undefined ? found : Number(given)
  const isName = /^[\w.-]+\/[\w.-]+$/.test(repo) && !(await isThere(repo))
  if (client !== null && place !== undefined && isName && token) {
    const reviews = createPersonReviews(client, place)
    const proof = {
      history: createStateHistory(client, place, env['UNSIGNED_COMMITS'] !== 'allowed'),
      trust,
      repositoryId,
      reviews,
      clone: null,
    }
    return verify({ kind: 'repository', name: repo, reader: createStateReader(client, place), proof })
  }
  const server = env['GITHUB_SERVER_URL'] ?? 'https://github.com'
  await using clone = await cloneRepository(isName ? `${server}/${repo}.git` : await findSource(repo, env), env)
  const history = { read: (head: string) => readWorkflowHistory(clone.git, head) }
  const proof = { history, trust, repositoryId, reviews: null, clone: (await isThere(repo)) ? repo : null }
  return await verify({ kind: 'repository', name: repo, reader: clone.reader, proof })
}

/** Null where GitHub doesn't say: then nothing is called approved. */
async function askRepositoryId(client: Octokit, { owner, repo }: GitHubPlace): Promise<number | null> {
  const request = { signal: AbortSignal.timeout(answerMs) }
  return client.rest.repos.get({ owner, repo, request }).then(
    ({ data }) => data.id,
    () => null,
  )
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
