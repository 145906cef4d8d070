import { readdir, readFile } from 'node:fs/promises'
import { aroundEach, expect, test } from 'vitest'
import { inLanguage } from '../../../src/application/language/in-language.ts'
import { catalogues } from '../../../src/domain/language/catalogues.ts'
import { planFromText } from '../../../src/domain/plan/outline/plan-from-text.ts'
import type { MessageKey } from '../../../src/domain/language/message.ts'
import { tuneSkill } from '../../../src/domain/tuning/orchestrate/tune-skill.ts'
import { answerMending } from '../../../src/domain/tuning/thread/answer-mending.ts'
import { translate, translateChange } from '../../../src/views/language/translate.ts'
import { sayDraft } from '../../../src/views/tuning/say-draft.ts'
import { sayTuningIssue } from '../../../src/views/tuning/say-issue.ts'
import { faultySkill } from '../../support/tuning/faulty-skill.ts'

aroundEach((run) => inLanguage('zh-CN', run))

const { messages, records, changes } = catalogues['zh-CN']

/** What placeholders take that don’t take any word. */
const values: Readonly<Record<string, string>> = {
  n: '3',
  passed: '3',
  days: '2 person-days',
  days_before: '1 person-day',
  line: '5',
  line_number: '4',
  line_numbers: '4, 5',
  numbers: '4, 5',
  task_id: 'T1',
  task_why: 'T1 (x)',
  executors_here: '`@login`',
  criterion: 'T1/AC-1',
  spans: '`a`',
  span: '`a`',
  parsed_as: 'JSON',
  counted: '3 files',
  column: '7',
  code_lines: '`x: 1`',
  key_place: '`tasks[0].x` of T1',
  seen: '`3`',
  owner: 'T1',
  criterion_id: 'AC-1',
  criterion_of: 'AC-1 of T1',
  severity: 'major',
  file: 'src/a.js',
  standing: 'is at work',
  finding: 'AGT-001',
  level: 'high',
  key: 'title',
  mode: 'a submodule',
  regex: '/a/',
  exit_code: '1',
  type: 'a number',
  unknown_word: '{isue}',
  known_words: '{issue}, {number}',
}

test.each([
  ['records', Object.keys(records), translate],
  ['what two plans differ in', Object.keys(changes), translateChange],
] as const)('each message of %s is found again in what was written with it', (_what, keys, say) => {
  const fill = (text: string, read: (value: string) => string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => read(values[name] ?? 'X1'))
  const misread = keys.flatMap((message) => {
    const translation = messages[message as MessageKey]
    const wanted = fill(typeof translation === 'string' ? translation : translation.other, say)
    const got = say(fill(message, (value) => value))
    return got.replaceAll(' ', '') === wanted.replaceAll(' ', '') ? [] : [{ message, got, wanted }]
  })
  expect(misread).toEqual([])
})

