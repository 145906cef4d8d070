import { describe, expect, test } from 'vitest'
import { commandUsages } from '../../../src/domain/commands/command-usage.ts'
import { ReplySchema, type Reply } from '../../../src/domain/effects/reply.ts'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderReply } from '../../../src/views/replies/reply.ts'
import { buildEarlierWork, buildRecord, testSha256 } from '../../support/builders.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listElements, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const record = buildRecord()
const context = { record, links }

/** One reply of each kind with `text` wherever others could have put it. */
function everyKind(text: string): Reply[] {
  return [
    { kind: 'help' },
    { kind: 'mentioned', usage: text },
    { kind: 'hinted', said: text, usage: text, own: false },
    { kind: 'unknown_command', name: text, suggestion: text },
    { kind: 'bad_arguments', name: text, problem: text, usage: text },
    { kind: 'no_permission', login: text, name: text, has: text, needs: text, who: [text] },
    { kind: 'review_uncounted', login: text, verdict: 'approval', task: text, has: text, needs: text },
    { kind: 'not_on_pull_request', number: 9 },
    { kind: 'carried_out', what: text },
    { kind: 'refused', name: text, why: text, next: text },
    {
      kind: 'stale_plan',
      asked: text,
      newest: text,
      diff: text,
      changes: [{ kind: 'changed', task: text, what: text, before: text, after: text }],
    },
    { kind: 'plan_faults', faults: [{ code: text, nodes: [text], message: text }], guidance: text },
    {
      kind: 'needs_input',
      lacks: [text],
      reading: { id: '0123456789ab', certain: true, title: text, criteria: [{ text, line: 3 }], paths: [text] },
    },
    { kind: 'not_taken', said: text, reading: true },
    {
      kind: 'plan_weak',
      score: 0.5,
      min_score: 0.8,
      parts: [{ name: 'testability', weight: 0.3, score: 0, reasons: [text] }],
    },
    { kind: 'declined', why: text },
    { kind: 'superseded', why: text, issue: 7 },
    {
      kind: 'examined',
      examination: {
        findings: [{ code: 'branch_missing', severity: 'drift', nodes: [text], what: text, fix: null, next: text }],
        things: 1,
        tasks: 1,
        unseen: [text],
        vouched: true,
      },
      mending: { mended: [text], left: [text] },
    },
    { kind: 'list' },
    { kind: 'configuration' },
    { kind: 'issue_edited', approved: false, plan_hash: text },
    { kind: 'config_faults', path: text, faults: [text], holds: text },
    { kind: 'on_hold', why: text, commit: text },
    { kind: 'push_unheard', login: text, branch: text, stopped: false },
    { kind: 'branch_lost', branch: text, by: text, what: 'deleted' },
    {
      kind: 'integration_differs',
      branch: text,
      commit: text,
      by: text,
      differences: [
        { path: text, approved: { task: text, version: 1 } },
        { path: text, approved: null },
      ],
      more: 1,
    },
    {
      kind: 'exported',
      tag: text,
      url: text,
      manifest_sha256: testSha256('manifest'),
      files: 3,
      partial: true,
      missing: [text],
    },
    { kind: 'export_failed', why: text },
    { kind: 'status' },
    { kind: 'conflict', who: [text], what: text, branch: text, keep: { tasks: [text], judges: [text] } },
    {
      kind: 'final_conflicts',
      who: [text],
      branch: text,
      conflict: { paths: [text], more: 2, tasks: [text] },
    },
    { kind: 'brought_together', task: text, version: 2, paths: [text], tasks: [text] },
    { kind: 'done_anew', task: text, earlier: buildEarlierWork(text) },
    { kind: 'reminder', task: text, who: [text], wait: 'push', what: text, branch: text, since: text },
    { kind: 'escalated', task: text, to: text, who: [text], what: text, since: text },
    { kind: 'executor_left', task: text, reason: text, ask: [text] },
    { kind: 'foreseen', what: [text] },
    { kind: 'work_failed', what: text, why: text, next: text },
    {
      kind: 'several',
      answers: [
        { kind: 'refused', name: text, why: text, next: text },
        { kind: 'export_failed', why: text },
      ],
    },
  ]
}

test('every kind of reply is covered here', () => {
  const kinds = ReplySchema.options.map((option) => option.shape.kind.value)

  expect(everyKind('text').map(({ kind }) => kind)).toEqual(kinds)
})

