import type { Manifest } from '../../domain/bundle/manifest.ts'
import type { RootResult } from '../../domain/bundle/root-results.ts'
import { defaultTemplates, renderReleaseName } from '../../domain/configuration/release-template.ts'
import { renderScore } from '../text/amounts.ts'
import { renderCount, t } from '../language/t.ts'
import { block, type Block, fitBlocks, releaseLimit } from '../markdown/fit.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { nameIssue } from '../text/issue-name.ts'
import { codeFence, inlineCode, neutraliseInline, neutralisePlain } from '../markdown/neutralise.ts'
import { renderReviewer } from '../text/person.ts'
import { listFolders, renderFolders } from './release-folders.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'
import { renderTitle } from '../task/task-words.ts'
import { translate } from '../language/translate.ts'
import type { MessageKey } from '../../domain/language/message.ts'

const columns = () => [{ head: t('task') }, { head: t('files'), align: 'right' as const }, { head: t('approved by') }]

/** What the commands on a release name. */
export interface ReleaseOrigin {
  /** Web address of the repository, which git can clone too. */
  repository: string
  /** The key that the record is signed with; null for who doesn't sign it. */
  publicKey: string | null
  /** Where the documentation is, if anywhere. */
  docs: string | null
}

/** GitHub's limit of a release's name, with room. */
const longestName = 250

/** `Refuse expired tokens (#7): 3 approved files`, plain text: what is in a release, for who sees its title alone. */
export function renderReleaseTitle(manifest: Manifest, issueTitle: string, template = defaultTemplates.name): string {
  const { items, missing, candidates } = manifest
  const files = items.reduce((count, item) => count + item.files.length, 0)
  const parts = [
    ...(missing.length > 0 ? [t(', without {tasks}', { tasks: renderCount(missing.length, 'open task') })] : []),
    ...(candidates.length > 0
      ? [t(', {versions} not approved beside them', { versions: renderCount(candidates.length, 'version') })]
      : []),
  ]
  const title = neutralisePlain(shorten(toOneLine(issueTitle), 120))
  const contents = [renderCount(files, 'approved file'), ...parts].join('')
  return shorten(renderReleaseName(template, manifest, { title, contents }), longestName)
}

/** Body of an export's release: what is in it, who approved it, how to prove it. */
export function renderReleaseNotes(manifest: Manifest, manifestSha256: string, origin: ReleaseOrigin): string {
  const files = manifest.items.reduce((count, item) => count + item.files.length, 0)
  const blocks = [
    block(
      t('Approved versions for {issue} (plan {plan}): {files}.', {
        issue: nameIssue(manifest.issue_id),
        plan: `\`${manifest.plan_hash.slice(0, 7)}\``,
        files: renderCount(files, 'file'),
      }),
    ),
    ...inForms(
      manifest.items.length,
      (count) => `\n${renderTable(columns(), manifest.items.slice(0, count).map(renderItem))}`,
    ),
    ...inForms(listFolders(manifest).length, (count) => renderFolders(manifest, count)),
    ...inForms(listShared(manifest).length, (count) => renderShared(manifest, count)),
    ...inForms(manifest.missing.length, (count) => renderMissing(manifest, count)),
    ...inForms(listLeftOut(manifest).length, (count) => renderLeftOut(manifest, count)),
    ...inForms(listUnheld(manifest).length, (count) => renderUnheld(manifest, count)),
    block(renderNewerVersions(manifest)),
    block(`\n${t('**Proof.** sha256 of `manifest.json`:')}\n\n\`\`\`\n${manifestSha256}\n\`\`\``),
    block(renderCheck(origin)),
  ]
  return fitBlocks(
    blocks,
    releaseLimit,
    `\n${t('Shortened to what a release holds; everything is in `manifest.json`.')}`,
  )
}

function listUnheld({ root_criteria: asked = [] }: Manifest): RootResult[] {
  return asked.filter(({ result }) => result !== 'held')
}

/** What the issue asked for and nobody showed to hold: whoever takes the files should know. */
function renderUnheld(manifest: Manifest, count: number): string {
  const { root_criteria: asked = [] } = manifest
  const unheld = listUnheld(manifest)
  const lines = unheld
    .slice(0, count)
    .map(
      ({ statement, result }) =>
        `- ${t('{result}: {statement}', { result: t(resultWords[result]), statement: neutraliseInline(shorten(translate(statement), 200)) })}`,
    )
  const more = unheld.length > count ? [`- … ${t('{n} more in `manifest.json`', { n: unheld.length - count })}`] : []
  const held = asked.length - unheld.length
  const told = { held, asked: asked.length }
  const head =
    held === 1
      ? t('What the issue asked for: {held} of {asked} holds.', told)
      : t('What the issue asked for: {held} of {asked} hold.', told)
  return `\n**${head}**\n\n${[...lines, ...more].join('\n')}`
}

const resultWords = {
  held: 'held',
  waived: 'waived',
  failed: 'failed',
  open: 'open',
} as const satisfies Record<RootResult['result'], MessageKey>

