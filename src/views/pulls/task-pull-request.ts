import { neutraliseSkipping } from '../markdown/neutralise-skipping.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { nameCriteria } from '../../domain/gate/draft/name-criteria.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import { block, commentLimit, fitBlocks } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { renderExecutor } from '../text/person.ts'
import { linkToPlan } from '../task/plan-link.ts'
import { renderCriteriaList, renderTaskWork } from '../task/task-details.ts'
import { renderTaskTitle } from '../task/task-title.ts'
import { renderDeliverable } from '../task/task-words.ts'
import { renderShownCode } from '../plan/shown-code.ts'
import { renderDetails } from '../markdown/details.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'

interface Input {
  record: IssRecord
  plan: Plan
  task: Task
  links: Links
}

/** Title and body of the pull request in which one task's versions are reviewed. Title: plain text, at most 200. */
export function renderTaskPullRequest({ record, plan, task, links }: Input): { title: string; body: string } {
  const issue = linkTo(`#${record.number}`, links.issue())
  const planName = linkToPlan(record, plan, links, t('plan '))
  const blocks = [
    block(
      t('**{task}** of {plan} for {issue}: delivers {deliverable}, by {who}.', {
        task: task.id,
        plan: planName,
        issue,
        deliverable: renderDeliverable(task),
        who: task.executor === 'human' ? t('a person') : renderExecutor(task.executor),
      }),
    ),
    block(`\n${renderWays(task)}`),
    block(`\n${renderCriteriaList(task, 240)}`, `\n${renderCriteriaList(task, 60)}`),
    block(`\n${renderDetails(t('What {task} was asked for', { task: task.id }), renderTaskWork(task))}`, ''),
    // Of several tasks nobody knows which one it is about; the plan shows it.
    ...(plan.tasks.length === 1 ? [renderShownCode(record.frozen.body, plan)] : []),
  ]
  return {
    title: renderTaskTitle(record, task),
    // A squash takes it for the commit's message.
    body: neutraliseSkipping(
      fitBlocks(blocks, commentLimit, `\n${t('Shortened; everything is in the {file}.', { file: planName })}`),
    ),
  }
}

function renderWays(task: Task): string {
  const judged = task.acceptance_criteria
    .filter(({ check_method: method, severity }) => method === 'manual_review' && severity !== 'minor')
    .map(({ id }) => id)
  const named = neutraliseInline(translate(nameCriteria(judged, task.acceptance_criteria)))
  // Said so that it is still true once they have.
  const person = judged.length === 0 ? '' : t(' A person judges {criteria}.', { criteria: named })
  return [
    t(
      'Every commit here is a version, and judged on its own against the criteria below: the check `countersign/{task}` says what it came to.',
      { task: task.id },
    ),
    person,
    t(
      ' To judge one: approve or request changes, or say `/approve` or `/reject <why>`. To change it: push to this branch. Merging happens by itself once a version is approved.',
    ),
  ].join('')
}
