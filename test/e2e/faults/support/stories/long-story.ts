import type { Playground } from '../../../support/playground.ts'
import { writeIssue } from '../../../support/write-issue.ts'
import { comment, type Stage, stateOf, type Story } from './golden-story.ts'
import { isPlanShown } from '../../../support/is-plan-shown.ts'

const merges = { 'docs/one.txt': 'one, and more\n' }
const first = [
  { id: 'T1', path: 'docs/one.txt', content: 'one' },
  { id: 'T2', path: 'docs/two.txt', content: 'two', after: 'T1' },
]
/** T1 and T2 have changed places, and T3 waits for a reader. */
const second = [
  { id: 'T1', path: 'docs/one.txt', content: 'one', after: 'T2' },
  { id: 'T2', path: 'docs/two.txt', content: 'two' },
  {
    id: 'T3',
    path: 'docs/three.txt',
    content: 'three',
    after: 'T1',
    criteria: ['`docs/three.txt` exists', 'A reader understands it'],
  },
]

/**
 * The long way round, for what the golden path doesn't ask for: merge commits are forbidden, work is done again, plans
 * are given up, the workflow branch is set back, webhooks are missed.
 */
export const longStory: Story = {
  name: 'long',
  config: 'mirror: { sub_issues: true, dependencies: true }\n',
  title: 'Two files, then three',
  body: writeIssue(first),

  async play(stage, issue) {
    await changeOneMind(stage, issue)
    await planAnew(stage, issue)
    await setBack(stage, issue)
    await exportOverALeftDraft(stage, issue)
  },
}

/** A finished task is rejected and done again: by merging branches, over a final pull request that is a draft meanwhile. */
async function changeOneMind({ playground, sandbox, until }: Stage, issue: number): Promise<void> {
  const repository = sandbox.world.repositories.find(({ name }) => name === playground.place.repo)
  if (repository !== undefined) repository.allowMergeCommit = false
  await until('a plan is shown', ({ record }) => isPlanShown(record))
  await comment(playground, issue, '/approve')
  await until('all is done', ({ record }) => record.phase === 'completed')
  await turnDependencyRound(playground, issue)
  await comment(playground, issue, '/reject T1 say more')
  await until('T1 waits for somebody', (standing) => stateOf(standing, 'T1') === 'WAITING_EXTERNAL')
  await playground.push('writer', 'countersign/ISS-001/1/T1', merges)
  await until('all is done again', ({ record }) => record.phase === 'completed')
}

/** In the list of sub-issues somebody has T1 wait for T2, where it is the other way round in the plan. */
async function turnDependencyRound(playground: Playground, issue: number): Promise<void> {
  const { place } = playground
  const { issues } = playground.as('writer').rest
  const { data } = await issues.listSubIssues({ ...place, issue_number: issue })
  const [one, two] = data.toSorted((a, b) => a.number - b.number)
  if (one === undefined || two === undefined) throw new Error('there are no sub-issues')
  await issues.removeDependencyBlockedBy({ ...place, issue_number: two.number, issue_id: one.id })
  await issues.addBlockedByDependency({ ...place, issue_number: one.number, issue_id: two.id })
}

/**
 * The work is stopped, something is asked in an issue without a plan, and another text is planned anew; the approval is
 * given while the App is away, and GitHub has only a webhook about something else to send again.
 */
async function planAnew({ playground, until, away, unsent, reconcile }: Stage, issue: number): Promise<void> {
  await comment(playground, issue, '/reject T1 it is not what was meant')
  await until('T1 waits again', (standing) => stateOf(standing, 'T1') === 'WAITING_EXTERNAL')
  await comment(playground, issue, '/stop')
  await until('it has ended', ({ record }) => record.phase === 'stopped')
  const other = await playground.openIssue('Something else', 'Nothing to do here.')
  await comment(playground, other, '/status')
  await until('an issue without a plan is answered', async () => (await playground.thread(other)).length === 1)
  const { rest } = playground.as('maintainer')
  await rest.issues.update({ ...playground.place, issue_number: issue, body: writeIssue(second) })
  await comment(playground, issue, '/plan')
  await until('another plan is proposed', ({ record }) => record.plan_id === 'SOL-ISS-001-2' && isPlanShown(record))
  await away(async () => {
    await comment(playground, issue, 'Looks good to me.')
    await unsent(() => comment(playground, issue, '/approve'))
  })
  await until('what was missed is found', async ({ record }) => {
    if (record.phase !== 'proposed') return true
    await reconcile()
    return false
  })
  await until('T3 waits for its reader', isAtReader)
}

function isAtReader(standing: Parameters<typeof stateOf>[0]): boolean {
  return stateOf(standing, 'T2') === 'DONE' && stateOf(standing, 'C3') === 'WAITING_EXTERNAL'
}

/** The workflow branch gets a commit of somebody else, and is set back. */
async function setBack({ playground, until }: Stage, issue: number): Promise<void> {
  const theirs = await playground.push('writer', 'countersign/workflow', { 'workspace/mine.txt': 'mine\n' })
  await comment(playground, issue, '/doctor fix')
  const isSaid = async () => (await playground.thread(issue)).some((text) => text.includes('No longer on hold'))
  await until('the workflow branch is set back', async () => (await playground.workflowHead()) !== theirs && isSaid())
  const { rest } = playground.as('maintainer')
  const pull = await playground.pullOf(issue, 'T3')
  await rest.pulls.createReview({ ...playground.place, pull_number: pull, event: 'APPROVE' })
  await until('the final pull request is open', ({ record }) => record.phase === 'completed')
}

/** Somebody's draft of that release stands with a file of its own. */
async function exportOverALeftDraft({ playground, until }: Stage, issue: number): Promise<void> {
  const { rest, request } = playground.as('maintainer')
  const { place } = playground
  const { data: draft } = await rest.repos.createRelease({
    ...place,
    tag_name: 'countersign-ISS-001-2',
    target_commitish: (await playground.record(issue)).base_branch ?? 'main',
    draft: true,
  })
  const left = { name: 'left.txt', data: 'left', headers: { 'content-type': 'text/plain' } }
  await request(`POST ${draft.upload_url}`, left)
  await comment(playground, issue, '/export')
  await until('the release is out', ({ record }) => record.exports.length === 1)
}
