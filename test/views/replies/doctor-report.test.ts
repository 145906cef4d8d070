import { describe, expect, test } from 'vitest'
import type { DoctorExamination, DoctorFinding } from '../../../src/domain/effects/doctor-finding.ts'
import { renderDoctorReport, renderDoctorText } from '../../../src/views/replies/doctor-report.ts'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { buildLinks } from '../../../src/views/markdown/links.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listElements, readText, renderToTree } from '../render-for-test.ts'

const links = buildLinks({
  web: 'https://github.com',
  repository: 'octo/widgets',
  issueNumber: 7,
  workflowBranch: 'countersign/workflow',
  docs: 'https://github.com/octo/countersign/blob/main/docs',
})

const lost: DoctorFinding = {
  code: 'branch_missing',
  severity: 'drift',
  nodes: ['T2'],
  what: 'countersign/ISS-007/1/T2 is not there; 1a2b3c4 was recorded on it',
  fix: { kind: 'restore_branch', branch: 'countersign/ISS-007/1/T2', sha: '1a2b3c4', seen: null },
  next: '`/doctor fix` sets it back, then `/resume`',
}
const torn: DoctorFinding = {
  code: 'file_missing',
  severity: 'broken',
  nodes: ['T1'],
  what: 'src/a.ts of version 1 of T1 is not at workspace/artifacts/x/y/src/a.ts',
  fix: null,
  next: 'look at the newest commits of `countersign/workflow`',
}

function found(...findings: DoctorFinding[]): DoctorExamination {
  return { findings, things: 214, tasks: 3, unseen: [], vouched: true }
}

describe('in the thread', () => {
  test('nothing wrong is one line, with how much was looked at', () => {
    expect(renderDoctorReport(found(), null, links)).toBe(
      '### Doctor: nothing is wrong\n\n214 things looked at in 3 tasks.',
    )
  })

  test('what is wrong comes first, and what the command would mend', () => {
    expect(renderDoctorReport(found(lost, torn), null, links)).toMatchInlineSnapshot(`
      "### Doctor: 2 things are wrong, \`/doctor fix\` mends 1

      - ⚠ \`countersign/ISS-007/1/T2\` is not there; 1a2b3c4 was recorded on it<br>→ \`/doctor fix\` sets it back, then \`/resume\`
      - ✗ src/a.ts of version 1 of T1 is not at workspace/artifacts/x/y/src/a.ts<br>→ look at the newest commits of \`countersign/workflow\`

      <sub>214 things looked at in 3 tasks. \`/doctor fix\` never removes anything. [What this means](https://github.com/octo/countersign/blob/main/docs/doctor.md)</sub>"
    `)
  })

  test('one thing is not called all, and branches and commits are written as people know them', () => {
    const mended = `countersign/ISS-007/1/T2 is at ${'1a2b3c4'.padEnd(40, '0')} again`

    expect(renderDoctorReport(found(lost), null, links)).toMatch(
      /^### Doctor: 1 thing is wrong, `\/doctor fix` mends it\n/,
    )
    expect(renderDoctorReport(found(lost), { mended: [mended], left: [] }, links)).toMatch(
      /^### Doctor: 1 thing was wrong and is mended\n\n\*\*Mended:\*\*\n\n- `countersign\/ISS-007\/1\/T2` is at 1a2b3c4 again\n/,
    )
  })

  test('what was mended comes before what is left', () => {
    const mending = { mended: ['countersign/ISS-007/1/T2 is at 1a2b3c4 again'], left: [torn.what] }

    expect(renderDoctorReport(found(lost, torn), mending, links)).toMatchInlineSnapshot(`
      "### Doctor: 2 things were wrong, 1 mended, 1 left to you

      **Mended:**

      - \`countersign/ISS-007/1/T2\` is at 1a2b3c4 again

      **Left to you:**

      - ✗ src/a.ts of version 1 of T1 is not at workspace/artifacts/x/y/src/a.ts<br>→ look at the newest commits of \`countersign/workflow\`

      <sub>214 things looked at in 3 tasks. [What this means](https://github.com/octo/countersign/blob/main/docs/doctor.md)</sub>"
    `)
  })

  test('work that is paused is not resumed by mending, which is said', () => {
    const mending = { mended: ['countersign/ISS-007/1/T2 is at 1a2b3c4 again'], left: [] }
    const resume = 'The work is still paused; `/resume` goes on with it.'

    expect(renderDoctorReport(found(lost), mending, links, true)).toContain(`again\n\n${resume}\n\n`)
    expect(renderDoctorReport(found(lost), mending, links, false)).not.toContain(resume)
    expect(renderDoctorReport(found(lost), null, links, true)).not.toContain(resume)
  })

  test('tasks that the words don’t name stand before them', () => {
    const finding = { ...torn, nodes: ['G0', 'T3'], what: 'A verdict was changed' }

    expect(renderDoctorReport(found(finding), null, links)).toContain('- ✗ **T3:** A verdict was changed<br>→ ')
  })

  test('a fix that failed says why', () => {
    const mending = { mended: [], left: ['Could not restore branch: GitHub is away'] }

    const text = renderDoctorReport(found(lost), mending, links)

    expect(text).toContain('1 thing was wrong, 0 mended, 1 left to you')
    expect(text).toContain('**Could not be mended:**\n\n- Could not restore branch: GitHub is away')
  })

  test.each(hostileTexts)('text of others does nothing: %j', (text) => {
    const finding = { ...lost, nodes: [text], what: text, next: text, fix: null }
    const examination = { ...found(finding), unseen: [text] }

    const tree = renderToTree(renderDoctorReport(examination, { mended: [text], left: [`not ${text}`] }, links))

    const tags = new Set(listElements(tree).map((element) => element.tagName))
    for (const tag of ['img', 'script', 'details', 'input']) expect(tags).not.toContain(tag)
    expect(findLiveText(readText(tree, true))).toEqual([])
  })

  test('a thousand findings fit a comment, and the rest is counted', () => {
    const many = Array.from({ length: 1000 }, () => ({ ...torn, what: 'x'.repeat(5000) }))

    const text = renderDoctorReport(found(...many), null, links)

    expect(text.length).toBeLessThan(commentLimit)
    expect(text).toContain('… and 960 more')
  })
})

