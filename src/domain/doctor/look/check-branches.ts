import type { IssRecord } from '../../records/iss-record.ts'
import type { Work } from '../../records/work.ts'
import { branchAt, type DoctorFacts } from '../doctor-facts.ts'
import { keptBranches } from '../kept-branches.ts'
import { drift, broken, type Looked } from '../looked.ts'

/** Branches that are needed stand at or ahead of the recorded commit, and recorded commits are there. Returns the lost ones. */
export function checkBranches(looked: Looked, work: Work, record: IssRecord, facts: DoctorFacts): Set<string> {
  const lost = new Set<string>()
  const explained = new Set<string>()
  for (const { branch, sha, nodes } of keptBranches(work)) {
    const head = facts.branches.get(branch)
    const stands = head !== undefined && (head === sha || facts.contains.get(branchAt(branch, sha)) !== false)
    if (!stands) {
      lost.add(branch)
      explained.add(sha)
    }
    looked.expect(stands, () => {
      const gone = facts.commits.get(sha) === null
      const fix = gone ? null : { kind: 'restore_branch' as const, branch, sha, seen: head ?? null }
      const resume = record.paused === null ? '' : ', then `/resume`'
      const next = gone
        ? `push ${sha} from a clone that still has it${resume}`
        : `\`/doctor fix\` sets it back${resume}`
      return head === undefined
        ? drift('branch_missing', nodes, `${branch} is not there; ${sha} was recorded on it`, next, fix)
        : drift('branch_rewritten', nodes, `${branch} is at ${head}, which does not contain ${sha}`, next, fix)
    })
  }
  checkCommits(looked, work, facts, explained)
  checkNames(looked, work, record, facts)
  return lost
}

function checkCommits(looked: Looked, { execution }: Work, facts: DoctorFacts, explained: ReadonlySet<string>): void {
  const trees = new Map(execution?.artifacts.map((one) => [one.commit_sha, one]))
  for (const [sha, found] of facts.commits) {
    const version = trees.get(sha)
    const nodes = version === undefined ? ['G0'] : [version.task]
    const name = version === undefined ? 'the integration branch' : `version ${version.version} of ${version.task}`
    if (found === null && explained.has(sha)) continue
    looked.expect(found !== null, () =>
      broken(
        'commit_missing',
        nodes,
        `Commit ${sha} of ${name} is not there`,
        'push it from a clone that still has it',
      ),
    )
    if (found === null || version === undefined) continue
    looked.expect(found.tree === version.tree_sha, () =>
      broken(
        'commit_differs',
        nodes,
        `Commit ${sha} of ${name} has the tree ${found.tree}, not ${version.tree_sha}`,
        `\`/reject ${version.task} why\` has it done again`,
      ),
    )
  }
}

/** Below the folder, only branches of its plans. */
function checkNames(looked: Looked, { plan }: Work, record: IssRecord, { branches }: DoctorFacts): void {
  const current = /-(\d+)$/.exec(record.plan_id ?? '')?.[1]
  const leaves = new Set(['base', ...[...(plan?.tasks ?? []), ...(plan?.goals ?? [])].map((one) => one.id)])
  for (const branch of branches.keys()) {
    const [, number = '', leaf = ''] = /^countersign\/[^/]+\/([1-9]\d*)\/(base|T[\d.]+)$/.exec(branch) ?? []
    const known = number !== '' && Number(number) <= record.plan_count
    looked.expect(known && (number !== current || plan === null || leaves.has(leaf)), () =>
      drift('branch_unknown', [], `${branch} belongs to no plan of ${record.id}`, 'delete it if nobody needs it'),
    )
  }
}
