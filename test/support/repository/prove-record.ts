import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { gitBlobIdOf } from '../../../src/application/bundle/hashes.ts'
import { holdsSignature } from '../../../src/application/state/signing-key.ts'
import type { RecordProof } from '../../../src/application/bundle/verify/check-history.ts'
import type { HistoryCommit, HistoryTrust } from '../../../src/domain/records/seal/judge-history.ts'
import type { FakeRepository } from './fake-repository.ts'
import { testSha } from '../builders.ts'

export const appSecret = 'a secret of sixteen'

/** What somebody knows who was told the public key of the App with this secret. */
export function trustIn(secret = appSecret): HistoryTrust {
  return { keys: createStateMac(secret).publicKeys, holdsSignature, holdsMac: null }
}

type Change = NonNullable<HistoryCommit['changes']>[number]

/** A commit as the App seals it; `trailers` other than its own make it a forged one. */
export function buildCommit(
  sha: string,
  parent: string | null,
  changes: readonly Change[],
  seal: { mac?: ReturnType<typeof createStateMac>; repositoryId?: number; trailers?: readonly string[] } = {},
): HistoryCommit {
  const { mac = createStateMac(appSecret), repositoryId = 42 } = seal
  const trailers = seal.trailers ?? mac.trailers({ repositoryId, parent, ops: ['ISS-007/c1'], changes })
  const message = `ISS-007: test\n\n- test\n\n${trailers.join('\n')}`
  const parents = parent === null ? [] : [parent]
  return { sha, parents, message, changes, verified: null, committedAt: '2026-11-21T03:41:00Z' }
}

/** The repository's state as two commits of the App. */
export function proveBy(repository: FakeRepository, overrides: Partial<RecordProof> = {}): RecordProof {
  const read = (head: string) => {
    const files = [...repository.files].map(([path, { bytes }]) => ({ path, blob: gitBlobIdOf(bytes) }))
    const first = testSha('first state')
    return Promise.resolve([buildCommit(first, null, []), buildCommit(head, first, files)])
  }
  return { history: { read }, trust: trustIn(), repositoryId: 42, reviews: null, clone: null, ...overrides }
}
