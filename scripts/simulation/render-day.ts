import { percentile } from '../../bench/stage/percentile.ts'
import type { Limit } from './installation.ts'
import type { SimulatedDay, SimulatedIssue } from './simulate-day.ts'

const hourSeconds = 3_600
const largeInstallations = 10

/** Markdown: what was waited for, by the hour in which an issue was labelled. */
export function renderHours(day: SimulatedDay): string {
  const rows = Array.from({ length: 24 }, (_, hour) => {
    const issues = day.issues.filter(({ labelledAt }) => Math.floor(labelledAt / hourSeconds) === hour)
    const others = issues.filter(({ installation }) => installation >= largeInstallations)
    return [
      `${String(hour).padStart(2, '0')}:00`,
      issues.length.toLocaleString('en'),
      waited(issues, 50),
      waited(issues, 99),
      waited(others, 99),
      renderSeconds(
        percentileOr0(
          issues.map(({ runSeconds }) => runSeconds),
          99,
        ),
      ),
      (day.mostRuns[hour] ?? 0).toLocaleString('en'),
      findBindingLimit(issues),
    ]
  })
  const head = [
    'hour',
    'issues',
    'p50',
    'p99',
    'p99 of the rest',
    'p99 for a run',
    'runs at once',
    'longest waited for',
  ]
  return renderMarkdown(head, rows)
}

/** One line of the table of scenarios. */
export function renderScenario(title: string, day: SimulatedDay): string[] {
  const late = day.issues.filter((issue) => findDelay(issue) > hourSeconds)
  const lateInstallations = new Set(late.map(({ installation }) => installation)).size
  const longest = day.issues.reduce((most, issue) => Math.max(most, findDelay(issue)), 0)
  return [
    title,
    day.largest.toLocaleString('en'),
    waited(day.issues, 50),
    waited(day.issues, 99),
    `${((late.length / day.issues.length) * 100).toFixed(1)} %`,
    String(lateInstallations),
    renderSeconds(longest),
    findBindingLimit(day.issues),
  ]
}

export const scenarioHead = [
  'scenario',
  'issues of the largest',
  'p50',
  'p99',
  'waited over an hour',
  'in installations',
  'longest delay',
  'longest waited for',
] as const

export function renderMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** Seconds that an issue was finished later than if nothing had made it wait. */
function findDelay({ finishedAt, couldFinishAt }: SimulatedIssue): number {
  return Math.max(0, finishedAt - couldFinishAt)
}

function waited(issues: readonly SimulatedIssue[], percent: number): string {
  return renderSeconds(percentileOr0(issues.map(findDelay), percent))
}

function percentileOr0(numbers: readonly number[], percent: number): number {
  return numbers.length === 0 ? 0 : percentile(numbers, percent)
}

function findBindingLimit(issues: readonly SimulatedIssue[]): string {
  const sums = new Map<Limit, number>()
  for (const { byLimit } of issues) {
    for (const [limit, seconds] of Object.entries(byLimit) as [Limit, number][]) {
      sums.set(limit, (sums.get(limit) ?? 0) + seconds)
    }
  }
  const sorted = [...sums].toSorted((a, b) => b[1] - a[1])
  return sorted[0]?.[0] ?? 'nothing'
}

export function renderSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / hourSeconds).toFixed(1)} h`
}
