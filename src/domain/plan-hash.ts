import canonicalize from 'canonicalize'
import type { Plan } from './plan.ts'
import { sha256Hex } from './sha256.ts'
import type { Task, WorkItem } from './task.ts'

/**
 * sha256 over the canonical JSON (RFC 8785) of what a reader approves: description, tasks with criteria, specs,
 * dependencies, estimates and work (contents by sha256), root criteria and final deliverable. Outside: derived ids and
 * views, line numbers, `is_bound`, score, timestamps, executor, reviewer (design 2 "Plan").
 */
export function hashPlan(plan: Omit<Plan, 'hash'>): string {
  const root = plan.goals.find((goal) => goal.id === 'G0')
  const approved = {
    description: plan.description,
    tasks: plan.tasks.map((task) => describeTask(task)),
    root_acceptance_criteria: (root?.root_acceptance_criteria ?? []).map((item) => ({
      ...item,
      source_line: undefined,
    })),
    final_deliverable_spec: root?.final_deliverable_spec ?? null,
  }
  return sha256Hex(canonicalize(makeWellFormed(approved)) ?? '')
}

function describeTask(task: Task): unknown {
  return {
    id: task.id,
    title: task.title,
    action: task.action,
    scope: task.scope,
    description: task.description,
    modification_points: task.modification_points,
    implementation: task.implementation,
    test: task.test,
    acceptance_criteria: task.acceptance_criteria.map((criterion) => ({ ...criterion, source: undefined })),
    verification: task.acceptance.verification,
    deliverable_spec: task.deliverable_spec,
    depends_on: task.depends_on.toSorted(),
    estimated_person_days: task.estimated_person_days,
    priority: task.priority,
    work: task.work.map((item) => describeWork(item)),
  }
}

function describeWork(item: WorkItem): unknown {
  switch (item.kind) {
    case 'file':
      return { kind: item.kind, path: item.path, mode: item.mode, sha256: sha256Hex(item.content) }
    case 'diff':
      return { kind: item.kind, sha256: sha256Hex(item.diff) }
    case 'run':
      return { kind: item.kind, sha256: sha256Hex(item.command) }
  }
}

/** Leaves out what is undefined. What JSON can't carry, a faulty draft may still hold: lone surrogates become U+FFFD, NaN and infinities null. */
function makeWellFormed(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return part.toWellFormed()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key.toWellFormed(), inner]))
  })
  return JSON.parse(text) as unknown
}
