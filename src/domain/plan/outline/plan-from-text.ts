import type { PlanAnswer } from '../plan-answer.ts'
import { finishPlan } from './draft/finish-plan.ts'
import type { PlanSketch } from './draft/plan-sketch.ts'
import { readAnswer } from './answer/read-answer.ts'
import { takeConfirmed } from './answer/reading-of.ts'
import type { Guidance } from './read/guidance.ts'
import { readGuidance } from './read/read-guidance.ts'
import { sketchFromOutline } from './sketch-from-outline.ts'
import { sketchFromYaml } from './sketch-from-yaml.ts'

/**
 * The plan that an issue's text spells out, changed as guidance says. `hasTests`: the repository names commands that test
 * it. `files`: those of its files that traces in the text may mean; absent where nobody looked.
 */
export function planFromText(
  title: string,
  body: string,
  guidance: string,
  hasTests = false,
  files?: ReadonlySet<string>,
): PlanAnswer {
  const { confirmed, rest, lastYes } = takeConfirmed(guidance)
  const sketch = sketchFromYaml(title, body) ?? sketchFromOutline(title, body, confirmed, files)
  if (sketch.kind === 'needs_input') return sketch
  const known = new Set(sketch.tasks.map((task) => task.id))
  const read = rest.trim() === '' ? null : readSaid(rest, known, sketch)
  // Who said yes has settled what was said to the question before and could not be read.
  const isSettled = known.size > 0 ? lastYes + sketch.lineCount : 0
  const open = read === null ? null : { ...read, unread: read.unread.filter(({ line }) => line > isSettled) }
  return finishPlan(sketch, open, hasTests)
}

/** Of an issue that is one task, plain sentences may say what must hold. */
function readSaid(text: string, known: ReadonlySet<string>, sketch: PlanSketch): Guidance {
  const guidance = readGuidance(text, known, sketch.lineCount)
  if (sketch.spare !== null) return readAnswer(guidance, 'what must hold')
  return known.size === 1 && !sketch.strict ? readAnswer(guidance, 'what else must hold') : guidance
}