describe('in the terminal', () => {
  const lookOf = (examination: DoctorExamination, name = 'ISS-007') => ({ name, examination, mending: null })

  test('each finding has its code and what to do', () => {
    expect(renderDoctorText([lookOf(found(lost, torn))])).toMatchInlineSnapshot(`
      "ISS-007: 2 things are wrong, --fix mends 1.

        ⚠ countersign/ISS-007/1/T2 is not there; 1a2b3c4 was recorded on it [branch_missing]
          → --fix sets it back, then /resume
        ✗ src/a.ts of version 1 of T1 is not at workspace/artifacts/x/y/src/a.ts [file_missing]
          → look at the newest commits of countersign/workflow

      214 things looked at in 3 tasks.
      "
    `)
  })

  test('nothing wrong is one line', () => {
    expect(renderDoctorText([lookOf(found())])).toBe('ISS-007: Nothing is wrong: 214 things looked at in 3 tasks.\n')
    expect(renderDoctorText([lookOf({ ...found(), tasks: 0 })])).toBe(
      'ISS-007: Nothing is wrong: 214 things looked at.\n',
    )
  })

  test('what holds for all that was looked at is said once', () => {
    const examination = { ...found(), vouched: false, unseen: ['whether the App wrote this', 'comments'] }
    const looks = [
      lookOf(examination),
      lookOf(examination, 'ISS-008'),
      lookOf({ ...examination, unseen: [] }, 'repository'),
    ]

    expect(renderDoctorText(looks)).toMatchInlineSnapshot(`
      "ISS-007: Nothing contradicts itself: 214 things looked at in 3 tasks.
      ISS-008: Nothing contradicts itself: 214 things looked at in 3 tasks.
      repository: Nothing contradicts itself: 214 things looked at in 3 tasks.

      Not looked at: whether the App wrote this, comments.
      "
    `)
  })

  test('names out of a repository can’t steer the terminal', () => {
    const text = renderDoctorText([lookOf(found({ ...lost, what: 'a\u001b[2J\nISS-008: Nothing is wrong' }))])

    expect(text).not.toContain('\u001b')
    expect(text).not.toMatch(/^ISS-008/m)
  })
})
