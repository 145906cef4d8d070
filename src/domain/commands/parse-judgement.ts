import { recordText } from '../language/message.ts'
import { withoutCourtesy } from './courtesy.ts'
import { type CommandThread, command, isTask, type ParsedArguments, problem, quote } from './parsed-command.ts'

const criterionId = /^(?:AC-(?:0|[1-9]\d*)|UNDOES-T[1-9]\d*(?:\.[1-9]\d*)*)$/i
/** A remark may say anything but what else is meant, or when. */
const reference = /\b(?:T[1-9]\d*|AC-\d+)\b|\bplan@/i
const condition = /^\W*(?:but\s+)?(?:if|unless|once|after|when|until|except|only|not|don['’]t|do not)\b/i
/** Anywhere in a remark these take back what was said, or part of it. */
const reservation =
  /\b(?:but|however|except|unless|if|once|until|provided|providing|assuming|(?:as|so) long as|on (?:the )?condition|without|instead)\b|如果|假如|只要|前提|除非|除了|不过|但/i
/** They look like one, and are none: `start at once`, `let me know if …`. */
const unreserved =
  /\b(?:at once|let (?:me|us) know if|feel free\b.{0,40}? if|nothing but|without (?:doubt|hesitation|objections?|reservations?))\b/gi
const planUsage = '`/approve plan@1a2b3c4` or `/replan <what to change>`'
const taskUsage = '`/approve T1 [AC-2]` or `/reject T1 [AC-2] <why>`'
/** Words of a pull request that may mean another thing than its task. */
const otherThing =
  /\b(?:T|AC|C|G)-?\d|\bUNDOES\b|\b(?:plans?|tasks?|criteri(?:on|a)|everything|them)\b|^\W*(?:all|both)(?:\W+of\b|\W*$)|[@#]\w|\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/i
const opposite =
  /\b(?:no|not|nor|never|cannot|cant|dont|but|except|however|though|although|without|instead|wait|hold|stop|reject|only|if|unless|until|till|once|when|after|before|later|tomorrow|yet)\b|n['’]t\b|[不但除等别未没若]|如果/i
/** Of the same words, who has nothing to say takes nothing back: `no further remarks`, other than `no comments in the code`. */
const harmless =
  /\bno (?:(?:further|more|other|additional) )?(?:comment|objection|note|remark|concern|complaint|question|issue|problem|nit)s?(?=[^\w?？]*$|\s*[.,;!)]| (?:and|or|from|on my|here|at all)\b)|不错|没有?(?:其他)?(?:意见|问题|异议|补充)(?=[\s，。；！.,;!]|$)/gi

/** `/approve`: the plan, or a task, or criteria of it; a remark may follow. */
export function parseApprove(rest: string, where: CommandThread): ParsedArguments {
  const { first, others } = firstOf(rest)
  if (withoutCourtesy(rest) === '') {
    return command(where === 'issue' ? { kind: 'approve_plan', hash: null } : readApproval(null, [], ''))
  }
  const hash = /^plan@([0-9a-f]{7,64})$/i.exec(first)?.[1]
  if (hash !== undefined || (/^plan$/i.test(first) && withoutCourtesy(others) === ''))
    return withRemark(others, planUsage, () => command({ kind: 'approve_plan', hash: hash?.toLowerCase() ?? null }))
  const task = isTask(first) ? first.toUpperCase() : null
  const { criteria, remark } = takeCriteria(task === null ? rest : others)
  const isOwnTask = where === 'pull_request' && !otherThing.test(rest)
  if (task === null && criteria.length === 0 && isOwnTask) return approveOwnTask(rest)
  const ofPlan = rest.replace(/^plan\b/i, '')
  if (task === null && criteria.length === 0 && isReserved(ofPlan)) return refuseReserved(ofPlan, planUsage)
  if (task === null && criteria.length === 0)
    return problem(recordText('{said} is neither a task nor `plan@` with 7 to 64 hex digits', { said: quote(rest) }))
  if (task === null && where === 'issue') return problem(recordText('it must name the task'))
  const approve = (why: string) => command(readApproval(task, criteria, why))
  // What is said of a criterion is how it was looked at: `it hides without a click, but stays with one`.
  if (criteria.length > 0 && !condition.test(withoutMark(remark)) && !reference.test(remark))
    return approve(withoutMark(remark))
  return withRemark(remark, taskUsage, approve)
}

/** In a task's pull request nothing need be named, so any words may follow that don't take the approval back. */
function approveOwnTask(rest: string): ParsedArguments {
  if (opposite.test(rest.replaceAll(harmless, '')))
    return problem(
      recordText('it approves at once, and {said} may say otherwise; write `/approve` alone, or `/reject` and why', {
        said: quote(rest),
      }),
    )
  return withRemark(rest, taskUsage, (why) => command(readApproval(null, [], why)))
}

/** `/reject`: a task, or criteria of it, with the reason. */
export function parseReject(rest: string, where: CommandThread): ParsedArguments {
  const { first, others } = firstOf(rest)
  const task = isTask(first) ? first.toUpperCase() : null
  const { criteria, remark } = takeCriteria(task === null ? rest : others)
  if (task === null && where === 'issue') return problem(recordText('it must name the task'))
  if (remark === '') return problem(recordText('it must say why, since the next version is made from that'))
  return command({ kind: 'reject_task', task, criteria, why: remark })
}

function readApproval(task: string | null, criteria: string[], why: string) {
  return { kind: 'approve_task' as const, task, criteria, why }
}

function withRemark(text: string, usage: string, approve: (remark: string) => ParsedArguments): ParsedArguments {
  const remark = withoutMark(text)
  if (isReserved(remark)) return refuseReserved(remark, usage)
  if (reference.test(remark))
    return problem(
      recordText('it approves one thing, and {said} names another; give each a line', { said: quote(remark) }),
    )
  return approve(remark)
}

function withoutMark(text: string): string {
  return withoutCourtesy(text).replace(/^[\s,.:;!–—。，；：！-]+/, '')
}

/** It holds on a condition, or for a part. */
function isReserved(remark: string): boolean {
  const said = remark.replaceAll(harmless, '').replaceAll(unreserved, '')
  return condition.test(said) || reservation.test(said)
}

function refuseReserved(remark: string, usage: string): ParsedArguments {
  return problem(
    recordText('an approval has no conditions, and {said} sounds like one; nothing is approved', {
      said: quote(withoutMark(remark)),
    }),
    usage,
  )
}

/** Whether words behind a command may be a remark: they name nothing else and set no condition. */
export function isRemark(text: string): boolean {
  return !reference.test(text) && !condition.test(text)
}

/** The first word, without backticks around it and marks after it, and what follows. */
export function firstOf(text: string): { first: string; others: string } {
  const word = /^\S+/.exec(text)?.[0] ?? ''
  return { first: withoutCourtesy(word.replaceAll('`', '')), others: text.slice(word.length).trim() }
}

/** Criteria that a text begins with: `AC-2, AC-3 and AC-4: no header`. */
function takeCriteria(text: string): { criteria: string[]; remark: string } {
  const criteria: string[] = []
  let left = text
  for (;;) {
    const { first, others } = firstOf(left)
    // A usage writes them in brackets.
    const ids = first
      .replace(/^\[(.*)\]$/, '$1')
      .split(/[,&/]+/)
      .filter((word) => word !== '')
    const isJoint = criteria.length > 0 && /^(?:and|&|,)$/i.test(first) && criterionId.test(firstOf(others).first)
    if (!isJoint && (ids.length === 0 || !ids.every((id) => criterionId.test(id)))) break
    if (!isJoint) criteria.push(...ids.map((id) => id.toUpperCase()))
    left = others
  }
  return { criteria: [...new Set(criteria)], remark: criteria.length === 0 ? text : left.replace(/^[\s:–—-]+/, '') }
}
