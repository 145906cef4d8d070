import type { Plan } from '../../domain/plan/plan.ts'
import type { Task } from '../../domain/plan/task.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { neutralisePlain } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

export interface CommitMessage {
  headline: string
  body: string
}

const subjectLimit = 72
const conventionalStart = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^)]*\))?!?:\s*/i

/** Message of a version of a task: conventional subject from its title, and trailers that lead back to the plan. */
export function renderCommitMessage(input: { task: Task; plan: Plan; version: number }): CommitMessage {
  const { task, plan, version } = input
  const start = `${commitType(task, plan)}(${task.id}): `
  const title = neutralisePlain(shorten(toOneLine(task.title).replace(conventionalStart, ''), 400))
  const trailers = [
    `Countersign-Plan: ${plan.id}`,
    `Countersign-Plan-Hash: ${plan.hash}`,
    `Countersign-Task: ${task.id} ${task.task_id}`,
    `Countersign-Version: ${version}`,
  ]
  return {
    headline: start + shorten(title, subjectLimit - start.length),
    body: `Version ${version} of ${task.id} in ${plan.issue_id}.\n\n${trailers.join('\n')}`,
  }
}

function commitType(task: Task, plan: Plan): 'feat' | 'fix' | 'refactor' | 'docs' {
  if (/^(?:md|markdown|rst|adoc)$/i.test(task.deliverable_spec.format)) return 'docs'
  switch (task.action) {
    case 'Create':
    case 'Add':
      return 'feat'
    case 'Fix':
      return 'fix'
    case 'Refactor':
    case 'Remove':
      return 'refactor'
    case 'Modify':
      return typeOfStrategy[plan.strategy_type]
  }
}

const typeOfStrategy = { bugfix: 'fix', feature: 'feat', refactor: 'refactor' } as const
