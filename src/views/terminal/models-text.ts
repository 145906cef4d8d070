import pc from 'picocolors'
import type { LimitReport, ModelReport, ModelsReport } from '../../domain/models/models-report.ts'
import type { Amount, SpendScope } from '../../domain/models/spend-limits.ts'
import type { Terminal } from './plan-text.ts'
import { renderDollars, renderTokens } from '../text/amounts.ts'
import { plain } from './parts/plain.ts'
import { renderTextTable, type TextCell } from './parts/text-table.ts'
import { wrapColumns } from './parts/wrap-columns.ts'

const scopeWords: Readonly<Record<SpendScope, string>> = {
  run: 'a run',
  task: 'a task',
  issue: 'an issue',
  repository: 'a repository a day',
  day: 'the server a day',
}

/** `countersign models`: who may be asked, whether they answer, at what price, and what is spent of the limits. */
export function renderModelsText(report: ModelsReport, { colours: isColoured, width }: Terminal): string {
  const columns = Math.max(20, width)
  const wrap = (text: string) => `${wrapColumns(text, columns).join('\n')}\n`
  if (report.models.length === 0)
    return wrap(
      'No model is set up: set MODELS, and a key or an address of a provider (docs/agents.md). Without one, people, patches and commands do all work.',
    )
  const colours = pc.createColors(isColoured)
  const models = report.models.map((model) => describeModel(model, report, colours))
  const table = (heads: string[], rows: TextCell[][]) =>
    renderTextTable(heads, rows, width) ??
    rows
      .map((row) =>
        wrap(
          row
            .map(({ text }) => text)
            .filter((text) => text !== '')
            .join(', '),
        ),
      )
      .join('')
  const limits = report.limits.map(describeLimit)
  return [
    table(['model', 'provider', 'address', 'provider now', '$ per million tokens, in / out'], models),
    limits.length === 0
      ? wrap('No limits are set (MODELS_FILE, limits).')
      : table(['limit for', 'at most', 'most spent', 'by'], limits),
    wrap(describeOthers(report)),
  ].join('\n')
}

function describeModel(
  model: ModelReport,
  { providers }: ModelsReport,
  colours: ReturnType<typeof pc.createColors>,
): TextCell[] {
  const provider = providers.find(({ name }) => name === model.provider)
  const answers = provider?.state === 'answers'
  const named = model.upstream === model.name ? '' : ` (there ${model.upstream})`
  return [
    { text: plain(`${model.name}${named}`, 400), colour: colours.bold },
    { text: plain(model.provider, 60) },
    { text: plain(provider?.address ?? '', 300) },
    {
      text: `${answers ? '✓' : '✗'} ${plain(provider?.what ?? 'unknown', 200)}`,
      colour: answers ? colours.green : colours.red,
    },
    { text: model.price === null ? 'not priced' : `$${model.price.input} / $${model.price.output}` },
  ]
}

function describeLimit({ scope, amount, limit, most }: LimitReport): TextCell[] {
  return [
    { text: scopeWords[scope] },
    { text: renderAmount(limit, amount) },
    { text: most === null ? 'nothing' : renderAmount(most.spent, amount) },
    { text: most === null || scope === 'day' ? '' : plain(most.of, 200) },
  ]
}

function renderAmount(number: number, amount: Amount): string {
  switch (amount) {
    case 'usd':
      return renderDollars(number)
    case 'tokens':
      return `${renderTokens(number)} tokens`
    case 'requests':
      return `${number} requests`
    case 'minutes':
      return `${Math.round(number * 10) / 10} minutes`
  }
}

function describeOthers({ other_models: other }: ModelsReport): string {
  const told = other === null ? 'is refused' : `is answered by ${plain(other, 200)}`
  return `A call for any other model ${told}. "countersign costs" tells what was spent, by day, issue, task or model.`
}
