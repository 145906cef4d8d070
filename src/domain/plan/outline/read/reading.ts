import { findTaskDefinitions, type TaskDefinitions } from './find-task-definitions.ts'
import type { OutlineNode } from './parse-outline.ts'
import { type CriterionReading, startCriteria } from './read-criterion.ts'
import type { SectionKind } from '../words/section-titles.ts'
import { createIssueOutline, type IssueOutline, type TaskOutline } from './task-outline.ts'

/** Where the reader stands. */
export interface Reading {
  outline: IssueOutline
  definitions: TaskDefinitions
  byId: Map<string, TaskOutline>
  /** The task that what follows belongs to; `level` of the heading and `depth` of the item that named it, else 0. */
  task: { outline: TaskOutline; level: number; depth: number } | null
  /** Named last, whether or not the reader has left it. */
  after: TaskOutline | null
  section: { kind: SectionKind; level: number }
  /** Under a label such as `Acceptance:`: what stands deeper are criteria, or steps. */
  label: { kind: SectionKind; depth: number } | null
  criteria: CriterionReading
  /** What stands here was expected, as a form asks for it. */
  expects: boolean
  /** The heading that the reader stands under, tasks aside. */
  under: { title: string; line: number } | null
  /** The same, of the task named last. */
  afterUnder: { title: string; line: number } | null
  /** It, or a label below it, announces a report; `level` of a label is 7. */
  report: { level: number } | null
}

/** At the top of an issue, before its first block. With `taken` it is a change to a plan of these ids. */
export function startReading(nodes: readonly OutlineNode[], taken?: ReadonlySet<string>): Reading {
  return {
    outline: createIssueOutline(),
    definitions: findTaskDefinitions(nodes, taken),
    byId: new Map(),
    task: null,
    after: null,
    section: { kind: 'other', level: 0 },
    label: null,
    criteria: startCriteria(nodes),
    expects: false,
    under: null,
    afterUnder: null,
    report: null,
  }
}
