import { recordText } from '../../../language/message.ts'
import type { IssueReading } from '../../plan-answer.ts'
import { createDeniedMatcher } from '../../../paths/denied-path.ts'
import { sha256Hex } from '../../../text/sha256.ts'
import { splitCommand } from '../split-command.ts'
import type { IssueOutline, StatedItem, TaskOutline } from '../read/task-outline.ts'
import { isComplaint } from '../request/find-doubt.ts'
import { isCheckable } from '../request/is-checkable.ts'
import type { IssueRequest } from '../request/read-request.ts'
import { isOfTitle } from '../request/issue-title.ts'
import type { Understood } from '../request/understand.ts'

const confirming =
  /(?<=^|^\f)[ \t]{0,8}yes \(reading@([\da-f]{12})\)(?: by @([\w.[\]-]{1,60}) at (\d{4}-\d\d-\d\dT\d\d:\d\d)[\d:.]{0,10}Z)?[ \t]{0,8}$/gim

/** Who said yes to a reading, and when; '' in records that did not keep it. */
export interface Confirmation {
  by: string
  at: string
}

/**
 * Guidance without its lines that say yes to how an issue was read, and to which readings; its other lines keep their
 * numbers. `lastYes`: the line of the last, 0 where there is none.
 */
export function takeConfirmed(guidance: string): {
  confirmed: ReadonlyMap<string, Confirmation>
  rest: string
  lastYes: number
} {
  const said = [...guidance.matchAll(confirming)]
  return {
    confirmed: new Map(said.map(([, id = '', by = '', at = '']) => [id, { by, at }])),
    rest: guidance.replaceAll(confirming, ''),
    lastYes: said.length === 0 ? 0 : guidance.slice(0, said.at(-1)?.index).split('\n').length,
  }
}

/** Who said yes, when and to which words: a plan's approver did not see the question. */
export function noteConfirmed(title: string, said: readonly StatedItem[], { by, at }: Confirmation): string {
  const words = said.map(({ text }) => (isOfTitle(text, title) ? recordText('the title') : `“${cutLongWords(text)}”`))
  const told = { who: by === '' ? recordText('a person') : `@${by}`, words: words.join(', ') }
  return at === ''
    ? recordText('When it is done was read from the text of the issue, and {who} said yes to that: {words}.', told)
    : recordText(
        'When it is done was read from the text of the issue, and {who} said yes to that on {at} UTC: {words}.',
        { ...told, at: at.replace('T', ' ') },
      )
}

function cutLongWords(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text.replace(/(?<!\.)\.$/, '')
}

/**
 * The author wrote when it is done: nothing of it was picked from prose. Under a heading of a form that asks what was
 * expected each statement must say by itself what is to be seen.
 */
export function isWritten(accepted: readonly StatedItem[], { derived }: IssueRequest): boolean {
  if (accepted.length === 0 || derived.length > 0) return false
  return accepted.every(({ text, expected }) => expected !== true || isCheckable(text))
}

/** Beside criteria of the author's own, what a form's heading has is heard only where it says something else that can be looked at. */
export function preferWritten(outline: IssueOutline): void {
  const own = new Set(outline.acceptance.filter(({ expected }) => expected !== true).map(({ text }) => text))
  if (own.size === 0) return
  const isKept = ({ text, expected }: StatedItem): boolean => expected !== true || (!own.has(text) && isCheckable(text))
  outline.unread.push(...outline.acceptance.filter((item) => !isKept(item) && !own.has(item.text)))
  outline.acceptance = outline.acceptance.filter((item) => isKept(item))
}

const isDenied = createDeniedMatcher([])

/** What the only task of an issue was taken to be, to be shown before anything is planned. */
export function readingOf(
  title: string,
  task: TaskOutline,
  said: readonly StatedItem[],
  besides: readonly StatedItem[],
): IssueReading {
  const criteria = placeWords(
    title,
    said.flatMap((item) => splitCommand(item)),
  )
  const reading = withId({
    certain: true,
    title: task.title,
    criteria: criteria.length > 0 ? criteria : [{ text: task.title, line: null }],
    paths: listPaths(task),
  })
  // A yes is said to what is read, whatever is told besides.
  return besides.length === 0 ? reading : { ...reading, told: placeWords(title, besides) }
}

/** What was understood of an issue that leaves open what is wanted. */
export function openReadingOf(
  title: string,
  task: TaskOutline,
  { wanted, wrong, told, topic }: Understood,
): IssueReading {
  const isToday = (said: StatedItem): boolean => wrong.includes(said) && isComplaint(said.text)
  const criteria = placeWords(title, wanted)
  return withId({
    certain: false,
    title: task.title,
    criteria,
    told: withoutRepeats([...(topic === undefined ? [] : [topic]), ...wrong, ...told])
      .toSorted((a, b) => a.line - b.line)
      .flatMap((said) =>
        placeWords(title, [said]).map((one) => ({ ...one, ...(isToday(said) ? { today: true } : {}) })),
      ),
    paths: listPaths(task),
  })
}

/** The title is often the first sentence, too. */
function withoutRepeats(said: readonly StatedItem[]): StatedItem[] {
  const seen = new Set<string>()
  return said.filter(({ text }) => {
    const words = text.toLowerCase().replace(/[.。!]$/, '')
    return !seen.has(words) && seen.add(words)
  })
}

function placeWords(title: string, said: readonly StatedItem[]): IssueReading['criteria'] {
  return said.map(({ text, line }) => ({ text, line: isOfTitle(text, title) ? null : line }))
}

/** No task may touch what is denied, whoever says yes. */
function listPaths(task: TaskOutline): string[] {
  if (task.isPartlyPointed === true) return []
  return [...new Set([...task.paths, ...task.suggested.map(({ path }) => path)])].filter((path) => !isDenied(path))
}

function withId(reading: Omit<IssueReading, 'id'>): IssueReading {
  return { id: sha256Hex(JSON.stringify(reading)).slice(0, 12), ...reading }
}
