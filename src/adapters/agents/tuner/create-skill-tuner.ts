import { recordText } from '../../../domain/language/message.ts'
import type { PlannerAnswer, PlanRequest } from '../../../application/ports/roles/planner.ts'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { DiagnosisRequest, SeenSkill, SkillTuner } from '../../../application/ports/roles/skill-tuner.ts'
import type { SkillAdviser } from '../../../application/ports/roles/skill-adviser.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import { deniedGlobs } from '../../../domain/plan/scope/denied-of-task.ts'
import { toSkillSource } from '../../../domain/tuning/read/skill-limits.ts'
import { failTuning, findTuningEnd } from '../../../domain/tuning/thread/carry-tuning.ts'
import { findTakenUp } from '../../../domain/tuning/thread/left-out.ts'
import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import { ConfinedFault } from '../../process/confined-fault.ts'
import { sayDraft } from '../../../views/tuning/say-draft.ts'
import { addOpinion, askSkillAdviser } from './ask-skill-adviser.ts'
import { readSkillFiles } from './read-skill-files.ts'
import { askOfSkill } from './tuning-question.ts'

/**
 * Plans what mends a skill (spec 004), by rules: the same skill and the same words give the same tasks. What a model adds,
 * where one is asked, is told beside it.
 */
export function createSkillTuner(workspace: Pick<Workspace, 'openReader'>, adviser?: SkillAdviser): SkillTuner {
  return {
    name: 'tuner',
    inline: false,
    plan: (request) => planTuning({ workspace, adviser }, request),
    diagnose: (request) => diagnoseTunedSkill(workspace, request),
    look: lookAtSkill,
  }
}

interface TunerPorts {
  workspace: Pick<Workspace, 'openReader'>
  /** Absent where no model is configured. */
  adviser: SkillAdviser | undefined
}

async function planTuning({ workspace, adviser }: TunerPorts, request: PlanRequest): Promise<PlannerAnswer> {
  const { tuning, repository, commit, signal, issue } = request
  if (tuning === undefined) throw new Error('nobody asked for a skill to be tuned')
  const { path, about, in_vain: inVain } = tuning.record
  const end = findTuningEnd(tuning.state, inVain)
  if (end !== undefined && tuning.state !== null)
    return {
      kind: 'declined',
      why: recordText('{end}. `/tune {path}` begins anew.', { end, path }),
      tuning: { state: tuning.state, measure: tuning.record.before },
    }
  const { title, body } = issue.frozen
  const complaint = about === '' ? `${title}\n${body}` : about
  const read = await readSkillFiles(await workspace.openReader(repository, commit), path)
  const failed = (why: string): PlannerAnswer => ({
    kind: 'needs_input',
    lacks: [recordText('{why}. `/tune <folder>` looks at another.', { why })],
    tuning: {
      state: failTuning(tuning.state, { path, about: complaint, message: why, at: tuning.at }),
      measure: null,
    },
  })
  if (read.kind === 'refused') return failed(read.why)
  try {
    const { answer, tuning: found } = await askOfSkill(
      {
        kind: 'plan',
        skill: { path, commit, files: read.files },
        complaint,
        guidance: request.guidance,
        wasAsked: request.asked.length > 0,
        denied: deniedGlobs(request.configuration),
        state: tuning.state,
        taken: findTakenUp(request.guidance ?? '', tuning.record.opinion),
        workDir: tuning.workDir,
      },
      signal,
    )
    if (answer.kind === 'needs_input') return { ...answer, tuning: found }
    const files = read.files.map(({ path: place, raw }) => toSkillSource(place, raw))
    const advice = await askSkillAdviser(adviser, request, { files, complaint, known: found.state.issues })
    return addOpinion(
      { answer: answer.kind === 'draft' ? { ...answer, draft: sayDraft(answer.draft) } : answer, tuning: found },
      advice,
    )
  } catch (error) {
    if (!(error instanceof ConfinedFault)) throw error
    return failed(error.message)
  }
}

async function diagnoseTunedSkill(
  workspace: Pick<Workspace, 'openReader'>,
  { repository, commit, base, tuning, state, signal }: DiagnosisRequest,
): Promise<SkillDiagnosed> {
  const { path } = tuning
  const read = await readSkillFiles(await workspace.openReader(repository, commit), path)
  if (read.kind === 'refused') throw new Error(read.why)
  return await askOfSkill(
    { kind: 'again', skill: { path, commit, files: read.files }, state, before: tuning.before, base },
    signal,
  )
}

async function lookAtSkill(reader: RepositoryReader, path: string, signal: AbortSignal): Promise<SeenSkill> {
  const read = await readSkillFiles(reader, path)
  if (read.kind === 'refused') return { kind: 'unreadable', path, why: read.why }
  try {
    return await askOfSkill({ kind: 'look', skill: { path, commit: reader.commit, files: read.files } }, signal)
  } catch (error) {
    if (!(error instanceof ConfinedFault)) throw error
    return { kind: 'unreadable', path, why: error.message }
  }
}
