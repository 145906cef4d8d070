import { recordText } from '../language/message.ts'
import type { Plan } from './plan.ts'

/**
 * What holds a thing that is asked of the whole, where no task's criterion does: the plan's tests on the integration
 * branch, the checks that GitHub shows at the final pull request, or the person who merges that.
 */
export const planTestsCover = 'plan/tests'
export const finalChecksCover = 'final/checks'
export const finalPersonCover = 'final/person'

/** Commands that the issue asks to pass on the whole. */
export function askedCommands({ goals }: Pick<Plan, 'goals'>): string[] {
  return goals.flatMap(({ root_acceptance_criteria: items = [] }) => items.flatMap(({ command }) => command ?? []))
}

/** `T1` of `T1/AC-2`; what holds the whole is said in words. */
export function nameCover(cover: string): string {
  switch (cover) {
    case planTestsCover:
      return recordText("the plan's tests on the integration branch")
    case finalChecksCover:
      return recordText('the checks of the final pull request')
    case finalPersonCover:
      return recordText('whoever merges the final pull request')
    default:
      return cover.split('/')[0] ?? ''
  }
}
