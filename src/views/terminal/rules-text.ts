import type { RuleFinding } from '../../domain/rules/judge-rules.ts'
import { renderCount } from '../language/t.ts'
import { plain } from './parts/plain.ts'

const heads: Record<RuleFinding['kind'], string> = {
  blocks: 'In the way',
  missing: 'Missing',
  note: 'Good to know',
}
const marks: Record<RuleFinding['kind'], string> = { blocks: '✗', missing: '⚠', note: '·' }
const mostCharacters = 500

/** What `countersign doctor --rules` prints. */
export function renderRulesText(repository: string, findings: readonly RuleFinding[]): string {
  const open = findings.filter(({ kind }) => kind !== 'note').length
  const lead = open === 0 ? 'its rules fit' : renderCount(open, 'thing to change', 'things to change')
  const groups = (['blocks', 'missing', 'note'] as const).flatMap((kind) => {
    const own = findings.filter((one) => one.kind === kind)
    return own.length === 0 ? [] : [`${heads[kind]}\n${own.map(renderFinding).join('\n')}`]
  })
  return `${[`${plain(repository, 200)}: ${lead}`, ...groups].join('\n\n')}\n`
}

function renderFinding({ kind, what, next }: RuleFinding): string {
  const way = next === null ? '' : `\n    → ${plain(next, mostCharacters)}`
  return `  ${marks[kind]} ${plain(what, mostCharacters)}${way}`
}
