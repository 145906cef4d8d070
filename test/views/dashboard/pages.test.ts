import { describe, expect, test } from 'vitest'
import { artifactDir } from '../../../src/domain/records/artifact.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { verdictPath } from '../../../src/domain/records/review.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildCriterion,
  buildExecution,
  buildPlan,
  buildReceipt,
  buildRecord,
  buildReview,
  buildTask,
  buildValidation,
} from '../../support/builders.ts'
import { branchTextsOf } from '../../support/dashboard/branch-texts-of.ts'
import { buildHostileWork } from '../../support/dashboard/hostile-work.ts'
import { makeAllPages, makeTestPage } from '../../support/dashboard/make-pages.ts'
import { quoteOutput } from '../../../src/domain/content/output-block.ts'
import { readElements, readText } from '../../support/dashboard/read-html.ts'
import { hostileTexts } from '../hostile-text.ts'

const printed = quoteOutput(['AssertionError: expected', '  at <b>check</b> (src/auth.ts:27)'])

/** T1 with a rejected version, and the one that was approved after it; T2 with a candidate. */
function reviewedWork(): { work: Work; files: Record<string, string> } {
  const task = buildTask({
    id: 'T1',
    deliverable_spec: { ...buildTask().deliverable_spec, format: 'ts', filename: 'auth.ts', output_dir: 'src/' },
    acceptance_criteria: [buildCriterion(), buildCriterion({ id: 'AC-2', statement: 'Expired tokens are refused' })],
  })
  const next = buildTask({ id: 'T2', depends_on: ['T1'] })
  const plan = buildPlan({ tasks: [task, next] })
  const file = (sha256: string) => buildArtifactFile({ path: 'src/auth.ts', sha256: sha256.repeat(64) })
  const first = buildArtifact(task, { files: [file('a')] })
  const second = buildArtifact(task, { version: 2, files: [file('b')] })
  const candidate = buildArtifact(next)
  const criteria = (result: 'pass' | 'fail') => [
    { id: 'AC-1', result: 'pass' as const, evidence: '1.9 kB' },
    { id: 'AC-2', result, evidence: 'npm test: 1 failed' },
  ]
  const rejected = buildReview(task, first, {
    verdict: 'REJECTED',
    score: 0.55,
    criteria: criteria('fail'),
    why: ['seconds are compared with milliseconds', `AC-2 does not hold: npm test: exit code 1\n${printed}`],
  })
  const approved = buildReview(task, second, { score: 0.96, criteria: criteria('pass') })
  const execution = buildExecution(
    plan,
    {
      T1: { state: 'DONE', active_artifact_id: second.artifact_id, approved_artifact_id: second.artifact_id },
      C1: { state: 'DONE' },
      T2: { state: 'READY_TO_CHECK', active_artifact_id: candidate.artifact_id },
    },
    {
      artifacts: [first, second, candidate],
      reviews: [rejected, approved],
      receipts: [buildReceipt(task, { executor: 'codex', duration_ms: 61_000 })],
    },
  )
  const files = {
    [`${artifactDir(first)}/src/auth.ts`]: 'const limit = exp\nexport {}\n',
    [`${artifactDir(second)}/src/auth.ts`]: 'const limit = exp * 1000\nexport {}\n',
    [verdictPath(rejected)]: '---\nverdict: REJECTED\n---\n\n**Why:** as it stands\n',
    [verdictPath(approved)]: '---\nverdict: APPROVED\n---\n',
  }
  return { work: { record: buildRecord({ loop_id: null, plan_hash: plan.hash }), plan, execution, loop: null }, files }
}

