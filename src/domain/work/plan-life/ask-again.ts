import type { IssRecord } from '../../records/iss-record.ts'
import { withoutRecord } from './say-to-what.ts'
import type { ReplyOf } from '../../effects/reply.ts'
import { cutText } from '../../text/cut-text.ts'
import { sha256Hex } from '../../text/sha256.ts'

type Asked = ReplyOf<'needs_input'>

/** What was said since the very same was asked; undefined where another thing is asked, or nothing was said. */
export function findVainAnswer(record: IssRecord, asked: Asked): ReplyOf<'not_taken'> | undefined {
  const { asked_last: last, guidance } = record
  // What a plan or a skill's mending was to be changed by is told beside that.
  if (record.replanning !== null || record.tuning !== undefined) return undefined
  if (last === undefined || guidance === null || last.question !== hashQuestion(asked)) return undefined
  const said = withoutRecord(guidance.slice(last.heard)).trim()
  if (said === '') return undefined
  return {
    kind: 'not_taken',
    said: cutText(said.split('\n', 1)[0] ?? '', 80),
    reading: asked.reading?.certain === true,
    // They are numbered as they were.
    ...(asked.questions === undefined
      ? {}
      : { questions: { ...asked.questions, first: asked.questions.first - asked.questions.all.length } }),
  }
}

/** What is asked now, to know an answer that leads to the very same. */
export function keepAsked(record: IssRecord, asked: Asked): void {
  record.asked_last = { question: hashQuestion(asked), heard: record.guidance?.length ?? 0 }
}

/** Beside a reading to say yes to, what it lacks is only what was said to it and could not be read. */
function hashQuestion({ reading, questions, lacks }: Asked): string {
  return sha256Hex(
    JSON.stringify(reading?.certain === true ? reading.id : [reading?.id ?? null, questions?.all ?? [], lacks]),
  )
}
