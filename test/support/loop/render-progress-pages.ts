import type { SkillState } from '../../../src/domain/records/loop/loop-state.ts'
import type { ProgressPages } from './rebuild-skill-state.ts'
import { renderDebugPage } from '../../../src/views/loop-progress/debug.ts'
import { renderDevelopPage } from '../../../src/views/loop-progress/develop.ts'
import { renderValidatePage } from '../../../src/views/loop-progress/validate.ts'

/** The three progress pages of a loop; `rebuildSkillState` gives the state back. */
export function renderProgressPages(skill: SkillState): ProgressPages {
  return {
    develop: renderDevelopPage(skill),
    debug: renderDebugPage(skill),
    validate: renderValidatePage(skill),
  }
}
