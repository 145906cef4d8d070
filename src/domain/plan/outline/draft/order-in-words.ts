import { recordText } from '../../../language/message.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import { asTitle } from '../words/verbs/without-order-words.ts'

const counts: Readonly<Record<string, number>> = {
  two: 2,
  both: 2,
  three: 3,
  four: 4,
  five: 5,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
}
const count = `(?<count>\\d|${Object.keys(counts).join('|')})`
const done = '(?: (?:is|are|has been|have been)(?: all)? (?:done|finished|completed?|merged|ready))'
const begins = '(?:after|once|when|as soon as) (?:(?:the|all|all of the|all the|both) ){0,2}'

/** What each way of saying it means: so many tasks right above, the first so many, or all above. */
const ways = (
  [
    ['all', `${begins}(?:everything else|everything above|other tasks|others? tasks?|tasks? above|above)${done}?`],
    ['above', `${begins}${count} (?:tasks? |steps? |ones? )?(?:above|before)${done}?`],
    [
      'above',
      `${begins}(?:previous|preceding|above) (?:${count} )?(?:(?:tasks?|steps?)${done}?|(?:ones?|items?)${done})`,
    ],
    ['first', `${begins}first ${count}(?: (?:tasks?|steps?)${done}?|${done}|$|(?=[)）]))`],
    ['above', `在?(?:上面|前面|以上|前)的?${count}?[个项]?(?:任务|步骤?)?(?:完成)?(?:之后|以后|后)`],
  ] as const
).map(([means, pattern]) => ({
  means,
  // At the end, in parentheses, or before the comma that it begins with.
  pattern: new RegExp(
    `(?:^|[\\s,，(（])(?<words>${pattern})(?:[)）.。]*$|[)）])|^${pattern.replace('?<count>', '?<leading>')}[,，]`,
    'iu',
  ),
}))

/**
 * Tasks that are put in order without an id, as `after the two above`, wait for those. A note on each whose words don't fit
 * the tasks that there are.
 */
export function orderInWords(tasks: readonly TaskDraft[]): string[] {
  return tasks.flatMap((task, index) => {
    const said = findSaid(task.title)
    if (said === undefined) return []
    const before = pickBefore(said, tasks, index)
    task.depends_on = [...new Set([...(task.depends_on ?? []), ...before])]
    if (before.length > 0) {
      leaveOut(said, task)
      return []
    }
    return [
      recordText('{task} says “{said}”, and which tasks those are is not clear: `/replan {task} after …` says it.', {
        task: task.id,
        said: said.words,
      }),
    ]
  })
}

interface SaidOrder {
  means: 'above' | 'first' | 'all'
  most: number | undefined
  words: string
  /** The title without them; as it is where they stand among others in parentheses. */
  rest: string
}

function findSaid(title: string): SaidOrder | undefined {
  for (const { means, pattern } of ways) {
    const match = pattern.exec(title)
    if (match === null) continue
    const { words = match[0].slice(0, -1), count: named, leading } = match.groups ?? {}
    const number = (named ?? leading)?.toLowerCase()
    const most = number === undefined ? undefined : (counts[number] ?? Number(number))
    return { means, most, words, rest: cutOut(match, title) }
  }
  return undefined
}

function cutOut({ 0: found, index }: RegExpExecArray, title: string): string {
  if (/[(（]/.test(found) !== /[)）]/.test(found)) return title
  const rest = `${title.slice(0, index).trimEnd()} ${title.slice(index + found.length).trimStart()}`.trim()
  return /\S[\s`]|\S{4}/.test(rest) ? asTitle(rest) : title
}

/** What is read as an order is no part of the title any more, nor of words that only repeat it. */
function leaveOut({ rest }: SaidOrder, task: TaskDraft): void {
  if (task.description === task.title) task.description = rest
  task.title = rest
}

/** None where there are not as many as it says. */
function pickBefore({ means, most }: SaidOrder, tasks: readonly TaskDraft[], index: number): string[] {
  const above = tasks.slice(0, index).map(({ id }) => id)
  switch (means) {
    case 'all':
      return above
    case 'above':
      return above.length < (most ?? 1) ? [] : above.slice(-(most ?? 1))
    case 'first':
      return above.length < (most ?? 1) ? [] : above.slice(0, most)
  }
}
