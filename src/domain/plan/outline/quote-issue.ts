import { gatherTold } from './request/taken/gather-told.ts'
import { recordText } from '../../language/message.ts'
import { readForm } from './form/read-form.ts'
import { parseOutline } from './read/parse-outline.ts'
import type { StatedItem, TaskOutline } from './read/task-outline.ts'
import { askOpenBoxes } from './request/asks/ask-open-boxes.ts'
import { askOpenly, type RequestRefusal } from './request/asks/ask-openly.ts'
import { isNoOpinion } from './request/enough.ts'
import { isMarkup } from './request/judge-sentence.ts'
import type { IssueRequest } from './request/read-request.ts'
import { openReadingOf } from './answer/reading-of.ts'
import { understand, type Understood } from './request/understand.ts'
import type { NoPlan, WholeIssue } from './whole-issue.ts'

/** What may be meant and is not read, or is better not said in public. */
function hintAtUnread(title: string, body: string): string[] {
  const html = findMarkup(body)
  return [
    ...(picture.test(body.replaceAll(ofPerson, '')) ? [pictureHint] : []),
    ...(html < 0
      ? []
      : [
          recordText('HTML as on line {line} is not read: what it says counts once it is written in words.', {
            line: html + 1,
          }),
        ]),
    ...(weakness.test(title)
      ? [
          recordText(
            'What nobody else should know of yet is better reported in private, as the security policy of the repository says.',
          ),
        ]
      : []),
  ]
}

/** The first line that is written in HTML, outside of code; -1 where none is. */
function findMarkup(body: string): number {
  let isCode = false
  return body.split('\n').findIndex((line) => {
    if (/^ {0,3}(?:`{3}|~{3})/.test(line)) isCode = !isCode
    return !isCode && isMarkup(line)
  })
}

const mostTold = 12
/** Where they were, and what they did. */
const ofAuthor = /^(?:i|we)(?:['’](?:m|re|ve)| am| are| have)? (?:on|using|running|use|run|\w+ed)\b/i
const weakness =
  /\b(?:vulnerabilit(?:y|ies)|cve-\d{4}|(?:path|directory) traversal|(?:sql|code|command) injection|xss|cross-site|csrf|ssrf|rce|exploit)\b|漏洞|脆弱性/i
/** Who wrote it, as imported issues show them, and badges. */
const ofPerson =
  /<img\b[^>]{0,200}(?:avatars|gravatar|shields\.io|badge)[^>]{0,300}>|!\[[^\]\n]{0,100}\]\([^)\n]{0,100}(?:avatars|gravatar|shields\.io|badge)[^)\n]{0,200}\)/gi
const picture = /!\[[^\]\n]{0,300}\]\(|<img\b/i
const pictureHint = recordText(
  'Pictures are not read: what one shows counts once it is said in words, such as the text of an error.',
)

function repeats(one: StatedItem, other: StatedItem): boolean {
  return one.line === other.line && (one.text.includes(other.text) || other.text.includes(one.text))
}

/** What is lacking; where the issue leaves it open, with its own words for what is wanted and what it tells. */
export function quoteIssue(
  refusal: RequestRefusal,
  { title, body, form, outline }: WholeIssue,
  task: TaskOutline,
  request: IssueRequest,
  own: Understood,
): NoPlan {
  const boxes = refusal.open === true ? askOpenBoxes(body, form) : undefined
  const asked =
    boxes === undefined
      ? refusal
      : askOpenly(recordText('What should be so when this is done? {boxes} If it is something else:', { boxes }))
  const { open, yields: _yields, ...plain } = asked
  if (open !== true || plain.kind === 'declined') return plain
  const answer = { ...plain, lacks: [...plain.lacks, ...hintAtUnread(title, body)] }
  const isSilent = [...own.wanted, ...own.wrong, ...own.told].every(({ line }) => line === 1)
  // Who says nothing but what somebody else wrote means that.
  const quoted = isSilent && /^ {0,3}>/m.test(body) ? readForm(parseOutline(body.replaceAll(/^ {0,3}> ?/gm, ''))) : form
  const understood = quoted === form ? own : understand(title, quoted, outline.acceptance, request)
  const known = [...understood.wanted, ...understood.wrong, ...understood.told]
  const besides = gatherTold(quoted, request.isBug)
    .filter(({ text }) => isNoOpinion(text) && !ofAuthor.test(text))
    .filter((one) => known.every((other) => !repeats(other, one)))
  const told = [...understood.told, ...besides].slice(0, mostTold)
  const reading = openReadingOf(title, task, { ...understood, told })
  return reading.criteria.length + (reading.told ?? []).length === 0 ? answer : { ...answer, reading }
}
