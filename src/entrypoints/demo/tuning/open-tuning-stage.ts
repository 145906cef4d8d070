import { readSkillExample } from '../../commands/read/read-example.ts'
import { openStage, type Stage } from '../stage.ts'

/** Where the skill lies in the repository of the story. */
export const skillPath = 'skills/manual-writer'

const issue = {
  title: 'The manual writer is not what it could be',
  body: 'Its manuals come out different each time, and cost more than they should.',
}

/** The stage with a skill that has a fault of every kind. */
export async function openTuningStage(env: Record<string, string | undefined>): Promise<Stage> {
  const skill = await readSkillExample()
  const files = Object.fromEntries(Object.entries(skill).map(([path, text]) => [`${skillPath}/${path}`, text]))
  return openStage(env, { issue, files })
}
