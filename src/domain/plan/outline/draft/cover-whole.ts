import { recordText } from '../../../language/message.ts'
import { anyOf } from '../../../text/any-of.ts'
import { inferCriterion } from '../../assemble/infer-criterion.ts'
import type { RootCriterionDraft, TaskDraft } from '../../plan-draft.ts'
import { judgeStatement } from '../../score/judge-statement.ts'
import { finalChecksCover, finalPersonCover, planTestsCover } from '../../whole-cover.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { checkNouns, testNouns, wholePasses, wholeQualifiers } from '../words/outline-words.ts'

const lead = `(?:(?:that|make sure|ensure|verify)\\s+){0,2}(?:${anyOf(wholeQualifiers)}\\s*){0,6}`
const saysOf = (nouns: readonly string[]): RegExp =>
  new RegExp(
    `^${lead}${anyOf(nouns)}\\s*${anyOf(wholePasses)}(?:\\s+(?:locally|again|as before|(?:in|on) ci))?[.!]*$`,
    'i',
  )
const testsPass = saysOf(testNouns)
const checksPass = saysOf(checkNouns)

/**
 * What holds an item that no single task can be held to, since it is about all that there is once they are done: "All
 * tests pass", "CI is green", "`npm test` passes". Undefined of any other.
 */
export function coverWhole(
  statement: string,
  hasTests: boolean,
): Pick<RootCriterionDraft, 'covered_by' | 'command'> | undefined {
  const { check_method: method, command } = inferCriterion(statement)
  if (command !== undefined) return { covered_by: [planTestsCover], command }
  if (method === 'ci_check') return { covered_by: [finalChecksCover] }
  const text = foldMarks(statement.slice(0, 300)).replaceAll(/[*_]/g, '').trim()
  if (testsPass.test(text)) return { covered_by: [hasTests ? planTestsCover : finalChecksCover] }
  return checksPass.test(text) ? { covered_by: [finalChecksCover] } : undefined
}

/**
 * Gives the items that nothing covers to the whole, where they are about it; of an issue that is one task it is the whole.
 * `owned`: lines of those that name a task.
 */
export function coverByWhole(
  items: readonly RootCriterionDraft[],
  tasks: readonly TaskDraft[],
  isConfigured: boolean,
  owned: ReadonlySet<number>,
): RootCriterionDraft[] {
  if (tasks.length < 2) return [...items]
  const hasTests =
    isConfigured ||
    tasks.some(({ test }) => (test?.commands ?? []).length > 0) ||
    items.some((item) => item.covered_by.length === 0 && inferCriterion(item.statement).command !== undefined)
  return items.map((item) => {
    if (item.covered_by.length > 0) return item
    const cover = coverWhole(item.statement, hasTests)
    if (cover !== undefined) return { ...item, ...cover }
    return !owned.has(item.source_line) && isForPerson(item.statement)
      ? { ...item, covered_by: [finalPersonCover] }
      : item
  })
}

/** Somebody can tell whether it holds, and no machine looks for it in a file that a task would have to make. */
function isForPerson(statement: string): boolean {
  return inferCriterion(statement).check_method === 'manual_review' && judgeStatement(statement).concrete
}

/** What a reader of the plan should know of items that only the final pull request shows. */
export function noteWhole(items: readonly RootCriterionDraft[], tasks: readonly TaskDraft[]): string[] {
  const last = tasks.at(-1)?.id ?? 'T1'
  return items
    .filter(({ covered_by: [cover] }) => cover === finalChecksCover || cover === finalPersonCover)
    .map(({ statement, source_line: line, source, covered_by: [cover] }) => {
      const shown = statement.length > 80 ? `${statement.slice(0, 79)}…` : statement
      const where =
        source === undefined
          ? recordText('Line {line} ("{said}")', { line, said: shown })
          : recordText('Line {line} of the {source} ("{said}")', { line, source, said: shown })
      if (cover === finalPersonCover)
        return recordText(
          '{where} is asked of the whole, and nothing says of which task: whoever merges the final pull request looks whether it holds. To hold one task to it, comment `/replan {task}: Acceptance: …`.',
          { where, task: last },
        )
      return recordText(
        testsPass.test(foldMarks(statement))
          ? '{where} is asked of the whole, and no command is known that runs tests: look at the checks of the final pull request, or name one (`` - `npm test` passes `` there, or `run.test_commands`) and it runs on the integration branch.'
          : '{where} is asked of the whole, so no task is judged by it: look at the checks of the final pull request before you merge.',
        { where },
      )
    })
}
