import type { Plan } from '../../domain/plan/plan.ts'
import { t } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { inlineCode, neutraliseBlock } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

const filesShown = 20

/** What was found out about the code, folded; files that tasks name as places to change don't make it worth a fold. */
export function renderExploration({ exploration_context: found, tasks }: Plan): string {
  const { relevant_files: files, patterns, integration_points: points } = found
  const places = new Set(tasks.flatMap((task) => task.modification_points.map(({ file }) => file)))
  const isNews = patterns.trim() !== '' || points.trim() !== '' || files.some((file) => !places.has(file))
  if (!isNews) return ''
  const more = files.length > filesShown ? t(' and {n} more', { n: files.length - filesShown }) : ''
  const shown = files.slice(0, filesShown).map((file) => inlineCode(shorten(file, 120)))
  return renderDetails(
    t('What was found out about the code'),
    [
      ...(files.length === 0 ? [] : [t('**Relevant files:** {files}', { files: `${shown.join(t(', '))}${more}` })]),
      ...renderPart(t('Conventions to follow'), patterns),
      ...renderPart(t('What uses it'), points),
    ].join('\n\n'),
  )
}

function renderPart(head: string, text: string): string[] {
  return text.trim() === '' ? [] : [`**${head}**\n\n${neutraliseBlock(shorten(text, 1_000))}`]
}
