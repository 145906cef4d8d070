import { recordText } from '../../language/message.ts'
import type { OpinedFinding } from '../opinion/skill-opinion.ts'
import { placeInRepository } from '../read/skill-path.ts'
import type { DraftedTask, SkillToMend } from './drafted-task.ts'

/** A task of what a model found and a person took up. Whether it is mended a person says: nothing else could. */
export function draftTakenUp({ path: skill }: SkillToMend, taken: readonly OpinedFinding[]): DraftedTask {
  const placeOf = ({ path, line }: OpinedFinding) => `${placeInRepository(skill, path)}:${line}`
  return {
    title:
      taken.length === 1
        ? recordText('Settle what a model found: 1 finding')
        : recordText('Settle what a model found: {n} findings', { n: taken.length }),
    action: 'Refactor',
    scope: skill === '.' ? '**' : `${skill}/**`,
    description: taken
      .map((one) =>
        recordText('{finding} at {place}: {message}', { finding: one.id, place: placeOf(one), message: one.message }),
      )
      .join('\n'),
    implementation: taken.map((one) => `${one.id}: ${one.remedy}`),
    modification_points: taken.map((one) => ({
      file: placeInRepository(skill, one.path),
      target: one.evidence,
      change: one.remedy,
    })),
    delivery_check: 'some',
    acceptance_criteria: taken.map((one) => ({
      statement: recordText('What {finding} says of `{place}` is so no more: {message}', {
        finding: one.id,
        place: placeOf(one),
        message: one.message,
      }),
      type: 'quality',
      check_method: 'manual_review',
      severity: 'blocker',
    })),
  }
}
