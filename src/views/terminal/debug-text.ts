import pc from 'picocolors'
import type { IssueStatus } from '../../domain/records/status-report.ts'
import type { Terminal } from './plan-text.ts'
import { plain } from './parts/plain.ts'
import { wrapColumns } from './parts/wrap-columns.ts'

type Debug = NonNullable<IssueStatus['debug']>

const maxTests = 5

/** The newest debugging: what failed, what was suspected and what came of it, the rejected struck through. */
export function renderDebugText(debug: Debug, { colours, width }: Terminal): string {
  const { bold, red } = pc.createColors(colours)
  const found = debug.hypotheses.find(({ status }) => status === 'confirmed')
  const none = debug.flaky ? 'flaky, no change is to blame' : 'no cause confirmed'
  const lead = found === undefined ? none : `${plain(found.id, 20)} is the cause`
  const about = debug.task === null ? 'the plan' : plain(debug.task, 20)
  const failing = debug.failing_tests.slice(0, maxTests).map((name) => `  ${red('✗')} ${plain(name, 160)}`)
  const left = debug.failing_tests.length - failing.length
  const lines = [
    ...wrapColumns(`Debug of ${about}, iteration ${debug.iteration}: ${lead}`, Math.max(20, width)).map(bold),
    ...failing,
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...debug.hypotheses.flatMap((one) => renderHypothesisLines(one, colours, width)),
  ]
  return `${lines.join('\n')}\n`
}

function renderHypothesisLines(one: Debug['hypotheses'][number], isColoured: boolean, width: number): string[] {
  const { green, dim, strikethrough } = pc.createColors(isColoured)
  const said = `${plain(one.id, 20)} ${plain(one.description, 240)} (${plain(one.place, 120)})`
  const verdict =
    one.verdict_reason === null
      ? one.status === 'pending'
        ? 'not tried'
        : one.status
      : `${one.status}: ${plain(one.verdict_reason, 240)}`
  const isRejected = one.status === 'rejected'
  const colour = one.status === 'confirmed' ? green : dim
  const wrap = (text: string) => wrapColumns(text, Math.max(20, width - 5))
  return [
    ...wrap(said).map(
      (line, index) => `${index === 0 ? '  ' : '     '}${isRejected ? dim(strikethrough(line)) : line}`,
    ),
    ...wrap(verdict).map((line) => `     ${colour(line)}`),
  ]
}
