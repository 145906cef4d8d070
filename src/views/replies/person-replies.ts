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
  const asked = `⏰ **${id} waits for you, ${people}**, since ${replyLine(renderTime(since), 40)}: ${sentence(what)}`
  return `${asked} ${renderWay(wait, task, branch)}\n\nYou are reminded of this once. Where it is not for you any more, ${give(task, '@login')} gives it to somebody else.`
}

/** To whom nobody's judgement was escalated, once (decision 120). */
export function renderEscalated({ task, to, who, what, since }: ReplyOf<'escalated'>): string {
  const id = replyLine(task, 20)
  const before = who.length === 0 ? 'nobody by name' : listWords(who.map((login) => renderName(shorten(login, 60))))
  const asked = `⏫ **${mention(shorten(to, 140))}, ${id} waits for a judgement** that nobody gave since ${replyLine(renderTime(since), 40)}: ${sentence(what)}`
  return `${asked} ${renderWay('judgement', task, '')}\n\nAsked before: ${before}. This is said once.`
}

function renderWay(wait: ReplyOf<'reminder'>['wait'], task: string, branch: string): string {
  const id = shorten(task, 20)
  switch (wait) {
    case 'push':
      return `${inlineCode(`git fetch && git switch ${shorten(branch, 200)}`)} gets its branch; every push there is a version and is reviewed.`
    case 'conflict':
      return `\n\n${renderMergeWay(branch)}`
    case 'judgement':
    case 'ci':
      return `Approve or request changes in its pull request, or say ${inlineCode(`/approve ${id}`)} or ${inlineCode(`/reject ${id} <why>`)}.`
    case 'decision':
      return `${inlineCode(`/retry ${id}`)} lets it try again.`
    case 'assignment':
      return `${give(task, 'human')} leaves it to whoever pushes first.`
  }
}

/** Whom a task was given to by name can't do it any more. */
export function renderExecutorLeft({ task, reason, ask }: ReplyOf<'executor_left'>): string {
  const id = replyLine(task, 20)
  const asked = ask.length === 0 ? '' : `${listWords(ask.map((login) => mention(shorten(login, 60))))}: `
  return `⚠️ **Nobody does ${id} any more:** ${sentence(reason)} What was pushed and reviewed stays.\n\n${asked}${give(task, '@login')} gives it to somebody, ${give(task, 'human')} to whoever pushes first, and ${give(task, 'auto')} to a model or an agent where there is one.`
}

/** Of a task's short id. */
function give(task: string, executor: string): string {
  return inlineCode(`/assign ${shorten(task, 20)} ${executor}`)
}
