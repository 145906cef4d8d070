import { gatherTold } from './taken/gather-told.ts'
import { recordText } from '../../../language/message.ts'
import { asksForSelf, asksForWork, findReasonToDecline, noChange } from '../words/find-reason-to-decline.ts'
import type { FormReading } from '../form/read-form.ts'
import { listLines } from '../words/lists/list-lines.ts'
import type { OutlineNode } from '../read/parse-outline.ts'
import { askNothingButPeople, askUndecided } from './asks/ask-people.ts'
import { askForLack } from './asks/ask-for-lack.ts'
import { askOfTracker } from './asks/ask-of-tracker.ts'
import { askOpenBoxes, hasOpenBox } from './asks/ask-open-boxes.ts'
import { askOpenly, askWhatIsOpen, type RequestRefusal, withAnswer, yielding } from './asks/ask-openly.ts'
import type { IssueOutline } from '../read/task-outline.ts'
import { mayBeMore } from './doubts/may-be-more.ts'
import { isComplaint } from './find-doubt.ts'
import { showsSanitizer } from './traces/find-error-line.ts'
import { titleNamesWork } from './enough.ts'
import { issueKind, namesWish, plainTitle, saysCollection } from './issue-title.ts'
import { countTelling } from './sentences/count-telling.ts'
import { saysExpectation, saysLack, saysTrouble } from './judge-sentence.ts'
import type { IssueRequest } from './read-request.ts'
import type { Understood } from './understand.ts'
import { isToBeFoundOut } from '../words/is-to-be-found-out.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { cutText } from '../../../text/cut-text.ts'

