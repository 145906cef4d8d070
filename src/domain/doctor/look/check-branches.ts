import { recordText } from '../../language/message.ts'
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
      const isPaused = record.paused !== null
      const next = gone
        ? isPaused
          ? recordText('push {sha} from a clone that still has it, then `/resume`', { sha })
          : recordText('push {sha} from a clone that still has it', { sha })
        : isPaused
          ? recordText('`/doctor fix` sets it back, then `/resume`')
          : recordText('`/doctor fix` sets it back')
      return head === undefined
        ? drift(
            'branch_missing',
            nodes,
            recordText('{branch} is not there; {sha} was recorded on it', { branch, sha }),
            next,
            fix,
          )
        : drift(
            'branch_rewritten',
            nodes,
            recordText('{branch} is at {head}, which does not contain {sha}', { branch, head, sha }),
            next,
            fix,
          )
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
    const name =
      version === undefined ? recordText('the integration branch') : recordText('version {version} of {task}', version)
    if (found === null && explained.has(sha)) continue
    looked.expect(found !== null, () =>
      broken(
        'commit_missing',
        nodes,
        recordText('Commit {sha} of {name} is not there', { sha, name }),
        recordText('push it from a clone that still has it'),
      ),
    )
    if (found === null || version === undefined) continue
    looked.expect(found.tree === version.tree_sha, () =>
      broken(
        'commit_differs',
        nodes,
        recordText('Commit {sha} of {name} has the tree {tree}, not {wanted}', {
          sha,
          name,
          tree: found.tree,
          wanted: version.tree_sha,
        }),
        recordText('`/reject {task} why` has it done again', { task: version.task }),
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
      drift(
        'branch_unknown',
        [],
        recordText('{branch} belongs to no plan of {id}', { branch, id: record.id }),
        recordText('delete it if nobody needs it'),
      ),
    )
  }
}
