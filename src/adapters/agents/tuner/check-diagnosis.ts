import type { ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { parseSkillPath } from '../../../domain/tuning/read/skill-path.ts'
import { ConfinedFault } from '../../process/confined-fault.ts'
import { readSkillFiles } from './read-skill-files.ts'
import { askOfSkill, type CheckedSkill } from './tuning-question.ts'

/** Diagnoses the skill that a criterion names, as the version has it: a finding is gone, or the quality gate passes (spec 004 §4). */
export async function checkDiagnosis(
  { target = '', text: issue }: AcceptanceCriterion,
  { workTree, signal }: Pick<ReviewRequest, 'workTree' | 'signal'>,
): Promise<CheckedSkill> {
  const skill = parseSkillPath(target)
  if (skill.kind === 'problem') return { holds: false, evidence: skill.why }
  const { path } = skill
  const read = await readSkillFiles(workTree.reader, path)
  if (read.kind === 'refused') return { holds: false, evidence: read.why }
  try {
    return await askOfSkill(
      { kind: 'check', skill: { path, commit: workTree.commit, files: read.files }, issue },
      signal,
    )
  } catch (error) {
    if (!(error instanceof ConfinedFault)) throw error
    return { holds: false, evidence: error.message }
  }
}
