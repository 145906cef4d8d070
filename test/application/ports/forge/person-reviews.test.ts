import { expect, test } from 'vitest'
import type { PersonReviews, ShownReview } from '../../../../src/application/ports/forge/person-reviews.ts'
import { memoryFolder } from '../../../../src/application/bundle/memory-folder.ts'
import { verifyBundle } from '../../../../src/application/bundle/verify/verify-bundle.ts'
import { assembleBundle } from '../../../../src/domain/bundle/assemble-bundle.ts'
import { renderManifest } from '../../../../src/domain/bundle/manifest.ts'
import { testSha, testUuid } from '../../../support/builders.ts'
import { buildApprovedPlan, FakeRepository, sealReviews } from '../../../support/repository/fake-repository.ts'
import { proveBy } from '../../../support/repository/prove-record.ts'

type Shown = Awaited<ReturnType<PersonReviews['find']>>

const ada = { id: 7, login: 'ada' }

/** T2 was approved by @ada in review 71 of #12; its first version rejected in review 70. */
function buildReviewed() {
  const approved = buildApprovedPlan()
  const [, first, second] = approved.execution.reviews
  const named = { pull_request: 12, user_id: ada.id }
  const rejection = { ...named, id: 70, state: 'CHANGES_REQUESTED' as const }
  Object.assign(first ?? {}, { reviewer: '@ada', github_review: rejection })
  const approval = { ...named, id: 71, state: 'APPROVED' as const }
  const [criterion] = second?.criteria ?? []
  Object.assign(criterion ?? {}, { judge: 'ada', github_review: approval })
  Object.assign(second ?? {}, { github_review: approval })
  sealReviews(approved)
  return approved
}

const commits = buildReviewed().execution.reviews.map((review) => review.commit_sha)
const approval: ShownReview = { user: ada, state: 'APPROVED', commitSha: commits[2] ?? '' }
const rejection: ShownReview = { user: ada, state: 'CHANGES_REQUESTED', commitSha: commits[1] ?? '' }

/** GitHub shows these, by id; null: it isn't asked, by a clone. */
async function verify(shown: Record<number, Shown> | null, approved = buildReviewed()) {
  const asked: string[] = []
  const find: PersonReviews['find'] = (pull, id) => {
    asked.push(`${pull}/${id}`)
    return Promise.resolve(pull === 12 ? (shown?.[id] ?? 'gone') : 'gone')
  }
  const reader = new FakeRepository(approved)
  const decision = assembleBundle({ ...approved, includeCandidates: true, partial: true })
  if (decision.kind === 'refused') throw new Error(decision.why)
  const bytes = Buffer.from(renderManifest(decision.manifest))
  const entry = { path: 'manifest.json', kind: 'file' as const, size: bytes.length, executable: false }
  const proof = proveBy(reader, { reviews: shown === null ? null : { find } })
  const { verdict, findings } = await verifyBundle({
    folder: memoryFolder([entry], new Map([[entry.path, bytes]])),
    scope: 'manifest',
    anchor: { kind: 'repository', name: 'octo/widgets', reader, proof },
  })
  return { verdict, findings: findings.filter(({ code }) => code !== 'files_not_looked_at'), asked }
}

test('reviews that GitHub shows as the record has them are asked for once each, and leave it approved', async () => {
  const seen = await verify({ 70: rejection, 71: approval })

  expect(seen).toEqual({ verdict: 'approved', findings: [], asked: ['12/71', '12/70'] })
})

test.each<[string, Shown, string, string, string]>([
  ['somebody else gave', { ...approval, user: { id: 8, login: 'eve' } }, 'broken', 'fault', 'is by @eve on GitHub'],
  ['says something else', { ...approval, state: 'COMMENTED' }, 'broken', 'fault', 'says COMMENTED'],
  ['is gone', 'gone', 'self-consistent', 'doubt', 'GitHub doesn’t show review 71 by @ada of pull request #12'],
  ['was dismissed', { ...approval, state: 'DISMISSED' }, 'self-consistent', 'doubt', 'was dismissed on GitHub'],
  ['is on another commit', { ...approval, commitSha: 'f'.repeat(40) }, 'self-consistent', 'doubt', 'says fffffff'],
  ['nobody is known to have given', { ...approval, user: null }, 'self-consistent', 'doubt', 'is gone from GitHub'],
  ['has a renamed author', { ...approval, user: { ...ada, login: 'lady' } }, 'approved', 'note', 'called @lady by now'],
  ['may not be read', 'not_allowed', 'approved', 'note', 'the token may not read pull requests'],
])('an approving review that %s', async (_name, shown, verdict, level, words) => {
  const seen = await verify({ 70: rejection, 71: shown })

  expect(seen.verdict).toBe(verdict)
  expect(seen.findings).toEqual([expect.objectContaining({ level, message: expect.stringContaining(words) })])
})

test('changes that nobody asks for any more take nothing back', async () => {
  const seen = await verify({ 70: { ...rejection, state: 'DISMISSED' }, 71: approval })

  expect(seen).toMatchObject({ verdict: 'approved', findings: [{ level: 'note', code: 'review_dismissed' }] })
})

test('a request for changes that a push by force moved takes nothing back', async () => {
  const seen = await verify({ 70: { ...rejection, commitSha: commits[2] ?? '' }, 71: approval })

  expect(seen).toMatchObject({ verdict: 'approved', findings: [{ level: 'note', code: 'review_differs' }] })
})

test('nor does an approval that it moved to a version with the same files', async () => {
  const reviewed = buildReviewed()
  const [, , version] = reviewed.execution.artifacts
  if (version === undefined) throw new Error('T2 has two versions')
  const amended = { ...version, artifact_id: testUuid('amended'), version: 3, commit_sha: testSha('amended') }
  reviewed.execution.artifacts.push(amended)

  const seen = await verify({ 70: rejection, 71: { ...approval, commitSha: amended.commit_sha } }, reviewed)

  expect(seen).toMatchObject({ verdict: 'approved', findings: [{ level: 'note', code: 'review_differs' }] })
})

test('a clone has no reviews: one line says so, and the verdict is what it was', async () => {
  const seen = await verify(null)

  expect(seen.verdict).toBe('approved')
  expect(seen.findings).toMatchObject([{ level: 'note', code: 'reviews_not_looked_at' }])
  expect(seen.findings[0]?.message).toContain('T2 by @ada')
})

test('an approval by a person that names no review is said not to be compared', async () => {
  const seen = await verify({}, buildApprovedPlan())

  expect(seen.verdict).toBe('approved')
  expect(seen.findings).toMatchObject([
    { level: 'note', message: 'the record names no review on GitHub to compare with (T2 by @ada)' },
  ])
})
