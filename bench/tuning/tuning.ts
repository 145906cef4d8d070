import { loadTokenCounter } from '../../src/adapters/agents/tuner/count-tokens.ts'
import { diagnoseSkill } from '../../src/domain/tuning/detect/diagnose.ts'
import { readSkill } from '../../src/domain/tuning/read/read-skill.ts'
import type { SkillSource } from '../../src/domain/tuning/read/skill.ts'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { type Confusion, measureCases, ratesOf } from './measure-cases.ts'
import { type CaseSet, readCases } from './read-cases.ts'

const name = 'tuning'
const leastPrecision = 0.9
const leastRecall = 0.8
const skillsOf: Record<Size, number> = { small: 10, usual: 100, full: 100 }
const mostMsForAll = 5_000
const mostMsForOne = 2_000

export const tuningBench: Bench = {
  name,
  title: 'skills: what the diagnosis finds, misses and makes up, and how long it takes',
  about: `Small skills that have a pattern or nearly have it. \`labelled\` is what detectors were written by. \`held-apart\` was written before them and is only ever measured; both were written by the same people, so that the figures say how well detectors do what they are meant to, not what they do to anybody's skills. Each pattern has a line for what was held apart, and for what was labelled where a case is told wrong: hits, misses, false alarms, rightly silent. Then 100 skills of usual size (five files, 20 kB) and one of 1 MB, with tokens counted.`,
  run: runTuning,
}

async function runTuning(tell: Tell, size: Size): Promise<Figure[]> {
  const countTokens = await loadTokenCounter()
  const figures: Figure[] = []
  for (const set of ['labelled', 'held-apart'] as const) {
    tell(set)
    const confusions = measureCases(await readCases(set), countTokens)
    figures.push(...showRates(set, confusions))
  }
  const usual = Array.from({ length: skillsOf[size] }, (_, at) => usualSkill(at))
  tell('usual size')
  const all = timeMs(() => usual.forEach((sources) => diagnose(sources, countTokens)))
  figures.push(
    measure({ bench: name, case: `${usual.length} skills`, figure: Math.round(all), unit: 'ms', target: mostMsForAll }),
  )
  tell('1 MB')
  const large = timeMs(() => diagnose(largeSkill(), countTokens))
  figures.push(
    measure({ bench: name, case: 'one skill of 1 MB', figure: Math.round(large), unit: 'ms', target: mostMsForOne }),
  )
  return figures
}

function showRates(set: CaseSet, confusions: readonly Confusion[]): Figure[] {
  const rates = ratesOf(confusions)
  const figure = (title: string, value: number, unit: string): Figure => ({
    bench: name,
    case: title,
    figure: value,
    unit,
  })
  const byPattern = confusions
    .filter(({ misses, falseAlarms }) => set === 'held-apart' || misses + falseAlarms > 0)
    .map(({ pattern, hits, misses, falseAlarms, silences }) =>
      figure(`${set}, ${pattern}`, hits, `hits, ${misses} missed, ${falseAlarms} made up, ${silences} rightly silent`),
    )
  const share = (value: number) => Math.round(value * 1_000) / 1_000
  return [
    figure(
      `${set}, cases`,
      confusions.reduce((sum, one) => sum + one.hits + one.misses + one.falseAlarms + one.silences, 0),
      'cases',
    ),
    {
      ...figure(`${set}, precision`, share(rates.precision), 'of what is told'),
      target: `≥ ${leastPrecision}`,
      met: rates.precision >= leastPrecision,
    },
    {
      ...figure(`${set}, recall`, share(rates.recall), 'of what is there'),
      target: `≥ ${leastRecall}`,
      met: rates.recall >= leastRecall,
    },
    ...byPattern,
  ]
}

function timeMs(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function diagnose(sources: readonly SkillSource[], countTokens: (text: string) => number): void {
  const read = readSkill('bench', sources)
  if (read.kind === 'faults') throw new Error(read.faults.join(' '))
  diagnoseSkill(read.skill, countTokens)
}

const front = '---\nname: bench\ndescription: A skill.\n---\n\n# Bench\n\n'

function usualSkill(seed: number): SkillSource[] {
  const section = (at: number) =>
    `## Step ${at}\n\nRead \`specs/rules.md\` and write page ${at + seed}.\n\n\`\`\`js\nconst page${at} = await Task({ prompt: \`Write page ${at}.\` })\nif (page${at}.done) state.pages = ${at}\n\`\`\`\n\n| key | value |\n|---|---|\n| a${at} | ${seed} |\n\n`
  const body = (count: number) => Array.from({ length: count }, (_, at) => section(at)).join('')
  return [
    { path: 'SKILL.md', text: front + body(20) },
    ...[1, 2, 3].map((at) => ({ path: `phases/0${at}-a.md`, text: `# Phase ${at}\n\n${body(20)}` })),
    { path: 'specs/rules.md', text: body(10) },
  ]
}

function largeSkill(): SkillSource[] {
  const [first, ...rest] = usualSkill(1)
  const text = rest.map((one) => one.text).join('')
  return first === undefined
    ? []
    : [first, { path: 'specs/large.md', text: text.repeat(Math.ceil(1_000_000 / text.length)) }]
}