test.each(hostileTexts)('nothing works of %j in any reply', (text) => {
  const replies = everyKind(text).filter(({ kind }) => kind !== 'not_on_pull_request')

  for (const reply of replies) {
    const page = renderToTree(renderReply(reply, { record: null, links }))
    expect(findLiveText(readText(page, true))).toEqual([])
    const tags = listElements(page).map(({ tagName }) => tagName)
    const ours = reply.kind === 'plan_weak' ? ['details'] : []
    expect(tags.filter((tag) => ['img', 'script', 'input', 'hr', 'blockquote', 'h1', 'details'].includes(tag))).toEqual(
      ours,
    )
  }
})

test('every reply fits a comment, whatever it is about', () => {
  const replies = everyKind('long `text` '.repeat(100_000))

  for (const reply of replies) expect(renderReply(reply, context).length).toBeLessThanOrEqual(commentLimit)
})

test('a thousand faults fit, the first ones shown', () => {
  const faults = Array.from({ length: 1_000 }, (_, index) => ({
    code: 'x',
    nodes: [`T${index}`],
    message: 'm '.repeat(300),
  }))

  const text = renderReply({ kind: 'plan_faults', faults, guidance: '' }, context)

  expect(text.length).toBeLessThanOrEqual(commentLimit)
  expect(text).toContain('1,000 things')
  expect(text).toContain('`T0`: m m')
})

test('an issue that asks for no change is told once how to go on', () => {
  const why = 'This says thanks. If something is to be changed, comment `/plan` again.'

  expect(renderReply({ kind: 'declined', why }, { record: null, links })).toBe(`💬 **No plan was made:** ${why}`)
})

test('who wrote the plan in YAML is not offered the issue form', () => {
  const reply: Reply = { kind: 'needs_input', lacks: ['Line 5: `titel` is not known.'] }
  const of = (body: string) => ({
    record: buildRecord({ phase: 'awaiting_input', frozen: { ...record.frozen, body } }),
    links,
  })

  const text = renderReply(reply, of('```yaml countersign\ntasks: []\n```'))

  expect(text).not.toContain('issue-form')
  expect(text).toContain('Mend it in the issue and comment `/answer`.')
  expect(renderReply(reply, of('Faster, please.'))).toContain('issue-form')
})

test('how to go on is said once, be it by what is lacking', () => {
  const lacks = ['The issue says too little. Say it in the issue and comment `/plan`; or here: `/answer …`.']

  const told = renderReply({ kind: 'needs_input', lacks }, { record: null, links })
  const untold = renderReply({ kind: 'needs_input', lacks: ['a task'] }, { record: null, links })

  expect(told.match(/\/answer/g)).toHaveLength(1)
  expect(untold).toContain('Mend it in the issue and comment `/answer`.')
})

test.each<[string, Partial<Extract<Reply, { kind: 'not_taken' }>>, RegExp]>([
  [
    'a reading',
    { reading: true },
    /^🙋 \*\*No plan came of “hm”:\*\* .*\n\n`\/answer yes` takes .*`\/answer It should …`/,
  ],
  ['what is lacking', {}, /“hm”.*\n\nMend it in the issue and comment `\/answer`\./],
  [
    'a question',
    { questions: { first: 2, all: [{ question: 'Which?', why: '', proposals: ['This', 'That'] }] } },
    /“hm”.*\n\nPick, or say it in your words: `\/answer 2a`/,
  ],
])('an answer that says nothing is told how to answer %s, and no more', (_what, of, text) => {
  const reply: Reply = { kind: 'not_taken', said: 'hm', reading: false, ...of }

  expect(renderReply(reply, { record: null, links })).toMatch(text)
})

const reading = {
  id: '0123456789ab',
  certain: true,
  title: 'htmlEscape crashes when value is a number',
  criteria: [
    { text: 'I would expect `htmlEscape(42)` to return `"42"`.', line: 7 },
    { text: 'No longer: htmlEscape crashes when value is a number', line: null },
  ],
  paths: ['index.js'],
}

