import type { Receipt } from '../../domain/records/execution-record.ts'
import type { WaitingFor } from '../../domain/records/node-state.ts'
import { t } from '../language/t.ts'
import { neutraliseBlock } from '../markdown/neutralise.ts'
import { renderName } from '../text/person.ts'
import type { Standing } from '../task/task-standing.ts'

const mostLetters = 500

/** What an agent said before its run came to no version, as a quotation; empty where it said nothing, or nobody decides about it. */
export function renderLastWords({ task }: Standing, { kind }: WaitingFor, receipts: readonly Receipt[]): string {
  const last = receipts.findLast((one) => one.task === task.id && one.outcome !== 'reviewed')
  const words = last === undefined ? '' : findLastWords(last)
  if (last === undefined || words === '' || (kind !== 'decision' && kind !== 'push')) return ''
  const quoted = neutraliseBlock(words).replace(/^/gm, '> ')
  return `\n\n${t('{who} said last:', { who: renderName(last.executor) })}\n\n${quoted}`
}

/** The end of what an agent said whose run came to nothing; empty for all others. */
export function findLastWords({ outcome, agent }: Receipt): string {
  if (outcome !== 'nothing' && outcome !== 'failed' && outcome !== 'stuck') return ''
  const said = agent?.said.trim() ?? ''
  return said.length <= mostLetters
    ? said
    : `… ${said.slice(-mostLetters).replace(/^(?:\S{0,80}\s+|[\uDC00-\uDFFF])/, '')}`
}