describe('the page of a node (spec 003 §6)', () => {
  const { work, files } = reviewedWork()
  const page = () => makeTestPage(branchTextsOf([work], files), 'ISS-007/T1.html')
  /** From one heading to the next. */
  const section = async (id: string) => {
    const [, text = ''] = (await page()).split(`<h2 id="${id}">`)
    return readText(text.split('<h2 id=')[0] ?? '')
  }

  test('1: format, file name, and whether it is a single file or a set', async () => {
    expect(await section('spec')).toMatch(/format ts file src\/auth\.ts, a single file/)
  })

  test('2: every criterion with its result and evidence', async () => {
    const text = await section('criteria')

    expect(text).toContain('as found of version 2')
    expect(text).toMatch(/AC-1 src\/auth\.ts exists .* holds 1\.9 kB/)
    expect(text).toMatch(/AC-2 Expired tokens are refused .* holds npm test: 1 failed/)
  })

  test('3: path, format, sha256 and time of the current version', async () => {
    const text = await section('current')

    expect(text).toMatch(/version 2 .*21 Nov 03:20 UTC/)
    expect(text).toMatch(/src\/auth\.ts .*ts .*b{16}/)
  })

  test('4: all versions, the rejected ones marked, with their ids and what changed between them', async () => {
    const text = await section('versions')

    expect(text).toMatch(
      /Version 2 the deliverable .*Changes since version 1 .*-const limit = exp \+const limit = exp \* 1000/,
    )
    expect(text).toMatch(/Version 1 rejected .*artifact_id .*review_id/)
  })

  test('what a program printed stands line by line, as it was printed', async () => {
    const blocks = readElements(await page()).filter(({ tagName }) => tagName === 'pre')
    const said = blocks.map(({ children: [text] }) => (text?.type === 'text' ? text.value : ''))

    expect(said).toContain('AssertionError: expected\n  at <b>check</b> (src/auth.ts:27)')
  })

  test('5: the file of the CHECK as it stands, with score and reasons', async () => {
    const text = await section('check')

    expect(text).toMatch(/REJECTED version 1, score 0\.55 .*seconds are compared with milliseconds/)
    expect(text).toContain('--- verdict: REJECTED --- **Why:** as it stands')
  })

  test('6: which version is the deliverable, and which only a candidate', async () => {
    const waiting = readText(await makeTestPage(branchTextsOf([work], files), 'ISS-007/T2.html'))

    expect(await section('standing')).toMatch(/The deliverable Version 2 approved with 0\.96 by automatic checks/)
    expect(waiting).toMatch(/No version is approved yet.*Only a candidate Version 1 waits for its review/)
  })

  test('6: a version whose own tests failed waits for no review', async () => {
    const { work: failing } = reviewedWork()
    const [version] = failing.execution?.artifacts.filter(({ task }) => task === 'T2') ?? []
    if (version === undefined) throw new Error('T2 has a version')
    const { artifact_id, commit_sha, tree_sha } = version
    const { hypotheses: _, models: __, ...validation } = buildValidation({ passed: false })
    const at = '2026-11-21T03:21:00Z'
    failing.execution?.validations.push({ ...validation, at, task: 'T2', artifact_id, commit_sha, tree_sha })

    const text = readText(await makeTestPage(branchTextsOf([failing], files), 'ISS-007/T2.html'))

    expect(text).toMatch(/Only a candidate Version 1 failed its own tests, so no review sees it/)
    expect(text).toMatch(/Version 1 failed its own tests/)
    expect(text).not.toContain('waits for its review')
  })

  test('says what its runs took', async () => {
    expect(await section('runs')).toMatch(/codex .*1 min 1 s/)
  })
})

