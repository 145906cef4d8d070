import { rulesReviewer } from '../../../domain/plan/check-reviewer.ts'
import { t } from '../../language/t.ts'
import { listWords } from '../../text/person.ts'

/** `automatic checks and @ada` of `rules, @ada`. */
export function sayReviewer(reviewer: string): string {
  return listWords(reviewer.split(', ').map((name) => (name === rulesReviewer ? t('automatic checks') : name)))
}
