import type { Manifest } from '../../domain/bundle/manifest.ts'
import type { RootResult } from '../../domain/bundle/root-results.ts'
import { defaultTemplates, renderReleaseName } from '../../domain/configuration/release-template.ts'
import { renderScore } from '../text/amounts.ts'
import { renderCount } from '../language/t.ts'
import { block, type Block, fitBlocks, releaseLimit } from '../markdown/fit.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { nameIssue } from '../text/issue-name.ts'
import { codeFence, inlineCode, neutraliseInline, neutralisePlain } from '../markdown/neutralise.ts'
import { renderReviewer } from '../text/person.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderTable } from '../markdown/table.ts'
import { renderTitle } from '../task/task-words.ts'

const columns = [{ head: 'task' }, { head: 'files', align: 'right' as const }, { head: 'approved by' }]

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
    ...(missing.length > 0 ? [`without ${renderCount(missing.length, 'open task')}`] : []),
    ...(candidates.length > 0 ? [`${renderCount(candidates.length, 'version')} not approved beside them`] : []),
  ]
  const title = neutralisePlain(shorten(toOneLine(issueTitle), 120))
  const contents = [renderCount(files, 'approved file'), ...parts].join(', ')
  return shorten(renderReleaseName(template, manifest, { title, contents }), longestName)
}

/** Body of an export's release: what is in it, who approved it, how to prove it. */
export function renderReleaseNotes(manifest: Manifest, manifestSha256: string, origin: ReleaseOrigin): string {
  const files = manifest.items.reduce((count, item) => count + item.files.length, 0)
  const blocks = [
    block(
      `Approved versions for ${nameIssue(manifest.issue_id)} (plan \`${manifest.plan_hash.slice(0, 7)}\`): ${renderCount(files, 'file')}.`,
    ),
    ...inForms(
      manifest.items.length,
      (count) => `\n${renderTable(columns, manifest.items.slice(0, count).map(renderItem))}`,
    ),
    ...inForms(listShared(manifest).length, (count) => renderShared(manifest, count)),
    ...inForms(manifest.missing.length, (count) => renderMissing(manifest, count)),
    ...inForms(listLeftOut(manifest).length, (count) => renderLeftOut(manifest, count)),
    ...inForms(listUnheld(manifest).length, (count) => renderUnheld(manifest, count)),
    block(renderNewerVersions(manifest)),
    block(`\n**Proof.** sha256 of \`manifest.json\`:\n\n\`\`\`\n${manifestSha256}\n\`\`\``),
    block(renderCheck(origin)),
  ]
  return fitBlocks(blocks, releaseLimit, '\nShortened to what a release holds; everything is in `manifest.json`.')
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
    .map(({ statement, result }) => `- ${result}: ${neutraliseInline(shorten(statement, 200))}`)
  const more = unheld.length > count ? [`- … ${unheld.length - count} more in \`manifest.json\``] : []
  const held = asked.length - unheld.length
  return `\n**What the issue asked for: ${held} of ${asked.length} ${held === 1 ? 'holds' : 'hold'}.**\n\n${[...lines, ...more].join('\n')}`
}

/** Commands that can be copied as they stand. */
function renderCheck({ repository, publicKey, docs }: ReleaseOrigin): string {
  const key = publicKey === null ? '' : ` --public-key ${publicKey}`
  const about =
    publicKey === null
      ? '`--public-key` with the App’s key, which its operator gives you, shows who wrote the record.'
      : 'That key is the App’s, as far as this page says; whoever may write here could change it, so compare it once with what the App’s operator tells you.'
  const own = docs === null ? 'Countersign’s own command' : `[Countersign’s own command](${docs}/export.md#verifying)`
  return [
    '\n**Check it.** Download all assets into one folder, and there:',
    codeFence(`sh verify.sh ${repository}`, 'sh'),
    `This compares every file with what the repository records as approved, and needs git, tar, \`sha256sum\` and the plain tools of every Unix. ${own}, which \`npm ci && npm link\` in a checkout of it puts on your path, also shows whether the App wrote that record, and what was taken back since; \`countersign-verify.mjs\`, one file of its repository, is the same command without a checkout (take it from there, not from a release):`,
    codeFence(`countersign verify . --repo ${repository}${key}`, 'sh'),
    about,
  ].join('\n\n')
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
  const approved = `${renderReviewer(item.review.reviewer)}, score ${renderScore(item.review.score)}`
  return [
    // Below the title and not beside: a phone has room for three columns.
    `**${item.task}** ${renderTitle(item.task_title, 100)}<br><sub>version ${item.version}, ${item.role}</sub>`,
    String(item.files.length),
    approved,
  ]
}

/** Who finds a file in two folders knows whose bytes they are. */
function renderShared(manifest: Manifest, count: number): string {
  const shared = listShared(manifest)
  const more = shared.length > count ? [`${shared.length - count} more`] : []
  return `\n**Written by two tasks:** ${[...shared.slice(0, count), ...more].join('; ')}.`
}

/** Files whose bytes are those of another task's version, which was approved later. */
function listShared({ items }: Manifest): string[] {
  return items.flatMap(({ files }) =>
    files.flatMap(({ dest_path: path, approved_as: by }) =>
      by === undefined ? [] : [`${inlineCode(path)} is as ${by.task} left it (version ${by.version})`],
    ),
  )
}

function renderMissing({ missing }: Manifest, count: number): string {
  const lines = missing.slice(0, count).map((one) => `- ${one.task} ${neutraliseInline(one.task_title)}: ${one.why}`)
  return `\n**Partial.** Not in here:\n\n${lines.join('\n')}`
}

function renderLeftOut(manifest: Manifest, count: number): string {
  const lines = listLeftOut(manifest).slice(0, count)
  return `\n**Left out**, as it only supports the deliverable:\n\n${lines.join('\n')}`
}

/** Tasks, and of sets whose one file was wanted the others. */
function listLeftOut({ left_out: tasks = [], items }: Manifest): string[] {
  return [
    ...tasks.map((one) => `- ${one.task} ${neutraliseInline(one.task_title)}`),
    ...items.flatMap(({ task, left_out: paths = [] }) => paths.map((path) => `- ${inlineCode(path)} of ${task}`)),
  ]
}

function renderNewerVersions({ candidates }: Manifest): string {
  if (candidates.length === 0) return ''
  const count = renderCount(candidates.length, 'version')
  return `\n**Also ${count} besides the approved ones**, under \`bundle/_candidates/\`, for looking at only.`
}
