import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { renderError } from '../src/entrypoints/commands/read/render-error.ts'
import { type Bench, type Figure, type Size, sizes } from './bench.ts'
import { type Machine, type Outcome, updateDocument } from './document.ts'
import { renderTable } from './print.ts'
import { benches, pickBenches } from './registry.ts'

interface Options {
  size: Size
  json?: boolean
  write?: boolean
  debug?: boolean
}

const documentFile = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
/** Anything longer says what it is at. */
const quietMs = 1_000

const program = new Command('npm run bench --')
  .description(`Measures. Benches: ${benches.map((bench) => bench.name).join(', ')}.`)
  .argument('[names...]', 'benches to run; all without any')
  .addOption(new Option('--size <size>', 'how much the longer ones do').choices(sizes).default('usual'))
  .option('--json', 'print one JSON array of figures')
  .option('--write', 'write what was run into its sections of docs/benchmarks.md, each when its bench has ended')
  .option('--debug', 'show the stack of errors')
  .parse()
const options = program.opts<Options>()

try {
  const figures: Figure[] = []
  for (const bench of pickBenches(program.args)) {
    const outcome = await runBench(bench)
    figures.push(...outcome.figures)
    if (options.write === true) await writeOutcome(outcome)
  }
  process.stdout.write(options.json === true ? `${JSON.stringify(figures)}\n` : renderTable(figures))
} catch (error) {
  process.stderr.write(renderError(error, options.debug === true))
  process.exitCode = 1
}

/** One at a time, so that a bench that fails later takes nothing with it. */
async function writeOutcome(outcome: Outcome): Promise<void> {
  const names = benches.map((bench) => bench.name)
  await writeFile(documentFile, updateDocument(await readFile(documentFile, 'utf8'), outcome, names))
}

async function runBench(bench: Bench): Promise<Outcome> {
  let doing = ''
  const tell = () => process.stderr.write(`${bench.name}: ${doing} …\n`)
  let timer: NodeJS.Timeout | undefined
  try {
    const figures = await bench.run((progress) => {
      doing = progress
      clearTimeout(timer)
      timer = setTimeout(tell, quietMs)
    }, options.size)
    return { bench, figures, size: options.size, at: new Date().toISOString(), machine: describeMachine() }
  } finally {
    clearTimeout(timer)
  }
}

function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
  }
}
