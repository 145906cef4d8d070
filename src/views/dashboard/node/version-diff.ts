import { structuredPatch } from 'diff'
import { html } from 'hono/html'
import { type Artifact, artifactDir } from '../../../domain/records/artifact.ts'
import { removeHidden } from '../../markdown/hidden-characters.ts'
import type { ShownFiles } from '../dossier.ts'
import type { Markup } from '../parts/markup.ts'
import { t } from '../../language/t.ts'

const mostFiles = 20
const mostLines = 400
/** Two texts that have nothing in common would be compared for long. */
const mostEdits = 400

/** What changed from one version to the next, file by file; the first version's files stand whole. */
export function renderVersionDiff(files: ShownFiles, version: Artifact, before: Artifact | undefined): Markup {
  const paths = [...new Set([...version.files, ...(before?.files ?? [])].map(({ path }) => path))]
  const changed = paths.filter(
    (path) => hashOf(version, path) !== (before === undefined ? undefined : hashOf(before, path)),
  )
  return html`<h3>${before === undefined ? t('Its files') : t('Changes since version {n}', { n: before.version })}</h3>
    ${changed.length === 0 ? html`<p class="empty">${t('The same bytes.')}</p>` : ''}
    ${changed.slice(0, mostFiles).map((path) => renderFileDiff(path, read(files, before, path), read(files, version, path)))}
    ${changed.length > mostFiles ? html`<p class="muted">${t('and {n} more files', { n: changed.length - mostFiles })}</p>` : ''}`
}

function hashOf(version: Artifact, path: string): string | null | undefined {
  return version.files.find((file) => file.path === path)?.sha256
}

/** '' where the version has no such file; null where it can't be shown. */
function read(files: ShownFiles, version: Artifact | undefined, path: string): string | null {
  if (version === undefined || typeof hashOf(version, path) !== 'string') return ''
  return files.get(`${artifactDir(version)}/${path}`) ?? null
}

function renderFileDiff(path: string, before: string | null, after: string | null): Markup {
  const lines = before === null || after === null ? undefined : compareLines(before, after)
  return html`<figure class="diff">
    <figcaption><code>${path}</code></figcaption>
    ${
      lines === undefined
        ? html`<p class="empty">${t('It is no text, or too large to be compared here.')}</p>`
        : html`<pre tabindex="0" role="region" aria-label="${t('Changes of {path}', { path })}">
${lines.slice(0, mostLines).map(renderLine)}${lines.length > mostLines ? t('… {n} more lines', { n: lines.length - mostLines }) : ''}</pre>`
    }
  </figure>`
}

/** Lines with the letter that `diff -u` gives them; undefined where it would take too long. */
function compareLines(before: string, after: string): string[] | undefined {
  if (before === '')
    return removeHidden(after)
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `+${line}`)
  const options = { context: 3, maxEditLength: mostEdits }
  const patch = structuredPatch('', '', removeHidden(before), removeHidden(after), '', '', options)
  return patch?.hunks.flatMap(({ oldStart, newStart, lines }) => [`@@ ${oldStart} → ${newStart}`, ...lines])
}

function renderLine(line: string): Markup {
  const kind = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : line.startsWith('@') ? 'at' : 'same'
  return html`<span class="${kind}">${line} </span>`
}
