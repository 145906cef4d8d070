import { isDeepStrictEqual } from 'node:util'
import { bundleFolders } from '../../../domain/bundle/bundle-names.ts'
import { exportRoles } from '../../../domain/bundle/export-roles.ts'
import type { Manifest } from '../../../domain/bundle/manifest.ts'
import { findNewest } from '../../../domain/records/newest-review.ts'
import {
  concludeRoot,
  concludeRootTests,
  judgeRootCriteria,
  type RootResult,
} from '../../../domain/bundle/root-results.ts'
import { planTestsCover } from '../../../domain/plan/whole-cover.ts'
import type { PlanState } from '../load-plan-state.ts'
import type { Findings } from '../findings.ts'

/** The manifest is about this plan: every task accounted for, under its title, role and deliverable, at the right time. */
export function checkPlan(manifest: Manifest, state: PlanState, findings: Findings): void {
  const { record, plan, execution } = state
  if (record.repository !== manifest.repository) {
    const message = `the manifest is about ${manifest.repository}, the branch about ${record.repository}`
    findings.fault('record_differs', null, message)
  }
  const named = new Set(manifest.items.map((item) => item.review.review_id))
  const newest = findNewest(execution.reviews.filter((review) => named.has(review.review_id)))
  if (newest !== undefined && newest.submitted_at !== manifest.exported_at) {
    findings.fault('record_differs', 'exported_at', `the newest review was submitted at ${newest.submitted_at}`)
  }
  if (plan.hash !== manifest.plan_hash) {
    findings.doubt('superseded', manifest.plan_id, 'the plan was revised since; its hash is another one')
    return
  }
  checkTasks(manifest, state, findings)
  checkFolders(manifest, state, findings)
  checkCoverage(manifest, state, findings)
  checkRootCriteria(manifest, state, findings)
}

function checkTasks(manifest: Manifest, { plan, execution }: PlanState, findings: Findings): void {
  const tasks = new Map(plan.tasks.map((task) => [task.task_id, task]))
  const roles = exportRoles(plan)
  for (const part of [...manifest.items, ...manifest.candidates, ...manifest.missing, ...(manifest.left_out ?? [])]) {
    const task = tasks.get(part.task_id)
    if (task?.id !== part.task || task.title !== part.task_title) {
      findings.fault('record_differs', part.task, 'the plan has no such task')
    }
  }
  for (const item of manifest.items) {
    const spec = tasks.get(item.task_id)?.deliverable_spec
    if (!isDeepStrictEqual(spec, item.deliverable_spec) || roles.get(item.task) !== item.role) {
      findings.fault('record_differs', item.task, 'the plan asks for another deliverable, or for it in another role')
    }
  }
  for (const missing of manifest.missing) {
    const node = execution.nodes[missing.task]
    const isDone = node?.kind === 'ACTION' && node.state === 'DONE'
    if (isDone) findings.doubt('superseded', missing.task, 'it was missing, but has an approved version by now')
  }
}

/** Each file lies in the folder that its task has among all of them. */
function checkFolders(manifest: Manifest, { plan }: PlanState, findings: Findings): void {
  const folders = bundleFolders(plan.tasks)
  const parts = [
    ...manifest.items.map((part) => ({ ...part, before: '' })),
    ...manifest.candidates.map((part) => ({ ...part, before: '_candidates/' })),
  ]
  for (const { files, before, task_id: id } of parts) {
    for (const { dest_path: path } of files) {
      if (path.startsWith(`${before}${folders.get(id)}/`)) continue
      findings.fault('record_differs', path, 'the task’s files belong in another folder')
    }
  }
}

/** What is said of the issue's own items is what the reviews that it names say; those that came later don't matter. */
function checkRootCriteria(manifest: Manifest, { plan, execution }: PlanState, findings: Findings): void {
  if (manifest.root_criteria === undefined) return
  const asked = judgeRootCriteria(plan, execution)
  const isSame = asked.length === manifest.root_criteria.length && asked.every((one, at) => isAsked(one, manifest, at))
  if (!isSame) findings.fault('record_differs', 'root_criteria', 'the plan has other items of the issue')
  const whole = execution.validations.filter(({ task }) => task === null)
  const tests = new Set<string>(whole.map((one) => concludeRootTests(one, execution.test_waivers)))
  const reviews = new Map(execution.reviews.map((review) => [review.review_id, review]))
  for (const { id, covered_by: covered, result } of manifest.root_criteria) {
    const isTold = covered.every(({ criterion, result: told, review_id: review }) => {
      if (criterion === planTestsCover) return told === 'none' || tests.has(told)
      const found = review === null ? undefined : reviews.get(review)?.criteria
      return (
        told === (found?.find((one) => `${reviews.get(review ?? '')?.task}/${one.id}` === criterion)?.result ?? 'none')
      )
    })
    if (!isTold || result !== concludeRoot(covered.map((one) => one.result))) {
      findings.fault('record_differs', id, 'the reviews say something else of it')
    }
  }
}

function isAsked(asked: RootResult, manifest: Manifest, at: number): boolean {
  const told = manifest.root_criteria?.[at]
  const ask = ({ id, statement, source_line, source, covered_by: covered }: RootResult) => {
    return { id, statement, source_line, source, covered_by: covered.map(({ criterion }) => criterion) }
  }
  return told !== undefined && isDeepStrictEqual(ask(told), ask(asked))
}

/** Nothing is left out silently, except all supporting tasks together by manifests from before they named them. */
function checkCoverage(manifest: Manifest, { plan }: PlanState, findings: Findings): void {
  const roles = exportRoles(plan)
  const named = new Set([...manifest.items, ...manifest.missing].map((part) => part.task))
  const omitted = plan.tasks.map((task) => task.id).filter((task) => !named.has(task))
  const isSupporting = (task: string) => roles.get(task) === 'supporting'
  const left = manifest.left_out?.map(({ task }) => task)
  const isTold = left === undefined || isDeepStrictEqual(left, omitted)
  const onPurpose = omitted.every(isSupporting) && ![...named].some(isSupporting)
  if (isTold && (omitted.length === 0 || onPurpose)) return
  if (omitted.length === 0) {
    findings.fault('record_differs', 'left_out', 'it calls tasks left out that are in here')
    return
  }
  findings.fault('record_differs', omitted.join(', '), 'the plan has it, the manifest does not')
}
