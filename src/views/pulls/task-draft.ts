import type { Artifact } from '../../domain/records/artifact.ts'
import type { ActionNode } from '../../domain/records/node-state.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { judgedCriteria } from '../../domain/plan/assemble/delivery.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import { renderCount, t } from '../language/t.ts'
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
import { renderEarlierWork } from './earlier-work.ts'
import { type CommitMessage, renderCommitMessage } from './commit-message.ts'
import { translate } from '../language/translate.ts'

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

/** The commit that brings a draft what it builds on, where that is another version by now. */
export function renderRenewedDraftCommit({ task, plan }: { task: Task; plan: Plan }): CommitMessage {
  const { headline, body } = renderDraftCommit({ task, plan })
  const [, trailers = ''] = body.split('\n\n')
  return {
    headline: headline.replace(/: begin .*$/, ': take the new versions it builds on'),
    body: `Nothing was delivered in ${task.id} yet, and what it builds on has changed.\n\n${trailers}`,
  }
}

/** Title and body of the draft that a person gets with a task: what is wanted, what it builds on and what must hold, to tick off. */
export function renderTaskDraft({ record, plan, task, node, artifacts, links }: Input): {
  title: string
  body: string
} {
  const issue = linkTo(`#${record.number}`, links.issue())
  const planName = linkToPlan(record, plan, links, t('plan '))
  const { branch } = node
  const blocks = [
    block(
      t('**{task}** of {plan} for {issue}, for {who}: to be delivered is {deliverable}.', {
        task: task.id,
        plan: planName,
        issue,
        who: renderName(task.executor),
        deliverable: renderDeliverable(task),
      }),
    ),
    block(
      `\n${t('{command} gets the branch. **The first push makes this ready for review**; every push is a version and is judged against what must hold below, by the check `countersign/{task}`. Not yours after all? `/assign @login` here gives it to somebody else.', { command: inlineCode(`git fetch && git switch ${branch}`), task: task.id })}`,
    ),
    block(node.earlier === undefined ? '' : `\n${renderEarlierWork(node.earlier, links)}`),
    block(renderInputs(node, artifacts)),
    block(renderCriteria(task, 300), renderCriteria(task, 80)),
    block(`\n<sub>${t('The boxes are for you: what holds is judged by what you push.')}</sub>`),
    block(`\n${renderDetails(t('What {task} was asked for', { task: task.id }), renderTaskWork(task))}`, ''),
  ]
  return {
    title: renderTaskTitle(record, task),
    body: neutraliseSkipping(
      fitBlocks(blocks, commentLimit, `\n${t('Shortened; everything is in the {file}.', { file: planName })}`),
    ),
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
    return [
      `- [ ] ${t('**{task}**, version {n}: {files}', { task: neutraliseInline(task), n: version.version, files: [...shown, ...more].join(t(', ')) })}`,
    ]
  })
  return items.length === 0
    ? ''
    : `\n${t('**Builds on** what is approved, and on the branch already')}\n\n${items.join('\n')}`
}

function renderCriteria(task: Task, limit: number): string {
  const items = judgedCriteria(task)
    .slice(0, 40)
    .map((criterion) => {
      const optional = criterion.severity === 'minor' ? t(', optional') : ''
      const statement = neutraliseInline(shorten(translate(criterion.statement), limit))
      return `- [ ] **${criterion.id}** ${statement} <sub>${t('({words})', { words: `${renderCheckMethod(criterion)}${optional}` })}</sub>`
    })
  return items.length === 0 ? '' : `\n**${t('Must hold')}**\n\n${items.join('\n')}`
}
