import { renderBytes } from '../text/amounts.ts'
import { deliverablePath } from '../../domain/plan/deliverable-spec.ts'
import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import type { Task } from '../../domain/plan/task.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { shortenTitle } from '../markdown/shorten-title.ts'
import { shortenWords } from '../markdown/shorten-words.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'

/** Longest run without a space that leaves a phone room for two more columns. */
const cellWord = 28

/** A task's title for a table cell. */
export function renderTitle(title: string, limit: number): string {
  return neutraliseInline(shortenTitle(shortenWords(toOneLine(title), cellWord), limit))
}

/** `src/auth.ts`, the folder and globs of a set, or `a change` where nobody said of what. */
export function renderDeliverable(task: Task): string {
  return nameDeliverable(task, shorten)
}

/** The same for a table cell; the task's own text has the paths in full. */
export function renderDeliverableCell(task: Task): string {
  return nameDeliverable(task, (path, limit) => shorten(shortenWords(path, cellWord), limit))
}

function nameDeliverable({ deliverable_spec: spec }: Task, cut: typeof shorten): string {
  const globs = spec.single_file ? [] : (spec.files ?? [])
  if (globs.length === 0) return inlineCode(cut(deliverablePath(spec), 120))
  const shown = globs.slice(0, 3).map((glob) => (glob === '**' ? 'a change' : inlineCode(cut(glob, 80))))
  // Not `a and b`: what every CHECK begins with asks for at least one of them.
  return [...shown, ...(globs.length > 3 ? [`${globs.length - 3} more`] : [])].join(', ')
}

/** Longest command, and longest pattern or text, that stands whole among a few words. */
export const commandLimit = 160
export const textLimit = 80

/** How a criterion is checked, in a few words. */
export function renderCheckMethod(criterion: AcceptanceCriterion): string {
  switch (criterion.check_method) {
    case 'static_check':
      return renderStaticCheck(criterion)
    case 'run_smoke_test':
      return criterion.command === undefined
        ? 'runs a command'
        : `runs ${inlineCode(shorten(criterion.command, commandLimit))}`
    case 'ci_check':
      return `CI: ${(criterion.checks ?? []).map((name) => inlineCode(shorten(name, 60))).join(', ') || 'all checks'}`
    case 'model_review':
      return 'a model reads it'
    case 'manual_review':
      return '**a person judges**'
  }
}

function renderStaticCheck(criterion: AcceptanceCriterion): string {
  if (criterion.check === undefined && criterion.target === undefined) return 'a machine'
  const target = criterion.target === undefined ? 'the file' : inlineCode(shorten(criterion.target, 120))
  switch (criterion.check) {
    case 'exists':
      return `${target} exists`
    case 'parses':
      return `${target} parses`
    case 'contains':
      return `${target} contains ${inlineCode(shorten(criterion.text ?? '', textLimit))}`
    case 'matches':
      return `${target} matches ${inlineCode(shorten(criterion.pattern ?? '', textLimit))}`
    case 'schema':
      return `${target} fits its JSON Schema`
    case 'max_bytes':
      return `${target} is at most ${renderBytes(criterion.max_bytes ?? 0)}`
    case 'diagnosis':
      return `${target} is diagnosed`
    case undefined:
      return `${target} is read by a machine`
  }
}