/** Words that are no code, nothing that somebody said, and no name. */
function findEnglish(text: string): string[] {
  const plain = text
    // What the library for patterns says.
    .replaceAll(/error parsing regexp: [a-z ]+/g, ' ')
    .replaceAll(/``[^\n]*?``|`[^`\n]*`/g, ' ')
    .replaceAll(/「[^」]*」|"[^"]*"|“[^”]*”/g, ' ')
    .replaceAll(
      /[\w@./*-]*(?:[./_@]|allowed-tools)[\w@./*-]*|\b(?:yaml|token|acceptance|command|target|check|title)\b|\b[A-Z]\w*\b/g,
      ' ',
    )
  return plain.match(/[A-Za-z][a-z’']{2,}/g) ?? []
}

function leftOver(texts: readonly string[]): unknown[] {
  return texts.flatMap((text) => {
    const said = translate(text)
    const words = findEnglish(said)
    return words.length === 0 ? [] : [{ words: words.join(' '), said, text }]
  })
}

const fence = (yaml: string) => `说明\n\n\`\`\`yaml countersign\n${yaml}\n\`\`\`\n`

const brokenPlans = [
  `tasks:
  - id: T1
    title: 写文档
    estimate: 2
    depends_on: [T9]
  - id: T1
    title: 3
    deliverable_spec: { single_file: false }
checks: [{ id: X, target: T1 }]
notes: yes`,
  `tasks:
  - { id: T1, title: 甲, depends_on: [T2], scope: src/a.js, work: [{ kind: file, path: docs/x.md, content: x, mode: '100644' }], acceptance: ['存在'] }
  - { id: T2, title: 乙, depends_on: [T1, T2], estimated_person_days: -1, acceptance_criteria: [{ statement: x, check_method: run_smoke_test }, { statement: y, check_method: static_check, check: matches, pattern: '${'a'.repeat(1_001)}' }] }
  - { id: T3, title: 丙, acceptance: [好], estimated_person_days: 1, estimated_minutes: 5 }
checks: [{ id: C1, target: T1, reviewer: ada }, { id: C2, target: T2, reviewer: '' }, { id: C4, target: T7 }]
edges: [{ type: DEPENDS_ON, from: T8, to: T1 }, { type: DECOMPOSE, from: T1, to: T9 }, { type: DEPENDS_ON, from: T3, to: T1 }]
root_criteria: [{ statement: '全部完成', covered_by: [T1/AC-9] }, { statement: '有说明', covered_by: [] }]
final: { mode: ASSEMBLE, assemble_task_id: T7, include_children: [T8] }`,
  `tasks: [{ id: T1, title: 甲, acceptance: ['\`.github/workflows/a.yml\` 存在'], scope: .github/workflows/a.yml, deliverable_spec: { filename: a.yml, output_dir: .github/workflows } }]
final: { mode: PASS_THROUGH, include_children: [], output: { filename: a.md } }`,
  'tasks: [a',
  'tasks:\n  - id: T1\n    title: a: b',
  'tasks:\n\t- id: T1',
  "tasks: 'a",
  '- a',
  'tasks: []',
  'tasks: &a [*a, !x b]\n<<: {}',
  'tasks: [{ id: T1, id: T2 }]',
  `tasks:
  - { id: T1, title: 甲, acceptance: [好], estimated_person_days: 1, estimated_minutes: 5, scope: src/a.js, deliverable_spec: { filename: a.md, output_dir: docs } }
  - { id: T2, title: 乙, acceptance_criteria: [{ id: x, statement: y, check_method: ci_check }, { id: AC-2, statement: y }, { id: AC-2, statement: z, check_method: static_check, check: matches, target: a, pattern: '(?<=a)' }], depends_on: [T2] }
  - { id: T3, title: 丙, acceptance: [好], depends_on: [T4] }
  - { id: T4, title: 丁, acceptance: [好], depends_on: [T3], deliverable_spec: { filename: a.yml, output_dir: .github/workflows/ } }
  - { id: T5, title: 戊 }
checks: [{ id: C1, target: T1, reviewer: '@ada' }, { id: C2, target: T1 }, { id: C4, target: T7 }]
root_criteria: [{ statement: '全部完成', covered_by: [T1/AC-9] }, { statement: '有说明' }]
final: { mode: ASSEMBLE, assemble_task_id: T5, include_children: [T1, T8] }`,
]

test('what is wrong with a plan in YAML is said without a word of English', () => {
  const said = brokenPlans.flatMap((yaml) => {
    const answer = planFromText('测试计划', fence(yaml), '', true)
    return answer.kind === 'needs_input' ? answer.lacks : []
  })
  expect(said.length).toBeGreaterThan(25)
  expect(leftOver(said)).toEqual([])
})

test('so is what is asked and noted of issues of all kinds', async () => {
  const folder = new URL('../../fixtures/issues/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  const said = texts.flatMap((text) => {
    const [heading = '', , ...body] = text.split('\n')
    const answer = planFromText(heading.slice('# '.length), body.join('\n'), 'T9: 2d\nmake it good')
    if (answer.kind === 'declined') return [answer.why]
    return answer.kind === 'needs_input' ? answer.lacks : (answer.draft.notes ?? [])
  })
  expect(said.length).toBeGreaterThan(30)
  expect(leftOver(said)).toEqual([])
})

test('so are the findings of a skill, and the plan that mends it', () => {
  const tuned = tuneSkill({
    folderName: 'writer',
    path: 'skills/writer',
    sources: [{ path: 'SKILL.md', text: faultySkill }],
    complaint: '',
    focus: [],
    mostRisk: undefined,
    workDir: 'work',
    countTokens: (one) => Math.ceil(one.length / 4),
    now: () => '2026-11-26T05:00:00.000Z',
  })
  if (tuned.kind === 'faults') throw new Error(tuned.faults.join())
  const { answer } = answerMending(
    {
      path: 'skills/writer',
      raw: new Map([['SKILL.md', faultySkill]]),
      guidance: null,
      wasAsked: true,
      denied: [],
      state: null,
      taken: [],
    },
    tuned.run,
  )
  if (answer.kind !== 'draft') throw new Error(answer.kind)
  const draft = sayDraft(answer.draft)
  const said = [
    ...tuned.run.state.issues.flatMap((issue) => Object.values(sayTuningIssue(issue))),
    draft.description ?? '',
    ...draft.tasks.flatMap((task) => [
      task.title,
      task.description ?? '',
      ...(task.implementation ?? []),
      ...(task.acceptance_criteria ?? []).map(({ statement }) => statement),
    ]),
  ]
  expect(leftOver(said)).toEqual([])
})
