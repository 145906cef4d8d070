import { recordText } from '../../language/message.ts'
import { isJudgedByPerson, reviewerLogin, rulesReviewer } from '../check-reviewer.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import { asLines, writeInstead } from './right-line.ts'

/** ACTIONs without exactly one CHECK, CHECKs without exactly one ACTION (spec 003 §1.2). */
export function findCheckFaults(plan: Plan): PlanFault[] {
  return [...findReviewerFaults(plan), ...(isOneEach(plan) ? [] : findPairFaults(plan))]
}

/** A reviewer who is not known would be taken for `rules`, and a person with nothing to judge never asked. */
function findReviewerFaults({ checks, tasks }: Plan): PlanFault[] {
  const named = checks.filter((check) => check.reviewer !== rulesReviewer)
  if (named.length === 0) return []
  const byId = new Map(tasks.map((task) => [task.task_id, task]))
  return named.flatMap((check): PlanFault[] => {
    const task = byId.get(check.review_target_task_id)
    const nodes = [check.id, ...(task === undefined ? [] : [task.id])]
    if (check.reviewer.trim() === '') {
      return [
        {
          code: 'field_missing',
          nodes,
          message: writeInstead(
            recordText('{check} has no reviewer', { check: check.id }),
            `reviewer: ${rulesReviewer}`,
          ),
        },
      ]
    }
    if (reviewerLogin(check.reviewer) === undefined) {
      const message = writeInstead(
        recordText('the reviewer of {check} is {reviewer}; it may be `rules`, or a person, as `@login`', {
          check: check.id,
          reviewer: `\`${check.reviewer}\``,
        }),
        `reviewer: ${rulesReviewer}`,
      )
      return [{ code: 'value_not_allowed', nodes, message }]
    }
    if (task === undefined || task.acceptance_criteria.some((criterion) => isJudgedByPerson(criterion))) return []
    const message = recordText(
      '{check} names {who} as its reviewer, but no criterion of {task} is judged by a person; write {code_lines}, or give it a criterion with `check_method: manual_review`',
      { check: check.id, who: check.reviewer, task: task.id, code_lines: asLines(`reviewer: ${rulesReviewer}`) },
    )
    return [{ code: 'value_not_allowed', nodes, message }]
  })
}

function findPairFaults(plan: Plan): PlanFault[] {
  const tasks = new Map(plan.tasks.map((task) => [task.task_id, task.id]))
  const times = new Map<string, number>()
  for (const { task_id: id } of plan.tasks) times.set(id, (times.get(id) ?? 0) + 1)
  const reviewers = new Map<string, string[]>()
  for (const check of plan.checks) {
    const target = check.review_target_task_id
    const known = reviewers.get(target)
    if (known === undefined) reviewers.set(target, [check.id])
    else known.push(check.id)
  }
  const actions = [...tasks].flatMap(([taskId, id]): PlanFault[] => {
    const checks = reviewers.get(taskId) ?? []
    // Two tasks of one id have a CHECK each; the id's fault is enough.
    if (checks.length === 1 || checks.length === times.get(taskId)) return []
    const found =
      checks.length === 0
        ? recordText('no CHECK reviews it')
        : recordText('{checks} both review it', { checks: checks.join(' and ') })
    return [
      {
        code: 'action_without_one_check',
        nodes: [id, ...checks],
        message: recordText('{task} needs one CHECK; {found}; write {code_lines}, or leave `checks` out for one each', {
          task: id,
          found,
          code_lines: asLines(`checks: [{ id: ${checkIdOf(id)}, target: ${id} }]`),
        }),
      },
    ]
  })
  const checks = plan.checks.flatMap((check): PlanFault[] => {
    if (tasks.has(check.review_target_task_id)) return []
    const message = writeInstead(
      recordText('{check} must review one task; its target is no task of this plan', { check: check.id }),
      `target: ${plan.tasks[0]?.id ?? 'T1'}`,
    )
    return [{ code: 'check_without_one_action', nodes: [check.id], message }]
  })
  return [...actions, ...checks]
}

/** Nearly every plan, and with its CHECKs in the order of its tasks; told without a list for each of 100,000 tasks. */
function isOneEach({ tasks, checks }: Plan): boolean {
  return (
    tasks.length === checks.length &&
    checks.every((check, at) => check.review_target_task_id === tasks[at]?.task_id) &&
    new Set(tasks.map((task) => task.task_id)).size === tasks.length
  )
}

function checkIdOf(task: string): string {
  return task.replace(/^T/, 'C')
}
