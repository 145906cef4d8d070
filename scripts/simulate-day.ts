import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultInputs, type Inputs } from './simulation/inputs.ts'
import { renderHours, renderMarkdown, renderScenario, scenarioHead } from './simulation/render-day.ts'
import { simulateDay } from './simulation/simulate-day.ts'

// Simulates a working day of 10,000 repositories and prints its tables; with --write they go into docs/scale.md.
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, write: { type: 'boolean', default: false } },
})
const seed = Number(values.seed)

const scenarios: readonly { title: string; changes: Partial<Inputs> }[] = [
  { title: 'as above', changes: {} },
  { title: 'less heavy a tail (exponent 0.7)', changes: { zipf: 0.7 } },
  { title: 'no tail: all installations alike', changes: { zipf: 0 } },
  { title: 'issues of one task', changes: { tasks: { mean: 1.000_001, most: 1 } } },
  { title: 'no review on the pull request, only its check', changes: { content: { issue: 3, task: 1 } } },
  { title: 'half as many runs at once', changes: { runsAtOnce: defaultInputs.runsAtOnce / 2 } },
  {
    title: 'no limit on content (GitHub Enterprise Server)',
    changes: { contentAnHour: 1_000_000, contentAMinute: 1_000_000 },
  },
]

const hours = renderHours(simulateDay(defaultInputs, seed))
const compared = renderMarkdown(
  scenarioHead,
  scenarios.map(({ title, changes }) => renderScenario(title, simulateDay({ ...defaultInputs, ...changes }, seed))),
)
const tables = { hours, scenarios: compared }

if (values.write) {
  const file = fileURLToPath(new URL('../docs/scale.md', import.meta.url))
  let text = await readFile(file, 'utf8')
  for (const [name, table] of Object.entries(tables)) text = replaceTable(text, name, table)
  await writeFile(file, text)
} else {
  process.stdout.write(`${hours}\n\n${compared}\n`)
}

function replaceTable(text: string, name: string, table: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`)
  if (!pattern.test(text)) throw new Error(`docs/scale.md has no place for the table "${name}"`)
  return text.replace(pattern, (_, start: string, end: string) => `${start}\n\n${table}\n\n${end}`)
}
