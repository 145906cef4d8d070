import type { Answer } from '../../domain/effects/reply.ts'
import { codeFence, inlineCode } from '../markdown/neutralise.ts'
import { listWords, mention } from '../text/person.ts'
import { code, replyLine } from '../text/reply-words.ts'
import { shorten } from '../markdown/shorten.ts'

type AnswerOf<K extends Answer['kind']> = Extract<Answer, { kind: K }>

/** Brings a task's branch together with the integration branch, in a clone. */
export function mergeCommands(branch: string): string[] {
  const name = shorten(branch, 200)
  const base = name.replace(/(?<![^/])[^/]+$/, 'base')
  return [`git fetch && git switch ${name} && git pull`, `git merge origin/${base}`, 'git push']
}

/** The commands and what follows, below whoever is asked. */
export function renderMergeWay(branch: string): string {
  return `${codeFence(mergeCommands(branch).join('\n'), 'sh')}\n\nWhere git stops at the second, decide what holds, then ${inlineCode('git commit -a')}. The push is a new version, and is judged like any other.`
}

/** The one place where who is asked is notified. */
export function renderConflict({ who, what, branch }: AnswerOf<'conflict'>): string {
  const asked =
    who.length === 0
      ? 'Anybody with write access can'
      : `${listWords(
          who.slice(0, 6).map((login) => mention(shorten(login, 60))),
          'or',
        )}, please`
  return `⚠️ **${replyLine(what)}.** ${asked} bring both together:\n\n${renderMergeWay(branch)}`
}

/** Said since it is a commit on somebody's own branch. */
export function renderBroughtTogether({ task, version, paths, tasks }: AnswerOf<'brought_together'>): string {
  const where = listWords(paths.slice(0, 4).map(code))
  const others = tasks.length === 0 ? null : listWords(tasks.slice(0, 4).map((id) => replyLine(id, 20)))
  const moved =
    where === '' ? "others' work was merged" : others === null ? `${where} was changed` : `${others} changed ${where}`
  return `🔀 **${replyLine(task, 20)} was approved, and ${moved} meanwhile.** Git merged both without a conflict. That is version ${version}, and is judged like any other; ${inlineCode('git pull')} before you push again.`
}
