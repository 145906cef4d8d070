import { parseMarkdownBlocks } from '../../domain/text/parse-markdown.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { renderCount, t } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, type Block } from '../markdown/fit.ts'
import { codeFence } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

const mostBlocks = 10
const longest = 4_000
const longestTogether = 12_000

/** What an issue shows in a code block, and the line it begins on. */
interface CodeBlock {
  line: number
  info: string
  text: string
}

/**
 * The code, logs and traces that the issue shows, whole, for whoever works on it: a plan has its sentences only. What is
 * work of the plan stands with its task. Folded; fewer where there is no room.
 */
export function renderShownCode(body: string, plan: Plan): Block {
  const shown = findShown(body, plan)
  if (shown.length === 0) return block('')
  return block(
    () => fold(shown, takeWithin(shown, longestTogether)),
    () => fold(shown, takeWithin(shown, longest)),
    '',
  )
}

function findShown(body: string, { tasks }: Plan): CodeBlock[] {
  const work = new Set(
    tasks.flatMap((task) =>
      task.work.map((item) => {
        switch (item.kind) {
          case 'file':
            return item.content.trim()
          case 'diff':
            return item.diff.trim()
          case 'run':
            return item.command.trim()
        }
      }),
    ),
  )
  return parseMarkdownBlocks(body).flatMap(({ type, map, info, content }): CodeBlock[] => {
    if (type !== 'fence' && type !== 'code_block') return []
    const [language = '', ...more] = info.trim().split(/\s+/)
    const isPlan = more.some((word) => word.toLowerCase() === 'countersign')
    if (isPlan || content.trim() === '' || work.has(content.trim())) return []
    return [{ line: (map?.[0] ?? 0) + 1, info: /^[\w+#-]{1,20}$/.test(language) ? language : '', text: content }]
  })
}

function takeWithin(shown: readonly CodeBlock[], room: number): CodeBlock[] {
  let left = room
  return shown.slice(0, mostBlocks).filter(({ text }) => {
    left -= Math.min(text.length, longest)
    return left >= 0
  })
}

function fold(shown: readonly CodeBlock[], taken: readonly CodeBlock[]): string {
  const parts = taken.map(
    ({ line, info, text }) =>
      `${t('Line {line}', { line })}${t(':')}\n\n${breakClosing(codeFence(shorten(text.trimEnd(), longest), info))}`,
  )
  const left = shown.length - taken.length
  const more = left === 0 ? [] : [t('And {n} more in the issue.', { n: left })]
  return renderDetails(
    t('What the issue shows: {blocks}', { blocks: renderCount(shown.length, 'code block') }),
    [...parts, ...more].join('\n\n'),
  )
}

/** A squash takes a pull request's text for its message, where no fence keeps `fixes #12` from closing. */
function breakClosing(text: string): string {
  return text.replaceAll(/\b((?:clos|fix|resolv)(?:e[sd]?|es|ed)?:?\s+\S{0,100}?(?:#|gh-))(?=\d)/gi, '$1\u2060')
}
