import { recordText } from '../language/message.ts'
import type { LoopState } from '../records/loop/loop-state.ts'

/**
 * What contradicts itself in a loop, all at once, in words; checked before each write. Of spec 002 §8 what this
 * version of the state has: completed means validated, and counts agree with their lists.
 */
export function findLoopFaults({ status, skill_state: skill }: Pick<LoopState, 'status' | 'skill_state'>): string[] {
  const faults: string[] = []
  if (status === 'completed' && skill?.validate.passed !== true)
    faults.push(recordText('completed, but validation has not passed'))
  if (skill === undefined) return faults
  const { develop, debug, validate } = skill
  const differs = (name: string, count: number, list: number) => {
    if (count !== list)
      faults.push(recordText('{code} is {n}, the list has {listed}', { code: name, n: count, listed: list }))
  }
  differs('develop.total', develop.total, develop.tasks.length)
  differs('develop.completed', develop.completed, develop.tasks.filter((task) => task.status === 'completed').length)
  differs('debug.hypotheses_count', debug.hypotheses_count, debug.hypotheses.length)
  const confirmed = debug.confirmed_hypothesis
  if (confirmed !== null && !debug.hypotheses.some((one) => one.id === confirmed && one.status === 'confirmed'))
    faults.push(recordText('debug.confirmed_hypothesis is {id}, the list has no such confirmed one', { id: confirmed }))
  const failed = validate.test_results.filter((result) => result.status === 'failed').length
  differs('validate.failed_tests', validate.failed_tests.length, failed)
  if (validate.passed && validate.test_results.length === 0)
    faults.push(recordText('validation has passed, but no test ran'))
  return faults
}
