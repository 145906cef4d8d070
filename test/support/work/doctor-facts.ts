import { sealVerdicts } from '../../../src/application/state/seal-verdicts.ts'
import { artifactDir } from '../../../src/domain/records/artifact.ts'
import type { DoctorFacts, SeenPull, SeenVerdict } from '../../../src/domain/doctor/doctor-facts.ts'
import { decideQuestions, type DoctorQuestions } from '../../../src/domain/doctor/doctor-questions.ts'
import { verdictKeys, verdictPath } from '../../../src/domain/records/review.ts'
import { stateLabel } from '../../../src/domain/work/show/state-label.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { testSha } from '../builders.ts'
import { sessionOf } from './play-work.ts'

/** Facts whose maps a test may change, to plant a fault. */
export type PlantedFacts = {
  -readonly [K in keyof DoctorFacts]: DoctorFacts[K] extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : DoctorFacts[K] extends ReadonlyMap<infer Key, infer Value> | null
      ? Map<Key, Value>
      : DoctorFacts[K]
}

/** The world exactly as the state says it is. Verdicts must be sealed. */
export function matchingFacts(work: Work): PlantedFacts {
  const questions = decideQuestions(work)
  const { record, execution } = work
  if (questions === null || record === null) throw new Error('nothing is registered')
  const artifacts = execution?.artifacts ?? []
  const reviews = execution?.reviews ?? []
  const treeOf = new Map(artifacts.map((one) => [one.commit_sha, one.tree_sha]))
  const files: PlantedFacts['files'] = new Map()
  for (const artifact of artifacts)
    for (const { path, blob, mode, sha256 } of artifact.files)
      if (blob !== null && mode !== null) files.set(`${artifactDir(artifact)}/${path}`, { blob, mode, sha256 })
  for (const review of reviews)
    files.set(verdictPath(review), {
      blob: testSha(review.review_id),
      mode: '100644',
      sha256: review.file?.sha256 ?? null,
    })
  return {
    now: '2026-11-21T03:30:00.000Z',
    overdueBefore: '2026-11-21T02:30:00.000Z',
    head: { sha: testSha('head'), seal: 'holds', why: '' },
    session: sessionOf(work).state,
    branches: new Map(questions.kept.map(({ branch, sha }) => [branch, sha])),
    commits: new Map(questions.commits.map((sha) => [sha, { tree: treeOf.get(sha) ?? testSha('tree') }])),
    contains: new Map(),
    integration: matchingIntegration(questions),
    files,
    verdicts: new Map(
      reviews.map((review) => [
        verdictPath(review),
        Object.fromEntries(verdictKeys.map((key) => [key, review[key]])) as SeenVerdict,
      ]),
    ),
    pulls: matchingPulls(work),
    issue: { open: true, labels: ['bug', stateLabel(work)].filter((label) => label !== null) },
    comments: new Map(questions.comments.map((id) => [id, true])),
  }
}

/** The integration branch exactly as approved. */
function matchingIntegration({ integration, kept }: DoctorQuestions): PlantedFacts['integration'] {
  if (integration === null) return null
  const commit = kept.find(({ branch }) => branch === integration.branch)?.sha ?? testSha('integration')
  const changed = [...integration.expected.values()].map(({ path, entry }) => ({ path, before: null, after: entry }))
  return { commit, changed, unchanged: new Map() }
}

function matchingPulls({ record, execution }: Work): Map<number, SeenPull | null> {
  const pulls = new Map<number, SeenPull | null>()
  const base = record?.base_branch ?? ''
  for (const node of Object.values(execution?.nodes ?? {})) {
    if (node.kind !== 'ACTION' || node.pull_request === null) continue
    const closed = node.merge === 'merged' ? ('merged' as const) : ('closed' as const)
    const state = node.pull_request.open ? ('open' as const) : closed
    pulls.set(node.pull_request.number, { state, headRef: node.branch, baseRef: base })
  }
  const final = record?.final_pull_request ?? null
  if (final !== null) pulls.set(final.number, { state: final.state, headRef: base, baseRef: 'main' })
  return pulls
}

/** The state as it would be saved: each verdict has its file. */
export function sealed(work: Work): Work {
  return sealVerdicts(work).work
}
