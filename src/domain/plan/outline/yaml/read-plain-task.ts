import { assumedPersonDays } from '../../assemble/assemble-task.ts'

type Given = Record<string, unknown>

/**
 * A task of a plan in YAML in the schema's terms, where it is written more plainly and can mean one thing only:
 * `acceptance: It is sorted`, a list of texts there or under `acceptance_criteria`, and no estimate at all.
 */
export function readPlainTask(task: Given): Given {
  const { acceptance, acceptance_criteria: criteria, estimated_minutes: minutes, estimated_person_days: days } = task
  return {
    ...task,
    ...(acceptance === undefined ? {} : { acceptance: readAcceptance(acceptance) }),
    ...(criteria === undefined ? {} : { acceptance_criteria: readCriteria(criteria) }),
    ...(minutes === undefined && days === undefined
      ? { estimated_person_days: assumedPersonDays, estimate_from: 'assumed' }
      : {}),
  }
}

function readAcceptance(given: unknown): unknown {
  if (typeof given === 'string' || Array.isArray(given)) return { criteria: readTextList(given) }
  if (!isMapping(given)) return given
  const { criteria, verification } = given
  return {
    ...given,
    ...(criteria === undefined ? {} : { criteria: readTextList(criteria) }),
    ...(verification === undefined ? {} : { verification: readTextList(verification) }),
  }
}

function readTextList(given: unknown): unknown {
  if (typeof given === 'string') return [given]
  return Array.isArray(given) ? given.map((one: unknown) => joinColon(one)) : given
}

function readCriteria(given: unknown): unknown {
  const list: unknown = typeof given === 'string' ? [given] : given
  if (!Array.isArray(list)) return list
  return list.map((one: unknown) => (typeof one === 'string' ? { statement: one } : one))
}

/** `- Output: sorted` is a mapping to YAML, and a sentence to whoever wrote it where only texts may stand. */
function joinColon(one: unknown): unknown {
  if (!isMapping(one)) return one
  const [entry, ...others] = Object.entries(one)
  return entry === undefined || others.length > 0 || typeof entry[1] !== 'string' ? one : `${entry[0]}: ${entry[1]}`
}

function isMapping(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
