import { cleanText } from '../../text/clean-text.ts'
import type { AnalysisRequest, SourceFile } from './analysis-request.ts'
import { type Frame, findFrames, findPath } from './find-frames.ts'
import { type SourceBlock, outlineSource } from './outline-source.ts'

const maxFailures = 20

/** One failed test, or the command as a whole where no test is named. */
export interface TestFailure {
  /** As people know it; null for the command as a whole. */
  name: string | null
  place: { path: string; line: number } | null
  /** Message, stack and, for the command as a whole, the end of its output. */
  text: string
  /** Among the known files, nearest to the fault first. */
  frames: Frame[]
  /** The test's own lines in its source. */
  body: Pick<SourceBlock, 'path' | 'from' | 'to'> | null
}

/** The failed tests of a run, each with its stack and its own source. */
export function readFailures({ run, change, inputs, commits, sources }: AnalysisRequest): TestFailure[] {
  const paths = new Set([
    ...sources.map(({ path }) => path),
    ...[change, ...inputs.map(({ files }) => files), ...commits.map(({ files }) => files)]
      .flat()
      .map(({ path }) => path),
  ])
  const tests = sources.flatMap(outlineSource).filter(({ kind }) => kind === 'test')
  const spoken = sources.filter(({ path }) => run.command.includes(path) || looksLikeTest(path))
  const frame = (text: string) =>
    findFrames(text).flatMap(({ path, line }) => {
      const known = findPath(path, paths)
      return known === undefined ? [] : [{ path: known, line }]
    })
  const failed = run.report?.tests.filter(({ status }) => status === 'failed').slice(0, maxFailures) ?? []
  const output = cleanText(run.output.slice(-20_000))
  if (failed.length === 0) return readOutput(output, frame(output), tests, findNamedFile(run.command, sources))
  return failed.map((test) => {
    const text = [test.message, test.stack].filter((part) => part !== null).join('\n')
    const place = test.file === null || test.line === null ? null : { path: test.file, line: test.line }
    const told = frame(text)
    const frames = told.length > 0 || place === null ? told : [place]
    return {
      name: test.name,
      place,
      text,
      frames,
      body: findBody(test.name, place, frames, tests) ?? findMention(test.name, spoken),
    }
  })
}

/** A failure for each test whose source is on a stack in the output. */
function readOutput(
  output: string,
  frames: readonly Frame[],
  tests: readonly SourceBlock[],
  named: TestFailure['body'],
): TestFailure[] {
  const onStack = new Map<SourceBlock, Frame>()
  for (const frame of frames) {
    const test = tests.findLast((block) => contains(block, frame))
    if (test !== undefined && !onStack.has(test)) onStack.set(test, frame)
  }
  const text = output.slice(-8_000)
  if (onStack.size === 0) return [{ name: null, place: frames[0] ?? null, text, frames: [...frames], body: named }]
  return [...onStack].slice(0, maxFailures).map(([test, place]) => {
    return {
      name: test.name,
      place,
      text: textOfBlock(output, test),
      frames: framesOf(frames, test, tests),
      body: test,
    }
  })
}

/** What was printed from the test's name on; all of it where its name is nowhere. */
function textOfBlock(output: string, { name }: SourceBlock): string {
  const at = output.indexOf(name)
  return at < 0 ? output.slice(-8_000) : output.slice(at, at + 4_000)
}

/** Without those in other tests. */
function framesOf(frames: readonly Frame[], test: SourceBlock, tests: readonly SourceBlock[]): Frame[] {
  return frames.filter((frame) => !tests.some((other) => other !== test && contains(other, frame)))
}

function findBody(name: string, place: TestFailure['place'], frames: readonly Frame[], tests: readonly SourceBlock[]) {
  const at = [place, ...frames].flatMap((one) => (one === null ? [] : [one]))
  for (const one of at) {
    const test = tests.findLast((block) => contains(block, one))
    if (test !== undefined) return test
  }
  const last = name.split(' › ').at(-1) ?? name
  return tests.find((block) => block.name === last || name.endsWith(block.name)) ?? null
}

/** The lines around a test's name, in files of tests that declare them in a way of their own. */
function findMention(name: string, sources: readonly SourceFile[]): TestFailure['body'] {
  if (name.length < 3) return null
  for (const { path, text } of sources) {
    const line = text.split('\n').findIndex((one) => one.includes(name)) + 1
    if (line > 0) return { path, from: Math.max(1, line - 5), to: line + 8 }
  }
  return null
}

/** The whole file that the command names, where the failure names no test. */
function findNamedFile(command: string, sources: readonly SourceFile[]): TestFailure['body'] {
  const source = sources.find(({ path }) =>
    command.split(/[\s'"=]+/).some((word) => word === path || word === `./${path}`),
  )
  return source === undefined ? null : { path: source.path, from: 1, to: source.text.split('\n').length }
}

function looksLikeTest(path: string): boolean {
  return /(?:^|[/_.-])(?:tests?|spec|check)(?:[/_.-]|$)/i.test(path)
}

function contains(block: Pick<SourceBlock, 'path' | 'from' | 'to'>, { path, line }: Frame): boolean {
  return block.path === path && block.from <= line && line <= block.to
}