test('how an issue was read is a question, with a yes and the words to correct', () => {
  const text = renderReply({ kind: 'needs_input', lacks: [], reading }, { record: null, links })

  expect(text).toMatch(
    new RegExp(
      [
        '^🙋 \\*\\*Was this read right\\?\\*\\* [^]*',
        '\\*\\*One task:\\*\\* htmlEscape crashes when value is a number\\n',
        '\\*\\*It may touch:\\*\\* `index.js`, and tests\\n[^]*',
        '- I would expect `htmlEscape\\(42\\)` to return `"42"`. \\(line 7\\)\\n',
        '- No longer: htmlEscape crashes when value is a number \\(the title\\)\\n[^]*',
        '```\\n/answer yes\\n```\\n[^]*comment `/answer`:\\n\\n',
        '```markdown\\n### Acceptance criteria\\n\\n- I would expect [^\\n]*\\n- No longer: [^\\n]*\\n```',
      ].join(''),
    ),
  )
  expect(text).not.toContain('/approve')
})

test('the emphasis of the issue is left out of the question, and code stays whole', () => {
  const criteria = [{ text: '`a ** b` **must** hold, **as it says**: 2 ** 3 ** 4', line: 1 }]

  const text = renderReply(
    { kind: 'needs_input', lacks: [], reading: { ...reading, title: 'It **must** be so', criteria } },
    { record: null, links },
  )

  const [question] = text.split('```markdown')
  expect(question).toContain('**One task:** It must be so\n')
  expect(question).toContain('- `a ** b` must hold, as it says: 2 &#42;&#42; 3 &#42;&#42; 4 (line 1)')
})

test('what could not be read stands apart from the question that is still open', () => {
  const text = renderReply(
    { kind: 'needs_input', lacks: ['Line 1 of the guidance ("no").'], reading },
    { record: null, links },
  )

  expect(text).toMatch(/^❌ \*\*That could not be read:\*\*\n\n- Line 1[^\n]*\n\n+🙋 /)
})

test('a yes to words that the issue has no longer is told what changed', () => {
  const since = { gone: ['It is sorted'], added: ['It is unsorted'] }

  const text = renderReply({ kind: 'needs_input', lacks: [], reading, since }, { record: null, links })

  expect(text).toMatch(
    /^✏️ \*\*The issue was changed after it was confirmed,\*\* so please confirm it once more\. Gone: “It is sorted”\. New: “It is unsorted”\.\n+🙋 /,
  )
})

test('an open question stands beside what was understood, and is no reading to say yes to', () => {
  const lacks = ['“It crashes” (line 3): what should be so instead?']
  const understood = {
    ...reading,
    certain: false,
    criteria: [{ text: 'It could return `"42"`', line: 7 }],
    told: [
      { text: 'It crashes', line: 3, today: true as const },
      { text: 'We tried Bun', line: 4 },
    ],
    paths: ['index.js'],
  }

  const text = renderReply({ kind: 'needs_input', lacks, reading: understood }, { record: null, links })

  expect(text).toContain(
    [
      '🙋 **No plan was made yet.** One question first:',
      '- “It crashes” (line 3): what should be so instead?',
      'This is what was understood of the issue:',
      '- **Wanted:** It could return `"42"` (line 7)\n- **Today:** It crashes (line 3)\n- **Said:** We tried Bun (line 4)\n- **Where:** `index.js`\n',
    ].join('\n\n'),
  )
  expect(text).not.toMatch(/yes|Acceptance criteria/)
})

test('beside a plan that stands, the yes is a /replan', () => {
  const text = renderReply({ kind: 'needs_input', lacks: [], reading }, context)

  expect(text).toContain('```\n/replan yes\n```')
  expect(text).not.toContain('`/plan`')
  expect(text).toContain('is unchanged.')
})

