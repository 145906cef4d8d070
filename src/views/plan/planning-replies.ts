import { findYamlBlocks } from '../../domain/plan/outline/yaml/find-yaml-block.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { ReplyOf } from '../../domain/effects/reply.ts'
import { renderScore } from '../text/amounts.ts'
import { renderCount, t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, commentLimit, fitBlocks } from '../markdown/fit.ts'
import type { Links } from '../markdown/links.ts'
import { codeFence, inlineCode, neutraliseBlock } from '../markdown/neutralise.ts'
import { nameChangedTasks, renderPlanChanges } from './changes/plan-changes.ts'
import { code, replyLine, sentence } from '../text/reply-words.ts'
import { renderScoreReasons, renderShares } from './score-table.ts'
import { renderPicks, renderQuestions } from './planning-questions.ts'
import { renderReading, renderUnderstood } from './issue-reading.ts'
import { shorten } from '../markdown/shorten.ts'

interface Context {
  record: IssRecord | null
  links: Links
}

/** Rules that the plan would break. */
export function renderPlanFaults(reply: ReplyOf<'plan_faults'>, { record }: Context): string {
  const faults = reply.faults.map((fault) => {
    // Only tasks have a name that people know.
    const tasks = fault.nodes.filter((node) => node.startsWith('T'))
    const said = replyLine(translate(fault.message), 500)
    if (tasks.every((node) => fault.message.includes(node))) return block(`- ${said}`, '')
    const nodes = tasks.slice(0, 8).map((node) => inlineCode(shorten(node, 60)))
    const more = tasks.length > 8 ? t(', and {n} more', { n: tasks.length - 8 }) : ''
    return block(`- ${nodes.join(t(', '))}${more}${t(': ')}${said}`, '')
  })
  const things = renderCount(reply.faults.length, 'thing')
  const lead = t(
    findStandingPlanHash(record) === null
      ? '**No plan was made:** {things} in the issue must be changed first.'
      : '**No other plan was made:** {things} in the issue must be changed first.',
    { things },
  )
  // More than an order may be missing: then the example says what is missing most often.
  const isOrder = reply.faults.every(({ code: rule }) => rule.startsWith('dependency_'))
  const goOn = renderGoOn(
    record,
    reply.faults.flatMap(({ nodes }) => nodes),
    isOrder ? 'after nothing' : undefined,
  )
  const guidance = `\n${neutraliseBlock(shorten(translate(reply.guidance), 2_000))}${reply.guidance === '' ? '' : '\n\n'}${goOn}`
  return fitBlocks(
    [block(`❌ ${lead}\n`), ...faults, block(guidance)],
    commentLimit,
    `\n${t('More faults were left out here; mend these first.')}`,
  )
}

/** What planning lacks, or how it read the issue. */
export function renderNeedsInput(reply: ReplyOf<'needs_input'>, { record, links }: Context): string {
  const standing = findStandingPlanHash(record)
  const asked = reply.lacks.map(translate).map((lack) => (standing === null ? lack : asReplan(lack)))
  const lacks = asked.map((lack) => block(`- ${replyLine(lack, 600)}`, ''))
  const isTuning = record?.tuning !== undefined
  const isOfferOfUse = !isTuning && findYamlBlocks(record?.frozen.body ?? '').length === 0
  const offer = standing === null ? (isOfferOfUse ? renderOffer(links) : '') : renderStanding(standing)
  if (reply.questions !== undefined) {
    const command = standing === null ? '/answer' : '/replan'
    const stands = standing === null ? [] : [block(`\n${renderStanding(standing)}`)]
    return fitBlocks([...renderQuestions(reply.questions, command), ...stands], commentLimit, moreLeftOut())
  }
  const since = reply.since === undefined ? [] : [block(renderSince(reply.since))]
  if (reply.reading?.certain === true) {
    const unread = lacks.length === 0 ? [] : [block(`❌ **${t('That could not be read:')}**\n`), ...lacks, block('\n')]
    const said = [...since, ...unread]
    const read = renderReading(reply.reading, standing === null ? '/answer' : '/replan')
    return fitBlocks([...said, ...read, block(`\n${offer}`)], commentLimit, moreLeftOut())
  }
  // What is lacking may say so itself.
  const isSaid = isTuning || asked.some((lack) => lack.includes(standing === null ? '`/answer' : '`/replan'))
  const goOn = isSaid ? (standing === null ? '' : `\n${renderStanding(standing)}\n`) : `\n${renderGoOn(record)}\n`
  const none = t(standing === null ? '**No plan was made yet.**' : '**No other plan was made.**')
  const lead = `🙋 ${none} ${t(reply.reading === undefined ? 'What is missing:' : 'One question first:')}\n`
  const words = reply.reading === undefined ? [] : renderUnderstood(reply.reading)
  return fitBlocks(
    [...since, block(lead), ...lacks, ...words, block(standing === null ? `${goOn}\n${offer}` : goOn.trimEnd())],
    commentLimit,
    moreLeftOut(),
  )
}

/** The answer alone, and the forms that say something: the question stands above. */
export function renderNotTaken({ said, reading, questions }: ReplyOf<'not_taken'>, { record }: Context): string {
  const lead = t('**No plan came of “{said}”:** what is said above still holds.', {
    said: replyLine(said, 100),
  })
  const goOn = reading
    ? t('{yes} takes the issue as it was read above; {other} says what must hold instead.', {
        yes: code('/answer yes'),
        other: code(`/answer ${t('It should …')}`),
      })
    : renderGoOn(record)
  return `🙋 ${lead}\n\n${questions === undefined ? goOn : renderPicks(questions, '/answer')}`
}

