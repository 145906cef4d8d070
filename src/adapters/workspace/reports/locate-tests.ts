import { lstat } from 'node:fs/promises'
import type { ToldPlace, ToldTest } from '../../../domain/loop/tests/test-collection.ts'
import { findMalformation } from '../../../domain/paths/path-policy.ts'
import type { TestCase } from '../../../domain/loop/tests/test-report.ts'
import { withoutDir } from './formats/without-dir.ts'
import { findPathInside } from '../change/path-inside.ts'

const maxLine = 10_000_000

/** Gives tests their places among the files of the work tree. A place that is no plain file there is left out. */
export async function locateTests(
  dir: string,
  told: readonly ToldTest[],
  redact: (text: string) => string,
): Promise<TestCase[]> {
  const known = new Map<string, string | null>()
  const findFile = async (file: string) => {
    const found = known.get(file) ?? (known.has(file) ? null : await findInside(dir, file))
    known.set(file, found)
    return found
  }
  const tests: TestCase[] = []
  for (const { own, ...test } of told) {
    const place = await findTestPlace(own, test.status === 'failed' ? test.stack : null, findFile)
    tests.push({
      ...test,
      suite: redact(test.suite),
      name: redact(test.name),
      message: test.message === null ? null : redact(withoutDir(test.message, dir)),
      stack: test.stack === null ? null : redact(withoutDir(test.stack, dir)),
      ...place,
    })
  }
  return tests
}

/** The line of the test's own file that is on the stack, else where the test begins, else what the stack names first. */
async function findTestPlace(
  own: ToldPlace | null,
  stack: string | null,
  findFile: (file: string) => Promise<string | null>,
): Promise<Pick<TestCase, 'file' | 'line'>> {
  const frames: { file: string; line: number }[] = []
  for (const frame of findStackPlaces(stack ?? '')) {
    const file = await findFile(frame.file)
    if (file !== null) frames.push({ file, line: frame.line })
  }
  const file = own === null ? null : await findFile(own.file)
  if (file === null) return frames[0] ?? { file: null, line: null }
  const line = frames.find((frame) => frame.file === file)?.line ?? own?.line ?? null
  return { file, line: line !== null && line > 0 && line <= maxLine ? line : null }
}

/** Places in a stack, `path:line`, outside of dependencies. */
function findStackPlaces(stack: string): { file: string; line: number }[] {
  const found = stack.matchAll(/(?<![\w@.-])((?:file:\/\/)?[\w@./+-]{1,300}\.[a-z]{1,5}):(\d{1,7})\b/g)
  return [...found]
    .map(([, file = '', line]) => ({ file: file.replace(/^file:\/\//, ''), line: Number(line) }))
    .filter(({ file, line }) => line > 0 && !file.includes('node_modules/'))
    .slice(0, 20)
}

/**
 * A plain file of the work tree that a runner means: it may know it by the path in its sandbox, or by a module's, so
 * leading folders are dropped until something is there.
 */
async function findInside(dir: string, file: string): Promise<string | null> {
  const segments = file.split('/').filter((part) => part !== '' && part !== '.')
  for (let from = Math.max(0, segments.length - 20); from < segments.length; from += 1) {
    const path = segments.slice(from).join('/')
    if (findMalformation(path) !== undefined) continue
    const target = await findPathInside(dir, path)
    const stats = target === undefined ? undefined : await lstat(target).catch(() => undefined)
    if (stats?.isFile() === true) return path
  }
  return null
}