describe('all pages', () => {
  test('point only at pages that are there', async () => {
    const { work, files } = reviewedWork()

    const pages = await makeAllPages(branchTextsOf([work], files))

    const broken = [...pages].flatMap(([path, html]) =>
      readElements(html)
        .filter(({ tagName }) => tagName === 'a')
        .map(({ properties }) => String(properties['href']))
        .filter((href) => !href.startsWith('#') && !href.startsWith('https://github.com/'))
        .map((href) => new URL(href, `https://here/${path}`).pathname.slice(1))
        .filter((target) => !pages.has(target)),
    )
    expect(broken).toEqual([])
  })

  test('show hostile text of every place as text', async () => {
    const { work, files } = buildHostileWork(hostileTexts.join('\n'))

    const pages = await makeAllPages(branchTextsOf([work], files))

    const elements = [...pages.values()].flatMap(readElements)
    expect(
      elements.filter(({ tagName }) => ['img', 'iframe', 'b', 'object', 'base', 'style'].includes(tagName)),
    ).toEqual([])
    const scripts = elements.filter(({ tagName }) => tagName === 'script')
    expect(new Set(scripts.map(({ properties }) => properties['src']))).toEqual(
      new Set(['_/dashboard.js', '../_/dashboard.js']),
    )
    expect(
      elements.flatMap(({ properties }) => Object.keys(properties)).filter((name) => /^on|^style$/i.test(name)),
    ).toEqual([])
    const addresses = elements.flatMap(({ properties }) => [
      properties['href'],
      properties['src'],
      properties['action'],
    ])
    expect(
      addresses.filter((one) => typeof one === 'string' && /^\s*(?:javascript|data|vbscript):/i.test(one)),
    ).toEqual([])
  })

  test('say what there is nothing of yet', async () => {
    const record = buildRecord({ phase: 'drafting', plan_id: null, plan_hash: null, approved: null, loop_id: null })

    const pages = await makeAllPages(branchTextsOf([{ record, plan: null, execution: null, loop: null }]))

    const text = (path: string) => readText(pages.get(path) ?? '')
    expect(text('ISS-007/index.html')).toContain('The plan is being made.')
    expect(text('ISS-007/loop.html')).toContain('No loop has begun')
    expect(text('ISS-007/bundle.html')).toContain('Nothing was exported yet')
    expect(text('ISS-007/costs.html')).toContain('nothing was spent')
    expect(text('sessions.html')).toContain('There is no session yet')
  })
})

describe('the list of issues', () => {
  const works = [7, 8].map((number): Work => {
    const { work } = reviewedWork()
    const frozen = { ...buildRecord().frozen, title: number === 7 ? 'Refuse expired tokens' : 'Say why' }
    const paused = number === 8 ? { by: 'ada', at: '2026-11-21T03:20:00Z', why: 'lunch' } : null
    const record = buildRecord({ number, loop_id: null, plan_id: null, plan_hash: null, frozen, paused })
    return number === 7
      ? { ...work, record: buildRecord({ loop_id: null, frozen }) }
      : { record, plan: null, execution: null, loop: null }
  })
  const shown = async (query: string) =>
    readElements(await makeTestPage(branchTextsOf(works), 'index.html', query)).flatMap(({ tagName, properties }) =>
      tagName === 'li' && typeof properties['dataWords'] === 'string' ? [properties['dataWords'].split(' ')[0]] : [],
    )

  test.each([
    ['', ['#8', '#7']],
    ['q=TOKENS', ['#7']],
    ['state=paused', ['#8']],
    ['state=paused&q=tokens', []],
    ['person=nobody', []],
  ])('narrowed by %j', async (query, expected) => {
    expect(await shown(query)).toEqual(expected)
  })

  test('leads whoever is signed in to what waits for them, and back', async () => {
    const { work } = reviewedWork()
    const asked = { kind: 'decision' as const, who: ['ada'], what: 'how it goes on' }
    const plan = work.plan ?? buildPlan()
    const execution = buildExecution(plan, { T2: { state: 'WAITING_EXTERNAL', waiting_for: asked } })
    const texts = branchTextsOf([{ ...work, execution }])

    const all = await makeTestPage(texts, 'index.html', '', 'ada')
    const mine = await makeTestPage(texts, 'index.html', 'person=ada', 'ada')
    const others = await makeTestPage(texts, 'index.html', '', 'grace')

    expect(all).toContain('href="index.html?person=ada"')
    expect(readText(all)).toContain('1 waits for you')
    expect(readText(mine)).toContain('All issues')
    expect(readText(others)).toContain('nothing waits for you')
    expect(readText(await makeTestPage(texts, 'index.html'))).not.toContain('for you')
  })
})
