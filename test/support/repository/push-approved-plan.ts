import { execa } from 'execa'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { gitBlobIdOf } from '../../../src/application/bundle/hashes.ts'
import { workBranch, workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { type ApprovedPlan, buildApprovedPlan, sealReviews, workflowFiles } from './fake-repository.ts'
import { appSecret } from './prove-record.ts'

export interface PushedPlan extends ApprovedPlan {
  /** Head of the workflow branch. */
  head: string
  integrationCommit: string
}

/** Writes an approved plan into a bare repository with plain git: each version's commit, the integration and the workflow branch, as the App with `appSecret` seals it. */
export async function pushApprovedPlan(
  gitDir: string,
  repository: string,
  spoil: (approved: ApprovedPlan) => void = () => {},
  repositoryId = 42,
): Promise<PushedPlan> {
  const approved = buildApprovedPlan({ repository, repository_id: repositoryId })
  spoil(approved)
  const git = async (...args: string[]) => (await execa('git', args, { cwd: gitDir })).stdout
  const base = await git('rev-parse', 'refs/heads/main')
  const filesOf = (artifact: ApprovedPlan['execution']['artifacts'][number]) =>
    new Map(
      artifact.files.map(({ path, blob, mode }) => {
        const bytes = approved.blobs.get(blob ?? '') ?? Buffer.alloc(0)
        return [path, { bytes, mode: mode ?? '100644' }] as const
      }),
    )
  for (const artifact of approved.execution.artifacts) {
    const name = `${artifact.branch}-v${artifact.version}`
    artifact.commit_sha = await commitFiles(gitDir, `refs/heads/${name}`, base, filesOf(artifact))
    artifact.tree_sha = await git('rev-parse', `${artifact.commit_sha}^{tree}`)
  }
  const all = new Map(approved.execution.artifacts.flatMap((artifact) => [...filesOf(artifact)]))
  const integration = `refs/heads/${workBranch(approved.plan.id, 'base')}`
  const integrationCommit = await commitFiles(gitDir, integration, base, all)
  approved.execution.execution_result.commit_hash = integrationCommit
  sealReviews(approved)
  const files = workflowFiles(approved)
  const changes = [...files].map(([path, { bytes }]) => ({ path, blob: gitBlobIdOf(bytes) }))
  const trailers = createStateMac(appSecret).trailers({ repositoryId, parent: null, ops: ['ISS-007/c1'], changes })
  const message = `ISS-007: test\n\n${trailers.join('\n')}\n`
  const head = await commitFiles(gitDir, `refs/heads/${workflowBranch}`, null, files, message)
  return { ...approved, head, integrationCommit }
}

/** One commit with these files on top of `parent` (or of nothing), and the ref on it. */
export async function commitFiles(
  gitDir: string,
  ref: string,
  parent: string | null,
  files: ReadonlyMap<string, { bytes: Uint8Array; mode: string }>,
  message = 'test',
): Promise<string> {
  const parts: Uint8Array[] = []
  const write = (text: string) => parts.push(Buffer.from(text))
  write(
    `commit ${ref}\ncommitter Test <test@example.test> 1795230000 +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`,
  )
  if (parent !== null) write(`from ${parent}\n`)
  for (const [path, { bytes, mode }] of files) {
    write(`M ${mode} inline ${path}\ndata ${bytes.length}\n`)
    parts.push(bytes)
    write('\n')
  }
  await execa('git', ['fast-import', '--quiet', '--force'], { cwd: gitDir, input: Buffer.concat(parts) })
  const { stdout } = await execa('git', ['rev-parse', ref], { cwd: gitDir })
  return stdout
}
