import type { PlainMessage } from '../../../domain/language/message.ts'
import { t } from '../../language/t.ts'
import { translateChange } from '../../language/translate.ts'

const words: Readonly<Record<string, PlainMessage>> = {
  task: 'task',
  title: 'title',
  description: 'description',
  'acceptance of the issue': 'acceptance of the issue',
  'final deliverable': 'final deliverable',
  'may write': 'may write',
  delivers: 'delivers',
  'comes after': 'comes after',
  estimate: 'estimate',
  'done by': 'done by',
  'judged by': 'judged by',
  tests: 'tests',
  work: 'work',
  action: 'action',
  steps: 'steps',
  'places to change': 'places to change',
  verification: 'verification',
  priority: 'priority',
  'written anew': 'written anew',
}

/** What two plans differ in (`PlanChange.what`); the id of a criterion is its name. */
export function namePart(what: string): string {
  const known = words[what]
  return known === undefined ? what : t(known)
}

/** Written by people from beginning to end. */
const said: ReadonlySet<string> = new Set(['task', 'title', 'description', 'steps', 'tests', 'verification'])

/** What stood or stands there; the words of people as they are. */
export function sayPart(what: string, text: string): string {
  return said.has(what) ? text : text.split('\n').map(translateChange).join('\n')
}