test('beside a plan that stands, what another one lacks names no command that would be refused', () => {
  const told = 'Say it here: `/answer It should …`. Or write it in the issue and comment `/answer`.'

  const text = renderReply({ kind: 'needs_input', lacks: [told] }, context)

  expect(text).toBe(
    [
      '🙋 **No other plan was made.** What is missing:',
      '- Say it here: `/replan It should …`. Or write it in the issue and comment `/replan`.',
      `Plan \`${record.plan_hash?.slice(0, 7)}\` is unchanged.`,
    ].join('\n\n'),
  )
  expect(renderReply({ kind: 'declined', why: told }, context)).not.toMatch(/`\/(?:answer|plan)\b/)
})

test('a list that could not be read says so', () => {
  expect(renderReply({ kind: 'list' }, { record: null, links, open: null })).toContain('`/list` tries again')
})

test('a weak plan is told with what would raise it, then what to do; the shares are folded', () => {
  const reason = 'T1/AC-1 “It works” names nothing that can be looked at'
  const parts = [{ name: 'testability' as const, weight: 0.3, score: 0, reasons: [reason] }]

  const text = renderReply({ kind: 'plan_weak', score: 0.7, min_score: 0.8, parts }, { record: null, links })

  expect(text.split('\n\n').slice(0, 4)).toEqual([
    '❌ **The plan is not offered for approval:** it scores 0.70, and at least 0.80 is needed. What would raise it:',
    `- testable: ${reason}`,
    'Mend it in the issue and comment `/answer`. Or say here what is lacking, in the words of an issue: `/answer T1: Acceptance: …`.',
    '<details><summary>Score 0.70</summary>',
  ])
})

test('an example of an answer names a task only where there is one', () => {
  const asked = (reply: Reply) => renderReply(reply, { record: null, links })

  expect(asked({ kind: 'needs_input', lacks: ['what to do'] })).toContain('an issue: `/answer Acceptance: …`.')
  expect(
    asked({ kind: 'plan_faults', faults: [{ code: 'x', nodes: ['G0', 'T2'], message: 'no criterion' }], guidance: '' }),
  ).toContain('an issue: `/answer T2: Acceptance: …`.')
})

test('where an order leads nowhere, the example of an answer changes the order', () => {
  const faults = [{ code: 'dependency_dangling', nodes: ['T3', 'T9'], message: 'T3 depends on T9, which is no task' }]

  const text = renderReply({ kind: 'plan_faults', faults, guidance: '' }, { record: null, links })

  expect(text).toContain('an issue: `/answer T3 after nothing`.')
})

test('a reason that begins with its part’s name doesn’t name it twice', () => {
  const reasons = ['complexity is medium, where 0.5 person-days suggest low', 'risk is low']
  const parts = [{ name: 'complexity' as const, weight: 0.2, score: 0.5, reasons }]

  const text = renderReply({ kind: 'plan_weak', score: 0.7, min_score: 0.8, parts }, { record: null, links })

  expect(text).toContain('\n- complexity is medium, where 0.5 person-days suggest low\n- complexity: risk is low\n')
})

test.each<Reply>([
  { kind: 'plan_faults', faults: [{ code: 'x', nodes: ['T2'], message: 'T2 waits for itself' }], guidance: '' },
  { kind: 'needs_input', lacks: ['a task'] },
  { kind: 'plan_weak', score: 0.7, min_score: 0.8, parts: [] },
  { kind: 'declined', why: 'This says thanks.' },
])('$kind of another plan says that the first one stands, and offers nothing that would be refused', (reply) => {
  const text = renderReply(reply, context)

  expect(text).toContain(`Plan \`${record.plan_hash?.slice(0, 7)}\` is unchanged.`)
  expect(text).toContain('`/replan`')
  expect(text).not.toMatch(/`\/(?:answer|plan)`/)
})

test('a fault that names its tasks doesn’t name them twice', () => {
  const faults = [
    { code: 'x', nodes: ['T2'], message: 'T2 waits for itself' },
    { code: 'x', nodes: ['T3'], message: 'no criterion' },
    { code: 'x', nodes: ['RC-1', 'G0'], message: 'no task covers line 5' },
  ]

  const text = renderReply({ kind: 'plan_faults', faults, guidance: '' }, context)

  expect(text).toContain('\n- T2 waits for itself\n- `T3`: no criterion\n- no task covers line 5\n')
})

test('help lists every command with what it does and, below it, the role it needs', () => {
  const text = renderReply({ kind: 'help' }, context)

  for (const { usage, does } of commandUsages) {
    const shown = usage.replace('plan@1a2b3c4', `plan@${context.record?.plan_hash?.slice(0, 7)}`)
    expect(text).toContain(`| \`${shown}\` | ${does}<br><sub>needs `)
  }
  expect(text).toMatch(/\| `\/doctor` \| .*<sub>needs write<\/sub> \|/)
  expect(text).toMatch(/\| `\/doctor fix` \| .*<sub>needs maintain<\/sub> \|/)
})

