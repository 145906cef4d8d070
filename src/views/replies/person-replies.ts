import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import type { ReplyOf } from '../../domain/effects/reply.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderMergeWay } from '../pulls/conflict-replies.ts'
import { listWords, mention, renderName } from '../text/person.ts'
import { replyLine, sentence } from '../text/reply-words.ts'
import { renderTime } from '../text/time.ts'

/** To whom a task waits for, once (decision 103). */
export function renderReminder({ task, who, wait, what, branch, since }: ReplyOf<'reminder'>): string {
  const id = replyLine(task, 20)
  const people = listWords(
    who.map((login) => mention(shorten(login, 60))),
    'or',
  )
  const asked = t('**{task} waits for you, {people}**, since {at}: {what}', {
    task: id,
    people,
    at: replyLine(renderTime(since), 40),
    what: sentence(translate(what)),
  })
  const once = t(
    'You are reminded of this once. Where it is not for you any more, {command} gives it to somebody else.',
    { command: give(task, '@login') },
  )
  return `⏰ ${asked} ${renderWay(wait, task, branch)}\n\n${once}`
}

/** To whom nobody's judgement was escalated, once (decision 120). */
export function renderEscalated({ task, to, who, what, since }: ReplyOf<'escalated'>): string {
  const id = replyLine(task, 20)
  const before = who.length === 0 ? t('nobody by name') : listWords(who.map((login) => renderName(shorten(login, 60))))
  const asked = t('**{who}, {task} waits for a judgement** that nobody gave since {at}: {what}', {
    who: mention(shorten(to, 140)),
    task: id,
    at: replyLine(renderTime(since), 40),
    what: sentence(translate(what)),
  })
  return `⏫ ${asked} ${renderWay('judgement', task, '')}\n\n${t('Asked before: {people}. This is said once.', { people: before })}`
}

function renderWay(wait: ReplyOf<'reminder'>['wait'], task: string, branch: string): string {
  const id = shorten(task, 20)
  switch (wait) {
    case 'push':
      return t('{command} gets its branch; every push there is a version and is reviewed.', {
        command: inlineCode(`git fetch && git switch ${shorten(branch, 200)}`),
      })
    case 'conflict':
      return `\n\n${renderMergeWay(branch)}`
    case 'judgement':
    case 'ci':
      return t('Approve or request changes in its pull request, or say {approve} or {reject}.', {
        approve: inlineCode(`/approve ${id}`),
        reject: inlineCode(`/reject ${id} ${t('<why>')}`),
      })
    case 'decision':
      return t('{command} lets it try again.', { command: inlineCode(`/retry ${id}`) })
    case 'assignment':
      return t('{command} leaves it to whoever pushes first.', { command: give(task, 'human') })
  }
}

/** Whom a task was given to by name can't do it any more. */
export function renderExecutorLeft({ task, reason, ask }: ReplyOf<'executor_left'>): string {
  const id = replyLine(task, 20)
  const asked = ask.length === 0 ? '' : `${listWords(ask.map((login) => mention(shorten(login, 60))))}${t(': ')}`
  const lead = t('**Nobody does {task} any more:** {why} What was pushed and reviewed stays.', {
    task: id,
    why: sentence(translate(reason)),
  })
  const ways = t(
    '{person} gives it to somebody, {anybody} to whoever pushes first, and {auto} to a model or an agent where there is one.',
    { person: give(task, '@login'), anybody: give(task, 'human'), auto: give(task, 'auto') },
  )
  return `⚠️ ${lead}\n\n${asked}${ways}`
}

/** Of a task's short id. */
function give(task: string, executor: string): string {
  return inlineCode(`/assign ${shorten(task, 20)} ${executor}`)
}
