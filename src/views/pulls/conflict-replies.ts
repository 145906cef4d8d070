import type { FinalConflict } from '../../domain/effects/final-conflict.ts'
import type { Answer } from '../../domain/effects/reply.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { codeFence, inlineCode } from '../markdown/neutralise.ts'
import { listWords, mention, renderName } from '../text/person.ts'
import { code, replyLine } from '../text/reply-words.ts'
import { shorten } from '../markdown/shorten.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'

type AnswerOf<K extends Answer['kind']> = Extract<Answer, { kind: K }>

/** Brings a task's branch together with the integration branch, in a clone. */
export function mergeCommands(branch: string): string[] {
  const name = shorten(branch, 200)
  const base = name.replace(/(?<![^/])[^/]+$/, 'base')
  return [`git fetch && git switch ${name} && git pull`, `git merge origin/${base}`, 'git push']
}

/** The commands and what follows, below whoever is asked. */
export function renderMergeWay(branch: string): string {
  return `${codeFence(mergeCommands(branch).join('\n'), 'sh')}\n\n${t('Where git stops at the second, decide what holds, then {command}. The push is a new version, and is judged like any other.', { command: inlineCode('git commit -a') })}`
}

/** The one place where who is asked is notified. */
export function renderConflict({ who, what, branch, keep }: AnswerOf<'conflict'>): string {
  const why = replyLine(translate(what))
  const names = listWords(
    who.slice(0, 6).map((login) => mention(shorten(login, 60))),
    'or',
  )
  const asked =
    who.length === 0
      ? t('**{why}.** Anybody with write access can bring both together:', { why })
      : t('**{why}.** {who}, please bring both together:', { why, who: names })
  return `⚠️ ${asked}\n\n${renderMergeWay(branch)}${keep === undefined ? '' : ` ${renderKeep(keep)}`}`
}

/** Nobody is notified of what may not come. */
function renderKeep({ tasks, judges }: NonNullable<AnswerOf<'conflict'>['keep']>): string {
  const others = listWords(
    tasks.slice(0, 4).map((id) => replyLine(id, 20)),
    'and',
  )
  const names = judges.slice(0, 6).map((login) => renderName(shorten(login, 60)))
  return names.length === 0
    ? t(
        'Keep what {tasks} brought: where lines of it change, somebody who may judge your version is asked whether they may.',
        { tasks: others },
      )
    : t('Keep what {tasks} brought: where lines of it change, {who} is asked whether they may.', {
        tasks: others,
        who: listWords(names, 'or'),
      })
}

/** Said since it is a commit on somebody's own branch. */
export function renderBroughtTogether({ task, version, paths, tasks }: AnswerOf<'brought_together'>): string {
  const where = listWords(paths.slice(0, 4).map(code))
  const others = tasks.length === 0 ? null : listWords(tasks.slice(0, 4).map((id) => replyLine(id, 20)))
  const id = replyLine(task, 20)
  const moved =
    where === ''
      ? t("**{task} was approved, and others' work was merged meanwhile.**", { task: id })
      : others === null
        ? t('**{task} was approved, and {paths} was changed meanwhile.**', { task: id, paths: where })
        : t('**{task} was approved, and {others} changed {paths} meanwhile.**', { task: id, others, paths: where })
  return `🔀 ${moved} ${t('Git merged both without a conflict. That is version {n}, and is judged like any other, also by people who judged the one before; {command} before you push again.', { n: version, command: inlineCode('git pull') })}`
}

const mostNamed = 4

/** `src/round.js` and 2 more, where a final pull request can't be merged. */
export function renderConflictPaths({ paths, more }: FinalConflict): string {
  const shown = paths.slice(0, mostNamed)
  const left = paths.length - shown.length + more
  return listWords([...shown.map(code), ...(left > 0 ? [t('{n} more', { n: left })] : [])])
}

/** What makes it mergeable again; `replan` is the command, where it is said. */
export function renderReplanWay({ tasks }: FinalConflict, replan: string, branch: string): string {
  const named = tasks.slice(0, mostNamed).map((id) => replyLine(id, 20))
  const told = { replan, branch: code(branch), tasks: listWords(named) }
  return tasks.length === 0
    ? t('{replan} makes the plan anew on {branch} as it is now; approved work in other files is taken over.', told)
    : t(
        '{replan} makes the plan anew on {branch} as it is now: {tasks} and what builds on it anew, with what was approved in hand; other approved work is taken over.',
        told,
      )
}

/** On the final pull request, for whoever would merge it. */
export function renderFinalConflicts(
  { who, branch, conflict }: AnswerOf<'final_conflicts'>,
  { links }: { links: Links },
): string {
  const names = listWords(
    who.slice(0, 6).map((login) => mention(shorten(login, 60))),
    'or',
  )
  const lead = t('**This conflicts with {branch}**, which has changed {paths} since the work began.', {
    paths: renderConflictPaths(conflict),
    branch: code(branch),
  })
  const replan = t('{command} in {issue}', {
    command: inlineCode('/replan'),
    issue: linkTo(t('the issue'), links.issue()),
  })
  const way = renderReplanWay(conflict, replan, branch)
  const hands = t('A conflict settled on this branch by hand is what nobody approved, and pauses the work.')
  return `⚠️ ${lead}\n\n${names === '' ? way : `${names}${t(': ')}${way}`}\n\n${hands}`
}
