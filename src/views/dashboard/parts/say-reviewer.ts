import { rulesReviewer } from '../../../domain/plan/check-reviewer.ts'
import { t } from '../../language/t.ts'
import { listWords } from '../../text/person.ts'

/** `rules, @ada` as it is recorded, for who looks at records. */
export function nameRecorded(reviewer: string): string {
  return reviewer
    .split(', ')
    .map((name) => (name === rulesReviewer ? t('rules') : name))
    .join(t(', '))
}

/** `automatic checks and @ada` of `rules, @ada`. */
export function sayReviewer(reviewer: string): string {
  return listWords(reviewer.split(', ').map((name) => (name === rulesReviewer ? t('automatic checks') : name)))
}
