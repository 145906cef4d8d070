import type { Answer } from '../../domain/effects/reply.ts'
import { artifactDir } from '../../domain/records/artifact.ts'
import { t } from '../language/t.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { codeFence, inlineCode } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { listWords } from '../text/person.ts'
import { replyLine } from '../text/reply-words.ts'

const mostFiles = 5

type DoneAnew = Extract<Answer, { kind: 'done_anew' }>
type Earlier = DoneAnew['earlier']

/** The plan had promised it: whoever approved that hears why it isn't so, and where the approved work is. */
export function renderDoneAnew({ task, earlier }: DoneAnew, links: Links): string {
  const id = replyLine(task, 20)
  const head = t('**{task} is done anew, and not taken over:** {why}.', {
    task: id,
    why: renderWhyAnew(earlier, links),
  })
  return `🔁 ${head} ${t('What was approved before stays on record: {where}. Whoever does {task} now is told of it.', { task: id, where: renderWhere(earlier, links) })}${renderWay(earlier)}`
}

/** Its changes as one, whatever commits they came in, and wherever its branch is by now. */
function renderWay({ from: { base_sha: base, commit_sha: commit, pull_request: pull } }: Earlier): string {
  if (base === undefined || pull === undefined) return ''
  const commands = [
    `git fetch origin pull/${pull}/head`,
    `git diff ${base.slice(0, 12)} ${commit.slice(0, 12)} | git apply --3way`,
  ]
  return `\n\n${t("On the task's new branch this brings its changes back, with marks where both changed the same lines:")}\n\n${codeFence(commands.join('\n'), 'sh')}`
}

/** In the draft that a person gets with the task. */
export function renderEarlierWork(earlier: Earlier, links: Links): string {
  const lead = t(
    '**It was done and approved before**, under the plan before this one: {where}. It is done anew since {why}.',
    {
      where: renderWhere(earlier, links),
      why: renderWhyAnew(earlier, links),
    },
  )
  return `${lead}${renderWay(earlier)}`
}

function renderWhyAnew({ changed, tasks }: Earlier, links: Links): string {
  if (tasks.length > 0)
    return t('{tasks}, which it builds on, was done anew', {
      tasks: listWords(
        tasks.slice(0, mostFiles).map((id) => replyLine(id, 20)),
        'and',
      ),
    })
  const named = changed.slice(0, mostFiles).map(({ path, commit }) => {
    const file = inlineCode(shorten(path, 120))
    return commit === null ? file : `${file} (${linkTo(commit.slice(0, 7), links.commit(commit))})`
  })
  const more = changed.length - named.length
  const files = listWords(more > 0 ? [...named, t('{n} more', { n: more })] : named, 'and')
  return t('somebody has changed {files} since', { files })
}

/** Its branch may be deleted by now; pull request and records stay. */
function renderWhere({ from }: Earlier, links: Links): string {
  const { version, pull_request: pull, commit_sha: commit } = from
  const files = links.workflowFolder(artifactDir(from))
  return [
    linkTo(version === undefined ? t('its version') : t('version {n}', { n: version }), files),
    ...(pull === undefined ? [] : [linkTo(t('its pull request'), links.pull(pull))]),
    linkTo(commit.slice(0, 7), links.commit(commit)),
  ].join(t(', '))
}
