import type { Artifact } from '../../domain/records/artifact.ts'
import type { ActionNode } from '../../domain/records/node-state.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { judgedCriteria } from '../../domain/plan/assemble/delivery.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import { renderCount } from '../language/t.ts'
import { block, commentLimit, fitBlocks } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { neutraliseSkipping } from '../markdown/neutralise-skipping.ts'
import { renderDetails } from '../markdown/details.ts'
import { renderName } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'
import { linkToPlan } from '../task/plan-link.ts'
import { renderTaskWork } from '../task/task-details.ts'
import { renderTaskTitle } from '../task/task-title.ts'
import { renderCheckMethod, renderDeliverable } from '../task/task-words.ts'
import { type CommitMessage, renderCommitMessage } from './commit-message.ts'

interface Input {
  record: IssRecord
  plan: Plan
  task: Task
  node: ActionNode
  artifacts: readonly Artifact[]
  links: Links
}

const mostFiles = 5

/** The commit that a draft begins with: GitHub opens no pull request without one. */
export function renderDraftCommit({ task, plan }: { task: Task; plan: Plan }): CommitMessage {
  const { headline, body } = renderCommitMessage({ task, plan, version: 0 })
  const [, trailers = ''] = body.split('\n\n')
  const kept = trailers.split('\n').filter((line) => !line.startsWith('Countersign-Version'))
  return {
    headline: headline.replace(/^[^:]+: /, `chore(${task.id}): begin `).slice(0, 72),
    body: `Changes nothing; the draft pull request of ${task.id} needs a commit.\n\n${kept.join('\n')}`,
  }
}

/** Title and body of the draft that a person gets with a task: what is wanted, what it builds on and what must hold, to tick off. */
export function renderTaskDraft({ record, plan, task, node, artifacts, links }: Input): {
  title: string
  body: string
} {
  const issue = linkTo(`#${record.number}`, links.issue())
  const planName = linkToPlan(record, plan, links, 'plan ')
  const { branch } = node
  const blocks = [
    block(
      `**${task.id}** of ${planName} for ${issue}, for ${renderName(task.executor)}: to be delivered is ${renderDeliverable(task)}.`,
    ),
    block(
      `\n${inlineCode(`git fetch && git switch ${branch}`)} gets the branch. **The first push makes this ready for review**; every push is a version and is judged against what must hold below, by the check \`countersign/${task.id}\`. Not yours after all? \`/assign @login\` here gives it to somebody else.`,
    ),
    block(renderInputs(node, artifacts)),
    block(renderCriteria(task, 300), renderCriteria(task, 80)),
    block('\n<sub>The boxes are for you: what holds is judged by what you push.</sub>'),
    block(`\n${renderDetails(`What ${task.id} was asked for`, renderTaskWork(task))}`, ''),
  ]
  return {
    title: renderTaskTitle(record, task),
    body: neutraliseSkipping(fitBlocks(blocks, commentLimit, `\nShortened; everything is in the ${planName}.`)),
  }
}

/** What is approved and on its branch already. */
function renderInputs({ inputs }: ActionNode, artifacts: readonly Artifact[]): string {
  const items = Object.entries(inputs).flatMap(([task, id]) => {
    const version = artifacts.find((one) => one.artifact_id === id)
    if (version === undefined) return []
    const paths = version.files.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
    const shown = paths.slice(0, mostFiles).map((path) => inlineCode(shorten(path, 120)))
    const more = paths.length > mostFiles ? [renderCount(paths.length - mostFiles, 'more file')] : []
    return [`- [ ] **${neutraliseInline(task)}**, version ${version.version}: ${[...shown, ...more].join(', ')}`]
  })
  return items.length === 0 ? '' : `\n**Builds on** what is approved, and on the branch already\n\n${items.join('\n')}`
}

function renderCriteria(task: Task, limit: number): string {
  const items = judgedCriteria(task)
    .slice(0, 40)
    .map((criterion) => {
      const optional = criterion.severity === 'minor' ? ', optional' : ''
      const statement = neutraliseInline(shorten(criterion.statement, limit))
      return `- [ ] **${criterion.id}** ${statement} <sub>(${renderCheckMethod(criterion)}${optional})</sub>`
    })
  return items.length === 0 ? '' : `\n**Must hold**\n\n${items.join('\n')}`
}
