import { rulesReviewer } from '../../domain/plan/check-reviewer.ts'
import { t } from '../language/t.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'

const login = /^@?([a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}(?:\/[\w.-]{1,100})?)$/i

/** `@ada`, or `@acme/docs`, who gets a notification: only for people who are asked for something. */
export function mention(name: string): string {
  const match = login.exec(name)
  return match?.[1] === undefined ? neutraliseInline(name) : `@${match[1]}`
}

/** A login or an executor, as text that notifies nobody. */
export function renderName(name: string): string {
  return neutraliseInline(name.replace(/(^|, )@/g, '$1'))
}

/** `automatic checks and ada` of `rules, @ada`; notifies nobody. */
export function renderReviewer(reviewer: string): string {
  const names = reviewer.split(', ')
  return listWords(names.map((name) => (name === rulesReviewer ? t('automatic checks') : renderName(name))))
}

/** Who does a task: `codex`, `person`, `@ada`. */
export function renderExecutor(executor: string): string {
  if (executor === 'human') return t('person')
  return executor.startsWith('@') ? mention(executor) : neutraliseInline(executor)
}

/** The same after `by`, where a stranger knows no `patch` or `shell`: the plan itself has what they do. */
export function renderDoer(executor: string, name: (executor: string) => string = renderName): string {
  switch (executor) {
    case 'human':
      return t('a person')
    case 'patch':
      return t('a patch in the plan')
    case 'shell':
      return t('a command in the plan')
    default:
      return name(executor)
  }
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('')
  const values = { words: words.slice(0, -1).join(t(', ')), one: words.at(-1) ?? '' }
  return last === 'and' ? t('{words} and {one}', values) : t('{words} or {one}', values)
}
