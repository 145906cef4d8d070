import type { SourceFile } from './analysis-request.ts'
import type { TestFailure } from './read-failures.ts'

/** Names and values that a failure speaks of, with a weight of 0 to 1. */
export interface FailureWords {
  names: Map<string, number>
  values: Set<string>
  /** What came and what should have come, where both are numbers. */
  pairs: { got: number; wanted: number }[]
}

const maxWords = 300
const number = '(-?\\d+(?:\\.\\d+)?)'
const unlike = [
  { pattern: new RegExp(`(?<![\\w.])${number} !==? ${number}(?![\\w.])`, 'g'), wantedFirst: false },
  { pattern: new RegExp(`expected:? ${number} to (?:be|equal|deeply equal)\\w* ${number}`, 'gi'), wantedFirst: false },
  { pattern: new RegExp(`got:? ${number},? (?:but )?want(?:ed)?:? ${number}`, 'gi'), wantedFirst: false },
  { pattern: new RegExp(`actual: ${number},\\s+expected: ${number}`, 'gi'), wantedFirst: false },
  {
    pattern: new RegExp(
      `(?:expected|wanted?):? ${number}[,;]?\\s+(?:but )?(?:got|was|received|actual):? ${number}`,
      'gi',
    ),
    wantedFirst: true,
  },
  { pattern: new RegExp(`assert ${number} == ${number}`, 'g'), wantedFirst: false },
]
const common = new Set(
  (
    'assert assertion assertionerror equal equals strictequal deepequal deepstrictequal expected actual operator test tests ' +
    'error typeerror referenceerror file line message values value should true false null undefined const let return ' +
    'import from export function async await class self this that with then the and not for def strictly loosely node ' +
    'testcontext run start process object array string number diff generatedmessage code err got want none ok fail failed ' +
    'failure traceback recent call last most work src lib module internal assertequal assertraises unittest describe'
  ).split(' '),
)

/** Words of a failure's message, of the assertion's own line and of the test's name. Values of one digit tell nothing. */
export function readWords(failure: TestFailure, sources: readonly SourceFile[]): FailureWords {
  const text = failure.text.slice(0, 8_000)
  const names = new Map<string, number>()
  const add = (source: string, weight: number) => {
    for (const name of findNames(source))
      if (names.size < maxWords) names.set(name, Math.max(weight, names.get(name) ?? 0))
  }
  const said = text.split('\n').filter((line) => !/^\s*(?:at\s|File ")/.test(line))
  add(said.join('\n'), 0.7)
  for (const [, quoted = ''] of text.matchAll(/['"`]([\w.$-]{2,80})['"`]/g)) add(quoted, 1)
  for (const line of said) if (/^\s*[+-] /.test(line)) add(line, 1)
  if (failure.place !== null) add(readLine(sources, failure.place), 0.8)
  for (const part of (failure.name ?? '').toLowerCase().split(/[^a-z0-9]+/))
    if (part.length > 3) names.set(part, names.get(part) ?? 0.4)
  const values = [...said.join('\n').matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])|'[^'\n]{1,60}'|"[^"\n]{1,60}"/g)]
  return {
    names,
    values: new Set(
      values
        .map(([value]) => value)
        .filter((value) => value.length > 1)
        .slice(0, 60),
    ),
    pairs: findPairs(said.join('\n')),
  }
}

function findPairs(text: string): FailureWords['pairs'] {
  const inDiff = [...text.matchAll(/^[ \t]*\+[^\n\d]{0,80}(\d+(?:\.\d+)?),?\n[ \t]*-[^\n\d]{0,80}(\d+(?:\.\d+)?),?$/gm)]
  const pairs = inDiff.map(([, got, wanted]) => ({ got: Number(got), wanted: Number(wanted) }))
  return unlike
    .flatMap(({ pattern, wantedFirst }) =>
      [...text.matchAll(pattern)].map(([, one, other]) => {
        const [got, wanted] = wantedFirst ? [other, one] : [one, other]
        return { got: Number(got), wanted: Number(wanted) }
      }),
    )
    .concat(pairs)
    .slice(0, 5)
}

function readLine(sources: readonly SourceFile[], place: { path: string; line: number }): string {
  const source = sources.find(({ path }) => path === place.path)
  return source?.text.split('\n')[place.line - 1]?.slice(0, 1_000) ?? ''
}

/** Identifiers of a text that tell something. */
export function findNames(text: string): string[] {
  return [...text.matchAll(/[A-Za-z_$][\w$]{2,}/g)]
    .map(([name]) => name)
    .filter((name) => !common.has(name.toLowerCase()))
}
