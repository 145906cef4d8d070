import type { WorkItem } from '../../task.ts'
import type { TaskFacts } from './parse-task-text.ts'

/**
 * Why words of an issue are not put to a yes: its author hedges; they ask something; they only name what is wrong ("Path
 * traversal vulnerability"); they tell how things are, or why something is wanted; or they stand among other things that
 * are told, and the issue may be about one of those.
 */
export type Doubt = 'hedged' | 'asked' | 'named' | 'told' | 'motive' | 'among' | 'slow' | 'unnamed' | 'loose' | 'bare'

/** An item that says when something is done, with the issue line it stands on. */
export interface StatedItem {
  text: string
  line: number
  /** It stands where a form asks what was expected, not where its author says when the work is done. */
  expected?: true
  /** Its words wish for it, and don't only say that it must be: it may be so today. */
  wished?: true
  /** It is an item of a list: what stands above it doesn't go on in it. */
  listed?: true
  /** Where it was picked from already says why it may be meant otherwise. */
  doubt?: Doubt
}

/** A task as the issue tells it, before defaults. */
export interface TaskOutline extends TaskFacts {
  id: string
  line: number
  title: string
  description: string[]
  steps: string[]
  criteria: StatedItem[]
  testCommands: string[]
  /** Paths in code spans of its line and steps. */
  paths: string[]
  /** Files that the issue only points at: they become its scope where it names no other, together with tests. */
  suggested: { path: string; line: number; traced?: boolean; ordered?: boolean }[]
  /** What must hold of it is in part about the one file that is suggested, and in part about something else. */
  isPartlyPointed?: boolean
  /** Paths after `Scope:`; where there are any, only these count. */
  scope: string[]
  /** Paths after `Delivers:`; several are a set. */
  delivers: string[]
  action: string | null
  work: WorkItem[]
}

/** A code fence that is work. */
export interface WorkPlace {
  work: WorkItem
  /** What stands behind its backticks. */
  info: string
  line: number
  /** The task it stands inside of. */
  inside: TaskOutline | null
  /** The task named last above it. */
  after: TaskOutline | null
  /** The id it names itself, by `task=T2`. */
  named: string | null
  /** No other title stands between it and the task named last. */
  rightBelow: boolean
  /** Title of what it stands under outside of tasks; null where that is nothing. */
  under: string | null
  /** It stands where something is told: under `Actual behavior`, `Logs`. */
  reported: boolean
}

/** `Final: T5 assembles T1, T2`; `from` is null where it says "all", `assembles` false where it only names what is delivered. */
export interface FinalLine {
  line: number
  ids: string[]
  assembles: boolean
  from: string[] | null
}

/** Everything an issue's text says about the work. */
export interface IssueOutline {
  tasks: TaskOutline[]
  /** Items under "Acceptance" of the issue itself. */
  acceptance: StatedItem[]
  /** Checklist items that are a task or stand inside one: that task covers them. */
  boxes: (StatedItem & { task: TaskOutline })[]
  fences: WorkPlace[]
  /** What is delivered in the end, where the issue says so. */
  final: FinalLine | null
  /** Prose above the first task. */
  preamble: string[]
  /** Lines outside of any task that are read as nothing. */
  unread: StatedItem[]
  /** Lines of items outside of tasks that are ticked. */
  ticked: number[]
  notes: string[]
  /** What can't be placed, a sentence each. */
  problems: string[]
}

export function createIssueOutline(): IssueOutline {
  return {
    tasks: [],
    acceptance: [],
    boxes: [],
    fences: [],
    final: null,
    preamble: [],
    unread: [],
    ticked: [],
    notes: [],
    problems: [],
  }
}

export function createTaskOutline(id: string, line: number, title: string): TaskOutline {
  return {
    id,
    line,
    title,
    dependsOn: [],
    description: [],
    steps: [],
    criteria: [],
    testCommands: [],
    paths: [],
    suggested: [],
    scope: [],
    delivers: [],
    action: null,
    work: [],
  }
}
