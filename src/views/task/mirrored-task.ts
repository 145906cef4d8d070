import type { IssRecord } from '../../domain/records/iss-record.ts'
import { writePersonDays } from '../../domain/plan/assemble/person-days.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, commentLimit, fitBlocks } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { listWords, renderDoer } from '../text/person.ts'
import { linkToPlan } from './plan-link.ts'
import { renderCriteriaList, renderTaskWork } from './task-details.ts'
import { renderTaskTitle } from './task-title.ts'
import { renderDeliverable } from './task-words.ts'

interface Input {
  record: IssRecord
  plan: Plan
  task: Task
  links: Links
}

/**
 * Title and body of the sub-issue that mirrors a task; title: plain text, at most 200 characters. Made of what the plan
 * says and who does it: progress shows as open or closed, so that the text isn't written anew with every step.
 */
export function renderMirroredTask({ record, plan, task, links }: Input): { title: string; body: string } {
  const issue = linkTo(`#${record.number}`, links.issue())
  const planName = linkToPlan(record, plan, links, t('plan '))
  const blocks = [
    block(
      t('{task} of {plan} for {issue}: delivers {what}, {terms}.', {
        task: `**${task.id}**`,
        plan: planName,
        issue,
        what: renderDeliverable(task),
        terms: renderTerms(task),
      }),
    ),
    block(
      `\n${t('This issue mirrors {task} of {issue} and follows it: it is closed when {task} is done. What is changed or closed here by hand is set back. Commands go in {issue}.', { task: task.id, issue })}`,
    ),
    block(`\n${renderCriteriaList(task, 240)}`, `\n${renderCriteriaList(task, 60)}`),
    block(`\n${renderDetails(t('What {task} is asked for', { task: task.id }), renderTaskWork(task))}`, ''),
  ]
  return {
    title: renderTaskTitle(record, task),
    body: fitBlocks(blocks, commentLimit, `\n${t('Shortened; everything is in the {plan}.', { plan: planName })}`),
  }
}

/** `0.5 person-days, by codex, after T1 and T2`; nobody is notified by it. */
function renderTerms(task: Task): string {
  const shown = task.depends_on.length > 12 ? [...task.depends_on.slice(0, 11), '…'] : task.depends_on
  return [
    translate(writePersonDays(task.estimated_person_days)),
    t('by {who}', { who: renderDoer(task.executor) }),
    ...(shown.length === 0 ? [] : [t('after {tasks}', { tasks: listWords(shown) })]),
  ].join(t(', '))
}
