import { renderBytes } from '../text/amounts.ts'
import { deliverablePath } from '../../domain/plan/deliverable-spec.ts'
import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import { deliveryId } from '../../domain/plan/assemble/delivery.ts'
import type { Task } from '../../domain/plan/task.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
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
  const shown = globs.slice(0, 3).map((glob) => (glob === '**' ? t('a change') : inlineCode(cut(glob, 80))))
  // Not `a and b`: what every CHECK begins with asks for at least one of them.
  return [...shown, ...(globs.length > 3 ? [t('{n} more', { n: globs.length - 3 })] : [])].join(t(', '))
}

/** What a criterion says; the words of the one that nobody states are translated. */
export function renderStatement(
  { id, statement }: Pick<AcceptanceCriterion, 'id' | 'statement'>,
  limit: number,
): string {
  return neutraliseInline(shorten(id === deliveryId ? translate(statement) : statement, limit))
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
        ? t('runs a command')
        : t('runs {command}', { command: inlineCode(shorten(criterion.command, commandLimit)) })
    case 'ci_check':
      return t('CI: {checks}', {
        checks: (criterion.checks ?? []).map((name) => inlineCode(shorten(name, 60))).join(t(', ')) || t('all checks'),
      })
    case 'model_review':
      return t('a model reads it')
    case 'manual_review':
      return t('**a person judges**')
  }
}

function renderStaticCheck(criterion: AcceptanceCriterion): string {
  if (criterion.check === undefined && criterion.target === undefined) return t('a machine')
  const target = criterion.target === undefined ? t('the file') : inlineCode(shorten(criterion.target, 120))
  switch (criterion.check) {
    case 'exists':
      return t('{target} exists', { target })
    case 'parses':
      return t('{target} parses', { target })
    case 'contains':
      return t('{target} contains {text}', { target, text: inlineCode(shorten(criterion.text ?? '', textLimit)) })
    case 'matches':
      return t('{target} matches {pattern}', {
        target,
        pattern: inlineCode(shorten(criterion.pattern ?? '', textLimit)),
      })
    case 'schema':
      return t('{target} fits its JSON Schema', { target })
    case 'max_bytes':
      return t('{target} is at most {size}', { target, size: renderBytes(criterion.max_bytes ?? 0) })
    case 'diagnosis':
      return t('{target} is diagnosed', { target })
    case undefined:
      return t('{target} is read by a machine', { target })
  }
}
