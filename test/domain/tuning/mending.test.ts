import { expect, test } from 'vitest'
import { readCases } from '../../../bench/tuning/read-cases.ts'
import { diagnoseSkill } from '../../../src/domain/tuning/detect/diagnose.ts'
import { tryMending, type TriedMending } from '../../../src/domain/tuning/mend/propose.ts'
import { tuningPatterns } from '../../../src/domain/tuning/patterns/catalogue.ts'
import type { SkillSource } from '../../../src/domain/tuning/read/skill.ts'
import { readSkill } from '../../../src/domain/tuning/read/read-skill.ts'

const countTokens = (text: string) => Math.ceil(text.length / 4)
const tried = (await readCases('labelled')).flatMap(({ pattern, isMet, files, place }) => {
  const read = readSkill('case', files)
  if (!isMet || read.kind === 'faults') return []
  const findings = diagnoseSkill(read.skill, countTokens)
  const finding = findings.find((one) => one.pattern === pattern)
  const outcome =
    finding === undefined
      ? undefined
      : tryMending('case', { skill: read.skill, sources: files, findings }, finding, countTokens)
  return [{ pattern, place, files, outcome }]
})

/** What takes judgement: which file holds the state, and which agents belong together. */
const judged = ['AGT-003', 'DF-001']

test('every pattern has a patch that holds in cases of it, but those that take judgement', () => {
  const shares = tuningPatterns.map(({ id }) => {
    const own = tried.filter(({ pattern }) => pattern === id)
    return { id, share: own.filter(({ outcome }) => outcome?.verdict === 'pass').length / own.length }
  })

  expect(
    shares
      .filter(({ share }) => share === 0)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(judged)
})

test('what a patch says of itself is so: the finding is gone, no other came, and only its own files differ', () => {
  const bad = tried.flatMap(({ place, files, outcome }) =>
    outcome?.verdict === 'pass' && !holds(files, outcome) ? [place] : [],
  )

  expect(bad).toEqual([])
})

function holds(files: readonly { path: string; text: string }[], { finding, mending, sources }: TriedMending): boolean {
  const before = new Set(namesIn(files))
  const after = namesIn(sources)
  const own = new Set(mending.edits.map(({ path }) => path))
  const others = sources.filter(
    ({ path, text }) => !own.has(path) && files.find((one) => one.path === path)?.text !== text,
  )
  const isGone = !after.includes(`${finding.pattern} ${finding.path} ${finding.subject}`)
  return isGone && after.every((one) => before.has(one)) && others.length === 0
}

function namesIn(sources: readonly SkillSource[]): string[] {
  const read = readSkill('case', sources)
  if (read.kind === 'faults') throw new Error(read.faults.join(' '))
  return diagnoseSkill(read.skill, countTokens).map(({ pattern, path, subject }) => `${pattern} ${path} ${subject}`)
}

test.each([
  [
    'a loop gets its bound on a line of its own',
    'while (go) {\n  history.push(await ask(history))\n}',
    '  if (history.length > 20) history.splice(0, history.length - 20)\n',
  ],
  [
    'a call gets its way out',
    "try { a() } finally { b() }\nconst r = await Task({ prompt: 'x' })",
    "Task({ prompt: 'x' }).catch((error) => ({ status: 'failed', error: String(error) }))",
  ],
])('%s', (_title, code, wanted) => {
  const files = [{ path: 'SKILL.md', text: `---\nname: a\n---\n\n\`\`\`js\n${code}\n\`\`\`\n` }]
  const read = readSkill('a', files)
  if (read.kind === 'faults') throw new Error(read.faults.join())
  const findings = diagnoseSkill(read.skill, countTokens)
  const [finding] = findings
  if (finding === undefined) throw new Error('nothing was found')

  const outcome = tryMending('a', { skill: read.skill, sources: files, findings }, finding, countTokens)

  expect(outcome?.sources[0]?.text).toContain(wanted)
})
