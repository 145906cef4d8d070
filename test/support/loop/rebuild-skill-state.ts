import { type SkillState, SkillStateSchema } from '../../../src/domain/records/loop/loop-state.ts'
import { loopPaths } from '../../../src/domain/loop/loop-paths.ts'
import { parseDebugPage } from '../../../src/domain/loop/progress/parse-debug-page.ts'
import { parseDevelopPage } from '../../../src/domain/loop/progress/parse-develop-page.ts'
import { parseValidatePage } from '../../../src/domain/loop/progress/parse-validate-page.ts'
import { ProgressFault } from '../../../src/domain/loop/progress/progress-fault.ts'

/** Texts of the three pages of `.loop/<loop_id>.progress/`. */
export interface ProgressPages {
  develop: string
  debug: string
  validate: string
}

/**
 * The working side's state from what a reader sees on its three pages (spec 002 §7), which must be exactly what they were
 * rendered from; the product reads them one by one (recover-skill-state.ts), so that one that can't be read spoils no other. Throws a `ProgressFault` that names file and line.
 */
export function rebuildSkillState(pages: ProgressPages, loopId = ''): SkillState {
  const paths = loopPaths(loopId)
  const skill: SkillState = {
    ...parseDevelopPage(paths.develop, pages.develop),
    debug: parseDebugPage(paths.debug, pages.debug),
    validate: parseValidatePage(paths.validate, pages.validate),
  }
  const [fault] = SkillStateSchema.safeParse(skill).error?.issues ?? []
  if (fault === undefined) return skill
  const [part] = fault.path
  const file = part === 'debug' ? paths.debug : part === 'validate' ? paths.validate : paths.develop
  const advice = 'Put it back as it was, or take the file of an earlier commit.'
  throw new ProgressFault(file, 1, `${fault.path.join('.')} can't be what the page says: ${fault.message}`, advice)
}
