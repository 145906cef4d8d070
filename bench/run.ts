import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { renderError } from '../src/entrypoints/commands/read/render-error.ts'
import { type Size, sizes } from './bench.ts'
import { type Machine, updateDocument } from './document.ts'
import { renderList, renderTable } from './print.ts'
import { benches, pickBenches } from './registry.ts'
import { type EndedOutcome, runBenches } from './run-benches.ts'

interface Options {
  size: Size
  json?: boolean
  write?: boolean
  debug?: boolean
}

const documentFile = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

const program = new Command('npm run bench --')
  .description('Measures what docs/benchmarks.md shows.')
  .argument('[names...]', 'benches to run; all without any')
  .addOption(new Option('--size <size>', 'how much the longer ones do').choices(sizes).default('usual'))
  .option('--json', 'print one JSON array of figures')
  .option('--write', 'write what was run into its sections of docs/benchmarks.md, each when its bench has ended')
  .option('--debug', 'show the stack of errors')
  .addHelpText('after', renderList(benches))
  .parse()
const options = program.opts<Options>()

try {
  const said = (line: string) => void process.stderr.write(`${line}\n`)
  const keep = (outcome: EndedOutcome) => (options.write === true ? writeOutcome(outcome) : Promise.resolve())
  const { figures, failures } = await runBenches(pickBenches(program.args), options.size, said, keep)
  if (options.json === true) process.stdout.write(`${JSON.stringify(figures)}\n`)
  else if (figures.length > 0) process.stdout.write(renderTable(figures))
  for (const { bench, error } of failures) process.stderr.write(render(error, `bench ${bench}`))
  if (failures.length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(render(error, 'bench'))
  process.exitCode = 1
}

function render(error: unknown, program: string): string {
  return renderError(error, options.debug === true, program)
}

/** One at a time, so that a bench that fails later takes nothing with it. */
async function writeOutcome(ended: EndedOutcome): Promise<void> {
  const outcome = { ...ended, at: new Date().toISOString(), machine: describeMachine() }
  const names = benches.map((bench) => bench.name)
  await writeFile(documentFile, updateDocument(await readFile(documentFile, 'utf8'), outcome, names))
}

function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
  }
}