/** Commands that can be copied as they stand. */
function renderCheck({ repository, publicKey, docs }: ReleaseOrigin): string {
  const key = publicKey === null ? '' : ` --public-key ${publicKey}`
  const about =
    publicKey === null
      ? t('`--public-key` with the App’s key, which its operator gives you, shows who wrote the record.')
      : t(
          'That key is the App’s, as far as this page says; whoever may write here could change it, so compare it once with what the App’s operator tells you.',
        )
  const verifier = docs === null ? null : findVerifier(docs)
  const own =
    docs === null ? `\`${verifierName}\`` : `[\`${verifierName}\`](${verifier?.page ?? `${docs}/export.md#verifying`})`
  return [
    `\n${t('**Check it.** Download all assets into one folder, and there:')}`,
    codeFence(`sh verify.sh ${repository}`, 'sh'),
    t(
      'This compares every file with what the repository records as approved, and needs git, tar, `sha256sum` and the plain tools of every Unix.',
    ),
    verifier === null
      ? t(
          'Whether the App wrote that record, and what was taken back since, {verifier} shows too: one file for Node 20 or newer. Countersign’s repository and its npm package `countersign` have it in `packages/countersign-verify/`, and so has whoever runs the App; never take it from a release like this one. With it in the same folder:',
          { verifier: own },
        )
      : t(
          'Whether the App wrote that record, and what was taken back since, {verifier} shows too: one file for Node 20 or newer, from Countersign’s repository:',
          { verifier: own },
        ),
    codeFence(
      [
        ...(verifier === null ? [] : [`curl -fsSLO ${verifier.file}`]),
        `node ${verifierName} . --repo ${repository}${key}`,
      ].join('\n'),
      'sh',
    ),
    about,
  ].join('\n\n')
}

const verifierName = 'countersign-verify.mjs'

/** Where Countersign’s repository has the verifier, if its documentation is read on GitHub: the page, and the file itself, which a shell is given. */
function findVerifier(docs: string): { page: string; file: string } | null {
  const [, repository, ref] =
    /^(https:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+)\/(?:blob|tree)\/([\w./-]+)\/docs$/.exec(docs) ?? []
  if (repository === undefined || ref === undefined) return null
  const place = `${ref}/packages/countersign-verify/${verifierName}`
  return { page: `${repository}/blob/${place}`, file: `${repository}/raw/${place}` }
}

/** A list whole, else its beginning, else nothing. */
function inForms(length: number, render: (count: number) => string): Block[] {
  return length === 0
    ? []
    : [
        block(
          () => render(length),
          () => render(100),
          () => render(20),
          '',
        ),
      ]
}

function renderItem(item: Manifest['items'][number]): string[] {
  const approved = t('{who}, score {score}', {
    who: renderReviewer(item.review.reviewer),
    score: renderScore(item.review.score),
  })
  return [
    // Below the title and not beside: a phone has room for three columns.
    `**${item.task}** ${renderTitle(item.task_title, 100)}<br><sub>${t('version {n}, {role}', { n: item.version, role: t(item.role) })}</sub>`,
    String(item.files.length),
    approved,
  ]
}

/** Who finds a file in two folders knows whose bytes they are. */
function renderShared(manifest: Manifest, count: number): string {
  const shared = listShared(manifest)
  const more = shared.length > count ? [t('{n} more', { n: shared.length - count })] : []
  return `\n${t('**Written by two tasks:** {files}.', { files: [...shared.slice(0, count), ...more].join(t('; ')) })}`
}

/** Files whose bytes are those of another task's version, which was approved later. */
function listShared({ items }: Manifest): string[] {
  return items.flatMap(({ files }) =>
    files.flatMap(({ dest_path: path, approved_as: by }) =>
      by === undefined
        ? []
        : [t('{path} is as {task} left it (version {n})', { path: inlineCode(path), task: by.task, n: by.version })],
    ),
  )
}

function renderMissing({ missing }: Manifest, count: number): string {
  const lines = missing
    .slice(0, count)
    .map(
      (one) =>
        `- ${t('{task} {title}: {why}', { task: one.task, title: neutraliseInline(one.task_title), why: translate(one.why) })}`,
    )
  return `\n${t('**Partial.** Not in here:')}\n\n${lines.join('\n')}`
}

function renderLeftOut(manifest: Manifest, count: number): string {
  const lines = listLeftOut(manifest).slice(0, count)
  return `\n${t('**Left out**, as it only supports the deliverable:')}\n\n${lines.join('\n')}`
}

/** Tasks, and of sets whose one file was wanted the others. */
function listLeftOut({ left_out: tasks = [], items }: Manifest): string[] {
  return [
    ...tasks.map((one) => `- ${one.task} ${neutraliseInline(one.task_title)}`),
    ...items.flatMap(({ task, left_out: paths = [] }) =>
      paths.map((path) => `- ${t('{path} of {task}', { path: inlineCode(path), task })}`),
    ),
  ]
}

function renderNewerVersions({ candidates }: Manifest): string {
  if (candidates.length === 0) return ''
  const count = renderCount(candidates.length, 'version')
  return `\n${t('**Also {versions} besides the approved ones**, under `bundle/_candidates/`, for looking at only.', { versions: count })}`
}
