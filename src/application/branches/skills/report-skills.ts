import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { findTouchedSkills } from '../../../domain/tuning/read/touched-skills.ts'
import { renderSkillsCheck, skillsCheckName } from '../../../views/check/skills-check.ts'
import { explain } from '../../attempts/attempt-effect.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { PullFacts } from '../../ports/queues/message.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { SeenSkill } from '../../ports/roles/skill-tuner.ts'

/** More skills than that no pull request changes in earnest; the others are named. */
const mostSkills = 20
const longestMs = 120_000

type SkillPorts = Pick<MachinePorts, 'tuner' | 'workspace' | 'pullRequests' | 'log'>

/** The check `countersign/skills` of a pull request that touches skills; where it can't be made, nobody waits for it. */
export async function reportSkills(
  ports: SkillPorts,
  repository: RepositoryRef,
  { configuration, base }: { configuration: Configuration; base: string },
  pull: PullFacts,
): Promise<void> {
  const mode = configuration.tune.pull_requests
  if (mode === 'off' || ports.tuner === undefined) return
  try {
    const skills = await lookAtSkills(ports, ports.tuner, repository, { base, head: pull.headSha })
    if (skills === undefined) return
    const check = renderSkillsCheck(skills.seen, skills.more, mode)
    const externalId = `skills:${pull.number}`
    const place = { name: skillsCheckName, headSha: pull.headSha, externalId, hasWaited: false, offersRetry: false }
    await ports.pullRequests.report(repository, { ...place, ...check }, true)
  } catch (error) {
    ports.log('warn', 'skills of a pull request were not looked at', { pull: pull.number, why: explain(error) })
  }
}

async function lookAtSkills(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  tuner: NonNullable<MachinePorts['tuner']>,
  repository: RepositoryRef,
  { base, head }: { base: string; head: string },
): Promise<{ seen: SeenSkill[]; more: number } | undefined> {
  const reader = await workspace.openReader(repository, head)
  const { files } = await reader.files()
  const start = (await workspace.mergeBase(repository, base, head)) ?? base
  const changed = await workspace.compareTrees(repository, start, head)
  const touched = findTouchedSkills(
    files.keys(),
    changed.map(({ path }) => path),
  )
  if (touched.length === 0) return undefined
  const signal = AbortSignal.timeout(longestMs)
  const seen: SeenSkill[] = []
  for (const path of touched.slice(0, mostSkills)) seen.push(await tuner.look(reader, path, signal))
  return { seen, more: Math.max(0, touched.length - mostSkills) }
}