/** Of several ways that the text goes through none is chosen yet: `Decide how renamed options behave`. */
const toBeDecided = /^(?:let['’]s )?(?:investigation|evaluate|explore|analy[sz]e)\b/i

/** Why an issue that names no task is not one task itself; undefined where it is. */
export function answerRequest(
  title: string,
  body: string,
  form: FormReading,
  outline: IssueOutline,
  request: IssueRequest,
  understood: Understood,
): RequestRefusal | undefined {
  if (isTemplate(title))
    return ask(
      recordText(
        'This is a template for issues, by its title. Whoever wants something done fills in one of their own.',
      ),
    )
  if (form.isEmptyStory)
    return ask(withAnswer(recordText('The template is not filled in: its story still has placeholders.')))
  if (isAdvertisement(title)) return { kind: 'declined', why: noChange('advertisement') }
  const declined = findWhyNot(title, form, request, understood)
  const onlyAsks = asksOnlyForSelf(form)
  if (declined !== undefined && !onlyAsks && mayBeMore(title, declined, body.slice(0, 5_000), isFilledIn(form)))
    return askOpenly(
      recordText('This reads like a question. If something is to be changed, what should be so when it is done?'),
    )
  if (declined !== undefined) return { kind: 'declined', why: declined }
  const kind = issueKind(title)
  const said = [...request.stated, ...request.derived]
  // What is said below them is still to be done.
  const isTicked =
    outline.ticked.length > 0 &&
    !isChosenBox(form, outline) &&
    outline.acceptance.length === 0 &&
    request.stated.every(({ line }) => line < (outline.ticked[0] ?? 0))
  const openBoxes = askOpenBoxes(body, form)
  if (isTicked && !request.isReport && openBoxes !== undefined) return ask(openBoxes)
  if (isTicked && !request.isReport && !hasOpenBox(body))
    return ask(
      recordText(
        'All boxes are ticked ({lines}), so nothing is left to be done. Open those that are not done, or write what is missing as a new box.',
        { lines: listLines(outline.ticked) },
      ),
    )
  const accepted = tickedCriteria(form)
  const isMet = outline.acceptance.length > 0 && outline.acceptance.every(({ line }) => accepted.includes(line))
  if (isMet && !hasOpenBox(body))
    return ask(
      recordText(
        'All boxes are ticked ({lines}), so nothing is left to be done. Open those that are not done, or write what is missing as a new box.',
        { lines: listLines([...outline.ticked, ...accepted].toSorted((a, b) => a - b)) },
      ),
    )
  const people =
    askNothingButPeople(form, outline, request) ?? askOfTracker(plainTitle(title), [...outline.acceptance, ...said])
  if (people !== undefined) return people
  const [undecided] = form.undecided
  if (undecided !== undefined && outline.acceptance.length === 0) return askUndecided(undecided, form)
  const isAccepted = outline.acceptance.some(({ expected }) => expected !== true)
  if ((toBeDecided.test(plainTitle(title)) || isToBeFoundOut(plainTitle(title))) && !isAccepted)
    return askOpenly(
      recordText('“{said}” (the title) is to be found out or decided first. What should be so when this is done?', {
        said: cutText(plainTitle(title), 160),
      }),
    )
  const gathers = form.placed.slice(0, 8).some(({ node }) => node.kind === 'line' && saysCollection(node.text))
  if (form.references.length === 0 && (gathers || /\bepic\W*$/i.test(title)))
    return ask(
      recordText(
        'The issue holds others together, and names no task of its own: what it accepts is so once they are done. If something is to be done here, write it. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.',
      ),
    )
  const isStated = said.some(
    ({ text, doubt }) => doubt === undefined && saysExpectation(text) && countTelling(text) > 2,
  )
  const isWithoutItems = form.references.length === 0 && outline.acceptance.length === 0 && !isStated
  const isAsked = request.inForm || saysLack(title) || saysTrouble(title)
  // `Proposal: new keyword`, of which its text asks nobody.
  const isProposed = kind === 'proposal' && (request.isAsking || !/^\W*proposal\b/i.test(title))
  const isNoWork = isProposed ? !isAccepted : kind === 'collection' && isWithoutItems && !isAsked
  if (isNoWork)
    return ask(
      recordText(
        kind === 'proposal'
          ? 'The issue proposes something and asks what others think, but names no task. Once it is known what is to be done, write it here. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.'
          : 'The issue is a collection, but names no task. Once it is known what is to be done, write it here. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.',
      ),
    )
  if (form.references.length > 0 && said.length === 0 && outline.acceptance.length === 0 && mentionsIssues(body))
    return ask(
      recordText(
        form.references.length === 1
          ? '{lines} only names another issue: it is planned by itself, with the label there. If something is to be done here, write it. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.'
          : '{lines} only name other issues: each is planned by itself, with the label there. If something is to be done here, write it. Write a task list (`- [ ] T1: what to do`) into the issue and comment `/answer`.',
        { lines: listLines(form.references, true) },
      ),
    )
  if (request.isVague) {
    const [one] = [...outline.acceptance, ...request.stated]
    const isOwn = outline.acceptance.some(({ expected }) => expected !== true)
    if (!isOwn && titleNamesWork(plainTitle(title))) return askWhatIsOpen(title, understood, request.isUnread)
    const what = recordText('The issue says "{said}": what would somebody look at to see that it is so?', {
      said: cutText(one?.text ?? '', 100),
    })
    return isOwn ? ask(withAnswer(what)) : yielding(askOpenly(what))
  }
  if (outline.acceptance.length > 0 || said.length > 0) return undefined
  const asksOnly = /[?？]\s*$/.test(title) || asksWhat.test(plainTitle(title))
  if (asksOnly && !asksForWork(plainTitle(title)) && understood.wanted.length === 0 && body.trim() !== '')
    return askOpenly(
      recordText('This reads like a question. If something is to be changed, what should be so when it is done?'),
    )
  return askForLack(title, body, form, outline, request, understood)
}

const ofStory = 3

/** `[x] It does something that I don't understand`, the one box above a story. */
function isChosenBox(form: FormReading, { ticked }: IssueOutline): boolean {
  return ticked.length === 1 && gatherTold(form, false).filter(({ line }) => line !== ticked[0]).length > ofStory
}

const template = /^(?:template|vorlage|modèle|plantilla|modelo|模板|テンプレート|템플릿)$/
const ofTemplates = new Set(
  'template vorlage modèle plantilla modelo 模板 テンプレート 템플릿 für eines einen ein de para pour d um un une el la test case testcase testfall a an the user story issue bug report feature request epic task ticket pull pr new example'.split(
    ' ',
  ),
)

/** `Editor Pro Crack + Keygen Free Download` */
function isAdvertisement(title: string): boolean {
  return /\b(?:crack(?:ed)?|keygen|(?:licen[cs]e|serial|activation|product) key)\b.*\b(?:download|free|latest|full)\b/i.test(
    title,
  )
}

/** Somebody wrote below a title of a form for bugs or wishes. */
function isFilledIn({ placed }: FormReading): boolean {
  return placed.some(
    ({ node, part }) => node.kind !== 'heading' && ['report', 'reproduction', 'wanted', 'expected'].includes(part),
  )
}

/** Lines of criteria that hold already, by their boxes. */
function tickedCriteria({ placed }: FormReading): number[] {
  return placed.flatMap(({ node, part }) =>
    node.kind === 'item' && node.checked === true && part === 'expected' ? [node.line] : [],
  )
}

/** `User story template`, and not `Add a template for bugs`. */
function isTemplate(title: string): boolean {
  const words: readonly string[] = title.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.some((word) => template.test(word)) && words.every((word) => ofTemplates.has(word))
}

function ask(lack: string): RequestRefusal {
  return { kind: 'needs_input', lacks: [lack] }
}

function findWhyNot(
  title: string,
  form: FormReading,
  request: IssueRequest,
  understood: Understood,
): string | undefined {
  const asks = !request.inForm && !request.isReport && form.placed.some(({ part }) => part === 'question')
  if (asks || issueKind(title) === 'question') return noChange('question')
  if (isForeign(form) || namesWish(title)) return undefined
  // Who tells of trouble in the title is not sent away for a question below it.
  const isAsked = /[?？]$/.test(title.trim())
  if (!isAsked && (saysTrouble(title) || saysLack(title))) return undefined
  // Nor who complains below a title that asks nothing.
  if (!isAsked && understood.wrong.some(({ text }) => isComplaint(text) && !ofAsker.test(text))) return undefined
  // Who says what should be so has asked for it, whatever else they ask.
  if (request.stated.some(({ text, doubt }) => doubt === undefined && saysExpectation(text))) return undefined
  if (request.inForm || (request.isReport && request.isBug && !isAsked)) return undefined
  if (asksOnlyForSelf(form)) return noChange('question')
  return findReasonToDecline(title, form.nodes.map((node) => proseOf(node)).join('\n'))
}

/** Their own affair: `I'm not able to find it`. */
const ofAsker = /\b(?:i|my|me|mine)\b/i

/** `Disable cache`, above nothing but `How can I disable it?`, names what is asked about. */
function asksOnlyForSelf({ nodes }: FormReading): boolean {
  const said = splitSentences(nodes.map((node) => proseOf(node)).join('\n'))
  return said.length > 0 && said.every((sentence) => asksForSelf(sentence))
}

/** `What is "invalidation data"`, without a mark. */
const asksWhat = /^(?:what|how|why|where|who|when) (?:is|are|do|does|did|can|to|should|would)\b/i
/** Sentences of a language that is not read, beside what is asked: nobody should be sent away by one of them. */
function isForeign({ nodes }: FormReading): boolean {
  const prose = nodes.map((node) => (node.kind === 'line' || node.kind === 'item' ? node.text : '')).join(' ')
  if (!/[¿¡\u00C0-\u024F\u0400-\u04FF]/u.test(prose)) return false
  return splitSentences(prose).some(
    (sentence) => !/[?？]$/.test(sentence) && (countTelling(sentence) >= 8 || saysExpectation(sentence)),
  )
}

const trace =
  /^[ \t]*at \S.*:\d+|^Traceback \(most recent|^[ \t]*File ".+", line \d+|panicked at|^goroutine \d|Exception\b/m

/** A stack trace tells of something broken; other code blocks say nothing. */
function proseOf(node: OutlineNode): string {
  if (node.kind === 'heading') return ''
  if (node.kind !== 'fence') return node.text
  return trace.test(node.content.slice(0, 5000)) || showsSanitizer(node.content) ? 'stack trace' : ''
}

function mentionsIssues(body: string): boolean {
  return /#\d|\/(?:issues|pull)\/\d/.test(body)
}