/** Why a yes made no plan: it was said to other words. */
function renderSince({ gone, added }: NonNullable<ReplyOf<'needs_input'>['since']>): string {
  const list = (lead: string, words: readonly string[]): string =>
    words.length === 0
      ? ''
      : ` ${t('{lead}: {words}.', { lead, words: words.map((one) => t('“{quoted}”', { quoted: replyLine(one.replace(/(?<!\.)\.$/, ''), 200) })).join(t(', ')) })}`
  const why = t('**The issue was changed after it was confirmed,** so please confirm it once more.')
  return `✏️ ${why}${list(t('Gone'), gone)}${list(t('New'), added)}\n\n`
}

/** So that the next issue brings it along; who writes a plan in YAML knows what it asks for. */
function renderOffer(links: Links): string {
  const docs = links.docs('planning.md')
  const form = docs === null ? t('An issue form') : `[${t('An issue form')}](${docs}#the-issue-form)`
  return `<sub>${t('{form} asks for all of this from the start: `countersign issue-form` prints one for the repository.', { form })}</sub>`
}

/** What would raise the score. */
export function renderWeakPlan({ score, min_score: least, parts }: ReplyOf<'plan_weak'>, { record }: Context): string {
  const lead = `❌ ${t('**The plan is not offered for approval:** it scores {score}, and at least {least} is needed. What would raise it:', { score: renderScore(score), least: renderScore(least) })}`
  const named = parts.flatMap(({ reasons }) => reasons).map((reason) => reason.split(/[/ ]/)[0] ?? '')
  const shares = renderDetails(t('Score {score}', { score: renderScore(score) }), renderShares(parts))
  return [lead, renderScoreReasons(parts, 10), renderGoOn(record, named), shares]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Why nothing is planned; the planner's own words say how to go on, unless a plan stands. */
export function renderDeclined({ why }: ReplyOf<'declined'>, { record }: Context): string {
  const told = translate(why)
  if (findStandingPlanHash(record) === null) return `💬 ${t('**No plan was made:** {why}', { why: sentence(told) })}`
  const other = t('**No other plan was made:** {why}', { why: sentence(asReplan(told)) })
  return `💬 ${other}\n\n${renderGoOn(record)}`
}

/** The hash of the plan that goes on standing; null where planning waits for words. */
export function findStandingPlanHash(record: IssRecord | null): string | null {
  return record === null || record.phase === 'awaiting_input' ? null : record.plan_hash
}

/**
 * How planning goes on: it waits for words, or a plan stands and only another one wasn't made. `named`: among them the
 * tasks that it is about; where there are none, the example names none either.
 */
function renderGoOn(record: IssRecord | null, named: readonly string[] = [], lacking?: 'after nothing'): string {
  const standing = findStandingPlanHash(record)
  if (standing === null) {
    const task = named.find((name) => /^T\d{1,4}(?:\.\d{1,4})*$/.test(name))
    const acceptance = t('Acceptance: …')
    const said = lacking === undefined ? `${task}: ${acceptance}` : `${task} ${lacking}`
    const example = task === undefined ? acceptance : said
    return t(
      'Mend it in the issue and comment `/answer`. Or say here what is lacking, in the words of an issue: `/answer {example}`.',
      { example },
    )
  }
  return `${renderStanding(standing)} ${t('Say it in other words with `/replan …`, or edit the issue and comment `/replan`.')}`
}

function moreLeftOut(): string {
  return `\n${t('More was left out here.')}`
}

function renderStanding(hash: string): string {
  return t('Plan {hash} is unchanged.', { hash: code(shortenHash(hash)) })
}

/** Whoever plans tells the commands of an issue without a plan; beside one that stands they are refused. */
function asReplan(told: string): string {
  return told.replaceAll(/`\/(?:answer|plan)(?=[ `])/g, '`/replan')
}

/** Why that plan was not approved, and what differs. */
export function renderStale(reply: ReplyOf<'stale_plan'>): string {
  const plan = reply.asked === null ? t('The plan') : t('Plan {hash}', { hash: code(shortenHash(reply.asked)) })
  const text = reply.diff.trim() === '' ? '' : `\n\n${codeFence(shorten(reply.diff, 6_000), 'diff')}`
  const diff = reply.changes.length === 0 ? text : `${text}\n\n${renderPlanChanges(reply.changes)}`
  if (reply.newest === null || reply.newest === reply.asked) {
    const why = t('**{plan} was not approved:** what it was made from has changed.', { plan })
    return `⚠️ ${why}${diff}\n\n${t('`/replan` makes a new one from the issue as it is now.')}`
  }
  const hash = shortenHash(reply.newest)
  const how = t('Read it and say `/approve plan@{hash}`, or `/replan` for a new one.', { hash })
  return `⚠️ ${tellNewest(plan, code(hash), nameChangedTasks(reply.changes))}${diff}\n\n${how}`
}

function tellNewest(plan: string, newest: string, changes: string): string {
  return changes === ''
    ? t("**{plan} was not approved:** the issue's newest plan is {newest}.", { plan, newest })
    : t("**{plan} was not approved:** the issue's newest plan is {newest}; since the one you name {changes}.", {
        plan,
        newest,
        changes,
      })
}

/** What an edit of the issue means for the plan made from it. */
export function renderEdited(reply: ReplyOf<'issue_edited'>): string {
  const hash = code(shortenHash(reply.plan_hash))
  return reply.approved
    ? t(
        'The issue was edited after plan {hash} was approved. The work goes on with the text as it was approved. If the change matters, `/replan` makes a plan from the new text and carries over what still fits.',
        { hash },
      )
    : `⚠️ ${t('The issue was edited after plan {hash} was made, so it can no longer be approved. `/replan` makes a new one from the text as it is now.', { hash })}`
}

function shortenHash(hash: string): string {
  return hash.replace(/^plan@/, '').slice(0, 7)
}