test('help shows the hash that there is, and none where there is no plan', () => {
  const approve = (record: IssRecord | null) =>
    /`(\/approve plan\S*)`/.exec(renderReply({ kind: 'help' }, { ...context, record }))?.[1]

  expect(approve(buildRecord({ plan_hash: 'f'.repeat(64) }))).toBe('/approve plan@fffffff')
  expect(approve(buildRecord({ plan_hash: 'f'.repeat(64), phase: 'awaiting_input' }))).toBe('/approve plan@…')
  expect(approve(null)).toBe('/approve plan@…')
})

describe('each says what was seen, why, and what to do next', () => {
  test.each<[Reply, string]>([
    [
      { kind: 'unknown_command', name: 'aprove', suggestion: 'approve' },
      'There is no command `/aprove`. Did you mean `/approve`? `/help` lists them all.',
    ],
    [
      { kind: 'unknown_command', name: 'rejcet', suggestion: `reject T1 AC-2 ${'it is too long '.repeat(8).trim()}` },
      `There is no command \`/rejcet\`. Did you mean \`/reject T1 AC-2 ${'it is too long '.repeat(8).trim()}\`? \`/help\` lists them all.`,
    ],
    [
      { kind: 'hinted', said: 'approve', usage: '/approve T1', own: true },
      'Nothing was changed: a command counts at the start of a line only. If `/approve` was meant, comment `/approve T1` on a line of its own. `/help` lists them all.',
    ],
    [
      { kind: 'hinted', said: 'merge', usage: '/approve T1', own: false },
      '`/merge` is no command here, since a task is merged once it is approved, and the final pull request by a person on GitHub; nothing was changed. `/approve T1` comes nearest. `/help` lists them all.',
    ],
    [
      { kind: 'hinted', said: 'assign', usage: '/assign T2 @login', own: true },
      'Nothing was changed: `/assign` takes the task too, as in `/assign T2 @login`.',
    ],
    [
      {
        kind: 'review_uncounted',
        login: 'eve',
        verdict: 'approval',
        task: 'T1',
        has: 'read',
        needs: 'write',
      },
      '@eve, thank you for looking. Your approval of T1 does not count here: that takes the `write` role, and you have `read`. It stays on GitHub as a remark; whoever is asked for the verdict can read it.',
    ],
    [
      { kind: 'no_permission', login: 'eve', name: 'approve', has: 'read', needs: 'write' },
      '@eve, `/approve` needs the `write` role here; you have `read`. Nothing was changed. Anybody with that role can give the command.',
    ],
    [
      { kind: 'no_permission', login: 'eve', name: 'approve', has: 'read', needs: 'write', who: ['ada', 'bo'] },
      '@eve, `/approve` needs the `write` role here; you have `read`. Nothing was changed. Anybody with that role can give the command; `review.reviewers` names ada and bo.',
    ],
    [
      { kind: 'no_permission', login: 'eve', name: '/doctor fix', has: 'triage', needs: 'maintain' },
      '@eve, `/doctor fix` needs the `maintain` role here; you have `triage`. Nothing was changed. Anybody with that role can give the command.',
    ],
    [
      { kind: 'no_permission', login: 'eve', name: '/answer', has: 'read', needs: 'triage' },
      '@eve, `/answer` needs the `triage` role here; you have `read`. Nothing was changed. Whoever wrote the issue can give it, and anybody with that role.',
    ],
    [
      { kind: 'no_permission', login: 'eve', name: 'the label', has: 'read', needs: 'triage' },
      '@eve, the label needs the `triage` role here; you have `read`. Nothing was changed. Anybody with that role can give the command.',
    ],
    [
      { kind: 'refused', name: 'your approval of T1', why: 'you pushed it', next: 'ask `/status`' },
      'Your approval of T1 does not count: you pushed it.\n\nAsk `/status`.',
    ],
    [
      { kind: 'bad_arguments', name: 'reject', problem: 'a reason is missing', usage: '`/reject T1 <why>`' },
      '`/reject` was not carried out: a reason is missing.\n\nIt is written `/reject T1 <why>`.',
    ],
    [
      { kind: 'stale_plan', asked: '1a2b3c4d', newest: '5d6e7f8a', diff: '', changes: [] },
      "⚠️ **Plan `1a2b3c4` was not approved:** the issue's newest plan is `5d6e7f8`.\n\nRead it and say `/approve plan@5d6e7f8`, or `/replan` for a new one.",
    ],
    [
      { kind: 'stale_plan', asked: null, newest: null, diff: '- Old title\n+ New `title`', changes: [] },
      '⚠️ **The plan was not approved:** what it was made from has changed.\n\n```diff\n- Old title\n+ New `title`\n```\n\n`/replan` makes a new one from the issue as it is now.',
    ],
    [
      {
        kind: 'work_failed',
        what: 'The push by @eve was not taken as a version',
        why: 'out of scope',
        next: 'push again',
      },
      '❌ **The push by @&#8288;eve was not taken as a version:** out of scope.\n\nPush again.',
    ],
    [
      { kind: 'push_unheard', login: 'bo', branch: 'countersign/ISS-007/1/T1', stopped: true },
      '@bo, nobody looks at what is pushed to `countersign/ISS-007/1/T1`: the work on #7 is stopped. The commits stay there; once `/approve` has started it again, they become a version.',
    ],
    [
      { kind: 'branch_lost', branch: 'countersign/ISS-007/1/base', by: 'bob', what: 'force-pushed' },
      '⏸️ **Paused:** bob force-pushed `countersign/ISS-007/1/base`. The recorded versions are safe on the workflow branch.\n\n`/doctor fix` puts the branch back where it was recorded, then `/resume` goes on; or `/stop`.',
    ],
  ])('%j', (reply, expected) => {
    const text = renderReply(reply, context)

    expect(text).toBe(expected)
  })

  test('a partial release names what is not in it, and how to prove the rest', () => {
    const reply: Reply = {
      kind: 'exported',
      tag: 'countersign/ISS-007/1',
      url: 'https://github.com/octo/widgets/releases/tag/countersign%2FISS-007%2F1',
      manifest_sha256: testSha256('manifest'),
      files: 3,
      partial: true,
      missing: ['T3'],
    }

    const text = renderReply(reply, context)

    expect(text).toContain('Not in it: T3.')
    expect(text).toContain(`\`\`\`sh\ncountersign verify . --manifest-sha256 ${testSha256('manifest')}\n\`\`\``)
    expect(text).toMatch(/can edit this comment later\..*`--public-key KEY`/)
  })

  test('status of a plan that was stopped before its approval says so', () => {
    const comment = { plan_id: 'SOL-ISS-007-1', id: 11, node_id: 'IC_11' }
    const stopped = { by: 'eve', at: '2026-11-21T03:40:00Z', why: '' }
    const shown = { ...record, phase: 'stopped' as const, stopped, plan_comment: comment, status_comment: null }

    const text = renderReply({ kind: 'status' }, { record: shown, links })

    expect(text).toBe('#7 was stopped by eve. `/plan` begins anew.')
  })

  test('status leads to the status comment', () => {
    const shown = { ...record, status_comment: { plan_id: 'SOL-ISS-007-1', id: 12, node_id: 'IC_12' } }

    const text = renderReply({ kind: 'status' }, { record: shown, links })

    expect(text).toContain('[Status of #7](https://github.com/octo/widgets/issues/7#issuecomment-12)')
  })

  test('several answers stand below each other, as many as have room', () => {
    const refused = { kind: 'refused' as const, name: '/retry', why: 'x'.repeat(3_000), next: '' }
    const answers = [...Array.from({ length: 19 }, () => refused), { kind: 'status' as const }]

    const text = renderReply({ kind: 'several', answers }, { record, links, status: () => 'y'.repeat(60_000) })

    expect(text.split('\n\n').filter((part) => part.startsWith('`/retry`'))).toHaveLength(19)
    expect(text).toContain('More was left out here')
    expect(text.length).toBeLessThan(65_536)
  })
})

test('the author of an issue that waits for an answer is told that an answer plans it', () => {
  const waiting = buildRecord({ phase: 'awaiting_input' })
  const author = waiting.frozen?.author ?? ''
  const denied = (login: string, record: IssRecord) =>
    renderReply({ kind: 'no_permission', login, name: '/plan', has: 'read', needs: 'triage' }, { ...context, record })

  expect(denied(author, waiting)).toContain('you can say `/answer`')
  expect(denied('eve', waiting)).toContain('Anybody with that role')
  expect(denied(author, buildRecord())).toContain('Anybody with that role')
})
