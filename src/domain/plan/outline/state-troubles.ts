import { saysExpectation, saysTrouble } from './request/judge-sentence.ts'
import { isOrder, tellsState } from './request/tells-state.ts'
import { titleNamesWork } from './request/enough.ts'
import { isToBeFoundOut } from './words/is-to-be-found-out.ts'
import type { TaskOutline } from './read/task-outline.ts'
import { noLonger } from './request/no-longer.ts'

const listOfTroubles = /\b(?:issues|bugs|problems|defects|glitches|regressions|findings|complaints|annoyances)\b/i
/** A complaint without a verb: `Missing labels in the form`. */
const named = /^(?:missing|broken|wrong|incorrect|inconsistent|outdated|unclear|misleading)\b(?! (?:the|this|these)\b)/i
/** What has fewer words is a name. */
const ofStatement = 6
/** What is wrong is gone already, or is dealt with. */
const denied =
  /^(?:no|never|without|avoid|prevent)\b|\b(?:no longer|(?:is|are) (?:caught|handled|fixed|reported|shown|rejected|refused))\b/i

/** `bug → kind/bug`: what is to become of it. */
const renamed = /\s(?:→|⇒|->|=>)\s/

/** A box that says what is wrong is done when it is so no longer: the bug itself is no criterion. */
export function stateTroubles(tasks: readonly TaskOutline[], title: string): void {
  const isList = listOfTroubles.test(title) && !titleNamesWork(title)
  for (const task of tasks) {
    const said = task.title
    if (task.criteria.length > 0 || task.work.length > 0 || titleNamesWork(said) || saysExpectation(said)) continue
    // `all components that have no label`: of these it is told which they are.
    const own = said.replace(/ (?:that|which|who|where|without|with(?:out)?) .*$/i, '')
    const isTold = saysTrouble(own)
      ? tellsState(said) || named.test(said)
      : isList && (tellsState(said) || said.split(' ').length >= ofStatement)
    if (isOrder(said) || isToBeFoundOut(said) || denied.test(said) || renamed.test(said) || !isTold) continue
    task.criteria.push({ text: noLonger(said.replace(/(?<!\.)\.$/, '')), line: task.line })
  }
}
