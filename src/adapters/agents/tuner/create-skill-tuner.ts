import type { PlannerAnswer, PlanRequest } from '../../../application/ports/roles/planner.ts'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { DiagnosisRequest, SeenSkill, SkillTuner } from '../../../application/ports/roles/skill-tuner.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import { deniedGlobs } from '../../../domain/plan/scope/denied-of-task.ts'
import { failTuning, findTuningEnd } from '../../../domain/tuning/thread/carry-tuning.ts'
import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import { ConfinedFault } from '../../process/confined-fault.ts'
import { readSkillFiles } from './read-skill-files.ts'
import { askOfSkill } from './tuning-question.ts'

/** Plans what mends a skill (spec 004), by rules: the same skill and the same words give the same tasks. */
export function createSkillTuner(workspace: Pick<Workspace, 'openReader'>): SkillTuner {
  return {
    name: 'tuner',
    inline: false,
    plan: (request) => planTuning(workspace, request),
    diagnose: (request) => diagnoseTunedSkill(workspace, request),
    look: lookAtSkill,
  }
}

async function planTuning(workspace: Pick<Workspace, 'openReader'>, request: PlanRequest): Promise<PlannerAnswer> {
  const { tuning, repository, commit, signal, issue } = request
  if (tuning === undefined) throw new Error('nobody asked for a skill to be tuned')
  const { path, about, in_vain: inVain } = tuning.record
  const end = findTuningEnd(tuning.state, inVain)
  if (end !== undefined && tuning.state !== null)
    return {
      kind: 'declined',
      why: `${end}. \`/tune ${path}\` begins anew.`,
      tuning: { state: tuning.state, measure: tuning.record.before },
    }
  const { title, body } = issue.frozen
  const complaint = about === '' ? `${title}\n${body}` : about
  const read = await readSkillFiles(await workspace.openReader(repository, commit), path)
  const failed = (why: string): PlannerAnswer => ({
    kind: 'needs_input',
    lacks: [`${why}. \`/tune <folder>\` looks at another.`],
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
        workDir: tuning.workDir,
      },
      signal,
    )
    return { ...answer, tuning: found }
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
