import { expect, test } from 'vitest'
import { assembleBundle } from '../../../src/domain/bundle/assemble-bundle.ts'
import { type ReleaseOrigin, renderReleaseNotes, renderReleaseTitle } from '../../../src/views/bundle/release-notes.ts'
import { buildOrigin, buildTask } from '../../support/builders.ts'
import { buildApprovedPlan } from '../../support/repository/fake-repository.ts'

function notesOf(
  change: (approved: ReturnType<typeof buildApprovedPlan>) => void = () => {},
  origin: ReleaseOrigin = buildOrigin(),
): string {
  const approved = buildApprovedPlan()
  change(approved)
  const decision = assembleBundle({ ...approved, includeCandidates: true, partial: true })
  if (decision.kind === 'refused') throw new Error(decision.why)
  return renderReleaseNotes(decision.manifest, 'f'.repeat(64), origin)
}

test('the title says of which issue, how much, and what is not approved', () => {
  const approved = buildApprovedPlan()
  const decision = assembleBundle({ ...approved, includeCandidates: true, partial: true })
  if (decision.kind === 'refused') throw new Error(decision.why)

  expect(renderReleaseTitle(decision.manifest, 'Refuse expired\ntokens')).toBe(
    'Refuse expired tokens (#7): 4 approved files, 1 version not approved beside them',
  )
})

test('the notes list what is in the release, who approved it and how to prove it', () => {
  expect(notesOf()).toMatchInlineSnapshot(`
    "Approved versions for #7 (plan \`0b5bf08\`): 4 files.

    | task | files | approved by |
    | :-- | --: | :-- |
    | **T1** Write the parser<br><sub>version 1, deliverable</sub> | 2 | automatic checks, score 1.00 |
    | **T2** 写文档<br><sub>version 2, deliverable</sub> | 2 | ada, score 0.90 |

    <details><summary>Which folder of the archive is which</summary>

    - \`Write_the_parser_48fb6ad2/\`: T1 Write the parser, version 1
    - \`T2_4da9d425/\`: T2 写文档, version 2
    - \`_candidates/T2_4da9d425/999a8445-e156-528b-a58e-a2c312506f5b/\`: T2 写文档, version 1, not approved

    </details>

    **Also 1 version besides the approved ones**, under \`bundle/_candidates/\`, for looking at only.

    **Proof.** sha256 of \`manifest.json\`:

    \`\`\`
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
    \`\`\`

    **Check it.** Download all assets into one folder, and there:

    \`\`\`sh
    sh verify.sh https://github.com/octo/widgets
    \`\`\`

    This compares every file with what the repository records as approved, and needs git, tar, \`sha256sum\` and the plain tools of every Unix.

    Whether the App wrote that record, and what was taken back since, \`countersign-verify.mjs\` shows too: one file for Node 20 or newer. Countersign’s repository and its npm package \`countersign\` have it in \`packages/countersign-verify/\`, and so has whoever runs the App; never take it from a release like this one. With it in the same folder:

    \`\`\`sh
    node countersign-verify.mjs . --repo https://github.com/octo/widgets --public-key ed25519:AAAA
    \`\`\`

    That key is the App’s, as far as this page says; whoever may write here could change it, so compare it once with what the App’s operator tells you."
  `)
})

test('without the key the command stands without it, and says how to know more', () => {
  const notes = notesOf(() => {}, { ...buildOrigin(), publicKey: null, docs: 'https://docs.example.com' })

  expect(notes).toContain('```sh\nnode countersign-verify.mjs . --repo https://github.com/octo/widgets\n```')
  expect(notes).toContain('`--public-key` with the App’s key')
  expect(notes).toContain('[`countersign-verify.mjs`](https://docs.example.com/export.md#verifying)')
})

test('where Countersign’s repository is known, the file that verifies is fetched from there', () => {
  const docs = 'https://github.com/our/countersign/blob/0123abc/docs'

  const notes = notesOf(() => {}, { ...buildOrigin(), docs })

  expect(notes).toContain(
    '```sh\ncurl -fsSLO https://github.com/our/countersign/raw/0123abc/packages/countersign-verify/countersign-verify.mjs\nnode countersign-verify.mjs . --repo',
  )
  expect(notes).toContain('](https://github.com/our/countersign/blob/0123abc/packages/countersign-verify/')
})

test('a ref that a shell reads otherwise is in no command', () => {
  const docs = 'https://github.com/our/countersign/blob/$(id)/docs'

  expect(notesOf(() => {}, { ...buildOrigin(), docs })).not.toContain('curl')
})

test('a partial export says what is not in it', () => {
  const notes = notesOf(({ execution }) => Object.assign(execution.nodes['T1'] ?? {}, { state: 'RUNNING' }))

  expect(notes).toContain('**Partial.** Not in here:\n\n- T1 Write the parser: its approval is not final')
})

test('what a release has no room for is left to the manifest, and the proof stands', () => {
  const notes = notesOf(({ plan }) => {
    const others = Array.from({ length: 3_000 }, (_, at) => ({
      ...buildTask({ id: `T${at + 10}` }),
      title: '很长的标题'.repeat(9),
    }))
    plan.tasks.push(...others)
  })

  expect(notes.length).toBeLessThanOrEqual(125_000)
  expect(notes).toContain('f'.repeat(64))
  expect(notes).toMatch(/everything is in `manifest\.json`\.$/)
})

test('titles and names are text, whatever they hold', () => {
  const notes = notesOf(({ plan, execution }) => {
    for (const task of plan.tasks) task.title = 'fixes #1 | <img src=x> @ada\n# Heading'
    for (const review of execution.reviews) review.reviewer = '@ada'
  })

  expect(notes).not.toMatch(/<img|@ada|#1\b|^# /m)
})

test('of a file that two tasks wrote it is said in a line whose bytes lie in both folders', () => {
  const approved = buildApprovedPlan()
  const decision = assembleBundle({ ...approved, includeCandidates: false, partial: true })
  if (decision.kind === 'refused') throw new Error(decision.why)
  const { manifest } = decision
  const [first, second] = manifest.items
  if (first === undefined || second === undefined) throw new Error('two tasks')
  const { task_id, task, approved_artifact_id: artifact_id, version } = second
  const files = first.files.map((file, at) =>
    at === 0 ? { ...file, source_path: 'x', approved_as: { task_id, task, artifact_id, version } } : file,
  )
  const shared = { ...manifest, items: [{ ...first, files }, second] }

  const notes = renderReleaseNotes(shared, 'f'.repeat(64), buildOrigin())

  const path = first.files[0]?.dest_path
  expect(notes).toContain(`\n**Written by two tasks:** \`${path}\` is as T2 left it (version 2).\n`)
  expect(renderReleaseNotes(manifest, 'f'.repeat(64), buildOrigin())).not.toContain('Written by two')
})

test('what the issue asked for and nobody showed to hold is named', () => {
  const notes = notesOf(({ plan }) => {
    for (const goal of plan.goals)
      goal.root_acceptance_criteria = [
        { id: 'RC-1', statement: 'It parses', source_line: 3, covered_by: ['T1/AC-1'] },
        { id: 'RC-2', statement: 'Everybody can use it', source_line: 4, covered_by: ['final/person'] },
      ]
  })

  expect(notes).toContain('**What the issue asked for: 1 of 2 holds.**\n\n- open: Everybody can use it')
})
