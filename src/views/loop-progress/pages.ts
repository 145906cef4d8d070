import type { SkillState } from '../../domain/loop-state.ts'
import type { ProgressPages } from '../../domain/loop/rebuild-skill-state.ts'
import { renderDebugPage } from './debug.ts'
import { renderDevelopPage } from './develop.ts'
import { renderValidatePage } from './validate.ts'

/** The three progress pages of a loop; `rebuildSkillState` gives the state back. */
export function renderProgressPages(skill: SkillState): ProgressPages {
  return {
    develop: renderDevelopPage(skill),
    debug: renderDebugPage(skill),
    validate: renderValidatePage(skill),
  }
}
