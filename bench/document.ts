import type { Bench, Figure, Size } from './bench.ts'
import { renderMarkdown } from './print.ts'

/** What a bench came to, and where and when. */
export interface Outcome {
  bench: Pick<Bench, 'name' | 'about'>
  figures: readonly Figure[]
  size: Size
  /** ISO time of its end. */
  at: string
  machine: Machine
}

/** The machine that figures are from. */
export interface Machine {
  cores: number
  model: string
  node: string
  platform: string
}

const head = [
  '# Benchmarks',
  'Newest figures of `npm run bench`. A bench is no test: nothing fails on a figure. That each still comes to its figures is tested, in its smallest size: the shorter ones by `npm test`, all by `npm run test:long`. One that fails is named with its reason and takes nothing with it: what the others came to is printed, and the exit code is 1.',
  '```sh\nnpm run bench                           # all, as a table\nnpm run bench -- calls publish          # some\nnpm run bench -- --help                 # what there is\nnpm run bench -- --size small           # only to see that they work\nnpm run bench -- --json                 # one JSON array\nnpm run bench -- --write                # all, into this file\nnpm run bench -- --write calls publish  # only their sections of it\n```',
  'Each section says when and where it was measured, against the sandbox GitHub on the same machine where GitHub is involved. Calls don’t depend on the machine; times do.',
].join('\n\n')

/**
 * docs/benchmarks.md with the section of this outcome written anew and all others as they stand in `old`, in the order
 * of `names`. A section of a bench that isn't among them goes.
 */
export function updateDocument(old: string, outcome: Outcome, names: readonly string[]): string {
  const sections = parseSections(old).set(outcome.bench.name, renderSection(outcome))
  const kept = names.flatMap((name) => sections.get(name) ?? [])
  return `${[head, ...kept].join('\n\n')}\n`
}

/** Each section as it stands, by the name of its bench. */
function parseSections(text: string): Map<string, string> {
  const [, ...sections] = text.split(/^(?=## )/m)
  return new Map(sections.map((section) => [/^## (.*)/.exec(section)?.[1]?.trim() ?? '', section.trim()]))
}

function renderSection({ bench, figures, size, at, machine }: Outcome): string {
  const { platform, cores, model, node } = machine
  const where = `${platform} with ${cores} cores (${model}) and Node ${node}`
  const measured = `Measured on ${at.slice(0, 10)} with \`--size ${size}\`, on ${where}.`
  return [`## ${bench.name}`, bench.about, measured, renderMarkdown(figures)].join('\n\n')
}
